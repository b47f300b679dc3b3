"""Lists of creatures as referees have them: CSV with a header, JSON, tables, stat blocks in a line or two.

    Goblin: AC 6, HD 1-1, hp 3, ML 7, #AP 2d4
    name,hp,morale,number

The figures read are those that a kind of creature has; others that stat blocks have stand in its note.
Whatever is not read is listed, with its line. Nothing here knows a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from turnkeeper.files.people_list import cells_of
from turnkeeper.play.kernel.introducing.creatures import LONGEST_NOTE, Amount, Creature, read_amount
from turnkeeper.play.kernel.introducing.newcomers import LONGEST_NAME

MOST_CHARACTERS = 1_000_000
MOST_KINDS = 500
MOST_UNREAD = 100
_SHOWN = 60

_ALIASES = {
    "name": ("name", "monster", "creature", "kind", "title"),
    "number": (
        "number", "no", "no.", "#", "#ap", "#app", "na", "no. app.", "no. appearing", "no appearing",
        "number appearing", "count", "qty", "quantity",
    ),
    "hp": ("hp", "hit points", "hitpoints", "hits", "hit_points"),
    "hd": ("hd", "hit dice", "hit_dice"),
    "morale": ("ml", "morale", "mor"),
    "order": ("order", "initiative order"),
    "initiative": ("initiative", "initiative die"),
    "reaction": ("reaction", "react"),
    "weapon": ("weapon", "weapons", "attack", "attacks", "att", "atk"),
    "recovery": ("recovery", "rec"),
    "speed": ("speed", "mv", "move", "movement"),
    "note": ("note", "notes", "description", "special", "desc"),
}  # fmt: skip
_COLUMNS = {alias: field for field, aliases in _ALIASES.items() for alias in aliases}
_NOTED = frozenset(
    ("ac", "thac0", "sv", "save", "saves", "al", "align", "alignment", "xp", "tt", "dmg", "damage", "size")
)
"""Figures that stat blocks have and nothing here reads: they stand in the note."""
_DICE = re.compile(r"(?<![\dd])(?:[1-9]\d?)?d[1-9]\d{0,2}(?:\s*[+-]\s*[1-9]\d{0,2})?(?!\d)", re.IGNORECASE)
_RANGE = re.compile(r"(?<!\d)([1-9]\d?)\s*[-\u2013]\s*([1-9]\d{0,2})(?!\d)")
_WHOLE = re.compile(r"[+-]?\d{1,6}(?!\d)")
_HIT_DICE = re.compile(r"(\d{1,2})(?:\s*([+-])\s*(\d{1,2}))?(?![\d/])")
_UNSPEAKABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\";]+")
_WORDY = frozenset(one for one in _COLUMNS if one.isalpha() and len(one) > len("morale")) | {
    "weapon", "attack", "move", "count", "order", "notes", "note", "damage", "title", "kind", "save", "size",
    "desc",
}  # fmt: skip
"""Words of plain English: in a stat block they need a colon, while ``ML 7`` needs none."""


def _any_of(keys: Iterable[str]) -> str:
    return "|".join(re.escape(one) for one in sorted(keys, key=lambda one: (-len(one), one)))


_SHORT = {*_COLUMNS, *_NOTED} - _WORDY - {"name", "#", "no", "no."}
_PAIR = re.compile(
    rf"(?<![\w#])(?:({_any_of(_SHORT)})(?:\s*[:=]\s*|\s+|(?=\d))|({_any_of(_WORDY)})\s*[:=]\s*)",
    re.IGNORECASE,
)


class Unread(Struct, frozen=True):
    """Something of a list that was not read: its line from 1, the text, and why."""

    line: int
    text: str
    why: str


class CreatureList(Struct, frozen=True):
    """What was read of a list, and what was not."""

    creatures: tuple[Creature, ...]
    unread: tuple[Unread, ...]


class _Reader:
    """Gathers what it reads and the rest; ``die`` is that of a hit die where hit points are not written."""

    def __init__(self, die: int) -> None:
        self.die = die
        self.creatures: list[Creature] = []
        self.unread: list[Unread] = []

    def miss(self, line: int, text: str, why: str) -> None:
        """List something as not read."""
        if len(self.unread) < MOST_UNREAD:
            self.unread.append(Unread(line, _clean(text, _SHOWN), why))

    def add(self, line: int, given: Iterable[tuple[str, str]]) -> None:
        """Read one creature from its figures, each with the word that stands before it."""
        values: dict[str, object] = {}
        notes: list[str] = []
        hit_dice = ""
        for key, said in given:
            text, field = said.strip(), _COLUMNS.get(_key(key), "")
            if not text:
                continue
            if field == "note" or not field:
                notes.append(text if field else f"{key} {text}")
            elif (value := READS[field](text)) is not None:
                values.setdefault(field, value)
                hit_dice = text if field == "hd" else hit_dice
                notes += _besides(field, key, text, value)
            else:
                self.miss(line, f"{key} {text}", f"{field} is not read from this")
        if "name" not in values:
            self.miss(line, ", ".join(text for _, text in given), "it has no name")
            return
        if self.die and hit_dice:
            values.setdefault("hp", _points_of(hit_dice, self.die))
        note = ", ".join(notes)
        values["note"] = _clean(note, LONGEST_NOTE)
        if len(note) > LONGEST_NOTE:
            self.miss(line, note[LONGEST_NOTE:], f"a note has at most {LONGEST_NOTE} letters")
        if len(self.creatures) >= MOST_KINDS:
            self.miss(line, str(values["name"]), f"only {MOST_KINDS} are read at once")
            return
        self.creatures.append(Creature(**values))  # type: ignore[arg-type]


def read_list(text: str, die: int = 8) -> CreatureList:
    """Return the creatures of a text in whichever form it is, and what of it was not read; never raises.

    Where hit points are not written they are thrown for by the hit dice, each a ``die`` by its sides; 0
    leaves them out.
    """
    reader = _Reader(die)
    if len(text) > MOST_CHARACTERS:
        reader.miss(1, text[:_SHOWN], f"a list has at most {MOST_CHARACTERS:,} characters")
        return CreatureList((), tuple(reader.unread))
    text = text.lstrip("\ufeff")
    if not (text.lstrip()[:1] in ("[", "{") and _read_json(text, reader)) and not _read_table(text, reader):
        _read_blocks(text, reader)
    return CreatureList(tuple(reader.creatures), tuple(reader.unread))


# Forms


def _read_json(text: str, reader: _Reader) -> bool:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    for number, one in enumerate(_entries(found), 1):
        if not isinstance(one, dict):
            reader.miss(number, str(one)[:_SHOWN], "this entry has no fields")
            continue
        known = {key: value for key, value in one.items() if _is_known(key)}
        for key in (key for key in one if key not in known):
            reader.miss(number, key, "nothing is kept under this name")
        reader.add(number, [(key, _flat(value)) for key, value in known.items()])
    return True


def _entries(found: object) -> Iterator[object]:
    """Yield the entries of a list, of the only list within a table, or of a table by names."""
    if isinstance(found, list):
        yield from found
    elif isinstance(found, dict):
        lists = [value for value in found.values() if isinstance(value, list)]
        named = all(isinstance(value, dict) for value in found.values())
        if any(_key(key) == "name" for key in found):
            yield found
        elif len(lists) == 1:
            yield from lists[0]
        elif named:
            yield from ({"name": key, **value} for key, value in found.items())
        else:
            yield from found.values()


def _flat(value: object, depth: int = 0) -> str:
    """Return a value of JSON as one text: of a table its values, one after the other."""
    if isinstance(value, dict | list) and depth < 3:  # noqa: PLR2004 - as deep as stat blocks go
        inner = value.values() if isinstance(value, dict) else value
        return ", ".join(filter(None, (_flat(one, depth + 1) for one in inner)))
    return "" if value is None or isinstance(value, dict | list | bool) else str(value)


def _read_table(text: str, reader: _Reader) -> bool:
    """Read a table with a header, by commas, semicolons, tabs or bars; ``False`` where it has none."""
    lines = [line.strip().strip("|") if "|" in line else line for line in text.splitlines()]
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return True
    by = next((mark for mark in ("\t", "|", ";", ",") if mark in lines[first]), ",")
    header = cells_of(lines[first], by)
    if "name" not in {_COLUMNS.get(_key(one)) for one in header}:
        return False
    for key in header:
        if key and not _is_known(key):
            reader.miss(first + 1, key, "nothing is kept under this heading")
    for at, line in enumerate(lines[first + 1 :], first + 2):
        cells = cells_of(line, by)
        if not line.strip() or not line.strip(f" -:{by}"):
            continue
        for more in filter(None, cells[len(header) :]):
            reader.miss(at, more, "it stands under no heading")
        known = [(key, cell) for key, cell in zip(header, cells, strict=False) if _is_known(key)]
        reader.add(at, known)
    return True


def _read_blocks(text: str, reader: _Reader) -> None:
    """Read stat blocks: a name and its figures in a line, or the figures in the lines after it."""
    name, at, figures = "", 0, list[tuple[str, str]]()
    for number, line in enumerate(text.splitlines(), 1):
        before, found = _pairs(line)
        if not found and not before:
            if any(map(str.isalnum, line)):
                reader.miss(number, line.strip(), "a figure without its value")
            continue
        if before or not name:
            _end_block(reader, name, at, figures)
            name, at, figures = before, number, []
        if found and not name:
            reader.miss(number, line, "it has no name before it")
        figures += found if name else []
    _end_block(reader, name, at, figures)


def _end_block(reader: _Reader, name: str, line: int, figures: list[tuple[str, str]]) -> None:
    if name and figures:
        reader.add(line, [("name", name), *figures])
    elif name:
        reader.miss(line, name, "no figure is read in it")


def _pairs(line: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the text before the first figure of a line, and its figures by their words."""
    marks = list(_PAIR.finditer(line))
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    texts = (line[mark.end() : end].strip(" ,.;|") for mark, end in zip(marks, ends, strict=False))
    found = [(mark[1] or mark[2], text) for mark, text in zip(marks, texts, strict=True)]
    before = line[: marks[0].start()] if marks else line
    return before.strip(" \t,.:;|*#-\u2013("), [(key, value) for key, value in found if value]


# Figures


def _key(said: object) -> str:
    return " ".join(str(said).casefold().strip(" *:").split())


def _besides(field: str, key: str, text: str, value: object) -> list[str]:
    """Return the rest of a text in which a figure was read, so that it is not lost."""
    if field == "name":
        return re.findall(r"\((.*?)\)", text)
    return [f"{key} {text}"] if field != "weapon" and text.casefold() != str(value) else []


def _is_known(key: object) -> bool:
    return _key(key) in _COLUMNS or _key(key) in _NOTED


def _clean(text: str, most: int) -> str:
    """Return a text as a command can hold it, on one line and not too long."""
    said = " ".join(_UNSPEAKABLE.sub(" ", text).split())
    return said if len(said) <= most else f"{said[: most - 3].rstrip()}..."


def _name(text: str) -> str | None:
    name = _clean(re.sub(r"\(.*?\)", "", text), 10 * LONGEST_NAME).strip(" ,.:*")
    return name if 0 < len(name) <= LONGEST_NAME else None


def _amount(text: str) -> Amount | None:
    """Return dice where any are written, as in ``13 (2d8+4)``, a range as its dice, else a number from 1."""
    dice = _DICE.search(text)
    if dice is not None:
        return read_amount("".join(dice[0].split()))
    spread = _RANGE.search(text)
    if spread is not None and int(spread[2]) % int(spread[1]) == 0 and int(spread[2]) > int(spread[1]):
        return f"{spread[1]}d{int(spread[2]) // int(spread[1])}"
    whole = _WHOLE.search(text)
    return int(whole[0]) if whole is not None and int(whole[0]) > 0 else None


def _number(text: str) -> int | None:
    whole = _WHOLE.search(text)
    return None if whole is None else int(whole[0])


def _hit_dice(text: str) -> int | None:
    found = re.search(r"\d{1,3}", text)
    return 0 if text.strip().startswith(("\u00bd", "1/2", "1/")) else None if found is None else int(found[0])


def _points_of(text: str, die: int) -> Amount:
    """Return the dice for hit points that hit dice give: ``1-1`` is ``1d8-1``; half a die is one of half."""
    if _hit_dice(text) == 0:
        return f"1d{max(2, die // 2)}"
    found = _HIT_DICE.search(text)
    if found is None or int(found[1]) == 0:
        return 0
    more = f"{found[2]}{int(found[3])}" if found[2] and int(found[3]) else ""
    return f"{int(found[1])}d{die}{more}"


def _die(text: str) -> str | None:
    found = re.search(r"(?<!\d)1?d([2-9]|[1-9]\d{1,2})(?!\d)", text.casefold())
    return None if found is None else f"d{found[1]}"


def _words(text: str) -> str | None:
    return _clean(text, LONGEST_NOTE) or None


READS: Mapping[str, Callable[[str], object]] = {
    "name": _name,
    "number": _amount,
    "hp": _amount,
    "hd": _hit_dice,
    "morale": _number,
    "order": _number,
    "initiative": _die,
    "reaction": _number,
    "weapon": _words,
    "recovery": _number,
    "speed": _number,
}
"""How each figure is read from whatever stands there; ``None`` where it cannot be."""
