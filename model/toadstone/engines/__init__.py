"""What answers questions: engines, and the one driver that keeps the clock and replays."""
