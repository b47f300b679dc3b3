"""The count against a naive twin: a list that is sorted anew for every question.

The twin knows segments, recoveries, castings, waits, disruption and the fallen, and nothing of queues.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import Keeper, keep
from tests.play.segments import QUEST, SEGMENT, count_of
from turnkeeper.play.decide import Decided

NAMES = ("Ada", "Bo", "Cai", "Dun", "Eve")


@dataclass
class Twin:
    """One fighter of the twin: when next, and what about."""

    name: str
    order: int
    due: int
    waits: bool = False
    casts: int = 0  # what it will cost when the effect has come
    dead: bool = False
    since: int = 0
    owed: bool = False  # died in this segment, in which an equal acted before


class Naive:
    """The twin as a whole; it keeps the segment at which it stands."""

    def __init__(self, people: list[tuple[int, int]]) -> None:
        self.all = [Twin(NAMES[at], order, first) for at, (order, first) in enumerate(people)]
        self.segment = 0
        self.order: int | None = None  # whose turn it is in the segment: that of all with this Order

    def queue(self) -> list[Twin]:
        return sorted(
            (one for one in self.all if not one.waits and (not one.dead or one.owed)),
            key=lambda one: (one.due, -one.order),
        )

    def _turn_of(self, one: Twin) -> None:
        self.segment, self.order, one.owed = one.due, one.order, False

    def act(self, one: Twin, recovery: int) -> None:
        self._turn_of(one)
        one.due += one.casts or recovery
        one.casts = 0

    def cast(self, one: Twin, takes: int, recovery: int) -> None:
        self._turn_of(one)
        one.due, one.casts = one.due + takes, recovery

    def wait(self, one: Twin) -> None:
        self._turn_of(one)
        one.since, one.waits = one.due, True

    def kill(self, one: Twin) -> None:
        """Kill one, who acts all the same where an equal has acted in the segment (Q-INIT-4)."""
        one.dead = True
        one.owed = not one.waits and (one.due, one.order) == (self.segment, self.order)

    def step_in(self, one: Twin, recovery: int) -> bool:
        at = max(self.segment, one.since + 1)
        first = next(iter(self.queue()), None)
        if first is not None and first.due <= at and at != self.segment:
            return False
        self.order = self.order if at == self.segment else None
        one.waits, one.due, self.segment = False, at + recovery, at
        return True

    def disrupt(self, one: Twin) -> None:
        one.due, one.casts = max(self.segment, 1) + one.casts, 0


def _agree(keeper: Keeper, twin: Naive) -> None:
    count = count_of(keeper)
    queue = twin.queue()
    live = [
        one.name
        for one in count.coming(len(NAMES))
        if any(t.name == one.name and (t.owed or not t.dead) for t in twin.all)
    ]
    expected = [(one.due, one.order) for one in queue]
    found = [next((t.due, t.order) for t in twin.all if t.name == name) for name in live]
    assert found == expected
    for one in twin.all:
        fighter = count.named(one.name)
        assert fighter is not None
        if one.owed or not one.dead:
            assert fighter.due == (None if one.waits else one.due), one
            assert fighter.waiting == one.waits
    assert count.segment == twin.segment
    assert keeper.now.ms == max(twin.segment - 1, 0) * SEGMENT


people = st.lists(st.tuples(st.integers(-2, 4), st.integers(1, 10)), min_size=1, max_size=5)
moves = st.lists(
    st.tuples(
        st.sampled_from(("act", "act", "act", "cast", "delay", "step", "disrupt", "kill")),
        st.integers(1, 23),
        st.integers(1, 9),
        st.integers(0, 4),
    ),
    max_size=40,
)


@given(people=people, moves=moves)
def test_the_count_does_as_a_sorted_list_does(
    people: list[tuple[int, int]], moves: list[tuple[str, int, int, int]]
) -> None:
    """Q-INIT-3, Q-INIT-4, Q-INIT-6, Q-REC-1, Q-REC-3, Q-REC-7: segment by segment, and on the clock."""
    twin = Naive(people)
    names = "; ".join(f"{one.name} order {one.order}" for one in twin.all)
    keeper = keep(f"party {names}", rules=QUEST)
    keeper.do("count", *(str(one.due) for one in twin.all))
    for what, long, short, which in moves:
        _move(keeper, twin, what, long, short, twin.all[which % len(twin.all)])
        _agree(keeper, twin)


def _move(keeper: Keeper, twin: Naive, what: str, long: int, short: int, chosen: Twin) -> None:  # noqa: PLR0913, PLR0917
    first = next(iter(twin.queue()), None)
    if what == "kill" and not chosen.dead and sum(not one.dead for one in twin.all) > 1:
        keeper.do(f"kill {chosen.name}")
        twin.kill(chosen)
    elif what == "disrupt" and chosen.casts and not chosen.dead:
        keeper.do(f"disrupt {chosen.name}")
        twin.disrupt(chosen)
    elif what == "step" and chosen.waits and not chosen.dead:
        decided = keeper.ask(f"step in {chosen.name} for {long}")
        assert isinstance(decided, Decided) == twin.step_in(chosen, long)
        if isinstance(decided, Decided):
            keeper.do(f"step in {chosen.name} for {long}")
    elif first is not None and what in {"act", "cast", "delay"}:
        if first.casts:
            keeper.do(f"act by {first.name}")
            twin.act(first, 0)
        elif what == "cast":
            keeper.do(f"cast light {short} then {long} by {first.name}")
            twin.cast(first, short, long)
        elif what == "delay":
            keeper.do(f"delay by {first.name}")
            twin.wait(first)
        else:
            keeper.do(f"act for {long} by {first.name}")
            twin.act(first, long)


@given(people=people, steps=st.lists(st.integers(1, 23), min_size=1, max_size=30))
def test_nobody_ever_acts_before_the_segment_that_has_come(
    people: list[tuple[int, int]], steps: list[int]
) -> None:
    """Q-INIT-3: segments never go back, and within one the Initiative Order never rises."""
    names = "; ".join(f"{NAMES[at]} order {order}" for at, (order, _) in enumerate(people))
    keeper = keep(f"party {names}", rules=QUEST)
    keeper.do("count", *(str(first) for _, first in people))
    seen: list[tuple[int, int]] = []
    for step in steps:
        first = count_of(keeper).up()
        assert first is not None
        assert first.due is not None
        seen.append((first.due, -first.order))
        keeper.do(f"act for {step}")
    assert seen == sorted(seen)
