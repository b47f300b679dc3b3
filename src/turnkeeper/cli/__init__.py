"""The terminal: commands of the shell, the interactive keeper, and how both look.

This package draws the views and passes on what people say. It must not know a rule of any game.
"""
