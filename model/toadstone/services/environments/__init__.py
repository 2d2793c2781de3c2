"""Items and games for those who train and test players, with proven answers and a judge."""
