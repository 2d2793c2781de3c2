"""The command line of Toadstone, one module a command."""
