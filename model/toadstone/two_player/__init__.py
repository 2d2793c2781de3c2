"""Games for two: exact search, strategies, and the smallest of them, on the rules' protocol."""
