"""What must hold of a rule set beyond its shape: names that exist, tables that are whole, no circles.

Each module looks at one part of the model and yields every problem at once.
"""
