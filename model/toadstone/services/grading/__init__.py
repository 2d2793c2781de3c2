"""Marks: what students hand in, held against the best there is."""
