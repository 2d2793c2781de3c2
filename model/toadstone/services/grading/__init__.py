"""Marks: the submissions of students, compared with the best answer."""
