"""The ground under every clock: instants, lengths, the units of a rule set, and the walk over what falls due.

Pure values in whole milliseconds. This room must not know any game: the lengths of its units, the times of
day and the order in which things were begun are told to it.
"""
