"""`toadstone play` in the browser: a server on this computer alone, and its page."""
