"""What a rule set may say: `ruleset` is the whole, and one module for each part of the file holds its types.

`values` has the types of single values (a length, dice, the name of a table, a number from 1) and `marks`
what such a type declares: checks, JSON Schema and forms read the same. No reading, no checking, no play.

Annotations are evaluated where they stand, without ``from __future__ import annotations``: msgspec would
compile each of the five hundred anew whenever the program starts.

A trial is a check that an activity takes, and on which its effects hang. Toil is what the way costs, in time
and strain. Of several cases the first holds whose circumstances (scene, country, level, time) fit. A factor
is a whole number or a ratio such as 3/2; a danger is a word for the level of a place, such as `deadly`.
"""
