"""What must hold of a rule set besides its shape: `check` lists every fault at once.

`values` checks each value by what its type declares. The other modules look at what must fit together: each
check is entered for the type of part that it looks at, and stands on a `ground`, which is the set, its units
of time, and the names that its file has.
"""
