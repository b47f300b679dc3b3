"""The map of a campaign as a screen shows it: its layers, its measures, and the same in words.

The land below is drawn on request, once for each content; what play marks on it and the words
are made anew only when something of them changed. Players' map is made of their own sheet and of nothing
else. A land of very many hexes is shown through a window around where one looks. This module must not know
of pages.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from turnkeeper.files.maps.land import MARGIN, MapWindow, extent, land_layer, legend_of, plot_of
from turnkeeper.files.maps.marks import MARKS, PLAYERS_MARKS, Sign, marks_layer, signs
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import Hex, Land, column_and_row, hex_named, name_of
from turnkeeper.play.journey import exploring
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.views.maps.footing import Footing, StepTimes, footing, step_times
from turnkeeper.views.maps.sheets import sheet
from turnkeeper.views.maps.text_equivalent import TextEquivalent, text_equivalent
from turnkeeper.views.parts.wayfaring import plan_of

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.files.maps.plot import Plot
    from turnkeeper.play.journey.journey import Journey

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
    stand in a drawing of the same measures. ``at`` is the hex to look at first. ``windowed`` tells that the
    land is shown through a window. ``reaches`` are the lengths of travel that this rule set makes one ask
    for; empty where it says nothing of travel. ``legend`` are the kinds and names of the signs drawn.
    """

    name: str
    land: str
    hexes: int
    windowed: bool
    measures: Measures
    marks: str
    at: str
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


class _MadeFrom(Struct, frozen=True):
    """The values that a view was made from; the journey is one value until something on it changes.

    ``sight`` is how far one sees in the weather: from where they believe to be players suppose a view.
    """

    digest: str
    journey: Journey
    path: tuple[Hex, ...]
    scene: str
    sight: int | None
    times: StepTimes

    def same(self, other: _MadeFrom) -> bool:
        return (
            self.journey is other.journey
            and (self.digest, self.path, self.scene) == (other.digest, other.path, other.scene)
            and self.sight == other.sight
            and self.times == other.times
        )


class _Kept:
    """The cache of one campaign: the last view of each kind, the places of things, and drawings."""

    def __init__(self) -> None:
        self.made: dict[bool, tuple[_MadeFrom, KnownMap]] = {}
        self.plots: dict[str, Plot] = {}
        self.drawings: dict[tuple[str, MapWindow | None], str] = {}

    def plot(self, key: str, land: Land, seen: frozenset[Hex] | None) -> Plot:
        if key not in self.plots:
            while len(self.plots) >= KEPT_DRAWINGS:
                del self.plots[next(iter(self.plots))]
            self.plots[key] = plot_of(land, seen)
        return self.plots[key]

    def keep(self, key: tuple[str, MapWindow | None], drawing: str) -> str:
        while len(self.drawings) >= KEPT_DRAWINGS:
            del self.drawings[next(iter(self.drawings))]
        self.drawings[key] = drawing
        return drawing


_CAMPAIGNS: WeakKeyDictionary[Campaign, _Kept] = WeakKeyDictionary()


def map_view(campaign: Campaign, *, players: bool = False) -> MapView | None:
    """Return the map for the referee's screen or for the players', ``None`` without one.

    As long as nothing on it changes it is the very same value. Raises ``Unreadable`` when the map is gone.
    """
    found = known_map(campaign, players=players)
    return None if found is None else found.view


def known_map(campaign: Campaign, *, players: bool = False) -> KnownMap | None:
    """Return the map as the referee or the players know it, with all that is asked of it."""
    cause = _cause(campaign)
    if not cause.digest:
        return None
    kept = _kept(campaign)
    last = kept.made.get(players)
    if last is not None and last[0].same(cause):
        return last[1]
    ours = sheet(campaign, players=players, apart=True)
    if ours is None:
        return None
    made = _made(campaign, ours, kept, players=players)
    kept.made[players] = (cause, made)
    return made


def _cause(campaign: Campaign) -> _MadeFrom:
    state = campaign.state
    return _MadeFrom(
        state.map.digest,
        state.journey,
        plan_of(state).path,
        state.place.scene,
        exploring.sight(state, campaign.book),
        step_times(state, campaign.book),
    )


def _kept(campaign: Campaign) -> _Kept:
    return _CAMPAIGNS.setdefault(campaign, _Kept())


def _made(campaign: Campaign, ours: MapSheet, kept: _Kept, *, players: bool) -> KnownMap:
    key = _land_key(campaign.state.map.digest, ours)
    plot = kept.plot(key, ours.land, ours.seen)
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
        placed=ours.party is not None,
        outdoors=outdoors(campaign.state, campaign.book),
        reaches=reach_choices(campaign) if foot.cost is not None and shown is not None else (),
        legend=legend_of(plot),
        text_equivalent=text_equivalent(ours, foot, campaign.book.scale, players=players),
    )
    return KnownMap(ours, foot, plot, view)


def _land_key(digest: str, ours: MapSheet) -> str:
    """Return a name for the content of the land's drawing."""
    if ours.seen is None:
        return digest[:_KEY]
    tiles = [ours.land.at(place) for place in sorted(ours.seen)]
    content = msgspec.json.encode((digest, tiles, sorted(ours.afar), ours.land.ways))
    return sha256(content).hexdigest()[:_KEY]


def reach_choices(campaign: Campaign) -> tuple[ReachChoice, ...]:
    """Return the lengths of travel that one asks for in a rule set: a watch, a march, half a day, a day."""
    book = campaign.book
    units = [unit for unit in book.scale.chain if _HOUR < unit.length.ms < 24 * _HOUR]
    march = book.set.travel.march if book.set.travel is not None else None
    found = {
        book.scale.parse_duration(f"1 {unit.name}"): (f"1 {unit.name}", f"1 {unit.name}") for unit in units
    }
    if march is not None:
        found.setdefault(book.scale.parse_duration(march.day), (march.day, "a day's march"))
    for said in ("12 h", "24 h"):
        found.setdefault(book.scale.parse_duration(said), (said, said))
    return tuple(ReachChoice(*found[length]) for length in sorted(found))


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
    kept, key = _kept(campaign), (view.land, window)
    drawn = kept.drawings.get(key)
    if drawn is None:
        drawn = kept.keep(key, land_layer(ours, window))
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
