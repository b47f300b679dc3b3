"""The numbers of the rule set quest-of-destiny, rule by rule, as its published rules state them.

How the count runs is shown where it is played, and named there; here stands what the file says of it.
"""

from __future__ import annotations

import pytest

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.lights import ByClock
from turnkeeper.rules.model.orders import NamedRecovery, OrderByCount, Tide
from turnkeeper.rules.model.people import Fight
from turnkeeper.rules.model.procedures import MeetEncounter, band_of
from turnkeeper.rules.model.travel import ByHexes, March
from turnkeeper.rules.reading.load import load_builtin

SET = load_builtin("quest-of-destiny")
BOOK = Rulebook(SET)

# What the rules say their origins are; a rule of two origins is the first here.
ORIGINS = {
    "Q-TIME-1": "printed",
    "Q-TIME-2": "companion",
    "Q-TIME-3": "printed",
    "Q-INIT-1": "printed",
    "Q-INIT-2": "printed",
    "Q-INIT-3": "printed",
    "Q-INIT-4": "printed",
    "Q-INIT-5": "companion",
    "Q-INIT-6": "house",
    "Q-SURP-1": "printed",
    "Q-SURP-2": "companion",
    "Q-REC-1": "printed",
    "Q-REC-2": "printed",
    "Q-REC-3": "companion",
    "Q-REC-4": "companion",
    "Q-REC-5": "companion",
    "Q-REC-6": "companion",
    "Q-REC-7": "house",
    "Q-TIDE-1": "printed",
    "Q-TIDE-2": "companion",
    "Q-TIDE-3": "house",
    "Q-MOR-1": "companion",
    "Q-REST-1": "companion",
    "Q-TRAV-1": "companion",
    "Q-LIGHT-1": "house",
}


def _ms(text: str) -> int:
    return BOOK.duration(text).ms


def fight() -> Fight:
    assert SET.fight is not None
    return SET.fight


def order() -> OrderByCount:
    found = fight().order
    assert isinstance(found, OrderByCount)
    return found


def tide() -> Tide:
    found = fight().tide
    assert found is not None
    return found


def march() -> March:
    assert SET.travel is not None
    assert SET.travel.march is not None
    return SET.travel.march


# The register


def test_the_register_holds_every_rule_with_its_origin() -> None:
    assert {name: entry.origin for name, entry in SET.register.items()} == ORIGINS


@pytest.mark.parametrize("rule", ORIGINS)
def test_every_rule_of_the_register_is_carried_out_by_an_entry(rule: str) -> None:
    cited = {part.id for _, part in structs(SET) if isinstance(part, Cite)}
    assert rule in cited


def test_the_notice_names_nobody_and_affirms_independence() -> None:
    assert SET.ruleset.notice.startswith("Independent and unaffiliated")


# Time


def test_q_time_1_ten_segments_are_a_round_and_ten_rounds_a_moment_of_two_to_three_minutes() -> None:
    assert _ms("1 round") == _ms("10 segments")
    assert _ms("1 moment") == _ms("10 rounds") == _ms("100 segments")
    assert 120_000 <= _ms("1 moment") <= 180_000
    assert (order().segments.number, fight().round) == (10, "1 round")


def test_q_time_2_a_segment_is_one_and_44_hundredths_of_a_second_exactly() -> None:
    """3,600 s / 5 phases / 5 moments / 10 rounds / 10 segments = 1.44 s."""
    units = ("1 segment", "1 round", "1 moment", "1 phase", "1 hour", "1 day")
    assert [_ms(unit) for unit in units] == [1_440, 14_400, 144_000, 720_000, 3_600_000, 86_400_000]
    assert (_ms("1 hour"), _ms("1 day")) == (_ms("25 moments"), _ms("60,000 segments".replace(",", "")))


def test_the_scene_steps_are_the_phase_and_the_hour() -> None:
    steps = {name: (scene.step, scene.dark, scene.start) for name, scene in SET.scenes.items()}
    assert steps == {
        "dungeon": ("1 phase", True, False),
        "wilderness": ("1 hour", False, False),
        "settlement": ("1 phase", False, True),
    }


# Who acts when


def test_a_ten_sided_die_gives_the_first_segment() -> None:
    assert (order().dice, _ms(order().segments.each)) == ("1d10", 1_440)
    assert {"order", "modifier", "initiative"} == set(SET.characters.written)


def test_q_init_5_initiative_order_is_half_of_dexterity_and_intelligence() -> None:
    initiative = order().initiative
    assert initiative is not None
    assert (initiative.attributes, initiative.divided) == (("dexterity", "intelligence"), 2)


def test_surprise_adds_ten_or_five_segments() -> None:
    surprise = SET.surprise
    assert surprise is not None
    assert (surprise.loses, surprise.partly) == ("10 segments", "5 segments")


# By hand, from Q-REC-2 and Q-REC-4.
WEAPONS = {
    "dagger": 6, "long sword": 7, "unarmed": 5, "short blade": 6, "one-handed": 7, "spear": 7, "staff": 7,
    "two-handed": 9, "bow": 8, "crossbow": 10,
}  # fmt: skip
ACTIONS = {
    0: ("speak", "receive", "drop"),
    1: ("draw", "stow", "drink potion", "open door", "hand over", "sense", "recall", "fall prone"),
    5: ("force door", "turn key", "lift", "throw item", "tie rope", "drag", "push"),
    10: ("bind", "unpack"),
}


def named(word: str) -> NamedRecovery:
    return next(one for key, one in order().recoveries.items() if word in (key, *one.says))


@pytest.mark.parametrize("weapon, speed", WEAPONS.items())
def test_q_rec_2_an_attack_costs_the_speed_of_its_weapon(weapon: str, speed: int) -> None:
    assert named(weapon).recovery == speed
    origins = {"dagger": "printed", "long sword": "companion"}
    assert named(weapon).rule.origin == origins.get(weapon, "house")
    assert named(weapon).standard


@pytest.mark.parametrize("recovery, words", ACTIONS.items())
def test_q_rec_4_what_common_actions_cost(recovery: int, words: tuple[str, ...]) -> None:
    """Only those that cost nothing are no standard actions."""
    assert {(named(word).recovery, named(word).standard) for word in words} == {(recovery, recovery > 0)}
    assert {(named(word).rule.id, named(word).rule.origin) for word in words} == {("Q-REC-4", "companion")}


def test_the_register_says_every_recovery_that_the_entries_hold() -> None:
    plain = {key for key, one in order().recoveries.items() if one.rule.id == "Q-REC-2"}
    assert plain == set(WEAPONS) - {"staff"}
    assert set(order().recoveries) - plain == {word for words in ACTIONS.values() for word in words} - {
        "push"
    }


def test_a_standard_action_costs_one_at_least_and_a_recovery_action_two() -> None:
    assert (order().least, order().recover) == (1, 2)


def test_q_rec_5_loads_and_concentration() -> None:
    burdens = {name: (one.kind, one.adds, one.to, one.forbids) for name, one in order().burdens.items()}
    assert burdens == {
        "load over medium": ("load", 2, {}, ()),
        "load over heavy": ("load", 5, {}, ()),
        "concentrating": ("", 0, {"shift": 1, "skirmish": 2}, ("sprint",)),
    }


def test_three_opportunity_actions_a_round() -> None:
    assert order().opportunities == 3


# The Tide


def test_q_tide_3_the_moments_at_which_a_shift_is_proposed() -> None:
    assert tide().shifts == (
        "first-down", "half-down", "leader-falls", "reinforcements", "totally-surprised", "outnumbered",
    )  # fmt: skip


def test_q_mor_1_the_bands_of_charisma_and_level() -> None:
    base = tide().base
    assert base is not None
    assert (base.attribute, base.steps) == ("charisma", ((7, 1), (15, 2), (21, 3), (27, 4)))
    assert tide().by_level == ((11, 1), (21, 2))


# Rest, travel, light


def test_q_rest_1_a_phase_and_six_hours() -> None:
    short, extended = SET.activities["short rest"], SET.activities["extended rest"]
    assert (_ms(short.takes), short.interrupted, short.cut_short, short.safe) == (720_000, "lost", None, True)
    assert (_ms(extended.takes), extended.longer, extended.sleeps) == (6 * 3_600_000, True, True)
    again = extended.cut_short
    assert again is not None
    assert (_ms(again.under), _ms(again.adds)) == (3_600_000, 3_600_000)


def test_q_trav_1_miles_an_hour_and_the_day() -> None:
    assert SET.travel is not None
    assert SET.travel.pays == ByHexes("1 hour", foot=3, mounted=3, hex=6, pushed=6, pushed_for="2 hours")
    assert (_ms(march().day), _ms(march().forced), march().carries) == (36_000_000, 3_600_000, True)
    # 10 h at 3 miles an hour are 30 miles; mounted, 2 h at 6 and 6 h at 3 are 30 as well.
    assert 10 * SET.travel.pays.foot == 2 * SET.travel.pays.pushed + 6 * SET.travel.pays.mounted == 30


def test_q_trav_1_each_forced_hour_is_a_check_against_ten_or_one_fatigue() -> None:
    save = march().save
    assert save is not None
    assert (save.attribute, save.against, save.fatigue, save.due) == ("resilience", 10, 1, "ended")
    assert SET.checks is not None
    assert (SET.checks.dice, SET.checks.over, SET.checks.equal) == ("1d20", True, True)


def test_q_light_1_a_torch_an_hour_a_lantern_four() -> None:
    burns = {name: light.burns for name, light in SET.lights.items()}
    assert burns == {"torch": ByClock("1 hour"), "lantern": ByClock("4 hours")}


def test_q_light_1_one_in_six_each_two_phases() -> None:
    check = SET.procedures["wandering"]
    assert (_ms(check.every), check.scenes) == (2 * 720_000, ("dungeon",))
    table = SET.tables[check.table]
    assert table.dice == "1d6"
    met = [entry.on for entry in table.entries if any(isinstance(one, MeetEncounter) for one in entry.do)]
    assert met == ["1"]


def test_q_light_1_reactions_are_those_of_cresthaven() -> None:
    theirs = load_builtin("cresthaven").tables["reaction"]
    ours = SET.tables["reaction"]
    assert ours.dice == theirs.dice
    assert [(one.on, one.name) for one in ours.entries] == [(one.on, one.name) for one in theirs.entries]
    bands = [band_of(entry) for entry in ours.entries]
    names = [next(band.name for band in bands if band.holds(total)) for total in (2, 5, 8, 11, 12)]
    assert names == ["attack", "hostile", "uncertain", "indifferent", "friendly"]
