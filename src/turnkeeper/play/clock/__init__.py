"""How time passes: tasks, timers, checks that fall due, trackers, questions, and the clock set back.

The clock walks from boundary to boundary. What stands on a boundary each mechanism says itself, in its
record.
"""
