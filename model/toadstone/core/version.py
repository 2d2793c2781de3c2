"""The version of Toadstone."""

__version__ = "1.0.0"
