"""Searches for two-player games."""
