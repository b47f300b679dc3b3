"""The sky above the party: seasons with their dawn and dusk, and the weather.

A climate is how weather follows weather in some country; the map, the rule set or the referee says which
country has it.
"""
