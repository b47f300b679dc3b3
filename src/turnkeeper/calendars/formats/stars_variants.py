"""Variants in a file of Seasons & Stars: other years, names, moons and hours over the same days.

As that program does it: the default variant stands where none is asked for, and its ``yearOffset`` is the
number of the first day's year. A file of variants alone varies a calendar that it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from turnkeeper.calendars.formats.accounts import Ledger
from turnkeeper.calendars.formats.building import head
from turnkeeper.calendars.formats.source import Tree, refuse
from turnkeeper.calendars.reading import load_preset

_GREGORIAN = "gregorian"
_WHOLE = ("moons", "canonicalHours")
"""What a variant states anew, not name by name."""


def varied(tree: Tree, file: str, wanted: str) -> tuple[Tree, str]:
    """Return the file as a variant has it, and that variant's id: the one wanted, else the default, if any.

    Raises `RulesFault` for one that the file has not, and where it varies a calendar that is not there.
    """
    variants = _table(tree.get("variants"))
    if wanted and wanted not in variants:
        refuse(
            file, f"it has no variant {wanted[:60]!r}", f"known: {', '.join(list(variants)[:20]) or 'none'}"
        )
    base = tree.get("baseCalendar")
    taken = wanted or next((key for key, one in variants.items() if _table(one).get("default") is True), "")
    if isinstance(base, str) and not tree.get("months"):
        if base != _GREGORIAN:
            hint = "put its variants into the file of that calendar"
            refuse(file, f"it only varies the calendar {base[:60]!r}, which is another file", hint)
        tree = _gregorian() | tree
        if not taken and variants:
            refuse(file, "which of its variants is meant is open", f"known: {', '.join(list(variants)[:20])}")
    if not taken:
        return tree, ""
    return _applied(tree, taken, _table(variants[taken])), taken


def tell_variants(ledger: Ledger, tree: Tree, taken: str) -> None:
    """Note what became of each variant: what was taken of one, and how the others are read."""
    if "baseCalendar" in tree:
        ledger.note(("baseCalendar",), "kept")
        ledger.note(("name",), "kept")
    for key in _table(tree.get("variants")):
        if key != taken:
            ledger.lose(("variants", key), f"a calendar of its own: ask for the variant {key}", "asked")
            continue
        for path in _what_counts(_table(_table(tree.get("variants")).get(key))):
            ledger.note(("variants", key, *path), "kept")


def _what_counts(variant: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    yield from (("name",), ("default",), ("config", "yearOffset"), ("overrides", "year"))
    overrides = _table(variant.get("overrides"))
    yield from (("overrides", name) for name in _WHOLE)
    for kind in ("months", "weekdays"):
        yield from (("overrides", kind, name, "name") for name in _table(overrides.get(kind)))


def _applied(tree: Tree, key: str, variant: Mapping[str, object]) -> Tree:
    overrides, year = _table(variant.get("overrides")), dict(_table(tree.get("year")))
    offset, epoch, now = (
        _table(variant.get("config")).get("yearOffset"),
        year.get("epoch", 0),
        year.get("currentYear"),
    )
    if isinstance(offset, int):
        year["epoch"] = offset
        if isinstance(now, int) and isinstance(epoch, int):
            year["currentYear"] = now + offset - epoch
    year |= _table(overrides.get("year"))
    title, called = _table(_table(tree.get("translations")).get("en")), variant.get("name") or key
    label = title.get("label") or tree.get("name") or tree.get("id")
    found = dict(tree) | {
        "id": head(f"{tree.get('id')} {key}").id,
        "year": year,
        "translations": {"en": {**title, "label": f"{label} ({called})"}},
        **{name: overrides[name] for name in _WHOLE if name in overrides},
    }
    months = _table(overrides.get("months"))
    found["months"] = _renamed(tree.get("months"), months)
    found["weekdays"] = _renamed(tree.get("weekdays"), _table(overrides.get("weekdays")))
    called_now = {old: new for old, one in months.items() if isinstance(new := _table(one).get("name"), str)}
    # What names a month by its old name means the same month.
    for section in ("leapYear", "intercalary"):
        found[section] = _named_anew(tree.get(section), called_now)
    return {name: value for name, value in found.items() if value is not None}


def _named_anew(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, list):
        return [_named_anew(one, names) for one in value]
    if not isinstance(value, Mapping):
        return value
    ways = ("month", "after", "before")
    return dict(value) | {way: names.get(str(value[way]), value[way]) for way in ways if way in value}


def _renamed(named: object, others: Mapping[str, object]) -> object:
    """Return a list of what has names, with other values by those names."""
    if not (isinstance(named, list) and others):
        return named
    return [
        {**one, **_table(others.get(str(one.get("name"))))} if isinstance(one, Mapping) else one
        for one in named
    ]


def _gregorian() -> Tree:
    """Return the Gregorian calendar as that program has it: 1 January of the year 0 was a Saturday."""
    ours = load_preset(_GREGORIAN)
    *others, last = ours.week.days
    return {
        "months": [{"name": part.name, "days": part.days} for part in ours.parts],
        "weekdays": [{"name": day} for day in (last, *others)],
        "leapYear": {"rule": _GREGORIAN, "month": "February", "extraDays": 1},
        "year": {"epoch": 0, "startDay": 6},
    }


def _table(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}
