"""The mechanisms of play: state, commands and events, `decide` and `evolve`, one module for each mechanism.

Everything here is a pure function of the values passed in. Nothing here rolls dice, reads a clock, opens a
file or knows who is watching.
"""
