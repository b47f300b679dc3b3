"""Weather by country: found on coming into it, kept behind, thrown once for all that nobody saw."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.play.keeper import ByName, Keeper, book_of, of_kind
from tests.play.wayfarers import QUIET, SIX, OneLand, land, place, travellers
from turnkeeper.hexes import Land, Region
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.decide import Decided, Needed
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.sky import weather
from turnkeeper.play.sky.climate import SkyBehind, WeatherStepped, law_after
from turnkeeper.play.sky.country_weather import CountryWeather, of_hex
from turnkeeper.rules.book import Rulebook

LASTING = "weather-that-lasts"
LAND = replace(
    land("0101 grass", "0102 mountains", "0103 mountains", "0104 grass", "0105 grass"),
    climates=(
        Region("heights", (place("0102"), place("0103"))),
        Region("coast", (place("0104"),)),
    ),
)
CALM = {name: faces for name, faces in QUIET.faces.items() if name != "weather"}


def party(held: Land = LAND, *said: str, start: str = "0101", rules: str | Rulebook = LASTING) -> Keeper:
    """Return a game on a land whose hexes 0102 and 0103 are heights and 0104 coast, all else inland."""
    return travellers(held, "party Varda wisdom 12", *said, rules=rules, start=start)


def came(keeper: Keeper, said: str, *faces: str) -> CountryWeather | None:
    """Return the weather that a command finds in other country, if it comes into any."""
    found = of_kind(keeper.do(said, *faces, dice=ByName(CALM)), CountryWeather)
    return found[0] if found else None


def now(keeper: Keeper) -> str:
    """Return the weather where the party is."""
    return weather.kind_of(keeper.state, keeper.book)


def test_country_never_seen_has_weather_by_its_shares_alone() -> None:
    """X-SKY-3: of ten shares 1-3 are clear, 4-5 heavy rain, 6-7 snow, 8-9 high winds, 10 a storm."""
    keeper = party()
    throw = keeper.needs("stand at 0102")
    assert (throw.dice, [(one.name, one.low, one.high) for one in throw.bands]) == (
        "1d10",
        [("clear", 1, 3), ("heavy rain", 4, 5), ("snow", 6, 7), ("high winds", 8, 9), ("storm", 10, 10)],
    )
    found = came(keeper, "stand at 0102", "6")
    assert found is not None
    assert (found.climate, found.weather, found.left, found.seen_by) == ("heights", "snow", "clear", "table")
    assert now(keeper) == "snow"
    # The next hex has the same climate, and with it the same weather.
    assert came(keeper, "stand at 0103") is None


def test_going_there_and_back_in_a_day_throws_nothing_twice() -> None:
    keeper = party()
    came(keeper, "stand at 0102", "10")
    for there, kind in (("0101", "clear"), ("0102", "storm"), ("0101", "clear")):
        found = came(keeper, f"stand at {there}")
        assert found is not None
        assert (found.weather, found.rolled) == (kind, None)
        assert now(keeper) == kind


@pytest.mark.parametrize(
    "days, dice, clear",
    [
        # A step from clear: (1 - 2/5) 3/10 + 2/5 is 29/50.
        (1, "1d50", 29),
        # Two: 21/25 of 3/10 and 4/25 are 103/250.
        (2, "1d250", 103),
        # Three: 117/125 of 3/10 and 8/125 are 431/1250, which is 344.8 of a thousand.
        (3, "1d1000", 345),
    ],
)
def test_what_nobody_saw_is_thrown_once_by_the_law_of_all_its_steps(days: int, dice: str, clear: int) -> None:
    keeper = party()
    came(keeper, "stand at 0102", "1")
    came(keeper, "stand at 0101")
    for _ in range(days):
        keeper.do("wait until dawn", dice=ByName({**CALM, "weather": "1"}))
    throw = keeper.needs("stand at 0102")
    assert (throw.dice, throw.bands[0].name, throw.bands[0].high) == (dice, "clear", clear)
    assert throw.bands[-1].high == int(dice.removeprefix("1d"))
    found = came(keeper, "stand at 0102", "1")
    assert found is not None
    assert found.rolled is not None


def test_the_die_of_several_steps_is_the_law_to_the_nearest_of_a_thousand() -> None:
    keeper = party()
    came(keeper, "stand at 0104", "7")
    came(keeper, "stand at 0101")
    for _ in range(9):
        keeper.do("wait until dawn", dice=ByName({**CALM, "weather": "1"}))
    (behind,) = keeper.state.skies.behind
    throw = keeper.needs("stand at 0104")
    law = law_after(keeper.book.set.climates["coast"], "", behind.stand, 9)
    shares: dict[str, int] = {}
    for one in throw.bands:
        assert one.low is not None
        assert one.high is not None
        shares[one.name] = shares.get(one.name, 0) + one.high - one.low + 1
    assert sum(shares.values()) == 1000
    # Four cells of the flower are clear, each to half a face at both of its ends.
    assert all(abs(Fraction(shares[kind], 1000) - chance) < Fraction(4, 1000) for kind, chance in law.items())


def test_the_day_steps_where_the_party_is_by_the_climate_of_that_country() -> None:
    keeper = party()
    came(keeper, "stand at 0102", "10")
    (step,) = of_kind(keeper.do("wait until dawn", dice=ByName({**CALM, "weather": "1"})), WeatherStepped)
    # From a storm 9 parts of 50 are clear: (1 - 2/5) x 3/10.
    assert (step.climate, step.weather, step.rule) == ("heights", "clear", "X-SKY-3")


def test_who_is_put_on_the_map_brings_the_weather_along() -> None:
    keeper = party(LAND, "weather storm", start="0102")
    assert (now(keeper), keeper.state.skies.climate) == ("storm", "heights")
    assert not keeper.state.skies.behind


def test_what_was_foretold_comes_where_it_was_foretold_for() -> None:
    keeper = party()
    keeper.do("foretell weather 2", "104", "1")
    came(keeper, "stand at 0102", "1")
    keeper.do("wait until dawn", dice=ByName({**CALM, "weather": "1"}))
    found = came(keeper, "stand at 0101")
    # The first step was a storm, and the second is still to come.
    assert found is not None
    assert (found.weather, found.rolled) == ("storm", None)
    assert keeper.state.skies.coming == (("clear", 0),)


def test_the_way_into_worse_weather_halts_a_journey_there() -> None:
    keeper = party()
    events = keeper.do("travel to 0103", dice=ByName({**CALM, "weather": "10"}))
    (found,) = of_kind(events, CountryWeather)
    (halted,) = of_kind(events, TaskInterrupted)
    assert (found.weather, halted.why) == ("storm", "the weather turned to storm")


def test_indoors_no_country_is_asked_for_its_weather() -> None:
    keeper = party()
    keeper.do("enter dungeon", dice=QUIET)
    assert came(keeper, "stand at 0102") is None
    # Out again, the party finds the weather of the heights.
    found = came(keeper, "leave for wilderness", "10")
    assert found is not None
    assert found.weather == "storm"


def test_what_is_said_of_less_of_the_land_goes_first() -> None:
    """The referee's hex, the map's hex, the class of terrain, the referee's whole land, the map's."""
    by_terrain = replace(
        book_of(LASTING).set.climates["heights"],
        terrain=("aggressive",),
    )
    base = book_of(LASTING).set
    book = Rulebook(replace(base, climates={**base.climates, "heights": by_terrain}))
    held = replace(
        land("0101 grass", "0102 mountains", "0103 mountains", "0104 mountains"),
        climates=(Region("coast", ()), Region("coast", (place("0103"),))),
    )
    keeper = party(held, rules=book)
    keeper.do("climate inland at 0104", dice=QUIET)

    def at(name: str) -> str:
        chart = keeper.book.chart(keeper.state.map.digest)
        return of_hex(keeper.state, keeper.book, chart, place(name))

    assert [at(f"010{row}") for row in (1, 2, 3, 4)] == ["coast", "heights", "coast", ""]
    keeper.do("climate usual elsewhere", dice=QUIET)
    assert [at(f"010{row}") for row in (1, 2, 3, 4)] == ["", "heights", "coast", ""]


def test_a_climate_that_the_rules_do_not_know_is_the_usual_one() -> None:
    held = replace(LAND, climates=(Region("tropics", (place("0102"),)),))
    keeper = party(held)
    assert came(keeper, "stand at 0102") is None


def test_the_clock_set_back_finds_the_weather_of_then() -> None:
    """T2."""
    keeper = party()
    came(keeper, "stand at 0102", "10")
    keeper.do("wait 1 min", dice=ByName(CALM))
    before = keeper.state.skies
    keeper.do("wait 1 min", dice=ByName(CALM))
    came(keeper, "stand at 0104", "7")
    keeper.do("rule clock 06:01:30", dice=ByName(CALM))
    assert (keeper.state.skies, now(keeper)) == (before, "storm")


@pytest.mark.parametrize(
    "kind, thrown", [("storm", False), ("clear", False), ("hail", True)], ids=["storm", "clear", "hail"]
)
def test_what_rules_of_before_kept_is_found_by_those_of_today(kind: str, *, thrown: bool) -> None:
    """A flower had more cells once, and there was hail: the nearest of a kind, and hail was never seen."""
    keeper = party()
    there = SkyBehind("coast", (kind, 40))
    keeper.state = replace(keeper.state, skies=replace(keeper.state.skies, behind=(there,)))
    wanted = keeper.ask("stand at 0104")
    assert isinstance(wanted, Needed) == thrown
    if isinstance(wanted, Decided):
        (found,) = of_kind(wanted.events, CountryWeather)
        cells = keeper.book.set.climates["coast"].cells  # type: ignore[union-attr]
        assert (found.weather, cells[found.cell]) == (kind, kind)


@given(
    st.lists(
        st.one_of(
            st.sampled_from(["stand at 0101", "stand at 0102", "stand at 0103", "stand at 0104"]),
            st.just("wait until dawn"),
            st.just("weather snow"),
        ),
        max_size=12,
    )
)
def test_weather_is_thrown_where_steps_were_missed_and_nowhere_else(said: list[str]) -> None:
    """A twin keeps for each country what its weather was and how many dawns ago; replay leads to the same."""
    keeper, dawns = party(), 0
    known: dict[str, tuple[str, int]] = {}
    here = "inland"
    lies = {"0101": "inland", "0102": "heights", "0103": "heights", "0104": "coast"}
    for one in said:
        if one == "weather snow" and now(keeper) == "snow":
            continue
        before = now(keeper)
        events = keeper.do(one, dice=ByName({**CALM, "weather": "7"}))
        dawns += one == "wait until dawn"
        there = lies[one.split()[-1]] if one.startswith("stand") else here
        found = of_kind(events, CountryWeather)
        assert bool(found) == (there != here)
        if found:
            known[here] = before, dawns
            here = there
            was = known.get(there)
            assert (found[0].rolled is None) == (was is not None and was[1] == dawns)
            if found[0].rolled is None and was is not None:
                assert now(keeper) == was[0]
        assert len(keeper.state.skies.behind) == len(known.keys() - {here})


def test_the_weather_of_a_day_does_not_hang_on_when_the_referee_looks() -> None:
    """One throw is asked and no more, whatever the party did in the country before."""
    keeper = Keeper(Rulebook(book_of(LASTING).set, OneLand(LAND)), SIX)
    for one in ("leave for wilderness", "use map land", "party Varda wisdom 12", "stand at 0101"):
        keeper.do(one, dice=QUIET)
    wanted = keeper.ask("stand at 0104")
    assert isinstance(wanted, Needed)
    events: tuple[Event, ...] = keeper.do("stand at 0104", "7")
    assert len(of_kind(events, CountryWeather)) == 1
