"""What is not even TOML or YAML is told with line and column, and nothing in a file is carried out."""

from __future__ import annotations

from decimal import Decimal

import pytest

from turnkeeper.rules.reading.problems import Problem, RulesFault
from turnkeeper.rules.reading.source import LARGEST_TEXT, read_source


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


def test_every_name_that_is_said_twice_in_yaml_is_told() -> None:
    with pytest.raises(RulesFault) as caught:
        read_source("a:\n  x: 1\n  x: 2\nb: {y: 1, y: 2}\n", "my.yaml")
    assert [str(problem) for problem in caught.value.problems] == [
        "my.yaml:3:3: a.x: said twice; first on line 2 (keep one of the two)",
        "my.yaml:4:11: b.y: said twice; first on line 4 (keep one of the two)",
    ]


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("a: b: c\n", 1, 5, "this is not YAML: mapping values are not allowed here"),
        ("a: 1\n\tb: 2\n", 2, 1, "this is not YAML: found character '\\t' that cannot start any token"),
        ("a: *b\n", 1, 4, "this is not YAML: found undefined alias 'b'"),
        ("a: 1\n---\nb: 2\n", 2, 1, "this is not YAML: but found another document"),
        ("- a\n- b\n", 1, 1, "a rule file is a table of names"),
        ("a:\n  ? [1]\n  : 2\n", 2, 5, "a name is a plain text"),
    ],
)
def test_a_fault_of_yaml_has_its_place(text: str, line: int, column: int, message: str) -> None:
    problem = _only_problem(text, "my.yml")
    assert (problem.line, problem.column, problem.message) == (line, column, message)


def test_yaml_tags_name_no_code() -> None:
    """T12: what looks like an object of the program is refused where it stands."""
    problem = _only_problem('a:\n  b: !!python/object/apply:os.system ["true"]\n', "my.yaml")
    assert str(problem) == (
        "my.yaml:2:6: a.b: the tag 'tag:yaml.org,2002:python/object/apply:os.system' is not read"
        " (leave it out)"
    )


@pytest.mark.slow
def test_yaml_references_are_copied_but_cannot_grow_without_end() -> None:
    assert read_source("a: &x [1]\nb: *x\n", "my.yaml").data == {"a": [1], "b": [1]}
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    # Each line holds the one above ten times: ten lines would be 10^11 values.
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 11)]
    assert _only_problem("\n".join(lines), "my.yaml").message == "more than 50,000 values"


def test_a_yaml_reference_to_itself_is_refused() -> None:
    # A reference has no place of its own: what it refers to begins at &x.
    assert str(_only_problem("a: &x\n  b: *x\n", "my.yaml")) == (
        "my.yaml:1:4: a.b: a reference to itself (write it out)"
    )


@pytest.mark.parametrize("name", ["my.toml", "my.yaml"])
def test_a_text_beyond_the_bound_is_refused(name: str) -> None:
    problem = _only_problem("#" * (LARGEST_TEXT + 1), name)
    assert problem.message == "262,145 characters; a rule file has at most 262,144"


@pytest.mark.parametrize("name", ["my.toml", pytest.param("my.yaml", marks=pytest.mark.slow)])
def test_lists_too_deep_to_be_read_are_refused(name: str) -> None:
    text = ("a = " if name.endswith("toml") else "a: ") + "[" * 1_000 + "]" * 1_000
    assert _only_problem(text, name).message == "lists or tables stand too deep inside each other"


def test_a_number_too_long_to_be_read_is_refused() -> None:
    problem = _only_problem("a = " + "9" * 5000, "my.toml")
    assert problem.message.startswith("a number or date cannot be read")


def test_an_editor_s_byte_order_mark_does_no_harm() -> None:
    assert read_source("\ufeffa = 1\n", "my.toml").data == {"a": 1}
    assert read_source("\ufeffa: 1\n", "my.yaml").data == {"a": 1}


def test_numbers_with_a_point_are_no_floats() -> None:
    """T25: a fraction is kept as it is written, to be told as the wrong kind of value."""
    assert read_source("a = 1.5\n", "my.toml").data == {"a": Decimal("1.5")}
    assert read_source("a: 1.5\n", "my.yaml").data == {"a": Decimal("1.5")}


def test_yaml_words_stay_words() -> None:
    data = read_source(
        "on: off\nat: 06:00\nday: 2001-12-14\ntotal: 2-4\nnumber: 9\nhex: 0x10\nno: ~\n", "my.yaml"
    ).data
    assert data == {
        "on": "off",
        "at": "06:00",
        "day": "2001-12-14",
        "total": "2-4",
        "number": 9,
        "hex": "0x10",
        "no": None,
    }


def test_an_empty_file_says_nothing() -> None:
    assert read_source("", "my.toml").data == read_source("", "my.yaml").data == {}


def test_the_place_inside_a_yaml_text_is_known_when_it_is_written_as_it_is() -> None:
    spots = read_source('a: 2d6\nb: "2d6"\nc: "2\\x646"\n', "my.yaml").spots
    # The d is the second character: 3 + 2 plain, one more for the quote.
    assert [spots[name,].inside(2).column for name in "abc"] == [5, 6, 4]
