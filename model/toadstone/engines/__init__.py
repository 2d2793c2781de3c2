"""Engines, and the one driver that runs them, keeps the clock and replays their claims."""
