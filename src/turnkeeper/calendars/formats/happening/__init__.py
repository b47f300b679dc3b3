"""Events, notes and festivals of foreign files, in and out, as far as both sides can say when they come.

Of any other the account tells why not. What such an entry says besides when, how long and for whom is lost.
"""
