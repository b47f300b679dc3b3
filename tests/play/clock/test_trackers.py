"""Trackers that count: pools of dice, numbers with thresholds, and what the referee does to them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from tests.play.delvers import NEAR, delve, example, now
from tests.play.keeper import MINUTE, TURN, ByName, Keeper, house_rules, of_kind
from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import distribution
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.trackers import TimeCounted, TrackerChanged, TrackerReached
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.dungeon.place import SceneEntered
from turnkeeper.rules.model.trackers import Interval
from turnkeeper.time import ORIGIN

# --- the tension pool


def test_six_dice_show_a_1_two_times_in_three() -> None:
    # 1 - (5/6)^6 = 1 - 15625/46656 = 31031/46656
    keeper = delve("tension-pool")
    keeper.do("wait 5 turns")
    asked = keeper.needs("next")
    odds = distribution(parse_dice(asked.dice))
    assert Fraction(odds.weights[odds.values.index(1)], odds.total) == 1 - Fraction(5, 6) ** 6
    assert 1 - Fraction(5, 6) ** 6 == Fraction(31031, 46656)
    assert [(band.name, band.low, band.high) for band in asked.bands] == [
        ("complication", 1, 1),
        ("nothing", 2, 6),
    ]


@pytest.mark.parametrize("dice", range(1, 6))
def test_a_loud_act_has_the_dice_thrown_that_are_there_and_they_stay(dice: int) -> None:
    keeper = delve("tension-pool")
    keeper.do(f"rule tracker tension pool {dice}")
    asked = keeper.needs("shout")
    odds = distribution(parse_dice(asked.dice))
    assert Fraction(odds.weights[odds.values.index(1)], odds.total) == 1 - Fraction(5, 6) ** dice
    keeper.do("shout", "+".join(["2"] * dice))
    assert now(keeper, "tension") == dice


def test_an_empty_pool_is_one_die_and_no_die_where_none_is_said() -> None:
    assert delve("tension-pool").needs("shout").dice == "1d6"
    bare = house_rules("[trackers.tension.counts]\nbare = 0\n", base="tension-pool")
    keeper = Keeper(bare)
    keeper.do("enter dungeon")
    assert keeper.told("shout") == ["make noise"]
    assert keeper.refused("throw pool tension pool").code == "empty"


def test_a_pool_never_holds_more_than_it_can_and_is_emptied_when_full() -> None:
    more = house_rules(
        '[procedures.wandering]\ndo = [{ effect = "add", tracker = "tension", count = 4 }]\n',
        base="tension-pool",
    )
    keeper = Keeper(more)
    keeper.do("enter dungeon")
    keeper.do("wait 1 turn")
    assert now(keeper, "tension") == 4
    changed = of_kind(keeper.do("wait 1 turn", "2+2+2+2+2+2"), TrackerChanged)
    assert [(one.was, one.to) for one in changed] == [(4, 6), (6, 0)]


def test_a_full_pool_tells_the_dice_before_it_is_emptied_and_stops_the_clock_at_its_own_minute() -> None:
    """T20."""
    keeper = delve("tension-pool")
    events = keeper.do("wait 1 watch", "1+6+6+6+6+6", dice=NEAR)
    order = [type(one) for one in events if isinstance(one, TrackerChanged | Checked | EncounterMet)]
    assert order[-4:] == [TrackerChanged, Checked, EncounterMet, TrackerChanged]
    assert keeper.now == ORIGIN + TURN * 6


def test_who_sees_a_pool_is_said_by_the_data() -> None:
    secret = house_rules("[trackers.tension]\nsecret = true\n", base="tension-pool")
    for book, audience in ((secret, "referee"), (example("tension-pool"), "table")):
        keeper = Keeper(book)
        keeper.do("enter dungeon")
        (changed,) = of_kind(keeper.do("next"), TrackerChanged)
        (checked,) = of_kind(keeper.do("shout", "3"), Checked)
        assert (changed.seen_by, checked.seen_by) == (audience, audience)


# --- the underclock


def under(count: int, face: int) -> tuple[int, list[str], bool]:
    """The rules of the underclock, by hand: what a count comes to, what is told, whether it is reset."""
    left = count - face
    if left < 0:
        return 20, ["time is up"], True
    if left == 0:
        return 3, ["a respite", "a shadow"], False
    told = ["a shadow"] if left <= 3 < count else []
    return left, told, False


@pytest.mark.parametrize("count,face", list(product(range(1, 21), range(1, 7))))
def test_the_underclock_does_what_its_rules_say_of_every_count_and_face(count: int, face: int) -> None:
    keeper = delve("underclock")
    if count != 20:
        keeper.do(f"rule tracker underclock {count}")
    events = keeper.do("next", str(face), dice=NEAR)
    after, told, met = under(count, face)
    assert now(keeper, "underclock") == after
    assert [one.reached for one in of_kind(events, TrackerReached)] == told
    assert bool(of_kind(events, EncounterMet)) == met


@pytest.mark.slow
def test_the_mean_time_of_the_underclock_is_that_of_a_twin_by_brute_force() -> None:
    # By hand, with En the turns from a count of n to a reset: at 1 a face of 1 leads by 0 to 3, others reset.
    # E1 = 1 + E3/6, E2 = 1 + E1/6 + E3/6, E3 = 1 + E2/6 + E1/6 + E3/6. So 5 E3 = 6 + E1 + E2 and
    # E1 + E2 = 13/6 + 13/36 E3, which makes 167/36 E3 = 49/6.
    three = Fraction(49, 6) / Fraction(167, 36)
    one = 1 + three / 6
    two = 1 + one / 6 + three / 6
    twin: dict[int, list[int | None]] = {}
    for count in range(1, 21):
        faces = [under(count, face) for face in range(1, 7)]
        twin[count] = [None if met else after for after, _, met in faces]
    walked = solved(leads_of_the_program())
    assert walked == solved(twin)
    assert (walked[1], walked[2], walked[3]) == (one, two, three)
    assert 6 < walked[20] < 8


def leads_of_the_program() -> dict[int, list[int | None]]:
    """Ask the program to what each count comes by each face; ``None`` is a reset."""
    keeper = delve("underclock")
    leads: dict[int, list[int | None]] = {}
    for count in range(1, 21):
        start = keeper.copy()
        if count != 20:
            start.do(f"rule tracker underclock {count}")
        leads[count] = []
        for face in range(1, 7):
            after = start.copy()
            events = after.do("next", str(face), dice=NEAR)
            leads[count].append(None if of_kind(events, EncounterMet) else now(after, "underclock"))
    return leads


def solved(leads: dict[int, list[int | None]]) -> dict[int, Fraction]:
    """Solve E(c) = 1 + sum of E(next) / 6 exactly, by elimination in the order of the counts."""
    size = len(leads)
    rows = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for count, ways in leads.items():
        rows[count - 1][count - 1] += 1
        rows[count - 1][size] = Fraction(1)
        for to in ways:
            if to is not None:
                rows[count - 1][to - 1] -= Fraction(1, 6)
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                by = rows[other][at]
                rows[other] = [value - by * mine for value, mine in zip(rows[other], rows[at], strict=True)]
    return {at + 1: rows[at][size] for at in range(size)}


def test_an_exploding_6_is_an_option() -> None:
    keeper = delve("underclock", "exploding")
    assert keeper.needs("next").dice == "1d6!"
    keeper.do("next", "6+6+1")
    assert now(keeper, "underclock") == 7


def test_a_jump_over_a_threshold_with_an_open_end_reaches_it_and_one_within_two_ends_does_not() -> None:
    """T3."""
    keeper = delve("underclock")
    keeper.do("rule tracker underclock 5")
    (reached,) = of_kind(keeper.do("next", "6", dice=NEAR), TrackerReached)
    assert reached.reached == "time is up"


def test_a_threshold_is_reached_from_elsewhere_only() -> None:
    keeper = delve("underclock")
    keeper.do("rule tracker underclock 4")
    assert len(of_kind(keeper.do("next", "1"), TrackerReached)) == 1
    assert of_kind(keeper.do("next", "1"), TrackerReached) == []


# --- by hand


def test_a_tracker_is_meant_by_its_name_or_its_key() -> None:
    keeper = delve("tension-pool")
    keeper.do("tracker tension +1")
    keeper.do("tracker Tension Pool +1")
    assert now(keeper, "tension") == 2


@pytest.mark.parametrize(
    "name,said,code",
    [
        ("tension-pool", "tracker dread +1", "unknown-tracker"),
        ("tension-pool", "tracker tension pool -1", "number"),
        ("tension-pool", "tracker tension pool +0", "number"),
        ("tension-pool", "rule tracker tension pool 7", "number"),
        ("tension-pool", "rule tracker tension pool 0", "same"),
        ("tension-pool", "rule tracker tension pool 1 h left", "tracker"),
        ("underclock", "throw pool underclock", "no-pool"),
        ("underclock", "rule tracker underclock -999999999", "number"),
        ("classic-turns", "tracker weariness +1", "tracker"),
        ("classic-turns", "rule tracker weariness 3", "tracker"),
        ("classic-turns", "rule tracker weariness 7 turns left", "length"),
        ("next-encounter", "rule tracker next encounter 1 turn left", "not-thrown"),
        ("hazard-die", "tracker dread +1", "no-trackers"),
        ("tension-pool", "use table complications for dawdling", "unknown-use"),
        ("tension-pool", "chance 2 in 6 for dawdling", "no-chance"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(name: str, said: str, code: str) -> None:
    assert delve(name).refused(said).code == code


def test_a_ruling_says_that_it_is_one_and_what_follows_follows() -> None:
    keeper = delve("underclock")
    changed, reached, _ = keeper.do("rule tracker underclock 2")
    assert isinstance(changed, TrackerChanged)
    assert changed.ruled
    assert isinstance(reached, TrackerReached)


def test_what_is_left_of_an_interval_can_be_ruled() -> None:
    keeper = delve("next-encounter")
    keeper.do("wait 10 min", "6+6")
    (counted,) = of_kind(keeper.do("rule tracker next encounter 10 min left"), TimeCounted)
    assert (counted.spent, counted.of, counted.ruled) == (TURN * 11, TURN * 12, True)
    assert keeper.needs("wait 10 min").name == "encounter distance"


def test_going_to_another_place_of_the_scene_keeps_what_was_counted() -> None:
    keeper = delve("next-encounter")
    keeper.do("wait 20 min", "1+3")
    counted, entered = keeper.do("enter dungeon Crypt")
    assert isinstance(counted, TimeCounted)
    assert isinstance(entered, SceneEntered)
    assert isinstance(keeper.book.set.trackers["next encounter"].counts, Interval)
    (met,) = of_kind(keeper.do("wait 30 min", "1+1", "6+6"), EncounterMet)
    assert met.at == ORIGIN + MINUTE * 40


# --- torch dice


def test_a_torch_burns_five_turns_on_the_average_by_its_dice() -> None:
    # Low are 2 of 6 faces: 3 throws on the average; then 2 of 4: 2 throws.
    assert sum((Fraction(sides, 2) for sides in (6, 4)), Fraction(0)) == 5
    keeper = Keeper(example("torch-dice"))
    for said in ("party Varda", "enter dungeon", "light torch for Varda"):
        keeper.do(said)
    quiet = ByName({"encounter check": "12"})
    seen = [keeper_needs(keeper, quiet, face) for face in ("3", "1", "4", "2")]
    assert seen == ["1d6", "1d6", "1d4", "1d4"]
    assert not keeper.state.lights.burning()


def keeper_needs(keeper: Keeper, quiet: ByName, face: str) -> str:
    """Return the dice of the torch's throw, which comes to that face."""
    usage = ByName({"torch (Varda) usage": face}, quiet)
    keeper.do("next", dice=usage)
    assert keeper.last is not None
    return next(throw.dice for throw in keeper.last.throws if throw.name.endswith("usage"))


def test_a_torch_of_dice_keeps_its_fraction_in_the_open() -> None:
    """D-LIGHT-1 in this currency: one step of two is half of the hour that a torch burns outdoors."""
    keeper = Keeper(example("torch-dice"))
    for said in ("party Varda", "enter dungeon", "light torch for Varda"):
        keeper.do(said)
    keeper.do("next", "12", "1")
    keeper.do("enter settlement")
    (gone,) = [one for one in keeper.do("wait 1 h") if "goes out" in keeper_tell(keeper, one)]
    assert gone.at == ORIGIN + TURN + MINUTE * 30


def keeper_tell(keeper: Keeper, event: object) -> str:
    from turnkeeper.play.registry import tell

    return tell(event, keeper.book)  # type: ignore[arg-type]


def every_tracker() -> Iterator[tuple[str, str]]:
    for name in ("tension-pool", "underclock", "classic-turns", "next-encounter"):
        for key in example(name).set.trackers:
            yield name, key


@pytest.mark.parametrize("name,key", list(every_tracker()))
def test_what_is_told_of_a_tracker_says_how_it_stands(name: str, key: str) -> None:
    from turnkeeper.views.parts.timers import trackers as shown

    keeper = delve(name)
    called = keeper.book.set.trackers[key].name
    (line,) = shown(keeper.state, keeper.book)
    assert str(line).startswith(f"{called}: ")
    assert str(line).endswith("(secret)") == keeper.book.set.trackers[key].secret
