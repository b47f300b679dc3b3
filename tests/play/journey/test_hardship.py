"""What travel costs: fatigue to the minute, marches that end and are forced, nights that leave no camp."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import ByName, Keeper, house_rules, of_kind
from tests.play.wayfarers import HOUR, QUIET, SIX, column, hours, place, travellers, where
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.hexes import Land, Way
from turnkeeper.play.journey.hardship import MarchDone, MarchEndured
from turnkeeper.play.party.exertion import Exerted, ExertionOwed
from turnkeeper.play.party.fatigue import FatigueChanged
from turnkeeper.play.party.party import HitPointsChanged
from turnkeeper.play.party.saves import AttributeTested
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, Instant

GAME = "party Varda cunning 12 brawn 12 hp 2/9"
MIDNIGHT = Instant(0)
MINUTE = 60_000

# Under it the sky may turn every second minute: 1 storm, 2 clear, 3-6 as it was.
FICKLE = house_rules("""
[procedures.sky]
rule = { id = "G-FAT-3", origin = "house", why = "To turn at any minute." }
name = "sky"
table = "sky"
scenes = ["wilderness"]
every = "2 min"
counted = "clock"
[tables.sky]
dice = "1d6"
rule = { id = "G-FAT-3", origin = "house", why = "To turn at any minute." }
entries = [
  { on = "1", name = "storm", do = [{ effect = "weather", weather = "storm" }] },
  { on = "2", name = "clear", do = [{ effect = "weather", weather = "clear" }] },
  { on = "3-6", name = "as it was" },
]
""")
# G-HEX-2 and G-HEX-4: words, by road, and the minutes that such a hex takes in fair weather.
LEGS = (
    ("grass", False, 120),
    ("hills", False, 240),
    ("mountains", False, 360),
    ("grass", True, 60),
    ("hills", True, 120),
    ("mountains", True, 180),
)
DAWN_TO_DAWN = 11 * 60  # in storm twice as long, and the next dawn would turn the weather


class Sky:
    """Dice that turn the weather at given minutes since the journey began, and are quiet otherwise."""

    def __init__(self, turns: dict[int, str]) -> None:
        self.turns = turns
        self.checked = 0

    def answer(self, throw: Throw, number: int) -> Answer | None:
        if throw.name != "sky":
            return QUIET.answer(throw, number)
        self.checked += 1
        turned = self.turns.get(2 * self.checked, "")
        return from_text(throw, {"storm": "1", "clear": "2"}.get(turned, "3"))


def count_by_minutes(minutes: list[int], turns: dict[int, str]) -> tuple[list[int], int]:
    """Return the minutes at which a slot falls due, and when the journey ends: one minute after another.

    A minute of storm is half a minute of the way and 1/60 of a slot, one of fair weather 1/120.
    """
    storm, tired, slots, now = False, Fraction(0), [], 0
    for crossing in minutes:
        done = Fraction(0)
        while done < crossing:
            storm = turns.get(now, "storm" if storm else "clear") == "storm"
            now += 1
            done += Fraction(1, 2) if storm else 1
            tired += Fraction(1, 60) if storm else Fraction(1, 120)
            if tired >= 1:
                tired -= 1
                slots.append(now)
    return slots, now


@pytest.mark.slow
@settings(max_examples=times(40), deadline=None)
@given(
    st.lists(st.sampled_from(LEGS), min_size=1, max_size=6),
    st.dictionaries(st.sampled_from(range(2, 800, 2)), st.sampled_from(["storm", "clear"]), max_size=12),
)
def test_g_fat_3_slots_fall_due_at_the_minutes_of_a_naive_count(
    legs: list[tuple[str, bool, int]], turns: dict[int, str]
) -> None:
    """G-FAT-1, G-FAT-2: random ways, by road or not, under weather that turns at random minutes."""
    legs = legs[: len(list(takewhile(DAWN_TO_DAWN.__ge__, accumulate(leg[2] for leg in legs))))]
    keeper, sky, tired = _on_the_way(legs), Sky(turns), []
    for row in range(2, len(legs) + 2):
        tired += of_kind(keeper.do("travel s", dice=sky), FatigueChanged)
        while keeper.state.unfinished:  # by a storm, or by nightfall
            tired += of_kind(keeper.do("resume", dice=sky), FatigueChanged)
        assert where(keeper) == f"01{row:02d}"
    slots, ended = count_by_minutes([leg[2] for leg in legs], turns)
    assert [one.at for one in tired] == [SIX + Duration(MINUTE * at) for at in slots]
    assert keeper.now == SIX + Duration(MINUTE * ended)
    assert keeper.state.party.members[0].fatigue == len(slots)


def _on_the_way(legs: list[tuple[str, bool, int]]) -> Keeper:
    """Return a walker at the top of a column of such hexes; each with a road to it where one leads there."""
    held = column("grass", *(words for words, _, _ in legs))
    roads = tuple(
        Way("road", (place(f"01{row:02d}"), place(f"01{row + 1:02d}")))
        for row, (_, by_road, _) in enumerate(legs, 1)
        if by_road
    )
    return travellers(Land(held.tiles, roads), "party Varda strength 10", rules=FICKLE)


def test_g_fat_3_a_search_does_not_tire_and_rest_sheds_what_travel_cost() -> None:
    """G-FAT-1: 4 h of hills are 2 slots; the search of 8 h adds none, and 2 h of rest shed both."""
    keeper = travellers(column("grass", "hills"), "party Varda strength 10")
    fatigue = []
    for said in ("travel s", "search hex", "rest 1 h", "rest 1 h"):
        keeper.do(said, dice=QUIET)
        fatigue.append(keeper.state.party.members[0].fatigue)
    assert fatigue == [2, 2, 1, 0]
    assert keeper.now == SIX + HOUR * (4 + 8 + 2)


# The day's march


def walkers(
    *said: str, at: Instant = SIX, words: str = "grass", rules: str | Rulebook = "dungeon-game"
) -> Keeper:
    """Return a walker with a map, before eight hexes of such country."""
    return travellers(column("grass", *[words] * 8), GAME, "carry a map", *said, rules=rules, at=at)


def brawn(save: str, exerts: str) -> ByName:
    """Return quiet dice; the brawn saves of Varda, and what she exerts if they fail."""
    named = {"brawn save of Varda": save, "recovery die of Varda": "2", "exertion of Varda's brawn": exerts}
    return ByName({**QUIET.faces, **named})


@pytest.mark.slow
@pytest.mark.parametrize("late", [0, 1, 4 * 60])
def test_d_hex_1_a_march_of_two_watches_is_one_across_midnight_whenever_it_began(late: int) -> None:
    """From 20:00 on, or a minute or four hours later, it is 12 h to the same place."""
    began = Instant((20 * 60 + late) * MINUTE)
    keeper = walkers(at=began)
    events = keeper.do("travel s 8 hexes", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0103", began + HOUR * 12)
    assert [one.left for one in of_kind(events, MarchDone)] == [Duration(0)]
    # Nor does an hour of waiting: who marched from night into day has not slept.
    keeper.do("wait 1 h", dice=QUIET)
    assert of_kind(keeper.do("resume", dice=QUIET), MarchDone)
    assert where(keeper) == "0103"


def test_the_march_starts_anew_after_a_camp_at_any_hour() -> None:
    """D-HEX-1: one watch is for camp and sleep. From noon to midnight they march, to 06:00 they camp."""
    keeper = walkers(at=Instant(12 * HOUR.ms))
    keeper.do("travel s 8 hexes", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0103", Instant(24 * HOUR.ms))
    assert of_kind(keeper.do("resume", dice=QUIET), MarchDone)
    keeper.do("camp with shelter", "1", dice=brawn("12", "1"))
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0105", Instant((24 + 18) * HOUR.ms))
    # At 18:00 they camp again, and at midnight another day's march begins.
    keeper.do("camp with shelter", "1", dice=brawn("12", "1"))
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0107", Instant((48 + 12) * HOUR.ms))


def test_d_hex_1_a_day_has_two_marching_watches_however_often_one_camps_in_it() -> None:
    """06:00 to 18:00 and a camp; 00:00 to 12:00 and a camp: at 18:00 of the second day both are marched."""
    keeper = walkers()
    for came in ("0103", "0105"):
        keeper.do("travel s 8 hexes" if came == "0103" else "resume", dice=QUIET)
        assert where(keeper) == came
        keeper.do("camp with shelter", "1", dice=brawn("12", "1"))
    assert keeper.now == Instant((24 + 18) * HOUR.ms)
    assert of_kind(keeper.do("resume", dice=QUIET), MarchDone)
    assert where(keeper) == "0105"
    # D-HEX-6: the third watch of that day is a force march, and is paid for though it ends at midnight.
    forced = keeper.copy()
    forced.do("force march")
    (exerted,) = of_kind(forced.do("resume", dice=brawn("13", "3")), Exerted)
    assert exerted.at == Instant(48 * HOUR.ms)
    # At midnight the two watches of the third day are before them, and they have slept since noon.
    assert (where(forced), forced.now) == ("0108", Instant((48 + 12) * HOUR.ms))
    # Or they wait for the midnight of the third.
    keeper.do("wait 6 h", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0107", Instant((48 + 12) * HOUR.ms))


def test_what_was_forced_past_midnight_is_no_part_of_the_next_day_s_march() -> None:
    """From noon to midnight and forced to 06:00; after the camp, at noon, two watches more: to midnight."""
    keeper = walkers("force march", at=Instant(12 * HOUR.ms))
    keeper.do("travel s 8 hexes", dice=brawn("12", "1"))
    assert (where(keeper), keeper.now) == ("0104", Instant((24 + 6) * HOUR.ms))
    keeper.do("camp with shelter", "1", dice=brawn("12", "1"))
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0106", Instant(48 * HOUR.ms))


def test_a_march_forced_twice_tells_how_long_it_is_and_that_it_leaves_no_camp() -> None:
    """D-HEX-7: four watches are a day."""
    keeper = walkers()
    assert keeper.told("force march") == ["force march: 6 h more today; nobody has marched yet today"]
    assert keeper.told("force march") == [
        "force march: 6 h more today, 12 h in all; marched to its end, it leaves no time for a camp"
    ]


def test_nobody_forces_a_march_while_something_waits_for_an_answer() -> None:
    keeper = walkers()
    keeper.do("meet 2 wolves", "2+2")
    assert keeper.refused("force march").code == "encounter"


@pytest.mark.parametrize("waited, came", [(5 * 60 + 59, "0103"), (6 * 60, "0105")])
def test_a_night_s_halt_as_long_as_a_camp_starts_the_march_anew_by_the_house(waited: int, came: str) -> None:
    """From noon to midnight they march. No camp is said: a watch of the night is one all the same."""
    keeper = walkers(at=Instant(12 * HOUR.ms))
    keeper.do("travel s 8 hexes", dice=QUIET)
    keeper.do(f"wait {waited} min", dice=brawn("12", "1"))
    keeper.do("resume", dice=QUIET)
    assert where(keeper) == came


def test_a_halt_by_day_is_no_night_s_rest() -> None:
    """From midnight to noon they march; a search of the hex takes a watch of the day (D-HEX-1)."""
    keeper = walkers(at=MIDNIGHT)
    keeper.do("travel s 8 hexes", dice=QUIET)
    keeper.do("search hex", dice=QUIET)
    assert keeper.now == Instant(18 * HOUR.ms)
    assert of_kind(keeper.do("resume", dice=QUIET), MarchDone)


def test_where_a_hex_carries_over_midnight_does_not_cut_the_march() -> None:
    """Cresthaven, 120 ft a round: 31,680 ft are 264 min. From 22:00 on that is 02:24 of the next day."""
    keeper = travellers(
        column("grass", "grass"), "party Mira elf", rules="cresthaven", at=Instant(22 * HOUR.ms)
    )
    assert not of_kind(keeper.do("travel s", dice=QUIET), MarchDone)
    assert keeper.now == Instant(22 * HOUR.ms) + Duration(264 * MINUTE)


def test_d_hex_6_d_hex_7_each_forced_watch_has_its_own_save() -> None:
    """From 00:00 on foot: 12 h of march, then 6 h and 6 h more; 12 holds, 13 fails and exerts 1d3."""
    keeper = walkers(at=MIDNIGHT)
    keeper.do("travel s 8 hexes", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0103", Instant(12 * HOUR.ms))
    keeper.do("force march")
    (held,) = of_kind(keeper.do("resume", dice=brawn("12", "1")), AttributeTested)
    assert (held.at, held.succeeded, where(keeper)) == (Instant(18 * HOUR.ms), True, "0104")
    keeper.do("force march")
    events = keeper.do("resume", dice=brawn("13", "2"))
    (failed,) = of_kind(events, AttributeTested)
    assert (failed.at, failed.succeeded, where(keeper)) == (Instant(24 * HOUR.ms), False, "0105")
    assert [(one.by, one.now) for one in of_kind(events, Exerted)] == [(2, 10)]


def test_d_hex_7_one_long_hex_over_two_forced_watches_takes_both_saves() -> None:
    """A swamp takes 12 h. The second is reached only with both forced watches, and paid for at its end."""
    keeper = walkers(at=MIDNIGHT, words="swamp")
    keeper.do("travel s 8 hexes", dice=QUIET)
    keeper.do("force march")
    keeper.do("force march")
    events = keeper.do("resume", dice=brawn("13", "1"))
    assert (where(keeper), keeper.now) == ("0103", Instant(24 * HOUR.ms))
    assert [one.score for one in of_kind(events, AttributeTested)] == [12, 11]
    assert len(of_kind(events, MarchEndured)) == 2


def test_d_hex_6_a_day_has_no_fifth_watch() -> None:
    keeper = walkers("force march", "force march", at=MIDNIGHT)
    assert keeper.refused("force march").code == "day"


@pytest.mark.parametrize("hour", [0, 6, 12, 20])
def test_d_hex_6_a_march_is_forced_to_a_day_at_most_whatever_the_hour(hour: int) -> None:
    """12 h and twice 6 are the four watches of a day."""
    keeper = walkers("force march", "force march", at=Instant(hour * HOUR.ms))
    refused = keeper.refused("force march")
    assert (refused.code, refused.hint) == ("day", "travel south-east")
    assert refused.message == "the march may last 24 h already, and no march is longer"


@pytest.mark.parametrize("said, at", [("encumber Varda", "0102"), ("mounts Bess hd 2", "0105")])
def test_d_hex_6_whatever_the_pace_a_march_can_be_forced_twice(said: str, at: str) -> None:
    """Laden, a hex takes 12 h on foot, so that one is all of the march; in the saddle four of 3 h are."""
    keeper = walkers(said)
    keeper.do("travel s 8 hexes", dice=brawn("12", "1"))
    assert (where(keeper), keeper.now) == (at, Instant(18 * HOUR.ms))
    keeper.do("force march")
    keeper.do("force march")
    assert keeper.refused("force march").hint == "resume"


def test_d_hex_6_who_marched_for_a_whole_day_is_told_to_camp() -> None:
    keeper = walkers("force march", "force march", at=MIDNIGHT)
    keeper.do("travel s 8 hexes", dice=brawn("12", "1"))
    assert keeper.now == Instant(24 * HOUR.ms)
    assert keeper.refused("force march").hint == "camp"


def test_d_hex_7_a_fourth_marching_watch_leaves_no_camp_and_d_camp_2_applies() -> None:
    """The recovery die shows 2, so 2 of her 7 lost hit points; and 1d3 is owed as the next day begins."""
    keeper = walkers("force march", "force march", at=MIDNIGHT)
    events = keeper.do("travel s 8 hexes", dice=brawn("12", "1"))
    (owed,) = of_kind(events, ExertionOwed)
    assert (owed.at, owed.who, owed.dice, owed.rule) == (Instant(24 * HOUR.ms), "Varda", "1d3", "D-CAMP-2")
    assert [(one.by, one.rule) for one in of_kind(events, HitPointsChanged)] == [(2, "D-CAMP-2")]
    keeper.do("exert cunning for Varda", "3")
    assert keeper.state.party.members[0].attribute("cunning") == 9


def test_d_hex_7_a_third_marching_watch_leaves_a_watch_to_camp() -> None:
    keeper = walkers("force march", at=MIDNIGHT)
    events = keeper.do("travel s 8 hexes", dice=brawn("12", "1"))
    assert (keeper.now, of_kind(events, ExertionOwed)) == (Instant(18 * HOUR.ms), [])
    keeper.do("camp in forest", "6", "1", dice=QUIET)
    assert keeper.now == Instant(24 * HOUR.ms)


def test_t2_a_clock_set_back_to_before_the_forced_watch_unforces_and_unpays_it() -> None:
    keeper = walkers(at=MIDNIGHT)
    keeper.do("travel s 8 hexes", dice=QUIET)
    keeper.do("wait 1 h", dice=QUIET)
    keeper.do("force march")
    keeper.do("resume", dice=brawn("13", "3"))
    assert keeper.state.party.members[0].attribute("brawn") == 9
    keeper.do("rule clock 12:30")
    assert keeper.state.party.members[0].attribute("brawn") == 12
    assert (keeper.state.journey.forced, keeper.state.journey.saved) == ((), ())
    assert of_kind(keeper.do("travel s", dice=QUIET), MarchDone)


# The other reading: watch by watch


BY_WATCH = house_rules('options = ["round-by-watch"]\n', "dungeon-game")


def test_d_hex_4_watch_by_watch_two_hexes_of_good_country_fill_a_watch_in_the_saddle() -> None:
    keeper = walkers("mounts Bess hd 2", rules=BY_WATCH)
    keeper.do("travel s 8 hexes", dice=QUIET)
    assert (where(keeper), keeper.now) == ("0105", SIX + HOUR * 12)


def test_d_hex_4_watch_by_watch_half_a_hex_is_lost_with_its_watch() -> None:
    """Ridden, grass takes 3 h and swamp 6: after one hex of grass the swamp does not fit into the watch."""
    keeper = travellers(
        column("grass", "grass", "swamp"), GAME, "carry a map", "mounts Bess hd 2", rules=BY_WATCH
    )
    (done,) = of_kind(keeper.do("travel s 2 hexes", dice=QUIET), MarchDone)
    assert (done.left, done.needs, where(keeper)) == (HOUR * 3, HOUR * 6, "0102")


def test_under_rules_without_a_march_nobody_forces_one() -> None:
    keeper = travellers(column("grass", "grass"), "party Varda strength 10")
    assert keeper.refused("force march").code == "no-march"


@pytest.mark.parametrize("said", ["encumber Varda", "unburden Varda"])
def test_under_rules_without_burdens_by_name_nobody_is_encumbered(said: str) -> None:
    keeper = travellers(column("grass", "grass"), "party Varda strength 10")
    assert keeper.refused(said).code == "no-burden"


def test_by_the_watch_what_is_waited_away_of_a_watch_is_spent_with_it() -> None:
    """D-HEX-4 by the watch, mounted: grass by 09:00; the swamp takes 6 h, and 3 are left of the watch.

    At 12:00 the next watch begins, and holds the whole of the swamp.
    """
    rules = house_rules('options = ["round-by-watch"]\n', "dungeon-game")
    people = "party Varda cunning 12 brawn 10; Orlo cunning 9 brawn 9"
    held = column("grass", "grass", "swamp")
    keeper = travellers(held, people, "carry a map", "mounts Bess hd 2; Nag hd 3", rules=rules)
    keeper.do("travel to 0103", dice=QUIET)
    assert (where(keeper), hours(keeper)) == ("0102", HOUR * 3)
    keeper.do("wait until 12:00", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), hours(keeper)) == ("0103", HOUR * 12)


def test_where_a_march_carries_over_it_goes_on_past_midnight() -> None:
    """Of the 8 hours of a march 2 lie before midnight, and 6 after it, which are of the second day."""
    keeper = travellers(
        column(*["grass"] * 4), "party Mira elf", rules="cresthaven", at=Instant(22 * 3_600_000)
    )
    keeper.do("travel to 0104", dice=QUIET)
    assert keeper.now == Instant((24 + 6) * 3_600_000)
    # 31,680 ft at 120 ft a minute: 4 h 24 min a hex, of the second of which 3 h 36 min are done.
    assert where(keeper) == "0102"
    # A minute later it is the same; after 8 h of sleep the march begins anew.
    keeper.do("wait 1 min")
    assert of_kind(keeper.do("resume", dice=QUIET), MarchDone)
    assert keeper.now == Instant((24 + 6) * 3_600_000 + MINUTE)
    keeper.do("long rest", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    # 48 min are left of that hex. 6 of this day's 8 hours are gone since midnight: 2 h, and it is 16:01.
    assert where(keeper) == "0103"
    assert keeper.now == Instant((24 + 16) * 3_600_000 + MINUTE)
