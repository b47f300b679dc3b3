"""Everybody in a fight, a line each under their side: hit points, state, what lasts on them, what they do.

Those who are out of it are laid aside; the unhurt of a big side are told by their numbers. The order in which
they act is in `fights` and `counts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from turnkeeper.play.clock.timers import say_until
from turnkeeper.play.clock.timing import STATES, Timer
from turnkeeper.play.fight import able, rounds
from turnkeeper.play.fight.able import out_of, usual_of
from turnkeeper.play.fight.count import order_in
from turnkeeper.play.fight.counting import Fighter, about, round_and_segment, said
from turnkeeper.play.fight.morale import tested_next
from turnkeeper.play.fight.sides import PARTY, Side
from turnkeeper.play.party.party import Character
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.parts.fights import Camp, is_tested
from turnkeeper.views.parts.saying import LOW, named, per_mille

Condition = Literal["", "dead", "down", "fled", "surrendered", "broken", "surprised", "waiting"]
MOST_PIPS = 12
MANY = 12
FEW = 3
"""A side of more has the unhurt told by their numbers alone; of more than few where no figure is kept."""
MOST_LINES = 60
MOST_TIMERS = 400
OUT: tuple[Condition, ...] = ("dead", "down", "fled", "surrendered")
MOST_STATES = 5
ROUND = "round"


class Combatant(Struct, frozen=True):
    """One in a fight. ``hp`` of ``most`` are left; where they are not kept ``hp`` is ``None``.

    ``lost`` counts all the same. ``turn`` is where they stand in the order: ``acting``, ``acted``, ``coming``
    or empty; ``facts`` are what they wield, cast or wait for, ``lasts`` what lasts on them and until when,
    and ``ends`` the commands that end each of it. A ``fresh`` one is unhurt, and nothing sets it apart from
    others of its side.
    """

    name: str
    number: int
    condition: Condition
    hp: int | None
    most: int
    lost: int
    turn: str = ""
    facts: tuple[str, ...] = ()
    lasts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    fresh: bool = False

    @property
    def pips(self) -> tuple[bool, ...]:
        """Each hit point, left or lost, where they are few enough to be seen at a glance."""
        if self.hp is None or not 0 < self.most <= MOST_PIPS:
            return ()
        return tuple(place < self.hp for place in range(self.most))

    @property
    def of_1000(self) -> int:
        """The part of the hit points that is left, in thousandths."""
        return per_mille(self.hp or 0, self.most)

    @property
    def low(self) -> bool:
        """Whether few hit points are left."""
        return self.hp is not None and self.of_1000 <= LOW

    @property
    def points(self) -> str:
        """The hit points in words: ``3/5``, ``lost 4``; empty where nothing is known of them."""
        if self.hp is not None:
            return f"{self.hp}/{self.most}"
        return f"lost {self.lost}" if self.lost else ""


class Troop(Struct, frozen=True):
    """A side of a fight with its people: those in it in ``lines``, those out of it ``aside``.

    ``fresh`` are the unhurt of a big side, who need no line each; ``more`` is the number that no line shows.
    ``standing`` of ``count`` are in the fight. ``morale`` is its score, ``tests`` what would test it next by
    itself; ``say`` tests it now. It ``asks`` where a figure of hit points would be kept and none is known.
    """

    name: str
    camp: Camp
    standing: int
    count: int
    lines: tuple[Combatant, ...]
    fresh: tuple[Combatant, ...]
    aside: tuple[Combatant, ...]
    more: int = 0
    morale: int | None = None
    broken: bool = False
    tests: tuple[str, ...] = ()
    say: str = ""
    asks: bool = False

    @property
    def out(self) -> str:
        """Those who are out of the fight, in words: ``2 dead, 1 fled``."""
        counts = Counter(one.condition for one in self.aside)
        return ", ".join(f"{counts[what]} {what}" for what in OUT if counts[what])


def troops(state: State, book: Rulebook) -> tuple[Troop, ...]:
    """Return everybody in a fight or a count by sides, the party first; empty where nobody fights."""
    if state.fight is None and state.count is None:
        return ()
    seen = _Seen(state, book)
    ours = tuple(map(seen.member, state.party.members))
    party = Troop(
        PARTY,
        "party",
        sum(one.condition not in OUT for one in ours),
        len(ours),
        tuple(one for one in ours if one.condition not in OUT),
        (),
        tuple(one for one in ours if one.condition in OUT),
    )
    return (*((party,) if ours else ()), *(_troop(side, seen) for side in state.sides))


def states_known(state: State) -> tuple[str, ...]:
    """Return words for what lasts on a combatant: those in use, then ours."""
    used = (one.name for one in reversed(state.timers.live.values()) if one.who and one.every is None)
    return tuple(dict.fromkeys((*list(used)[:MOST_STATES], *STATES)))[:MOST_STATES]


def lengths_offered(book: Rulebook) -> tuple[str, ...]:
    """Return how long something is said to last at a click: parts of a round where there are such, rounds."""
    finest, *coarser = book.scale.units
    parts = (f"3 {finest.plural}",) if any(unit.name == ROUND for unit in coarser) else ()
    return (*parts, f"1 {ROUND}", f"3 {ROUND}s")


class _Seen:
    """The facts looked up once for all who are in a fight."""

    def __init__(self, state: State, book: Rulebook) -> None:
        self.state, self.book = state, book
        self.order = order_in(book)
        self.now = rounds.now(state)
        self.lasting: dict[str, list[Timer]] = {}
        for timer in state.timers.live.values()[:MOST_TIMERS]:
            if timer.who:
                self.lasting.setdefault(timer.who.casefold(), []).append(timer)

    def member(self, one: Character) -> Combatant:
        """Return the line of a member of the party."""
        fight = self.state.fight
        away = fight is not None and one.name in fight.away
        condition: Condition = "dead" if one.dead else "down" if one.down else "broken" if one.broken else ""
        if away and fight is not None and not one.down:
            condition = "surrendered" if one.name in fight.yielded else "fled"
        return self._line(one.name, 0, condition, one.hp, one.most_hp, 0, one.wields or self._usual(one.name))

    def foe(self, side: Side, number: int) -> Combatant:
        """Return the line of a member of a side."""
        condition: Condition = side.state_of(number) or ("broken" if side.broken else "")  # type: ignore[assignment]
        lost, most, name = side.lost(number), side.most(number), side.call(number)
        left = max(0, most - lost) if most else None
        return self._line(name, number, condition, left, most, lost, self._usual(name), side.name)

    def _line(  # noqa: PLR0913, PLR0917 - the figures of one line
        self,
        name: str,
        number: int,
        condition: Condition,
        hp: int | None,
        most: int,
        lost: int,
        wields: str,
        side: str = "",
    ) -> Combatant:
        turn = "" if condition in OUT else self._turn(name, side, number)
        if turn in {"surprised", "waiting"} and not condition:
            condition, turn = turn, ""  # type: ignore[assignment]
        lasting = self.lasting.get(name.casefold(), ())
        lasts, doing = tuple(map(self._lasts, lasting)), tuple(self._doing(name))
        ends = tuple(f"end timer {named(one.called, self.book)}" for one in lasting)
        facts = tuple(filter(None, (wields, *doing)))
        fresh = bool(number) and not (condition or lost or lasts or doing) and turn != "acting"
        return Combatant(name, number, condition, hp, most, lost, turn, facts, lasts, ends, fresh)

    def _turn(self, name: str, side: str, number: int) -> str:
        count, fight = self.state.count, self.state.fight
        if count is not None:
            one = count.named(name)
            return "" if one is None else "waiting" if one.waiting else "acting" if self._is_up(one) else ""
        who = side or name
        if fight is None or not fight.goes:
            return ""
        if able.is_surprised(self.state, who, fight.rounds):
            return "surprised"
        if self.now is None:
            return "acted"
        if who in self.now.who:
            went = next((one.numbers for one in fight.went if one.who == who), ())
            return "acted" if number and any(run.first <= number <= run.last for run in went) else "acting"
        return "coming" if any(who in go.who for go in self.now.then) else "acted"

    def _is_up(self, one: Fighter) -> bool:
        count = self.state.count
        return count is not None and any(one.id == each.id for each in count.together())

    def _usual(self, name: str) -> str:
        """Return the action that one did last in a count, or would do again; in other fights nothing."""
        count = self.state.count
        one = None if count is None else count.named(name)
        usual = None if one is None else usual_of(self.state, one, self.order)
        return "" if usual is None else usual.what

    def _doing(self, name: str) -> Iterator[str]:
        """Yield what one casts in a round, or in a count when they act, what they do and what slows them."""
        for cast in () if self.state.fight is None else self.state.fight.declared:
            if cast.caster == name:
                yield f"casts {cast.what} in round {cast.round}"
        count, order = self.state.count, self.order
        one = None if count is None else count.named(name)
        if one is None or order is None or count is None or out_of(self.state, one):
            return
        if one.doing is not None:
            until = "" if one.due is None else f" until {said(one.due, order)}"
            yield f"{about(one.doing)}{until}"
        yield from one.burdens
        if one.used and one.round_used == round_and_segment(max(count.segment, 1), order)[0]:
            yield f"{one.used} of {order.opportunities} opportunities"

    def _lasts(self, timer: Timer) -> str:
        """Return the effects on one, each with the time it has yet."""
        due = timer.due
        if due is not None:
            return f"{timer.name} {self.book.scale.plain.say(due - self.state.now)}"
        its_own = timer.until == f"{timer.who} has acted"
        return f"{timer.name} {'until they have acted' if its_own else say_until(timer)}"


def _troop(side: Side, seen: _Seen) -> Troop:
    rules, many = seen.book.set.morale, side.count > (MANY if side.most(1) else FEW)
    people = [seen.foe(side, number) for number in _shown(side)]
    fresh = [one for one in people if many and one.fresh]
    lines = [one for one in people if one.condition not in OUT and not (many and one.fresh)]
    return Troop(
        side.name,
        "allies" if side.allied else "enemies",
        side.standing,
        side.count,
        tuple(lines),
        tuple(fresh),
        tuple(one for one in people if one.condition in OUT),
        side.count - len(people),
        side.morale,
        side.broken,
        () if rules is None else tested_next(side, rules),
        f"morale {named(side.name, seen.book)}" if is_tested(side, seen.book) else "",
        asks=not side.most(1) and side.standing > 0,
    )


def _shown(side: Side) -> Iterable[int]:
    """Return the numbers of a side that are shown: the first, and all who are hurt."""
    first = range(1, min(side.count, MOST_LINES) + 1)
    hurt = (one.number for one in side.wounds if one.lost and one.number > MOST_LINES)
    return (*first, *list(hurt)[:MOST_LINES])
