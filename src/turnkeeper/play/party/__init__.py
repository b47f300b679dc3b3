"""The party: its members, with scores, wounds, fatigue, supplies, mana and notes.

Nothing here advances the clock; what falls due for characters is scheduled, and the clock visits it.

An entry of a sheet that has a value is a figure: a score, hit points, a level, a race. Members are absent who
stayed behind or went ahead; nothing counts them until they are back.
"""
