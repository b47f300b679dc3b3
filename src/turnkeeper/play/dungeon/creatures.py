"""The kinds of creatures that the referee knows: written down, and learnt by facing them.

A side that is faced is filled in from its kind, so that nothing is said twice. What was faced is
known from then on. Only the referee is told of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import asdict, replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.introducing.creatures import KEYS, Amount, Creature, key_of
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import counted

MOST_KINDS = 1_000
MOST_TOLD = 6
MOST_THROWN = 100
"""The most whose hit points are thrown one by one; of more they are said."""


class WriteCreatures(Command, frozen=True, tag="creature"):
    """Write down kinds of creatures; figures that are known already and not said anew stay."""

    creatures: tuple[Creature, ...]


class ForgetCreature(Command, frozen=True, tag="forget-creature"):
    """Forget a kind of creature."""

    name: str


class CreaturesWritten(Event, frozen=True, tag="creatures-written.1"):
    """The referee wrote down kinds of creatures."""

    creatures: tuple[Creature, ...]


class CreatureForgotten(Event, frozen=True, tag="creature-forgotten.1"):
    """The referee forgot a kind of creature."""

    name: str


def known(state: State, name: str) -> Creature | None:
    """Return the kind of creature of a name in the singular or the plural."""
    key = key_of(name)
    return next((one for one in reversed(state.creatures) if key_of(one.name) == key), None)


def learnt(kinds: tuple[Creature, ...], new: Creature) -> tuple[Creature, ...]:
    """Return the kinds with one more at the end; what it does not say is kept of what was known."""
    key = key_of(new.name)
    was = next((one for one in kinds if key_of(one.name) == key), None)
    if was is not None:
        plain = Creature("")
        said = {name: value for name, value in asdict(new).items() if value != getattr(plain, name)}
        new = replace(was, **said)
    return (*(one for one in kinds if one is not was), new)


def number(decision: Decision, name: str, said: Amount) -> tuple[int, tuple[Rolled, ...]]:
    """Return how many there are, thrown for where dice say it, at least 1; and the dice."""
    if isinstance(said, int):
        return said, ()
    answer, rolled = decision.roll(Throw(f"number of {name}", said))
    return max(1, answer.total or 0), (rolled,)


def hit_points(
    decision: Decision, who: Sequence[str], dice: str
) -> tuple[tuple[int, ...], tuple[Rolled, ...]]:
    """Return the hit points of each, thrown for by name, at least 1; and the dice."""
    if len(who) > MOST_THROWN:
        message = f"hit points are thrown for at most {MOST_THROWN} of a side"
        refuse("number", message, "say them as a number, as in hp 4")
    thrown = [decision.roll(Throw(f"hit points of {one}", dice)) for one in who]
    return tuple(max(1, answer.total or 0) for answer, _ in thrown), tuple(rolled for _, rolled in thrown)


def _write(decision: Decision, command: WriteCreatures) -> None:
    keys = {key_of(one.name) for one in (*decision.state.creatures, *command.creatures)}
    if len(keys) > MOST_KINDS:
        refuse("too-many", f"at most {MOST_KINDS:,} kinds of creatures are known", "forget creature goblin")
    decision.record(CreaturesWritten(command.creatures, seen_by="referee"))


def _forget(decision: Decision, command: ForgetCreature) -> None:
    found = known(decision.state, command.name)
    if found is None:
        hint = closest(command.name, names(decision.state, decision.book), "creature goblin hp 1d8-1")
        refuse("unknown-creature", f"no creature {command.name!r} is known", hint)
    decision.record(CreatureForgotten(found.name, seen_by="referee"))


def _written(state: State, event: CreaturesWritten) -> State:
    kinds = state.creatures
    for one in event.creatures:
        kinds = learnt(kinds, one)
    return replace(state, creatures=kinds)


def _forgotten(state: State, event: CreatureForgotten) -> State:
    key = key_of(event.name)
    return replace(state, creatures=tuple(one for one in state.creatures if key_of(one.name) != key))


def _tell_written(event: CreaturesWritten, _book: Rulebook) -> str:
    told = ", ".join(one.name for one in event.creatures[:MOST_TOLD])
    more = len(event.creatures) - MOST_TOLD
    many = counted(len(event.creatures), "kinds of creatures") if more > 0 else "creatures"
    return f"{many} written down: {told}" + (" ..." if more > 0 else "")


def names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the kinds that are known, the one used last first."""
    return [one.name for one in reversed(state.creatures)]


def _keep(then: State, now: State) -> State:
    return replace(then, creatures=now.creatures)


MECHANISM = Mechanism(
    group="Encounters",
    commands=(
        declare(
            WriteCreatures,
            _write,
            help=(
                f"Write down kinds of creatures, with any of {', '.join(KEYS)}; "
                "whoever is faced is filled in from it."
            ),
            says="creature {creatures:creatures}",
            examples=(
                "creature goblin number 2d4 hp 1d8-1 morale 7",
                'creature ogre hp 20; ghoul hp 2d8 note "its touch numbs"',
            ),
        ),
        declare(
            ForgetCreature,
            _forget,
            says="forget creature {name:what}",
            examples="forget creature goblin",
            completes={"name": names},
        ),
    ),
    events=(
        happens(CreaturesWritten, _written, _tell_written),
        happens(CreatureForgotten, _forgotten, lambda event, _book: f"creature forgotten: {event.name}"),
    ),
    slices=("creatures",),
    keeps=_keep,
)
