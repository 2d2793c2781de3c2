"""Toadstone beside its peers: the same files, the same limit, every answer judged."""
