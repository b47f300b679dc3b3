"""The order of a round of a fight: its making by each kind of order, and its telling. Counts are not here."""
