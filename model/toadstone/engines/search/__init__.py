"""Searches for plans, without a solver."""
