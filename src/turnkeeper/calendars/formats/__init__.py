"""Calendar files of other programs, in and out, each with an account of what became of every value.

`source` reads JSON within bounds, `accounts` keeps the account, `importing` and `exporting` know the formats
by name. One module a format, or one for two that differ in their names only. Nothing here evaluates a text,
and a figure that can be worked out is worked out anew.
"""
