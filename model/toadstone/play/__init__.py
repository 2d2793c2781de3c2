"""Playing: players, advice, tournaments, and tables and trees of possibilities."""
