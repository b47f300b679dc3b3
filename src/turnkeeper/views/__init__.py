"""Views: the state in figures and words, for the referee, for players, and of maps.

A view is built field by field; front ends draw views and never look into the state. Nothing here changes
a campaign.

A story is a session of play in the players' words.
"""
