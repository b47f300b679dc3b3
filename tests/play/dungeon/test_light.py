"""Lights in hand: lit, doused, relit, refuelled, handed on, burned out; and the dark."""

from __future__ import annotations

from tests.play.keeper import CALM, TURN, house_rules, keep, of_kind
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.dungeon.dark import DarknessFell
from turnkeeper.play.dungeon.light import LightsTicked, LightWentOut
from turnkeeper.time import Instant

TICK, NOTHING = "6", "12"

# A torch that burns by the clock in the dungeon too, so that what ends and what is checked meet.
SIX_TURNS = """
[lights.torch]
burns = { by = "clock", lasts = "6 turns" }
"""


# --- how long it burns


def test_a_torch_lit_in_a_turn_burns_exactly_its_turns_and_the_boundary_is_the_earlier_ones_t16() -> None:
    keeper = keep("light lantern")
    keeper.do("wait 3 turns")
    keeper.do("light torch")  # as the fourth turn begins: it lights turns 4 to 9
    for _ in range(5):
        assert not of_kind(keeper.do("next"), LightWentOut)
    (out,) = of_kind(keeper.do("next"), LightWentOut)
    assert out.at == Instant(9 * TURN.ms)
    assert not of_kind(keeper.do("next"), LightWentOut)


def test_the_check_of_its_last_turn_finds_the_torch_out_already_t16() -> None:
    keeper = keep("enter dungeon", "light torch", "light lantern", rules=house_rules(SIX_TURNS))
    events = keeper.do("wait 6 turns", *[NOTHING] * 6)
    assert [type(event).__name__ for event in events[-3:]] == ["LightWentOut", "TaskEnded", "Checked"]


def test_a_jump_and_steps_burn_the_same() -> None:
    jump, steps = keep("light torch", "light lantern"), keep("light torch", "light lantern")
    jump.do("wait 4 h")
    for _ in range(24):
        steps.do("wait 10 min")
    assert jump.state == steps.state


def test_lighting_takes_its_round_and_says_so_g_light_3() -> None:
    assert keep().told("light candle") == ["candle lit, 1 round to light"]


# --- relight, refuel, hand over


def test_relighting_banks_what_was_left_t17() -> None:
    keeper = keep("light torch for Orlo")
    keeper.do("wait 20 min")
    keeper.do("douse torch of Orlo")
    keeper.do("wait 5 h")
    assert keeper.told("light torch for Orlo") == ["torch (Orlo) lit again, 1 round to light"]
    (out,) = of_kind(keeper.do("wait 1 h"), LightWentOut)
    assert out.at == Instant((20 + 300 + 40) * 60_000)
    assert len(keeper.state.lights.every()) == 1


def test_lighting_a_second_while_one_burns_lights_a_new_one_t17() -> None:
    keeper = keep("light torch for Orlo", "light torch for Orlo")
    assert len(keeper.state.lights.lit) == 2


def test_somebody_elses_doused_torch_is_left_alone_but_anybodys_will_do() -> None:
    keeper = keep("light torch for Orlo", "douse torch", "light torch for Varda")
    assert [light.bearer for light in keeper.state.lights.burning()] == ["Varda"]
    assert keeper.told("light torch") == ["torch (Orlo) lit again, 1 round to light"]


def test_a_burned_out_torch_is_never_lit_again() -> None:
    keeper = keep("light torch for Orlo")
    keeper.do("wait 1 h")
    assert keeper.told("light torch for Orlo") == ["torch (Orlo) lit, 1 round to light"]


def test_refuelling_replaces_what_was_left_t17() -> None:
    keeper = keep("stock 2 oil", "light lantern for Varda")
    keeper.do("wait 2 h")
    keeper.do("refuel lantern of Varda")
    assert keeper.state.supplies.of("oil") == 0
    (out,) = of_kind(keeper.do("wait 1 day"), LightWentOut)
    assert out.at == Instant((2 + 3) * 3_600_000)


def test_an_empty_lantern_is_refuelled_and_lit_again() -> None:
    keeper = keep("light lantern for Varda")
    keeper.do("wait 4 h")
    keeper.do("refuel lantern")
    assert keeper.told("light lantern for Varda") == ["lantern (Varda) lit again, 1 round to light"]
    (out,) = of_kind(keeper.do("wait 4 h"), LightWentOut)
    assert out.at == Instant((4 + 3) * 3_600_000)


def test_a_light_handed_over_burns_on_as_it_was() -> None:
    keeper = keep("party Varda; Orlo", "light torch for Orlo")
    keeper.do("wait 20 min")
    assert keeper.told("hand torch from Orlo to varda") == ["torch handed from Orlo to Varda"]
    (out,) = of_kind(keeper.do("wait 1 h"), LightWentOut)
    assert (out.called, out.at) == ("torch (Varda)", Instant(3_600_000))


# --- ticks


def test_a_tick_result_ticks_every_lit_source_once_hirelings_too_t19() -> None:
    """G-LIGHT-1: every lit source, also on a loud roll (H)."""
    keeper = keep("enter dungeon", "party Varda", "hire Bram morale 7")
    for said in ("light torch for Varda", "light torch for Bram", "light lantern", "light candle"):
        keeper.do(said)
    keeper.do("douse candle")
    (ticked,) = of_kind(keeper.do("make noise", TICK), LightsTicked)
    assert (len(ticked.lights), ticked.ticks) == (3, 1)
    out = of_kind(keeper.do("next", TICK), LightWentOut)
    assert [event.called for event in out] == ["torch (Varda)", "torch (Bram)"]


def test_nothing_ticks_outside_the_dungeon() -> None:
    keeper = keep("light torch")
    assert not of_kind(keeper.do("make noise"), LightsTicked)


# --- the dark


def test_the_last_light_gone_in_a_dark_place_stops_the_clock() -> None:
    keeper = keep("enter dungeon", "light torch", "light candle")
    events = keeper.do("wait 5 turns", TICK, TICK)
    assert [type(event).__name__ for event in events[-4:]] == [
        "LightWentOut",
        "LightWentOut",
        "DarknessFell",
        "TaskInterrupted",
    ]
    (stopped,) = of_kind(events, TaskInterrupted)
    assert (keeper.now, stopped.left) == (Instant(2 * TURN.ms), 3 * TURN)


def test_one_of_two_lights_gone_stops_nothing() -> None:
    keeper = keep("enter dungeon", "light torch", "light lantern")
    events = keeper.do("wait 3 turns", TICK, TICK, NOTHING)
    assert of_kind(events, LightWentOut)
    assert not of_kind(events, DarknessFell)
    assert keeper.now == Instant(3 * TURN.ms)


def test_where_it_is_not_dark_the_last_light_stops_nothing() -> None:
    keeper = keep("wait until noon", "enter wilderness", "light torch")
    events = keeper.do("wait 3 h", dice=CALM)
    assert of_kind(events, LightWentOut)
    assert not of_kind(events, DarknessFell)


def test_who_goes_underground_without_a_light_or_douses_the_last_is_told() -> None:
    keeper = keep()
    assert of_kind(keeper.do("enter dungeon"), DarknessFell)
    keeper.do("light torch")
    assert of_kind(keeper.do("douse torch"), DarknessFell)
    keeper.do("wait 2 turns", NOTHING, NOTHING)  # in the dark already: nothing stops it


# --- what is refused


def test_what_is_no_light_or_does_not_burn_is_named_with_what_would_work() -> None:
    keeper = keep()
    assert keeper.refused("light torhc").hint == "did you mean 'torch'?"
    assert keeper.refused("light xyzzy").hint == "one of torch, lantern, candle"
    assert keeper.refused("douse torch").hint == "light torch"
    keeper.do("light lantern for Varda")
    assert keeper.refused("douse torch").hint == "burning: lantern (Varda)"
    assert keeper.refused("douse lantern of Orlo").code == "not-lit"
    assert keeper.refused("refuel torch").code == "no-fuel"
    assert keep().refused("refuel lantern").code == "no-light"
    assert keeper.refused("hand candle to Orlo").code == "no-light"


def test_plurals_and_case_name_a_light_too() -> None:
    keeper = keep("light Torches", "light TORCH")
    assert [light.kind for light in keeper.state.lights.burning()] == ["torch", "torch"]


def test_a_light_that_is_counted_and_gone_is_refused() -> None:
    keeper = keep("stock 1 torch", "light torch")
    refusal = keeper.refused("light torch")
    assert (refusal.code, refusal.hint) == ("none-left", "stock 1 torch if there are more")
    keeper.do("light lantern")  # oil was never counted


# --- the time that lighting takes (G-LIGHT-3)

LIGHTING_COUNTS = """
[lights.torch]
lighting_counts = "always"
"""


def test_lighting_is_part_of_the_turn_by_the_house_default_g_light_3() -> None:
    keeper = keep("light torch")
    assert keeper.state.now == Instant(0)


def test_lighting_moves_the_clock_by_its_round_where_the_rule_set_counts_it_always_g_light_3() -> None:
    keeper = keep(rules=house_rules(LIGHTING_COUNTS))
    keeper.do("light torch")
    (torch,) = keeper.state.lights.burning()
    assert keeper.state.now == torch.burned[0].began == Instant(10_000)


def test_lighting_across_a_turns_end_lets_the_turn_be_checked_g_light_3() -> None:
    keeper = keep("enter dungeon Barrow", "wait 59 rounds", rules=house_rules(LIGHTING_COUNTS))
    keeper.do("light torch", NOTHING)  # begun 10 s before the turn's end
    assert keeper.state.now == Instant(TURN.ms)
    assert len(keeper.state.lights.lit) == 1
