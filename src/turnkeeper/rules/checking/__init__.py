"""What must hold of a rule set besides its shape: `check` lists every fault at once.

`values` checks each value by what its type declares. The other modules look at what must fit together, one
part of the set each, and stand on a `ground`: the set, its units of time, and the names that its file has.
"""
