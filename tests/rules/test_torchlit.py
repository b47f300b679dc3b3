"""The numbers of the rule set torchlit, rule by rule, as the free quickstart texts state them."""

from __future__ import annotations

import pytest

from turnkeeper.play.clock.cases import fits
from turnkeeper.play.dungeon.place import Own, Place
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import ByTable
from turnkeeper.rules.model.orders import OrderByEach
from turnkeeper.rules.model.procedures import BurnLights, MeetEncounter, RollTable, band_of, chance_in
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules
from turnkeeper.time import ORIGIN

SET = load_builtin("torchlit")
BOOK = Rulebook(SET)

MINUTE = 60_000
HOUR = 3_600_000


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def _option(name: str) -> Rulebook:
    head = f'[ruleset]\nid = "other"\nname = "Other"\nextends = "torchlit"\noptions = ["{name}"]\n'
    return Rulebook(load_rules(head, "other.toml", builtin_text))


def _bands(table: str) -> dict[str, tuple[int | None, int | None]]:
    bands = (band_of(entry) for entry in SET.tables[table].entries)
    return {band.name: (band.low, band.high) for band in bands}


# Rounds and turns


def test_t_time_1_rounds_in_fights_and_outside_of_them() -> None:
    """Ten rounds of ours are an hour; the other reading has 10 seconds."""
    assert SET.fight is not None
    assert SET.fight.round == SET.scenes["dungeon"].step == "1 round"
    assert _ms("10 rounds") == HOUR
    assert not SET.fight.costs
    assert not SET.fight.off_clock
    assert _option("short-rounds").duration("1 round").ms == 10_000


def test_t_turn_1_and_4_a_d20_and_dexterity_the_highest_first_round_the_table_always() -> None:
    assert SET.fight is not None
    order = SET.fight.order
    assert isinstance(order, OrderByEach)
    assert (order.dice, order.first, order.adds) == ("1d20", "high", "dexterity")
    assert (order.seated, order.always) == (True, True)
    assert not order.anew
    anew = _option("thrown-each-round").set.fight
    assert anew is not None
    assert isinstance(anew.order, OrderByEach)
    assert anew.order.anew


def test_t_turn_3_turns_may_be_kept_loosely() -> None:
    loose = _option("loose-turns").set.fight
    assert loose is not None
    assert isinstance(loose.order, OrderByEach)
    assert not loose.order.always


def test_t_turn_2_and_t_dist_1_near_is_30_feet_and_twice_that_without_an_action() -> None:
    feet = {name: (pace.feet, pace.each) for name, pace in SET.paces.items()}
    assert feet == {"near": (30, "1 round"), "double": (60, "1 round")}
    assert _ms(SET.activities["regroup"].takes) == _ms(SET.activities["search"].takes) == _ms("1 round")


# Light and the dark


def test_t_light_1_torch_and_lantern_an_hour_of_the_table_s_time_near_and_twice_that() -> None:
    burns = {name: kind.burns for name, kind in SET.lights.items()}
    assert (burns["torch"], burns["lantern"]) == (ByTable("1 h"), ByTable("1 h"))
    assert (SET.lights["torch"].bright, SET.lights["lantern"].bright) == (30, 60)
    assert SET.lights["lantern"].fuel == "oil"
    assert SET.table_clock is not None
    assert not SET.table_clock.stops_in_fights
    assert _ms(SET.table_clock.asks_over) == 15 * MINUTE


@pytest.mark.parametrize(
    "option, second", [("second-light-apart", "apart"), ("second-light-instead", "instead")]
)
def test_t_light_2_a_second_light_goes_along_or_otherwise_by_option(option: str, second: str) -> None:
    assert SET.table_clock is not None
    assert SET.table_clock.second == "along"
    other = _option(option).set.table_clock
    assert other is not None
    assert other.second == second


def test_t_light_3_a_campfire_burns_eight_hours() -> None:
    assert SET.lights["campfire"].burns == ByTable("8 h")
    assert SET.activities["rest"].do == (BurnLights(),)


def test_t_dark_1_the_dark_is_deadly() -> None:
    assert {name for name, one in SET.dangers.items() if one.dark} == {"deadly"}


# Encounters


@pytest.mark.parametrize("danger, rounds", [("unsafe", 3), ("risky", 2), ("deadly", 1)])
def test_t_enc_1_one_in_six_every_third_second_or_each_round(danger: str, rounds: int) -> None:
    procedure = SET.procedures["wandering"]
    assert chance_in(SET.tables[procedure.table]) == 6
    assert _bands(procedure.table)["encounter"] == (1, 1)
    for scene, unit in (("dungeon", "round"), ("camp", "h"), ("wilderness", "h")):
        place = Place(scene, own=Own(level=SET.dangers[danger].level))
        lit = State(place=place)
        cases = (one for one in procedure.cases if _fits_by_day(lit, one))
        every = next((one.every for one in cases), procedure.every)
        assert _ms(every) == rounds * _ms(f"1 {unit}")


def _fits_by_day(state: State, case: object) -> bool:
    """Return whether a case fits by the place alone: a light is as good as day."""
    from msgspec.structs import replace

    from turnkeeper.play.dungeon.burning import BurnSpan, Light, Lights
    from turnkeeper.rules.model.cases import Case

    assert isinstance(case, Case)
    light = Light(0, "torch", burned=(BurnSpan(state.place.scene, ORIGIN),))
    return fits(replace(state, lights=Lights((light,))), BOOK, case, ORIGIN)


def test_t_enc_2_and_3_how_far_off_and_what_they_do() -> None:
    encounter = SET.tables["encounter check"].entries[0]
    assert encounter.do == (MeetEncounter(), RollTable("distance"), RollTable("activity"))
    assert SET.tables["distance"].dice == "1d6"
    assert _bands("distance") == {"close": (1, 1), "near": (2, 4), "far": (5, 6)}
    assert SET.tables["activity"].dice == "2d6"
    assert list(_bands("activity").values()) == [(2, 4), (5, 6), (7, 8), (9, 10), (11, 11), (12, 12)]


def test_t_react_1_hostile_to_six_and_friendly_from_twelve() -> None:
    assert list(_bands("reaction").items()) == [
        ("hostile", (None, 6)),
        ("suspicious", (7, 8)),
        ("neutral", (9, 9)),
        ("curious", (10, 11)),
        ("friendly", (12, None)),
    ]


def test_t_mor_1_a_d20_and_wisdom_against_15_when_half_are_down() -> None:
    morale = SET.morale
    assert morale is not None
    assert (morale.dice, morale.holds, morale.against) == ("1d20", "added", 15)
    assert morale.triggers == ("half-down", "alone-halved")


def test_t_surp_1_who_is_not_noticed_acts_before_anyone() -> None:
    assert SET.fight is not None
    assert SET.fight.ambush


# People


def test_t_check_1_a_d20_and_the_modifier_from_the_difficulty_on() -> None:
    checks = SET.checks
    assert checks is not None
    assert (checks.dice, checks.over, checks.equal) == ("1d20", True, True)
    assert checks.edge is not None
    assert (checks.edge.advantage, checks.edge.disadvantage) == ("2d20kh1", "2d20kl1")


def test_t_gear_1_slots_are_written() -> None:
    assert SET.characters.slots == "gear"


def test_t_rest_1_and_2_eight_hours_and_a_ration_in_pieces_if_need_be() -> None:
    rest = SET.activities["rest"]
    assert (_ms(rest.takes), rest.rations, rest.interrupted) == (8 * HOUR, 1, "resume")
    assert rest.heals is not None
    assert rest.heals.all
    disturbed, fight = SET.procedures["disturbed"], SET.fight
    assert fight is not None
    assert (disturbed.also_on, disturbed.scenes) == (fight.causes["over"], ("camp",))


def test_t_dying_1_intelligence_against_15_saves_and_no_hit_points_are_below_none() -> None:
    trial = SET.activities["stabilise"].trial
    assert trial is not None
    assert (trial.attribute, [case.against for case in trial.against]) == ("intelligence", [15])
    assert SET.activities["stabilise"].instant
    assert SET.characters.least_hp == 0


def test_t_trav_1_there_is_no_way_over_land() -> None:
    assert SET.travel is None
    assert not SET.terrain
    assert _ms(SET.scenes["wilderness"].step) == HOUR
