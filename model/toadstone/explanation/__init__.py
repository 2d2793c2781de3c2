"""Why a scenario cannot be won, and what would help."""
