"""Searches in plain Python, each in its textbook form, on what a game says of its questions."""
