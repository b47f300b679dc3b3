"""The examples of home-made procedures: differences as a referee would write them, checked and played."""

from __future__ import annotations

import re
import tomllib

import jsonschema
import pytest

from tests.house.sources import ROOT
from tests.play.keeper import keep
from turnkeeper.rules import RuleSet, builtin_ids, builtin_text, example_ids, load_builtin, load_rules
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_example_head
from turnkeeper.rules.reading.schema import published_schema
from turnkeeper.time import TimeScale
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


BY_ONE_LINE = {
    "hazard-die": (
        ("light lantern for Varda", ()),
        ("next", ("5",)),
        ("next", ("6",)),
        ("choose fatigue", ()),
    ),
    "tension-pool": (("next", ()), ("next", ()), ("shout", ("4+2",)), ("take a risk", ())),
    "underclock": (("next", ("6",)), ("next", ("6",)), ("next", ("6",)), ("next", ("2",))),
}


@pytest.mark.parametrize("example", BY_ONE_LINE)
def test_an_example_runs_on_another_game_by_one_line(example: str) -> None:
    """What extends one game extends the other, and the same dice say the same of it."""
    told = []
    for game in ("glog", "classic"):
        text = text_of(example).replace('extends = "glog"', f'extends = "{game}"')
        rules = Rulebook(load_rules(text, "ours.toml", builtin_text))
        keeper = keep("party Varda", "enter dungeon Barrow", rules=rules)
        told.append([line for said, faces in BY_ONE_LINE[example] for line in keeper.told(said, *faces)])
    ours, theirs = ([line for line in lines if "fatigue, has" not in line] for lines in told)
    assert ours == theirs
    assert ours
