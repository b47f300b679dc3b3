"""Edits of a text of house rules from beside it: a field changed, an option switched, lines inserted.

Every edit gives a text, the rest of which stays as it was written: the text is the truth. A form
sent says for each value what it was when it was shown, so that only what was changed there is written, over
whatever the text says by then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from turnkeeper.app.shelf.examples import entry_lines, example_lines, mechanism
from turnkeeper.app.shelf.house_text import HouseText, entry_paths, house_text
from turnkeeper.app.shelf.naming import LONGEST_NAME, tidied
from turnkeeper.app.shelf.often import OftenField, as_meant, often_fields
from turnkeeper.files.toml_edit import put, with_block, with_value
from turnkeeper.rules.problems import Path, shown
from turnkeeper.rules.reading.fields import at, section_names

Sent: TypeAlias = "Mapping[str, Sequence[str]]"

SET, WAS = "set:", "was:"
OPTION, OPTION_WAS = "option", "option-was"
TAKE, LEAVE = "take", "leave"
DO, INSERT, SECTION, CALLED = "do", "insert", "section", "called"
_OPTIONS: Path = ("ruleset", "options")
_REMOVE: Path = ("ruleset", "remove")


class Edited(Struct, frozen=True):
    """A text of house rules after an edit, and the line to go to, if any."""

    house: HouseText
    line: int = 0


def edited(text: str, sent: Sent) -> Edited:
    """Return a text with all that was done beside it; one that cannot be read stays as it is."""
    house = house_text(text)
    if house.data is None:
        return Edited(house)
    for field in list(often_fields(house)):
        typed, was = ("".join(sent.get(kind + field.name, [])[-1:]) for kind in (SET, WAS))
        if SET + field.name in sent and typed != was:
            house = house_text(_with_field(house, field, typed))
    house = _with_options(house, sent)
    line = 0
    for name in sent.get(LEAVE, ()):
        house, line = _without(house, name)
    for name in sent.get(TAKE, ()):
        house, line = _with_entry(house, name)
    for section in sent.get(SECTION, ()):
        if INSERT in sent.get(DO, ()) and section in section_names():
            name = tidied("".join(sent.get(CALLED, ())))[:LONGEST_NAME]
            house, line = _with_lines(house, example_lines(house, section, name))
    return Edited(house, line)


def _with_field(house: HouseText, field: OftenField, typed: str) -> str:
    """Return a text with the value typed into a field; a list that it does not say yet is said whole."""
    text, path = house.text, field.path
    if field.allowed.kind == "mechanism":
        after = with_value(text, path[:-1], mechanism(house, path, typed))
        return after if after != text else with_value(text, path, typed)
    value = as_meant(typed, field.allowed.kind)
    row = next((index for index, part in enumerate(path) if isinstance(part, int)), None)
    if row is None or path in house.spots:
        return with_value(text, path, value)
    return with_value(text, path[:row], put(at(house.own, path[:row]), path[row:], value))


def _with_options(house: HouseText, sent: Sent) -> HouseText:
    """Return a text with the options on that were switched on, and without those switched off."""
    on, was = set(sent.get(OPTION, ())), set(sent.get(OPTION_WAS, ()))
    held = at(house.own, _OPTIONS)
    said = [str(one) for one in held] if isinstance(held, list | tuple) else []
    wanted = [one for one in said if one not in was - on]
    wanted += [one for one in sent.get(OPTION, ()) if one not in {*wanted, *was}]
    return house_text(with_value(house.text, _OPTIONS, wanted)) if wanted != said else house


def _without(house: HouseText, name: str) -> tuple[HouseText, int]:
    """Return a text that leaves an entry of its base out."""
    path = next((one for one in entry_paths(house.base) if shown(one) == name), None)
    held = at(house.own, _REMOVE)
    said = [str(one) for one in held] if isinstance(held, list | tuple) else []
    dotted = ".".join(map(str, path or ()))
    if path is None or dotted in said:
        return house, house.line(_REMOVE)
    after = house_text(with_value(house.text, _REMOVE, [*said, dotted]))
    return after, after.line(_REMOVE)


def _with_entry(house: HouseText, name: str) -> tuple[HouseText, int]:
    """Return a text that says an entry of its base outright, to be changed; and where it says it."""
    path = next((one for one in entry_paths(house.own) if shown(one) == name), None)
    if path is None or house.line(path):
        return house, house.line(path or ())
    return _with_lines(house, entry_lines(house, path))


def _with_lines(house: HouseText, lines: str) -> tuple[HouseText, int]:
    """Return a text with some lines at its end, and the first of them."""
    after = house_text(with_block(house.text, lines))
    return after, after.text.count("\n") - lines.strip().count("\n")
