"""A playthrough is carried out, and whatever does not hold in it is told at its line and column."""

from __future__ import annotations

import pytest

from tests.app.campaigns import replay_text
from turnkeeper.app.replay import Replayed
from turnkeeper.record import CampaignFacts, Commit
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.reading.load import builtin_text

# G-ENC-2: a 9 is a local effect; G-SEARCH-2: a search is a turn of ten minutes.
START = """\
rules: glog
> party Varda wisdom 12; Orlo
> enter dungeon Barrow
> light torch for Orlo
"""
HOUSE = """\
rules: my-table
| [ruleset]
| id = "my-table"
| name = "My table"
| extends = "glog"
|
| [lights.torch]
| burns = { by = "ticks", ticks = 3 }
"""


def replay(text: str) -> Replayed:
    return replay_text(text, "f")


def problems(text: str) -> list[str]:
    """Every problem of a playthrough, as a person reads it."""
    return [str(problem) for problem in replay(text).problems]


def found(text: str) -> list[str]:
    """Return the places alone: line and column of every problem."""
    return [f"{problem.line}:{problem.column}" for problem in replay(text).problems]


# ------------------------------------------------------------------------------------------------ it runs


def test_the_session_of_the_design_holds() -> None:
    text = START + "? 9\n> search\n= day 1 00:10  encounter check 9: local effect (G-ENC-2)\n"
    replayed = replay(text)
    assert not replayed.problems
    assert replayed.commands == 4
    assert replayed.campaign is not None
    assert replayed.campaign.book.scale.say_instant(replayed.campaign.state.now) == "day 1 00:10"


@pytest.mark.parametrize(
    "fact",
    [
        "day 1 00:10  encounter check 9: local effect (G-ENC-2)",
        "day 1 00:10 encounter check 9: local effect (G-ENC-2)",
        "day 1 00:10   encounter  check 9:\tlocal effect",
        "encounter check 9: local effect (G-ENC-2)",
        "encounter check 9: local effect",
        "status now: day 1 00:10",
        "status lights: torch (Orlo): 2 ticks",
        "status dark: no",
        "status timers: none",
    ],
)
def test_a_fact_is_a_line_of_the_log_or_a_text_of_the_status(fact: str) -> None:
    """The time before a line and the rule after it may be left out, and any run of blanks is one."""
    assert not problems(START + f"? 9\n> search\n= {fact}\n")


def test_faces_answer_the_throws_of_one_command_after_another() -> None:
    """G-ENC-1: a check a turn. Two faces and a total, over two lines, for three turns in two commands."""
    assert not problems(
        START + "? 6+4 11\n? 12\n> wait 2 turns\n> wait 1 turn\n= encounter check 12: nothing\n"
    )


def test_a_seed_answers_what_no_faces_do() -> None:
    text = START.replace("rules: glog\n", "rules: glog\nseed: barrow\n") + "? 9\n> wait 2 turns\n"
    first, again = replay(text), replay(text)
    assert not first.problems
    assert first.campaign is not None
    assert again.campaign is not None
    assert first.campaign.head.id == again.campaign.head.id


def test_the_campaign_begins_where_the_header_says() -> None:
    text = "rules: glog\nbegins: day 3 dawn\nname: The Barrow\n> note up early\n= day 3 06:00  up early\n"
    replayed = replay(text)
    assert not replayed.problems
    assert replayed.campaign is not None
    assert replayed.campaign.store.facts.name == "The Barrow"


def test_the_head_moves_back_and_on_in_a_playthrough() -> None:
    text = START + "? 9\n> search\n> undo\n= undo: search, 2d6 = 9\n= status now: day 1 00:00\n"
    text += "> redo\n= redo: search, 2d6 = 9\n= status now: day 1 00:10\n"
    assert not problems(text)


def test_the_caller_chooses_where_the_campaign_is_kept() -> None:
    made: list[MemoryStore] = []

    def create(facts: CampaignFacts, root: Commit, /, *, blobs: object) -> MemoryStore:
        assert isinstance(blobs, dict)
        made.append(MemoryStore(facts, root, blobs))
        return made[-1]

    replayed = replay_text(START, "saga/barrow.play", create=create, campaign="c7", seed="later")
    assert replayed.campaign is not None
    assert replayed.campaign.store is made[0]
    facts = made[0].facts
    assert (facts.campaign, facts.name, facts.seed) == ("c7", "barrow", "later")


# ---------------------------------------------------------------------------------------- it does not hold


def test_a_typo_in_line_40_is_told_in_line_40_and_the_rest_is_still_replayed() -> None:
    lines = [*START.splitlines(), *["; a comment"] * 35, "> serch", "? 9", "> search", "= status now: day 9"]
    assert lines[39] == "> serch"
    assert problems("\n".join(lines)) == [
        "f:40:3: 'serch' is not a command (did you mean 'search'?)",
        "f:43:3: status now is not 'day 9' (it is day 1 00:10)",
    ]


def test_a_fault_within_a_command_is_told_at_its_column() -> None:
    # The unit begins at the eighth character of the command, which begins in column 4.
    assert found(START + ">  wait 3 tuns\n") == ["5:11"]


@pytest.mark.slow
def test_undo_is_suggested_as_any_other_verb() -> None:
    assert problems(START + "> undoo\n") == ["f:5:3: 'undoo' is not a command (did you mean 'undo'?)"]
    assert problems(START + "> undo search\n") == [
        "f:5:8: 'search' is not a number of at least 1 (as in undo 3)"
    ]


def test_a_throw_that_nobody_answers_is_told_with_its_dice() -> None:
    assert problems(START + "? 9\n> wait 2 turns\n> note on\n") == [
        "f:6:3: needs 2d6 (encounter check): write ? faces before it (or give the header a seed)"
    ]


def test_faces_that_do_not_fit_are_told_where_they_stand() -> None:
    text = START + "? 11 7+1\n? 9\n> wait 3 turns\n= anything\n> note on\n= on\n"
    assert found(text) == ["5:6"]
    assert "encounter check" in problems(text)[0]


def test_faces_left_over_at_the_end_are_told() -> None:
    assert problems(START + "? 9 10 11\n> search\n") == [
        "f:5:5: faces left over: 10 11 (no command above threw so often)"
    ]


@pytest.mark.slow
def test_a_refusal_must_be_foretold_in_its_own_words() -> None:
    """G-LIGHT-2: a torch is not refuelled."""
    no = "a torch is not refuelled, it is used up"
    assert not problems(START + f"> refuel torch\n= refused: {no}\n")
    assert not problems(START + f"> refuel torch\n= refused:  {no} (light torch)\n")
    assert problems(START + "> refuel torch\n> note on\n= on\n") == [
        f"f:5:3: refused: {no} (light torch) (if that is right, write = refused: {no})"
    ]
    assert problems(START + "> refuel torch\n= refused: it is wet\n") == [
        f"f:6:3: refused in other words (= refused: {no})"
    ]
    assert problems(START + "> note on\n= refused: it is wet\n") == [
        "f:6:3: the command was carried out, not refused (told: on)"
    ]
    assert found(START + f"> refuel torch\n= torch (Orlo) refuelled\n= refused: {no}\n") == ["6:3"]


def test_facts_must_follow_in_the_order_written_and_other_lines_may_lie_between() -> None:
    turns = START + "? 12 9\n> wait 2 turns\n"
    first, second = "= encounter check 12: nothing\n", "= encounter check 9: local effect\n"
    assert not problems(turns + first + second)
    assert not problems(turns + second)
    assert found(turns + second + first) == ["8:3"]


def test_two_equal_facts_need_two_equal_lines() -> None:
    """T10: two identical events in one turn are two lines of the log."""
    loud = START + "? 9 9\n> wait 1 turn\n> shout\n= encounter check 9 (loud): local effect\n"
    assert not problems(loud)
    assert found(loud + "= encounter check 9 (loud): local effect\n") == ["9:3"]
    assert not problems(START + "? 12 12\n> wait 2 turns\n" + "= encounter check 12: nothing\n" * 2)


def test_a_wrong_fact_is_told_with_what_was_likely_meant() -> None:
    told = problems(START + "? 9\n> search\n= encounter check 8: local effect\n")
    assert told == ["f:7:3: this did not follow (did you mean 'encounter check 9: local effect'?)"]


def test_an_unknown_key_of_the_status_is_told_with_the_nearest() -> None:
    assert problems(START + "> note on\n= status light: none\n") == [
        "f:6:3: the status has no 'light' (did you mean \"lights\"?)"
    ]


def test_problems_of_the_text_and_of_the_play_are_told_together() -> None:
    assert found(START + "lost\n> serch\n? x\n> note on\n= off\n") == ["5:1", "6:3", "7:3", "9:3"]


@pytest.mark.slow
def test_noise_in_the_form_of_commands_is_given_up_after_a_hundred_problems() -> None:
    replayed = replay(START + "> lorem ipsum\n" * 20_000)
    assert len(replayed.problems) == 101
    assert str(replayed.problems[-1]) == "f:105:1: more than 100 problems; the rest is not played"


@pytest.mark.parametrize(
    "header, problem",
    [
        ("rules: golg\n", "f:1:8: there is no rule set 'golg' (did you mean \"glog\"?)"),
        ("rules: ../glog\n", None),
        ("rules: glog\nseed: " + "x" * 65 + "\n", "f:2:7: a seed has at most 64 bytes (shorten it)"),
        ("rules: glog\nbegins: dya 1\n", None),
        ("rules: glog\nbegins: day 1 25:00\n", None),
    ],
)
def test_a_header_that_does_not_hold_begins_no_campaign(header: str, problem: str | None) -> None:
    replayed = replay(header + "> note on\n")
    assert replayed.campaign is None
    assert len(replayed.problems) == 1
    assert problem is None or str(replayed.problems[0]) == problem


# ----------------------------------------------------------------------------------- rules that come along


def test_house_rules_come_along_in_the_same_text() -> None:
    """Two ticks (G-LIGHT-1, a 6 or 7) leave the third of a torch that has three."""
    text = HOUSE + START.removeprefix("rules: glog\n") + "? 6 7\n> wait 2 turns\n"
    assert not problems(text + "= status lights: torch (Orlo): 1 tick\n")


def test_a_house_set_may_extend_another_that_comes_along_too() -> None:
    head = HOUSE.replace('extends = "glog"', 'extends = "longer"')
    base = (
        '| [ruleset]\n| id = "longer"\n| name = "Longer"\n| extends = "glog"\n| [paces.quick]\n| feet = 300\n'
    )
    text = head + "base: longer\n" + base + START.removeprefix("rules: glog\n")
    # G-MOVE-2 with the 300 ft of the base: 300 ft are a turn.
    assert not problems(text + "? 12\n> move 300 ft quickly\n= status now: day 1 00:10\n")


@pytest.mark.slow
def test_a_problem_of_rules_that_come_along_is_told_at_its_line_of_the_playthrough() -> None:
    text = HOUSE.replace('by = "ticks"', 'by = "tick"')
    # Line 8, where the value begins after "| burns = { by = ".
    assert found(text) == ["8:18"]


def test_rules_that_come_along_must_bear_the_name_of_the_header() -> None:
    assert problems(HOUSE.replace("rules: my-table", "rules: your-table")) == [
        "f:1:8: the rules below call themselves 'my-table' (rules: my-table)"
    ]


def test_a_library_of_the_caller_knows_further_rules() -> None:
    mine = "".join(line[2:] for line in HOUSE.splitlines(keepends=True)[1:])

    def library(ruleset: str) -> str | None:
        return mine if ruleset == "my-table" else builtin_text(ruleset)

    assert replay_text("rules: my-table\n> note on\n", "f").campaign is None
    assert not replay_text("rules: my-table\n> note on\n", "f", library=library).problems
