"""Handouts: a title with a text or a picture that the referee gives the players, until it is taken back.

A handout is for all players; a text for one character alone is told, not handed out. Of a picture only the
digest is known here. This module must not know how a handout reaches the players.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.slots import NEW_LINE
from turnkeeper.rules.book import Rulebook

MOST_OUT = 100


class Handout(Struct, frozen=True, omit_defaults=True):
    """A text with a title for the players to read, or a picture to look at, by its digest, or both."""

    title: str
    text: str
    picture: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the text line by line, as shown."""
        return tuple(self.text.split(NEW_LINE)) if self.text else ()


class HandOut(Command, frozen=True, tag="hand-out"):
    """Give the players something to read or a picture; / between spaces begins a new line."""

    title: str
    text: str = ""
    picture: str = ""


class TakeBack(Command, frozen=True, tag="take-back-handout"):
    """Take back something that the players were given to read."""

    title: str


class HandedOut(Event, frozen=True, tag="handed-out.1"):
    """The players were given a text to read, a picture to look at, or both."""

    title: str
    text: str
    picture: str = ""


class HandoutTakenBack(Event, frozen=True, tag="handout-taken-back.1"):
    """A handout was taken back: the players no longer have it."""

    title: str


def _named(decision: Decision, title: str) -> Handout | None:
    wanted = title.casefold()
    return next((one for one in decision.state.handouts if one.title.casefold() == wanted), None)


def _hand_out(decision: Decision, command: HandOut) -> None:
    there = _named(decision, command.title)
    if there is not None:
        refuse("twice", f"{there.title!r} is handed out already", f"take back handout {there.title}")
    if len(decision.state.handouts) >= MOST_OUT:
        refuse("too-many", f"the players have {MOST_OUT} handouts already", "take back handout, and a title")
    decision.record(HandedOut(command.title, command.text, command.picture))


def _take_back(decision: Decision, command: TakeBack) -> None:
    found = _named(decision, command.title)
    if found is None:
        titles = [one.title for one in decision.state.handouts]
        hint = closest(command.title, titles, "hand out letter saying Come at once")
        refuse("no-handout", f"no handout {command.title!r} is out", hint)
    decision.record(HandoutTakenBack(found.title))


def _handed_out(state: State, event: HandedOut) -> State:
    handout = Handout(event.title, event.text, event.picture)
    return replace(state, handouts=(*state.handouts, handout))


def _taken_back(state: State, event: HandoutTakenBack) -> State:
    return replace(state, handouts=tuple(one for one in state.handouts if one.title != event.title))


def _tell_handed(event: HandedOut, _book: Rulebook) -> str:
    return f"handed out: {event.title}"


MECHANISM = Mechanism(
    group="Notes",
    commands=(
        declare(
            HandOut,
            _hand_out,
            says=(
                "hand out {title:name} saying {text:text} [with picture {picture:picture}]",
                "hand out {title:name} : {text:text}",
                "hand out {title:name} with picture {picture:picture}",
            ),
            heard=("show|give [out] handout {title:name!}",),
            examples=(
                "hand out torn letter saying Meet me at the mill. / Come alone.",
                'hand out "A torn letter": Meet me at the mill.',
            ),
            usual={"title": ("a letter", "a map", "a picture")},
        ),
        declare(
            TakeBack,
            _take_back,
            says="take back handout {title:name}",
            examples="take back handout torn letter",
            completes={"title": lambda state, _book: [one.title for one in state.handouts]},
        ),
    ),
    events=(
        happens(HandedOut, _handed_out, _tell_handed),
        happens(HandoutTakenBack, _taken_back, lambda event, _book: f"taken back: {event.title}"),
    ),
    slices=("handouts",),
)
