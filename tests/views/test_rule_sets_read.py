"""Rule sets for reading, a file of rules looked through, and the files that lie beside campaigns."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from turnkeeper.app.rulecheck import checked, checked_bytes, name_of
from turnkeeper.app.shelf.rule_files import MOST_FILES, rule_files, rule_set, text_of
from turnkeeper.rules.problems import RulesFault, UnknownNameError
from turnkeeper.rules.reading.load import known_ids, load_builtin
from turnkeeper.views.rulefacts import RuleFact
from turnkeeper.views.rulesheet import SheetEntry, sheet

OURS = """[ruleset]
id = "stubs"
name = "GLOG with stubs"
extends = "glog"

[lights.candle]
burns = { by = "ticks", ticks = 1 }
"""
BAD = '[ruleset]\nid = "bad"\nname = "Bad"\nextends = "glog"\n[lights.torch]\nbrihgt = 20\nshadow = "x"\n'


def entry(rules: str, section: str, name: str) -> SheetEntry:
    told = sheet(load_builtin(rules))
    return next(
        one for part in told.sections if part.name == section for one in part.entries if one.name == name
    )


def test_a_torch_says_how_it_burns_and_by_which_rules() -> None:
    torch = entry("glog", "lights", "torch")
    assert torch.facts[0] == RuleFact("burns", "by ticks, ticks 2")
    assert RuleFact("in wilderness", "by clock, lasts 1 h") in [
        RuleFact(one.name.removeprefix("burns "), one.says) for one in torch.facts
    ]
    assert torch.rules == ("G-LIGHT-2", "G-LIGHT-1", "G-LIGHT-3", "G-LIGHT-4")
    first = torch.cites[0]
    assert (first.rule, first.origin) == ("G-LIGHT-2", "printed")
    assert first.says == "A torch is out at its second tick, a lantern at its fourth."


def test_a_default_of_the_house_says_why() -> None:
    candle = entry("glog", "lights", "candle")
    (chosen,) = [one for one in candle.cites if one.rule == "G-LIGHT-2"]
    assert chosen.origin == "house"
    assert chosen.why.startswith("The printed rule leaves candles out.")


def test_rows_of_a_table_begin_with_their_totals() -> None:
    facts = entry("glog", "tables", "encounter check").facts
    assert RuleFact("2-4", "encounter (encounter)") in facts
    assert RuleFact("dice", "2d6") in facts


@pytest.mark.slow
@pytest.mark.parametrize("rules", known_ids())
def test_every_set_is_told_without_the_marks_of_its_file(rules: str) -> None:
    told = sheet(load_builtin(rules))
    assert sum(one.rules for one in told.counts) == len(load_builtin(rules).register)
    for section in told.sections:
        for one in section.entries:
            assert one.facts or one.cites, (section.name, one.name)
            for said in one.says:
                assert "origin " not in said, said
                assert "{" not in said, said
                assert said == said.strip(), said
            assert all(cite.says for cite in one.cites), (section.name, one.name)
            assert all(cite.why for cite in one.cites if cite.origin == "house"), (section.name, one.name)


# ------------------------------------------------------------------ looked through


def test_a_file_in_order_says_so_and_gives_its_rules() -> None:
    found, rules = checked(OURS, "ours.toml")
    assert rules is not None
    assert found.said == f"ours.toml is in order: GLOG with stubs, {len(rules.register)} rules"
    assert found.problems == ()


def test_every_problem_has_its_line_cut_at_its_place() -> None:
    found, rules = checked(BAD, "bad.toml")
    assert rules is None
    assert found.said == "bad.toml has 2 problems"
    assert [(one.line, one.column, one.before, one.at) for one in found.problems] == [
        (6, 1, "", "brihgt = 20"),
        (7, 10, "shadow = ", '"x"'),
    ]
    assert (
        str(found.problems[0]) == 'bad.toml:6:1: lights.torch.brihgt: unknown name (did you mean "bright"?)'
    )


def test_a_long_line_is_shown_around_its_place() -> None:
    text = f'[ruleset]\nid = "{"x" * 500}"\nname = 5\n'
    for one in checked(text, "long.toml")[0].problems:
        assert len(one.before) + len(one.at) <= 60 + 60 + 6


def test_what_is_no_text_is_told_with_its_place() -> None:
    # The third line begins with one good letter and then a byte that begins no letter.
    found, text, rules = checked_bytes(b"# a\n# b\nx\xff", "odd.toml")
    assert (text, rules) == ("", None)
    (one,) = found.problems
    assert (one.line, one.column) == (3, 2)
    assert one.message == "this is not text in UTF-8"


@pytest.mark.parametrize(
    "said, told",
    [
        ("C:\\rules\\ours.toml", "ours.toml"),
        ("../../etc/ours.toml", "ours.toml"),
        ("a\x1b[31mb.toml", "a[31mb.toml"),
        ("", "rules.toml"),
        ("x" * 200 + ".toml", "x" * 75 + ".toml"),
    ],
)
def test_a_file_is_called_by_its_name_alone(said: str, told: str) -> None:
    assert name_of(said, "rules.toml") == told


# ------------------------------------------------------------------ beside the campaigns


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "campaigns"
    inside.mkdir()
    (inside / "stubs.toml").write_text(OURS)
    (inside / "bad.toml").write_text(BAD)
    (inside / "pyproject.toml").write_text('[project]\nname = "not rules"\n')
    (tmp_path / "secret.toml").write_text(OURS)
    return inside


def test_files_of_rules_are_found_and_others_left_alone(folder: Path) -> None:
    bad, stubs = rule_files(folder)
    assert (bad.file, bad.problems) == ("bad.toml", 2)
    assert (stubs.file, stubs.name, stubs.extends, stubs.problems) == (
        "stubs.toml",
        "GLOG with stubs",
        "glog",
        0,
    )


@pytest.mark.slow
def test_a_file_that_changed_is_looked_through_again(folder: Path) -> None:
    assert rule_files(folder)[1].problems == 0
    (folder / "stubs.toml").write_text(BAD)
    assert rule_files(folder)[1].problems == 2


@pytest.mark.slow
def test_a_rule_set_is_found_by_its_id_or_its_file(folder: Path) -> None:
    assert rule_set("glog", folder).ruleset.id == "glog"
    assert rule_set("stubs.toml", folder).ruleset.id == "stubs"
    assert text_of("stubs.toml", folder) == OURS
    assert rule_set("glog", folder, ("encounters-by-watch",)).ruleset.options == ("encounters-by-watch",)
    with pytest.raises(RulesFault):
        rule_set("bad.toml", folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    "which", ["../secret.toml", "/etc/passwd", "stubs", "", ".", "nul\x00.toml", "link.toml"]
)
def test_no_name_leads_out_of_the_folder(folder: Path, which: str) -> None:
    (folder / "link.toml").symlink_to(folder.parent / "secret.toml")
    with pytest.raises(UnknownNameError):
        text_of(which, folder)
    assert "link.toml" not in [one.file for one in rule_files(folder)]


@pytest.mark.slow
def test_of_very_many_files_the_first_are_told(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 5):
        (tmp_path / f"r{number:03}.toml").write_text("[ruleset]\n")
    assert len(rule_files(tmp_path)) == MOST_FILES
    assert rule_files(tmp_path / "nowhere") == ()


def test_a_pipe_that_is_called_like_rules_hangs_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert rule_files(tmp_path) == ()
