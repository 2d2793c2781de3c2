"""Results as people see them: pages of text, drawings, replays, charts and tables."""
