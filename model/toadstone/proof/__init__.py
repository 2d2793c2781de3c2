"""Certificates: what makes them, and the stand-alone checker that believes nobody."""
