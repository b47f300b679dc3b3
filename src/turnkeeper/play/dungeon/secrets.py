"""Secrets of a room: a search uncovers a hidden one; a well hidden one needs exact directions."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.kernel.sentence import PREPOSITIONS, words_in
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import Uncover
from turnkeeper.time import Instant


class Secret(Struct, frozen=True, omit_defaults=True):
    """A secret in a room; one with ``where`` is well hidden, and found only by looking there."""

    name: str
    place: str
    room: str
    where: str = ""
    found: Instant | None = None


class Hide(Command, frozen=True, tag="hide"):
    """Hide something where the party is. With directions it is well hidden, and only they find it."""

    name: str
    where: str = ""


class SecretHidden(Event, frozen=True, tag="secret-hidden.1"):
    """A secret was hidden in a room of a place; ``where`` are the directions to a well hidden one."""

    name: str
    place: str
    room: str
    where: str = ""


class SecretFound(Event, frozen=True, tag="secret-found.1"):
    """A search uncovered a secret."""

    name: str


def uncover(decision: Decision, directions: str, rule: str) -> None:
    """Uncover the secrets here that a search with these directions finds.

    A well hidden secret is never uncovered without its exact directions.
    """
    here, said = decision.state.place, directions.casefold()
    for secret in decision.state.secrets:
        hidden_here = (secret.place, secret.room) == (here.name, here.room) and secret.found is None
        if hidden_here and (not secret.where or secret.where.casefold() in said):
            decision.record(SecretFound(secret.name, rule=rule))


def _uncover(decision: Decision, _effect: Uncover, occasion: Occasion) -> None:
    uncover(decision, "", occasion.rule)


_WHERE = PREPOSITIONS | words_in("behind under underneath beneath inside outside among beside below here")
_ARTICLES = frozenset(("the", "a", "his", "her", "their", "our", "my"))


def _hide(decision: Decision, command: Hide) -> None:
    here = decision.state.place
    if command.name.casefold().split()[0] in _WHERE:
        refuse("name", "say what is hidden, and then where; who hides is another matter", "hide silver key")
    said = " ".join(word for word in command.name.casefold().split() if word not in _ARTICLES)
    lit = (one.kind for one in decision.state.lights.burning())
    if kind := next((kind for kind in lit if f"{said} ".startswith(f"{kind} ")), ""):
        refuse("burning", f"a {kind} that burns is seen: no rule covers it", f"douse {kind}, or note it")
    for one in decision.state.secrets:
        if (one.name.casefold(), one.place, one.room) == (command.name.casefold(), here.name, here.room):
            refuse("twice", f"{one.name} is hidden here already", f"hide another {one.name}")
    hidden = SecretHidden(command.name, here.name, here.room, command.where, seen_by="referee")
    decision.record(hidden)


def _hidden(state: State, event: SecretHidden) -> State:
    secret = Secret(event.name, event.place, event.room, event.where)
    return replace(state, secrets=(*state.secrets, secret))


def _found(state: State, event: SecretFound) -> State:
    here = state.place
    secrets = tuple(
        replace(one, found=event.at)
        if (one.name, one.place, one.room) == (event.name, here.name, here.room)
        else one
        for one in state.secrets
    )
    return replace(state, secrets=secrets)


def kept(then: State, now: State) -> State:
    """Return an earlier state with all present secrets; those found later are hidden again."""
    found = {(one.name, one.place, one.room): one.found for one in then.secrets}
    secrets = (replace(one, found=found.get((one.name, one.place, one.room))) for one in now.secrets)
    return replace(then, secrets=tuple(secrets))


def _tell_hidden(event: SecretHidden, _book: Rulebook) -> str:
    well = f", well: {event.where}" if event.where else ""
    return f"hidden: {event.name}{well}"


def _essence(seen: Outlook) -> Hashable:
    """Return the secrets, and whether each was found."""
    return tuple((timeless(one), one.found is not None) for one in seen.state.secrets)


MECHANISM = Mechanism(
    group="Place",
    commands=(
        declare(
            Hide,
            _hide,
            says=("hide {name:name} well {where:text}", "hide {name:name}"),
            heard=("hide|conceal {name:name}",),
            examples=("hide silver key", "hide lever well behind the third statue"),
            usual={"name": ("a secret door", "a key", "a hoard")},
        ),
    ),
    events=(
        happens(SecretHidden, _hidden, _tell_hidden),
        happens(SecretFound, _found, lambda event, _book: f"found: {event.name}"),
    ),
    effects=(carries(Uncover, _uncover),),
    slices=("secrets",),
    essence=_essence,
    keeps=kept,
)
