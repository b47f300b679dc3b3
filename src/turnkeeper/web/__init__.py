"""The screen: Turnkeeper in a browser, for the referee and for players who look on.

It draws views of `views/` and says commands to a session of `app/`; it knows no rule of any game.
"""
