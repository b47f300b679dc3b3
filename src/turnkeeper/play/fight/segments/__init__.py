"""Acts in the segments of a count or of a round: actions, waiting, castings, opportunities."""
