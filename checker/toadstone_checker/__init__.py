"""A stand-alone checker of Toadstone's certificates.

It imports nothing but the standard library, and believes nothing but the rules written down here,
a module a game. Copy the folder to wherever you trust the machine, and read it first:

    python toadstone_checker certificate.json

Exit status: 0 the claim is proven, 10 it is not, 30 the file is no certificate, or there is not
enough memory. What is printed does not change it.
"""
