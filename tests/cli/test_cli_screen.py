"""How lines are laid out, and what never reaches a terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.cli import screen
from turnkeeper.cli.screen import Screen, columns, flowed, length, wrapped

WORDS = st.lists(st.text("abcäß漢", min_size=1, max_size=12), min_size=1, max_size=20)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@given(WORDS, st.integers(30, 80), st.integers(0, 6))
def test_wrapping_loses_nothing_and_keeps_within_the_width(words: list[str], width: int, indent: int) -> None:
    lines = wrapped(" ".join(words), width, indent)
    assert " ".join(lines).split() == words
    assert all(length(line) <= width for line in lines)
    assert all(line.startswith(" " * indent) for line in lines[1:])


def test_without_a_width_a_line_stays_whole() -> None:
    assert wrapped("word " * 100, None) == ["word " * 100]


def test_columns_are_aligned_by_what_is_seen() -> None:
    # The two wide letters take four columns, the style none.
    assert columns([("漢字", "a"), ("\x1b[1mb\x1b[0m", "c")]) == ["漢字  a", "\x1b[1mb\x1b[0m     c"]


@given(WORDS, st.integers(40, 80))
def test_flowing_cuts_no_item_in_two(items: list[str], width: int) -> None:
    lines = flowed(items, width)
    assert [item for line in lines for item in line.split("  \N{MIDDLE DOT}  ")] == items


@given(st.integers(0, 1000), st.integers(1, 40))
def test_a_bar_is_as_wide_as_its_cells_and_empty_only_for_nothing(of_1000: int, cells: int) -> None:
    bar = Screen(Terminal()).bar(of_1000, cells)
    assert len(bar) == cells
    assert (bar.strip() == "") == (of_1000 == 0)
    assert (bar == "\N{FULL BLOCK}" * cells) == (of_1000 * cells * 8 > 1000 * (cells * 8 - 1))


def test_a_terminal_has_colours_unless_somebody_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Screen(Terminal()).bold("x") == "\x1b[1mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Screen(Terminal()).bold("x") == "x"
    monkeypatch.delenv("NO_COLOR")
    assert Screen(io.StringIO()).bold("x") == "x"


@given(st.text())
def test_no_text_commands_the_terminal(text: str) -> None:
    stream = Terminal()
    Screen(stream).write(text)
    written = stream.getvalue()
    assert not any(ord(letter) < 0x20 and letter not in "\n\x1b" for letter in written)
    assert "\x1b]" not in written
    plain = io.StringIO()
    Screen(plain).write(text)
    assert "\x1b" not in plain.getvalue()


def test_the_width_is_that_of_the_terminal_or_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert Screen(Terminal()).width == 120
    assert Screen(io.StringIO()).width is None
    monkeypatch.setenv("COLUMNS", "3")
    assert Screen(Terminal()).width == screen.NARROWEST
