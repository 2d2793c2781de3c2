"""The games, a folder each; see `toadstone.game` for what a folder must hold."""
