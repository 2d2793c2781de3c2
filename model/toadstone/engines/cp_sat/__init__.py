"""The whole horizon as one CP-SAT model."""
