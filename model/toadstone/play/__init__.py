"""Playing: players, advice, and tables and trees of possibilities."""
