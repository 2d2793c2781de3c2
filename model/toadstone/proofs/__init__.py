"""Certificates as files, and explanations of scenarios without a plan."""
