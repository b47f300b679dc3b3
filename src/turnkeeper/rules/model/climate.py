"""What a rule set says of how weather follows weather: chains by shares and stay, or by a flower of hexes."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.marks import ListSize
from turnkeeper.rules.model.values import (
    Chance,
    DiceText,
    Positive,
    SeasonName,
    TerrainName,
    Totals,
    WeatherName,
)

Shares: TypeAlias = dict[WeatherName, Positive]
"""How often each kind of weather comes, against the others."""


class ClimateByStay(CitesRules, frozen=True, tag_field="by", tag="stay"):
    """Weather that stays as it is with a chance, and else turns to a kind by its share, the same one perhaps.

    In the long run each kind has its share whatever ``stay`` is; a spell of one with the share p lasts
    1 / ((1 - stay)(1 - p)) times. ``seasons`` have shares of their own. It is the weather of the country of
    its ``terrain``, wherever that lies, and of what a map says to have its climate.
    """

    shares: Shares
    stay: Chance = "0"
    seasons: dict[SeasonName, Shares] = {}
    terrain: tuple[TerrainName, ...] = ()


class FlowerStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A way that the weather goes over the flower, on some totals of its dice."""

    on: Totals
    to: Literal["n", "ne", "se", "s", "sw", "nw", "stay"]


class ClimateByFlower(CitesRules, frozen=True, tag_field="by", tag="flower"):
    """Weather that goes from hex to hex of a flower, one step at a time.

    ``cells`` are 7, 19, 37 or 61 kinds: the middle, then ring by ring, each clockwise from the north. At the
    ``rim`` a step out stays where it is, or goes ``across`` and comes in at the other side. A campaign begins
    in the middle. Its ``terrain`` is as for `ClimateByStay`.
    """

    dice: DiceText
    steps: Annotated[tuple[FlowerStep, ...], ListSize(1, "a flower needs steps", "one for each total")]
    cells: Annotated[tuple[WeatherName, ...], ListSize(7, "a flower has 7 cells at least", "7, 19, 37 or 61")]
    rim: Literal["stay", "across"] = "stay"
    terrain: tuple[TerrainName, ...] = ()


Climate = ClimateByStay | ClimateByFlower
