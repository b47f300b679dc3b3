"""Travel over hexes in each currency: what a hex takes, and what multiplies it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.play.keeper import MINUTE, TURN, ByName, Keeper, book_of, house_rules, of_kind
from tests.play.wayfarers import HOUR, QUIET, SIX, OneLand, column, hours, land, travellers, where
from turnkeeper.chance.throws import Answer, Throw
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.journey.exploring import HexSearched, LandmarksFound
from turnkeeper.play.journey.hardship import MarchDone
from turnkeeper.play.journey.travel import HexEntered, JourneyEnded
from turnkeeper.play.kernel.event import Event
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, Instant

GAME = "party Varda cunning 12 brawn 10; Orlo cunning 9 brawn 9"
MET = ByName(
    {**QUIET.faces, "outdoor check window": "4", "outdoor check": "2", "encounter distance": "1+1+1+1"}
)


@pytest.mark.parametrize(
    "words, fair, road, search, storm",
    [("grass", 2, 1, 4, 4), ("hills", 4, 2, 8, 8), ("mountains", 6, 3, 12, 12)],
)
def test_g_hex_5_the_crossing_table(words: str, fair: int, road: int, search: int, storm: int) -> None:
    """G-HEX-2, G-HEX-3, G-HEX-4, G-HEX-5, G-FAT-1, G-FAT-2: hours and slots of the printed table."""
    keeper = travellers(column("grass", words), "party Varda")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * fair
    assert keeper.state.party.members[0].fatigue == fair // 2

    keeper = travellers(column("grass", words, road="0101-0102"), "party Varda")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * road

    keeper = travellers(column(words), "party Varda")
    keeper.do("search hex", dice=QUIET)
    assert hours(keeper) == HOUR * search
    assert keeper.state.party.members[0].fatigue == 0

    keeper = travellers(column("grass", words), "party Varda", "weather storm")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * storm
    assert keeper.state.party.members[0].fatigue == storm


@pytest.mark.parametrize(
    "words, crossing",
    [
        ("forest", 4),
        ("woods", 2),
        ("swamp", 6),
        ("forest hills", 6),
        ("forest-hills", 6),
        ("what-is-this", 2),
    ],
)
def test_g_hex_2_words_of_a_map_mean_classes_of_the_rule_set(words: str, crossing: int) -> None:
    keeper = travellers(column("grass", words), "party Varda")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * crossing


def test_g_fat_3_half_hours_add_up_from_hex_to_hex() -> None:
    """By road a flat hex is an hour: half a slot. Four of them are two slots, at the second and fourth."""
    keeper = travellers(
        column("grass", "grass", "grass", "grass", "grass", road="0101-0102-0103-0104-0105"), "party Varda"
    )
    slots = []
    for _ in range(4):
        keeper.do("travel s", dice=QUIET)
        slots.append(keeper.state.party.members[0].fatigue)
    assert slots == [0, 1, 1, 2]


def test_g_fat_3_each_minute_counts_at_the_rate_of_its_weather() -> None:
    """One fair hour is half a slot; 30 minutes of storm the other half, so the slot falls due at 07:30."""
    keeper = travellers(column("grass", "grass", "grass", road="0101-0102"), "party Varda")
    keeper.do("travel s", dice=QUIET)  # an hour by road, until 07:00
    keeper.do("weather storm")
    lines = keeper.timed("travel s", dice=QUIET)
    tired = [at for at, line in lines if "slot of fatigue" in line]
    # then every hour of the 4 that the hex takes: 08:30, 09:30, 10:30
    assert tired == ["day 1 07:30", "day 1 08:30", "day 1 09:30", "day 1 10:30"]


def test_g_hex_2_weather_that_turns_on_the_way_is_paid_from_its_own_minute() -> None:
    """Dawn is at 06:00. From 05:00 an hour of 4 is travelled in fair weather; of the 3 left each takes 2."""
    keeper = travellers(column("grass", "hills"), "party Varda", at=Instant(5 * 3_600_000))
    stormy = {**QUIET.faces, "weather": "2"}  # 2 on 2d6: a storm
    lines = keeper.timed("travel s", dice=type(QUIET)(stormy))
    assert ("day 1 06:00", "the weather turns: storm") in lines
    keeper.do("resume", dice=QUIET)
    assert keeper.now == Instant(12 * 3_600_000)  # 05:00 + 1 h + 3 h x 2


# What the players would decide otherwise


def reasons(events: tuple[Event, ...]) -> list[tuple[Instant, str]]:
    """Return when a journey was interrupted, and why."""
    return [(one.at, one.why) for one in of_kind(events, TaskInterrupted)]


def test_g_fat_2_a_storm_at_dawn_stops_a_journey_and_resume_goes_on_at_its_price() -> None:
    """From 05:00 an hour of the 4 h of hills is done at dawn; of the 3 left each takes 2 in the storm."""
    keeper = travellers(column("grass", "hills", "grass"), "party Varda", at=Instant(5 * HOUR.ms))
    events = keeper.do("travel s 2 hexes", dice=ByName({**QUIET.faces, "weather": "2"}))
    (cut,) = of_kind(events, TaskInterrupted)
    assert (cut.at, cut.why) == (SIX, "the weather turned to storm")
    # 6 h to the hills, and 2 h of grass twice as long.
    assert (cut.toward, cut.to_next, cut.to_end) == ("0102", HOUR * 6, HOUR * 10)
    assert not reasons(keeper.do("resume", dice=QUIET))
    assert (where(keeper), keeper.now) == ("0103", SIX + HOUR * 10)


def test_a_storm_that_breaks_as_a_hex_is_entered_stops_before_the_next() -> None:
    """By 06:00 the 2 h of grass are over."""
    keeper = travellers(column("grass", "grass", "grass"), "party Varda", at=Instant(4 * HOUR.ms))
    events = keeper.do("travel s 2 hexes", dice=ByName({**QUIET.faces, "weather": "2"}))
    assert reasons(events) == [(SIX, "the weather turned to storm")]
    assert where(keeper) == "0102"


@pytest.mark.parametrize(
    "mist, stops",
    [
        ("sight = 0", True),
        ("damp = true", True),
        ("toil = { slowed = 2 }", True),
        ('toil = { slowed = 1, every = "1 h" }', True),
        ("toil = { slowed = 1 }", False),
        ("", False),
    ],
)
def test_a_sky_that_only_blinds_wets_slows_or_tires_stops_a_journey_too(mist: str, *, stops: bool) -> None:
    keeper = travellers(column("grass", "hills"), "party Varda", at=Instant(5 * HOUR.ms), rules=misty(mist))
    events = keeper.do("travel s", dice=QUIET)
    assert reasons(events) == ([(SIX, "the weather turned to mist")] if stops else [])


def misty(mist: str, haze: str = "") -> Rulebook:
    """Return rules under which each dawn brings mist, and haze can be said."""
    cite = 'rule = { id = "G-FAT-2", origin = "house", why = "A sky of our own." }'
    entry = '{ on = "2-12", name = "mist", do = [{ effect = "weather", weather = "mist" }] }'
    kinds = f"[weather.haze]\n{cite}\n{haze}\n[weather.mist]\n{cite}\n{mist}\n"
    return house_rules(f"{kinds}[tables.weather]\n{cite}\nentries = [{entry}]\n")


@pytest.mark.parametrize("every, stops", [("1 h", True), ("2 h", False), ("3 h", False)])
def test_a_sky_that_tires_more_often_stops_a_journey_and_one_that_tires_as_before_does_not(
    every: str, *, stops: bool
) -> None:
    toil = "toil = {{ slowed = 1, every = '{}' }}".format
    rules = misty(toil(every), toil("2 h"))
    keeper = travellers(column("grass", "hills"), "party Varda", at=Instant(5 * HOUR.ms), rules=rules)
    keeper.do("weather haze")
    assert bool(reasons(keeper.do("travel s", dice=QUIET))) == stops


def test_a_sky_that_clears_stops_nobody() -> None:
    """The storm of 05:00 is over at 06:00: of 8 h one is done, an eighth, and 3 h 30 min remain."""
    keeper = travellers(column("grass", "hills"), "party Varda", at=Instant(5 * HOUR.ms))
    keeper.do("weather storm")
    assert not reasons(keeper.do("travel s", dice=QUIET))
    assert keeper.now == Instant(5 * HOUR.ms) + HOUR * 4 + TURN * 3


def test_who_waits_is_not_stopped_by_the_sky() -> None:
    keeper = travellers(column("grass", "hills"), "party Varda", at=Instant(5 * HOUR.ms))
    keeper.do("wait 2 h", dice=ByName({**QUIET.faces, "weather": "2"}))
    assert keeper.now == Instant(7 * HOUR.ms)


def test_nightfall_stops_a_journey_without_a_light_and_one_with_a_light_when_it_goes_out() -> None:
    """G-LIGHT-4: outdoors a torch burns an hour. Dusk is at 18:00."""
    keeper = travellers(column("grass", "mountains"), "party Varda", at=Instant(17 * HOUR.ms))
    dark = "it is dark, and nothing burns"
    unlit = keeper.copy()
    assert reasons(unlit.do("travel s", dice=QUIET)) == [(Instant(18 * HOUR.ms), dark)]
    # Who goes on in the dark has decided, and is asked no more.
    assert not reasons(unlit.do("resume", dice=QUIET))
    keeper.do("wait 30 min", dice=QUIET)
    keeper.do("light torch")
    assert reasons(keeper.do("travel s", dice=QUIET)) == [(Instant(18 * HOUR.ms) + TURN * 3, dark)]


def test_a_journey_by_road_stops_where_its_road_ends() -> None:
    """Two hexes by road, 1 h each (G-HEX-4); the third has none."""
    keeper = travellers(column(*["grass"] * 4, road="0101-0102-0103"), "party Varda")
    events = keeper.do("travel to 0104 by road", dice=QUIET)
    assert reasons(events) == [(SIX + HOUR * 2, "the road ends here")]
    assert where(keeper) == "0103"
    keeper.do("resume", dice=QUIET)
    assert where(keeper) == "0104"
    # Who never asked for the road is not told of it.
    other = travellers(column(*["grass"] * 4, road="0101-0102-0103"), "party Varda")
    assert not reasons(other.do("travel to 0104", dice=QUIET))


def test_travel_goes_hex_by_hex_along_the_best_way_and_ends_there() -> None:
    held = land("0101 grass", "0102 mountains", "0201 grass", "0202 grass", "0103 grass", "0203 grass")
    keeper = travellers(held, "party Varda")
    events = keeper.do("travel to 0103", dice=QUIET)
    # Over the mountain it is 6 + 2 h; round it by 0201, 0202 it is 3 x 2 h.
    assert [one.where for one in of_kind(events, HexEntered)] == [
        tile.place for name in ("0201", "0202", "0103") for tile in held.tiles if tile.place == _hex(name)
    ]
    assert hours(keeper) == HOUR * 6
    assert len(of_kind(events, JourneyEnded)) == 1


def _hex(name: str) -> object:
    from tests.play.wayfarers import place

    return place(name)


def test_by_road_the_road_is_taken_even_where_it_is_longer() -> None:
    held = land(
        "0101 grass", "0102 grass", "0103 grass", "0201 hills", "0202 hills", "0203 hills",
        road="0101-0201-0202-0203-0103",
    )  # fmt: skip
    keeper = travellers(held, "party Varda")
    events = keeper.do("travel to 0103 by road", dice=QUIET)
    assert all(one.by_road for one in of_kind(events, HexEntered))
    other = travellers(held, "party Varda")
    other.do("travel to 0103", dice=QUIET)
    assert hours(other) == HOUR * 4  # straight on over grass, 2 x 2 h


def test_t20_an_encounter_on_the_way_stops_it_at_its_own_minute_and_resume_goes_on() -> None:
    """G-HEX-6: the window 4 of the two hours from 06:00 begins at 06:30."""
    keeper = travellers(column("grass", "hills"), "party Varda")
    met = {**QUIET.faces, "outdoor check window": "4", "outdoor check": "2"}
    lines = keeper.timed("travel s", dice=type(QUIET)({**met, "encounter distance": "1+1+1+1"}))
    assert lines[-1][0] == "day 1 06:30"
    assert "3 h 30 min left" in lines[-1][1]
    keeper.do("part")
    keeper.do("resume", dice=QUIET)
    assert hours(keeper) == HOUR * 4
    assert where(keeper) == "0102"


@pytest.mark.parametrize("stops", [1, 5, 17])
def test_t1_a_journey_cut_into_pieces_takes_as_long_and_tires_as_much(stops: int) -> None:
    whole = travellers(column("grass", "hills", "mountains"), "party Varda")
    whole.do("travel to 0103", dice=QUIET)
    cut = travellers(column("grass", "hills", "mountains"), "party Varda")
    cut.do("travel to 0103", dice=Halting(stops))
    while cut.state.unfinished:
        cut.do(f"part from {cut.state.meetings[0].what}" if cut.state.meetings else "resume", dice=QUIET)
    assert cut.now == whole.now
    assert cut.state.journey.trail == whole.state.journey.trail
    assert cut.state.journey.stretches == whole.state.journey.stretches
    assert cut.state.journey.tired == whole.state.journey.tired
    assert cut.state.party.members[0].fatigue == whole.state.party.members[0].fatigue


class Halting:
    """Dice that bring an encounter in the window that is named, and peace otherwise."""

    def __init__(self, window: int) -> None:
        self.window = (window - 1) % 12 + 1
        self.which = (window - 1) // 12
        self.asked = -1

    def answer(self, throw: Throw, number: int) -> Answer | None:
        name = throw.name
        faces = dict(QUIET.faces)
        if name == "outdoor check window":
            self.asked += 1
            faces[name] = str(self.window if self.asked == self.which else 1)
        elif name == "outdoor check":
            faces[name] = "2" if self.asked == self.which else "12"
        elif name == "encounter distance":
            faces[name] = "1+1+1+1"
        return type(QUIET)(faces).answer(throw, number)


# Hexes a watch


@pytest.mark.parametrize(
    "people, words, crossed",
    [
        # D-HEX-2 on foot 1 hex a watch of 6 h, mounted 2, pushed 3; D-HEX-3 poor terrain halves
        ((), "grass", 6),
        ((), "swamp", 12),
        (("mounts Bess hd 2; Nag hd 3",), "grass", 3),
        (("mounts Bess hd 2; Nag hd 3",), "mountains", 6),
        # a cart: its animals at half of 2 a watch
        (("mounts Bess hd 2", "cart Blue", "hitch Bess to Blue"), "grass", 6),
        (("encumber Orlo",), "grass", 12),
    ],
)
def test_d_hex_2_d_hex_3_hours_of_a_hex(people: tuple[str, ...], words: str, crossed: int) -> None:
    """D-HEX-2, D-HEX-3: the pace of the slowest, and the factors multiplied."""
    keeper = travellers(column("grass", words), GAME, "carry a map", *people, rules="dungeon-game")
    dice = type(QUIET)({**QUIET.faces, "exertion of Orlo's brawn": "1"})
    keeper.do("travel s", dice=dice)
    assert hours(keeper) == HOUR * crossed


def test_d_hex_3_a_well_kept_road_doubles() -> None:
    held = column("grass", "swamp", "grass", road="0101-0102-0103")
    keeper = travellers(held, GAME, "carry a map", rules="dungeon-game")
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * 6  # 6 h x 2 for the swamp / 2 for the road
    keeper.do("travel s", dice=QUIET)
    assert hours(keeper) == HOUR * 9


def test_t27_d_hex_4_a_walker_crosses_a_swamp_in_a_day_of_two_watches() -> None:
    """Half a hex a watch, added up over the day: one hex a day. Rounded watch by watch it would be none."""
    keeper = travellers(column("grass", "swamp", "swamp"), GAME, "carry a map", rules="dungeon-game")
    events = keeper.do("travel to 0103", dice=QUIET)
    assert where(keeper) == "0102"
    assert keeper.now == Instant(18 * 3_600_000)
    (done,) = of_kind(events, MarchDone)
    assert (done.left, done.needs) == (Duration(0), HOUR * 12)
    keeper.do("wait until day 2 06:00", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert where(keeper) == "0103"


def test_d_hex_4_nothing_carries_into_the_next_day() -> None:
    """A cart in a swamp takes 12 h a hex. After a watch of grass 6 h are left: not begun, and lost."""
    keeper = travellers(column("grass", "grass", "swamp"), GAME, "carry a map", rules="dungeon-game")
    events = keeper.do("travel to 0103", dice=QUIET)
    (done,) = of_kind(events, MarchDone)
    assert (done.left, done.needs) == (HOUR * 6, HOUR * 12)
    assert hours(keeper) == HOUR * 6
    keeper.do("wait until day 2 06:00", dice=QUIET)
    keeper.do("resume", dice=QUIET)
    assert keeper.now == Instant((24 + 18) * 3_600_000)


def test_d_hex_4_read_by_the_watch_no_walker_comes_into_the_swamp() -> None:
    """The option rounds each watch down by itself: half a hex is none."""
    by_watch = house_rules('options = ["round-by-watch"]\n', "dungeon-game")
    keeper = travellers(column("grass", "swamp"), GAME, "carry a map", rules=by_watch)
    events = keeper.do("travel s", dice=QUIET)
    assert where(keeper) == "0101"
    assert len(of_kind(events, MarchDone)) == 1
    assert keeper.now == SIX


@pytest.mark.parametrize(
    "mounts, hexes",
    [((), 2), (("mounts Bess hd 2; Nag hd 3",), 4)],
    ids=["on foot 2 a day", "mounted 4 a day"],
)
def test_d_hex_1_two_watches_of_a_day_are_for_the_march(mounts: tuple[str, ...], hexes: int) -> None:
    """D-HEX-1, D-HEX-2."""
    keeper = travellers(column(*["grass"] * 8), GAME, "carry a map", *mounts, rules="dungeon-game")
    keeper.do("travel to 0108", dice=QUIET)
    assert where(keeper) == f"01{hexes + 1:02d}"
    assert hours(keeper) == HOUR * 12


def test_d_hex_1_to_explore_a_hex_takes_a_watch() -> None:
    keeper = travellers(land("0101 grass", hidden="0101"), GAME, rules="dungeon-game")
    events = keeper.do("search hex", dice=QUIET)
    assert hours(keeper) == HOUR * 6
    assert of_kind(events, HexSearched)[0].landmarks == ("The Cellar",)


def test_d_hex_6_d_hex_7_a_force_march_is_a_third_watch_and_every_traveller_saves() -> None:
    """The brawn save of Varda (10) holds with 10; that of Orlo (9) fails with 10 and exerts 1d3."""
    keeper = travellers(column(*["grass"] * 6), GAME, "carry a map", rules="dungeon-game")
    keeper.do("travel to 0106", dice=QUIET)
    keeper.do("force march")
    saves = type(QUIET)(
        {
            **QUIET.faces,
            "brawn save of Varda": "10",
            "brawn save of Orlo": "10",
            "exertion of Orlo's brawn": "3",
        }
    )
    lines = keeper.told("resume", dice=saves)
    assert where(keeper) == "0104"
    assert keeper.now == Instant(24 * 3_600_000)
    assert keeper.state.party.find("Orlo").attribute("brawn") == 6  # type: ignore[union-attr]
    assert keeper.state.party.find("Varda").attribute("brawn") == 10  # type: ignore[union-attr]
    assert any("march is done" in line for line in lines)


def test_d_hex_6_forced_on_horseback_the_mounts_are_pushed() -> None:
    """2 in 6 on the first day: 2 kills Bess, 3 spares Nag; the clock stops where she falls."""
    keeper = travellers(
        column(*["grass"] * 9), GAME, "carry a map", "mounts Bess hd 2; Nag hd 3", rules="dungeon-game"
    )
    keeper.do("travel to 0109", dice=QUIET)
    keeper.do("force march")
    dice = type(QUIET)(
        {
            **QUIET.faces,
            "brawn save of Varda": "1",
            "brawn save of Orlo": "1",
            "push of Bess": "2",
            "push of Nag": "3",
        }
    )
    keeper.do("resume", dice=dice)
    assert [one.name for one in keeper.state.train.living] == ["Nag"]
    assert where(keeper) == "0106"
    assert hours(keeper) == HOUR * 15
    # One of them walks from here on: 6 h a hex, and only 3 h of the forced watch are left.
    assert keeper.refused("push s").code == "no-mounts"


def test_d_hex_3_the_encumbered_exert_brawn_for_each_watch_of_travel() -> None:
    """One hex takes an encumbered walker 12 h: two watches, two times 1d3 of brawn 9."""
    keeper = travellers(column("grass", "grass"), GAME, "carry a map", "encumber Orlo", rules="dungeon-game")
    dice = type(QUIET)({**QUIET.faces, "exertion of Orlo's brawn": "2"})
    lines = keeper.timed("travel s", dice=dice)
    assert [at for at, line in lines if "exerts" in line] == ["day 1 12:00", "day 1 18:00"]
    assert keeper.state.party.find("Orlo").attribute("brawn") == 5  # type: ignore[union-attr]


# Feet a round


@pytest.mark.parametrize(
    "people, feet",
    [
        ("party Mira elf", 120),
        ("party Mira elf; Bo dwarf", 90),
        ("party Mira elf strength 0 carrying 60", 60),
    ],
)
def test_c_move_2_a_hex_of_six_miles_at_the_slowest_members_rate(people: str, feet: int) -> None:
    """C-MOVE-1, C-MOVE-2, C-MOVE-3: 31,680 ft at so many feet a round of a minute."""
    keeper = travellers(column("grass", "grass"), people, rules="cresthaven")
    keeper.do("travel s", dice=QUIET)
    minutes = Fraction(31_680, feet)
    days, rest = divmod(minutes, 8 * 60)  # 8 hours of march a day, the rest the next morning
    assert days == 0 or rest
    if days == 0:
        assert hours(keeper) == Duration(int(minutes * 60_000))
    else:
        keeper.do("wait until day 2 06:00", dice=QUIET)
        keeper.do("resume", dice=QUIET)
        assert keeper.now == Instant(24 * 3_600_000 + SIX.ms + int(rest * 60_000))


# What is found


def test_g_hex_1_the_first_landmark_is_seen_on_entering_and_the_second_only_by_searching() -> None:
    keeper = travellers(land("0101 grass", "0102 grass TOWER", hidden="0102"), "party Varda")
    events = keeper.do("travel s", dice=QUIET)
    assert of_kind(events, LandmarksFound)[0].landmarks == ("TOWER",)
    assert not any("Cellar" in str(event) for event in events)
    assert of_kind(keeper.do("search hex", dice=QUIET), HexSearched)[0].landmarks == ("The Cellar",)


def test_what_was_found_is_told_once() -> None:
    keeper = travellers(land("0101 grass", "0102 grass TOWER"), "party Varda")
    keeper.do("travel s", dice=QUIET)
    keeper.do("travel n", dice=QUIET)
    assert not of_kind(keeper.do("travel s", dice=QUIET), LandmarksFound)


def test_t2_a_clock_set_back_puts_the_party_back_and_forgets_what_it_saw() -> None:
    keeper = travellers(land("0101 grass", "0102 grass TOWER", hidden="0102"), "party Varda")
    before = keeper.state.journey
    keeper.do("travel s", dice=QUIET)
    keeper.do("search hex", dice=QUIET)
    keeper.do("rule clock day 1 06:00")
    assert where(keeper) == "0101"
    assert keeper.state.journey.explored == before.explored
    assert keeper.state.journey.searched == before.searched
    assert keeper.state.party.members[0].fatigue == 0


# Bad input


@pytest.mark.parametrize(
    "said, code",
    [
        ("travel to 0909", "off-the-map"),
        ("travel to Nowhere", "unknown-hex"),
        ("travel to 0101", "here"),
        ("travel to 0201", "impassable"),
        ("travel ne", "impassable"),
        ("travel n", "impassable"),
        ("travel to 0103", "no-way"),
        ("push s", "no-mounts"),
        ("travel s 0 hexes", "number"),
    ],
)
def test_a_way_that_cannot_be_gone_is_refused_and_nothing_has_changed(said: str, code: str) -> None:
    held = land("0101 grass", "0102 sea", "0103 grass", "0201 sea", "0202 sea")
    keeper = travellers(held, "party Varda")
    if code == "number":
        with pytest.raises(ValueError, match="0"):
            keeper.parse(said)
        return
    assert keeper.refused(said).code == code


def test_a_vehicle_with_nothing_to_pull_it_goes_nowhere() -> None:
    keeper = travellers(column("grass", "swamp"), GAME, "carry a map", "cart Blue", rules="dungeon-game")
    refusal = keeper.refused("travel s")
    assert refusal.code == "stuck"
    assert "nothing to pull it" in refusal.message


def test_in_town_nobody_travels_and_in_a_fight_nobody_sets_out() -> None:
    keeper = travellers(column("grass", "grass"), "party Varda wisdom 10")
    keeper.do("fight enemies", dice=QUIET)
    assert keeper.refused("travel s").code == "fight"
    keeper.do("end fight", dice=QUIET)
    keeper.do("enter settlement Wendbridge")
    assert keeper.refused("travel s").code == "scene"


def test_who_sets_out_for_further_on_loses_nothing_of_the_hex_half_crossed() -> None:
    keeper = travellers(column("grass", "hills", "grass"), "party Varda")
    met = type(QUIET)({**QUIET.faces, "outdoor check window": "7", "outdoor check": "2"})
    events = keeper.do("travel s", dice=type(QUIET)({**met.faces, "encounter distance": "1+1+1+1"}))
    (cut,) = of_kind(events, TaskInterrupted)
    assert cut.left == HOUR * 3  # 4 h less the hour until 07:00
    keeper.do("part")
    keeper.do("travel to 0103", dice=QUIET)
    assert hours(keeper) == HOUR * 6


def test_a_journey_that_is_given_up_leads_nowhere_any_more() -> None:
    keeper = travellers(column("grass", "hills"), "party Varda")
    met = type(QUIET)({**QUIET.faces, "outdoor check window": "4", "outdoor check": "2"})
    keeper.do("travel s", dice=type(QUIET)({**met.faces, "encounter distance": "1+1+1+1"}))
    keeper.do("abandon")
    assert keeper.state.journey.plan.path == ()
    assert keeper.refused("resume").code == "nothing-unfinished"


def test_who_is_nowhere_is_told_of_a_hex_where_one_can_stand() -> None:
    keeper = Keeper(Rulebook(book_of().set, OneLand(land("0101 sea", "0102 grass"))))
    keeper.do("leave for wilderness", dice=QUIET)
    keeper.do("use map land")
    assert keeper.refused("travel s").hint == "stand at 0102"


def test_t2_a_clock_set_back_in_the_middle_of_a_hex_leaves_to_do_what_was_crossed_since() -> None:
    """G-HEX-5: four hours into the hills. Halted at 06:30 and set back to 06:10, it is 10:00 as ever."""
    keeper = travellers(column("grass", "hills"), "party Varda")
    keeper.do("travel s", dice=MET)
    keeper.do("rule clock 06:10")
    assert keeper.state.unfinished[-1].left == HOUR * 4 - MINUTE * 10
    keeper.do("resume", dice=QUIET)
    assert (where(keeper), hours(keeper)) == ("0102", HOUR * 4)


@pytest.mark.slow
def test_t2_a_clock_set_back_in_the_middle_of_a_hex_undoes_no_more_than_was_crossed() -> None:
    """Halted at 06:30, an hour's rest; set back to 07:00 nothing of the way is undone."""
    keeper = travellers(column("grass", "hills"), "party Varda")
    keeper.do("travel s", dice=MET)
    keeper.do("part")
    keeper.do("rest 1 h", dice=QUIET)
    keeper.do("rule clock 07:00")
    assert keeper.state.unfinished[-1].left == HOUR * 4 - MINUTE * 30


def test_who_travels_on_leaves_behind_what_was_let_be() -> None:
    """G-HEX-6: window 4 of the two hours from 06:00 begins at 06:30, window 4 of the next at 08:30."""
    keeper = travellers(column("grass", "hills"), "party Varda")
    keeper.do("travel s", dice=MET)
    assert keeper.refused("resume").code == "encounter"
    keeper.do("let it be")
    lines = keeper.timed("resume", dice=MET)
    assert lines[1] == ("day 1 06:30", "the encounter with something is over")
    assert [one.met for one in keeper.state.meetings] == [SIX + HOUR * 2 + MINUTE * 30]
    keeper.do("let it be")
    keeper.do("resume", dice=QUIET)
    assert not keeper.state.meetings


def test_who_cannot_travel_on_has_it_before_them_still() -> None:
    keeper = travellers(column("grass", "hills"), "party Varda hp 5/5")
    keeper.do("travel s", dice=MET)
    keeper.do("kill Varda")
    keeper.refused("resume")
    assert len(keeper.state.meetings) == 1


def test_a_journey_has_no_length_of_time_of_its_own() -> None:
    keeper = travellers(column("grass", "grass", "grass"), "party Varda")
    refusal = keeper.refused("travel to 0102 for an hour")
    assert (refusal.code, refusal.hint) == ("length", "travel to 0102")


def test_a_journey_for_a_length_of_time_goes_on_hex_by_hex_and_stops_when_it_is_over() -> None:
    """Grassland takes two hours a hex: in five hours the party is a half of the third hex on its way."""
    keeper = travellers(column("grass", "grass", "grass", "grass"), "party Varda")
    keeper.do("travel for 5 h s", dice=QUIET)
    assert hours(keeper) == HOUR * 5
    assert where(keeper) == "0103"
    (left,) = of_kind(keeper.events, TaskInterrupted)
    assert left.task.left == HOUR

    keeper.do("travel for 1 h s", dice=QUIET)
    assert hours(keeper) == HOUR * 6
    assert where(keeper) == "0104"


def test_a_journey_for_a_length_of_time_stops_where_the_map_ends() -> None:
    keeper = travellers(column("grass", "grass"), "party Varda")
    keeper.do("travel for 1 day s", dice=QUIET)
    assert hours(keeper) == HOUR * 2
    assert where(keeper) == "0102"
