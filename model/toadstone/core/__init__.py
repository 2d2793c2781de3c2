"""The terms that all packages use: rules, questions, lines of play, budgets, errors."""

__version__ = "1.0.0"
