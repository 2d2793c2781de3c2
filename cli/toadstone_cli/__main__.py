"""`python -m toadstone_cli` is the same as `toadstone`."""

from toadstone_cli.main import main

main()
