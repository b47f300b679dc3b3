"""The application: load, decide, append; undo and redo; what the referee is shown.

Front ends pass through here and through nothing below it. The wall clock and the choice of dice live here.
"""
