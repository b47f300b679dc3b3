"""A plan's text becomes a `Plan`; all that is wrong is told at once, each with line, column and a hint.

    rules: glog                      the header of a playthrough
    > party Varda, Orlo              a command
    repeat until dark or 60 turns    steps up to its `end`; `repeat 6 times` too
      > next
    end
    if lost                          steps, perhaps an `else`, up to its `end`
    with chance 1 in 6               likewise: what the rules do not decide
    stop ambushed                    the plan ends here, under this name
    when an encounter: > part        about what stands open; or steps up to an `end`
    ask when dark                    the question

This module must not know any command or rule set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from turnkeeper.odds.plan import (
    Ask,
    AskKind,
    Gamble,
    If,
    Loop,
    OddsPlan,
    Opening,
    Say,
    Step,
    StopHere,
    Until,
    When,
)
from turnkeeper.rules.problems import Problem
from turnkeeper.spelling import nearest

MOST_CHARACTERS = 200_000
MOST_DEEP = 12
MOST_TIMES = 1_000_000
MOST_PROBLEMS = 50
HEADS = ("rules", "base", "options", "map", "seed", "begins", "name")

_HEAD = re.compile(r"([a-z]+)\s*:")
_TIMES = re.compile(r"(\d{1,9})\s+times?")
_CHANCE = re.compile(r"(\d{1,9})\s*(?:in|/|out of)\s*(\d{1,9})")
_PERCENT = re.compile(r"(\d{1,3})\s*%")
_WHEN = re.compile(r"when\s+(?P<what>[^:>]+?)\s*(?::\s*(?P<then>.*))?", re.IGNORECASE)
_ABOUT = re.compile(r"(?P<open>a question|asked)(?:\s+about\s+(?P<about>.+))?", re.IGNORECASE)
_OPENINGS: dict[str, Opening] = {
    "an encounter": "encounter",
    "encounter": "encounter",
    "cut short": "cut short",
    "interrupted": "cut short",
    "dark": "dark",
    "a fight": "fight",
    "fight": "fight",
}
_ASKS: tuple[tuple[re.Pattern[str], AskKind], ...] = (
    (re.compile(r"how long", re.IGNORECASE), "length"),
    (re.compile(r"(?:on )?(?:which|what) day\s+(?P<what>.+)", re.IGNORECASE), "day"),
    (re.compile(r"(?:when|how long until)\s+(?P<what>.+)", re.IGNORECASE), "when"),
    (re.compile(r"(?:the )?(?:chance|odds) (?:of|that|to be)\s+(?P<what>.+)", re.IGNORECASE), "chance"),
    (re.compile(r"how many\s+(?P<what>.+)", re.IGNORECASE), "count"),
    (re.compile(r"(?:what is )?(?P<what>.+)", re.IGNORECASE), "figure"),
)
_BY = re.compile(r"(?P<what>.+?)\s+(?P<how>by|within|in the first|after|over)\s+(?P<by>\d.*)", re.IGNORECASE)
_AT_END = re.compile(r"(?P<what>.+?)\s+at the end", re.IGNORECASE)
STEPS = ("repeat", "until", "if", "with", "when", "ask")
"""What a line begins with that has numbers of play in it, besides a command."""
WORDS = (*STEPS, "stop", "else", "end")
_HINT = "> COMMAND, repeat, if, with chance, when, stop, ask, end"


class _Line(Struct, frozen=True):
    """A line that says something: its number, the column of its first word, and its text."""

    number: int
    column: int
    text: str

    @property
    def verb(self) -> str:
        """Return the first word."""
        return self.text.split(maxsplit=1)[0].casefold()

    @property
    def rest(self) -> str:
        """Return the text after the first word."""
        return self.text[len(self.verb) :].strip()

    def column_of(self, part: str) -> int:
        """Return the column at which a part of the text begins."""
        return self.column + max(self.text.find(part), 0)


def read_plan(text: str, name: str) -> tuple[OddsPlan, tuple[Problem, ...]]:
    """Return the plan of a text, as far as it can be read, and its faults."""
    reader = _Reader(name)
    if len(text) > MOST_CHARACTERS:
        reader.fail(1, 1, f"a plan has at most {MOST_CHARACTERS:,} characters", "keep one plan a file")
        return OddsPlan("", (), (), ()), tuple(reader.problems)
    lines = _split(text)
    body = _begins(lines)
    plan = reader.read("\n".join(lines[:body]), list(_lines(lines, body)))
    return plan, tuple(reader.problems)


def _split(text: str) -> list[str]:
    return text.lstrip("\ufeff").splitlines()


def _begins(lines: list[str]) -> int:
    """Return how many lines the header has."""
    return next((at for at, line in enumerate(lines) if not _is_head(line)), len(lines))


def _is_head(line: str) -> bool:
    found = _HEAD.match(line)
    return not line.strip() or line[0] in "|;" or (found is not None and found[1] in HEADS)


def _lines(lines: list[str], body: int) -> Iterator[_Line]:
    for number, line in enumerate(lines[body:], body + 1):
        said = line.strip()
        if said and not said.startswith(";"):
            yield _Line(number, line.index(said[0]) + 1, said)


class _Reader:
    """Reads the lines of a plan from the first to the last, noting every problem."""

    def __init__(self, name: str) -> None:
        self.problems: list[Problem] = []
        self._name = name
        self._lines: list[_Line] = []
        self._at = 0
        self._whens: list[When] = []
        self._asks: list[Ask] = []

    def fail(self, line: int, column: int, message: str, hint: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(self._name, line, column, "", message, hint))

    def read(self, header: str, lines: list[_Line]) -> OddsPlan:
        self._lines = lines
        steps = self._block(0, opened=None)
        if not self.problems and not steps:
            self.fail(1, 1, "this plan says nothing", "> COMMAND, one a line")
        return OddsPlan(header, steps, tuple(self._whens), tuple(self._asks))

    def _next(self) -> _Line | None:
        line = self._lines[self._at] if self._at < len(self._lines) else None
        self._at += 1
        return line

    def _block(self, deep: int, opened: _Line | None) -> tuple[Step, ...]:
        """Return the steps up to the `end` or `else` of what was opened, or up to the last line."""
        steps: list[Step] = []
        while (line := self._next()) is not None:
            if line.verb in {"end", "else"} and opened is not None:
                self._at -= 1
                break
            step = self._step(line, deep)
            if step is not None:
                steps.append(step)
        else:
            if opened is not None:
                self.fail(opened.number, opened.column, f"{opened.verb!r} has no end", "close it with: end")
        return tuple(steps)

    def _body(self, opened: _Line, deep: int, *, divided: bool = False) -> list[tuple[Step, ...]]:
        """Return the blocks of what was opened: one, or two where it may be divided by an `else`."""
        if deep >= MOST_DEEP:
            self.fail(opened.number, opened.column, f"nested over {MOST_DEEP} deep", "make it flatter")
            self._at = len(self._lines)
            return [(), ()]
        blocks = [self._block(deep + 1, opened)]
        while (line := self._next()) is not None and line.verb == "else":
            if not divided or len(blocks) > 1:
                self.fail(line.number, line.column, "an 'else' out of place", "it stands once, in if or with")
            blocks.append(self._block(deep + 1, opened))
        return [*blocks, ()]

    def _step(self, line: _Line, deep: int) -> Step | None:
        if line.text.startswith(">"):
            return self._say(line, line.text)
        ways: dict[str, Callable[[_Line, int], Step | None]] = {
            "repeat": self._repeat,
            "until": self._repeat,
            "if": self._if,
            "with": self._gamble,
            "stop": lambda line, _deep: StopHere(line.rest or "stopped", line.number),
            "when": self._when,
            "ask": self._ask,
        }
        if line.verb in ways:
            return ways[line.verb](line, deep)
        if line.verb in {"end", "else"}:
            self.fail(line.number, line.column, f"nothing is open for this {line.verb!r}", "leave it out")
        else:
            near = nearest(line.verb, WORDS)
            hint = f"did you mean {near!r}?" if near else _HINT
            self.fail(line.number, line.column, f"a plan has no line {line.text[:40]!r}", hint)
        return None

    def _say(self, line: _Line, text: str) -> Say | None:
        said = text[1:].strip()
        if not said:
            self.fail(line.number, line.column, "no command follows", "> next")
            return None
        return Say(said, line.number, line.column_of(said))

    def _until(self, line: _Line, text: str) -> Until:
        conditions = tuple(one.strip() for one in re.split(r"\s*,\s*|\s+or\s+", text.strip()) if one.strip())
        if not conditions:
            self.fail(line.number, line.column, "until what?", "until dark, or until 60 turns")
        return Until(conditions, line.number, line.column_of(text.strip()))

    def _repeat(self, line: _Line, deep: int) -> Step | None:
        said = line.rest if line.verb == "repeat" else line.text
        counted = _TIMES.search(said)
        times = min(int(counted[1]), MOST_TIMES) if counted else 0
        rest = said if counted is None else said[: counted.start()] + said[counted.end() :]
        rest = re.sub(r"[,\s]*(?:or\s+)?at most\s*$", "", rest.strip(" ,"))
        ends = rest.removeprefix("until ").strip(" ,") if rest.startswith("until ") else ""
        if rest and not ends:
            self.fail(line.number, line.column_of(rest), f"repeat how? {rest[:40]!r}", "repeat until dark")
        if not times and not ends:
            self.fail(line.number, line.column, "repeat until when?", "repeat until dark, or repeat 6 times")
        until = self._until(line, ends) if ends else None
        return Loop(times, until, self._body(line, deep)[0], line.number)

    def _if(self, line: _Line, deep: int) -> Step | None:
        condition = self._until(line, line.rest)
        body, otherwise, *_ = self._body(line, deep, divided=True)
        return If(condition, body, otherwise, line.number)

    def _gamble(self, line: _Line, deep: int) -> Step | None:
        rest = line.rest.removeprefix("chance ").removeprefix("a chance of ").strip()
        said, percent = _CHANCE.fullmatch(rest), _PERCENT.fullmatch(rest)
        weight, of = (int(said[1]), int(said[2])) if said else (int(percent[1]), 100) if percent else (0, 0)
        if not 0 <= weight <= of or not of:
            self.fail(line.number, line.column, f"no chance: {rest[:40]!r}", "with chance 1 in 6")
            weight, of = 1, 1
        body, otherwise, *_ = self._body(line, deep, divided=True)
        return Gamble(weight, of, body, otherwise, line.number)

    def _when(self, line: _Line, deep: int) -> Step | None:
        found = _WHEN.fullmatch(line.text)
        what = "" if found is None else found["what"].casefold()
        asked = _ABOUT.fullmatch(what)
        opening = "question" if asked else _OPENINGS.get(what)
        if deep:
            self.fail(line.number, line.column, "'when' holds for the whole plan", "write it at the margin")
        if found is None or opening is None:
            hint = "when an encounter, a question, cut short, dark, a fight"
            self.fail(line.number, line.column, f"when what? {line.rest[:40]!r}", hint)
            opening = "encounter"
        then = "" if found is None else (found["then"] or "")
        body = self._then(line, then) if then else self._body(line, deep)[0]
        about = asked["about"] if asked else ""
        self._whens.append(When(opening, about or "", body, line.number))
        return None

    def _then(self, line: _Line, then: str) -> tuple[Step, ...]:
        """Return the steps of a `when` that says them in its own line."""
        if then.casefold().split(maxsplit=1)[0] == "stop":
            return (StopHere(then[len("stop") :].strip() or "stopped", line.number),)
        if then.casefold() == "ignore":
            return ()
        parts = re.split(r"(?:^|\s+)>\s*", then)
        if parts[0].strip():
            self.fail(
                line.number, line.column_of(then), f"no command: {then[:40]!r}", "when dark: > light torch"
            )
        said = (self._say(line, f"> {part}") for part in parts[1:])
        return tuple(one for one in said if one is not None)

    def _ask(self, line: _Line, _deep: int) -> Step | None:
        text = line.rest.rstrip("?").strip()
        if not text:
            self.fail(line.number, line.column, "ask what?", "ask when dark, ask how many encounters")
            return None
        by = _BY.fullmatch(text)
        end = None if by else _AT_END.fullmatch(text)
        core = by["what"] if by else end["what"] if end else text
        pattern, kind = next((one, kind) for one, kind in _ASKS if one.fullmatch(core))
        found = pattern.fullmatch(core)
        what = found["what"].strip() if found is not None and kind != "length" else ""
        limit = by["by"] if by else ""
        column = line.column_of(text)
        over = by is not None and by["how"].casefold() == "over"
        self._asks.append(Ask(text, kind, what, line.number, column, limit, end is not None, over))
        return None
