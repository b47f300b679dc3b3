"""Entry to a count: all who are there as it begins, latecomers, those who can act again.

Each throws for the segment of a first turn; latecomers count it from where the count stands. This module must
not know what anyone does then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import questions
from turnkeeper.play.fight.able import out_of
from turnkeeper.play.fight.count import counts, order_of, running
from turnkeeper.play.fight.counting import Count, Fighter, when
from turnkeeper.play.fight.sides import PARTY, Side, free, meant
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount

MOST_FIGHTERS = 20_000
MOST_TOLD = 12


class StartCount(Command, frozen=True, tag="count"):
    """Count segments from now on, with whoever is there; it needs no enemies."""


class JoinCount(Command, frozen=True, tag="join-count"):
    """A latecomer, or a side that was faced since, joins the count with a throw of its own."""

    who: str


class Entered(Struct, frozen=True, array_like=True):
    """A combatant entered the count: their Initiative Order, and the segment of their first turn."""

    id: int
    name: str
    side: str
    number: int
    order: int
    first: int
    rolled: Rolled


class CountBegan(Event, frozen=True, tag="count-began.1"):
    """A count of segments began, with these in it; all of a ``whole`` segment fall at its end."""

    fighters: tuple[Entered, ...] = ()
    whole: bool = False


class CountJoined(Event, frozen=True, tag="count-joined.1"):
    """These joined a running count."""

    fighters: tuple[Entered, ...]


def begin(decision: Decision) -> None:
    """Begin a count with all members who can act and all sides; each combatant throws for a first segment."""
    order = order_of(decision)
    members = tuple(decision.state.party.able)
    entered = _enter_all(decision, order, members, decision.state.sides)
    if not entered:
        refuse("nobody", "nobody is there to be counted", "party Varda, or foes goblins 6")
    decision.record(CountBegan(entered, order.falls == "segment", rule=order.rule.id))


class _Candidate(Struct, frozen=True):
    """A combatant about to enter: their number in their side, their order and die as written."""

    name: str
    side: str
    number: int
    order: int
    initiative: str


def _candidates(
    order: OrderByCount, members: tuple[Character, ...], faced: tuple[Side, ...]
) -> Iterator[_Candidate]:
    """Yield all who could be counted: these members of the party, and all who stand of these sides."""
    for who in members:
        yield _Candidate(who.name, PARTY, 0, initiative_order(who, order), who.initiative)
    for side in faced:
        for first, last in free(side.count, side.out):
            for number in range(first, last + 1):
                yield _Candidate(side.call(number), side.name, number, side.order, side.initiative)


def _enter_all(
    decision: Decision, order: OrderByCount, members: tuple[Character, ...], faced: tuple[Side, ...]
) -> tuple[Entered, ...]:
    """Return the newcomers to the count, each with the dice of their first turn, counted from now."""
    going = decision.state.count or Count()
    new = list(_new(decision.state, going, _candidates(order, members, faced)))
    if len(going.fighters) + len(new) > MOST_FIGHTERS:
        refuse("too-many", f"a count has at most {MOST_FIGHTERS:,} creatures", "count them in groups")
    number = len(going.fighters)
    entered: list[Entered] = []
    for one in new:
        before = going.named(one.name)
        entered.append(_enter(decision, order, number if before is None else before.id, going.segment, one))
        number += before is None
    return tuple(entered)


def _new(state: State, going: Count, candidates: Iterable[_Candidate]) -> Iterator[_Candidate]:
    """Yield those who are not in the count, or were out and can act again; refuses two of one name."""
    taken: set[str] = set()
    for one in candidates:
        before, name = going.named(one.name), one.name.casefold()
        if name in taken or (before is not None and before.side != one.side):
            hint = f"dismiss {one.name}, or face them by another name"
            refuse("twice", f"two in the count would be called {one.name}", hint)
        taken.add(name)
        if before is None or (before.out and not out_of(state, replace(before, out=""))):
            yield one


def _enter(decision: Decision, order: OrderByCount, at: int, base: int, one: _Candidate) -> Entered:
    dice = f"1{one.initiative}" if one.initiative else order.dice
    answer, rolled = decision.roll(Throw(f"initiative of {one.name}", dice, (), order.rule.id))
    first = base + (answer.total or 0)
    return Entered(at, one.name, one.side, one.number, one.order, first, rolled)


def initiative_order(who: Character, order: OrderByCount) -> int:
    """Return a character's Initiative Order: as written, else from their attributes."""
    if who.order is not None:
        return who.order
    rules = order.initiative
    if rules is None:
        return 0
    total = sum(who.attribute(name) or 0 for name in rules.attributes)
    return rules.of(total) + who.modifier


def _start(decision: Decision, _command: StartCount) -> None:
    questions.require_none(decision)
    order_of(decision)
    if decision.state.fight is not None or decision.state.count is not None:
        hint = "act, or end count" if decision.state.fight is None else "act, or end fight"
        going = decision.state.count
        first = None if going is None else going.up()
        where = "" if first is None else f"; {first.name} acts next, at {when(first.due or 1, decision.book)}"
        refuse("count", f"a count is running already, and goes on as each acts{where}", hint)
    begin(decision)


def _join(decision: Decision, command: JoinCount) -> None:
    running(decision)
    member, found = decision.state.party.find(command.who), meant(decision.state, command.who)
    side = None if member is not None or found is None or found.number > found.side.count else found.side
    if member is None and side is None:
        names = [one.name for one in decision.state.party.members]
        names += [one.name for one in decision.state.sides]
        refuse(
            "unknown-name", f"nobody is called {command.who!r}", closest(command.who, names, "foes wolves 3")
        )
    members = () if member is None or member.down else (member,)
    if not enter(decision, members, () if side is None else (side,)):
        refuse("there", f"{command.who} are in the count already, or cannot act")


def enter(decision: Decision, members: tuple[Character, ...], faced: tuple[Side, ...]) -> bool:
    """Record that those of them who are not in the count join it; returns whether there are any."""
    order = order_of(decision)
    entered = _enter_all(decision, order, members, faced)
    if entered:
        decision.record(CountJoined(entered, rule=order.rule.id))
    return bool(entered)


def _began(state: State, event: CountBegan) -> State:
    count = Count(event.at, event.at, whole=event.whole)
    for one in event.fighters:
        count = count.set(_fighter(one))
    return replace(state, count=count)


def _fighter(one: Entered) -> Fighter:
    return Fighter(one.id, one.name, one.side, one.order, one.first, one.first, number=one.number)


def _joined(state: State, event: CountJoined) -> State:
    count = state.count or Count(event.at, event.at)
    for one in event.fighters:
        count = count.set(_fighter(one))
    return replace(state, count=count)


def _tell_entered(event: CountBegan | CountJoined, book: Rulebook) -> str:
    firsts = sorted(event.fighters, key=lambda one: (one.first, -one.order, one.id))
    late = isinstance(event, CountJoined)
    names = [f"{one.name} at {when(one.first, book) if late else one.first}" for one in firsts[:MOST_TOLD]]
    more = f" and {len(firsts) - MOST_TOLD} more" if len(firsts) > MOST_TOLD else ""
    verb = "they join the count" if late else "the count begins"
    return f"{verb}: {', '.join(names)}{more}"


def not_yet_in(state: State) -> Iterator[str]:
    """Yield the names that could join the count: members, and sides whose last one is not in it."""
    going = state.count
    if going is None:
        return
    away = state.fight.away if state.fight is not None else ()
    for who in state.party.able:
        if going.named(who.name) is None and who.name not in away:
            yield who.name
    for side in state.sides:
        if not side.state_of(side.count) and going.named(side.call(side.count)) is None:
            yield side.name


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            StartCount,
            _start,
            says="count",
            heard=(
                "count|start|begin count [initiative] [segments]",
                Form("fight|attack|combat|battle", cost=1),
                Form("start|begin fight|combat|battle", cost=1),
                Form("roll|throw [for] initiative", cost=1),
            ),
            examples="count",
        ),
        declare(
            JoinCount,
            _join,
            says="join count {who:who}",
            heard=(
                "{who:who!} joins [count|fight|combat|battle]",
                "join [count|fight|combat|battle] {who:who!}",
                "add {who:who!} to count|fight|combat",
            ),
            examples="join count wolves",
            completes={"who": lambda state, _book: not_yet_in(state)},
            step=StepKind("join", "fight", ("join count",)),
        ),
    ),
    events=(
        happens(CountBegan, _began, _tell_entered),
        happens(CountJoined, _joined, _tell_entered),
    ),
    serves=counts,
)
