"""The state of a segment count: its combatants, the segment at which each acts next, and who is up now.

Segments are counted from 1 through the whole fight; where a round has ten, segment 12 is the second of the
second round. The queue is kept by segment, then by Initiative Order, the highest first, then by the
order of entry; equals in the first two are simultaneous. Nothing here throws or records events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.spelling.plurals import singular
from turnkeeper.time import ORIGIN, Duration, Instant, SortedMap

Key = tuple[int, int, int]
"""The place of a combatant in the queue: the segment, the negated Initiative Order, the id."""

LAST = 1 << 62
"""More than any Order or id."""

FOCUS = "focus"


class Doing(Struct, frozen=True, array_like=True):
    """A casting, whose effect comes at the combatant's next segment, or a focus until then.

    ``recovery`` is what the action costs after it, and what a disruption leaves of it.
    """

    what: str
    how: Literal["cast", "focus"]
    recovery: int


class Fighter(Struct, frozen=True, omit_defaults=True):
    """A combatant in a count. ``due`` is its next segment to act, ``None`` while it waits or is out.

    ``acted`` counts its activations, ``last`` is the segment of the latest; ``used`` are the opportunities
    taken in ``round_used``, ``answered`` the activation that the latest of them answered. ``burdens`` are
    conditions that the rule set knows, ``usual`` the recovery of ``what`` it did last, ``number`` its own in
    its side; ``added`` are the segments of ``first`` that surprise added.
    """

    id: int
    name: str
    side: str
    order: int
    first: int
    due: int | None
    acted: int = 0
    last: int = 0
    doing: Doing | None = None
    waiting: bool = False
    out: str = ""
    burdens: tuple[str, ...] = ()
    round_used: int = 0
    used: int = 0
    answered: int = 0
    usual: int = 0
    what: str = ""
    number: int = 0
    added: int = 0

    @property
    def key(self) -> Key | None:
        """Return the place in the queue; ``None`` while it waits or is out."""
        return None if self.due is None else (self.due, -self.order, self.id)

    @property
    def by_number(self) -> str:
        """Return the name by its number in its side: what ``goblins`` who came alone are called too."""
        return f"{singular(self.side)} {self.number}"


class Habit(Struct, frozen=True, array_like=True):
    """What one of the party or of a kind of foe did last in a count, and what it costs."""

    kind: str
    what: str
    recovery: int


MOST_HABITS = 500


class Tied(Struct, frozen=True, array_like=True):
    """A timer that ends with an activation, once the combatant has acted ``acted`` times in all."""

    timer: int
    fighter: int
    acted: int


class Count(Struct, frozen=True, omit_defaults=True):
    """A running count. ``segment`` is where it stands, 0 at first; ``serial`` counts the activations.

    ``began`` is the instant at which segment 1 begins, or would have where the clock was set since; ``since``
    is when the count began. ``actor`` took the latest activation; ``ready`` are all who were due at once with
    it, and could act when the first of them did: those of equal Order, or of the ``whole`` segment.
    """

    began: Instant = ORIGIN
    since: Instant = ORIGIN
    segment: int = 0
    serial: int = 0
    fighters: SortedMap[int, Fighter] = SortedMap()
    names: SortedMap[str, int] = SortedMap()
    queue: SortedMap[Key, None] = SortedMap()
    tied: tuple[Tied, ...] = ()
    actor: int | None = None
    ready: tuple[int, ...] = ()
    whole: bool = False

    def named(self, name: str) -> Fighter | None:
        """Return the combatant of a name, whatever its capitals; one that came alone has a number too."""
        folded = name.casefold()
        found = self.names.get(folded)
        if found is None:
            return next((one for one in self.alone() if one.by_number.casefold() == folded), None)
        return self.fighters[found]

    def alone(self) -> Iterator[Fighter]:
        """Yield those who came alone of their side, and have its name."""
        return (one for one in self.fighters.values() if one.number == 1 and one.name == one.side)

    def up(self) -> Fighter | None:
        """Return who acts next: the first of the queue."""
        first = self.queue.first()
        return None if first is None else self.fighters[first[0][2]]

    def together(self) -> Iterator[Fighter]:
        """Yield who is up, and all who act at once with them."""
        first = self.up()
        return iter(()) if first is None else self._due(first.due or 0, -first.order, -first.order)

    def at_once(self, one: Fighter) -> Iterator[Fighter]:
        """Yield all in the queue who act at once with one of them, and fall only when all have."""
        if one.due is None:
            return iter(())
        if self.whole:
            return self._due(one.due, -LAST, LAST)
        return self._due(one.due, -one.order, -one.order)

    def _due(self, segment: int, low: int, high: int) -> Iterator[Fighter]:
        for key, _ in self.queue.range((segment, low, -1), (segment, high, LAST)):
            yield self.fighters[key[2]]

    def is_owed(self, one: Fighter) -> bool:
        """Return whether one has yet to act in the segment where the count stands, at once with who did.

        They act in it even if they fell in it.
        """
        return one.due is not None and one.due == self.segment and one.id in self.ready

    def in_order(self) -> Iterator[Fighter]:
        """Yield all in the queue, in order."""
        for key, _ in self.queue.range():
            yield self.fighters[key[2]]

    def coming(self, most: int) -> list[Fighter]:
        """Return those who act next, in order, at most ``most``."""
        return list(islice(self.in_order(), most))

    def set(self, one: Fighter) -> Count:
        """Return the count with a combatant added or changed."""
        before = self.fighters.get(one.id)
        queue = self._requeued(before, one)
        names = self.names if before is not None else self.names.set(one.name.casefold(), one.id)
        return replace(self, fighters=self.fighters.set(one.id, one), queue=queue, names=names)

    def after_turn(self, before: Fighter, one: Fighter, segment: int) -> Count:
        """Return the count after an activation at a segment, with the combatant ``before`` it and after."""
        return replace(
            self, segment=segment, serial=self.serial + 1, fighters=self.fighters.set(one.id, one),
            queue=self._requeued(before, one), actor=one.id,
        )  # fmt: skip

    def _requeued(self, before: Fighter | None, one: Fighter) -> SortedMap[Key, None]:
        old, new, queue = None if before is None else before.key, one.key, self.queue
        if old == new:
            return queue
        queue = queue if old is None else queue.discard(old)
        return queue if new is None else queue.set(new, None)

    def set_all(self, several: Iterable[Fighter]) -> Count:
        """Return the count with some of its combatants changed at once."""
        fighters = {one.id: one for one in self.fighters.values()}
        fighters |= {one.id: one for one in several}
        keys = (one.key for one in fighters.values())
        return replace(
            self,
            fighters=SortedMap.of(fighters.items()),
            queue=SortedMap.of((key, None) for key in keys if key is not None),
        )


def habit_of(habits: Iterable[Habit], count: Count, one: Fighter) -> Habit | None:
    """Return the action of a combatant with nothing said: as last, as its like, or as in another fight."""
    if one.usual:
        return Habit(_kind(one), one.what, one.usual)
    here = [each for each in count.fighters.values() if each.usual and _kind(each) == _kind(one)]
    if here:
        latest = max(here, key=lambda each: (each.last, -each.id))
        return Habit(_kind(one), latest.what, latest.usual)
    return next((each for each in habits if each.kind == _kind(one)), None)


def learnt(habits: tuple[Habit, ...], count: Count) -> tuple[Habit, ...]:
    """Return the habits with those of a count that is over, the latest first."""
    acted = sorted((one for one in count.fighters.values() if one.usual), key=lambda one: (-one.last, one.id))
    found = {_kind(one): Habit(_kind(one), one.what, one.usual) for one in reversed(acted)}
    kept = (one for one in habits if one.kind not in found)
    return (*reversed(found.values()), *kept)[:MOST_HABITS]


def _kind(one: Fighter) -> str:
    """Return the kind of a combatant: the name of a side in the singular, or one's own."""
    return singular(one.side if one.number else one.name).casefold()


def round_and_segment(segment: int, order: OrderByCount) -> tuple[int, int]:
    """Return the round and the segment in it, both counted from 1.

    Segment 12 of a count to ten is the second of the second round.
    """
    before = max(segment, 1) - 1
    return before // order.segments.number + 1, before % order.segments.number + 1


def segment_said(now: int, within: int, order: OrderByCount) -> int:
    """Return the segment of the count for one of this round, or of the next round if it has passed."""
    number, passed = round_and_segment(now, order)
    return (number - 1 + (within < passed)) * order.segments.number + within


def said(segment: int, order: OrderByCount) -> str:
    """Return a segment in words: ``round 2 segment 2``."""
    number, within = round_and_segment(segment, order)
    return f"round {number} segment {within}"


def when(segment: int, book: Rulebook) -> str:
    """Return a segment in the words of the log."""
    order = book.set.order
    return said(segment, order) if isinstance(order, OrderByCount) else f"segment {segment}"


def about(doing: Doing) -> str:
    """Return a casting or a focus in words: ``casts light``, ``focuses on the ogre``."""
    if doing.how == "cast":
        return f"casts {doing.what}"
    return "focuses" if doing.what == FOCUS else f"focuses on {doing.what}"


def instant_of(count: Count, segment: int, length: Duration) -> Instant:
    """Return the instant at which a segment begins on the campaign's clock."""
    return Instant(instant_ms(count, segment, length))


def instant_ms(count: Count, segment: int, length: Duration) -> int:
    """Return when a segment begins, in milliseconds; every activation asks, so no instant is built."""
    return count.began.ms + length.ms * (max(segment, 1) - 1)


def recovery_of(one: Fighter, what: str, recovery: int, order: OrderByCount) -> int:
    """Return the recovery from an action, with what the combatant's burdens add."""
    for name in one.burdens:
        burden = order.burdens.get(name)
        if burden is not None:
            recovery += burden.adds + burden.to.get(what.casefold(), 0)
    return recovery


def forbidding(one: Fighter, what: str, order: OrderByCount) -> str:
    """Return the combatant's burden that rules an action out; empty where none does."""
    for name in one.burdens:
        burden = order.burdens.get(name)
        if burden is not None and what.casefold() in burden.forbids:
            return name
    return ""


def segment_now(count: Count) -> int:
    """Return the segment at which the count stands, 1 before any activation."""
    return max(count.segment, 1)


def on_clock(count: Count | None, was: Instant, to: Instant) -> Count | None:
    """Return the count as it goes on when the clock is set: from the segment where it stands.

    ``None`` before its beginning. Setting the clock undoes no activation; undo does.
    """
    if count is None or to < count.since:
        return None
    return replace(count, began=count.began + (to - was))
