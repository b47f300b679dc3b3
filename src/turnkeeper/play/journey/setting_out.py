"""Setting out: the goal of the party, and the way that it will take.

What then happens on the way is in `travel`.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.hexes import Face, Hex, name_of
from turnkeeper.play.journey import hardship, places, travel
from turnkeeper.play.journey.journey import country_at, here, label_of, place_named
from turnkeeper.play.journey.mapping import travels
from turnkeeper.play.journey.travel import JourneyBegan
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.time import NO_TIME, Duration, Instant, SpokenTimeError

MOST_HEXES = 1_000


class TravelTo(Command, frozen=True, tag="travel-to"):
    """Travel hex by hex to a hex, label or landmark, the best way or by road; push hurries mounts."""

    place: str
    by_road: bool = False
    pushing: bool = False


class TravelToward(Command, frozen=True, tag="travel-toward"):
    """Travel through a face of the hex (n, ne, se, s, sw, nw): once, for a number of hexes, or for a time."""

    face: Face
    hexes: int = 1
    pushing: bool = False
    lasts: Duration | None = None


def _require_no_length(decision: Decision, place: str) -> None:
    """Refuse a length of time after a place: a journey has none of its own."""
    there, _, lasts = place.rpartition(" for ")
    with suppress(SpokenTimeError):
        if there and decision.book.scale.parse_duration(lasts):
            message = "a journey goes on until it arrives or something stops it"
            refuse("length", message, f"travel to {there}")


def _to(decision: Decision, command: TravelTo) -> None:
    chart = travel.ready(decision, pushing=command.pushing)
    _require_no_length(decision, command.place)
    goal = place_named(decision, command.place)
    start = decision.state.journey.believed or here(decision)
    if start == goal:
        refuse("here", f"the party is at {name_of(goal)} already", "travel south-east")
    if not chart.passable(goal):
        country = country_at(chart, goal)
        refuse("impassable", f"{name_of(goal)} is {country}: there is no way on foot", "choose a hex of land")
    path = travel.best_way(decision, chart, goal, by_road=command.by_road)
    if not path:
        refuse(
            "no-way", f"there is no way by land from {name_of(start)} to {name_of(goal)}", "look at the map"
        )
    _set_out(decision, chart, JourneyBegan(path, "", command.pushing, command.by_road))


def _toward(decision: Decision, command: TravelToward) -> None:
    chart = travel.ready(decision, pushing=command.pushing)
    if not 0 < command.hexes <= MOST_HEXES:
        refuse("number", f"a way has 1 to {MOST_HEXES:,} hexes", "travel south-east 3 hexes")
    if command.lasts is not None and command.lasts <= NO_TIME:
        refuse("length", "one travels for more than no time", "travel for 4 h south-east")
    start = decision.state.journey.believed or here(decision)
    path = tuple(start.to(command.face, step) for step in range(1, command.hexes + 1))
    for place in path:
        if why := _barred(chart, place):
            refuse("impassable", f"{why}: there is no way on", "choose another face")
    if command.lasts is None:
        _set_out(decision, chart, JourneyBegan(path, "", command.pushing))
    else:
        _go_on(decision, chart, command, decision.at + command.lasts)


def _go_on(decision: Decision, chart: Chart, command: TravelToward, until: Instant) -> None:
    """Set out hex by hex through the same face, until an instant, or until something stops the party."""
    while decision.at < until and not decision.stopped:
        place = (decision.state.journey.believed or here(decision)).to(command.face, 1)
        if why := _barred(chart, place):
            decision.record(travel.WayBarred(place, why, rule=travel.rules_of(decision).rule.id))
            decision.stop()
            return
        _set_out(decision, chart, JourneyBegan((place,), "", command.pushing), until)


def _barred(chart: Chart, place: Hex) -> str:
    """Return why there is no way into a hex; empty if there is one."""
    if chart.passable(place):
        return ""
    name, ends = name_of(place), chart.land.at(place) is None
    return f"the map ends before {name}" if ends else f"{name} is {country_at(chart, place)}"


def _set_out(decision: Decision, chart: Chart, began: JourneyBegan, until: Instant | None = None) -> None:
    goal, left = began.path[-1], _left_of(decision, began)
    called = f"{name_of(goal)} {label_of(chart, goal)}".rstrip()
    decision.record(replace(began, called=called, rule=travel.rules_of(decision).rule.id))
    travel.go(decision, chart, left, until)


def _left_of(decision: Decision, began: JourneyBegan) -> Fraction:
    """Return the part of the first hex that is still to do: going on further loses nothing."""
    path = decision.state.journey.plan.path
    task = next((one for one in reversed(decision.state.unfinished) if one.kind == travel.KIND), None)
    same = bool(path) and path[0] == began.path[0]
    if task is None or not same or not task.takes or not hardship.begun_today(decision):
        return Fraction(1)
    return Fraction(task.left.ms, task.takes.ms)


MECHANISM = Mechanism(
    group="Travel",
    commands=(
        declare(
            TravelToward,
            _toward,
            says=(
                "travel {face:face} {hexes:times} hexes",
                "travel for {lasts:length} {face:face}",
                "travel {face:face}",
                Form("push for {lasts:length} {face:face}", {"pushing": True}),
                Form("push {face:face} {hexes:times} hexes", {"pushing": True}),
                Form("push {face:face}", {"pushing": True}),
            ),
            heard=(
                "travel|go|march|head|ride|walk|move|hike|trek|journey {face:face} [{hexes:times} hexes|hex]",
                (
                    "travel|go|march|head|ride|walk|move|hike|trek|journey|set|continue|press|keep "
                    "[on|off|out|forth|going|onward|heading|marching|walking|riding] [for] "
                    "{face:face} {lasts:length}"
                ),
                Form("push|hurry|rush [on] [for] {face:face} {lasts:length}", {"pushing": True}),
                "{face:face}",
                "turn|veer|double [back] {face:face}",
                "{_by:who!} lead|take|guide {face:face} [on|off|out]",
                "set|strike|head off|out|forth|back {face:face}",
                "{hexes:times} hexes|hex [to] {face:face}",
                (
                    "follow|along river|road|coast|path|trail|stream|ridge|shore "
                    "{hexes:times} hexes|hex [to] {face:face}"
                ),
                "travel|go|march|head|ride|walk|move [for] {hexes:times} hexes|hex [to] {face:face}",
                "continue|press|keep [on|going|onward|heading] {face:face!}",
                Form("push|hurry|rush {face:face}", {"pushing": True}),
            ),
            examples=("travel south-east", "travel n 3 hexes", "travel for 4 h n"),
        ),
        declare(
            TravelTo,
            _to,
            says=(
                Form("travel to {place:name} by road", {"by_road": True}),
                "travel to {place:name}",
                Form("push to {place:name} by road", {"by_road": True, "pushing": True}),
                Form("push to {place:name}", {"pushing": True}),
            ),
            heard=(
                (
                    "travel|go|march|head|ride|walk|move|hike|trek|journey|return|set|make|press|"
                    "carry|continue|proceed [out|off|for|back|toward|on|onward] [hex] to {place:name!}"
                ),
                Form("[hex] {place:name!}", cost=1),
                Form("off|onward|onwards to {place:name!}", cost=1),
                Form("[on|hex] [to] {place:name!}", cost=1),
                Form(
                    (
                        "travel|go|march|head|ride|walk|move|journey|follow|take|keep|carry|press|continue|set|"
                        "strike|stick|make [on|onward|back|off|out|forth|for] [to] {place:name!} "
                        "road|roads [by|along|on|via]"
                    ),
                    {"by_road": True},
                ),
                Form("[to] {place:name!} road|roads by|along|via", {"by_road": True}),
                Form("push|hurry|rush [on] to {place:name!}", {"pushing": True}),
            ),
            examples=("travel to 0507", "travel to 0507 by road"),
            completes={"place": places.names},
        ),
    ),
    serves=travels,
    completes={"face": places.faces, "_by": party.names},
)
