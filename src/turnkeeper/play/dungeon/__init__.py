"""Underground and in rooms: places, light and darkness, searching, moving by feet, encounters."""
