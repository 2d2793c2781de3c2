"""Compiled code that the searches of several games share: a table, and a walk of a strategy."""
