"""The odds of a plan: a small program over commands, answered exactly by the rules that run the table.

A plan is read (`plan`, `reading`), made ready for one rule set (`program`), explored into a chain of
situations (`explore`, `chain`), and the law of the question is worked out from the chain (`law`).
Nothing here records anything, knows a wall clock or a front end, or knows what a command means.
"""
