"""The dark: where the party sees nothing unless a source burns, and when night makes a place dark.

Some places are always dark; others only at night. Underground the last light going out stops the clock,
because the party must act. Nightfall is reported and stops nobody but those on the way: most parties camp.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.essence import Condition
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Hold, Mechanism
from turnkeeper.play.kernel.scene import always_dark, scene_of
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Instant, Rank

GO_ON = "in the dark"


class DarknessFell(Event, frozen=True, tag="darkness-fell.1"):
    """The last light of a dark place went out, or night fell on a party without one.

    ``unasked`` is one that went out by itself, and holds the clock until light or a ruling.
    """

    unasked: bool = False


class InTheDark(Command, frozen=True, tag="in-the-dark"):
    """Pass time in the dark, where the last light went out."""


class WentOnInTheDark(Event, frozen=True, tag="in-the-dark.1"):
    """The referee ruled that the party goes on in the dark."""


def by_day(state: State, book: Rulebook) -> bool:
    """Return whether the party would see now if nothing burned."""
    return seasons.is_light(replace(state, lights=type(state.lights)()), book)


def fall(decision: Decision, *, unasked: bool = False) -> None:
    """Record that darkness fell, once at an instant."""
    told = any(type(one) is DarknessFell and one.at == decision.at for one in decision.events[-3:])
    if not told:
        decision.record(DarknessFell(unasked))
        decision.pause()


def fall_if_dark(decision: Decision) -> None:
    """Record that darkness fell, where the party cannot see now."""
    if not seasons.is_light(decision.state, decision.book, decision.at):
        fall(decision)


def stops(decision: Decision) -> bool:
    """Return whether the dark stops the clock here: the party must act, because no morning will come."""
    return always_dark(decision.state, decision.book)


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule nightfall where it makes the place dark."""
    scene = scene_of(decision.state, decision.book)
    if scene is None or scene.dark or not scene.dark_at_night:
        return
    dusk = seasons.next_time(decision.state, decision.book, seasons.DUSK, start)
    if dusk is not None and dusk <= until:
        decision.schedule(dusk, Rank.STARTS, -1, partial(_visit, until))


def _visit(until: Instant, decision: Decision) -> None:
    fall_if_dark(decision)
    schedule(decision, decision.at, until)


def _go_on(decision: Decision, _command: InTheDark) -> None:
    if holds(decision.state, decision.book) is None:
        refuse(
            "not-dark",
            "the clock does not wait for a light, so there is nothing to go on from",
            "next, or wait 1 turn",
        )
    decision.record(WentOnInTheDark())


def holds(state: State, book: Rulebook) -> Hold | None:
    """Return the darkness that holds the clock: where no morning comes and nobody chose it."""
    if not state.place.benighted or not state.party.living:
        return None
    if not always_dark(state, book) or seasons.is_light(state, book):
        return None
    return Hold("dark", "it is dark: nothing burns", "light something, or go on in the dark")


def _fell(state: State, event: DarknessFell) -> State:
    return replace(state, place=replace(state.place, benighted=event.unasked))


def _went_on(state: State, _event: WentOnInTheDark) -> State:
    return replace(state, place=replace(state.place, benighted=False))


MECHANISM = Mechanism(
    group="Light",
    commands=(
        declare(
            InTheDark,
            _go_on,
            says=GO_ON,
            heard=(
                "go|carry|walk|press|stay|wait|continue|remain in dark|darkness [on]",
                "go|carry|walk|press|continue without light [on]",
                "feel|grope way [along] [on] [forward]",
            ),
            examples="in the dark",
            step=StepKind("in the dark", "do", ("in the dark",)),
        ),
    ),
    events=(
        happens(DarknessFell, _fell, lambda _event, _book: "darkness: nothing burns"),
        happens(WentOnInTheDark, _went_on, lambda _event, _book: "ruling: they go on in the dark"),
    ),
    schedules=schedule,
    holds=holds,
    observables=(
        Condition(
            "dark",
            "nothing is seen: it is dark and nothing burns",
            lambda state, book, _: not seasons.is_light(state, book),
        ),
    ),
)
