"""`rules`, `dice`, `commands`, help and version: what needs no campaign."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from turnkeeper.cli.index import COMMANDS
from turnkeeper.rules import builtin_ids, example_ids


@pytest.mark.slow
def test_the_built_in_rule_sets_are_listed(shell: Shell) -> None:
    listed = shell.good("rules", "list", "--json").json
    assert [one["id"] for one in listed] == [*builtin_ids(), *example_ids()]
    assert [one["id"] for one in listed if one["example"]] == list(example_ids())
    out = shell.good("rules", "list").out
    assert out.index("glog") < out.index("Examples") < out.index("tension-pool")


@pytest.mark.slow
def test_a_rule_set_is_shown_with_its_rules(shell: Shell) -> None:
    told = shell.good("rules", "show", "glog").out
    for shown in ("torch", "burns by ticks, ticks 2", "G-LIGHT-2", "2-4 encounter", "200"):
        assert shown in told, shown


def test_what_the_house_chose_is_shown_with_its_reasons(shell: Shell) -> None:
    told = shell.good("rules", "show", "--house", "--json").json
    assert {"where", "rule", "why"} == set(told[0])
    assert all(one["why"] for one in told)
    assert "G-ENC-2" in shell.good("rules", "show", "--house").out


@pytest.mark.slow
def test_a_rule_is_explained_and_a_mistyped_one_gets_a_suggestion(shell: Shell) -> None:
    told = shell.good("rules", "why", "g-light-2").out
    assert "lights.torch" in told
    assert "printed" in told
    wrong = shell("rules", "why", "G-LIGTH-2")
    assert wrong.code == 2
    assert 'did you mean "G-LIGHT-2"?' in wrong.err


@pytest.mark.slow
def test_a_rule_file_in_order_says_so(shell: Shell) -> None:
    Path("longer.toml").write_text(
        '[ruleset]\nid = "longer"\nname = "Longer torches"\nextends = "glog"\n'
        '[lights.torch]\nburns = { by = "ticks", ticks = 3 }\n'
    )
    told = shell.good("rules", "check", "longer.toml")
    assert told.out == ""
    assert "in order" in told.err
    shell.good("new", "Long", "--rules", "longer.toml")
    assert shell.good("status", "--json").json["rules"] == "Longer torches"


@pytest.mark.slow
def test_a_rule_file_with_problems_gets_them_all_with_their_places(shell: Shell) -> None:
    Path("bad.toml").write_text(
        '[ruleset]\nid = "bad"\nname = "Bad"\nextends = "glog"\n[lights.torch]\nbrihgt = 20\nshadow = "x"\n'
    )
    told = shell("rules", "check", "bad.toml")
    assert told.code == 1
    places = [line.split(": ")[0] for line in told.out.splitlines()]
    assert [place.rsplit(":", 1)[0] for place in places] == ["bad.toml:6", "bad.toml:7"]
    assert len(shell("rules", "check", "bad.toml", "--json").json) == 2
    made = shell("new", "Bad", "--rules", "bad.toml")
    assert made.code == 3
    assert "bad.toml:6" in made.err
    assert not Path("Bad.turnkeeper").exists()


def test_a_rule_set_that_does_not_exist_is_told(shell: Shell) -> None:
    told = shell("new", "Barrow", "--rules", "glgo")
    assert told.code == 2
    assert 'did you mean "glog"?' in told.err
    assert shell("rules", "show", "nowhere.toml").code == 3


@pytest.mark.slow
def test_the_schema_is_json(shell: Shell) -> None:
    assert shell.good("rules", "schema").json["title"]


def test_dice_are_thrown_and_every_die_is_shown(shell: Shell) -> None:
    told = shell.good("dice", "4d6kh3", "--seed", "lantern", "--times", "5")
    assert told == shell.good("dice", "4d6kh3", "--seed", "lantern", "--times", "5")
    for line in told.out.splitlines():
        dice, shown, total = line.replace(" = ", ": ").split(": ")
        faces = sorted(int(face.strip("()")) for face in shown.split())
        assert dice == "4d6kh3"
        assert int(total) == sum(faces[1:])


def test_dice_as_json(shell: Shell) -> None:
    (one,) = shell.good("dice", "3d6", "--json").json
    assert one["total"] == sum(one["faces"])


def test_the_odds_are_exact(shell: Shell) -> None:
    told = shell.good("dice", "2d6", "--odds")
    rows = {row.split()[0]: row.split()[1:4] for row in told.out.splitlines()[2:]}
    # 6 of 36 ways make a 7; 21 of 36 make at least 7.
    assert rows["7"] == ["1/6", "16.67", "58.33"]
    assert rows["12"] == ["1/36", "2.78", "2.78"]
    data = shell.good("dice", "2d6", "--odds", "--json").json
    assert data["total"] == "36"
    assert {one["value"]: one["weight"] for one in data["odds"]}[7] == "6"


def test_odds_of_many_dice_are_shown_without_their_endless_fractions(shell: Shell) -> None:
    told = shell.good("dice", "100d6", "--odds").out
    assert max(map(len, told.splitlines())) < 100
    assert len(shell.good("dice", "100d6", "--odds", "--json").json["odds"]) == 501


def test_a_slip_in_a_notation_gets_a_caret_and_a_hint(shell: Shell) -> None:
    told = shell("dice", "4d6k3")
    assert (told.code, told.out) == (2, "")
    assert "^" in told.err
    assert "kh3" in told.err


@pytest.mark.parametrize("words", [("3d6", "--times", "0"), ("9999999d6",), ("3d6", "--seed", "x" * 65)])
def test_dice_beyond_a_bound_are_refused(shell: Shell, words: tuple[str, ...]) -> None:
    told = shell("dice", *words)
    assert told.code in {2, 3}
    assert told.out == ""


@pytest.mark.slow
def test_all_that_can_be_said_is_listed(shell: Shell) -> None:
    told = shell.good("commands").out
    for group in ("Time", "Light", "Rulings"):
        assert f"{group}\n" in told
    assert "light [N] LIGHT [for WHO]" in shell.good("commands", "light").out
    wrong = shell("commands", "lihgt")
    assert wrong.code == 2
    assert "light" in wrong.err


@pytest.mark.slow
def test_the_overview_names_every_command_and_every_one_has_help(shell: Shell) -> None:
    told = shell.good("--help")
    assert told == shell.good()
    for entry in COMMANDS:
        assert f"{entry.name} " in told.out
        assert entry.help in told.out
        assert "Usage: turnkeeper" in shell.good(entry.name, "--help").out


def test_the_version_is_that_of_the_package(shell: Shell) -> None:
    assert shell.good("--version").out == f"turnkeeper {version('turnkeeper')}\n"


@pytest.mark.parametrize(
    "words, meant",
    [(("staus",), "status"), (("status", "--jsn"), "--json"), (("rules", "lits"), "list")],
)
def test_a_slip_in_a_command_or_option_gets_a_suggestion(
    shell: Shell, words: tuple[str, ...], meant: str
) -> None:
    told = shell(*words)
    assert (told.code, told.out) == (2, "")
    assert "Did you mean" in told.err
    assert meant in told.err
    assert "Traceback" not in told.err


@pytest.mark.slow
def test_what_can_be_said_is_what_the_campaign_of_this_folder_knows(shell: Shell) -> None:
    assert "eat lunch" in shell.good("commands").out
    shell.good("new", "Salt", "--rules", "cresthaven")
    assert "eat lunch" not in shell.good("commands").out
    assert "long rest" in shell.good("commands").out
    assert "eat lunch" in shell.good("commands", "--rules", "glog").out
    shell.good("new", "Barrow")
    assert "eat lunch" in shell.good("commands").out  # of two campaigns none is meant
    assert "long rest" in shell.good("commands", "--campaign", "Salt").out
    assert shell("commands", "--campaign", "Sult").code != 0
