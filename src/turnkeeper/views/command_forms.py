"""Commands as forms to fill in: the fields of each, from its declaration, and the text that they say.

A form is for those who would rather point than type. It holds what the command's spoken forms hold and
prints by the same declaration: the filled fields are read by the slots, becomes the command, and the language
says it. This module must not know how a form is drawn, nor any command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import msgspec
from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.saying import offers_at
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.language import Language, Understood
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, SpeechError, render
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.field_labels import label_of
from turnkeeper.views.handbook import examples
from turnkeeper.views.parts.command_ways import BLANK, CommandWay, Entry, entries, help_of, required_fields
from turnkeeper.views.parts.usual_values import usual

MOST_VALUES = 200
MOST_LEFT_OUT = 12
"""The most words at the end of a text that may belong to no command yet."""
LONGEST = 4000
LISTS = frozenset({"animals"})
"""The kinds of which an example is a list, each of which can be chosen."""


class CommandField(Struct, frozen=True):
    """A field of a form. Its ``kind`` is that of the slot; ``such`` is an example, ``values`` are listed.

    ``typed`` is what it holds, ``problem`` why that does not do. A number has bounds, and may have a unit.
    """

    name: str
    label: str
    kind: str
    required: bool
    such: str
    values: tuple[str, ...]
    number: bool = False
    least: int = 0
    most: int = 0
    unit: str = ""
    typed: str = ""
    problem: str = ""

    def __str__(self) -> str:
        """Return the field as one asks for it."""
        return self.label

    @property
    def is_settled(self) -> bool:
        """Whether it has to be said, and there is but one thing to say: then it holds that at first."""
        return self.required and len(self.values) == 1


class CommandForm(Struct, frozen=True):
    """A command to fill in, said in one of its ``ways``, of which ``way`` is chosen (from 0).

    ``said`` is the command as far as it is filled in; ``whole`` says that it can be said so. ``problem`` is
    its faults beside its fields.
    """

    id: str
    title: str
    help: str
    ways: tuple[str, ...]
    way: int
    fields: tuple[CommandField, ...]
    said: str
    whole: bool
    problem: str = ""


class FilledForm(Struct, frozen=True):
    """The reading of a form's fields: a command, or the faults, by field and besides."""

    said: Understood | None
    problems: dict[str, str] = {}
    problem: str = ""


# One form


def command_form(campaign: Campaign, entry: Entry, number: int, typed: Mapping[str, str]) -> CommandForm:
    """Return the form of a command said in one of its ways, with the text typed so far."""
    number = number if 0 <= number < len(entry.ways) else 0
    way = entry.ways[number]
    such, wanted = _examples(campaign.language, entry.id), way.required
    fields = tuple(
        _field(campaign, entry, name, kind, required=name in wanted, such=such.get(name, ""))
        for name, kind in way.kinds.items()
    )
    typed = {one.name: one.values[0] for one in fields if one.is_settled} | dict(typed)
    filled = fill(campaign, entry, way, typed)
    return CommandForm(
        entry.id,
        entry.title,
        help_of(entry, campaign.book),
        tuple(one.shape for one in entry.ways),
        number,
        tuple(
            msgspec.structs.replace(
                one, typed=typed.get(one.name, ""), problem=filled.problems.get(one.name, "")
            )
            for one in fields
        ),
        filled.said.text if filled.said is not None else _sketch(way, typed),
        filled.said is not None,
        filled.problem,
    )


def _field(  # noqa: PLR0913 - the parts of a field
    campaign: Campaign, entry: Entry, name: str, kind: str, *, required: bool, such: str
) -> CommandField:
    one = slots.KINDS[kind]
    usually = tuple(usual(campaign.state, campaign.book, entry.declared, name, kind))
    offered = offers_at(campaign)(entry.declared, name, kind) or usually or such.split("; ") * (kind in LISTS)
    return CommandField(
        name,
        label_of(entry.declared, name),
        kind,
        required,
        such,
        tuple(dict.fromkeys(islice(offered, MOST_VALUES))),
        one.bounds is not None,
        *(one.bounds or (0, 0)),
        unit=one.unit,
    )


@lru_cache(maxsize=2048)
def _examples(language: Language, form_id: str) -> Mapping[str, str]:
    """Return a value for each field from the command's own examples, the first that has it."""
    entry = entries(language.book)[form_id]
    found: dict[str, str] = {}
    for text in examples(language.book)[entry.declared.command]:
        command = language.parse(text)
        if type(command) is entry.declared.command:
            for way in entry.ways:
                found = _typed_of(language.book, way, command) | found
    return found


def fill(campaign: Campaign, entry: Entry, way: CommandWay, typed: Mapping[str, str]) -> FilledForm:
    """Return the command that fields say, in its canonical text, or all that is wrong with them."""
    command = read_fields(campaign, entry, way, typed)
    if isinstance(command, FilledForm):
        return command
    try:
        return FilledForm(campaign.language.express(command))
    except LookupError:
        return FilledForm(None, problem="these words cannot be said together; try plainer ones")


def read_fields(
    campaign: Campaign, entry: Entry, way: CommandWay, typed: Mapping[str, str]
) -> Command | FilledForm:
    """Return the command that fields say, or all that is wrong with them."""
    values: dict[str, object] = {}
    problems: dict[str, str] = {}
    for name, kind in way.kinds.items():
        said = typed.get(name, "").strip()
        if not said:
            continue
        try:
            values[name] = slots.read_field(kind, said[:LONGEST], campaign.book)
        except SpeechError as fault:
            problems[name] = fault.message + (f": {fault.hint}" if fault.hint else "")
    wanting = _wanting(way, frozenset(values) | frozenset(problems))
    if problems or wanting:
        return FilledForm(None, problems | wanting)
    return entry.declared.command(**{**way.fixed, **values})


def _wanting(way: CommandWay, given: frozenset[str]) -> dict[str, str]:
    """Return the fields that keep given ones from being a spoken form: those missing, or one too many."""
    lacking, over = min(
        (
            (frozenset(required_fields(form)) - given, given - slots.kinds_of(form).keys())
            for form in way.forms
        ),
        key=lambda one: (len(one[1]), len(one[0])),
    )
    said = dict.fromkeys(over, "this is not said together with the others")
    return said | dict.fromkeys(lacking, "this has to be said too")


def _sketch(way: CommandWay, typed: Mapping[str, str]) -> str:
    """Return the command as far as it is filled in, with blanks for what has to be said yet."""
    given = {name: said.strip() for name, said in typed.items() if said.strip() and name in way.kinds}
    form = min(
        way.forms,
        key=lambda one: (
            len(given.keys() - slots.kinds_of(one).keys()),
            len(frozenset(required_fields(one)) - given.keys()),
        ),
    )
    kept = {name: said for name, said in given.items() if name in slots.kinds_of(form)}
    return render(form, dict.fromkeys(required_fields(form), BLANK) | kept) or way.shape


# From a command, or the beginning of one, to its form


def begun(campaign: Campaign, text: str) -> tuple[Entry, int, dict[str, str]] | None:
    """Return the form for a text, its way and what its fields hold; a text may be half a command.

    A word at its end that only begins the next field is left out.
    """
    words = text.split()
    for last in range(len(words), max(0, len(words) - MOST_LEFT_OUT), -1):
        try:
            command = campaign.language.parse(" ".join(words[:last]))
        except SpeechError:
            continue
        found = entry_of(campaign, command)
        if found is not None and words[last - 1].casefold() in _openers(found[0]):
            return begun(campaign, " ".join(words[: last - 1])) or found
        return found
    return None


def form_of(campaign: Campaign, text: str) -> CommandForm | None:
    """Return the form of the command that a text says or begins, with what it says filled in."""
    entry, way, typed = begun(campaign, text) or (next(iter(beginning(campaign, text)), None), 0, {})
    return None if entry is None else command_form(campaign, entry, way, typed)


def _openers(entry: Entry) -> frozenset[str]:
    """Return the words of a command that stand right before a field and not at its beginning."""
    return frozenset(
        word.word
        for way in entry.ways
        for form in way.forms
        for word in _before_slots(form)
        if word is not form[0]
    )


def _before_slots(parts: tuple[Part, ...]) -> Iterator[Literal]:
    for part, then in zip(parts, (*parts[1:], None), strict=True):
        if isinstance(part, Literal) and isinstance(then, Slot):
            yield part
        elif isinstance(part, Optional):
            yield from _before_slots(part.parts)


def beginning(campaign: Campaign, text: str) -> tuple[Entry, ...]:
    """Return the commands whose words a text could go on with; those of which it says the most come first."""
    words = text.casefold().split()
    led = [
        (max(_led(form, words) for way in entry.ways for form in way.forms), entry)
        for entry in (entries(campaign.book).values() if words else ())
    ]
    return tuple(entry for said, entry in sorted(led, key=lambda one: -one[0]) if said >= 0)


def _led(form: tuple[Part, ...], words: list[str]) -> int:
    """Return how many words of a text are those with which a form begins; -1 where they are others."""
    for at, (part, word) in enumerate(zip(form, words, strict=False)):
        if not isinstance(part, Literal):
            return at
        if part.word != word:
            return -1
    return min(len(form), len(words))


def entry_of(campaign: Campaign, command: Command) -> tuple[Entry, int, dict[str, str]] | None:
    """Return the form that says a command, with its way and its fields; the one that fixes most."""
    found: list[tuple[int, Entry, int]] = []
    for entry in entries(campaign.book).values():
        if entry.declared.command is type(command):
            for number, way in enumerate(entry.ways):
                if _says(way, command):
                    found.append((len(way.fixed), entry, number))
    if not found:
        return None
    _, entry, number = max(found, key=lambda one: one[0])
    return entry, number, _typed_of(campaign.book, entry.ways[number], command)


def _says(way: CommandWay, command: Command) -> bool:
    """Return whether a way has all that a command says: a field for it, or the very value."""
    kinds = way.kinds
    return all(
        way.fixed.get(one.name, value) == value
        and (one.name in way.fixed or one.name in kinds or (not one.required and value == one.default))
        for one in msgspec.structs.fields(type(command))
        for value in (getattr(command, one.name),)
    )


def _typed_of(book: Rulebook, way: CommandWay, command: Command) -> dict[str, str]:
    """Return the values of a command in the fields of a way."""
    defaults = {one.name: one.default for one in msgspec.structs.fields(type(command)) if not one.required}
    return {
        name: slots.say_field(kind, value, book)
        for name, kind in way.kinds.items()
        if (value := getattr(command, name)) is not None and (name not in defaults or value != defaults[name])
    }
