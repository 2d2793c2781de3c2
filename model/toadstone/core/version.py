"""The version of Toadstone."""

__version__ = "0.1.0"
