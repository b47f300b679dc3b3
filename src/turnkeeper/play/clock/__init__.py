"""The passing of time: tasks, timers, checks that fall due, trackers, questions, and the clock set back.

The clock walks from boundary to boundary. Each mechanism declares what stands on a boundary.

A timer ends at a known instant, or when it is ended. A turn order is whose turn it is round the table, where
turns are kept outside of fights too.
"""
