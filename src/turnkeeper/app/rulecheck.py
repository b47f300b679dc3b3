"""A rule file looked through: whether it is in order, and if not, all that is wrong, each with its line.

The text is given, and goes nowhere. This module must not know where it came from.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Problem, RulesFault
from turnkeeper.rules.reading.load import builtin_text, load_rules

NOT_TEXT = ("this is not text in UTF-8", "save it as UTF-8, or check that it is the right file")
_SHOWN_BEFORE, _SHOWN_AFTER = 60, 60
_LONGEST_NAME = 80


class Marked(Problem, frozen=True):
    """A problem, and the line of the file where it stands, cut at its place; a long line is shown in part."""

    before: str = ""
    at: str = ""


class RulesChecked(Struct, frozen=True):
    """The result of a check: a sentence, and each problem with its line."""

    file: str
    said: str
    problems: tuple[Marked, ...]


def checked(text: str, file: str) -> tuple[RulesChecked, RuleSet | None]:
    """Check the text of a rule file; return the result, and the rules if they hold."""
    try:
        rules = load_rules(text, file, builtin_text)
    except RulesFault as fault:
        return told(file, text, fault.problems), None
    said = f"{file} is in order: {rules.ruleset.name}, {len(rules.register)} rules"
    return RulesChecked(file, said, ()), rules


def checked_bytes(data: bytes, file: str) -> tuple[RulesChecked, str, RuleSet | None]:
    """Check a rule file as it came; return the result, its text, and the rules if they hold."""
    try:
        text = data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        column = fault.start - data.rfind(b"\n", 0, fault.start)
        return told(file, "", (Problem(file, line, column, "", *NOT_TEXT),)), "", None
    found, rules = checked(text, file)
    return found, text, rules


def told(file: str, text: str, problems: tuple[Problem, ...]) -> RulesChecked:
    """Return the result for a text with problems, each with its line."""
    lines = text.split("\n")
    said = f"{file} has {len(problems)} problem{'' if len(problems) == 1 else 's'}"
    return RulesChecked(
        file, said, tuple(_marked(one, lines if one.file == file else []) for one in problems)
    )


def _marked(problem: Problem, lines: list[str]) -> Marked:
    """Return a problem with its line; one in another file has none here."""
    line = lines[problem.line - 1] if 0 < problem.line <= len(lines) else ""
    at = max(problem.column - 1, 0)
    start, stop = max(at - _SHOWN_BEFORE, 0), at + _SHOWN_AFTER
    before, after = line[start:at], line[at:stop]
    return Marked(
        problem.file,
        problem.line,
        problem.column,
        problem.path,
        problem.message,
        problem.hint,
        f"{'...' if start else ''}{before}",
        f"{after}{'...' if stop < len(line) else ''}",
    )


def name_of(said: str, otherwise: str) -> str:
    r"""Return the name of a file without its folder, or another where it has none.

    >>> name_of("C:\\rules\\ours.toml", "house.toml"), name_of("../mine.toml", "x"), name_of("", "house.toml")
    ('ours.toml', 'mine.toml', 'house.toml')
    """
    plain = said.replace("\\", "/").rpartition("/")[2].strip()
    return "".join(sign for sign in plain if sign.isprintable())[-_LONGEST_NAME:] or otherwise
