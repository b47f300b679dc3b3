"""YAML as plain data with places, out of the parser's marks.

Only what TOML could say as well is taken: text, whole numbers, yes and no, lists and tables. Tags are
refused, so that no file can name code; a reference is copied, and a file that grows too large by its
references, or refers to itself, is refused. This module must not know what a rule set is.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NoReturn

from turnkeeper.rules.reading.positions import Repeat, Scanned, Spot
from turnkeeper.rules.reading.problems import Path, Place, Problem, RulesFault, shown
from turnkeeper.rules.reading.source import repeated

if TYPE_CHECKING:
    from ruamel.yaml.error import StringMark
    from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

MOST_VALUES = 50_000
MOST_DIGITS = 18
_TAG = "tag:yaml.org,2002:"


def read_yaml(text: str, name: str) -> tuple[dict[str, object], Scanned]:
    """Return the data of a YAML text and its places; raises `RulesFault` for what cannot be read."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        node = YAML(typ="safe", pure=True).compose(text)
        reader = _Reader(name)
        data = reader.document(node)
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        _refuse(name, line, column, f"this is not YAML: {fault.problem or fault.context}")
    except YAMLError as fault:
        _refuse(name, 1, 1, f"this is not YAML: {str(fault).splitlines()[0]}")
    except RecursionError:
        _refuse(name, 1, 1, "lists or tables stand too deep inside each other")
    if reader.repeats:
        raise RulesFault([repeated(repeat) for repeat in reader.repeats])
    return data, Scanned(reader.spots, ())


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.spots: dict[Path, Spot] = {}
        self.repeats: list[Repeat] = []
        self._left = MOST_VALUES
        self._open: list[int] = []

    def document(self, node: Node | None) -> dict[str, object]:
        if node is None:
            return {}
        data = self._value(node, ())
        if not isinstance(data, dict):
            self._stop(node, (), "a rule file is a table of names", "begin with: ruleset:")
        return data

    def _value(self, node: Node, path: Path) -> object:
        from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

        self._left -= 1
        if self._left < 0:
            self._stop(
                node, path, f"more than {MOST_VALUES:,} values", "write references out, or leave them out"
            )
        if id(node) in self._open:
            self._stop(node, path, "a reference to itself", "write it out")
        self._open.append(id(node))
        try:
            match node:
                case MappingNode():
                    return self._table(node, path)
                case SequenceNode():
                    return self._list(node, path)
                case ScalarNode():
                    return self._plain(node, path)
                case _:
                    self._stop(node, path, "neither a value, a list nor a table")
        finally:
            self._open.pop()

    def _table(self, node: MappingNode, path: Path) -> dict[str, object]:
        self._tagged(node, path, {"map"})
        table: dict[str, object] = {}
        for key, value in node.value:
            if not isinstance(key.value, str):
                self._stop(key, path, "a name is a plain text")
            below = (*path, key.value)
            if key.value in table:
                first = self.spots[below].key
                self.repeats.append(Repeat(below, first, self._place(key.start_mark)))
                continue
            self._note(below, key, value)
            table[key.value] = self._value(value, below)
        return table

    def _list(self, node: SequenceNode, path: Path) -> list[object]:
        self._tagged(node, path, {"seq"})
        items: list[object] = []
        for index, item in enumerate(node.value):
            self._note((*path, index), item, item)
            items.append(self._value(item, (*path, index)))
        return items

    def _plain(self, node: ScalarNode, path: Path) -> object:
        text: str = node.value
        match str(node.tag).removeprefix(_TAG):
            case "str" | "timestamp":
                return text
            case "int":
                return _whole(text)
            case "bool":
                return text.casefold() == "true"
            case "null":
                return None
            case "float":
                return _with_point(text)
            case _:
                return self._stop(node, path, f"the tag {str(node.tag)[:60]!r} is not read", "leave it out")

    def _tagged(self, node: Node, path: Path, allowed: set[str]) -> None:
        if str(node.tag).removeprefix(_TAG) not in allowed:
            self._stop(node, path, f"the tag {str(node.tag)[:60]!r} is not read", "leave it out")

    def _note(self, path: Path, key: Node, value: Node) -> None:
        # A list item's own dash is not marked; the item stands for its name.
        self.spots[path] = Spot(self._place(key.start_mark), self._place(value.start_mark), _inset(value))

    def _place(self, mark: StringMark) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _stop(self, node: Node, path: Path, message: str, hint: str = "") -> NoReturn:
        place = self._place(node.start_mark)
        raise RulesFault([Problem(self.file, place.line, place.column, shown(path), message, hint)])


def _inset(node: Node) -> int:
    """Return how far into a value its text begins, or -1 when it is not one line written as it is."""
    text, style = node.value, getattr(node, "style", None)
    if not isinstance(text, str) or style in ("|", ">") or node.start_mark.line != node.end_mark.line:
        return -1
    inset = 0 if style is None else 1
    written = node.end_mark.column - node.start_mark.column
    return inset if written == len(text) + 2 * inset else -1


def _whole(text: str) -> object:
    """Return a decimal whole number; other notations stay text, as they would in a table of totals."""
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else text


def _with_point(text: str) -> object:
    try:
        return Decimal(text)
    except ArithmeticError:
        return text


def _refuse(name: str, line: int, column: int, message: str) -> NoReturn:
    raise RulesFault([Problem(name, line, column, "", message)])
