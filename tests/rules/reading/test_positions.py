"""The scanner says where everything in a TOML text stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.rules.problems import Path
from turnkeeper.rules.reading.positions import scan

Where = tuple[int, int]


def _keys(text: str) -> dict[Path, Where]:
    return {path: (spot.key.line, spot.key.column) for path, spot in scan(dedent(text), "f").spots.items()}


def _values(text: str) -> dict[Path, Where]:
    return {
        path: (spot.value.line, spot.value.column) for path, spot in scan(dedent(text), "f").spots.items()
    }


def test_a_pair_has_the_place_of_its_name_and_of_its_value() -> None:
    text = "a = 1\n  bcd   =   'x' # c\n"
    assert _keys(text) == {("a",): (1, 1), ("bcd",): (2, 3)}
    assert _values(text) == {("a",): (1, 5), ("bcd",): (2, 13)}


def test_a_table_has_the_place_of_its_last_name_and_of_its_bracket() -> None:
    text = "[a.b]\nx = 1\n[a]\ny = 2\n"
    # [a.b] mentions a; [a] itself comes on line 3 and is where a stands.
    assert _keys(text) == {("a",): (3, 2), ("a", "b"): (1, 4), ("a", "b", "x"): (2, 1), ("a", "y"): (4, 1)}
    assert _values(text)["a", "b"] == (1, 1)


def test_arrays_of_tables_count_their_elements_and_tables_below_belong_to_the_latest() -> None:
    text = "[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\ny = 3\n[[a.c]]\n"
    assert _keys(text) == {
        ("a",): (1, 3),
        ("a", 0): (1, 3),
        ("a", 0, "x"): (2, 1),
        ("a", 1): (3, 3),
        ("a", 1, "x"): (4, 1),
        ("a", 1, "b"): (5, 4),
        ("a", 1, "b", "y"): (6, 1),
        ("a", 1, "c"): (7, 5),
        ("a", 1, "c", 0): (7, 5),
    }


def test_dotted_and_quoted_names() -> None:
    text = """a."b c".'d.e' = 1\n"tab\\tA\\u0042\\"" = 2\n[ x . "y" ]\n"""
    assert _keys(text) == {
        ("a",): (1, 1),
        ("a", "b c"): (1, 3),
        ("a", "b c", "d.e"): (1, 9),
        ('tab\tAB"',): (2, 1),
        ("x",): (3, 3),
        ("x", "y"): (3, 7),
    }


def test_inline_tables_and_lists_over_several_lines() -> None:
    text = "a = [ # one\n  { x = 1, y.z = [2] },\n  # two\n  'three' ,\n]\nb = 4\n"
    assert _values(text) == {
        ("a",): (1, 5),
        ("a", 0): (2, 3),
        ("a", 0, "x"): (2, 9),
        ("a", 0, "y"): (2, 12),
        ("a", 0, "y", "z"): (2, 18),
        ("a", 0, "y", "z", 0): (2, 19),
        ("a", 1): (4, 3),
        ("b",): (6, 5),
    }


@pytest.mark.parametrize(
    "written",
    [
        '"""\nno [table]\nno = 1\n"""',
        "'''\n[[no]]\n# no\n'''",
        '"""one "" two \\""" ""\\" """""',
        "'''it''s '' '''''",
        '"# no [ ] { } , = \\" \\\\"',
        "'# no [ ] \\'",
        "1979-05-27 07:32:00Z",
        "[[1, 2], [], [[]]]",
        "{ }",
        "+1_000",
        "inf",
    ],
)
def test_what_stands_after_any_value_is_found(written: str) -> None:
    text = f"a = {written}\nb = 1\n"
    assert tomllib.loads(text)["b"] == 1
    # b begins the line after the value's last.
    assert _keys(text)["b",] == (2 + written.count("\n"), 1)


def test_columns_count_characters_and_windows_line_ends_do_not() -> None:
    assert _values('"é🎲" = 1\r\nb = 2\r\n') == {("é🎲",): (1, 8), ("b",): (2, 5)}


def test_the_place_inside_a_text_is_known_when_it_is_written_as_it_is() -> None:
    spots = scan('a = "2d6"\nb = "2\\u0064"\n', "f").spots
    # The d of 2d6 is its second character: column 5 is the quote, 6 the 2, 7 the d.
    assert spots["a",].inside(2).column == 7
    assert spots["a",].inside(0).column == 5
    assert spots["b",].inside(2).column == 5


def test_names_that_are_said_twice_are_found_even_before_a_fault() -> None:
    repeats = scan("[a]\nx = 1\nx = 2\n[b]\n[a]\n= = =\n[c\n", "f").repeats
    assert [(r.path, r.first.line, r.again.line, r.again.column) for r in repeats] == [
        (("a", "x"), 2, 3, 1),
        (("a",), 1, 5, 2),
    ]


# A writer of TOML that keeps the places itself, against the scanner.

_NAMES = st.text("ab-c_9 .é\"'\\#[]=", max_size=4)
_SCALARS = st.one_of(st.text("ab \"'\\\n#]},=é", max_size=6), st.integers(-9, 99), st.booleans())
_DATA = st.dictionaries(
    _NAMES,
    st.recursive(
        _SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


class _Writer:
    def __init__(self, draw: st.DataObject) -> None:
        self.text = ""
        self.keys: dict[Path, Where] = {}
        self.values: dict[Path, Where] = {}
        self._draw = draw

    def document(self, data: dict[str, object]) -> None:
        below = [name for name, value in data.items() if isinstance(value, dict) and self._flip()]
        for name, value in data.items():
            if name not in below:
                self._gap()
                self._pair(name, value, ())
                self._end()
        for name in below:
            self._gap()
            start = self._here()
            self.text += "["
            self._name(name, ())
            self.text += "]"
            self.values[name,] = start
            self._end()
            table = data[name]
            assert isinstance(table, dict)
            for inner, value in table.items():
                self._pair(inner, value, (name,))
                self._end()

    def _flip(self) -> bool:
        return self._draw.draw(st.booleans())

    def _here(self) -> Where:
        return self.text.count("\n") + 1, len(self.text) - (self.text.rfind("\n") + 1) + 1

    def _gap(self) -> None:
        self.text += self._draw.draw(st.sampled_from(["", "", "\n", "# a = 1\n", "  ", "\t"]))

    def _end(self) -> None:
        self.text += self._draw.draw(st.sampled_from(["\n", " # [c]\n", "\n\n"]))

    def _pair(self, name: str, value: object, above: Path) -> None:
        self._name(name, above)
        self.text += self._draw.draw(st.sampled_from([" = ", "=", "  =\t"]))
        self._value(value, (*above, name))

    def _name(self, name: str, above: Path) -> None:
        self.keys[*above, name] = self._here()
        bare = name != "" and all(sign in "abc-_9" for sign in name)
        if bare and self._flip():
            self.text += name
        elif "'" not in name and self._flip():
            self.text += f"'{name}'"
        else:
            self.text += _basic(name)

    def _value(self, value: object, path: Path) -> None:
        self.values[path] = self._here()
        match value:
            case bool():
                self.text += str(value).lower()
            case int():
                self.text += str(value)
            case str():
                self._string(value)
            case dict():
                self._inline(value, path)
            case list():
                self._list(value, path)
            case _:
                raise AssertionError

    def _string(self, value: str) -> None:
        if self._flip():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            self.text += f'"""\n{escaped}"""'
        elif "'" not in value and self._flip():
            self.text += f"'''\n{value}'''" if "\n" in value else f"'{value}'"
        else:
            self.text += _basic(value)

    def _inline(self, value: dict[str, object], path: Path) -> None:
        self.text += "{"
        for position, (name, inner) in enumerate(value.items()):
            self.text += ", " if position else " "
            self._pair(name, inner, path)
        self.text += " }"

    def _list(self, value: list[object], path: Path) -> None:
        self.text += "["
        for index, inner in enumerate(value):
            self.text += self._draw.draw(st.sampled_from(["", " ", "\n  ", " # x,\n"]))
            self.keys[*path, index] = self._here()
            self._value(inner, (*path, index))
            self.text += ","
        self.text += "]"


def _basic(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _paths(value: object, path: Path = ()) -> Iterator[Path]:
    match value:
        case dict():
            inner = list(value.items())
        case list():
            inner = list(enumerate(value))
        case _:
            inner = []
    for name, below in inner:
        yield (*path, name)
        yield from _paths(below, (*path, name))


@pytest.mark.slow
@given(_DATA, st.data())
def test_every_name_and_value_of_any_text_has_its_place(data: dict[str, object], draw: st.DataObject) -> None:
    writer = _Writer(draw)
    writer.document(data)
    assert tomllib.loads(writer.text) == data
    scanned = scan(writer.text, "f")
    assert scanned.spots.keys() == set(_paths(data))
    assert {path: (spot.key.line, spot.key.column) for path, spot in scanned.spots.items()} == writer.keys
    assert {
        path: (spot.value.line, spot.value.column) for path, spot in scanned.spots.items()
    } == writer.values
    assert not scanned.repeats
