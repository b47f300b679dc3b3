"""What is not even TOML is told with line and column, and nothing in a file is carried out."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.house.sources import PACKAGE
from turnkeeper.rules.problems import Problem, RulesFault
from turnkeeper.rules.reading.source import DEEPEST, LARGEST_TEXT, read_source


def _only_problem(text: str, name: str) -> Problem:
    with pytest.raises(RulesFault) as caught:
        read_source(text, name)
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    "text, line, column, message, hint",
    [
        (
            "a = 1\nb = torch\n",
            2,
            5,
            "this is not TOML: Invalid value",
            'text stands in quotes: name = "torch"',
        ),
        (
            "a = 1\nbreak door = 1\n",
            2,
            7,
            "this is not TOML: Expected '=' after a key in a key/value pair",
            "every line is: name = value; names with spaces stand in quotes",
        ),
        (
            'a = "x\nb = 1\n',
            1,
            7,
            "this is not TOML: Illegal character '\\n'",
            "close the text on the line where it began",
        ),
        # The text ends on line 3 before its first character.
        ("a = [1,\n  2\n", 3, 1, "this is not TOML: Unclosed array", "close the list with ]"),
    ],
)
def test_a_fault_of_toml_has_its_place_and_a_hint(
    text: str, line: int, column: int, message: str, hint: str
) -> None:
    assert _only_problem(text, "my.toml") == Problem("my.toml", line, column, "", message, hint)


def test_every_name_that_is_said_twice_in_toml_is_told() -> None:
    with pytest.raises(RulesFault) as caught:
        read_source("[a]\nx = 1\n  x = 2\n[b]\ny = 1\n[a]\n", "my.toml")
    assert [str(problem) for problem in caught.value.problems] == [
        "my.toml:3:3: a.x: said twice; first on line 2 (keep one of the two)",
        "my.toml:6:2: a: said twice; first on line 1 (keep one of the two)",
    ]


def test_a_text_beyond_the_bound_is_refused() -> None:
    problem = _only_problem("#" * (LARGEST_TEXT + 1), "my.toml")
    assert problem.message == "262,145 characters; a rule file has at most 262,144"


def test_lists_too_deep_to_be_read_are_refused() -> None:
    text = "a = " + "[" * 1_000 + "]" * 1_000
    assert (
        _only_problem(text, "my.toml").message == "lists or tables stand more than 32 deep inside each other"
    )


def test_a_number_too_long_to_be_read_is_refused() -> None:
    problem = _only_problem("a = " + "9" * 5000, "my.toml")
    assert problem.message.startswith("a number or date cannot be read")


def test_an_editor_s_byte_order_mark_does_no_harm() -> None:
    assert read_source("\ufeffa = 1\n", "my.toml").data == {"a": 1}


def test_numbers_with_a_point_are_no_floats() -> None:
    """T25: a fraction is kept as it is written, to be told as the wrong kind of value."""
    assert read_source("a = 1.5\n", "my.toml").data == {"a": Decimal("1.5")}


def test_an_empty_file_says_nothing() -> None:
    assert read_source("", "my.toml").data == {}


def test_a_file_of_another_notation_is_refused_by_its_name() -> None:
    problem = _only_problem("ruleset:\n  id: ours\n", "ours.yaml")
    assert (problem.line, problem.message) == (1, "rule files are TOML, not YAML")


DOTS = ".a" * 40_000


@pytest.mark.parametrize(
    "text, column",
    [
        (f"a{DOTS} = 1", 1),
        (f"[a{DOTS}]", 2),
        (f"x = {{a{DOTS} = 1}}", 6),
        ("".join(('"a"', '."a"' * 20_000, " = 1")), 1),
        ("".join(("a", " . a" * 20_000, " = 1")), 1),
    ],
    ids=["a name", "a heading", "in braces", "in quotes", "with blanks"],
)
def test_a_name_of_very_many_parts_is_refused_before_the_parser_sees_it(text: str, column: int) -> None:
    """The parser keeps every way to every part: 40 KB of dots took it seconds and gigabytes."""
    problem = _only_problem(text, "my.toml")
    assert (problem.line, problem.column) == (1, column)
    assert "parts with dots between; at most 8" in problem.message


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "x = " + "{a = " * 5000, "x = [\n" + "[ # [\n" * 40])
def test_what_stands_very_deep_is_refused_before_the_parser_sees_it(text: str) -> None:
    assert "more than 32 deep" in _only_problem(text, "my.toml").message


@pytest.mark.parametrize(
    "text",
    [
        'says = "a' + ".a" * 5000 + " " + "[" * 50 + '"',
        "says = 'a" + ".a" * 5000 + " " + "{" * 50 + "'",
        'says = """\n' + "[ a.b.c.d.e.f.g.h.i.j\n" * 50 + '\\" "" x"""',
        "says = '''\n" + "[ a.b.c.d.e.f.g.h.i.j\n" * 50 + "' '' x'''",
        "a = 1 # a" + ".a" * 5000 + "[" * 50,
        '"a.b.c.d.e.f.g.h.i.j.k" = 1',
        "a.b.c.d.e.f.g.h = [[[[[[[[[[1]]]]]]]]]]",
        "\n".join(["x = [[1]]", *(f"x{n} = [[[1]]]" for n in range(40))]),
    ],
)
def test_dots_and_brackets_in_texts_and_remarks_are_no_structure(text: str) -> None:
    read_source(text, "my.toml")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ['x = """' + '\\"""' * 50_000, '"' * 200_000, "'\"" * 100_000, "x='''" + "''" * 100_000]
)
def test_no_text_of_quotes_takes_long_to_refuse(text: str) -> None:
    """Each is read once; were it read anew from each quote on, this would take hours."""
    _only_problem(text, "my.toml")


def _depth(value: object) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, parts), default=0) if isinstance(value, dict | list) else 0


@pytest.mark.slow
def test_no_rule_set_of_ours_comes_near_the_bounds() -> None:
    known = list(PACKAGE.glob("rules/**/*.toml"))
    assert known
    assert max(_depth(read_source(one.read_text("utf-8"), one.name).data) for one in known) <= DEEPEST // 2
