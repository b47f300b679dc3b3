"""The map of a campaign as a screen shows it: its layers, its measures, and the same in words.

The land below is drawn on request, once for each content; what play marks on it and the words
are made anew only when something of them changed. Players' map is made of their own sheet and of nothing
else. A land of very many hexes is shown through a window around where one looks. This module must not know
of pages.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.files.maps.land import MARGIN, MapWindow, extent, land_layer, legend_of, plot_of
from turnkeeper.files.maps.marks import MARKS, PLAYERS_MARKS, Sign, marks_layer, signs
from turnkeeper.files.maps.plot import Plot
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import Hex, column_and_row, hex_named, name_of
from turnkeeper.play.journey import exploring
from turnkeeper.play.journey.journey import Journey
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration
from turnkeeper.views.maps.reaching import Footing, footing, step_times
from turnkeeper.views.maps.sheets import sheet
from turnkeeper.views.maps.text_equivalent import TextEquivalent, text_equivalent
from turnkeeper.views.parts.wayfaring import plan_of

WHOLE = 1_600
"""The most hexes of a land that is shown whole."""
WINDOW = (44, 34)
"""How many columns and rows a window has."""
STEP = 8
"""Windows begin at multiples of this many columns and rows, so that a few steps do not need another."""
KEPT_DRAWINGS = 6
"""The most drawings, and the most plots, that are kept of one campaign."""
_KEY = 16
_HOUR = 3_600_000
_Name = TypeVar("_Name")
_Drawn = TypeVar("_Drawn")


class Measures(Struct, frozen=True):
    """How a land lies on its drawing: width, height, margin, its first column and row, how many of both."""

    width: int
    height: int
    margin: int
    column: int
    row: int
    columns: int
    rows: int


class ReachChoice(Struct, frozen=True):
    """A length of travel that one may ask the reach of: how it is said, and its name."""

    lasts: str
    called: str


class MapView(Struct, frozen=True):
    """A map for a screen.

    ``land`` changes whenever the drawing of the land does; ``marks`` is what play marks on it, as SVG to
    stand in a drawing of the same measures. ``at`` is the hex to look at first, ``party`` where its token
    stands. ``windowed`` tells that the land is shown through a window. ``reaches`` are the lengths of travel
    that this rule set makes one ask for; empty where it says nothing of travel. ``legend`` are the kinds and
    names of the signs drawn.
    """

    name: str
    land: str
    hexes: int
    windowed: bool
    measures: Measures
    marks: str
    at: str
    party: str
    placed: bool
    outdoors: bool
    reaches: tuple[ReachChoice, ...]
    legend: tuple[tuple[str, str], ...]
    text_equivalent: TextEquivalent


class KnownMap(Struct, frozen=True):
    """A campaign's map for the referee or the players: sheet, footing, plot and view."""

    sheet: MapSheet
    foot: Footing
    plot: Plot
    view: MapView


class _Kept:
    """The cache of one campaign: the last map of each kind and its causes, plots, drawings of the land."""

    def __init__(self) -> None:
        self.made: dict[bool, tuple[Journey, tuple[object, ...], KnownMap]] = {}
        self.plots: dict[str, Plot] = {}
        self.drawings: dict[tuple[str, MapWindow | None], str] = {}


_CAMPAIGNS: WeakKeyDictionary[Campaign, _Kept] = WeakKeyDictionary()


def _keep(kept: dict[_Name, _Drawn], name: _Name, make: Callable[[], _Drawn]) -> _Drawn:
    """Return the kept value of a name, made where it is not; the oldest goes where there are too many."""
    if name not in kept:
        while len(kept) >= KEPT_DRAWINGS:
            del kept[next(iter(kept))]
        kept[name] = make()
    return kept[name]


def map_view(campaign: Campaign, *, players: bool = False) -> MapView | None:
    """Return the map for the referee's screen or for the players', ``None`` without one.

    As long as nothing on it changes it is the very same value. Raises ``Unreadable`` when the map is gone.
    """
    found = known_map(campaign, players=players)
    return None if found is None else found.view


def known_map(campaign: Campaign, *, players: bool = False) -> KnownMap | None:
    """Return the map as the referee or the players know it, with all that is asked of it."""
    state, book = campaign.state, campaign.book
    if not state.map.digest:
        return None
    # The journey is one value until something on it changes. By how far one sees in the weather of now
    # players suppose a view from where they believe to be.
    sees, times = exploring.sight(state, book), step_times(state, book)
    causes = (state.map.digest, plan_of(state).path, state.place.scene, sees, times)
    kept = _CAMPAIGNS.setdefault(campaign, _Kept())
    last = kept.made.get(players)
    if last is not None and last[0] is state.journey and last[1] == causes:
        return last[2]
    ours = sheet(campaign, players=players, apart=True)
    if ours is None:
        return None
    made = _made(campaign, ours, kept, players=players)
    kept.made[players] = (state.journey, causes, made)
    return made


def _made(campaign: Campaign, ours: MapSheet, kept: _Kept, *, players: bool) -> KnownMap:
    key = campaign.state.map.digest[:_KEY]
    if ours.seen is not None:
        tiles = [ours.land.at(place) for place in sorted(ours.seen)]
        content = (campaign.state.map.digest, tiles, sorted(ours.afar), ours.land.ways)
        key = sha256(msgspec.json.encode(content)).hexdigest()[:_KEY]
    plot = _keep(kept.plots, key, lambda: plot_of(ours.land, ours.seen))
    foot = footing(campaign, ours if players else None)
    width, height = extent(plot)
    shown = ours.believed or ours.party
    view = MapView(
        name=ours.land.name,
        land=key,
        hexes=len(ours.land.tiles),
        windowed=len(ours.land.tiles) > WHOLE,
        measures=Measures(width, height, MARGIN, *plot.first, *plot.size),
        marks=marks_layer(plot, ours),
        at=name_of(shown) if shown is not None else "",
        party=name_of(ours.party) if ours.party is not None else "",
        placed=ours.party is not None,
        outdoors=outdoors(campaign.state, campaign.book),
        reaches=_reaches(campaign.book) if foot.cost is not None and shown is not None else (),
        legend=legend_of(plot),
        text_equivalent=text_equivalent(ours, foot, campaign.book.scale, players=players),
    )
    return KnownMap(ours, foot, plot, view)


def _reaches(book: Rulebook) -> tuple[ReachChoice, ...]:
    """Return the lengths of travel that one asks for in a rule set: a watch, a march, half a day, a day."""
    units = [f"1 {unit.name}" for unit in book.scale.chain if _HOUR < unit.length.ms < 24 * _HOUR]
    march = book.set.travel.march if book.set.travel is not None else None
    choices = [ReachChoice(one, one) for one in (*units, "12 h", "24 h")]
    if march is not None:
        choices.insert(len(units), ReachChoice(march.day, "a day's march"))
    found: dict[Duration, ReachChoice] = {}
    for one in choices:
        found.setdefault(book.scale.parse_duration(one.lasts), one)
    return tuple(found[length] for length in sorted(found))


# The land below


class DrawnLand(Struct, frozen=True):
    """A drawing of the land, or of a window of it, the columns and rows that it shows, and its signs."""

    key: str
    svg: str
    window: MapWindow
    signs: tuple[Sign, ...] = ()


def draw_land(campaign: Campaign, near: str = "", *, players: bool = False) -> DrawnLand | None:
    """Return the land for the referee or the players, ``None`` without a map.

    Of a land of very many hexes the window around a hex is drawn, named as ``0507``; else around the party.
    """
    known = known_map(campaign, players=players)
    if known is None:
        return None
    view, ours = known.view, known.sheet
    sizes = view.measures
    whole = MapWindow(sizes.column, sizes.row, sizes.columns, sizes.rows)
    window = window_around(whole, hex_named(near or view.at)) if view.windowed else None
    drawings = _CAMPAIGNS.setdefault(campaign, _Kept()).drawings
    drawn = _keep(drawings, (view.land, window), lambda: land_layer(ours, window))
    marks = PLAYERS_MARKS if players else MARKS
    return DrawnLand(view.land, drawn, window or whole, signs(view.legend, marks, players=players))


def window_around(whole: MapWindow, place: Hex | None) -> MapWindow:
    """Return the window that has a hex about its middle, within a land; its corner lies on a coarse net."""
    column, row = (whole.column, whole.row) if place is None else column_and_row(place)
    columns, rows = WINDOW
    return MapWindow(
        _corner(column - columns // 2, whole.column, whole.columns - columns),
        _corner(row - rows // 2, whole.row, whole.rows - rows),
        min(columns, whole.columns),
        min(rows, whole.rows),
    )


def _corner(wanted: int, first: int, room: int) -> int:
    """Return where a window begins: about where it is wanted, so that it lies within its land."""
    return first + max(0, min(room, (wanted - first + STEP // 2) // STEP * STEP))
