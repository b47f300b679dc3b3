"""The account of a file: each value that it states, and whether it was kept, changed, dropped or asked.

A reader takes values through a `FileValue`, which notes each of them; what nobody took is dropped, and stands
in the account all the same. So no value can go missing without a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import islice
from typing import Literal, TypeAlias

from msgspec import Struct

from turnkeeper.rules.problems import Fault, Path, shown

Fate: TypeAlias = Literal["kept", "changed", "dropped", "asked", "left out"]
_EXACT = re.compile(r"-?\d{1,9}(?:\.\d{1,12}|/[1-9]\d{0,8})?")

MOST_READ = 2_000
NO_PLACE = "a calendar here has no place for it"
_LOOKS = "pictures and colours are not kept"
_TEXTS = "descriptions are not kept"
_WRITTEN = "how dates are written is decided here"
_WEATHER = "weather is said in rule sets"
_MARKS = "short names, numbers of the list and marks that move no day are not kept"
_NOW = "what time it is, the campaign's clock says"
_SETTINGS = "ids and settings of other programs are not kept"
_WORDS = {
    _LOOKS: """icon iconUrl color colors color_1 color_2 gradient faceColor shadowColor textColor image img
        displayStyle sort sort_by order text print noprint cinematic colorEnabled color_enabled""",
    _TEXTS: """description content note notes journalEntryId category categories event_category_id
        noteCategories subtitle translations author version label setting""",
    _WRITTEN: "dateFormats dateFormat amPmNotation formatting format cycleFormat",
    _WEATHER: """weather locations location climate custom_location weatherOffset weatherPeak kind seed
        weather_offset temp_sys wind_sys enable_weather""",
    _MARKS: """abbreviation numericRepresentation numericRepresentationOffset ordinal isRestDay prefix suffix
        seasonalType show_text showWeekdayHeadings""",
    _NOW: "hour minute second seconds day_length current_era worldTime",
    _SETTINGS: """id calendar_id calendarId creator_id created_at updated_at settings general globalConfig
        permissions permission compatibility metadata sheetClass remindUsers fromPredefined silent allDay
        reminderType reminderOffset preset_order gameTimeRatio unifyGameAndClockPause updateFrequency
        enabled render link_scale crowding""",
}
_LEFT_OUT = {name: why for why, names in _WORDS.items() for name in names.split()}
"""What concerns looks, texts, weather or a program's own affairs, and no day."""


class Account(Struct, frozen=True):
    """What became of one value of a file, with the reason where it was not simply kept."""

    path: str
    value: str
    fate: Fate
    remark: str = ""


class Ledger:
    """What was noted of the values of one file, by their path, and the faults in them."""

    def __init__(self, root: object, unsaid: str = NO_PLACE) -> None:
        """Take the file as plain data, and the note for a value that nobody took."""
        self._root = root
        self._unsaid = unsaid
        self._noted: dict[Path, tuple[Fate, str]] = {}
        self._lost: dict[Path, tuple[Fate, str]] = {}
        self.faults: list[Fault] = []

    def note(self, path: Path, fate: Fate, remark: str = "") -> None:
        """Note what became of a value, or of all inside it; the worst that was noted stands."""
        before = self._noted.get(path, ("kept", ""))[0]
        if fate != "kept" or (before == "kept" and (remark or path not in self._noted)):
            self._noted[path] = (fate, remark)

    def lose(self, path: Path, remark: str, fate: Fate = "dropped") -> None:
        """Note that a value is lost with all inside it, whatever is noted of that."""
        self._lost[path] = (fate, remark)

    def accounts(self) -> tuple[Account, ...]:
        """Return a line for each value of the file, in its order, then for what it leaves out."""
        found = list(leaves(self._root))
        there = {path[:length] for path, _ in found for length in range(1, len(path) + 1)}
        # What is not said cannot be dropped.
        left_out = [
            Account(shown(path), "", fate, remark)
            for path, (fate, remark) in self._noted.items()
            if path not in there and fate not in {"kept", "dropped"}
        ]
        return (
            *(Account(shown(path), _text(value), *self._fate(path, value)) for path, value in found),
            *left_out,
        )

    def _fate(self, path: Path, value: object) -> tuple[Fate, str]:
        if value is None or value in ([], {}):
            return "kept", ""
        for length in range(1, len(path) + 1) if self._lost else ():
            if path[:length] in self._lost:
                return self._lost[path[:length]]
        for length in range(len(path), 0, -1):
            if path[:length] in self._noted:
                return self._noted[path[:length]]
        if value == "":
            return "kept", ""
        if self._unsaid != NO_PLACE:
            return "dropped", self._unsaid
        reasons = (_LEFT_OUT[part] for part in reversed(path) if isinstance(part, str) and part in _LEFT_OUT)
        why = next(reasons, "")
        return ("left out", why) if why else ("dropped", NO_PLACE)


class FileValue:
    """A value of a file at its path; taking it notes that it was taken."""

    __slots__ = ("ledger", "path", "value")

    def __init__(self, value: object, path: Path, ledger: Ledger) -> None:
        self.value = value
        self.path = path
        self.ledger = ledger

    def at(self, *names: str | int) -> FileValue:
        """Return the value under these names, one in the other; one without a value where there is none."""
        found = self.value
        for name in names:
            if isinstance(found, Mapping):
                found = found.get(name)
            else:
                there = isinstance(found, list) and isinstance(name, int) and -1 < name < len(found)
                found = found[name] if isinstance(found, list) and isinstance(name, int) and there else None
        return FileValue(found, (*self.path, *names), self.ledger)

    def each(self, *names: str | int) -> list[FileValue]:
        """Return the members of a list, or the values of a table, under these names."""
        whole = self.at(*names)
        keys: Iterable[str | int] = whole.value if isinstance(whole.value, Mapping) else ()
        if isinstance(whole.value, list):
            keys = range(len(whole.value))
        found = [whole.at(key) for key in islice(keys, MOST_READ + 1)]
        if len(found) > MOST_READ:
            whole.tell("dropped", f"only the first {MOST_READ:,} of a list are read")
        return found[:MOST_READ]

    @property
    def there(self) -> bool:
        """Return whether the file states it."""
        return self.value is not None

    def tell(self, fate: Fate, remark: str = "") -> None:
        """Note what became of it."""
        if self.path and (self.there or fate != "kept"):
            self.ledger.note(self.path, fate, remark)

    def lose(self, remark: str, fate: Fate = "dropped") -> None:
        """Note that it is lost with all inside it."""
        self.ledger.lose(self.path, remark, fate)

    def text(self, default: str = "") -> str:
        """Take a text; a number is taken as its text."""
        if isinstance(self.value, str | int | Decimal) and not isinstance(self.value, bool):
            self.tell("kept")
            return str(self.value)
        return self._unread(default, "no text")

    def flag(self, *, default: bool = False) -> bool:
        """Take a yes or no."""
        if isinstance(self.value, bool | int):
            self.tell("kept")
            return bool(self.value)
        self._unread("", "neither yes nor no")
        return default

    def whole(self, default: int, least: int, most: int) -> int:
        """Take a whole number within bounds."""
        found = self.exact()
        if found is None:
            return default
        if found.denominator > 1:
            return self._refused(default, "no whole number")
        if not least <= found <= most:
            return self._refused(default, f"not within {least:,} and {most:,}")
        return found.numerator

    def exact(self) -> Fraction | None:
        """Take a number as it is written, or nothing."""
        said = self.value
        if isinstance(said, bool):
            said = None
        elif isinstance(said, str):
            said = said.strip() if _EXACT.fullmatch(said.strip()) else None
        try:
            found = Fraction(said) if isinstance(said, str | int | Decimal) else None
        except (InvalidOperation, ValueError, ZeroDivisionError):
            found = None
        if found is None:
            self._unread("", "no number")
        else:
            self.tell("kept")
        return found

    def _refused(self, default: int, remark: str) -> int:
        self.tell("dropped", f"{remark}; {default:,} stands for it")
        return default

    def _unread(self, default: str, remark: str) -> str:
        if self.there:
            self.tell("dropped", remark)
        return default

    def refuse(self, message: str, hint: str = "") -> None:
        """Note that a file with this value cannot be a calendar."""
        self.ledger.faults.append(Fault(self.path, message, hint))


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every value of plain data that holds no others, with its path, in their order."""
    waiting: list[tuple[Path, object]] = [(path, value)]
    while waiting:
        at, found = waiting.pop()
        if isinstance(found, Mapping) and found:
            waiting.extend(((*at, str(name)), inner) for name, inner in reversed(list(found.items())))
        elif isinstance(found, list | tuple) and found:
            waiting.extend(((*at, index), found[index]) for index in range(len(found) - 1, -1, -1))
        else:
            yield at, found


def _text(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case Mapping():
            return "{}"
        case list() | tuple():
            return "[]"
        case _:
            return str(value)


def folded(accounts: tuple[Account, ...]) -> list[tuple[Account, int]]:
    """Return accounts that say the same of places that differ in numbers only as one, with their number."""
    found: dict[tuple[str, str, str], list[Account]] = {}
    for one in accounts:
        found.setdefault((re.sub(r"\[\d+\]", "[]", one.path), one.fate, one.remark), []).append(one)
    return [
        (Account(path if len(same) > 1 else same[0].path, same[0].value, same[0].fate, remark), len(same))
        for (path, _, remark), same in found.items()
    ]
