"""The passing of time: tasks, timers, checks that fall due, trackers, questions, and the clock set back.

The clock walks from boundary to boundary. Each mechanism declares what stands on a boundary.
"""
