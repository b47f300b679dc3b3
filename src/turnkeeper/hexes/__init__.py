"""The ground under every map: hexes and their faces, names, lines, views, ways, and lands.

Pure values in whole numbers. Nothing here may know a game: the cost of a step, what hides the view and the
meaning of a map's words to a rule set are passed in.
"""

from turnkeeper.hexes.axial import STEPS, Face, Hex
from turnkeeper.hexes.land import Edge, Label, Land, Landmark, Region, Tile, Way, edge
from turnkeeper.hexes.names import at, column_and_row, hex_named, name_of
from turnkeeper.hexes.paths import Cost, Route, TooFarError, best_route, priced, reachable
from turnkeeper.hexes.shapes import Opacity, disc, line, ring, sees
from turnkeeper.hexes.words import LEXICON, Country, Meaning, TerrainVocabulary, way_kind

__all__ = [
    "LEXICON",
    "STEPS",
    "Cost",
    "Country",
    "Edge",
    "Face",
    "Hex",
    "Label",
    "Land",
    "Landmark",
    "Meaning",
    "Opacity",
    "Region",
    "Route",
    "TerrainVocabulary",
    "Tile",
    "TooFarError",
    "Way",
    "at",
    "best_route",
    "column_and_row",
    "disc",
    "edge",
    "hex_named",
    "line",
    "name_of",
    "priced",
    "reachable",
    "ring",
    "sees",
    "way_kind",
]
