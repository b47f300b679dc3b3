"""Journeys over hexes: travel, marches, losing the way, exploring, mounts and vehicles, camps and nights."""
