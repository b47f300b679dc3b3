"""The application: load, decide, append; undo and redo; what the referee is shown.

Front ends open, read and change campaigns through here alone; of what lies below they use values (throws,
dice, faults) and the texts of rule sets. The wall clock and the choice of dice live here.
"""
