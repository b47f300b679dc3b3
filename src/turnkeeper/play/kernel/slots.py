"""Kinds of slots in a spoken form: names, numbers, lengths of time, areas, people.

Each kind has a reader and a writer that undo each other, and a word that help shows for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from turnkeeper.hexes import Face
from turnkeeper.play.kernel.introducing.animals import read_animals, say_animals
from turnkeeper.play.kernel.introducing.creatures import Amount, read_amount, read_creatures, say_creatures
from turnkeeper.play.kernel.introducing.entries import read_sheet, say_sheet
from turnkeeper.play.kernel.introducing.newcomers import LONGEST_NAME, read_people, say_people
from turnkeeper.play.kernel.measures import FEET, read_area, say_clock, say_length
from turnkeeper.play.kernel.remarks import (
    REMARKS,
    is_doubtful,
    read_about,
    read_signed,
    read_where,
    wants_quotes,
    without_feet,
)
from turnkeeper.play.kernel.sentence import NUMBERS, names_something
from turnkeeper.play.kernel.several import JOINED, amounts
from turnkeeper.play.kernel.speech import (
    Optional,
    Part,
    Slot,
    SpeechError,
    in_quotes,
    quote,
    read_form,
    unquote,
)
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, SpokenTimeError

_FEET = re.compile(rf"(\d{{1,9}})\s*{FEET}?", re.IGNORECASE)
_YARDS = re.compile(r"(\d{1,8})\s*(?:yards?|yds?)", re.IGNORECASE)
_SQUARES = re.compile(r"(\d{1,9})\s*(?:squares?|sq\.?)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_DICE = re.compile(r"[1-9]\d?d[1-9]\d{0,2}(?:[+-][1-9]\d{0,2})?")
_DIGEST = re.compile(r"[0-9a-f]{8,64}")
_DIE = re.compile(r"1?d([2-9]|[1-9]\d{1,2})")
_TIMES = re.compile(r"x?(\d{1,6})x?")
_MOST_TIMES, _MOST = 999_999, 999_999_999
NEW_LINE = " / "
"""The mark of a new line in a text, as in quoted verse: a command is one line."""
_OF_A_SIDE = frozenset({"hd", "hp", "morale", "order", "initiative"})
_NUMBERED = re.compile(r"\s\d+\s")
_FIGURE = re.compile(
    r"\b(?:(?:hd|hp|morale|order|initiative|recovery) d?\d|(?:hd|hp|morale)$)"
    r"|\d ?(?:hd|hp|ft|feet|foot|yds?|yards?)\b",
    re.IGNORECASE,
)


class SlotKind(Struct, frozen=True):
    """A kind of slot: the word that help shows for it, its reader and its writer.

    A ``named`` kind may be said in quotes, which keep its words together; an ``open`` one may be a new name.
    One with ``bounds`` is a whole number between them, whose ``unit`` goes without saying in a field.
    """

    shown: str
    read: Callable[[str, Rulebook], object]
    say: Callable[[object, Rulebook], str]
    named: bool = False
    open: bool = False
    bounds: tuple[int, int] | None = None
    unit: str = ""


def read(kind: str, said: str, start: int, text: str, book: Rulebook) -> object:
    """Return the value of a slot's words; raises `SpeechError` at their column."""
    try:
        return KINDS[kind].read(said, book)
    except SpokenTimeError as fault:
        raise SpeechError(text, start + fault.column, fault.message, fault.hint) from fault
    except ValueError as fault:
        message, hint = (*fault.args, "", "")[:2]
        raise SpeechError(text, start + 1, str(message), str(hint)) from fault


def say(kind: str, value: object, reserved: frozenset[str] | None, book: Rulebook) -> str:
    """Return a value in the words of its kind of slot, in quotes if it holds a reserved word.

    Without a set of reserved words, every value of a named kind is in quotes.
    """
    said = KINDS[kind].say(value, book)
    if not KINDS[kind].named:
        return said
    if wants_quotes(kind, said) or (kind in ("met", "weapon") and _FIGURE.search(said)):
        return in_quotes(said)
    if kind == "several" and any(map(is_doubtful, JOINED.split(said))):
        return in_quotes(said)
    return in_quotes(said) if reserved is None else quote(said, reserved)


def read_field(kind: str, typed: str, book: Rulebook) -> object:
    """Return the value of a field that holds nothing else; raises `SpeechError`.

    A typed text is one name whatever its words are, a number needs no unit or sign; lines are kept.
    """
    one, lines = KINDS[kind], (line.strip() for line in typed.splitlines())
    said = NEW_LINE.join(filter(None, lines))
    if one.named and '"' not in said:
        said = in_quotes(said)
    if said.isdecimal():
        said = f"{'+' if kind == 'signed' else ''}{said} {one.unit}".rstrip()
    return read(kind, said, 0, typed, book)


def say_field(kind: str, value: object, book: Rulebook) -> str:
    """Return a value as it stands in a field: ``read_field`` reads it."""
    return str(value) if KINDS[kind].bounds is not None else KINDS[kind].say(value, book)


def kinds_of(parts: Iterable[Part]) -> dict[str, str]:
    """Return the kind of every slot of a form by its field, optional slots included."""
    found: dict[str, str] = {}
    for part in parts:
        match part:
            case Slot(field=field, kind=kind):
                found[field] = kind
            case Optional(parts=inner):
                found.update(kinds_of(inner))
            case _:
                pass
    return found


def plain(form: str) -> str:
    """Return a form as help shows it: ``light KIND [for WHO]``."""
    for field, kind in kinds_of(read_form(form)).items():
        form = form.replace(f"{{{field}:{kind}}}", KINDS[kind].shown)
    return form


def _read_name(said: str, _book: Rulebook) -> str:
    name = " ".join(unquote(said).split())
    if not name or len(name) > LONGEST_NAME:
        message = f"a name has 1 to {LONGEST_NAME} characters"
        raise ValueError(message)
    if any(mark in name for mark in ';"'):
        message = "a name holds no quotes and no semicolon"
        raise ValueError(message)
    return name


def _read_who(said: str, book: Rulebook) -> str:
    if is_doubtful(said):
        message = f"{said[:30]!r} holds more than a name"
        raise ValueError(message, "a name with a number in it is said in quotes")
    return _read_name(said, book)


def _read_several(said: str, book: Rulebook) -> str:
    """Return names as they are joined; each is one that could be said alone."""
    name = _read_name(said, book)
    for part in filter(None, JOINED.split(said)) if said == unquote(said) else ():
        _read_who(part, book)
    return name


def _read_side(said: str, book: Rulebook) -> str:
    """Return the name of a side; a number in it stands in quotes, since else it is written of the side."""
    name = _read_name(said, book)
    told = any(map(_says_of_side, name.casefold().split()))
    if name == " ".join(said.split()) and (told or not names_something(name)):
        message = f"{name[:60]!r} is no name of a side: a number in a name stands in quotes"
        raise ValueError(message, "written of a side are hd, hp, morale, order and initiative")
    return name


def _read_goods(said: str, book: Rulebook) -> str:
    """Return the name of an item, perhaps in quotes, with others joined to it, each with its number."""
    name = _read_name(said, book)
    for count, item in amounts(f"1 {said}") if unquote(said) == said else ():
        if count and _NUMBERED.search(item):
            message = f"{item[:60]!r} holds a number"
            raise ValueError(message, "several are joined: 6 torches, 3 oil")
    return name


def _read_met(said: str, book: Rulebook) -> str:
    """Return the name of an encounter or a weapon; the figures beside it are no part of that."""
    if said == unquote(said) and _FIGURE.search(said):
        message = f"{said[:60]!r} holds more than a name"
        raise ValueError(message, "figures stand after how many they are: meet 2 goblins morale 7 hp 4")
    return _read_name(said, book)


def _says_of_side(word: str) -> bool:
    """Return whether a word says something of a side, and is no part of its name: ``six``, ``order``."""
    return word.isdecimal() or word in NUMBERS or word in _OF_A_SIDE


def _read_pace(said: str, book: Rulebook) -> str:
    return _read_name(without_feet(said), book)


def _read_order(said: str, _book: Rulebook) -> str:
    if said.split(maxsplit=1)[0].casefold() == "of":
        message = "here come the names of those who act, in order"
        raise ValueError(message)
    return " ".join(said.split())


def _read_text(said: str, _book: Rulebook) -> str:
    return " ".join(said.split())


def _read_digest(said: str, _book: Rulebook) -> str:
    if not _DIGEST.fullmatch(said.casefold()):
        message = f"{said[:30]!r} is not the beginning of a digest"
        raise ValueError(message, "8 to 64 of the digits 0-9 and a-f")
    return said.casefold()


def _read_dice(said: str, _book: Rulebook) -> str:
    dice = said.casefold()
    if not _DICE.fullmatch(dice):
        message = f"{said[:30]!r} are no dice"
        raise ValueError(message, "such as 1d3 or 2d6+1")
    return dice


def _read_number(said: str, _book: Rulebook) -> int:
    if not _NUMBER.fullmatch(said):
        message = f"{said[:30]!r} is not a whole number"
        raise ValueError(message)
    return int(said)


def _read_value(said: str, book: Rulebook) -> int:
    """Return a number that is set; one with a plus is added, and not set."""
    if said.startswith("+"):
        message = f"{said[:30]!r} is so many more than before"
        raise ValueError(message, f"{said[1:30]} is set, {said[1:30]} more is added")
    return _read_number(said, book)


def _read_less(said: str, _book: Rulebook) -> int:
    """Return a number that is said with a minus, as points lost."""
    return _after_sign("-", said)


def _read_below(said: str, _book: Rulebook) -> int:
    """Return a number below 0."""
    return -_after_sign("-", said)


def _read_more(said: str, _book: Rulebook) -> int:
    """Return a number that is said with a plus, as points won."""
    return _after_sign("+", said)


def _after_sign(sign: str, said: str) -> int:
    if not said.startswith(sign) or not _NUMBER.fullmatch(said) or int(said) == 0:
        message = f"{said[:30]!r} is no number with {sign}"
        raise ValueError(message)
    return abs(int(said))


def _read_times(said: str, _book: Rulebook) -> int:
    found = _TIMES.fullmatch(said.casefold())
    if found is None or int(found[1]) == 0:
        message = f"{said[:30]!r} is not a number from 1 to {_MOST_TIMES:,}"
        raise ValueError(message)
    return int(found[1])


def _read_amount(said: str, book: Rulebook) -> Amount:
    """Return a number, or the dice for it."""
    times = _TIMES.fullmatch(said.casefold())
    if times is not None:
        return int(times[1])
    return _read_number(said, book) if _NUMBER.fullmatch(said) else read_amount(said)


def _read_feet(said: str, _book: Rulebook) -> int:
    found, yards = _FEET.fullmatch(said), _YARDS.fullmatch(said)
    feet = 3 * int(yards[1]) if yards else int(found[1]) if found else 0
    if feet == 0:
        message = f"{said[:30]!r} is not a distance"
        raise ValueError(message, "write it as 50 ft")
    return feet


def _read_squares(said: str, _book: Rulebook) -> int:
    found = _SQUARES.fullmatch(said)
    if found is None or int(found[1]) == 0:
        message = f"{said[:30]!r} is no number of squares"
        raise ValueError(message, "write it as 12 squares")
    return int(found[1])


def say_squares(squares: object) -> str:
    """Return a number of squares in words: ``1 square``, ``12 squares``."""
    return "1 square" if squares == 1 else f"{squares} squares"


def _read_area(said: str, _book: Rulebook) -> str:
    return read_area(said)


def _read_length(said: str, book: Rulebook) -> Duration:
    return book.scale.parse_duration(said)


def _plainly(value: object, _book: Rulebook) -> str:
    return str(value)


def _read_face(said: str, _book: Rulebook) -> Face:
    try:
        return Face.of(said)
    except KeyError:
        message = f"{said[:30]!r} is no face of a hex"
        raise ValueError(message, "n, ne, se, s, sw or nw, as in south-east") from None


def _say_face(value: object, _book: Rulebook) -> str:
    return value.words if isinstance(value, Face) else str(value)


def _read_die(said: str, _book: Rulebook) -> str:
    found = _DIE.fullmatch(said.casefold())
    if found is None:
        message = f"{said[:30]!r} is not a die"
        raise ValueError(message, "write it as d8")
    return f"d{found[1]}"


KINDS: dict[str, SlotKind] = {
    "name": SlotKind("NAME", _read_name, _plainly, named=True),
    "side": SlotKind("NAME", _read_side, _plainly, named=True, open=True),
    "who": SlotKind("WHO", _read_who, _plainly, named=True),
    "several": SlotKind("WHO", _read_several, _plainly, named=True),
    "what": SlotKind("WHAT", _read_name, _plainly, named=True),
    "goods": SlotKind("WHAT", _read_goods, _plainly, named=True),
    "weapon": SlotKind("WHAT", _read_met, _plainly, named=True),
    "met": SlotKind("WHAT", _read_met, _plainly, named=True),
    "light": SlotKind("LIGHT", _read_name, _plainly, named=True),
    "scene": SlotKind("SCENE", _read_name, _plainly, named=True),
    "table": SlotKind("TABLE", _read_name, _plainly, named=True),
    "map": SlotKind("MAP", _read_name, _plainly, named=True),
    "pace": SlotKind("PACE", _read_pace, _plainly, named=True),
    "about": SlotKind("TEXT", read_about, _plainly, named=True),
    "where": SlotKind("TEXT", read_where, _plainly, named=True),
    # The writer is only given values that the reader returned.
    "people": SlotKind("PEOPLE", read_people, say_people),  # type: ignore[arg-type]
    "sheet": SlotKind("SHEET", read_sheet, say_sheet),  # type: ignore[arg-type]
    "animals": SlotKind("MOUNTS", read_animals, say_animals),  # type: ignore[arg-type]
    "creatures": SlotKind("CREATURES", read_creatures, say_creatures),  # type: ignore[arg-type]
    "until": SlotKind("TIME", _read_text, _plainly),
    "text": SlotKind("TEXT", _read_text, _plainly),
    "order": SlotKind("NAMES", _read_order, _plainly),
    "digest": SlotKind("DIGEST", _read_digest, _plainly),
    "picture": SlotKind("PICTURE", _read_digest, _plainly),
    "dice": SlotKind("DICE", _read_dice, _plainly),
    "number": SlotKind("N", _read_number, _plainly, bounds=(-_MOST, _MOST)),
    "value": SlotKind("N", _read_value, _plainly, bounds=(-_MOST, _MOST)),
    "signed": SlotKind("+N", read_signed, lambda value, _book: f"{value:+d}", bounds=(-_MOST, _MOST)),
    "less": SlotKind("-N", _read_less, lambda value, _book: f"-{value}"),
    "below": SlotKind("-N", _read_below, _plainly),
    "more": SlotKind("+N", _read_more, lambda value, _book: f"+{value}"),
    "times": SlotKind("N", _read_times, _plainly, bounds=(1, _MOST_TIMES)),
    "amount": SlotKind("N", _read_amount, _plainly),
    "points": SlotKind("N", _read_amount, _plainly),
    "feet": SlotKind("FEET", _read_feet, lambda value, _book: f"{value} ft", bounds=(1, _MOST), unit="ft"),
    "die": SlotKind("d8", _read_die, _plainly),
    "face": SlotKind("FACE", _read_face, _say_face),
    "squares": SlotKind(
        "SQUARES", _read_squares, lambda value, _book: say_squares(value), bounds=(1, _MOST), unit="squares"
    ),
    "area": SlotKind("20x20", _read_area, _plainly),
    "length": SlotKind("LENGTH", _read_length, say_length),
    "clock": SlotKind("LENGTH", _read_length, say_clock),
}
TOLD = frozenset((*REMARKS, "text", "order", "until", "people", "animals", "creatures", "sheet"))
"""Kinds that take any words: a reading that needs them for fewer words is the one that is meant."""
