"""The commands of a rule set, each with the ways to say it and the fields of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, read_form
from turnkeeper.play.registry import DECLARED, REGISTRY
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.field_labels import label_of
from turnkeeper.views.parts.saying import time_taken

BLANK = "…"
MOST_APART = 2
"""Fields that tell a form from another of the same words."""


class CommandWay(Struct, frozen=True):
    """One way to say a command: the fields that it fixes, and the spoken forms of it."""

    fixed: dict[str, object]
    forms: tuple[tuple[Part, ...], ...]

    @property
    def kinds(self) -> dict[str, str]:
        """Return the kind of each of its fields, in the order of its forms."""
        found: dict[str, str] = {}
        for form in self.forms:
            for field, kind in slots.kinds_of(form).items():
                found.setdefault(field, kind)
        return found

    @property
    def required(self) -> frozenset[str]:
        """Return the fields that every one of its forms asks for."""
        return frozenset.intersection(*(frozenset(required_fields(form)) for form in self.forms))

    @property
    def shape(self) -> str:
        """Return its shortest form in words, with blanks: ``hand … to …``."""
        form = min(self.forms, key=lambda one: len(list(required_fields(one))))
        words = [part.word if isinstance(part, Literal) else BLANK for part in form if _is_said(part)]
        said = [word for at, word in enumerate(words) if word != BLANK or words[at - 1 : at] != [BLANK]]
        return " ".join(said)


class Entry(Struct, frozen=True):
    """A command under a first word, with the ways to say it so: what one form is for.

    ``apart`` are the labels of its fields where another begins with the same words.
    """

    id: str
    declared: Declared
    ways: tuple[CommandWay, ...]
    apart: str = ""

    @property
    def verb(self) -> str:
        """Return the word that it begins with."""
        return self.id.rpartition(".")[2]

    @property
    def title(self) -> str:
        """Return its name: its simplest way in words, and the fields that tell it from another."""
        shape = min((one.shape for one in self.ways), key=len)
        return shape[:1].upper() + shape[1:] + (f" ({self.apart})" if self.apart else "")


def help_of(entry: Entry, book: Rulebook) -> str:
    """Return the effect of a command; of activities, the time that each of them takes."""
    activities = (book.set.activities.get(str(way.fixed.get("activity"))) for way in entry.ways)
    takes = dict.fromkeys(time_taken(one, book) for one in activities if one is not None)
    return f"Takes {' or '.join(takes)}." if takes else entry.declared.help


@lru_cache(maxsize=32)
def entries(book: Rulebook) -> Mapping[str, Entry]:
    """Return every command that a rule set serves, by the id of its form, in the order declared."""
    found: dict[str, Entry] = {}
    for one in DECLARED:
        by_word: dict[str, list[CommandWay]] = {}
        for way in _ways(one, book):
            first = way.forms[0][0]
            by_word.setdefault(first.word if isinstance(first, Literal) else "", []).append(way)
        for word, ways in by_word.items():
            entry = Entry(f"{one.command.__struct_config__.tag}.{word}", one, tuple(ways))
            found[entry.id] = entry
    titles = Counter(one.title for one in found.values())
    return {
        name: replace(one, apart=_first_labels(one)) if titles[one.title] > 1 else one
        for name, one in found.items()
    }


def _first_labels(entry: Entry) -> str:
    """Return the labels of the first fields of a form: ``how many, side``."""
    names = islice(entry.ways[0].kinds, MOST_APART)
    return ", ".join(label_of(entry.declared, name) for name in names).lower()


def _ways(one: Declared, book: Rulebook) -> list[CommandWay]:
    """Return the ways of a command that a rule set serves, those that fix least first."""
    fixed: dict[str, dict[str, object]] = {}
    forms: dict[str, list[tuple[Part, ...]]] = {}
    for form in one.forms(book):
        if REGISTRY.serves(one, book, form):
            key = repr(sorted(form.fixed.items()))
            fixed[key] = form.fixed
            forms.setdefault(key, []).append(read_form(form.text))
    found = [CommandWay(fixed[key], tuple(said)) for key, said in forms.items()]
    return sorted(found, key=lambda way: len(way.fixed))


def _is_said(part: Part) -> bool:
    return not isinstance(part, Optional)


def required_fields(form: tuple[Part, ...]) -> Iterator[str]:
    """Yield the fields that a form asks for."""
    for part in form:
        if isinstance(part, Slot):
            yield part.field
