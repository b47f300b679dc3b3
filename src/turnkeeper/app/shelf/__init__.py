"""The campaigns of a folder: begun, renamed, put away, handed on, and played on under other rules."""
