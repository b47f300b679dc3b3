"""`map route | reach`: the best way between two places, and how far the party comes in a length of time.

In a campaign its rule set says how long a hex takes; on the map of a file a house default prices it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps import routes
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.map_campaign import land_meant, place_meant, require
from turnkeeper.cli.opening import write_new
from turnkeeper.cli.parser import CampaignOption, Flag, Json, Output
from turnkeeper.cli.screen import Screen
from turnkeeper.files.maps import paper
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import Hex, name_of
from turnkeeper.time import SpokenTimeError
from turnkeeper.views.maps.reaching import (
    Reach,
    TimedWay,
    clock,
    has_times,
    hours,
    reach_of,
    way,
)
from turnkeeper.views.maps.sheets import sheet
from turnkeeper.views.maps.text_equivalent import both_places
from turnkeeper.views.parts.wayfaring import hexes_said, marches_said

Price = Annotated[
    list[str] | None,
    Parameter(
        name="--cost",
        negative=(),
        help="What it costs to enter a hex with a word, as hills=5 or sea=no; may be said again.",
        show_default=False,
    ),
]
ROAD = 2


class _Asked(Struct, frozen=True):
    """A way that is asked for, on a campaign's map or on that of a file; timed where a rule set does it."""

    sheet: MapSheet
    start: Hex
    goal: Hex
    timed: TimedWay | None = None
    rules: str = ""


def route(
    *words: Annotated[str, Parameter(show_default=False)],
    cost: Price = None,
    road: Annotated[
        int | None, Parameter(help="What a road divides a cost by; by 2 if unsaid.", show_default=False)
    ] = None,
    drawn: Flag = False,
    campaign: CampaignOption = "",
    json: Json = False,
) -> None:
    """Find the best way between two places, hex by hex: [MAP] FROM TO, or TO from where the party is.

    In a campaign each hex takes as long as its rule set says, for this party in the weather of now. For the
    map of a file, and with --cost or --road, a house default prices a hex by its country: flat 2; hills or
    heavy growth 4; mountains, swamp or both 6; water not at all; a road halves.

    Parameters
    ----------
    words
        A Text Mapper file or `sample`, else the campaign's map; then two hexes as 0205, or names of places.
    drawn
        Show the way on the map.
    """
    if road is not None and not 1 <= road <= routes.MOST_ROAD:
        raise Stop(Exit.USAGE, f"--road {road} is no divisor.", f"It is from 1 to {routes.MOST_ROAD}.")
    asked = _asked(words, campaign, priced=cost is not None or road is not None)
    costs = routes.Costs(words=_prices(cost or []), road=ROAD if road is None else road)
    found = _found(asked, costs)
    out = screen.stdout()
    if json:
        out.json({**found.data, "legs": found.journey.legs})
        return
    if drawn:
        out.say_all([*_drawn(out, asked.sheet, found.hexes), ""])
    rows = [
        (leg.hex, leg.cost, "by road" if leg.road else "", leg.name or " ".join(leg.words))
        for leg in found.journey.legs
    ]
    out.say_all(screen.columns(rows))
    lost = both_places(asked.sheet)
    out.say(f"{out.bold(found.journey.cost)} over {hexes_said(found.journey.steps)}{found.said}{lost}")


class _Found(Struct, frozen=True):
    """A way, as data and as half a sentence."""

    hexes: tuple[Hex, ...]
    journey: routes.RouteCost
    data: dict[str, object]
    said: str


def _found(asked: _Asked, costs: routes.Costs) -> _Found:
    timed = asked.timed
    if timed is not None:
        journey, times = (
            timed.journey,
            {"ms": timed.ms, "steps": timed.journey.steps, "marches": timed.marches},
        )
        marches = f", {marches_said(timed.marches)}" if timed.marches else ""
        data = {"takes": journey.cost, **times, "rules": asked.rules}
        return _Found(timed.hexes, journey, data, f"{marches}, under {asked.rules}")
    with _passable():
        found, default = routes.route(asked.sheet.land, asked.start, asked.goal, costs), not costs.words
    journey = routes.itinerary(asked.sheet.land, found, costs)
    said = ", ".join(f"{word}={'no' if price is None else price}" for word, price in costs.words.items())
    data = {"cost": journey.cost, "steps": journey.steps, "house_default": default}
    priced = "by the house default" if default else f"priced with {said}"
    return _Found(found.hexes, journey, data, f", {priced}")


def _asked(words: tuple[str, ...], campaign: str, *, priced: bool) -> _Asked:
    """Return the two ends of a way: of three words, of two on the campaign's map, or of one."""
    match words:
        case (which, start, goal):
            land = land_meant(which)
            return _Asked(MapSheet(land), place_meant(land, start), place_meant(land, goal))
        case (*start, goal) if len(start) <= 1:
            return require(campaign, lambda table: _in_campaign(table, "".join(start), goal, priced=priced))
        case _:
            hint = "turnkeeper map route sample Ferrowhythe Wendbridge"
            raise Stop(Exit.USAGE, "a way has two ends.", hint)


def _in_campaign(table: Campaign, said: str, goal: str, *, priced: bool) -> _Asked | None:
    ours = sheet(table)
    if ours is None:
        return None
    start = place_meant(ours.land, said) if said else ours.believed or ours.party
    if start is None:
        raise Stop(Exit.REFUSED, "the party is not on the map yet.", "Name both ends of the way.")
    asked = _Asked(ours, start, place_meant(ours.land, goal))
    if priced or not has_times(table):
        return asked
    with _passable():
        timed = way(table, asked.goal, asked.start)
    return replace(asked, timed=timed, rules=table.book.set.ruleset.name)


@contextmanager
def _passable() -> Iterator[None]:
    """Raise `Stop` where no way leads there."""
    try:
        yield
    except routes.NoWay as fault:
        raise Stop(Exit.REFUSED, f"{fault.message}.", fault.hint) from fault


def hexes_between(which: str, said: str, campaign: str) -> tuple[Hex, ...]:
    """Return the hexes of the best way that is said as ``0205-1013``, priced as `route` prices it."""
    start, dash, goal = said.partition("-")
    if not dash:
        raise Stop(Exit.USAGE, f"{said!r} is no route.", "Say it as 0205-1013.")
    asked = _asked((which, start, goal) if which else (start, goal), campaign, priced=False)
    return _found(asked, routes.HOUSE_DEFAULT).hexes


def _drawn(
    out: Screen, ours: MapSheet, hexes: tuple[Hex, ...], times: Mapping[Hex, str] | None = None
) -> list[str]:
    from turnkeeper.cli.hexmap import drawn

    return drawn(out, replace(ours, route=hexes), times=times)


def _prices(said: list[str]) -> dict[str, int | None]:
    prices: dict[str, int | None] = {}
    for one in said:
        word, sign, price = one.partition("=")
        if price.casefold() == "no":
            prices[word.casefold()] = None
        elif word and sign and price.isdecimal() and int(price[:9]) <= routes.MOST_COST:
            prices[word.casefold()] = int(price[:9])
        else:
            hint = f"Say it as hills=5 or sea=no; at most {routes.MOST_COST}."
            raise Stop(Exit.USAGE, f"{one!r} is no price.", hint)
    return prices


# How far one comes


def reach(
    lasts: str,
    /,
    *,
    begin: Annotated[str, Parameter(name="--from", help="From here, not from where the party is.")] = "",
    output: Output = None,
    campaign: CampaignOption = "",
    json: Json = False,
) -> None:
    """Show how far the party comes in a length of travel: on the map, and hex by hex, the nearest first.

    Nights, days' marches and whatever happens on the way are not counted.

    Parameters
    ----------
    lasts
        How long it travels, such as 12h or "2 watches".
    output
        Draw it as SVG into a new file.
    """
    ours, found = require(campaign, lambda table: _reached(table, lasts, begin))
    out = screen.stdout()
    if output is not None:
        write_new(output, _picture(ours, found))
        screen.stderr().say(f"{output} is drawn: {hexes_said(len(found.reached))} within {found.lasts}")
        return
    data = {"from": name_of(found.start), "lasts": found.lasts, "reached": found.reached}
    out.answer(data, _reach_drawn(out, ours, found), json=json)


def _reach_drawn(out: Screen, ours: MapSheet, found: Reach) -> Iterator[str]:
    texts = {place: hours(takes) for place, takes in found.times.items() if place != found.start}
    yield from (*_drawn(out, ours, (), texts), "")
    by_time: dict[str, list[str]] = {}
    for one in found.reached[1:]:
        by_time.setdefault(one.takes, []).append(f"{one.hex} {one.label}".rstrip())
    for takes, there in by_time.items():
        yield from screen.block(out, takes, [", ".join(there)])
    within = f"within {found.lasts} of {name_of(found.start)}{both_places(ours)}"
    yield f"{out.bold(hexes_said(len(found.reached) - 1))} {within}"


def _reached(table: Campaign, lasts: str, begin: str) -> tuple[MapSheet, Reach] | None:
    ours = sheet(table)
    if ours is None:
        return None
    start = place_meant(ours.land, begin) if begin else None
    try:
        with _passable():
            return ours, reach_of(table, table.book.scale.parse_duration(lasts), start)
    except SpokenTimeError as fault:
        raise Stop(Exit.USAGE, f"{lasts!r}: {fault.message}.", fault.hint) from fault


def _picture(ours: MapSheet, found: Reach) -> str:
    texts = {place: "" if place == found.start else clock(takes) for place, takes in found.times.items()}
    caption = f"{ours.caption}: {found.lasts} from {name_of(found.start)}"
    bare = replace(ours, route=(), goal=None, known=frozenset(), caption=caption)
    return paper.svg(bare, paper.PaperOptions(times=texts))
