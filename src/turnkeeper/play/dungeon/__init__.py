"""The dungeon: places and rooms, light and darkness, searching, movement in feet, encounters."""
