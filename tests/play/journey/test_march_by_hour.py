"""Travel by miles an hour: the day's march, the gallop and what forcing it costs by the hour (Q-TRAV-1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import DAY, HOUR, MINUTE, Keeper, house_rules, of_kind
from tests.play.wayfarers import QUIET, SIX, column, hours, travellers, where
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.hexes import Land
from turnkeeper.play.journey.hardship import MarchDone, MarchEndured
from turnkeeper.play.journey.travel import HexEntered
from turnkeeper.play.party.saves import AttributeTested
from turnkeeper.time import Duration, Instant

PARTY = "party Sefa resilience 3; Orlo resilience -1"
HORSES = "mounts Ash hd 2; Bay hd 2"
PLAIN = column(*["grass"] * 14)


def riders(held: Land = PLAIN, *said: str) -> Keeper:
    return travellers(held, PARTY, HORSES, *said, rules="quest-of-destiny")


def walkers(held: Land = PLAIN, *said: str) -> Keeper:
    return travellers(held, PARTY, *said, rules="quest-of-destiny")


def entered(keeper: Keeper) -> list[Duration]:
    """Return how long after six in the morning each hex was entered."""
    return [one.at - SIX for one in of_kind(keeper.events, HexEntered)]


# On foot and mounted


@pytest.mark.parametrize("words, takes", [("grass", 2), ("hills", 4), ("mountains", 6), ("what-is-this", 2)])
def test_q_trav_1_a_hex_of_six_miles_at_three_an_hour(words: str, takes: int) -> None:
    """6 / 3 = 2 h in open country, twice and three times that in rough and in steep."""
    keeper = walkers(column("grass", words))
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * takes


@pytest.mark.parametrize("make", [walkers, riders])
def test_q_trav_1_a_day_is_thirty_miles(make: Callable[[], Keeper]) -> None:
    """10 h at 3 miles an hour are 30 miles, 5 hexes."""
    keeper = make()
    events = keeper.do("travel s 8 hexes", dice=QUIET)
    assert where(keeper) == "0106"
    assert [one.at - SIX for one in of_kind(events, MarchDone)] == [HOUR * 10]


def test_q_trav_1_what_is_left_of_a_hex_is_gone_the_next_day() -> None:
    """Steep hexes take 6 h: at the end of 10 h, 2 h of the second are left."""
    keeper = walkers(column("grass", *["mountains"] * 4))
    keeper.do("travel s 3 hexes", dice=QUIET)
    assert (hours(keeper), where(keeper)) == (HOUR * 10, "0102")
    keeper.do("wait until day 2 06:00", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert entered(keeper) == [HOUR * 6, DAY + HOUR * 2, DAY + HOUR * 8]


# The gallop


def test_q_trav_1_mounted_it_is_six_miles_an_hour_for_two_hours_and_thirty_miles_a_day() -> None:
    """2 h at 6 miles an hour are 12 miles, two hexes; the 18 others take 6 h at 3."""
    keeper = riders()
    events = keeper.do("push s 8 hexes", dice=QUIET)
    assert entered(keeper) == [HOUR * 1, HOUR * 2, HOUR * 4, HOUR * 6, HOUR * 8]
    assert [one.at - SIX for one in of_kind(events, MarchDone)] == [HOUR * 8]


def test_q_trav_1_the_gallop_ends_in_the_middle_of_a_hex() -> None:
    """A rough hex is 12 miles' worth: 1 h of gallop is left for 6 of them, the other 6 take 2 h."""
    keeper = riders(column("grass", "grass", "hills", "grass", "grass"))
    keeper.do("push s 3 hexes", dice=QUIET)
    assert entered(keeper) == [HOUR * 1, HOUR * 4, HOUR * 6]


def test_q_trav_1_the_two_hours_are_those_of_the_whole_day() -> None:
    """Galloped for one hex, 1 h, walked for one, 2 h; 1 h of gallop is left in the afternoon."""
    keeper = riders()
    keeper.do("push s", dice=QUIET)
    keeper.do("travel s", dice=QUIET)
    keeper.do("push s 8 hexes", dice=QUIET)
    # 1 + 2 + 1 h for 18 miles; the 12 left of the day are 4 h, and hexes of 2.
    assert entered(keeper) == [HOUR * 1, HOUR * 3, HOUR * 4, HOUR * 6, HOUR * 8]
    keeper.do("wait until day 2 06:00", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert [at - DAY for at in entered(keeper)[5:]] == [HOUR * 1, HOUR * 2, HOUR * 4, HOUR * 6, HOUR * 8]


def test_who_goes_on_foot_gallops_nowhere() -> None:
    assert walkers().refused("push s").code == "no-mounts"


def test_t2_a_clock_set_back_gives_the_gallop_back() -> None:
    keeper = riders()
    keeper.do("push s 2 hexes", dice=QUIET)
    keeper.do("rule clock 07:00")
    assert where(keeper) == "0102"
    keeper.do("push s", dice=QUIET)
    assert hours(keeper) == HOUR * 2


# The force march


def test_q_trav_1_each_forced_hour_is_a_check_against_ten_or_fatigue() -> None:
    """Sefa adds 3: 7 is 10 and enough, 6 is 9 and not. Orlo takes 1 off: 11 is enough, 10 is not."""
    keeper = walkers(PLAIN, "force march", "force march")
    events = keeper.do("travel s 8 hexes", "7", "10", "6", "11", dice=QUIET)
    assert [one.at - SIX for one in of_kind(events, MarchEndured)] == [HOUR * 11, HOUR * 12]
    tested = of_kind(events, AttributeTested)
    assert [(one.who, one.rolled.total, one.succeeded) for one in tested] == [
        ("Sefa", 10, True),
        ("Orlo", 9, False),
        ("Sefa", 9, False),
        ("Orlo", 10, True),
    ]
    assert {(one.against, one.rule) for one in tested} == {(10, "Q-TRAV-1")}
    assert [one.fatigue for one in keeper.state.party.members] == [1, 1]
    assert (hours(keeper), where(keeper)) == (HOUR * 12, "0107")


def test_nobody_gallops_on_a_forced_march() -> None:
    """The day is over after 8 h, gallop and all; a forced hour is 3 miles, half a hex."""
    keeper = riders(PLAIN, "force march", "force march")
    events = keeper.do("push s 8 hexes", "20", "20", "20", "20", dice=QUIET)
    assert [one.at - SIX for one in of_kind(events, MarchEndured)] == [HOUR * 9, HOUR * 10]
    assert (hours(keeper), where(keeper)) == (HOUR * 10, "0107")


def test_q_trav_1_a_march_of_a_whole_day_is_forced_no_more_and_a_gallop_gains_nothing_of_it() -> None:
    """From midnight, 10 h and 14 forced are all 24; 2 h of gallop use up 4 of them, so that it is 22:00."""
    forced = ["force march"] * 14
    keeper = travellers(PLAIN, PARTY, HORSES, *forced, rules="quest-of-destiny", at=Instant(0))
    message = "the march may last 24 h already, and no march is longer"
    assert keeper.refused("force march").message == message
    keeper.do("push s 13 hexes", *["20"] * 28, dice=QUIET)
    assert (keeper.now, where(keeper)) == (Instant(22 * HOUR.ms), "0113")
    assert keeper.refused("force march").message == message


@pytest.mark.parametrize("late", [0, 1])
def test_q_trav_1_midnight_ends_no_march_and_renews_none(late: int) -> None:
    """From 14:00 ten hours of march end at midnight, or a minute after it; an hour more is forced."""
    keeper = walkers(PLAIN, f"wait until 14:0{late}")
    keeper.do("travel s 8 hexes", dice=QUIET)
    assert (keeper.now, where(keeper)) == (Instant(24 * HOUR.ms) + MINUTE * late, "0106")
    assert of_kind(keeper.do("resume", dice=QUIET), MarchDone)
    forced = keeper.copy()
    forced.do("force march")
    forced.do("resume", "20", "20", dice=QUIET)
    assert forced.now == keeper.now + HOUR
    keeper.do("extended rest", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert where(keeper) == "0109"


def test_q_trav_1_forced_hours_are_whole_whatever_the_hexes_are() -> None:
    """A hex of 5 miles takes 100 min: the sixth ends at 10 h, the eleventh hour within the seventh hex."""
    small = house_rules("[travel.pays]\nhex = 5\n", "quest-of-destiny")
    keeper = travellers(PLAIN, PARTY, "force march", "force march", rules=small)
    for _ in range(6):
        keeper.do("travel s", dice=QUIET)
    assert (hours(keeper), of_kind(keeper.events, MarchEndured)) == (HOUR * 10, [])
    seventh = keeper.do("travel s", "20", "20", dice=QUIET)
    assert [one.at - SIX for one in of_kind(seventh, MarchEndured)] == [HOUR * 11]
    assert hours(keeper) == HOUR * 11 + MINUTE * 40
    eighth = keeper.do("travel s", "20", "20", dice=QUIET)
    assert [one.at - SIX for one in of_kind(eighth, MarchEndured)] == [HOUR * 12]
    assert hours(keeper) == HOUR * 12


def test_who_has_no_resilience_written_is_asked_for_it() -> None:
    keeper = travellers(PLAIN, "party Bram", "force march", rules="quest-of-destiny")
    assert keeper.refused("travel s 6 hexes", dice=QUIET).hint == "rule resilience of Bram 10"


class _Tough:
    """Nothing is met, and everybody endures the march."""

    def answer(self, throw: Throw, number: int) -> Answer | None:
        return from_text(throw, "20") if "resilience" in throw.name else QUIET.answer(throw, number)


@pytest.mark.slow
@settings(max_examples=times(25), deadline=None)
@given(st.lists(st.sampled_from(["travel s", "push s", "force march"]), min_size=4, max_size=12))
def test_no_day_has_more_than_thirty_miles_but_those_forced(said: list[str]) -> None:
    """By the hexes entered and by the hours: 30 miles, and 3 for each time that the march was forced."""
    keeper = riders()
    for one in said:
        if keeper.state.unfinished or where(keeper) == "0114":
            break
        keeper.do(one, dice=_Tough())
    miles = 6 * len(of_kind(keeper.events, HexEntered))
    forced = said.count("force march")
    galloped = sum(one.ended.ms - one.began.ms for one in keeper.state.journey.stretches if one.pushed)
    walked = sum(one.ended.ms - one.began.ms for one in keeper.state.journey.stretches if not one.pushed)
    assert galloped <= HOUR.ms * 2
    assert miles <= (6 * galloped + 3 * walked) / HOUR.ms <= 30 + 3 * forced
