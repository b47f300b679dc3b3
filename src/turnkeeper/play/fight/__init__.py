"""Fights by rounds: sides, order, wounds, morale, surprise, effects; `segments` is the count by segments."""
