"""Fights by rounds or by a count: sides, order, wounds, morale; `segments` is what one does in a count."""
