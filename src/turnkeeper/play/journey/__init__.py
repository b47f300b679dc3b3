"""Journeys over hexes: travel, marches, losing the way, exploring, mounts and vehicles, camps and nights.

A march is what a party walks in a day; beyond it, it is forced. A landmark is what a hex shows, or hides
until it is searched.
"""
