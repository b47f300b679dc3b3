"""Checks: when they are made, what their entries do, and who sees them."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, MINUTE, TURN, ByName, Keeper, house_rules, keep, of_kind
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.questions import Asked
from turnkeeper.play.clock.timers import TimerEnded, TimerStarted
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.dungeon.foretelling import EncounterForetold
from turnkeeper.play.dungeon.light import LightsTicked, LightWentOut
from turnkeeper.play.kernel.event import Event, Rolled
from turnkeeper.play.party.fatigue import FatigueChanged
from turnkeeper.play.party.notes import Noted
from turnkeeper.time import ORIGIN

CITE = 'rule = { id = "G-ENC-2", origin = "house", why = "A test needs a table." }'
OMENS = f"""
[tables.omens]
dice = "1d6"
{CITE}
entries = [
  {{ on = "1", name = "deep", do = [{{ effect = "roll", table = "depths" }}] }},
  {{ on = "2", name = "echo", do = [{{ effect = "start-timer", timer = "echo", lasts = "3 turns" }}] }},
  {{ on = "3", name = "hush", do = [{{ effect = "end-timer", timer = "echo" }}] }},
  {{ on = "4", name = "chill", do = [
    {{ effect = "fatigue", slots = 2 }}, {{ effect = "note", text = "it is cold" }},
  ] }},
  {{ on = "5", name = "gust", do = [{{ effect = "tick-light", ticks = 2 }}] }},
  {{ on = "6", name = "calm" }},
]

[tables.depths]
dice = "1d2"
{CITE}
entries = [
  {{ on = "1", name = "rats", do = [{{ effect = "encounter" }}] }},
  {{ on = "2", name = "drip", do = [{{ effect = "note", text = "water drips" }}] }},
]
"""
SECRETLY = f"{OMENS}\n[procedures.wandering]\nsecret = true\n"


def in_dungeon(*said: str) -> Keeper:
    return keep("party Varda; Orlo", "enter dungeon Barrow", "light torch for Orlo", *said)


def with_omens(differences: str = OMENS) -> Keeper:
    return keep(
        "party Varda; Orlo",
        "enter dungeon Barrow",
        "light torch for Orlo",
        "use table omens for wandering",
        rules=house_rules(differences),
    )


def times(events: tuple[Event, ...]) -> list[tuple[int, str]]:
    """Return when checks were made, in minutes from the beginning, and what set each off."""
    return [((one.at - ORIGIN) // MINUTE, one.cause) for one in of_kind(events, Checked)]


def test_g_enc_1_a_check_comes_at_the_end_of_every_turn() -> None:
    assert times(in_dungeon().do("wait 3 turns", "9", "10", "12")) == [(10, ""), (20, ""), (30, "")]


def test_g_enc_1_turns_are_counted_from_entering_the_dungeon() -> None:
    # Seven minutes are 42 rounds of 10 s; the turns of the dungeon then end at 17 and 27 minutes.
    keeper = keep("party Varda", "wait 42 rounds", "enter dungeon Barrow", "light torch")
    assert times(keeper.do("wait 20 min", dice=CALM)) == [(17, ""), (27, "")]


def test_g_enc_1_there_is_no_check_in_town_and_noise_makes_none_in_the_open() -> None:
    keeper = keep("party Varda")
    assert times(keeper.do("wait 1 h")) == []
    assert times(keeper.do("break door")) == []
    assert times(keep("party Varda", "enter wilderness").do("shout")) == []


def test_g_enc_1_g_act_2_a_loud_act_makes_a_check_of_its_own_at_once_besides_the_turn_s() -> None:
    assert times(in_dungeon().do("break door", "9", "10")) == [(0, "loud"), (10, "")]


def test_g_enc_1_noise_takes_no_time_and_makes_one_check() -> None:
    keeper = in_dungeon()
    assert times(keeper.do("shout", "12")) == [(0, "loud")]
    assert keeper.now == ORIGIN


def test_g_enc_1_a_loud_act_exactly_at_a_turn_s_end_belongs_to_the_turn_that_begins() -> None:
    """T16: the boundary belongs to the earlier turn, whose own check was made at it."""
    keeper = in_dungeon()
    assert times(keeper.do("next", "12")) == [(10, "")]
    assert times(keeper.do("break door", "12", "12")) == [(10, "loud"), (20, "")]


def test_g_enc_1_two_halves_of_a_turn_make_one_check() -> None:
    """T1."""
    keeper = in_dungeon()
    assert times(keeper.do("wait 5 min")) == []
    assert times(keeper.do("wait 5 min", "12")) == [(10, "")]


def test_two_equal_checks_at_one_instant_are_two_events() -> None:
    """T10."""
    keeper = in_dungeon()
    first = keeper.do("shout", "12")
    assert first == keeper.do("shout", "12")
    assert len(of_kind(keeper.events, Checked)) == 2


@pytest.mark.parametrize(
    "total,entry,follows",
    [
        (2, "encounter", EncounterMet),
        (3, "encounter", EncounterMet),
        (4, "encounter", EncounterMet),
        (5, "sign", EncounterForetold),
        (6, "light", LightsTicked),
        (7, "light", LightsTicked),
        (8, "weariness", Asked),
        (9, "local effect", None),
        (10, "nothing", None),
        (11, "nothing", None),
        (12, "nothing", None),
    ],
)
def test_g_enc_2_each_total_has_its_entry_and_its_effect(
    total: int, entry: str, follows: type[Event] | None
) -> None:
    faces = (str(total), "3+4") if follows is EncounterMet else (str(total),)
    waited, checked, *rest = in_dungeon().do("next", *faces)
    assert checked == Checked(
        "encounter check",
        "encounter check",
        entry,
        Rolled("2d6", (), total),
        at=ORIGIN + TURN,
        rule="G-ENC-2",
    )
    assert waited.at == checked.at
    assert [type(one) for one in rest] == ([] if follows is None else [follows])


def test_the_line_of_a_check_is_short_and_a_local_effect_is_one_line() -> None:
    assert in_dungeon().told("next", "4+5")[1:] == ["encounter check 9: local effect"]


def test_an_event_of_a_check_keeps_the_faces() -> None:
    (checked,) = of_kind(in_dungeon().do("shout", "4+5"), Checked)
    assert checked.rolled == Rolled("2d6", (4, 5), 9)


def test_g_light_1_a_tick_comes_of_a_loud_check_too() -> None:
    assert len(of_kind(in_dungeon().do("break door", "6", "7"), LightsTicked)) == 2


def test_a_place_uses_its_own_table_for_the_check() -> None:
    """G-ENC-2: a dungeon can bring its own."""
    assert with_omens().told("shout", "6")[0] == "encounter check 6 (loud): calm"


def test_a_place_finds_its_own_table_again_and_another_place_has_none() -> None:
    keeper = with_omens()
    keeper.do("enter settlement Hommlet")
    keeper.do("enter dungeon Crypt")
    assert keeper.told("shout", "5+5")[0] == "encounter check 10 (loud): nothing"
    keeper.do("enter dungeon Barrow")
    assert keeper.told("shout", "6")[0] == "encounter check 6 (loud): calm"


def test_a_nested_table_is_one_throw_more_and_one_line_more() -> None:
    told = with_omens().told("shout", "1", "2")
    assert told[:-1] == ["encounter check 1 (loud): deep", "depths 2 (loud): drip", "water drips"]


def test_g_enc_4_what_a_nested_table_brings_at_a_loud_act_still_comes_with_the_next_turn() -> None:
    keeper = with_omens()
    keeper.do("enter room Hall")
    (met,) = of_kind(keeper.do("shout", "1", "1"), EncounterMet)
    assert met.arrives == ORIGIN + TURN


def test_effects_begin_and_end_timers() -> None:
    keeper = with_omens()
    (started,) = of_kind(keeper.do("shout", "2"), TimerStarted)
    assert started.lasts == TURN * 3
    assert [one.early for one in of_kind(keeper.do("shout", "3"), TimerEnded)] == [True]


def test_a_timer_that_a_check_begins_in_the_middle_of_an_advance_ends_in_it() -> None:
    """T4: begun at 10 minutes for three turns, over at 40, within one wait of an hour."""
    events = with_omens().do("wait 1 h", "2", "6", "6", "6", "6", "6")
    (ended,) = of_kind(events, TimerEnded)
    assert (ended.at, ended.early) == (ORIGIN + TURN * 4, False)


def test_effects_tire_everybody_and_write_a_note() -> None:
    events = with_omens().do("shout", "4")
    assert [(one.who, one.now) for one in of_kind(events, FatigueChanged)] == [("Varda", 2), ("Orlo", 2)]
    assert [one.text for one in of_kind(events, Noted)] == ["it is cold"]


def test_g_light_2_an_effect_of_two_ticks_puts_a_torch_out() -> None:
    assert len(of_kind(with_omens().do("shout", "5"), LightWentOut)) == 1


def test_a_secret_check_is_for_the_referee_down_to_its_nested_tables_and_notes() -> None:
    *secret, made = with_omens(SECRETLY).do("shout", "1", "2")
    assert [one.seen_by for one in secret] == ["referee"] * 3
    assert made.seen_by == "table"
    assert {one.seen_by for one in with_omens().do("shout", "1", "2")} == {"table"}


def test_all_that_comes_of_a_timer_that_a_secret_check_began_is_for_the_referee() -> None:
    """Begun at the first turn for three, over at the fourth."""
    keeper = with_omens(SECRETLY)
    (started,) = of_kind(keeper.do("wait 10 min", "2"), TimerStarted)
    (ended,) = of_kind(keeper.do("wait 30 min", "6", "6", "6"), TimerEnded)
    assert (started.seen_by, ended.seen_by) == ("referee", "referee")


def test_a_table_or_a_use_that_is_not_there_is_refused_with_what_was_meant() -> None:
    keeper = with_omens()
    assert "did you mean 'omens'" in keeper.refused("use table omen for wandering").hint
    assert "did you mean 'wandering'" in keeper.refused("use table omens for wanderings").hint


ASKS = """\
    { effect = "ask-referee", question = "Light a fire?", choices = [
      { name = "yes", do = [{ effect = "note", text = "a fire burns" }] },
      { name = "no", do = [{ effect = "fatigue", slots = 1 }] },
    ] },"""
TWO_QUESTIONS = f"""
[tables.cold]
dice = "1d6"
{CITE}
entries = [
  {{ on = "1-6", name = "cold", do = [
{ASKS}
  ] }},
]

[procedures.cold]
rule = {{ id = "G-ENC-1", origin = "house", why = "A test needs a second check." }}
name = "cold"
table = "cold"
scenes = ["dungeon"]
every = "2 turns"
"""


@pytest.mark.parametrize("steps", [["wait 4 turns"], ["next"] * 4, ["wait 15 min", "wait 25 min"]])
def test_checks_at_one_instant_come_in_the_order_of_the_rule_set_however_the_time_is_passed(
    steps: list[str],
) -> None:
    """T1, T26."""
    rules = house_rules(TWO_QUESTIONS.replace(ASKS, ""))
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", rules=rules)
    for step in steps:
        keeper.do(step, dice=ByName({"encounter check": "12", "cold": "1"}))
    made = [((one.at - ORIGIN) // TURN, one.check) for one in of_kind(keeper.events, Checked)]
    assert made == [
        (1, "encounter check"),
        (2, "encounter check"),
        (2, "cold"),
        (3, "encounter check"),
        (4, "encounter check"),
        (4, "cold"),
    ]


def test_two_checks_at_one_instant_come_in_the_order_of_the_rule_set_and_ask_one_after_the_other() -> None:
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", rules=house_rules(TWO_QUESTIONS))
    events = keeper.do("wait 3 turns", "12", "8", "3")
    assert [(one.check, one.at) for one in of_kind(events, Checked)] == [
        ("encounter check", ORIGIN + TURN),
        ("encounter check", ORIGIN + TURN * 2),
        ("cold", ORIGIN + TURN * 2),
    ]
    assert "weary" in keeper.refused("next").message
    keeper.do("choose fatigue")
    assert "Light a fire" in keeper.refused("next").message
    assert keeper.told("choose yes") == ["chosen: yes", "a fire burns"]
    keeper.do("next", dice=CALM)
