"""Whereabouts: the referee sets the party's true and believed places, and writes notes on the map."""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.hexes import Hex, name_of
from turnkeeper.play.journey import exploring, marches, places
from turnkeeper.play.journey.journey import (
    Plan,
    called,
    chart_of,
    country_at,
    here,
    kept,
    label_of,
    place_named,
)
from turnkeeper.play.journey.mapping import travels
from turnkeeper.play.journey.travel import KIND
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.essence import Condition
from turnkeeper.play.kernel.event import Audience, Command, Event, Task, arriving, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration


class StandAt(Command, frozen=True, tag="stand-at"):
    """Put the party into a hex of the map; or say where it only believes to be."""

    place: str
    believed: bool = False


class NoteHex(Command, frozen=True, tag="note-hex"):
    """Write something down for a hex; only the referee sees it."""

    place: str
    text: str


class PlacePut(Event, frozen=True, tag="place-put.1"):
    """The referee put the party into a hex of the map."""

    where: Hex
    believed: Hex
    called: str = ""


class HexNoted(Event, frozen=True, tag="hex-noted.1"):
    """The referee wrote a note for a hex."""

    where: Hex
    text: str


def _stand(decision: Decision, command: StandAt) -> None:
    if decision.state.fight is not None:
        refuse("fight", "a fight is going on", "end fight")
    chart = chart_of(decision)
    place = place_named(decision, command.place)
    where = here(decision) if command.believed else place
    if command.believed and place == decision.state.journey.believed:
        refuse(
            "same", f"the party believes to be at {name_of(place)} already", "resume, if it was on its way"
        )
    if not chart.passable(where):
        country = country_at(chart, where)
        refuse("impassable", f"{name_of(where)} is {country}: nobody can stand there", "choose a hex of land")
    seen_by: Audience = "referee" if command.believed else "table"
    label = label_of(chart, place)
    decision.record(PlacePut(where, place, label, seen_by=seen_by))
    if not command.believed:
        exploring.arrive(decision, chart)


def _note(decision: Decision, command: NoteHex) -> None:
    place = place_named(decision, command.place)
    decision.record(HexNoted(place, command.text, seen_by="referee"))


def _put(state: State, event: PlacePut) -> State:
    journey = state.journey.stood(event.at, event.where, event.believed)
    explored = journey.explored
    if event.where not in explored:
        explored = explored.set(event.where, event.at)
    lost = journey.lost if event.where != event.believed else None
    journey = replace(journey, plan=Plan(), explored=explored, lost=lost)
    unfinished = tuple(task for task in state.unfinished if task.kind != KIND)
    return replace(state, journey=journey, unfinished=unfinished)


def _noted(state: State, event: HexNoted) -> State:
    journey = replace(state.journey, notes=(*state.journey.notes, (event.where, event.text)))
    return replace(state, journey=journey)


def _tell_put(event: PlacePut, _book: Rulebook) -> str:
    if event.where != event.believed:
        return f"the party believes to be at {called(event.believed, event.called)}"
    return f"the party is at {called(event.where, event.called)}"


def _tell_noted(event: HexNoted, _book: Rulebook) -> str:
    return f"{name_of(event.where)}: {event.text}"


def _is_at(state: State, _book: Rulebook, name: str) -> bool:
    return state.journey.where is not None and name_of(state.journey.where) == name


def under_way(state: State) -> Task | None:
    """Return the journey that was left unfinished, if that is what `resume` goes on with."""
    last = state.unfinished[-1] if state.unfinished else None
    return last if last is not None and last.kind == KIND else None


def left_off(state: State) -> Task | None:
    """Return the journey that was left unfinished last, whatever was cut short after it."""
    return next((one for one in reversed(state.unfinished) if one.kind == KIND), None)


def still_needed(state: State, book: Rulebook) -> Duration | None:
    """Return the remaining time of the hex left unfinished; ``None`` when there is none."""
    task = under_way(state)
    if task is None:
        return None
    return task.left if marches.counts_still(state, book) else task.takes


def march_done(state: State, book: Rulebook) -> bool:
    """Return whether the journey cannot go on today: the march is over, or its rest reaches no hex."""
    march, today, needs = marches.march_of(book), marches.marching(state, book), still_needed(state, book)
    if march is None or today is None:
        return False
    if march.carries or needs is None:
        return today.at_once == NO_TIME
    return today.at_once < needs


MECHANISM = Mechanism(
    group="Travel",
    commands=(
        declare(
            StandAt,
            _stand,
            says=("stand at {place:name}", Form("believe {place:name}", {"believed": True})),
            heard=(
                "stand|put|place|set [at|in|on] [hex] {place:name!}",
                Form("[at|in] [hex] {place:name!}", cost=1),
                Form("believe|think [at|in] [hex] {place:name!}", {"believed": True}),
            ),
            examples=("stand at 0304", "believe 0405"),
            completes={"place": places.names},
            step=StepKind("stand", "travel", ("stand at",)),
        ),
        declare(
            NoteHex,
            _note,
            says="mark {place:name} as {text:text}",
            examples="mark 0304 as guarded by the reeve's men",
            completes={"place": places.names},
        ),
    ),
    events=(
        happens(PlacePut, _put, _tell_put, arrives=arriving),
        happens(HexNoted, _noted, _tell_noted),
    ),
    serves=travels,
    names_more={places.names: places.numbers_in},
    keeps=kept,
    observables=(
        Condition(
            "arrived", "nothing of a journey is left", lambda state, _book, _name: not state.journey.plan.path
        ),
        Condition(
            "lost",
            "the party is not where it believes to be",
            lambda state, _book, _name: state.journey.astray,
        ),
        Condition(
            "the march is done",
            "the journey cannot go on today",
            lambda state, book, _name: under_way(state) is not None and march_done(state, book),
        ),
        Condition("at {name}", "the party is in a hex", _is_at),
    ),
)
