"""Something found in a form of house rules by words that somebody remembers of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from turnkeeper.app.shelf.form_parts import Entry, Form, Section


class Found(Struct, frozen=True):
    """An entry that was found: its name, its section's, and what to call it."""

    name: str
    section: str
    label: str


def found(form: Form, words: str) -> list[Found]:
    """Return the entries that have all of some words, those first that are called so."""
    wanted = words.casefold().split()
    if not wanted:
        return []
    every = [(section, entry) for section in form.sections for entry in section.entries]
    called = [one for one in every if _has(_name(*one), wanted)]
    rest = [one for one in every if one not in called and _has(_text(*one), wanted)]
    return [Found(entry.name, section.name, _name(section, entry)) for section, entry in (*called, *rest)]


def _has(text: str, wanted: list[str]) -> bool:
    return all(word in text.casefold() for word in wanted)


def _name(section: Section, entry: Entry) -> str:
    label = section.label.capitalize()
    return label if entry.alone else f"{label}: {entry.label}"


def _text(section: Section, entry: Entry) -> str:
    said = [_name(section, entry), entry.says, entry.why]
    said += [text for one in entry.because for text in (one.rule, one.says, one.why)]
    said += [text for one in entry.fields for text in (one.within, one.label, one.value)]
    return " ".join(said)
