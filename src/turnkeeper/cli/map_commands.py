"""`map show | svg | check | route | reach | use`: hex maps, looked at, drawn, walked over and played on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import App, Parameter
from msgspec.structs import replace

from turnkeeper.app.maps.doubts import Doubt, doubts
from turnkeeper.cli import map_campaign, map_routes, screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.map_campaign import (
    Which,
    found_wrong,
    map_meant,
    place_meant,
    sheet_and_place,
    sheet_meant,
)
from turnkeeper.cli.opening import write_new
from turnkeeper.cli.parser import CampaignOption, Flag, Json, Output, Text
from turnkeeper.cli.screen import Screen
from turnkeeper.files.maps import paper, textmapper
from turnkeeper.files.maps.sheet import MapSheet
from turnkeeper.hexes import Hex, Land, Tile, disc, name_of
from turnkeeper.views.parts.wayfaring import hexes_said

WhichOrOurs = Annotated[
    str, Parameter(help="A Text Mapper file, or `sample`; else the campaign's map.", show_default=False)
]
Players = Annotated[
    bool,
    Parameter(
        name="--players",
        negative=(),
        help="Only what the players know of the campaign's map; the rest lies under fog.",
        show_default=False,
    ),
]
app = App(name="map", help="Show, draw and check hex maps, and play on them.", version_flags=[])
app.command(map_campaign.use)
app.command(map_routes.route)
app.command(map_routes.reach)


@app.command
def show(  # noqa: PLR0913 - one for each option of the command line
    which: WhichOrOurs = "",
    place: str = "",
    /,
    *,
    begin: Annotated[str, Parameter(name="--from", help="Show a wide map from here.")] = "",
    players: Players = False,
    campaign: CampaignOption = "",
    json: Json = False,
) -> None:
    """Show a map on the terminal, or one hex of it with all that the referee knows.

    On the campaign's map the party is marked, where it believes to be, and the way ahead.

    Parameters
    ----------
    place
        A hex such as 0507, or the name of a place; for the campaign's map it stands alone.
    """
    from turnkeeper.cli.hexmap import drawn

    (ours, place), out = sheet_and_place(which, place, campaign, players=players), screen.stdout()
    land = ours.land
    if place:
        tile = land.by_hex[place_meant(land, place)]
        out.answer(_as_data(land, tile), _hex_lines(out, ours, tile), json=json)
    elif json:
        out.json(_sheet_data(ours))
    else:
        out.say_all(drawn(out, ours, place_meant(land, begin) if begin else None))


def _sheet_data(ours: MapSheet) -> dict[str, object]:
    """Return a map as data; on a campaign's map with its marks, and without the hexes under fog."""
    land, seen = ours.land, ours.seen
    tiles = [_as_data(land, tile) for tile in land.tiles if seen is None or tile.place in seen]
    ways = [{"kind": way.kind, "name": way.name, "hexes": list(map(name_of, way.hexes))} for way in land.ways]
    data: dict[str, object] = {"name": land.name, "hexes": tiles, "ways": ways}
    if ours.caption:
        one_place = {"party": ours.party, "believed": ours.believed, "goal": ours.goal}
        data |= {key: None if place is None else name_of(place) for key, place in one_place.items()}
        data["route"] = list(map(name_of, ours.route))
        data["known"] = sorted(map(name_of, ours.known if seen is None else seen))
    return data


def _as_data(land: Land, tile: Tile) -> dict[str, object]:
    return {
        "hex": name_of(tile.place),
        "words": tile.words,
        "labels": [label.text for label in tile.labels],
        "landmarks": tile.landmarks,
        "notes": tile.notes,
        "regions": _regions(land, tile),
        "climate": land.climate_by_hex.get(tile.place, land.climate),
    }


def _regions(land: Land, tile: Tile) -> list[str]:
    return [region.name for region in land.regions if tile.place in region.hexes]


def _hex_lines(out: Screen, ours: MapSheet, tile: Tile) -> Iterator[str]:
    ways = {f"{way.kind} {way.name}".strip(): None for way in ours.land.ways_through(tile.place)}
    found = [(one.hidden, f"{one.name}: {one.text}" if one.text else one.name) for one in tile.landmarks]
    yield f"{out.bold(name_of(tile.place))}  {tile.name}".rstrip()
    yield out.dim(" ".join(tile.words))
    for label, said in (
        ("Region", _regions(ours.land, tile)),
        ("Climate", filter(None, (ours.land.climate_by_hex.get(tile.place, ours.land.climate),))),
        ("Ways", ways),
        ("Seen", [text for hidden, text in found if not hidden]),
        ("Hidden", [text for hidden, text in found if hidden]),
        ("Notes", tile.notes),
        ("Party", _of_party(ours, tile.place)),
    ):
        yield from screen.block(out, label, said)


def _of_party(ours: MapSheet, place: Hex) -> Iterator[str]:
    """Yield the relations of the party to a hex."""
    if place == ours.party:
        yield "is here"
    if place == ours.believed:
        yield "believes to be here"
    if place in ours.known:
        yield "knows it"
    if ours.seen is not None and place not in ours.seen:
        yield "does not know it"


@app.command
def svg(  # noqa: PLR0913 - one for each option of the command line
    which: WhichOrOurs = "",
    /,
    *,
    output: Output = None,
    party: Text = "",
    route: Text = "",
    sight: Annotated[int | None, Parameter(show_default=False)] = None,
    landmarks: Flag = False,
    numbers: bool = True,
    legend: bool = True,
    players: Players = False,
    campaign: CampaignOption = "",
) -> None:
    """Draw a map as SVG, to print or to put on a page.

    The campaign's map is the referee's, with everything that is on it, or with --players that of the players.

    Parameters
    ----------
    output
        A new file; else the drawing goes to standard output.
    party
        Where the party stands, if not where it is: a hex or the name of a place.
    route
        A way to show, from one place to another, as 0205-1013; else the way ahead.
    sight
        Fog over all that is further than so many hexes from the party and its way.
    landmarks
        Mark the hexes where there is something to find; for the referee only.
    """
    ours = sheet_meant(which, campaign, players=players)
    land = ours.land
    stands = place_meant(land, party) if party else ours.party
    way = map_routes.hexes_between(which, route, campaign) if route else ours.route
    goal = way[-1] if route else ours.goal
    shown = replace(ours, seen=_seen(ours, stands, way, sight), party=stands, route=way, goal=goal)
    marked = landmarks or bool(ours.caption)
    text = paper.svg(shown, paper.PaperOptions(landmarks=marked, numbers=numbers, legend=legend))
    if output is None:
        screen.stdout().write(text)
    else:
        write_new(output, text)
        screen.stderr().say(f"{output} is drawn: {hexes_said(len(land.tiles))}")


def _seen(
    ours: MapSheet, party: Hex | None, way: tuple[Hex, ...], sight: int | None
) -> frozenset[Hex] | None:
    if sight is None:
        return ours.seen
    eyes = (*way, *([party] if party else []))
    if not eyes:
        raise Stop(Exit.USAGE, "--sight needs somebody who sees.", "Say --party HEX or --route FROM-TO.")
    near = (place for eye in eyes for place in disc(eye, max(0, sight)) if place in ours.land.by_hex)
    return frozenset(place for place in near if ours.seen is None or place in ours.seen)


@app.command
def check(which: Which, /, *, json: Json = False) -> int:
    """Check a map: every problem with its place, what means nothing here but is kept, and what is open."""
    read_map, out, err = map_meant(which), screen.stdout(), screen.stderr()
    lost, land = textmapper.losses(read_map), read_map.land
    asked = doubts(land)
    counts = {"hexes": len(land.tiles), "ways": len(land.ways), "regions": len(land.regions)}
    data = {**counts, "problems": read_map.problems, "losses": lost, "doubts": asked}
    out.answer(data, (*found_wrong(read_map), *map(_asked, asked)), json=json)
    sizes = (hexes_said(len(land.tiles)), counted(len(land.ways), "way"))
    wrong = counted(len(read_map.problems), "problem")
    odd = f"{counted(len(lost), 'thing')} kept that {'means' if len(lost) == 1 else 'mean'} nothing here"
    err.say(f"{which}: {', '.join(sizes)}; {wrong}, {odd}")
    return Exit.REFUSED if read_map.problems else Exit.DONE


def _asked(doubt: Doubt) -> str:
    """Return the question that a map leaves open."""
    first, more = doubt.hexes[0], len(doubt.hexes) - 1
    where = f"{first} and {more} more" if more else first
    words, under = " and ".join(doubt.words), ", ".join(doubt.under)
    return f"{where}: {words} price differently under {under}; the dearer counts. Which is meant?"
