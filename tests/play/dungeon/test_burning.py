"""What is left of a light, in every currency and across them: fractions kept exactly, hand-computed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import CALM, HOUR, MINUTE, TURN, Keeper, book_of, house_rules, keep, of_kind
from turnkeeper.play.dungeon.burning import BurnSpan, Filled, Light, is_out, spent, time_left, until_thrown
from turnkeeper.play.dungeon.light import LightDiced, LightWentOut
from turnkeeper.time import Duration, Instant

TICK, NOTHING = "6", "12"  # G-ENC-2: 6-7 the lights tick, 10-12 nothing


def the_light(keeper: Keeper) -> Light:
    return keeper.state.lights.every()[-1]


def used(keeper: Keeper) -> Fraction:
    return spent(keeper.book, the_light(keeper), keeper.now)


# --- by ticks, by the clock


@pytest.mark.parametrize("kind, ticks", [("torch", 2), ("lantern", 4), ("candle", 2)])
def test_ticks_put_it_out_at_the_last_one_g_light_2(kind: str, ticks: int) -> None:
    keeper = keep("enter dungeon", f"light {kind}")
    for tick in range(1, ticks):
        keeper.do("next", TICK)
        assert used(keeper) == Fraction(tick, ticks)
    assert of_kind(keeper.do("next", TICK), LightWentOut)
    assert is_out(keeper.book, the_light(keeper), keeper.now)


def test_underground_only_the_table_uses_light_up_g_light_1() -> None:
    keeper = keep("enter dungeon", "light torch")
    keeper.do("wait 100 turns", *[NOTHING] * 100)
    assert used(keeper) == 0


@pytest.mark.parametrize("kind, minutes", [("torch", 60), ("lantern", 180), ("candle", 60)])
@pytest.mark.parametrize("scene", ["wilderness", "settlement"])
def test_outside_it_burns_by_the_clock_g_light_4(kind: str, minutes: int, scene: str) -> None:
    keeper = keep(f"enter {scene}", f"light {kind}")
    keeper.do("wait 45 min", dice=CALM)
    assert used(keeper) == Fraction(45, minutes)
    (out,) = of_kind(keeper.do("wait 1 day", dice=CALM), LightWentOut)
    assert out.at == Instant(minutes * 60_000)


# --- usage dice


def dice_of(keeper: Keeper) -> str:
    return keeper.needs("wait 2 turns").dice


def test_a_torchs_dice_escalate_by_hand_d_light_1() -> None:
    """2d6 = 5 is over 4: three dice next. 3d6 = 4 is not. 3d6 = 5 is: out, an hour after it was lit."""
    keeper = keep("light torch", rules="usage-dice")
    assert dice_of(keeper) == "2d6"
    keeper.do("wait 2 turns", "2+3")
    assert dice_of(keeper) == "3d6"
    keeper.do("wait 2 turns", "1+1+2")
    assert dice_of(keeper) == "3d6"
    events = keeper.do("wait 2 turns", "1+2+2")
    assert [event.at for event in of_kind(events, LightWentOut)] == [Instant(6 * TURN.ms)]


def test_a_total_of_four_is_not_over_four_d_light_1() -> None:
    keeper = keep("light torch", rules="usage-dice")
    for _ in range(5):
        (thrown,) = of_kind(keeper.do("wait 2 turns", "2+2"), LightDiced)
        assert not thrown.grew
    assert dice_of(keeper) == "2d6"


@pytest.mark.parametrize(
    "kind, dice",
    [("candle", ["3d6"]), ("torch", ["2d6", "3d6"]), ("lantern", ["1d6", "2d6", "3d6"])],
)
def test_each_kind_starts_with_its_dice_and_is_out_over_four_on_three_d_light_1(
    kind: str, dice: list[str]
) -> None:
    keeper = keep(f"light {kind}", rules="usage-dice")
    asked = []
    while keeper.state.lights.lit:
        asked.append(dice_of(keeper))
        keeper.do("wait 2 turns", "6")
    assert asked == dice


def test_dice_are_thrown_every_other_turn_in_one_jump_as_in_steps_d_light_1() -> None:
    jump, steps = keep("light lantern", rules="usage-dice"), keep("light lantern", rules="usage-dice")
    jump.do("wait 7 turns", "4", "5", "3")  # at 20, 40 and 60 minutes
    for face in ("", "4", "", "5", "", "3", ""):
        steps.do("next", *([face] if face else []))
    assert jump.state == steps.state
    assert [event.at.ms // 60_000 for event in of_kind(jump.events, LightDiced)] == [20, 40, 60]
    assert [event.rolled.dice for event in of_kind(jump.events, LightDiced)] == ["1d6", "1d6", "2d6"]


def in_wind(kind: str) -> Keeper:
    return keep(f"light {kind}", "place is draughty", rules="dungeon-game")


@pytest.mark.parametrize("kind, dice", [("candle", "4d6"), ("torch", "3d6"), ("lantern", "2d6")])
def test_wind_or_wet_adds_a_die_for_that_roll_d_light_1(kind: str, dice: str) -> None:
    keeper = in_wind(kind)
    assert keeper.needs("wait 2 turns").dice == dice
    keeper.do("wait 2 turns", "4")  # not over 4: it burns on, and its own dice stay as they were
    keeper.do("place is calm")
    assert int(keeper.needs("wait 2 turns").dice[0]) == int(dice[0]) - 1


def test_any_total_over_four_puts_it_out_at_once_and_it_keeps_its_dice_d_light_1() -> None:
    keeper = in_wind("torch")
    (out,) = of_kind(keeper.do("wait 2 turns", "5"), LightWentOut)
    assert out.blown
    assert not keeper.state.lights.lit
    keeper.do("place is calm")
    keeper.do("light torch")
    assert keeper.needs("wait 2 turns").dice == "2d6"
    assert keeper.state.supplies.of("torch") is None


def test_outdoors_it_is_the_weather_that_is_wet_and_indoors_it_is_not_d_light_1() -> None:
    rain = keep("weather rain", "enter wilderness", "light torch", rules="dungeon-game")
    assert rain.needs("wait 2 turns").dice == "3d6"
    rain.do("enter settlement")
    assert rain.needs("wait 2 turns").dice == "2d6"


def test_dousing_before_the_dice_fall_due_does_not_dodge_them_t17() -> None:
    """19 minutes of burning are banked: one more and the dice are thrown."""
    keeper = keep("light torch", rules="usage-dice")
    keeper.do("wait 19 min")
    keeper.do("douse torch")
    keeper.do("wait 3 h")
    keeper.do("light torch")
    (thrown,) = of_kind(keeper.do("wait 19 min", "2"), LightDiced)
    assert thrown.at == Instant((19 + 180 + 1) * 60_000)
    # It has burned for 38 minutes in all, and the dice fall every 20.
    assert until_thrown(keeper.book, the_light(keeper), keeper.now) == 2 * MINUTE


# --- until ended

MAGIC = """
[register]
H-LIGHT-1 = { origin = "house", says = "A magic light burns until ended.", why = "Asked for." }
[lights.glow]
rule = { id = "H-LIGHT-1", origin = "house", why = "Asked for." }
burns = { by = "until-ended" }
"""


def test_what_burns_until_ended_is_never_used_up_t18() -> None:
    keeper = keep("light glow", rules=house_rules(MAGIC))
    keeper.do("wait 1000 days")
    keeper.do("enter dungeon")
    keeper.do("wait 2 turns", TICK, TICK)
    assert keeper.state.lights.lit
    assert used(keeper) == 0
    keeper.do("douse glow")
    assert not keeper.state.lights.lit


# --- carried from scene to scene


def test_one_of_two_ticks_used_is_half_an_hour_outside() -> None:
    keeper = keep("enter dungeon", "light torch")
    keeper.do("next", TICK)
    keeper.do("leave for wilderness")
    assert time_left(keeper.book, the_light(keeper), keeper.now) == 30 * MINUTE
    (out,) = of_kind(keeper.do("wait 1 h", dice=CALM), LightWentOut)
    assert out.at == Instant((10 + 30) * 60_000)


def test_twenty_minutes_outside_then_two_more_ticks_inside() -> None:
    """1/3 used outside; a tick makes 5/6, which burns on; the second makes 4/3, which is out."""
    keeper = keep("light torch")
    keeper.do("wait 20 min")
    keeper.do("enter dungeon")
    keeper.do("next", TICK)
    assert used(keeper) == Fraction(5, 6)
    assert keeper.state.lights.lit
    assert of_kind(keeper.do("next", TICK), LightWentOut)


def test_half_an_hour_outside_is_exactly_one_tick_inside() -> None:
    keeper = keep("light torch")
    keeper.do("wait 30 min")
    keeper.do("enter dungeon")
    assert of_kind(keeper.do("next", TICK), LightWentOut)


def test_a_lantern_keeps_a_quarter_a_tick_across_the_door() -> None:
    """45 of 180 minutes are a quarter; two ticks more leave a quarter, which is 45 minutes outside."""
    keeper = keep("light lantern")
    keeper.do("wait 45 min")
    keeper.do("enter dungeon")
    keeper.do("wait 2 turns", TICK, TICK)
    assert used(keeper) == Fraction(3, 4)
    keeper.do("leave for settlement")
    assert time_left(keeper.book, the_light(keeper), keeper.now) == 45 * MINUTE


def test_ten_times_through_the_door_loses_nothing() -> None:
    keeper = keep("light torch")
    for _ in range(10):
        keeper.do("wait 1 min 7 s", dice=CALM)
        keeper.do("enter dungeon")
        keeper.do("next", NOTHING)
        keeper.do("leave for wilderness")
    assert used(keeper) == Fraction(670, 3600)


@given(st.lists(st.tuples(st.integers(1, 10_000_000), st.integers(0, 3)), max_size=6))
def test_what_is_used_is_the_sum_of_its_stretches_by_a_twin_that_counts(
    legs: list[tuple[int, int]],
) -> None:
    """Outside a lantern uses ms of 3 h; inside, quarters."""
    book = book_of()
    at, burned, twin = 0, list[BurnSpan](), Fraction(0)
    for length, ticks in legs:
        middle, end = at + length, at + length + 600_000 * (ticks + 1)
        when = tuple(Instant(middle + 600_000 * (n + 1)) for n in range(ticks))
        burned += [
            BurnSpan("settlement", Instant(at), Instant(middle)),
            BurnSpan("dungeon", Instant(middle), Instant(end), when),
        ]
        twin += Fraction(length, 3 * 3_600_000) + Fraction(ticks, 4)
        at = end
    assert spent(book, Light(0, "lantern", burned=tuple(burned)), Instant(at)) == twin


# --- filled, within an instant


def test_refuelled_at_the_instant_at_which_it_was_lit_and_used_it_is_full() -> None:
    keeper = keep("enter dungeon", "light lantern")
    for _ in range(3):
        keeper.do("make noise", TICK)
    assert used(keeper) == Fraction(3, 4)
    keeper.do("refuel lantern")
    assert used(keeper) == 0
    for _ in range(3):
        keeper.do("make noise", TICK)
    assert keeper.state.lights.lit
    assert of_kind(keeper.do("make noise", TICK), LightWentOut)


def test_what_burned_before_a_filling_no_longer_counts() -> None:
    burned = (
        BurnSpan("settlement", Instant(0), Instant(HOUR.ms)),
        BurnSpan("settlement", Instant(HOUR.ms)),
    )
    lantern = Light(0, "lantern", burned=burned, filled=(Filled(Instant(HOUR.ms), 1, 3, before=1),))
    assert spent(book_of(), lantern, Instant(2 * HOUR.ms)) == Fraction(2, 3)


def test_part_of_a_millisecond_left_counts_as_a_whole_one() -> None:
    """A third of a millisecond of burning is left: it goes out at the millisecond after, not before."""
    lantern = Light(0, "lantern", burned=(BurnSpan("settlement", Instant(0)),), filled=(
        Filled(Instant(0), 10_799_999 * 3 + 2, 10_800_000 * 3),
    ))  # fmt: skip
    assert time_left(book_of(), lantern, Instant(0)) == Duration(1)
