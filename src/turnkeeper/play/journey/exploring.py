"""Exploring: what the party sees on entering a hex and from a height, and what a search of it uncovers.

Overt landmarks are found on entering, or seen from afar; hidden ones only by searching the hex.
Knowledge of a hex is kept with the instant at which it was learned.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.hexes import Hex, Landmark, name_of
from turnkeeper.play.clock import questions
from turnkeeper.play.clock.clock import carry_out
from turnkeeper.play.journey import leg_time
from turnkeeper.play.journey.journey import chart_of, here
from turnkeeper.play.journey.mapping import travels
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Audience, Command, Event, State, Task, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import scene_of
from turnkeeper.play.party import party
from turnkeeper.play.sky import country_weather, seasons, weather
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart

KIND = "search-hex"
MOST_TOLD = 12


class SearchHex(Command, frozen=True, tag="search-hex"):
    """Search the hex that the party is in: the hidden comes to light."""


class LookOut(Command, frozen=True, tag="look-out"):
    """A character climbs a tree or a tower, and sees into the hexes around."""


class LandmarksFound(Event, frozen=True, tag="landmarks-found.1"):
    """The overt landmarks of a hex were found on entering it; each a name, perhaps with its text."""

    where: Hex
    landmarks: tuple[str, ...]


class HexesSeen(Event, frozen=True, tag="hexes-seen.1"):
    """Hexes were seen for the first time from another, with the overt landmarks in them."""

    where: Hex
    seen: tuple[Hex, ...]
    landmarks: tuple[str, ...] = ()


class HexSearched(Event, frozen=True, tag="hex-searched.1"):
    """A hex was searched, and its hidden landmarks were found."""

    where: Hex
    landmarks: tuple[str, ...] = ()


def sight(state: State, book: Rulebook) -> int | None:
    """Return how many hexes one sees in this weather, ``None`` for as far as the terrain allows.

    Where night makes it dark outdoors, the party's own lights show it no other hex.
    """
    scene = scene_of(state, book)
    if scene is not None and scene.dark_at_night and seasons.is_night(state, book):
        return 0
    sky = weather.of(state, book)
    return None if sky is None else sky.sight


def arrive(decision: Decision, chart: Chart) -> None:
    """Find the weather and the overt landmarks of the hex just entered, and see the hexes around."""
    where = here(decision)
    country_weather.find(decision)
    rules = decision.book.set.travel
    if decision.state.journey.explored.get(where) == decision.at:
        overt = _landmarks(chart, where, hidden=False)
        if overt:
            cite = rules.landmarks if rules is not None else None
            rule = cite.id if cite is not None else ""
            decision.record(LandmarksFound(where, overt, rule=rule, seen_by=_audience(decision)))
    look(decision, chart)


def look(decision: Decision, chart: Chart, *, vantage: bool = False) -> None:
    """See the hexes visible from here; only new ones are reported."""
    where, journey = here(decision), decision.state.journey
    new = tuple(
        place
        for place in chart.seen_from(where, sight(decision.state, decision.book), vantage=vantage)
        if place not in journey.seen and place not in journey.explored
    )
    if not new:
        return
    rules = decision.book.set.travel
    rule = rules.sight.id if rules is not None and rules.sight is not None else ""
    landmarks = tuple(name for place in new for name in _landmarks(chart, place, hidden=False))
    decision.record(HexesSeen(where, new, landmarks, rule=rule, seen_by=_audience(decision)))


def _audience(decision: Decision) -> Audience:
    """Return who may read where something is: only the referee while the party is astray."""
    return "referee" if decision.state.journey.astray else "table"


def _landmarks(chart: Chart, place: Hex, *, hidden: bool) -> tuple[str, ...]:
    tile = chart.land.at(place)
    marks: Iterable[Landmark] = () if tile is None else tile.landmarks
    return tuple(_said(one) for one in marks if one.hidden == hidden)


def _said(one: Landmark) -> str:
    return f"{one.name}: {one.text}" if one.text else one.name


def landmark_in_sight(decision: Decision, chart: Chart) -> bool:
    """Return whether a height or a landmark outside the party's own hex can be seen from it."""
    where, terrain = here(decision), chart.terrain
    for place in chart.seen_from(where, sight(decision.state, decision.book)):
        country = terrain.get(chart.class_at(place))
        if country is not None and country.seen_from >= where.distance(place):
            return True
        if _landmarks(chart, place, hidden=False):
            return True
    return False


def _search(decision: Decision, _command: SearchHex) -> None:
    questions.require_free(decision)
    rules = decision.book.set.travel
    if rules is None or rules.search is None:
        rule_out(
            "no-search",
            "this rule set does not say how a hex is searched",
            "wait 4 h, and note what is found",
        )
    chart, where = chart_of(decision), here(decision)
    takes = (
        decision.book.duration(rules.search.takes)
        if rules.search.takes
        else leg_time.crossing(decision.state, decision.book, chart, where) * rules.search.times
    )
    task = Task(
        f"search hex {name_of(_believed(decision))}",
        decision.state.order,
        takes,
        takes,
        rule=rules.search.rule.id,
        kind=KIND,
    )
    pursue(decision, task)


def _believed(decision: Decision) -> Hex:
    """Return the hex where the party believes it is, else the one where it is."""
    return decision.state.journey.believed or here(decision)


def pursue(decision: Decision, task: Task) -> None:
    """Resume a search, which is possible only in its own hex, by its true or its believed number."""
    party.require_able(decision)
    if not task.what.endswith((name_of(here(decision)), name_of(_believed(decision)))):
        refuse("elsewhere", f"{task.what} was begun there", "go back there, or abandon")
    carry_out(decision, task, _searched)


def _searched(decision: Decision, task: Task) -> None:
    chart, where = chart_of(decision), here(decision)
    hidden = _landmarks(chart, where, hidden=True)
    decision.record(HexSearched(where, hidden, rule=task.rule, seen_by=_audience(decision)))


def _look_out(decision: Decision, _command: LookOut) -> None:
    questions.require_free(decision)
    party.require_able(decision)
    chart, before = chart_of(decision), len(decision.events)
    look(decision, chart, vantage=True)
    if len(decision.events) == before:
        refuse("nothing-new", "nothing is seen from here that was not seen before", "travel on")


def _seen(state: State, event: HexesSeen) -> State:
    seen = state.journey.seen
    if state.journey.astray:
        # A lost party cannot place what it sees; it sees it anew when it knows where it is.
        return state
    for place in event.seen:
        seen = seen.set(place, event.at)
    return replace(state, journey=replace(state.journey, seen=seen))


def _was_searched(state: State, event: HexSearched) -> State:
    searched = state.journey.searched
    if event.where not in searched:
        searched = searched.set(event.where, event.at)
    return replace(state, journey=replace(state.journey, searched=searched))


def _tell_seen(event: HexesSeen, _book: Rulebook) -> str:
    names = [name_of(place) for place in event.seen[:MOST_TOLD]]
    more = f" and {len(event.seen) - MOST_TOLD} more" if len(event.seen) > MOST_TOLD else ""
    marks = f"; {'; '.join(event.landmarks)}" if event.landmarks else ""
    return f"seen from {name_of(event.where)}: {', '.join(names)}{more}{marks}"


def _tell_searched(event: HexSearched, _book: Rulebook) -> str:
    found = "; ".join(event.landmarks) or "nothing hidden"
    return f"{name_of(event.where)} searched: {found}"


MECHANISM = Mechanism(
    group="Travel",
    commands=(
        declare(
            SearchHex,
            _search,
            serves=lambda book: book.set.travel is not None and book.set.travel.search is not None,
            says=("search hex", "search the hex", "search this hex"),
            heard=(
                (
                    "search|explore|scout|comb|scour|survey hex|country|countryside|surroundings|land|region "
                    "[fully|thoroughly|whole|entire] [for] "
                    "[ruins|features|landmarks|anything|something|clues|signs]"
                ),
                "explore|scout [around|fully|thoroughly|further|out] [hex|country|area|surroundings]",
                "explore|search|scout area|around|round|here [round|around]",
                (
                    "look|poke|nose|dig around|about|over|through|round hex "
                    "[for] [anything|something] [interesting|useful|of] [interest]"
                ),
            ),
            examples="search hex",
        ),
        declare(
            LookOut,
            _look_out,
            says="look out",
            heard=(
                "look out|around|about",
                "scan horizon",
                (
                    "climb tree|tower|hill|up [and] [look|scout|get|take] "
                    "[around|out|about|bearings|view|better|look]"
                ),
                (
                    "look|scout|view from tree|tower|hill|hilltop|ridge|peak|crag|height|vantage "
                    "[point|around|out]"
                ),
                "look|watch|search for landmarks",
            ),
            examples="look out",
        ),
    ),
    events=(
        happens(
            LandmarksFound,
            unchanged,
            lambda event, _book: f"found in {name_of(event.where)}: {'; '.join(event.landmarks)}",
        ),
        happens(HexesSeen, _seen, _tell_seen),
        happens(HexSearched, _was_searched, _tell_searched, ends=True),
    ),
    resumes={KIND: pursue},
    serves=travels,
)
