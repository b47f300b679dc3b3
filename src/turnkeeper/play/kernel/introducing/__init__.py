"""People, mounts and creatures as words introduce them, and the entries of a sheet as words change them.

Each kind has its reader and its printer, which are each other's inverse. What an entry does is a mechanism's
matter.
"""
