"""Pages of results as text, one module for each class of result."""
