"""Questions to the map on a screen: one hex and its commands, how far the party comes, a way.

What can be said of a hex is tried on the campaign's own declarations, and only what would be done is offered:
a throw that would be asked for does not stand in its way. Nothing here changes anything. This module
must not know of pages.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps.routes import NoWay
from turnkeeper.chance.throws import Answered
from turnkeeper.files.maps.marks import reach_layer, route
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import Hex, TooFarError, best_route, hex_named, name_of, reachable
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.sky import country_weather
from turnkeeper.time import Duration
from turnkeeper.views.maps.reaching import MINUTE_MS, Footing, TimedWay, clock, has_times, reach_of, way
from turnkeeper.views.maps.text_equivalent import HexInWords, bearing, both_places, hex_in_words
from turnkeeper.views.maps.view import known_map
from turnkeeper.views.parts.wayfaring import hexes_said, marches_said

LONGEST_REACH = Duration(30 * 24 * 60 * MINUTE_MS)
MOST_TIMES = 600
"""The most hexes within reach that are each given their time; of more only the edge is drawn."""


class HexCommand(Struct, frozen=True):
    """A command for a hex that would be done just now: its text, and the label of its button."""

    text: str
    label: str


class HexView(Struct, frozen=True):
    """One hex: its contents, where it lies from the party, how long the way is, and the commands for it.

    ``why_not`` says why one cannot travel there. ``route`` tells that a way can be shown;
    ``note`` is the beginning of the command that writes something down for the hex, empty for players.
    For a lost party the way is that from where it believes to be, which ``measured`` names, and ``truly`` is
    the way from where it is.
    """

    spot: HexInWords
    marks: tuple[str, ...]
    choices: tuple[HexCommand, ...] = ()
    why_not: str = ""
    route: bool = False
    note: str = ""
    measured: str = ""
    truly: str = ""


class ReachView(Struct, frozen=True):
    """How far the party comes: as SVG over the land, in a sentence, and hex by hex, the nearest first."""

    svg: str
    says: str
    hexes: tuple[tuple[str, str], ...]


class RouteView(Struct, frozen=True):
    """A way: as SVG over the land, in a sentence, and leg by leg; ``ways`` are 2 with another by road."""

    svg: str
    says: str
    legs: tuple[HexInWords, ...]
    ways: int = 1


# One hex


def hex_view(campaign: Campaign, name: str, *, players: bool = False) -> HexView | None:
    """Return a hex with its commands, ``None`` without a map or off it.

    Players are told what their own sheet shows, and given nothing to say.
    """
    known, place = known_map(campaign, players=players), hex_named(name)
    if known is None or place is None or known.sheet.land.at(place) is None:
        return None
    ours, foot, takes, where = known.sheet, known.foot, "", ""
    start = ours.believed or ours.party
    if start is not None and start != place:
        takes = "no way on foot" if foot.impassable(place) else _best(campaign, foot, start, place)
        where = bearing(start, place)
    found = hex_in_words(ours, foot, place, takes, where)
    said = {
        "the party is here": place == ours.party,
        "the party believes to be here": place == ours.believed,
        "where the party is going": place == ours.goal,
        "players know it": place in ours.known,
    }
    marks = tuple(text for text, so in said.items() if so)
    if players:
        return HexView(found, marks)
    has = country_weather.called(campaign.state, campaign.book, place)
    marks += (f"climate {has}",) if has else ()
    choices, refused = _choices(campaign, name_of(place), start, place)
    why_not = refused.message if refused is not None and where else ""
    route = bool(where) and has_times(campaign) and not foot.impassable(place)
    measured = truly = ""
    if ours.believed is not None and ours.party is not None:
        measured = f"from {name_of(ours.believed)}, where it believes to be"
        far = (
            "" if place == ours.party or foot.impassable(place) else _best(campaign, foot, ours.party, place)
        )
        told = ", ".join(filter(None, (far, bearing(ours.party, place))))
        truly = f"{told} from {name_of(ours.party)}, where it is"
    return HexView(found, marks, choices, why_not, route, f"mark {name_of(place)} as ", measured, truly)


def _best(campaign: Campaign, foot: Footing, start: Hex, place: Hex) -> str:
    """Return how long the best way is, in words."""
    try:
        found = None if foot.cost is None else best_route(start, place, foot.cost, foot.least)
    except TooFarError:
        return ""
    return "" if found is None else campaign.book.scale.plain.say_clock(Duration(found.cost))


def _choices(
    campaign: Campaign, name: str, start: Hex | None, place: Hex
) -> tuple[tuple[HexCommand, ...], Refusal | None]:
    """Return the commands for a hex that would be done, and why one cannot travel there."""
    by_road = False
    with suppress(NoWay):
        by_road = start is not None and _by_road(campaign, way(campaign, place), place) is not None
    tried = {
        f"travel to {name}": f"Travel to {name}",
        f"travel to {name} by road": "Travel there by road" if by_road else "",
        f"push to {name}": "Push the mounts there",
        f"stand at {name}": "The party stands here",
    }
    if campaign.book.set.navigation is not None or campaign.state.journey.astray:
        tried[f"believe {name}"] = "The party believes to be here"
    has = country_weather.called(campaign.state, campaign.book, place)
    others = (one for one in campaign.book.set.climates if has and one != has)
    tried |= {f"climate {one} at {name}": f"Its climate is {one}" for one in others}
    refused = {text: _refused(campaign, text) for text, label in tried.items() if label}
    choices = tuple(HexCommand(text, tried[text]) for text, why in refused.items() if why is None)
    return choices, refused[f"travel to {name}"]


def _refused(campaign: Campaign, text: str) -> Refusal | None:
    """Return why a command would not be done; ``None`` when it would, or a throw would be asked for."""
    try:
        decided = campaign.decide(campaign.parse(text), Answered(()))
    except SpeechError as slip:
        return Refusal("not-said", slip.message)
    return decided if isinstance(decided, Refusal) else None


# Reach, and a way


def reach_view(campaign: Campaign, lasts: str, *, players: bool = False) -> ReachView | None:
    """Return how far the party comes in a length of travel, ``None`` without a map.

    Players are told of the hexes that they know, from where they believe to be. Raises `NoWay`, and
    ``SpokenTimeError`` for a length that is none.
    """
    known = known_map(campaign, players=players)
    if known is None:
        return None
    ours = known.sheet
    length = campaign.book.scale.parse_duration(lasts)
    if length > LONGEST_REACH:
        raise NoWay("nobody looks so far ahead", "say a length of at most 30 days")
    if not players:
        found = reach_of(campaign, length)
        start, times = found.start, found.times
    elif ours.party is None or known.foot.cost is None:
        raise NoWay("nobody can say how far the party comes")
    else:
        reached = reachable(ours.party, length.ms, known.foot.cost)
        start, times = ours.party, {place: Duration(ms) for place, ms in reached.items()}
    say = campaign.book.scale.say_clock
    written = {place: clock(takes) if place != start else "" for place, takes in times.items()}
    if len(written) > MOST_TIMES:
        written = dict.fromkeys(written, "")
    others = [(place, takes) for place, takes in times.items() if place != start]
    return ReachView(
        reach_layer(known.plot, written),
        f"{hexes_said(len(others))} within {say(length)} of {name_of(start)}{both_places(ours)}",
        tuple((_called(ours, place), say(takes)) for place, takes in others[:MOST_TIMES]),
    )


def _called(ours: MapSheet, place: Hex) -> str:
    tile = ours.land.at(place)
    return f"{name_of(place)} {'' if tile is None else tile.name}".rstrip()


def route_view(campaign: Campaign, name: str, *, beside: bool = False) -> RouteView | None:
    """Return the way to a hex that `travel to` would take, for the referee; ``None`` without a map.

    ``beside`` it the way by road is drawn and costed, where that is another. Raises `NoWay`.
    """
    known, place = known_map(campaign), hex_named(name)
    if known is None or place is None:
        return None
    found = way(campaign, place)
    legs = tuple(
        HexInWords(leg.hex, leg.name, leg.words, leg.cost, "by road" if leg.road else "")
        for leg in found.journey.legs[1:]
    )
    road = _by_road(campaign, found, place) if beside else None
    drawn = [*route(known.plot, found.hexes, "map-preview")]
    says = f"{measured(found)} to {_called(known.sheet, place)}"
    if road is not None:
        drawn = [*route(known.plot, road.hexes, "map-preview-road"), *drawn]
        says += f"; by road {measured(road)}"
    return RouteView("".join(drawn), says + both_places(known.sheet), legs, 1 if road is None else 2)


def measured(found: TimedWay) -> str:
    """Return how long a way is, in words: ``9 h over 3 hexes, a day's march``."""
    marches = f", {marches_said(found.marches)}" if found.marches else ""
    return f"{found.journey.cost} over {hexes_said(found.journey.steps)}{marches}"


def _by_road(campaign: Campaign, found: TimedWay, place: Hex) -> TimedWay | None:
    """Return the way by road to a hex that has one, where it is not the best way anyway."""
    chart = campaign.book.chart(campaign.state.map.digest)
    if place not in chart.beside or found.hexes[0] not in chart.beside:
        return None
    road = way(campaign, place, by_road=True)
    return None if road.hexes == found.hexes else road
