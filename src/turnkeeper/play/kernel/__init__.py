"""What every mechanism stands on: commands and events, how they are spoken, the decision under way.

A `Decision` carries one command through: the state so far, the events so far, the answers to its throws.
Nothing here knows a mechanism or a game; what it must know of them the registry hands it.
"""
