"""The screen: Turnkeeper in a browser, for the referee and for players who look on.

It draws views of `table/` and says commands to its desk; it knows no rule of any game.
"""
