"""Compiled code: boards as bit masks, the searches, and the walk of a strategy."""
