"""Acts in the segments of a count or of a round: actions, waiting, castings, opportunities.

A habit is what one of a kind did last in a count: the default of their next act.
"""
