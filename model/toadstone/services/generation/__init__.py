"""New scenarios, each with the proof that it is a puzzle and with measures of its difficulty."""
