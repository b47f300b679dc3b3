"""The dungeon: places and rooms, light and darkness, searching, movement in feet, encounters.

An encounter is something met: it has a distance, and comes or goes. A reaction is how
those who are met take the party; their morale is in `fight`.
"""
