"""Rulings: the referee sets anything, the record says that it was a ruling, and a clock set back restores."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import CALM, DAY, HOUR, MINUTE, TURN, keep, of_kind
from turnkeeper.play.clock.timers import TimerEnded, TimerRang, TimerWarned
from turnkeeper.play.dungeon.light import LightWentOut
from turnkeeper.play.party.supplies import Used
from turnkeeper.play.rulings import RuleLight, RuleSupply, RuleTimer
from turnkeeper.play.score_rulings import RuleScore
from turnkeeper.time import Duration, Instant

TICK = "6"


# --- the clock, set back (T2)


def test_a_clock_set_back_an_hour_relights_the_torch_by_the_clock_t2() -> None:
    keeper = keep("light torch for Orlo")
    keeper.do("wait 90 min")
    assert not keeper.state.lights.lit
    keeper.do("rule clock day 1 00:30")
    assert [light.called for light in keeper.state.lights.burning()] == ["torch (Orlo)"]
    (out,) = of_kind(keeper.do("wait 90 min"), LightWentOut)
    assert out.at == Instant(HOUR.ms)


def test_a_clock_set_back_relights_the_torch_by_ticks_t2() -> None:
    keeper = keep("enter dungeon", "light torch")
    keeper.do("wait 3 turns", "12", TICK, TICK)
    assert not keeper.state.lights.lit
    keeper.do("rule clock 00:25")  # between the two ticks
    assert keeper.state.lights.lit
    assert of_kind(keeper.do("next", TICK), LightWentOut)
    keeper.do("rule clock 00:15")  # before both
    assert not of_kind(keeper.do("next", TICK), LightWentOut)
    assert of_kind(keeper.do("next", TICK), LightWentOut)


def test_a_clock_set_back_restores_rations_oil_and_what_was_never_counted_t2() -> None:
    keeper = keep("party Varda; Orlo", "stock 8 rations")
    keeper.do("lunch")
    keeper.do("stock 3 oil")
    keeper.do("light lantern")
    assert [one.count for one in keeper.state.supplies.items] == [6, 2]
    keeper.do("rule clock 00:30")
    assert keeper.state.supplies.of("ration") == 8
    assert keeper.state.supplies.of("oil") is None  # it was first counted later
    assert len(of_kind(keeper.do("lunch"), Used)) == 1
    assert keeper.state.supplies.of("ration") == 6


def test_a_clock_set_back_revives_a_timer_and_it_ends_again_exactly_t2() -> None:
    keeper = keep("timer bless 3 turns warn 1 turn", "timer curse", "remind mule every 25 min")
    keeper.do("wait 28 min")
    keeper.do("end timer curse")
    before = keeper.state.timers
    keeper.do("wait 2 h")
    keeper.do("timer later 1 h")
    keeper.do("rule clock 00:28")
    assert keeper.state.timers == before
    keeper.do("rule clock 00:10")
    assert [timer.name for timer in keeper.state.timers.live.values()] == ["bless", "curse", "mule"]
    events = keeper.do("wait 2 h")
    assert [event.at for event in of_kind(events, TimerWarned)] == [Instant(2 * TURN.ms)]
    assert [event.at for event in of_kind(events, TimerEnded)] == [Instant(3 * TURN.ms)]
    assert [event.at.ms // 60_000 for event in of_kind(events, TimerRang)] == [25, 50, 75, 100, 125]


def test_a_clock_set_back_brings_wounds_and_fatigue_back_t2() -> None:
    keeper = keep("party Varda hp 7/7")
    keeper.do("wait 10 min")
    keeper.do("hurt Varda 5")
    keeper.do("tire Varda 2")
    keeper.do("wait 10 min")
    keeper.do("rule clock 00:05")
    (varda,) = keeper.state.party.members
    assert (varda.hp, varda.fatigue) == (7, 0)


@pytest.mark.slow
@settings(max_examples=times(25))
@given(st.integers(1, 200), st.integers(1, 200), st.booleans())
def test_lights_timers_and_counts_stand_after_it_as_they_stood_then_t2(
    first: int,
    second: int,
    underground: bool,  # noqa: FBT001 - hypothesis hands it over
) -> None:
    keeper = keep("enter dungeon" if underground else "enter wilderness", "party Varda; Orlo", "stock 9 oil")
    keeper.do("light torch for Orlo")
    keeper.do("light lantern for Varda")
    keeper.do("timer bless 50 min warn 10 min")
    keeper.do("remind mule every 35 min")
    if underground:
        keeper.do("make noise", TICK)
    keeper.do(f"wait {first} min", dice=CALM)
    then, at = keeper.state, keeper.now
    keeper.do(f"wait {second} min", dice=CALM)
    for said in ("refuel lantern", "light torch for Varda", "light candle", "hand lantern to Orlo"):
        keeper.do(said)
    for light in [*keeper.state.lights.burning()]:
        keeper.do(f"douse {light.kind} of {light.bearer}" if light.bearer else f"douse {light.kind}")
    if keeper.state.timers.named("bless"):
        keeper.do("rule timer bless 3 h left")
    keeper.do("timer later 1 h")
    keeper.do("wait 1 h", dice=CALM)
    keeper.do(f"rule clock {keeper.book.scale.say_instant(at)}")
    assert keeper.state.now == at
    assert keeper.state.lights == then.lights
    assert keeper.state.timers == then.timers
    assert keeper.state.supplies == then.supplies


@given(st.integers(0, 3 * DAY.ms // 60_000), st.integers(0, 3 * DAY.ms // 60_000))
def test_moving_time_backwards_never_moves_the_date_forward_t23(start: int, back: int) -> None:
    keeper = keep()
    for minutes in (start + back + 1, start):
        keeper.do(f"rule clock {keeper.book.scale.say_instant(Instant(minutes * 60_000))}")
    day = start // 1440 + 1
    assert keeper.now == Instant(start * 60_000)
    assert keeper.book.scale.say_instant(keeper.now).startswith(f"day {day} ")


def test_before_the_first_day_it_is_day_0_t23() -> None:
    keeper = keep("light torch", "timer bless 1 h")
    keeper.do("rule clock day 0 23:00")
    assert keeper.now == Instant(-HOUR.ms)
    assert keeper.state.lights.lit == ()
    assert len(keeper.state.timers.live) == 0


def test_a_light_set_back_behind_the_door_burns_as_it_burns_here() -> None:
    """Lit outside, carried in at 00:20; set back to 00:10 with the party still inside it burns by ticks."""
    keeper = keep("light torch")
    keeper.do("wait 20 min")
    keeper.do("enter dungeon")
    keeper.do("rule clock 00:10")
    keeper.do("wait 5 h", dice=CALM)
    assert keeper.state.lights.lit
    assert not of_kind(keeper.do("next", TICK), LightWentOut)  # 1/6 and 1/2
    assert of_kind(keeper.do("next", TICK), LightWentOut)


# --- the clock, set forward


def test_a_clock_set_forward_lets_what_runs_by_it_run_out_each_at_its_own_time_t4() -> None:
    keeper = keep("light torch", "timer bless 30 min warn 10 min", "remind mule every 25 min")
    assert keeper.timed("rule clock 12:10") == [
        ("day 1 00:30", "timer bless is over"),
        ("day 1 01:00", "torch goes out"),
        ("day 1 12:10", "ruling: the clock is set forward from day 1 00:00"),
    ]


def test_after_it_reminders_ring_on_and_nothing_rings_late() -> None:
    """Every 25 min from midnight: 29 times 25 is 12:05, so the next after 12:10 is at 12:30."""
    keeper = keep("remind mule every 25 min", "timer long 13 h warn 2 h")
    keeper.do("rule clock 12:10")
    events = keeper.do("wait 1 h")
    assert [event.at.ms // 60_000 for event in of_kind(events, TimerRang)] == [750, 775]
    assert not of_kind(events, TimerWarned)
    assert [event.at.ms // 60_000 for event in of_kind(events, TimerEnded)] == [780]


def test_it_checks_nothing_and_moves_no_dice() -> None:
    keeper = keep("enter dungeon", "light torch")
    keeper.do("rule clock day 9 00:00")  # no faces were asked for
    assert keeper.state.lights.lit
    other = keep("light torch", rules="usage-dice")
    other.do("rule clock day 2 00:00")
    assert other.needs("wait 20 min").dice == "2d6"


def test_an_encounter_on_its_way_arrives_on_the_way() -> None:
    keeper = keep("enter dungeon", "enter room Hall")
    keeper.do("make noise", "2")
    assert keeper.timed("rule clock 02:00")[0] == ("day 1 00:10", "encounter: something enters")


@pytest.mark.parametrize(
    "said, at",
    [("07:30", 450), ("dawn", 360), ("day 3 noon", 3600), ("day 2", 1440), ("day 1, watch 2", 240)],
)
def test_the_clock_is_set_to_any_instant_that_can_be_said(said: str, at: int) -> None:
    keeper = keep()
    keeper.do(f"rule clock {said}")
    assert keeper.now == Instant(at * 60_000)


def test_the_clock_is_not_set_to_now_or_to_nonsense() -> None:
    keeper = keep()
    assert keeper.refused("rule clock day 1 00:00").code == "now"
    for nonsense in ("yesterday", "25:00", "day", "day 99999999999999 00:00", "day one"):
        assert keeper.refused(f"rule clock {nonsense}").code == "time"


# --- the others


def test_a_timer_ruled_ends_when_the_ruling_says() -> None:
    keeper = keep("timer bless 3 turns warn 1 turn")
    keeper.do("wait 25 min")
    assert keeper.told("rule timer bless 1 h left") == ["ruling: timer bless has 6 turns left"]
    events = keeper.do("wait 2 h")
    assert [event.at.ms // 60_000 for event in of_kind(events, TimerWarned)] == [75]
    assert [event.at.ms // 60_000 for event in of_kind(events, TimerEnded)] == [85]


def test_a_timer_until_ended_can_be_ruled_to_end() -> None:
    keeper = keep("timer curse")
    keeper.do("rule timer curse 1 day left")
    assert of_kind(keeper.do("wait 1 day"), TimerEnded)


@pytest.mark.parametrize("ms", [0, -1])
def test_no_timer_is_ruled_to_nothing_left(ms: int) -> None:
    keeper = keep("timer bless 3 turns")
    refusal = keeper.refused(RuleTimer("bless", Duration(ms)))
    assert (refusal.code, refusal.hint) == ("length", "end timer bless")
    assert keeper.refused("rule timer bles 2 turns left").hint == "did you mean 'bless'?"


def test_a_light_by_ticks_is_ruled_in_ticks() -> None:
    keeper = keep("enter dungeon", "light lantern for Orlo")
    assert keeper.told("rule light lantern of Orlo 1 left") == ["ruling: lantern (Orlo) is used up by 3 of 4"]
    assert of_kind(keeper.do("next", TICK), LightWentOut)


def test_a_light_by_the_clock_is_ruled_in_time() -> None:
    keeper = keep("light torch")
    keeper.do("wait 50 min")
    keeper.do("rule light torch 20 min left")
    (out,) = of_kind(keeper.do("wait 1 h"), LightWentOut)
    assert out.at == Instant((50 + 20) * 60_000)


def test_a_light_by_dice_is_ruled_in_dice() -> None:
    keeper = keep("light lantern", rules="usage-dice")
    keeper.do("rule light lantern 1 left")  # of three: the next total over 4 puts it out
    assert keeper.needs("wait 2 turns").dice == "3d6"


def test_a_light_ruled_to_nothing_goes_out_at_once() -> None:
    keeper = keep("enter dungeon", "light torch")
    assert keeper.told("rule light torch 0 left")[1:] == [
        "torch goes out",
        "darkness: nothing burns",
    ]
    outside = keep("light torch")
    assert outside.told("rule light torch 0 left")[1:] == ["torch goes out"]


@pytest.mark.parametrize(
    "scene, command, code",
    [
        ("dungeon", RuleLight("torch", parts=3), "number"),
        ("dungeon", RuleLight("torch", parts=-1), "number"),
        ("dungeon", RuleLight("torch", left=MINUTE), "currency"),
        ("dungeon", RuleLight("torch"), "currency"),
        ("settlement", RuleLight("torch", parts=1), "currency"),
        ("settlement", RuleLight("torch", left=HOUR + MINUTE), "number"),
        ("settlement", RuleLight("torch", left=Duration(-1)), "number"),
        ("settlement", RuleLight("candle", left=MINUTE), "not-lit"),
    ],
)
def test_a_light_is_ruled_in_its_own_currency_and_within_it(
    scene: str, command: RuleLight, code: str
) -> None:
    assert keep(f"enter {scene}", "light torch").refused(command).code == code


def test_counts_are_ruled() -> None:
    keeper = keep("stock 3 torches", "rule stock torches 1", "rule stock rope 2")
    assert keeper.told("rule stock rations 0") == ["ruling: there are 0 rations"]
    assert [(one.item, one.count) for one in keeper.state.supplies.items] == [
        ("torch", 1),
        ("rope", 2),
        ("ration", 0),
    ]
    assert keeper.refused(RuleSupply("rope", -1)).code == "number"
    assert keeper.refused(RuleSupply("rope", 10**7)).code == "number"


def test_scores_are_ruled() -> None:
    keeper = keep("party Varda wisdom 12; Orlo hp 3/7")
    for said in (
        "rule hp of Orlo 9",
        "rule wisdom of Orlo 10",
        "rule fatigue of orlo 2",
        "rule level of Orlo 3",
        "rule strength of Orlo 9",
        "rule carrying of Orlo 4",
        "rule hp of Varda -2",
        "rule most hp of Varda 6",
    ):
        keeper.do(said)
    varda, orlo = keeper.state.party.members
    assert (varda.hp, varda.most_hp) == (-2, 6)
    assert (orlo.hp, orlo.most_hp) == (9, 9)
    assert (orlo.attribute("wisdom"), orlo.fatigue, orlo.level, orlo.carrying) == (10, 2, 3, 4)


@pytest.mark.parametrize(
    "command, code",
    [
        (RuleScore("hp", "Nobody", 3), "unknown-name"),
        (RuleScore("wisdm", "Varda", 3), "unknown-score"),
        (RuleScore("hp", "Varda", 10**7), "number"),
        (RuleScore("fatigue", "Varda", -1), "number"),
        (RuleScore("most hp", "Varda", -1), "number"),
        (RuleScore("carrying", "Varda", -1), "number"),
    ],
)
def test_what_cannot_be_a_score_is_refused(command: RuleScore, code: str) -> None:
    refusal = keep("party Varda").refused(command)
    assert refusal.code == code
    if code == "unknown-score":
        assert refusal.hint == "did you mean 'wisdom'?"


def test_anything_can_be_ruled_in_words() -> None:
    assert keep().told("ruling the door was never locked") == ["ruling: the door was never locked"]


def test_a_level_and_an_attribute_rise_by_so_much_more() -> None:
    keeper = keep("party Mira level 3 wisdom 11 hp 4")
    keeper.do("rule level of Mira 1 more")
    keeper.do("rule wisdom of Mira 2 more")
    mira = keeper.state.party.find("Mira")
    assert mira is not None
    assert (mira.level, mira.written("wisdom")) == (4, 13)


@pytest.mark.parametrize("score, code", [("hp", "unknown-score"), ("strength", "unwritten")])
def test_hit_points_and_what_is_not_written_do_not_rise(score: str, code: str) -> None:
    keeper = keep("party Mira level 3 hp 4")
    assert keeper.refused(f"rule {score} of Mira 1 more").code == code
