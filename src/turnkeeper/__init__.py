"""Turnkeeper: strict game time for tabletop role-playing campaigns."""
