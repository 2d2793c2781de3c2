"""The same scenario for another solver, and that solver's output read back as a plan."""
