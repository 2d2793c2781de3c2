"""Compiled code: the search of rows, and the walk of a strategy."""
