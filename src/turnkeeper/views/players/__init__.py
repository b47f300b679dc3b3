"""The players' view and their links: built from what they may know, never cut down from more.

A display is what a television at the table shows of it.
"""
