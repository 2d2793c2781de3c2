"""What everybody speaks of: rules, questions, answers, time."""
