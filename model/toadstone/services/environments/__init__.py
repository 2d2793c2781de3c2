"""Items and games to train and test players, with proven answers and a judge."""
