"""The full-screen program of `toadstone play`; only this package imports Textual."""
