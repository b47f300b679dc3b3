"""What happens: state, commands, events, decide and evolve, with one module for each mechanism.

Everything here is a pure function of values that are passed in. Nothing here rolls, reads a clock, opens a
file or knows who is watching.
"""
