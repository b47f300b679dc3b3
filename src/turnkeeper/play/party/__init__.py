"""Who is there, and what they have and can do: scores, wounds, fatigue, supplies, mana, notes.

Nothing here walks the clock; what falls due for people is scheduled, and the clock visits it.
"""
