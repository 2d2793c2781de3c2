"""A table to play at, wherever it stands: beside a server, in a page, in a test."""
