"""A table to play at: beside a server, in a page, or in a test."""
