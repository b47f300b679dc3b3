"""A session as text: what is read is written again, and what cannot be read is told with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.files.playthrough import (
    KEYS,
    LONGEST_LINE,
    MARKS,
    MOST_CHARACTERS,
    MOST_PROBLEMS,
    Blank,
    Comment,
    Embedded,
    FacesRow,
    FactRow,
    Playthrough,
    PlaythroughFault,
    Row,
    Said,
    Setting,
    decode_text,
    print_playthrough,
    read_playthrough,
)

SESSION = """\
rules: glog
seed: barrow
begins: day 1 08:00
name: "  two blanks"
; the barrow,  first descent

> party Varda wisdom 12; Orlo
? 4+5 9
;no blank after the mark
? -1+0+1
>   search 20 x 20 ft
= day 1 08:10  encounter check 9: local effect (G-ENC-2)
= status lights: none

"""


def problems(text: str) -> list[str]:
    """Every problem of a text, as a person reads it."""
    return [str(problem) for problem in read_playthrough(text, "f").problems]


def parsed(text: str) -> Playthrough:
    """A text that has no problem."""
    reading = read_playthrough(text, "f")
    assert not reading.problems
    return reading.playthrough


# ------------------------------------------------------------------------------------------- laws

_words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=12
)
_texts = st.lists(_words, min_size=1, max_size=4).map("  ".join)
_loose = st.builds("{}{}{}".format, st.sampled_from(["", " ", "   "]), _texts, st.sampled_from(["", "  "]))
_faces = st.integers(-999, 999).map(str)
_throws = st.lists(st.lists(_faces, min_size=1, max_size=3).map("+".join), min_size=1, max_size=4).map(
    "  ".join
)
_columns = st.integers(2, 9)
_header = st.dictionaries(st.sampled_from([key for key in KEYS if key not in {"base", "rules"}]), _loose)
_in_header = st.one_of(st.just(Blank()), st.builds(Comment, _loose | st.just("")))
_in_session = st.one_of(_in_header, st.builds(Said, _texts, _columns), st.builds(FactRow, _texts, _columns))


@st.composite
def playthroughs(draw: st.DrawFn) -> Playthrough:
    """A playthrough with rows of every kind, where they may stand."""
    rows: list[Row] = draw(st.lists(_in_header, max_size=3))
    rows.append(Setting.of("rules", draw(_loose)))
    rows += [Embedded(text) for text in draw(st.lists(_loose | st.just(""), max_size=3))]
    for key, value in draw(_header).items():
        rows.append(Setting.of(key, value))
        rows += draw(st.lists(_in_header, max_size=2))
    for text in draw(st.lists(_throws, max_size=2)):
        rows.append(FacesRow(text, draw(_columns)))
    rows.append(Said("search", draw(_columns)))
    rows += draw(st.lists(_in_session, max_size=6))
    return Playthrough(tuple(rows))


@pytest.mark.slow
@given(playthroughs())
def test_what_is_written_is_read_back_as_it_was(session: Playthrough) -> None:
    assert parsed(print_playthrough(session)) == session


@pytest.mark.slow
@given(playthroughs())
def test_a_text_in_canonical_form_is_a_fixed_point(session: Playthrough) -> None:
    """Canonical: every mark in the first column, no blanks at the ends of lines, a line break at the end."""
    text = print_playthrough(session)
    assert print_playthrough(parsed(text)) == text


def test_comments_blank_lines_and_spacing_are_kept() -> None:
    assert print_playthrough(parsed(SESSION)) == SESSION


@given(st.text(max_size=200))
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    reading = read_playthrough(text, "f")
    assert all(problem.line >= 1 and problem.column >= 1 for problem in reading.problems)
    if not reading.problems:
        printed = print_playthrough(reading.playthrough)
        assert parsed(printed) == reading.playthrough


@pytest.mark.slow
@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_value_can_stand_in_the_header(value: str) -> None:
    setting = Setting.of("seed", value)
    assert setting.plain == value
    if value:
        text = print_playthrough(Playthrough((Setting.of("rules", "glog"), setting)))
        assert parsed(text).setting("seed") == (2, setting)


# ------------------------------------------------------------------------------------ lines and columns


def test_a_row_stands_on_the_line_of_its_number_with_the_column_of_its_content() -> None:
    rows = parsed(SESSION).rows
    assert rows[6] == Said("party Varda wisdom 12; Orlo", 3)
    assert rows[7] == FacesRow("4+5 9", 3)
    assert rows[10] == Said("search 20 x 20 ft", 5)
    faces = rows[7]
    assert isinstance(faces, FacesRow)
    assert faces.throws == (("4+5", 3), ("9", 7))


def test_indented_lines_are_read_with_their_true_columns() -> None:
    session = parsed("  rules: glog\n  >  search\n")
    assert session.rows == (Setting("rules", "glog", 10), Said("search", 6))


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    there = parsed("\ufeff" + SESSION.replace("\n", "\r\n"))
    assert there == parsed(SESSION)


def test_a_last_line_without_a_line_break_counts() -> None:
    assert parsed("rules: glog\n> search").rows[-1] == Said("search")


def test_rules_that_come_along_are_read_by_their_ids_and_lines() -> None:
    text = "rules: mine\n| extends = 1\n|\n|   indented\nbase: theirs\n| x\n> search\n"
    sheets = parsed(text).sheets()
    assert {key: (sheet.text, sheet.line) for key, sheet in sheets.items()} == {
        "mine": ("extends = 1\n\n  indented\n", 2),
        "theirs": ("x\n", 6),
    }


# -------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", "f:1:1: the rules are missing (begin with rules: glog)"),
        ("> search\n", "f:1:1: the rules are missing (begin with rules: glog)"),
        (
            "rules: glog\nsearch\n",
            f"f:2:1: 'search' begins with no mark (begin the line with {MARKS})",
        ),
        ("rules: glog\nsead: 1\n", "f:2:1: 'sead' is no key of the header (did you mean \"seed\"?)"),
        (
            "rules: glog\n> search\nseed: 1\n",
            "f:3:1: seed comes too late (the header stands before the first command)",
        ),
        ("rules: glog\nrules: glog\n", "f:2:1: rules is said twice; first on line 1 (keep one of the two)"),
        ("rules:\n", "f:1:7: rules says nothing (rules: ...)"),
        (
            "rules: glog\n= day 1\n",
            "f:2:3: a fact before any command (facts stand below the command they follow from)",
        ),
        ("rules: glog\n>\n", "f:2:2: a command is missing (> search)"),
        ("rules: glog\n?  \n> x\n", "f:2:2: faces are missing (? 4+5 9)"),
        (
            "rules: glog\n> x\n=\n",
            "f:3:2: a fact is missing (= a line of the log, = refused: ... or = status now: ...)",
        ),
        (
            "rules: glog\n? 4+5 4,5 9\n> x\n",
            "f:2:7: '4,5' is no throw (numbers, joined by + within one throw: ? 4+5 9)",
        ),
        (
            "rules: glog\n? 4 +5\n> x\n",
            "f:2:5: '+5' is no throw (numbers, joined by + within one throw: ? 4+5 9)",
        ),
        (
            "rules: glog\n> x\n? 9\n",
            "f:3:3: faces that no command uses (faces stand above their command)",
        ),
        (
            "rules: glog\n\n| x\n",
            "f:3:1: a rule set or map stands below its header line (map: my-coast, then the | lines)",
        ),
        ("rules: a\nbase: b\n", "f:2:7: the rules of b are missing (write them as | lines below)"),
        (
            "rules: glog\n> note a\x00b\n",
            "f:2:9: the character U+0000 does not belong in a text (take it out)",
        ),
    ],
)
def test_each_fault_is_told_with_line_column_and_hint(text: str, problem: str) -> None:
    assert problem in problems(text)


def test_all_problems_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = "sead: 1\n= too soon\n> search\n? x\nlost\n"
    assert [problem.split(":")[1] for problem in problems(text)] == ["1", "1", "2", "4", "5"]


@pytest.mark.slow
def test_ten_megabytes_of_noise_are_given_up_after_a_hundred_problems() -> None:
    noise = "x\x00\n" * 3_500_000
    found = problems(noise)
    assert len(found) == MOST_PROBLEMS + 1
    assert "more than 100 problems; the rest is not read" in found[-1]


@pytest.mark.slow
def test_one_line_of_ten_megabytes_is_one_problem_and_not_shown() -> None:
    found = problems("rules: glog\n" + "x" * 10_000_000)
    assert found == [f"f:2:{LONGEST_LINE + 1}: 10,000,000 characters; a line has at most 100,000"]


def test_a_text_beyond_the_bound_is_refused_at_once() -> None:
    found = problems("\n" * (MOST_CHARACTERS + 1))
    assert found == [
        "f:1:1: 33,554,433 characters; a playthrough has at most 33,554,432 (is this the right file?)"
    ]


def test_bytes_that_are_not_utf_8_are_told_with_their_place() -> None:
    assert decode_text("rules: glög\n".encode(), "f") == "rules: glög\n"
    with pytest.raises(PlaythroughFault) as caught:
        decode_text("rules: glög\n> nöte ".encode() + b"\xff\n", "f")
    # "> nöte " is seven characters, so the byte stands where the eighth would.
    assert str(caught.value).startswith("f:2:8: the byte 0xff is not UTF-8")
