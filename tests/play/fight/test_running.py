"""Running in a fight, a fight without an order, and surprise before one (C-MOVE-5, C-INIT-1, C-SURP-1)."""

from __future__ import annotations

import pytest

from tests.play.dungeon.test_rates import NOTHING, book_with
from tests.play.keeper import Keeper, keep, of_kind
from turnkeeper.play.fight.fight import FightEnded
from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.play.fight.running import Ran
from turnkeeper.play.fight.surprise import Ambush, Ambushed
from turnkeeper.time import Duration, Instant

MINUTE = 60_000
TURN = 10 * MINUTE


def fighting(*said: str, options: tuple[str, ...] = ()) -> Keeper:
    """Return a game in the first round of a fight."""
    people = "party Mira elf strength 0; Orlo dwarf strength 0"
    return keep(
        "enter dungeon Barrow",
        people,
        *said,
        "fight enemies",
        "round",
        rules=book_with(*options),
        dice=NOTHING,
    )


# Running


@pytest.mark.parametrize("said", ["move 60 ft running", "move 12 squares running"])
def test_c_move_5_in_a_fight_nobody_runs_but_to_charge_or_to_flee(said: str) -> None:
    refusal = fighting().refused(said)
    assert refusal.code == "run"
    way = said.removeprefix("move ").removesuffix(" running")
    assert refusal.hint == f"charge {way}, or flee {way}"


def test_c_move_5_a_run_is_one_only_where_it_is_said() -> None:
    assert fighting("move 10 ft running").refused("move 60 ft running").code == "run"
    assert fighting("move 10 ft running").refused("move 60 ft").code == "fight"


def test_c_move_5_one_who_runs_goes_double_their_own_rate_and_no_further() -> None:
    """An elf's 120 ft are 240 running, a dwarf's 90 are 180."""
    keeper = fighting()
    (ran,) = of_kind(keeper.do("charge 240 ft by Mira"), Ran)
    assert (ran.how, ran.who, ran.feet, ran.most, ran.rule) == ("charge", ("Mira",), 240, 240, "C-MOVE-5")
    refusal = keeper.refused("flee 181 ft by Orlo")
    assert (refusal.code, refusal.hint) == ("too-far", "flee 180 ft by Orlo")


def test_c_move_5_all_together_run_at_the_slowest_s_rate() -> None:
    keeper = fighting()
    assert keeper.refused("flee 200 ft").hint == "flee 180 ft"
    assert keeper.told("flee 36 squares") == ["Mira, Orlo flee 180 ft, of 180 ft in a round"]


def test_running_takes_no_time_of_its_own_and_once_a_round_is_all() -> None:
    keeper = fighting()
    keeper.do("charge 60 ft by Mira")
    assert keeper.now == Instant(0)
    assert keeper.refused("charge 60 ft by Mira").code == "ran"
    assert keeper.told("flee 60 ft") == ["Orlo flees 60 ft, of 180 ft in a round"]
    assert keeper.refused("flee 60 ft").code == "nobody"
    keeper.do("round", dice=NOTHING)
    keeper.do("charge 60 ft by Mira")


def test_c_move_3_who_is_encumbered_runs_half_as_far_and_who_cannot_move_does_not_run() -> None:
    keeper = fighting()
    keeper.do("rule carrying of Mira 51")
    assert keeper.refused("charge 121 ft by Mira").hint == "charge 120 ft by Mira"
    keeper.do("rule carrying of Mira 100")
    assert keeper.refused("charge 10 ft by Mira").code == "load"
    keeper.do("charge 10 ft by Orlo")


def test_running_needs_a_fight_a_round_and_somebody_who_stands() -> None:
    book = book_with()
    keeper = keep("enter dungeon", "party Mira elf hp 3/3", rules=book)
    assert keeper.refused("charge 60 ft").hint == "move 60 ft running"
    keeper.do("fight enemies")
    assert keeper.refused("charge 60 ft").hint == "round"
    keeper.do("round", dice=NOTHING)
    keeper.do("hurt Mira 3")
    assert keeper.refused("flee 60 ft by Mira").code == "down"
    assert keeper.refused("flee 60 ft").code == "nobody"


def test_a_rule_set_that_says_nothing_of_running_has_no_charge() -> None:
    keeper = keep("enter dungeon", "party Varda wisdom 12", "fight enemies", dice=NOTHING)
    assert keeper.refused("charge 60 ft").code == "no-run"


def test_a_clock_set_back_before_the_fight_undoes_the_run_t2() -> None:
    keeper = fighting("wait 5 min")
    keeper.do("charge 60 ft by Mira")
    keeper.do("rule clock 00:04")
    assert keeper.state.fight is None
    keeper.do("fight enemies")
    keeper.do("round", dice=NOTHING)
    keeper.do("charge 60 ft by Mira")


# The fight's clock


def test_c_time_1_a_round_of_a_fight_is_a_minute() -> None:
    keeper = fighting()
    assert keeper.now == Instant(0)
    (began,) = of_kind(keeper.do("round", "3", "4"), RoundBegan)
    assert (began.number, began.before, began.after, began.tested) == (2, (), (), ())
    assert keeper.now == Instant(MINUTE)


@pytest.mark.parametrize("flight", ["flee 60 ft", "flee party"])
def test_whoever_fled_stays_for_no_looting(flight: str) -> None:
    """House choice: the rest of the turn goes to wounds, plunder and breath, which the fled do not have."""
    keeper = fighting()
    keeper.do(flight)
    assert keeper.told("end fight") == ["round 1: 1 round", "fight over after 1 round; it takes 1 round"]
    assert keeper.now == Instant(MINUTE)


def test_where_one_of_them_stood_the_rest_of_the_turn_passes() -> None:
    keeper = fighting()
    keeper.do("flee Mira")
    keeper.do("end fight")
    assert keeper.now == Instant(TURN)


def test_who_ran_in_an_earlier_round_and_fought_on_has_not_fled() -> None:
    keeper = fighting()
    keeper.do("flee 60 ft")
    keeper.do("round", dice=NOTHING)
    keeper.do("end fight")
    assert keeper.now == Instant(TURN)


def test_when_a_fight_is_over_the_rest_of_the_turn_that_has_begun_passes() -> None:
    """It begins at 3 min and has two rounds; at 5 min, 5 min of the turn are left."""
    keeper = keep("enter dungeon", "party Mira elf", "wait 3 min", "fight enemies", rules=book_with())
    keeper.do("round", dice=NOTHING)
    keeper.do("round", dice=NOTHING)
    (ended,) = of_kind(keeper.do("end fight"), FightEnded)
    assert ended.took == Duration(7 * MINUTE)
    assert keeper.now == Instant(TURN)


def test_a_fight_that_ends_with_the_turn_takes_its_rounds_and_no_more() -> None:
    keeper = fighting("wait 9 min")
    (ended,) = of_kind(keeper.do("end fight"), FightEnded)
    assert (keeper.now, ended.took) == (Instant(TURN), Duration(MINUTE))


def test_the_turn_is_counted_from_entering_as_the_checks_are() -> None:
    keeper = keep(
        "wait 4 min",
        "enter dungeon",
        "party Mira elf",
        "fight enemies",
        "round",
        rules=book_with(),
        dice=NOTHING,
    )
    keeper.do("end fight")
    assert keeper.now == Instant(14 * MINUTE)


@pytest.mark.slow
def test_by_the_option_nothing_passes_but_the_rounds_t22() -> None:
    keeper = fighting(options=("stop-at-the-round",))
    keeper.do("end fight")
    assert keeper.now == Instant(MINUTE)


def test_what_falls_due_in_the_rest_of_the_turn_still_stops_the_clock_t20() -> None:
    """The second turn's check brings somebody at its very end."""
    keeper = fighting("wait 12 min")
    assert keeper.told("end fight", "1", "7")[-1].startswith("encounter: something, 70 ft")
    assert keeper.now == Instant(2 * TURN)


# Surprise


@pytest.mark.parametrize(
    "pace,notice", [("normally", 9), ("cautiously", 11), ("sneaking", 13), ("running", 9)]
)
def test_c_surp_1_ten_and_wisdom_two_less_at_the_normal_pace_two_more_sneaking(
    pace: str, notice: int
) -> None:
    """Wisdom +1: 10 + 1 is 11 going with care."""
    keeper = keep("enter dungeon", "party Mira wisdom 1", f"move 1 ft {pace}", rules=book_with())
    (equal,) = of_kind(keeper.do(f"ambush {notice}"), Ambushed)
    (above,) = of_kind(keeper.do(f"ambush {notice + 1}"), Ambushed)
    assert [(one.notice, one.surprised) for one in (*equal.noticed, *above.noticed)] == [
        (notice, False),
        (notice, True),
    ]
    assert (above.loses, above.rule) == (Duration(MINUTE), "C-SURP-1")


def test_c_surp_1_who_is_surprised_and_who_is_not_is_told_apart() -> None:
    keeper = keep("enter dungeon", "party Mira wisdom 2; Orlo wisdom -1; Bram wisdom 0", rules=book_with())
    # At the normal pace they notice 10, 7 and 8.
    assert keeper.told("ambush 9") == [
        "ambush 9: surprised, losing 1 round: Orlo (7), Bram (8); not surprised: Mira (10)"
    ]
    assert keeper.told("ambush 5") == ["ambush 5: not surprised: Mira (10), Orlo (7), Bram (8)"]
    assert keeper.now == Instant(0)


def test_an_ambush_wants_people_their_wisdom_and_no_fight() -> None:
    keeper = keep("enter dungeon", rules=book_with())
    assert keeper.refused("ambush 14").code == "nobody"
    keeper.do("party Mira")
    assert keeper.refused("ambush 14").hint == "rule wisdom of Mira 0"
    keeper.do("rule wisdom of Mira 0")
    assert keeper.refused(Ambush(10_000)).code == "number"
    keeper.do("fight enemies")
    assert keeper.refused("ambush 14").code == "fight"
    assert keep("enter dungeon").refused("ambush 14").code == "no-surprise"
