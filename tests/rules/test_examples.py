"""The examples of home-made procedures: differences as a referee would write them, checked and played."""

from __future__ import annotations

import re
import tomllib

import jsonschema
import pytest

from tests.house.sources import ROOT
from tests.play.delvers import NEAR
from tests.play.keeper import MINUTE, keep, of_kind
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.rules import RuleSet, builtin_ids, builtin_text, example_ids, load_builtin, load_rules
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_example_head
from turnkeeper.rules.reading.schema import published_schema
from turnkeeper.time import ORIGIN, TimeScale
from turnkeeper.views.rulesheet import coverage

PLAYED = {
    file.name: file.read_text("utf-8")
    for file in sorted((ROOT / "tests" / "playthroughs").glob("example-*.play"))
}
ROUNDS = ("ten-second-rounds", "one-minute-rounds")


def text_of(example: str) -> str:
    text = builtin_text(example)
    assert text is not None
    return text


def own_rules(example: str) -> dict[str, dict[str, str]]:
    register: dict[str, dict[str, str]] = tomllib.loads(text_of(example))["register"]
    return register


def played_by(example: str, option: str = "") -> str:
    """Return the playthroughs under an example with that option on, or with none."""
    header = f"rules: {example}\n" + (f"options: {option}\n" if option else "")
    return "".join(
        text for text in PLAYED.values() if header in text and ("options:" in text) == bool(option)
    )


def test_the_procedures_that_referees_use_are_there() -> None:
    assert set(example_ids()) == {
        "hazard-die",
        "tension-pool",
        "underclock",
        "torch-dice",
        "day-periods",
        "next-encounter",
        "classic-turns",
        "weather-that-lasts",
        "supply-dice",
        "saves-to-act",
        *ROUNDS,
    }
    assert not set(example_ids()) & set(builtin_ids())


@pytest.mark.slow
@pytest.mark.parametrize("example", example_ids())
def test_an_example_is_a_difference_that_is_in_order_alone_and_with_all_its_options(example: str) -> None:
    text = text_of(example)
    rules = load_rules(text, f"{example}.toml", builtin_text)
    assert rules == load_builtin(example)
    assert (rules.ruleset.id, bool(rules.ruleset.extends)) == (example, True)
    load_rules(text, f"{example}.toml", builtin_text, tuple(rules.options))
    assert text.startswith("#:schema ../ruleset.schema.json\n")
    assert jsonschema.Draft202012Validator(published_schema()).is_valid(tomllib.loads(text))


@pytest.mark.parametrize("example", example_ids())
def test_every_rule_of_an_example_is_of_the_house_says_why_and_is_played(example: str) -> None:
    about, count = load_example_head(example)
    rules = own_rules(example)
    assert (about.id, count) == (example, len(rules))
    played = "".join(text for text in PLAYED.values() if f"rules: {example}\n" in text)
    for rule, entry in rules.items():
        assert re.fullmatch(r"X-[A-Z]+-\d", rule)
        assert entry["origin"] == "house"
        assert entry["why"].strip()
        assert rule in played, rule
    assert [one.id for one in coverage(load_builtin(example)) if one.id in rules and one.missing] == []


@pytest.mark.parametrize("example", example_ids())
def test_every_option_of_an_example_is_played(example: str) -> None:
    assert played_by(example)
    of_base = load_builtin(load_builtin(example).ruleset.extends).options
    for option in set(load_builtin(example).options) - set(of_base):
        assert played_by(example, option), option


def test_an_example_can_be_extended_and_misspelt_as_any_other() -> None:
    house = '[ruleset]\nid = "deeper"\nname = "Deeper"\nextends = "underclock"\n'
    deeper = load_rules(f"{house}[trackers.underclock.counts]\nmost = 30\n", "deeper.toml", builtin_text)
    assert getattr(deeper.trackers["underclock"].counts, "most", 0) == 30
    with pytest.raises(Exception, match="underclock"):
        load_builtin("undreclock")


def test_the_two_variants_of_a_set_differ_in_their_rounds_alone() -> None:
    # Sixty rounds of ten seconds are ten of a minute, so that every turn, watch and day is as long.
    ten, minute = (load_builtin(name) for name in ROUNDS)
    scales = [TimeScale.build(rules.time.units) for rules in (ten, minute)]
    for said in ("1 turn", "1 watch", "1 day"):
        assert scales[0].parse_duration(said) == scales[1].parse_duration(said)
    assert scales[0].parse_duration("6 rounds") == scales[1].parse_duration("1 round")
    different = [
        name
        for name in RuleSet.__struct_fields__
        if getattr(ten, name) != getattr(minute, name) and name not in {"ruleset", "register"}
    ]
    assert different == ["time", "fight"]


def test_the_classic_turn_has_torches_of_six_turns_and_lanterns_of_twenty_four() -> None:
    classic = load_builtin("classic-turns")
    lasts = {name: getattr(kind.burns, "lasts", "") for name, kind in classic.lights.items()}
    assert lasts == {"torch": "6 turns", "lantern": "24 turns", "candle": "6 turns"}
    assert classic.procedures["wandering"].every == "2 turns"


BY_ONE_LINE: dict[str, tuple[tuple[str, tuple[str, ...], int, tuple[str, ...]], ...]] = {
    "hazard-die": (
        ("wait 30 min", ("2", "3", "5"), 30, ("hazard die 2: percept", "hazard die 5: lanterns")),
        ("wait 10 min", ("6",), 40, ("The party is exhausted: do they rest? (rest or fatigue)",)),
        ("choose rest", ("3",), 50, ("hazard die 3: locality", "rest: 10 min")),
        ("wait 10 min", ("4",), 60, ("hazard die 4: torches", "torch (Varda) goes out")),
    ),
    "tension-pool": (
        ("wait 20 min", (), 20, ("tension pool: 1 of 6 dice", "tension pool: 2 of 6 dice")),
        ("shout", ("2+3",), 20, ("tension pool 2 (loud): nothing",)),
        ("take a risk", (), 20, ("tension pool: 3 of 6 dice",)),
        ("wait 20 min", (), 40, ("tension pool: 5 of 6 dice",)),
        ("wait 10 min", ("2+3+4+5+6+6",), 50, ("tension pool 2: nothing", "tension pool: emptied")),
        ("wait 10 min", (), 60, ("torch (Varda) goes out", "tension pool: 1 of 6 dice")),
    ),
    "underclock": (
        ("wait 20 min", ("6", "6"), 20, ("underclock: 14 to 8 (1d6 = 6)",)),
        ("wait 10 min", ("5",), 30, ("underclock: 8 to 3 (1d6 = 5)", "underclock: a shadow")),
        ("wait 10 min", ("3",), 40, ("underclock: a respite", "underclock: 0 to 3")),
        ("wait 10 min", ("1",), 50, ("underclock: 3 to 2 (1d6 = 1)",)),
        ("wait 10 min", ("5",), 60, ("torch (Varda) goes out", "underclock: time is up")),
    ),
}
"""What is said for an hour under each: with which faces, to which minute, and what its rules have follow."""


def _runs_on() -> list[tuple[str, str]]:
    # A rest of torchlit is a night that heals: there the ten minutes need a name of their own.
    pairs = ((example, game) for example in BY_ONE_LINE for game in builtin_ids())
    return [pair for pair in pairs if pair != ("hazard-die", "torchlit")]


@pytest.mark.parametrize("example,game", _runs_on())
def test_an_example_runs_on_every_game_by_one_line(example: str, game: str) -> None:
    """What extends one game extends the other; a length is told in the units that the game has."""
    text = text_of(example).replace('extends = "glog"', f'extends = "{game}"')
    rules = Rulebook(load_rules(text, "ours.toml", builtin_text))
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch for Varda", rules=rules)
    for said, faces, minute, expected in BY_ONE_LINE[example]:
        told = keeper.told(said, *faces, dice=NEAR)
        for line in expected:
            meant = line.replace("10 min", rules.scale.say(MINUTE * 10))
            assert meant in told, (said, told)
        assert keeper.now == ORIGIN + MINUTE * minute
    met = [event.at - ORIGIN for event in of_kind(keeper.events, EncounterMet)]
    assert met == ([MINUTE * 60] if example == "underclock" else [])
