"""Single values: each keeps within the bounds and the form that its type declares, and names an entry.

One walk over all that a rule set holds. Declarations stand in `model.values`; no field is named here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from turnkeeper.chance.notation import DiceError, parse_dice
from turnkeeper.rules.checking.ground import ANY_DAY, Ground, can_be_shown
from turnkeeper.rules.model.marks import (
    Bounds,
    ListSize,
    MarkedValue,
    NeededIf,
    Reference,
    TextForm,
    marked_fields,
    marked_values,
    values_within,
)
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.values import LARGEST_NUMBER, LONGEST_NAME
from turnkeeper.rules.problems import Fault, Path, did_you_mean
from turnkeeper.time import SpokenTimeError

DAWN = "dawn"
DUSK = "dusk"
_CLOCK_HINT = 'write it as "06:00"'


def value_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of a value that has a mark, then those of any number or text."""
    for one in _names(ground):
        yield from _faults(one, (), ground)
    for kind, parts in ground.held.by_type.items():
        for path, part in parts if marked_fields(kind) else ():
            for one in marked_values(part) if path else ():
                yield from _faults(one, path, ground)
    for path, value in ground.held.odd:
        if isinstance(value, int):
            yield Fault(path, f"the number is beyond {LARGEST_NUMBER:,}")
        else:
            yield Fault(path, "holds a character that cannot be shown", "leave control characters out")


def _names(ground: Ground) -> Iterator[MarkedValue]:
    """Yield the names of all sections: those too of entries that could not be read."""
    for field in marked_fields(RuleSet):
        yield from values_within(dict.fromkeys(ground.names[field.name]), field.shape, (field.name,))


def _faults(one: MarkedValue, above: Path, ground: Ground) -> Iterator[Fault]:
    path, value = (*above, *one.path), one.value
    match one.mark:
        case Bounds() as bounds if isinstance(value, int):
            yield from _number(value, bounds, path)
        case TextForm(reads="duration") if isinstance(value, str):
            yield from _length(value, path, ground)
        case TextForm(reads="time of day", pattern=pattern) if isinstance(value, str):
            yield from _time_of_day(value, pattern, path, ground)
        case TextForm(reads="dice") if isinstance(value, str):
            yield from _dice(value, path)
        case TextForm() as form if isinstance(value, str):
            yield from _text(value, form, path, at_key=one.at_key)
        case Reference() as reference if isinstance(value, str):
            yield from _reference(value, reference, path, ground, at_key=one.at_key)
        case NeededIf() as needed if not str(value).strip():
            yield Fault(path, needed.message, needed.hint)
        case ListSize() as size if isinstance(value, dict | tuple):
            yield from _size(value, size, path, str(path[-2:][0]))


def _number(value: int, bounds: Bounds, path: Path) -> Iterator[Fault]:
    least, most = bounds.least, bounds.most
    if least is not None and value < least:
        yield Fault(path, bounds.low.format(value=value), bounds.hint or f"at least {least}")
    elif (most is not None and value > most) or value == bounds.never or value % bounds.step:
        yield Fault(path, bounds.high.format(value=value), bounds.hint or f"at most {most}")


def _text(value: str, form: TextForm, path: Path, *, at_key: bool) -> Iterator[Fault]:
    if not at_key and not can_be_shown(value):
        return
    fits = re.search(form.pattern, value) and len(value) <= (form.longest or len(value))
    if not fits or (at_key and (value != value.strip() or not value.isprintable())):
        said = form.message if isinstance(path[-1], str) else form.message.replace("the {field}", "this")
        message = said.format(value=value[:LONGEST_NAME], field=path[-1])
        yield Fault(path, message, form.hint, at_key=at_key)


def _length(text: str, path: Path, ground: Ground) -> Iterator[Fault]:
    # A length of nothing or less cannot be read either: every cadence goes forward.
    if ground.scale is None:
        return
    if not text:
        yield Fault(path, "a length is needed here", 'such as "1 h"')
        return
    try:
        ground.scale.parse_duration(text)
    except SpokenTimeError as fault:
        yield Fault(path, f"{text[:40]!r} is no length: {fault.message}", fault.hint, column=fault.column)


def _dice(text: str, path: Path) -> Iterator[Fault]:
    try:
        parse_dice(text)
    except DiceError as fault:
        yield Fault(path, f"{text[:40]!r} is no throw: {fault.message}", fault.hint, column=fault.column)


def _time_of_day(text: str, pattern: str, path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield the faults of a time; a file writes it in digits, also where a referee may say ``noon``."""
    if ground.scale is None:
        return
    if not text.strip():
        yield Fault(path, "the time is blank", _CLOCK_HINT)
        return
    try:
        ground.scale.parse_instant(ANY_DAY + text)
    except SpokenTimeError as fault:
        column = max(fault.column - len(ANY_DAY), 0)
        yield Fault(path, f"{text[:40]!r} is no time of day: {fault.message}", _CLOCK_HINT, column=column)
    else:
        if re.search(pattern, text) is None:
            yield Fault(path, f"{text[:40]!r} is no time of day in digits", _CLOCK_HINT)


def _reference(
    name: str, reference: Reference, path: Path, ground: Ground, *, at_key: bool
) -> Iterator[Fault]:
    section, known = reference.to, ground.names.get(reference.to, ())
    hint = f"add [{section}.{name[:LONGEST_NAME]}]"
    if section == "attributes":
        section, known = "characters", ground.rules.characters.attributes
        hint = "name it under characters.attributes"
    elif section == "times of day":
        daily = (DAWN, DUSK) if ground.names["seasons"] else ()
        section, known = "time", (*ground.rules.time.times_of_day, *daily)
        hint = 'name it under time.times_of_day, such as dawn = "06:00"'
    if name in known or (section in ground.lost and not known):
        return
    hint = did_you_mean(name, known) if known else hint
    message = f"there is no {reference.noun} {name[:LONGEST_NAME]!r}"
    yield Fault(path, message, hint, at_key=at_key)


def _size(
    value: dict[str, object] | tuple[object, ...], size: ListSize, path: Path, name: str
) -> Iterator[Fault]:
    if len(value) < size.fewest:
        yield Fault(path, size.message, size.hint.replace("{name}", name))
    for index, item in enumerate(value if size.distinct else ()):
        if item in tuple(value)[:index]:
            yield Fault((*path, index), size.message.format(value=item), size.hint)
