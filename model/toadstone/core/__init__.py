"""What everybody speaks of: rules, questions, answers, time."""

__version__ = "1.0.0"
