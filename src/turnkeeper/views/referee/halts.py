"""Halts, which stop the game until the referee has looked: the cause, its rule, and the steps that go on.

Put together from the open matters and from the events of the last command.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import Struct

from turnkeeper.app.log import alike, tell_all
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted, said_ahead, said_left
from turnkeeper.play.clock.questions import Asked
from turnkeeper.play.dungeon.encounters import EncounterArrived, EncounterMet
from turnkeeper.play.dungeon.light import LightWentOut
from turnkeeper.play.journey.hardship import MarchDone
from turnkeeper.play.journey.navigation import Veered
from turnkeeper.play.journey.travel import WayBarred
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.kernel.scene import always_dark
from turnkeeper.play.registry import tell
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.sentences import capitalised
from turnkeeper.views.parts.matters import Matter
from turnkeeper.views.parts.steps import NextStep, StepBuilder, unique

HaltKind = Literal["question", "encounter", "dark", "barred", "march", "lost", "stopped"]
"""What stops the clock, the most pressing first."""
MOST_TOLD = 6
LOST = "the party has lost its way and does not know it (secret); phones draw where it believes to be"
NOT_WHEN_MET = frozenset({"camp", "sleep", "dawn", "force march", "find out", "exert"})


class Halt(Struct, frozen=True):
    """What takes the middle of the screen: a title, what happened line by line, why, and the next steps.

    ``left`` is the rest of the task cut short. ``key`` is the same for the same halt, so that one that
    was closed stays closed. ``secret`` is so where players may not know of it.
    """

    kind: HaltKind
    title: str
    what: tuple[str, ...]
    why: str
    rule: str
    at: str
    left: str
    steps: tuple[NextStep, ...]
    key: str
    secret: bool = False


def _left(cut: TaskInterrupted, book: Rulebook) -> str:
    """Return the rest of the task cut short; of a journey to the next hex, and to its end."""
    ahead = said_ahead(cut.toward, cut.to_next, cut.to_end, book) if cut.toward else ""
    return ahead or f"{said_left(cut, book)} left"


class _StopCause(Struct, frozen=True):
    """What stopped the clock: its kind, a title, and the event that says so."""

    kind: HaltKind
    title: str
    event: Event


def halt(events: Sequence[Event], commit: str, waits: tuple[Matter, ...], make: StepBuilder) -> Halt | None:
    """Return the cause that stopped the last command, or the decision that comes first; ``None`` for neither.

    A question stays until it is answered. Anything else is a halt only while its command is the last one and
    it is still so: what was met has not parted, the dark has not been lit.
    """
    state, book = make.state, make.book
    cut = next((one for one in reversed(events) if isinstance(one, TaskInterrupted)), None)
    cause = _cause(events, cut, state, book)
    if cause is None and (cut is None or not state.unfinished):
        return None
    event = cause.event if cause is not None else cut
    if event is None:
        return None
    kind: HaltKind = "stopped" if cause is None else cause.kind
    stopped = "" if cut is None else cut.why or f"{cut.what} interrupted"
    title = stopped if cause is None else cause.title
    entry = book.set.register.get(event.rule)
    left = "" if cut is None or not state.unfinished else f"{cut.what}: {_left(cut, book)}"
    return Halt(
        kind=kind,
        title=capitalised(title),
        what=(
            *_told(events, event, title, book.plain),
            *([LOST] if kind != "lost" and _lost(events, state) else []),
        ),
        why="" if entry is None else entry.says,
        rule=event.rule,
        at=book.scale.say_instant(event.at),
        left=left,
        steps=_steps(kind, waits, make),
        key=f"question {event.at.ms} {title}" if kind == "question" else commit,
        secret=event.seen_by == "referee",
    )


def _cause(
    events: Sequence[Event], cut: TaskInterrupted | None, state: State, book: Rulebook
) -> _StopCause | None:
    """Return the cause that stopped the clock: an open question, else the most pressing at that instant."""
    found = [one for event in events if (one := _one_cause(event, state, book)) is not None]
    there = [one for one in found if cut is not None and one.event.at == cut.at]
    order = get_args(HaltKind).index
    pressing = min(reversed(there or found), key=lambda one: order(one.kind), default=None)
    return _still_asked(state) or pressing


def _still_asked(state: State) -> _StopCause | None:
    asked = state.question
    if asked is None:
        return None
    event = Asked(
        asked.text,
        asked.choices,
        asked.table,
        asked.number,
        at=asked.asked,
        rule=asked.rule,
        seen_by=asked.seen_by,
    )
    return _StopCause("question", asked.text, event)


def _one_cause(event: Event, state: State, book: Rulebook) -> _StopCause | None:
    match event:
        case EncounterMet() | EncounterArrived() if state.fight is None:
            there = any(one.what == event.what and not one.coming(state.now) for one in state.meetings)
            return _StopCause("encounter", f"The party meets {event.what}", event) if there else None
        case LightWentOut() if not seasons.is_light(state, book) and always_dark(state, book):
            # Nightfall is told, and stops nobody.
            return _StopCause("dark", "Darkness: nothing burns", event)
        case Veered() if state.unfinished and state.journey.off_the_way:
            return _StopCause("lost", "The party has lost its way", event)
        case MarchDone():
            over = "This watch reaches no other hex" if event.watch else "The day's march is done"
            return _StopCause("march", over, event)
        case WayBarred():
            return _StopCause("barred", tell(event, book), event)
        case _:
            return None


def _lost(events: Sequence[Event], state: State) -> bool:
    """Return whether the party lost its way in this command, and still has not found it."""
    return state.journey.off_the_way and any(isinstance(one, Veered) for one in events)


def _told(events: Sequence[Event], cause: Event, title: str, book: Rulebook) -> tuple[str, ...]:
    """Return the lines of events at the instant of the cause; for an older question none.

    The title is not repeated.
    """
    if isinstance(cause, Asked) and not any(isinstance(one, Asked) for one in events):
        return ()
    # What is asked is the title, and what may be answered are the steps.
    there = [
        one for one in events if one.at == cause.at and not _says_time(one) and not isinstance(one, Asked)
    ]
    told = (tell_all(group, book) for group in alike(there, book))
    lines = [line for line in told if line.casefold() != title.casefold()]
    return tuple(lines[-MOST_TOLD:]) or (() if isinstance(cause, Asked) else (tell(cause, book),))


def _says_time(event: Event) -> bool:
    """Return whether an event says only that time passed, or that it was stopped, as the halt itself does."""
    return isinstance(event, TaskInterrupted) or (isinstance(event, TaskEnded) and not event.activity)


def _steps(kind: HaltKind, waits: tuple[Matter, ...], make: StepBuilder) -> tuple[NextStep, ...]:
    """Return the steps that lead on: all that are advised, the most pressing first, and a note."""
    # Nobody camps before what was met has been dealt with.
    later = NOT_WHEN_MET if kind == "encounter" else frozenset()
    advised = unique(step for one in waits for step in one.steps if step.kind not in later)
    return tuple(advised) if kind == "question" else (*advised, make.note)
