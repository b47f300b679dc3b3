"""From the text of a calendar file to a checked calendar, with every problem at once at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import cast

import msgspec
from msgspec import Struct

from turnkeeper.calendars.checking import faults
from turnkeeper.calendars.model import CalendarData
from turnkeeper.rules.model.marks import Bounds, ListSize, MarkedValue, TextForm, marked_values
from turnkeeper.rules.problems import (
    MOST_FAULTS,
    Fault,
    Path,
    Problem,
    RulesFault,
    UnknownNameError,
    did_you_mean,
)
from turnkeeper.rules.reading.shape import shape_faults
from turnkeeper.rules.reading.source import Source, read_source

_HOME = "turnkeeper.calendars"
_DEEPEST_CHAIN = 5


def preset_ids() -> tuple[str, ...]:
    """Return the ids of the calendars that come with the program."""
    from importlib.resources import files

    names = (entry.name for entry in files(_HOME).joinpath("presets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def preset_text(calendar: str) -> str | None:
    """Return the text of a calendar that comes with the program, or ``None``."""
    from importlib.resources import files

    if calendar not in preset_ids():
        return None
    return files(_HOME).joinpath("presets", f"{calendar}.toml").read_text("utf-8")


@cache
def load_preset(calendar: str) -> CalendarData:
    """Return a calendar that comes with the program; raises `UnknownNameError` for an id that none has."""
    text = preset_text(calendar)
    if text is None:
        raise UnknownNameError(
            f"there is no calendar {calendar[:60]!r}", did_you_mean(calendar, preset_ids())
        )
    return read_calendar(text, f"{calendar}.toml")


def read_calendar(text: str, name: str, base: Callable[[str], str | None] = preset_text) -> CalendarData:
    """Return the calendar that a text states; raises `RulesFault` with all problems at once.

    ``base`` gives the text of a calendar that it extends by its id. Tables are merged name by name, lists
    are replaced whole.
    """
    source = read_source(text, name)
    merged = cast("dict[str, object]", _exact(_merged(source, base, 0)))
    shape = shape_faults(merged, calendar_schema())
    try:
        data = msgspec.convert(merged, CalendarData, strict=True)
    except msgspec.ValidationError as fault:
        raise _refused(source, shape or [Fault((), str(fault))]) from fault
    found = faults_of(data)
    if shape or found:
        raise _refused(source, [*shape, *found])
    return data


def faults_of(data: CalendarData) -> list[Fault]:
    """Return all that is wrong with a calendar, its values first."""
    return list(islice(_faults_of_values(data, ()), MOST_FAULTS)) or list(islice(faults(data), MOST_FAULTS))


@cache
def calendar_schema() -> dict[str, object]:
    """Return the JSON Schema of calendar files."""
    return cast("dict[str, object]", msgspec.json.schema(CalendarData))


def _merged(source: Source, base: Callable[[str], str | None], depth: int) -> dict[str, object]:
    head = source.data.get("calendar")
    extends = head.get("extends") if isinstance(head, dict) else None
    if not isinstance(extends, str) or not extends:
        return source.data
    text = base(extends) if depth < _DEEPEST_CHAIN else None
    if text is None:
        why = "calendars extend each other too deep" if depth else f'there is no calendar "{extends[:60]}"'
        raise _refused(source, [Fault(("calendar", "extends"), why, did_you_mean(extends, preset_ids()))])
    return _over(_merged(read_source(text, f"{extends}.toml"), base, depth + 1), source.data)


def _over(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    found = dict(below)
    for name, value in above.items():
        before = found.get(name)
        found[name] = _over(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return found


def _exact(value: object) -> object:
    """Return data with numbers that have a point as their text, which is exact."""
    match value:
        case dict():
            return {name: _exact(inner) for name, inner in value.items()}
        case list():
            return [_exact(inner) for inner in value]
        case Decimal():
            return str(value)
        case _:
            return value


def _refused(source: Source, found: list[Fault]) -> RulesFault:
    return RulesFault(sorted(_placed(source, one) for one in dict.fromkeys(found)))


def _placed(source: Source, fault: Fault) -> Problem:
    """Return a fault at its place; of what was said only in a file it extends, at the word ``extends``."""
    above = [fault.path[:length] for length in range(len(fault.path), 0, -1)]
    spot = next((source.spots[one] for one in (*above, ("calendar", "extends")) if one in source.spots), None)
    if spot is None:
        return Problem(
            source.name, 1, 1, "", f"{'.'.join(map(str, fault.path))}: {fault.message}", fault.hint
        )
    place = spot.key if fault.at_key else spot.inside(fault.column)
    return place.problem(fault.path, fault.message, fault.hint)


def _faults_of_values(part: Struct, path: Path) -> Iterator[Fault]:
    """Yield a fault for each value beyond its bounds, in a part and in all parts inside it."""
    for marked in marked_values(part):
        yield from _faults_of_value(marked, path)
    for field in part.__struct_fields__:
        value = getattr(part, field)
        if isinstance(value, Struct):
            yield from _faults_of_values(value, (*path, field))
        elif isinstance(value, tuple):
            for index, inner in enumerate(value):
                if isinstance(inner, Struct):
                    yield from _faults_of_values(inner, (*path, field, index))


def _faults_of_value(marked: MarkedValue, path: Path) -> Iterator[Fault]:
    import re

    where, value = (*path, *marked.path), marked.value
    match marked.mark, value:
        case Bounds() as bounds, int():
            low = bounds.least is not None and value < bounds.least
            high = bounds.most is not None and value > bounds.most
            if low or high or value == bounds.never:
                message = bounds.low if low or value == bounds.never else bounds.high
                yield Fault(where, message.format(value=value), bounds.hint)
        case TextForm() as form, str():
            if (form.longest is not None and len(value) > form.longest) or not re.search(form.pattern, value):
                yield Fault(where, (form.message or form.about).format(value=value[:40]), form.hint)
        case ListSize() as size, tuple():
            if len(value) < size.fewest:
                yield Fault(where, size.message, size.hint)
        case _:
            pass
