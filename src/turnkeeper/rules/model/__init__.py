"""What a rule set may say: `ruleset` is the whole, and one module for each part of the file holds its types.

`values` has the types of single values (a length, dice, the name of a table, a number from 1) and `marks`
what such a type declares: checks, JSON Schema and forms read the same. No reading, no checking, no play.

Annotations are evaluated where they stand, without ``from __future__ import annotations``: msgspec would
compile each of the five hundred anew whenever the program starts.
"""
