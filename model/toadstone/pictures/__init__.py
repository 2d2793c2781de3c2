"""Pictures of games: sheets, replays, animations, charts and tables, made by pure functions.

A game brings a `Picture`; nothing here knows a game, an engine or the command line.
"""
