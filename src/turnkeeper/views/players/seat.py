"""A player's seat: the rights of one link besides looking on, and the outcomes of using them.

Two things can be granted to a link, and both are off at first: to light and douse what its character bears,
and to answer a throw that the referee handed to it. Whatever a seat is told is in words of its own: a refusal
of the rules is the referee's to read.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.app.outcomes import CommandDone, ThrowWanted, WrongFaces
from turnkeeper.app.session import Session, WaitingCommand
from turnkeeper.play.dungeon.lamps import Douse, LightUp
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.party.party import Character
from turnkeeper.play.state import State
from turnkeeper.views.referee.throwing import throw_view

if TYPE_CHECKING:
    from turnkeeper.app.sharing import Link

NOT_YOURS = "That is not yours to do."
BUSY = "The referee waits for a throw. Try again in a moment."
ANSWERED = "That throw was answered already."
NO_WAY = "That cannot be done now. Ask the referee."
MOST_FACES = 200
Doing = Literal["light", "douse"]


class ThrowAsked(Struct, frozen=True):
    """A throw that was handed to this seat: its name and dice, as the referee said by handing it over.

    ``low`` and ``high`` bound what one number may say of it, ``shapes`` are the dice one by one. ``ticket``
    is this throw and no other, so that an answer that comes late answers nothing else.
    """

    name: str
    dice: str
    shapes: tuple[str, ...]
    low: int
    high: int
    ticket: str


class Seat(Struct, frozen=True):
    """The rights of a link now: lights of its character that burn, those that could be lit, the throw asked.

    ``character`` is empty where the link stands for nobody of the party.
    """

    character: str = ""
    burning: tuple[str, ...] = ()
    unlit: tuple[str, ...] = ()
    asked: ThrowAsked | None = None


class Told(Struct, frozen=True):
    """The outcome for the player who acted; ``done`` is false where nothing was done."""

    text: str
    done: bool = True


def seat(session: Session, link: Link) -> Seat:
    """Return the rights of a link just now."""
    state, book = session.campaign.state, session.campaign.book
    one, wanted, view, asked = _character(state, link), session.wanted, throw_view(session.wanted), None
    if wanted is not None and view is not None and link.answers and wanted.of == link.id:
        asked = ThrowAsked(view.name, view.dice, view.shapes, view.low, view.high, ticket(wanted))
    if one is None or not link.light:
        return Seat("" if one is None else one.name, asked=asked)
    burning = tuple(dict.fromkeys(light.kind for light in state.lights.burning() if light.bearer == one.name))
    if burning or one.down:
        return Seat(one.name, burning, (), asked)
    # Those that they put out, and those at hand or uncounted.
    doused = {light.kind for light in state.lights.idle() if light.bearer == one.name}
    kinds = book.set.lights.items()
    unlit = (key for key, kind in kinds if key in doused or state.supplies.of(kind.fuel or key) != 0)
    return Seat(one.name, (), tuple(unlit), asked)


def _character(state: State, link: Link) -> Character | None:
    return state.party.find(link.character) if link.character else None


def ticket(wanted: WaitingCommand) -> str:
    """Return a mark that tells an awaited throw from every other; nothing can be read off it."""
    parts = (wanted.head, wanted.text, str(wanted.asked.number), wanted.asked.name, wanted.of)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def change_light(session: Session, link: Link, kind: str, doing: Doing) -> Told:
    """Light or douse a light of the link's own character, as a command like any other."""
    session.refresh()
    state, book = session.campaign.state, session.campaign.book
    one = _character(state, link)
    if not link.light or one is None or kind not in book.set.lights:
        return Told(NOT_YOURS, done=False)
    burns = any((light.kind, light.bearer) == (kind, one.name) for light in state.lights.burning())
    so = Told(f"Your {kind} burns." if doing == "light" else f"Your {kind} is out.")
    if burns == (doing == "light"):
        return so  # a double tap, or another was quicker
    if session.wanted is not None:
        return Told(BUSY, done=False)
    if one.down:
        return Told(f"{one.name} cannot do that now.", done=False)
    command = LightUp(kind, one.name) if doing == "light" else Douse(kind, one.name)
    outcome = session.say(session.campaign.language.say(command))
    match outcome:
        case CommandDone():
            return so
        case ThrowWanted():
            return Told("The referee throws first.")
        case Refusal(code="none-left"):
            return Told(f"There is no {kind} left.", done=False)
        case _:
            return Told(NO_WAY, done=False)


def answer(session: Session, link: Link, of: str, said: str) -> Told:
    """Answer the throw of a ticket with faces, or ``r`` to roll the campaign's dice; the first answer counts.

    Faces that do not fit are told to be wrong, and the throw is still waited for.
    """
    session.refresh()
    wanted = session.wanted
    if not link.answers:
        return Told(NOT_YOURS, done=False)
    if wanted is None or wanted.of != link.id or ticket(wanted) != of:
        return Told(ANSWERED, done=False)
    outcome = session.answer(said[:MOST_FACES], wanted.head, alone=True)
    if isinstance(outcome, WrongFaces):
        return Told(outcome.message, done=False)
    return Told("Thank you: the referee has it.")
