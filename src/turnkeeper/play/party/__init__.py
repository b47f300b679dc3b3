"""The party: its members, with scores, wounds, fatigue, supplies, mana and notes.

Nothing here advances the clock; what falls due for characters is scheduled, and the clock visits it.
"""
