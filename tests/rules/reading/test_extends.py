"""House rules are differences: what they change, what they leave, and which file a problem is in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rules.bad_files import SMALL
from turnkeeper.rules import Problem, RuleSet, RulesFault, load_rules
from turnkeeper.rules.model.cite import Cite, RegisterEntry
from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, UntilEnded
from turnkeeper.rules.model.orders import OrderByTests
from turnkeeper.rules.reading.load import builtin_text

HEAD = '[ruleset]\nid = "mine"\nextends = "small"\n'


def _bases(**more: str) -> Callable[[str], str | None]:
    return {"small": SMALL, **{name.replace("_", "."): text for name, text in more.items()}}.get


def _mine(text: str, head: str = HEAD, **more: str) -> RuleSet:
    return load_rules(head + text, "mine.toml", _bases(**more))


def _problems(text: str, head: str = HEAD, **more: str) -> tuple[Problem, ...]:
    with pytest.raises(RulesFault) as caught:
        _mine(text, head, **more)
    return caught.value.problems


SMALL_RULES = load_rules(SMALL, "small.toml", _bases())


def test_what_a_difference_does_not_touch_stays_as_it_was() -> None:
    mine = _mine("[paces.slow]\nfeet = 90\n")
    assert mine.ruleset.id == "mine"
    assert mine.ruleset.name == "A small set"
    assert mine.lights == SMALL_RULES.lights
    assert mine.tables == SMALL_RULES.tables
    assert mine.paces["slow"].feet == 90
    assert mine.paces["slow"].each == "1 turn"


def test_what_a_difference_touches_becomes_a_house_rule_that_names_it() -> None:
    mine = _mine("[paces.slow]\nfeet = 90\n")
    assert mine.paces["slow"].rule == Cite("S-1", "house", 'changed by the rule set "mine"')


def test_a_difference_that_cites_its_own_rule_keeps_it() -> None:
    cite = '{ id = "S-2", origin = "house", why = "Boots." }'
    assert _mine(f"[paces.slow]\nfeet = 90\nrule = {cite}\n").paces["slow"].rule == Cite(
        "S-2", "house", "Boots."
    )


def test_only_the_innermost_citing_entry_becomes_a_house_rule() -> None:
    mine = _mine('[fight.order]\nfirst = "low"\n')
    assert mine.fight is not None
    assert SMALL_RULES.fight is not None
    assert isinstance(mine.fight.order, OrderByTests)
    assert mine.fight.order.first == "low"
    assert mine.fight.order.rule.origin == "house"
    assert mine.fight.rule == SMALL_RULES.fight.rule


def test_a_mechanism_of_the_same_kind_is_merged() -> None:
    # 1 h becomes 2 h; of the usage dice only the sides change.
    mine = _mine('[lights.torch.burns]\nlasts = "2 h"\n[lights.lamp.burns]\nby = "usage-dice"\nsides = 8\n')
    assert mine.lights["torch"].burns == ByClock("2 h")
    assert mine.lights["lamp"].burns == ByUsageDice("2 turns", start=1, most=3, sides=8, over=4)


def test_a_mechanism_of_another_kind_is_replaced_whole() -> None:
    mine = _mine(
        '[lights.lamp]\nburns = { by = "ticks", ticks = 4 }\n[lights.torch]\nburns.by = "until-ended"\n'
    )
    assert mine.lights["lamp"].burns == ByTicks(4)
    assert mine.lights["torch"].burns == UntilEnded()
    assert mine.lights["torch"].bright == 20


def test_lists_are_replaced_whole() -> None:
    mine = _mine('[tables.depths]\nentries = [{ on = "1-2", name = "dark" }]\n')
    assert [entry.name for entry in mine.tables["depths"].entries] == ["dark"]
    assert mine.tables["depths"].rule.origin == "house"


def test_new_entries_are_added_after_the_old() -> None:
    cite = 'rule = { id = "S-1", origin = "printed" }'
    mine = _mine(f'[paces.fast]\n{cite}\nfeet = 360\neach = "1 turn"\nnotices = false\n')
    assert list(mine.paces) == ["slow", "fast"]
    assert mine.paces["fast"].rule.origin == "printed"


def test_entries_and_whole_sections_can_be_removed() -> None:
    head = HEAD + 'remove = ["lights.lamp", "traps", "paces.slow"]\n'
    mine = _mine("", head)
    assert list(mine.lights) == ["torch"]
    assert mine.traps is None
    assert mine.paces == {}


def test_what_is_removed_and_said_anew_is_not_merged() -> None:
    head = HEAD + 'remove = ["lights.torch"]\n'
    cite = 'rule = { id = "S-1", origin = "printed" }'
    mine = _mine(f'[lights.torch]\n{cite}\nburns = {{ by = "until-ended" }}\n', head)
    assert mine.lights["torch"].bright == 0


def test_what_stands_in_an_entry_can_be_removed_which_makes_it_a_house_rule() -> None:
    head = (
        HEAD + 'remove = ["activities.nap.heals", "time.times_of_day.dawn", "fight.order", "traps.equal"]\n'
    )
    cite = '{ id = "S-2", origin = "house", why = "By eye." }'
    mine = _mine(f"[traps]\nequal = false\n[fight]\nrule = {cite}\n", head)
    assert mine.activities["nap"].heals is None
    assert mine.activities["nap"].rule == Cite("S-1", "house", 'changed by the rule set "mine"')
    assert mine.activities["wait"].rule.origin == "printed"
    assert mine.time.times_of_day == {}
    assert mine.time.rule.origin == "house"
    assert mine.fight is not None
    assert mine.fight.order is None
    assert mine.fight.rule == Cite("S-2", "house", "By eye.")
    # What is left out and said anew is what is said anew.
    assert mine.traps is not None
    assert not mine.traps.equal


def test_a_name_with_a_dot_is_removed_as_a_whole_before_what_stands_in_another() -> None:
    scene = '[scenes."{}"]\nrule = {{ id = "S-1", origin = "printed" }}\nstep = "1 turn"\ndark = true\n'
    other = '[ruleset]\nid = "other"\nextends = "small"\n' + scene.format("cave.dark") + scene.format("pit")
    head = '[ruleset]\nid = "mine"\nextends = "other"\nremove = ["scenes.cave.dark", "scenes.pit.dark"]\n'
    mine = _mine("", head, other=other)
    assert list(mine.scenes) == ["cave", "pit"]
    assert not mine.scenes["pit"].dark


def test_removing_what_an_entry_cannot_be_without_is_told_where_it_was_named() -> None:
    # remove = [ is 10 characters, "traps", and a space 9: the second begins at column 20.
    head = HEAD + 'remove = ["traps", "lights.lamp.burns"]\n'
    (problem,) = _problems("", head)
    assert (problem.file, problem.line, problem.column) == ("mine.toml", 4, 20)
    assert (problem.path, problem.message) == ("lights.lamp.burns", "burns is missing")


def test_what_does_not_stand_in_an_entry_cannot_be_removed() -> None:
    (problem,) = _problems("", HEAD + 'remove = ["lights.lamp.burn"]\n')
    assert (problem.path, problem.hint) == ("ruleset.remove[0]", 'did you mean "lights.lamp.burns"?')


def test_a_rule_of_the_register_that_is_changed_is_a_house_rule() -> None:
    mine = _mine('[register.S-1]\nsays = "A turn is a long ten minutes."\n')
    assert mine.register["S-1"] == RegisterEntry(
        "house", "A turn is a long ten minutes.", 'changed by the rule set "mine"'
    )


def test_a_change_of_the_units_is_a_house_rule_of_time() -> None:
    mine = _mine('[time]\ntimes_of_day.dusk = "18:00"\n')
    assert mine.time.times_of_day == {"dawn": "06:00", "dusk": "18:00"}
    assert mine.time.rule.origin == "house"


def test_a_chain_of_differences_is_merged_from_the_bottom() -> None:
    other = (
        '[ruleset]\nid = "other"\nextends = "small"\n[paces.slow]\nfeet = 60\n[lights.torch]\nbright = 30\n'
    )
    mine = _mine("[paces.slow]\nfeet = 90\n", '[ruleset]\nid = "mine"\nextends = "other"\n', other=other)
    assert mine.paces["slow"].feet == 90
    assert mine.lights["torch"].bright == 30
    assert mine.lights["torch"].rule.why == 'changed by the rule set "other"'
    assert mine.paces["slow"].rule.why == 'changed by the rule set "mine"'


# Problems


def test_an_unknown_base_is_told_where_it_is_named_with_the_built_in_ones_in_mind() -> None:
    assert _problems("", '[ruleset]\nid = "mine"\nextends = "glogg"\n') == (
        Problem(
            "mine.toml",
            3,
            11,
            "ruleset.extends",
            'there is no rule set "glogg" to extend',
            'did you mean "glog"?',
        ),
    )


@pytest.mark.slow
def test_what_else_is_wrong_is_told_with_an_unknown_base_as_if_the_nearest_had_been_meant() -> None:
    text = '[ruleset]\nid = "mine"\nextends = "glgo"\n[lights.torch]\nbrigt = 5\n[paces.quick]\nfeet = 0\n'
    with pytest.raises(RulesFault) as caught:
        load_rules(text, "mine.toml", builtin_text)
    assert [(problem.line, problem.path) for problem in caught.value.problems] == [
        (3, "ruleset.extends"),
        (5, "lights.torch.brigt"),
        (7, "paces.quick.feet"),
    ]


def test_an_unknown_base_alone_is_enough_to_refuse_the_file() -> None:
    with pytest.raises(RulesFault, match="no rule set"):
        load_rules('[ruleset]\nid = "mine"\nextends = "glgo"\n', "mine.toml", builtin_text)


def test_a_file_may_bear_the_name_of_the_set_it_changes() -> None:
    text = '[ruleset]\nid = "mine"\nextends = "small"\n[paces.slow]\nfeet = 0\n'
    with pytest.raises(RulesFault) as caught:
        load_rules(text, "small.toml", _bases())
    assert [(problem.line, problem.path) for problem in caught.value.problems] == [(5, "paces.slow.feet")]


def test_what_a_base_removed_is_not_removed_again() -> None:
    other = '[ruleset]\nid = "other"\nextends = "small"\nremove = ["lights.lamp"]\n'
    cite = 'rule = { id = "S-1", origin = "printed" }'
    text = f'[lights.lamp]\n{cite}\nburns = {{ by = "until-ended" }}\n'
    mine = _mine(text, '[ruleset]\nid = "mine"\nextends = "other"\n', other=other)
    assert mine.ruleset.remove == ()
    assert mine.lights["lamp"].burns == UntilEnded()


def test_faults_of_the_merging_do_not_hide_the_others() -> None:
    problems = _problems("[paces.slow]\nfeet = 0\n", HEAD + 'remove = ["lights.oil"]\n')
    assert [problem.path for problem in problems] == ["ruleset.remove[0]", "paces.slow.feet"]


def test_rule_sets_that_extend_each_other_in_a_circle_are_refused() -> None:
    other = '[ruleset]\nid = "other"\nextends = "mine"\n'
    assert _problems("", '[ruleset]\nid = "mine"\nextends = "other"\n', other=other) == (
        Problem(
            "other.toml",
            3,
            11,
            "ruleset.extends",
            '"mine" is extended in a circle',
            "leave out one extends",
        ),
    )


def test_a_rule_set_cannot_extend_itself() -> None:
    assert _problems("", '[ruleset]\nid = "small"\nextends = "small"\n') == (
        Problem(
            "mine.toml",
            3,
            11,
            "ruleset.extends",
            "a rule set that extends another needs an id of its own",
            'such as id = "my-table"',
        ),
    )


def test_a_difference_needs_an_id_of_its_own() -> None:
    message = "a rule set that extends another needs an id of its own"
    hint = 'such as id = "my-table"'
    assert _problems("", '[ruleset]\nextends = "small"\n') == (
        Problem("mine.toml", 1, 1, "ruleset.id", message, hint),
    )
    # A base named by its file says its id only when it is read.
    assert _problems("", '[ruleset]\nextends = "small.toml"\nid = "small"\n', small_toml=SMALL) == (
        Problem("mine.toml", 3, 6, "ruleset.id", message, hint),
    )


def test_what_is_not_there_cannot_be_removed() -> None:
    head = HEAD + 'remove = ["paces.slow", "lights.lampp"]\n'
    # remove = [ is 10 characters, "paces.slow", and a space 14: the second begins at column 25.
    assert _problems("", head) == (
        Problem(
            "mine.toml",
            4,
            25,
            "ruleset.remove[1]",
            'there is no "lights.lampp" to remove',
            'did you mean "lights.lamp"?',
        ),
    )


def test_a_problem_stands_in_the_file_that_said_it() -> None:
    bad_base = SMALL.replace('each = "1 turn"', 'each = "1 trun"')
    with pytest.raises(RulesFault) as caught:
        load_rules(
            HEAD + "[lights.torch]\nbright = -1\n[paces.slow]\nfeet = 0\n",
            "mine.toml",
            {"small": bad_base}.get,
        )
    # In small.toml the pace's length is on line 34; `each = "` is 8 characters and `1 ` two more.
    assert [(p.file, p.line, p.column, p.path) for p in caught.value.problems] == [
        ("mine.toml", 5, 10, "lights.torch.bright"),
        ("mine.toml", 7, 8, "paces.slow.feet"),
        ("small.toml", 34, 11, "paces.slow.each"),
    ]


def test_a_name_missing_from_what_a_difference_replaced_is_told_there() -> None:
    (problem,) = _problems('[lights.lamp]\nburns = { by = "clock" }\n')
    assert (problem.file, problem.line, problem.column, problem.path) == (
        "mine.toml",
        5,
        9,
        "lights.lamp.burns.lasts",
    )


def test_removing_what_is_still_needed_is_told_where_it_is_needed() -> None:
    problems = _problems("", HEAD + 'remove = ["tables.mood"]\n')
    assert [(problem.file, problem.path, problem.message) for problem in problems] == [
        ("small.toml", "reaction.table", "there is no table 'mood'"),
    ]


def test_a_difference_with_a_fault_of_syntax_is_told_by_itself() -> None:
    (problem,) = _problems("[lights.torch\n")
    assert (problem.file, problem.line) == ("mine.toml", 4)
