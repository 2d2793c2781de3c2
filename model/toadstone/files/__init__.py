"""Files: scenarios, plans, and what else is read or written."""
