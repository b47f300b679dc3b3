"""Options: the other readings that a rule set offers, what they change when on, and where they are wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from shutil import make_archive

import pytest
from msgspec.structs import replace

import turnkeeper
from tests.rules.bad_files import MARK, SMALL, marked_place
from turnkeeper.files.rules_text import standing_alone, write_rules
from turnkeeper.rules import (
    Problem,
    RuleSet,
    RulesFault,
    builtin_ids,
    builtin_text,
    decode_rules,
    digest,
    encode_rules,
    load_builtin,
    load_rules,
)
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.lights import ByClock, ByTicks, UntilEnded
from turnkeeper.rules.problems import UnknownNameError

LONG = """
[options.long-torches]
rule = { id = "S-1", origin = "companion" }
says = "A torch burns for two hours."
changes.lights.torch.burns.lasts = "2 h"
"""
LONGEST = """
[options.longest-torches]
rule = { id = "S-1", origin = "printed" }
says = "A torch burns for three hours, and shines further."
[options.longest-torches.changes.lights.torch]
bright = 40
burns = { lasts = "3 h" }
"""
NO_LAMPS = """
[options.no-lamps]
rule = { id = "S-2", origin = "house", why = "Oil is dear." }
says = "There are no lamps."
remove = ["lights.lamp"]
"""
OFFERING = SMALL + LONG + LONGEST + NO_LAMPS
HEAD = '[ruleset]\nid = "mine"\nextends = "small"\n'


def _no_base(_: str) -> None:
    return None


def _bases(**more: str) -> Callable[[str], str | None]:
    return {"small": OFFERING, **more}.get


def _set(text: str = OFFERING, *options: str, **more: str) -> RuleSet:
    return load_rules(text, "my.toml", _bases(**more), options)


def _problems(text: str, **more: str) -> tuple[Problem, ...]:
    with pytest.raises(RulesFault) as caught:
        _set(text, **more)
    return caught.value.problems


# What an option does


def test_an_option_that_is_off_changes_nothing() -> None:
    assert replace(_set(), options={}) == _set(SMALL)
    assert _set().ruleset.options == ()


@pytest.mark.slow
def test_an_option_that_is_on_changes_what_it_says_and_no_more() -> None:
    rules = _set(OFFERING, "long-torches")
    assert rules.ruleset.options == ("long-torches",)
    assert rules.lights["torch"].burns == ByClock("2 h")
    assert rules.lights["torch"].bright == 20
    assert rules.lights["lamp"] == _set().lights["lamp"]
    assert replace(rules, lights={}, options={}, ruleset=_set().ruleset) == replace(
        _set(), lights={}, options={}
    )


def test_an_entry_that_an_option_touched_says_so_and_claims_no_more_than_either() -> None:
    """The torch is printed: an option of the companion makes it the companion's, a printed one leaves it."""
    companion = _set(OFFERING, "long-torches").lights["torch"].rule
    assert companion == Cite("S-1", "companion", 'changed by the option "long-torches" (S-1)')
    assert _set(OFFERING, "longest-torches").lights["torch"].rule.origin == "printed"
    shout = _set(
        SMALL + '[options.yell]\nrule = { id = "S-1", origin = "printed" }\nsays = "One yells."\n'
        'changes.activities.shout.says = ["yell"]\n',
        "yell",
    ).activities["shout"]
    assert shout.rule.origin == "house"


def test_an_option_may_say_itself_which_rule_an_entry_rests_on() -> None:
    text = OFFERING + (
        '[options.long-torches.changes.lights.torch.rule]\nid = "S-2"\norigin = "house"\nwhy = "Wax."\n'
    )
    assert _set(text, "long-torches").lights["torch"].rule == Cite("S-2", "house", "Wax.")


def test_an_option_can_leave_entries_out() -> None:
    assert list(_set(OFFERING, "no-lamps").lights) == ["torch"]


def test_an_option_can_say_anew_what_it_leaves_out() -> None:
    text = SMALL + (
        '[options.glow]\nrule = { id = "S-1", origin = "printed" }\nsays = "Torches glow."\n'
        'remove = ["lights.torch"]\n[options.glow.changes.lights.torch]\n'
        'rule = { id = "S-1", origin = "printed" }\nburns = { by = "until-ended" }\n'
    )
    torch = _set(text, "glow").lights["torch"]
    assert (torch.burns, torch.bright, torch.rule.why) == (UntilEnded(), 0, "")


@pytest.mark.parametrize("first, last, lasts", [("long", "longest", "3 h"), ("longest", "long", "2 h")])
def test_of_two_options_that_change_the_same_entry_the_later_wins(first: str, last: str, lasts: str) -> None:
    rules = _set(OFFERING, f"{first}-torches", f"{last}-torches")
    assert rules.lights["torch"].burns == ByClock(lasts)
    assert rules.lights["torch"].bright == 40
    assert rules.ruleset.options == (f"{first}-torches", f"{last}-torches")


def test_an_option_named_twice_is_on_once() -> None:
    assert _set(OFFERING, "long-torches", "longest-torches", "long-torches") == _set(
        OFFERING, "long-torches", "longest-torches"
    )


def test_a_rule_set_can_have_options_on_from_the_beginning() -> None:
    text = OFFERING.replace('name = "A small set"\n', 'name = "A small set"\noptions = ["long-torches"]\n')
    assert _set(text) == _set(OFFERING, "long-torches")


# House files


def test_a_house_file_names_options_of_its_base_and_its_own_differences_stand_on_top() -> None:
    head = HEAD + 'options = ["longest-torches", "no-lamps"]\n'
    mine = _set(head + "[lights.torch]\nbright = 25\n")
    assert mine.lights["torch"].burns == ByClock("3 h")
    assert mine.lights["torch"].bright == 25
    assert mine.lights["torch"].rule.why == 'changed by the rule set "mine"'
    assert list(mine.lights) == ["torch"]
    assert mine.ruleset.options == ("longest-torches", "no-lamps")


def test_what_is_switched_on_at_the_table_stands_on_top_of_a_house_file() -> None:
    mine = _set(HEAD + "[lights.torch]\nbright = 25\n", "longest-torches")
    assert mine.lights["torch"].bright == 40


def test_options_that_a_base_has_on_stay_on_and_are_not_made_again() -> None:
    other = '[ruleset]\nid = "other"\nextends = "small"\noptions = ["longest-torches"]\n'
    other += "[lights.torch]\nbright = 25\n"
    text = '[ruleset]\nid = "mine"\nextends = "other"\noptions = ["no-lamps", "longest-torches"]\n'
    mine = _set(text, other=other)
    assert mine.lights["torch"].bright == 25
    assert mine.ruleset.options == ("longest-torches", "no-lamps")


def test_an_option_of_the_file_itself_is_made_after_its_differences() -> None:
    text = HEAD + 'options = ["dim"]\n[lights.torch]\nbright = 25\n'
    text += '[options.dim]\nrule = { id = "S-1", origin = "printed" }\nsays = "All is dim."\n'
    assert _set(text + "changes.lights.torch.bright = 5\n").lights["torch"].bright == 5


def test_a_house_file_may_change_an_option_of_its_base() -> None:
    mine = _set(HEAD + '[options.long-torches.changes.lights.torch.burns]\nlasts = "5 h"\n', "long-torches")
    assert mine.lights["torch"].burns == ByClock("5 h")


def test_a_house_file_may_leave_an_option_out() -> None:
    mine = _set(HEAD + 'remove = ["options.long-torches", "options.no-lamps"]\n')
    assert list(mine.options) == ["longest-torches"]


# What stands afterwards


def _choices(rules: RuleSet) -> list[tuple[str, ...]]:
    return [names for size in range(len(rules.options) + 1) for names in combinations(rules.options, size)]


@pytest.mark.parametrize("options", _choices(_set()), ids=lambda names: "+".join(names) or "none")
def test_what_is_kept_or_written_loads_to_the_very_same_set(options: tuple[str, ...]) -> None:
    """Nothing is made twice: an option that is on has its changes in the entries and nowhere else."""
    rules = _set(HEAD + "[lights.torch]\nbright = 25\n", *options)
    assert decode_rules(encode_rules(rules)) == rules
    alone = standing_alone(rules)
    assert load_rules(write_rules(rules), "again.toml", _no_base) == alone
    assert standing_alone(alone) == alone
    assert digest(alone) == digest(load_rules(write_rules(alone), "thrice.toml", _no_base))


def test_a_house_file_under_options_keeps_its_own_word_when_it_is_written_and_read() -> None:
    text = HEAD + 'options = ["longest-torches"]\n[lights.torch]\nbright = 25\n'
    again = load_rules(write_rules(_set(text)), "again.toml", _no_base)
    assert again.lights["torch"].bright == 25
    assert again.options["longest-torches"].changes == {}
    assert list(again.options) == ["long-torches", "longest-torches", "no-lamps"]


@pytest.mark.slow
def test_a_set_that_was_made_from_another_loads_again_whatever_it_left_without_a_cite() -> None:
    text = (
        '[ruleset]\nid = "mine"\nextends = "glog"\nremove = ["morale"]\n[register.G-TIME-2]\nsays = "So."\n'
    )
    mine = load_rules(text, "mine.toml", builtin_text)
    assert load_rules(write_rules(mine), "again.toml", _no_base) == standing_alone(mine)


def test_cites_of_options_that_are_off_are_not_those_of_the_rules_in_force() -> None:
    book = Rulebook(_set())
    assert [path for path, _ in book.cites() if path.startswith("options")] == []
    assert {path for path, _ in book.cites(offered=True) if path.startswith("options")} == {
        "options.long-torches",
        "options.longest-torches",
        "options.no-lamps",
    }


# Problems


def test_an_option_that_is_not_there_is_told_where_it_is_named() -> None:
    # options = [ is 11 characters, "no-lamps", and a blank 12 more: the second begins in column 24.
    assert _problems(HEAD + 'options = ["no-lamps", "long-torch"]\n') == (
        Problem(
            "my.toml",
            4,
            24,
            "ruleset.options[1]",
            'there is no option "long-torch"',
            'did you mean "long-torches"?',
        ),
    )


def test_an_option_that_is_not_there_is_a_name_unknown_to_whoever_switches_it_on() -> None:
    with pytest.raises(UnknownNameError, match=r"small has no option 'long-torch' \(did you mean"):
        _set(OFFERING, "long-torch")
    with pytest.raises(UnknownNameError, match=r"small has no option 'long' \(it offers none\)"):
        _set(SMALL, "long")


_OPTION = '[options.odd]\nrule = { id = "S-1", origin = "printed" }\nsays = "Odd."\n'
INSIDE = {
    "length": (
        '[options.odd.changes.lights.torch.burns]\nlasts = "1 @@trun"\n',
        "lights.torch.burns.lasts",
        "'1 trun' is no length: no unit is called \"trun\"",
        "did you mean turn?",
    ),
    "unknown name": (
        "[options.odd.changes.lights.torch]\n@@brihgt = 3\n",
        "lights.torch.brihgt",
        "unknown name",
        'did you mean "bright"?',
    ),
    "unknown section": (
        "[options.odd.changes.@@light]\ntorch = 3\n",
        "light",
        "unknown name",
        'did you mean "lights"?',
    ),
    "kind of value": (
        "changes.lights.torch.bright = @@2.5\n",
        "lights.torch.bright",
        "must be a whole number, not 2.5",
        "without quotes or a point",
    ),
    "new entry without its rule": (
        "@@[options.odd.changes.paces.swift]\nfeet = 9\neach = '1 turn'\nnotices = false\n",
        "paces.swift.rule",
        "rule is missing",
        "cite a rule of the register",
    ),
    "what the set says of itself": (
        '[options.odd.changes.@@ruleset]\nname = "Odd"\n',
        "ruleset",
        "an option changes rules, not what a set says of itself or offers",
        "leave it out",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("head", [SMALL, HEAD], ids=["whole set", "house file"])
@pytest.mark.parametrize("case", INSIDE)
def test_a_problem_in_what_an_option_changes_stands_there_whether_the_option_is_on_or_not(
    case: str, head: str
) -> None:
    change, path, message, hint = INSIDE[case]
    text, line, column = marked_place(head + _OPTION + change)
    told = Problem("my.toml", line, column, f"options.odd.changes.{path}", message, hint)
    assert _problems(text) == (told,)
    with pytest.raises(RulesFault) as caught:
        _set(text, "odd")
    assert caught.value.problems == (told,)


def test_a_problem_in_an_option_of_a_base_is_told_in_the_base() -> None:
    base, line, column = marked_place(
        SMALL + _OPTION + f'[options.odd.changes.lights.torch.burns]\nlasts = "1 {MARK}trun"\n'
    )
    (problem,) = _problems(HEAD + 'options = ["odd"]\n', small=base)
    assert (problem.file, problem.line, problem.column) == ("small.toml", line, column)
    # An option of a base that nobody switched on is the base's own concern.
    assert _set(HEAD, small=base).ruleset.options == ()


def test_what_a_house_file_says_over_an_option_is_told_in_the_house_file() -> None:
    text, line, column = marked_place(
        HEAD + f'options = ["long-torches"]\n[lights.torch.burns]\nlasts = "1 {MARK}trun"\n'
    )
    (problem,) = _problems(text)
    assert (problem.file, problem.line, problem.column) == ("my.toml", line, column)


def test_an_option_that_takes_away_what_another_entry_needs_is_named_there() -> None:
    (problem,) = _problems(SMALL + _OPTION + 'remove = ["tables.mood"]\n')
    assert problem.path == "reaction.table"
    assert problem.message == "there is no table 'mood', with the option odd on"


def test_what_an_option_cannot_leave_out_is_told_with_its_place() -> None:
    text, line, column = marked_place(SMALL + _OPTION + f'remove = [{MARK}"lights.lampp"]\n')
    assert _problems(text) == (
        Problem(
            "my.toml",
            line,
            column,
            "options.odd.remove[0]",
            'there is no "lights.lampp" to remove',
            'did you mean "lights.lamp"?',
        ),
    )


ODD = {
    "name": ("[options.odd]", "[options.@@'Odd one']", "'Odd one' is no name of an option"),
    "says": ('says = "Odd."', 'says = @@" "', "says is blank"),
    "nothing": ("[options.odd]", "[options.@@odd]", "it changes nothing"),
    "cite": ('id = "S-1"', 'id = @@"S-9"', "there is no rule 'S-9'"),
    "house": ('origin = "printed"', 'origin = "house"', "a house rule says why"),
    "claim": ('id = "S-1", origin = "printed"', 'id = "S-2", origin = @@"printed"', "S-2 is house"),
}


@pytest.mark.parametrize("case", ODD)
def test_an_option_itself_is_checked_as_everything_else(case: str) -> None:
    old, new, message = ODD[case]
    change = "" if case == "nothing" else "changes.lights.torch.bright = 2\n"
    text = SMALL + _OPTION.replace(old, new) + change
    text, line, column = marked_place(text) if MARK in text else (text, 0, 0)
    (problem,) = _problems(text)
    assert problem.message.startswith(message)
    assert not line or (problem.line, problem.column) == (line, column)


@pytest.mark.parametrize(
    "change",
    [
        'also = [{ id = "S-3", origin = "printed" }]\nchanges.lights.torch.bright = 2\n',
        'changes.lights.torch = { bright = 2, rule = { id = "S-3", origin = "printed" } }\n',
    ],
)
def test_a_rule_that_only_an_option_cites_is_carried_out(change: str) -> None:
    register = '[register.S-3]\norigin = "printed"\nsays = "Torches differ."\n'
    assert "S-3" in _set(SMALL + register + _OPTION + change).register
    (problem,) = _problems(SMALL + register)
    assert problem.message == "no entry cites this rule"


@pytest.mark.parametrize(
    "change",
    ["options = 3\n", "[options]\nodd = 3\n", _OPTION + "changes = 3\n", _OPTION + "remove = [3]\n"],
)
@pytest.mark.parametrize("named", ['options = ["odd"]\n', "options = [3]\n", "options = 3\n", ""])
def test_what_has_not_the_shape_of_options_is_told_as_problems(change: str, named: str) -> None:
    text = SMALL.replace('name = "A small set"\n', f'name = "A small set"\n{named}')
    assert all(
        problem.file == "my.toml"
        for problem in _problems(change + text if change[0] == "o" else text + change)
    )


def test_names_that_are_no_texts_are_told() -> None:
    (problem,) = _problems(HEAD + 'options = ["no-lamps", 3]\n')
    assert problem.path == "ruleset.options[1]"


# The sets that come with the program


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_what_is_trusted_unchecked_is_in_order_when_it_is_checked(ruleset: str) -> None:
    text = builtin_text(ruleset)
    assert text is not None
    assert load_rules(text, f"{ruleset}.toml", builtin_text) == load_builtin(ruleset)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_option_of_a_built_in_set_gives_a_set_in_order_and_so_do_all_together(ruleset: str) -> None:
    names = tuple(load_builtin(ruleset).options)
    for on in dict.fromkeys([*((name,) for name in names), names, names[::-1]]):
        rules = load_builtin(ruleset, on)
        assert rules.ruleset.options == on
        assert load_rules(write_rules(rules), "again.toml", _no_base) == standing_alone(rules)
        assert not on or replace(rules, ruleset=load_builtin(ruleset).ruleset, options={}) != replace(
            load_builtin(ruleset), options={}
        )


@pytest.mark.slow
def test_a_built_in_set_is_read_without_what_checks_files() -> None:
    code = (
        "import sys; from turnkeeper.rules import load_builtin; load_builtin('glog');"
        "print([name for name in sys.modules if name.startswith('turnkeeper.rules.checking.check')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert done.stdout.strip() == b"[]"


@pytest.mark.slow
def test_built_in_sets_are_read_out_of_a_zip_too(tmp_path: Path) -> None:
    home = Path(turnkeeper.__file__).parent
    zipped = make_archive(str(tmp_path / "all"), "zip", home.parent, home.name)
    code = "from turnkeeper.rules import *; from turnkeeper import rules; "
    code += "print(digest(load_builtin('glog')), rules.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join([zipped, *sys.path])},
    )
    assert done.stdout.split()[0] == digest(load_builtin("glog"))
    assert zipped in done.stdout


def test_an_option_of_a_glog_of_the_house() -> None:
    """G-LIGHT-2: two ticks, and with the option three."""
    text = (
        '[ruleset]\nid = "mine"\nextends = "glog"\n[options.three-ticks]\n'
        'rule = { id = "G-LIGHT-2", origin = "house", why = "Better pitch." }\nsays = "Three ticks."\n'
        "changes.lights.torch.burns.ticks = 3\n"
    )
    assert load_rules(text, "my.toml", builtin_text).lights["torch"].burns == ByTicks(2)
    on = load_rules(text, "my.toml", builtin_text, ("three-ticks",))
    assert on.lights["torch"].burns == ByTicks(3)
    assert on.lights["torch"].rule.origin == "house"
