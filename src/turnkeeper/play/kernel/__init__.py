"""The base of every mechanism: commands, events, their spoken forms, and the decision in progress.

A `Decision` carries one command through: the state so far, the events so far, the answers to its throws.
Nothing here knows a mechanism or a game; the registry passes in the parts needed of them.
"""
