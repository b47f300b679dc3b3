"""Many turns at once are the same turns given one by one, as far as the clock comes (Q-INIT-3, Q-REC-1)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import CALM, ByName, Keeper, keep, of_kind
from tests.play.segments import QUEST, SEGMENT, acts, count_of, counted, fought, one
from turnkeeper.play.clock.timers import TimerEnded, TimerRang
from turnkeeper.play.dungeon.dark import DarknessFell
from turnkeeper.play.dungeon.light import LightWentOut
from turnkeeper.play.fight.count import EffectCame, FighterLeft
from turnkeeper.play.fight.counting import Count
from turnkeeper.play.fight.segments.repeating import Again, CameMeanwhile, Repeat, TurnsRepeated
from turnkeeper.play.fight.wounds import MemberDied
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.registry import REGISTRY
from turnkeeper.time import Instant, Rank

NAMES = ("Varda", "Orlo", "Sefa", "Bram", "Tove")

Person = tuple[int, int, int, tuple[int, int] | None]
# Each: Initiative Order, segment of the first turn, recovery; and what is cast then, if anything.
people = st.lists(
    st.tuples(
        st.integers(-1, 2),
        st.integers(1, 10),
        st.integers(1, 40),
        st.none() | st.tuples(st.integers(1, 15), st.integers(1, 12)),
    ),
    min_size=1,
    max_size=5,
)


lengths = st.lists(st.integers(1, 120), min_size=1, max_size=4)


def begun(who: list[Person], bless: int, sprints: str = "") -> Keeper:
    """Return a count in which all have acted and some cast; timers run, and one is tied to a turn."""
    keeper = counted(*((name, order, first) for name, (order, first, _, _) in zip(NAMES, who, strict=False)))
    saying: dict[str, list[str]] = {}
    for name, (_, _, recovery, cast) in zip(NAMES, who, strict=False):
        saying[name] = [f"act {'sprint' * (name == sprints)} for {recovery}"]
        if cast is not None:
            saying[name].append(f"cast ward {cast[0]} then {cast[1]}")
    while any(saying.values()):
        up = count_of(keeper).up()
        assert up is not None
        casting = up.doing is not None
        keeper.do(saying[up.name].pop(0) if saying[up.name] and not casting else "act")
    for said in ("timer moss 7 segments", "remind drip every 9 segments"):
        keeper.do(said)
    keeper.do(f"effect bless until {NAMES[bless % len(who)]} has acted")
    return keeper


def _timers(keeper: Keeper) -> list[tuple[Instant, str]]:
    return [(event.at, event.called) for event in keeper.events if isinstance(event, TimerEnded | TimerRang)]


def one_by_one(keeper: Keeper, last: int) -> int:
    """Say turns as a referee would until a segment; returns how many turns there were.

    Where something ends on the way, the count stops there first, and the turn is said once more.
    """
    before = count_of(keeper).serial
    while (up := count_of(keeper).up()) is not None and (up.due or 0) <= last:
        keeper.do("act", dice=CALM)
    return count_of(keeper).serial - before


@settings(deadline=None, max_examples=times(60))
@given(people, st.integers(0, 4), st.integers(1, 60))
def test_turns_at_once_come_to_the_same_as_one_by_one(who: list[Person], bless: int, segments: int) -> None:
    """The same fighters, segments and clock; timers end at the same instants, castings in their place."""
    at_once = begun(who, bless)
    each = at_once.copy()
    last = max(count_of(each).segment, 1) + segments
    turns = one_by_one(each, last)
    if not turns:
        assert at_once.refused(f"repeat for {segments} segments").code == "nobody"
        return
    events = at_once.do(f"repeat for {segments} segments")
    assert at_once.state == each.state
    (told,) = of_kind(events, TurnsRepeated)
    assert told.turns == turns
    assert _timers(at_once) == _timers(each)
    came = [(came.name, came.what, came.segment) for came in of_kind(each.events, EffectCame)]
    before = len(of_kind(at_once.events, EffectCame))
    assert [(each.name, each.what, each.segment) for each in told.came] == came[before:]


class ByHand:
    """The same combatants as two dicts that are searched for each turn: who acts when, and what it costs."""

    def __init__(self, count: Count, stuck: str, fallen: str) -> None:
        fighters = count.fighters.values()
        self.due = {one.name: one.due or 0 for one in fighters}
        self.order = {one.name: (-one.order, one.id) for one in fighters}
        self.usual = {one.name: one.usual for one in fighters}
        self.coming = {one.name: one.doing.recovery for one in fighters if one.doing is not None}
        self.stuck, self.fallen, self.segment = stuck, fallen, count.segment

    def turns(self, until: int) -> int:
        """Say turns up to a segment, or up to the stuck; returns how many turns there were."""
        turns = 0
        while self.due:
            name = min(self.due, key=lambda each: (self.due[each], self.order[each]))
            if self.due[name] > until:
                break
            if name == self.fallen:
                del self.due[name]
                continue
            if name == self.stuck and name not in self.coming:
                break
            self.segment = self.due[name]
            self.due[name] += self.coming.pop(name, self.usual[name])
            turns += 1
        return turns


@pytest.mark.slow
@settings(deadline=None, max_examples=times(100))
@given(people, st.sampled_from((*NAMES, "")), st.sampled_from((*NAMES, "")), lengths)
def test_turns_at_once_are_those_counted_by_hand(
    who: list[Person], stuck: str, fallen: str, several: list[int]
) -> None:
    """Wherever the count stops and goes on; with a fallen one, and one with nothing to repeat (Q-REC-5)."""
    keeper = begun(who, 0, stuck)
    there = {one.name for one in count_of(keeper).fighters.values()}
    if stuck in there:
        keeper.do(f"hamper {stuck} with concentrating")
    if fallen in there:
        keeper.do(f"kill {fallen}")
        if count_of(keeper).is_owed(one(keeper, fallen)):
            # An equal has acted in this segment: the fallen acts in it, too, before all goes on (Q-INIT-4).
            assert keeper.refused("repeat for 1 segment").hint == f"act by {fallen}"
            keeper.do(f"act for 1 by {fallen}" if one(keeper, fallen).doing is None else f"act by {fallen}")
    hand = ByHand(count_of(keeper), stuck, fallen)
    for segments in several:
        turns = hand.turns(max(hand.segment, 1) + segments)
        if not turns:
            assert keeper.refused(f"repeat for {segments} segments").code in {"nobody", "burden"}
            return
        (told,) = of_kind(keeper.do(f"repeat for {segments} segments"), TurnsRepeated)
        count = count_of(keeper)
        assert (told.turns, count.segment) == (turns, hand.segment)
        assert {name: one(keeper, name).due for name in hand.due if name != fallen} == {
            name: due for name, due in hand.due.items() if name != fallen
        }
        assert keeper.now == Instant((hand.segment - 1) * SEGMENT)


def test_recovery_is_added_to_the_segment_in_which_one_acted() -> None:
    """Acted at 6 with a dagger (6): 12 is the second segment of the next round, then 18 and 24 (Q-REC-1)."""
    keeper = counted(("Varda", 12, 6))
    keeper.do("act dagger")
    (told,) = of_kind(keeper.do("repeat for 18 segments"), TurnsRepeated)
    assert told.again == (Again(0, 3, 24, 30),)


def test_a_casting_takes_effect_in_its_place_and_is_told() -> None:
    """Cast at 8 for 3, effect at 11, recovery 2 and then as before every 6: 13, 19. Orlo at 12, 19."""
    keeper = counted(("Varda", 12, 2), ("Orlo", 10, 5))
    acts(keeper, "act dagger", "act long sword", "cast fireball 3 then 2")
    (line,) = keeper.told("repeat for 11 segments")
    assert line == (
        "5 turns as before until round 2 segment 9: Varda 3, Orlo 2; "
        "fireball of Varda takes effect at round 2 segment 1"
    )
    (told,) = of_kind(keeper.events, TurnsRepeated)
    assert told.again == (Again(0, 3, 19, 25, 11), Again(1, 2, 19, 26))
    assert told.came == (CameMeanwhile("Varda", "fireball", 11),)


def test_what_lasts_until_a_turn_ends_at_the_instant_of_that_turn() -> None:
    """Varda acts at 8 next, and segment 8 begins 7 x 1.44 s after the first."""
    keeper = counted(("Varda", 12, 2), ("Orlo", 10, 3))
    acts(keeper, "act dagger", "act long sword")
    keeper.do("effect bless until Varda has acted")
    (ended,) = of_kind(keeper.do("repeat for 3 rounds"), TimerEnded)
    assert (ended.called, ended.at) == ("bless", Instant(7 * SEGMENT))


def test_the_clock_stops_in_the_dark_and_the_turns_with_it() -> None:
    """A torch burns 2,500 segments, 2,493 of them before the count: it is out when segment 8 begins.

    Orlo has acted at 3 and 7, for 4; Varda, who would at 8, must see to a light first.
    """
    calm = ByName({"encounter check": "6", "initiative of Varda": "2", "initiative of Orlo": "3"})
    keeper = keep("party Varda order 12; Orlo order 10", "enter dungeon Barrow", "light torch", rules=QUEST)
    for said in ("wait 2493 segments", "count", "act dagger", "act for 4"):
        keeper.do(said, dice=calm)
    out, dark, told = keeper.do("repeat for 2 rounds", dice=calm)
    assert (type(out), type(dark), type(told)) == (LightWentOut, DarknessFell, TurnsRepeated)
    assert keeper.now == out.at == Instant(2_500 * SEGMENT)
    assert isinstance(told, TurnsRepeated)
    assert (told.turns, told.segment, told.again) == (1, 7, (Again(1, 1, 7, 11),))
    assert acts(keeper, "act dagger") == ["Varda"]
    assert keeper.now == out.at


def test_a_stop_before_the_next_turn_lets_nobody_act() -> None:
    calm = ByName({"encounter check": "6", "initiative of Varda": "1"})
    keeper = keep("party Varda order 12", "enter dungeon Barrow", "light torch", rules=QUEST)
    for said in ("wait 2493 segments", "count", "act for 9"):
        keeper.do(said, dice=calm)
    out, dark = keeper.do("repeat for 2 rounds", dice=calm)
    assert (type(out), type(dark)) == (LightWentOut, DarknessFell)
    assert one(keeper, "Varda").due == 10
    keeper.do("repeat for 2 rounds")
    assert one(keeper, "Varda").due == 28


def test_whoever_is_out_leaves_at_their_turn_and_the_others_go_on() -> None:
    """Goblin 2 would act at 9, and has fallen; the rest act at 8, 9 and 14, 15."""
    keeper = fought(2, 3, 4)
    acts(keeper, "act dagger", "act for 6", "act for 5")
    keeper.do("down goblin 2")
    events = keeper.do("repeat for 12 segments")
    (left,) = of_kind(events, FighterLeft)
    assert (left.name, left.at) == ("goblin 2", Instant(8 * SEGMENT))
    assert [(each.times, each.due) for each in of_kind(events, TurnsRepeated)[0].again] == [(2, 20), (2, 21)]


def test_whoever_is_down_ends_the_repeating_at_their_turn() -> None:
    """They can only recover, which the referee says (Q-REC-3): Orlo acts at 9, and Varda is next at 14."""
    keeper = counted(("Varda", 12, 2), ("Orlo", 10, 3))
    acts(keeper, "act dagger", "act for 6", "act")
    keeper.do("rule hp of Varda 0")
    keeper.do("repeat for 2 rounds")
    assert [one(keeper, name).due for name in ("Varda", "Orlo")] == [14, 15]
    refused = keeper.refused("repeat for 2 rounds")
    assert (refused.code, refused.hint) == ("down", "recover by Varda")


def test_what_a_burden_rules_out_is_not_repeated() -> None:
    """Q-REC-5: no sprint while concentrating."""
    keeper = counted(("Varda", 12, 2), ("Orlo", 10, 3))
    acts(keeper, "act sprint for 6", "act for 4")
    keeper.do("hamper Varda with concentrating")
    keeper.do("repeat for 2 rounds")
    assert [one(keeper, name).due for name in ("Varda", "Orlo")] == [8, 11]
    refused = keeper.refused("repeat for 2 rounds")
    assert (refused.code, refused.hint) == ("burden", "free Varda of concentrating")


def test_whoever_falls_on_the_way_stops_the_turns_where_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Varda dies between the segments 9 and 10: 8 and 9 were acted in, and at 10 the clock stands."""
    keeper = counted(("Varda", 12, 2), ("Orlo", 10, 3))
    acts(keeper, "act dagger", "act for 6")

    def die(decision: Decision) -> None:
        decision.record(MemberDied("Varda", at=decision.at))

    def book(decision: Decision, _start: Instant, _until: Instant) -> None:
        decision.schedule(Instant(9 * SEGMENT - 1), Rank.CHECKS, 0, die)

    monkeypatch.setattr(REGISTRY, "schedules", (*REGISTRY.schedules, book))
    _, told = keeper.do("repeat for 2 rounds")
    assert isinstance(told, TurnsRepeated)
    assert (told.turns, told.segment, told.at) == (2, 9, Instant(9 * SEGMENT))


@pytest.mark.slow
def test_a_long_fight_of_thousands_is_one_event() -> None:
    """300 who recover 6 times in 6 rounds of ten: all of them are in it, eight by name."""
    keeper = fought(*([1] * 301), foes=("goblins 300",))
    for _ in range(301):
        keeper.do("act for 10")
    (line,) = keeper.told("repeat for 6 rounds")
    assert line.startswith("1,806 turns as before until round 7 segment 1: Varda 6, goblin 1 6, goblin 2 6")
    assert line.endswith("goblin 7 6 and 293 more")


def test_too_many_rounds_at_once_are_refused_with_what_would_work() -> None:
    keeper = counted(("Varda", 12, 2))
    keeper.do("act for 1")
    assert keeper.refused("repeat for 6000 rounds").hint == "repeat for 5000 rounds"
    assert keeper.refused(Repeat()).code == "length"
    keeper.do("repeat for 5000 rounds")
    assert count_of(keeper).segment == 2 + 50_000


def test_nobody_acts_before_the_next_is_due() -> None:
    keeper = counted(("Varda", 12, 2))
    keeper.do("act for 9")
    refused = keeper.refused("repeat for 8 segments")
    assert (refused.code, refused.hint) == ("nobody", "repeat for 9 segments")


def test_one_round_and_one_segment_are_said_in_the_singular() -> None:
    """Acted at 1 with 6: 7 comes within a round, and 13 not within one segment of it."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("act for 6")
    assert of_kind(keeper.do("repeat for 1 round"), TurnsRepeated)
    assert keeper.refused("repeat for 1 segment").code == "nobody"
