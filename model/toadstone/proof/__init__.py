"""Certificates: written for proven answers, read by the stand-alone checker."""
