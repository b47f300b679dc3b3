"""`map show | svg | check | route | use`: hex maps, looked at, drawn, checked, walked over and played on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from turnkeeper.cli import map_campaign, screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.files import read_text, write_new
from turnkeeper.cli.map_campaign import Which, found_wrong, is_sample, land_in_use, require_land
from turnkeeper.cli.options import CampaignOption, Json
from turnkeeper.table import maps
from turnkeeper.table.maps import Hex, Land, Route, TextMap, Tile, name_of

if TYPE_CHECKING:
    from turnkeeper.cli.screen import Screen

Flag = Parameter(negative=(), show_default=False)
WhichOrOurs = Annotated[
    str, Parameter(help="A Text Mapper file, or `sample`; else the campaign's map.", show_default=False)
]
Price = Annotated[
    list[str] | None,
    Parameter(
        name="--cost",
        negative=(),
        help="What it costs to enter a hex with a word, as hills=5 or sea=no; may be said again.",
        show_default=False,
    ),
]
app = App(name="map", help="Show, draw and check hex maps, and play on them.", version_flags=[])
app.command(map_campaign.use)


@app.command
def show(
    which: WhichOrOurs = "",
    place: str = "",
    /,
    *,
    begin: Annotated[str, Parameter(name="--from", help="Show a wide map from here.")] = "",
    campaign: CampaignOption = "",
    json: Json = False,
) -> int:
    """Show a map on the terminal, or one hex of it with all that the referee knows.

    Parameters
    ----------
    place
        A hex such as 0507, or the name of a place; for the campaign's map it stands alone.
    """
    from turnkeeper.cli.hexmap import drawn

    (land, place), out = _land_and_place(which, place, campaign), screen.stdout()
    if place:
        tile = land.by_hex[_place(land, place)]
        if json:
            out.json(_as_data(land, tile))
        else:
            out.say_all(_hex_lines(out, land, tile))
    elif json:
        out.json(
            {"name": land.name, "hexes": [_as_data(land, tile) for tile in land.tiles], "ways": _ways(land)}
        )
    else:
        out.say_all(drawn(out, land, _place(land, begin) if begin else None))
    return Exit.DONE


def _as_data(land: Land, tile: Tile) -> dict[str, object]:
    return {
        "hex": name_of(tile.place),
        "words": tile.words,
        "labels": [label.text for label in tile.labels],
        "landmarks": tile.landmarks,
        "notes": tile.notes,
        "regions": _regions(land, tile),
    }


def _ways(land: Land) -> list[dict[str, object]]:
    return [{"kind": way.kind, "name": way.name, "hexes": list(map(name_of, way.hexes))} for way in land.ways]


def _regions(land: Land, tile: Tile) -> list[str]:
    return [region.name for region in land.regions if tile.place in region.hexes]


def _hex_lines(out: Screen, land: Land, tile: Tile) -> list[str]:
    ways = {f"{way.kind} {way.name}".strip(): None for way in land.ways if tile.place in way.hexes}
    lines = [f"{out.bold(name_of(tile.place))}  {tile.name}".rstrip(), out.dim(" ".join(tile.words))]
    for label, said in (
        ("Region", _regions(land, tile)),
        ("Ways", list(ways)),
        ("Seen", [_landmark(one.name, one.text) for one in tile.landmarks if not one.hidden]),
        ("Hidden", [_landmark(one.name, one.text) for one in tile.landmarks if one.hidden]),
        ("Notes", list(tile.notes)),
    ):
        lines += screen.block(out, label, said)
    return lines


def _landmark(name: str, text: str) -> str:
    return f"{name}: {text}" if text else name


@app.command
def svg(  # noqa: PLR0913 - one for each option of the command line
    which: WhichOrOurs = "",
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], show_default=False)] = None,
    party: Annotated[str, Parameter(show_default=False)] = "",
    route: Annotated[str, Parameter(show_default=False)] = "",
    sight: Annotated[int | None, Parameter(show_default=False)] = None,
    landmarks: Annotated[bool, Flag] = False,
    numbers: bool = True,
    legend: bool = True,
    campaign: CampaignOption = "",
) -> int:
    """Draw a map as SVG, to print or to put on a page.

    Parameters
    ----------
    output
        A new file; else the drawing goes to standard output.
    party
        Where the party stands: a hex or the name of a place.
    route
        A way to show, from one place to another, as 0205-1013.
    sight
        Fog over all that is further than so many hexes from the party and its way.
    landmarks
        Mark the hexes where there is something to find; for the referee only.
    """
    land = _land(which) if which else require_land(campaign)
    stands = _place(land, party) if party else None
    way = _between(land, route) if route else ()
    picture = maps.Picture(_seen(land, stands, way, sight), stands, way, landmarks, numbers, legend)
    text = maps.svg(land, picture)
    if output is None:
        screen.stdout().write(text)
    else:
        write_new(output, text)
        screen.stderr().say(f"{output} is drawn: {len(land.tiles)} hexes")
    return Exit.DONE


def _seen(land: Land, party: Hex | None, way: tuple[Hex, ...], sight: int | None) -> frozenset[Hex] | None:
    if sight is None:
        return None
    eyes = (*way, *([party] if party else []))
    if not eyes:
        raise Stop(Exit.USAGE, "--sight needs somebody who sees.", "Say --party HEX or --route FROM-TO.")
    return frozenset(place for eye in eyes for place in maps.disc(eye, max(0, sight)) if place in land.by_hex)


def _between(land: Land, said: str) -> tuple[Hex, ...]:
    start, dash, goal = said.partition("-")
    if not dash:
        raise Stop(Exit.USAGE, f"{said!r} is no route.", "Say it as 0205-1013.")
    return _route(land, start, goal, maps.HOUSE_DEFAULT).hexes


@app.command
def check(which: Which, /, *, json: Json = False) -> int:
    """Check a map: every problem with its place, and what on it means nothing to Turnkeeper but is kept."""
    read_map, out, err = _read(which), screen.stdout(), screen.stderr()
    lost, land = maps.losses(read_map), read_map.land
    if json:
        counts = {"hexes": len(land.tiles), "ways": len(land.ways), "regions": len(land.regions)}
        out.json({**counts, "problems": read_map.problems, "losses": lost})
    else:
        out.say_all(found_wrong(read_map))
    count, many = len(read_map.problems), "" if len(read_map.problems) == 1 else "s"
    err.say(
        f"{which}: {len(land.tiles)} hexes, {len(land.ways)} ways; {count} problem{many}, "
        f"{len(lost)} things kept that mean nothing here"
    )
    return Exit.REFUSED if read_map.problems else Exit.DONE


@app.command(name="route")
def find_route(
    *words: Annotated[str, Parameter(show_default=False)],
    cost: Price = None,
    road: Annotated[int, Parameter(help="What a road divides a cost by.")] = 2,
    drawn: Annotated[bool, Flag] = False,
    campaign: CampaignOption = "",
    json: Json = False,
) -> int:
    """Find the best way between two places, hex by hex: [MAP] FROM TO.

    A house default prices a hex by its country: flat 2; hills or heavy growth 4; mountains, swamp or both 6;
    water not at all; a road halves. For the times of a rule set travel in a campaign.

    Parameters
    ----------
    words
        A Text Mapper file or `sample`, else the campaign's map; then two hexes as 0205, or names of places.
    drawn
        Show the way on the map.
    """
    land, start, goal = _ends(words, campaign)
    out = screen.stdout()
    if not 1 <= road <= maps.MOST_ROAD:
        raise Stop(Exit.USAGE, f"--road {road} is no divisor.", f"It is from 1 to {maps.MOST_ROAD}.")
    costs = maps.Costs(words=_prices(cost or []), road=road)
    found = _route(land, start, goal, costs)
    journey = maps.told(land, found, costs)
    if json:
        out.json(
            {"cost": journey.cost, "steps": journey.steps, "house_default": not cost, "legs": journey.legs}
        )
        return Exit.DONE
    if drawn:
        from turnkeeper.cli.hexmap import drawn as map_drawn

        out.say_all([*map_drawn(out, land, route=frozenset(found.hexes)), ""])
    rows = [
        (leg.hex, leg.cost, "by road" if leg.road else "", leg.name or " ".join(leg.words))
        for leg in journey.legs
    ]
    out.say_all(screen.columns(rows))
    out.say(f"{out.bold(journey.cost)} over {journey.steps} hexes, {_priced(cost)}")
    return Exit.DONE


def _ends(words: tuple[str, ...], campaign: str) -> tuple[Land, str, str]:
    """Return the land and the two ends of a way, of three words or of two on the campaign's map."""
    match words:
        case (which, start, goal):
            return _land(which), start, goal
        case (start, goal):
            return require_land(campaign), start, goal
        case _:
            hint = "turnkeeper map route sample Ferrowhythe Wendbridge"
            raise Stop(Exit.USAGE, "a way has two ends.", hint)


def _priced(cost: list[str] | None) -> str:
    return f"priced with {', '.join(cost)}" if cost else "by the house default"


def _prices(said: list[str]) -> dict[str, int | None]:
    prices: dict[str, int | None] = {}
    for one in said:
        word, sign, price = one.partition("=")
        if price.casefold() == "no":
            prices[word.casefold()] = None
        elif word and sign and price.isdecimal() and int(price[:9]) <= maps.MOST_COST:
            prices[word.casefold()] = int(price[:9])
        else:
            hint = f"Say it as hills=5 or sea=no; at most {maps.MOST_COST}."
            raise Stop(Exit.USAGE, f"{one!r} is no price.", hint)
    return prices


def _route(land: Land, start: str, goal: str, costs: maps.Costs) -> Route:
    try:
        return maps.route(land, _place(land, start), _place(land, goal), costs)
    except maps.NoWay as fault:
        raise Stop(Exit.REFUSED, f"{fault.message}.", fault.hint) from fault


def _place(land: Land, said: str) -> Hex:
    try:
        return maps.place_of(land, said)
    except maps.NoWay as fault:
        raise Stop(Exit.USAGE, f"{fault.message}.", fault.hint) from fault


def _land_and_place(which: str, place: str, campaign: str) -> tuple[Land, str]:
    """Return a land and a place on it; what is no file may be a place on the campaign's map."""
    if not which:
        return require_land(campaign), place
    ours = None if place or is_sample(which) or Path(which).exists() else land_in_use(campaign)
    if ours is None:
        return _land(which), place
    try:
        maps.place_of(ours, which)
    except maps.NoWay as fault:
        raise Stop(Exit.USAGE, f"{fault.message} of the campaign, nor such a file.", fault.hint) from fault
    return ours, which


def _land(which: str) -> Land:
    """Return a map's land; its problems are counted on standard error and do not stop anything."""
    read_map = _read(which)
    count = len(read_map.problems)
    if count:
        err = screen.stderr()
        many = "" if count == 1 else "s"
        err.say(err.warm(f"{which} has {count} problem{many}; `turnkeeper map check {which}` tells them."))
    return read_map.land


def _read(which: str) -> TextMap:
    if is_sample(which):
        return maps.sample()
    try:
        return maps.read(read_text(Path(which)), which)
    except maps.MapRefused as fault:
        raise Stop(Exit.FILE, f"{fault.problem}.", "Nothing of it was read.") from fault
