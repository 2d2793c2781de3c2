"""What a benchmark knows of one game; the rest of the package names none."""
