"""Declarations: each command has one, with its type, its help, its spoken forms and its decider.

The terminal, the playthrough file, completion and every other surface derive from declarations.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec import Struct

from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.speech import (
    LONGEST_COMMAND,
    Part,
    SpeechError,
    UnknownVerbError,
    Word,
    literals,
    matches,
    read_form,
    render,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.kernel.event import Command
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

    Values = Callable[[State, Rulebook], Iterable[str]]

MOST_READINGS = 1000
Asked = TypeVar("Asked", bound="Command")


def always(_book: Rulebook) -> bool:
    """Return ``True`` for every rule set."""
    return True


class Understood(Struct, frozen=True):
    """A command and its canonical text, which parses to it; only `Language` makes one."""

    command: Command
    text: str


class Form(Struct, frozen=True):
    """One way to say a command; ``fixed`` are the fields that this way sets.

    It is offered under the rule sets that it ``serves``, and understood under all, to refuse with a reason.
    """

    text: str
    fixed: dict[str, object] = {}
    serves: Callable[[Rulebook], bool] = always


class StepKind(Struct, frozen=True):
    """A kind of command on the step bar: its name, which has a key; its group; how its commands begin."""

    kind: str
    group: Literal["do", "time", "travel", "fight", "write"]
    begins: tuple[str, ...]


class Declared(Struct, frozen=True):
    """One command on every surface. ``forms`` depend on the rule set only where their words do.

    It is offered under the rule sets that it ``serves``. ``completes`` gives the values of a field at
    present, ``step`` the command's kind on the step bar.
    """

    command: type[Command]
    group: str
    help: str
    examples: tuple[str, ...]
    forms: Callable[[Rulebook], Iterable[Form]]
    decide: Callable[[Decision, Command], None]
    completes: Mapping[str, Values] = {}
    step: StepKind | None = None
    serves: Callable[[Rulebook], bool] = always


def declare(  # noqa: PLR0913 - a declaration is one row of a table
    command: type[Asked],
    decide: Callable[[Decision, Asked], None],
    *,
    group: str,
    help: str,  # noqa: A002 - it is what the person reads
    says: str | Sequence[str | Form] | Callable[[Rulebook], Iterable[Form]],
    examples: str | tuple[str, ...],
    completes: Mapping[str, Values] | None = None,
    step: StepKind | None = None,
    serves: Callable[[Rulebook], bool] = always,
) -> Declared:
    """Return a declaration; ``says`` is one form, several, or a function of the rule set."""
    if isinstance(says, str):
        says = (says,)
    if callable(says):
        forms = says
    else:
        fixed = tuple(Form(form) if isinstance(form, str) else form for form in says)

        def forms(_book: Rulebook) -> Iterable[Form]:
            return fixed

    examples = (examples,) if isinstance(examples, str) else examples
    # `decide` is only called with commands of this type, by which it is looked up.
    return Declared(command, group, help, examples, forms, decide, completes or {}, step, serves)  # type: ignore[arg-type]


class Language:
    """The commands as spoken under one rule set: parsing, printing, help and completion."""

    def __init__(self, declared: Iterable[Declared], book: Rulebook) -> None:
        """Take the declarations, and the rule set whose words they use."""
        self.book = book
        self.declared = tuple(declared)
        self.forms = tuple((one, form) for one in self.declared for form in one.forms(book))
        self._by_verb: dict[str, list[tuple[Declared, Form]]] = {}
        for one, form in self.forms:
            self._by_verb.setdefault(form.text.split()[0], []).append((one, form))
        self._by_type: dict[type[Command], list[Form]] = {}
        for one, form in self.forms:
            self._by_type.setdefault(one.command, []).append(form)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Return the first words of all commands, in the order declared."""
        return tuple(self._by_verb)

    def understand(self, text: str) -> Understood:
        """Return the command and the canonical text of a typed text; raises `SpeechError`."""
        command = self._parse(text)
        try:
            return Understood(command, self._say(command, text))
        except LookupError:
            # The record keeps the canonical form, which can be longer than the typed text.
            message = f"spelled out, this is over {LONGEST_COMMAND:,} characters"
            raise SpeechError(text[:80], 1, message, "say it in two commands") from None

    def parse(self, text: str) -> Command:
        """Return the command of a typed text; raises `SpeechError` with column and hint."""
        return self._parse(text) if len(text) <= LONGEST_COMMAND // 2 else self.understand(text).command

    def express(self, command: Command) -> Understood:
        """Return a command built in code with its text; raises ``LookupError`` if it has none."""
        return Understood(command, self.say(command))

    def _parse(self, text: str) -> Command:
        words = split(text)
        candidates = self._by_verb.get(words[0].folded)
        if candidates is None:
            raise UnknownVerbError(text, words[0], self._by_verb)
        faults: list[SpeechError] = []
        for one, form in candidates:
            command = self._read(one, form, text, words, faults)
            if command is not None:
                return command
        raise max(faults, key=lambda fault: fault.column, default=_wrong_form(text, words, candidates))

    def _read(
        self, one: Declared, form: Form, text: str, words: tuple[Word, ...], faults: list[SpeechError]
    ) -> Command | None:
        parts = read_form(form.text)
        for taken in islice(matches(parts, words), MOST_READINGS):
            values: dict[str, object] = dict(form.fixed)
            try:
                for slot, first, last in taken:
                    said = text[words[first].start : words[last].end]
                    values[slot.field] = slots.read(slot.kind, said, words[first].start, text, self.book)
            except SpeechError as fault:
                faults.append(fault)
                continue
            return one.command(**values)
        return None

    def say(self, command: Command) -> str:
        """Return the spoken form of a command: ``parse(say(c)) == c``; raises ``LookupError``."""
        return self._say(command)

    def _say(self, command: Command, heard: str = "") -> str:
        """Return the spoken form of a command; ``heard`` is a text that is known to mean it."""
        given = {
            field.name: value
            for field in msgspec.structs.fields(type(command))
            if (value := getattr(command, field.name)) != field.default or field.required
        }
        for form in self._by_type[type(command)]:
            if any(given.get(name) != value for name, value in form.fixed.items()):
                continue
            left = {name: value for name, value in given.items() if name not in form.fixed}
            said = self._said(read_form(form.text), left, command, heard)
            if said is not None:
                return said
        message = f"no spoken form says {command!r}"
        raise LookupError(message)

    def _said(
        self, parts: tuple[Part, ...], left: dict[str, object], command: Command, heard: str
    ) -> str | None:
        """Return a form filled with these fields if it means the command; names in quotes if they must be."""
        kinds = slots.kinds_of(parts)
        if not left.keys() <= kinds.keys():
            return None
        for reserved in (frozenset(literals(parts)), None):
            texts = {name: slots.say(kinds[name], value, reserved, self.book) for name, value in left.items()}
            said = render(parts, texts)
            if said is not None and (said == heard or self._means(said, command)):
                return said
        return None

    def _means(self, said: str, command: Command) -> bool:
        try:
            return self._parse(said) == command
        except SpeechError:
            return False


MOST_WAYS = 4


def _wrong_form(text: str, words: tuple[Word, ...], candidates: list[tuple[Declared, Form]]) -> SpeechError:
    """Return an error with the forms of a verb: those that share most words with the text first."""
    heard = {word.text.casefold() for word in words}
    plain = dict.fromkeys(slots.plain(form.text) for _, form in candidates)
    nearest = sorted(plain, key=lambda way: (-len(heard & set(way.split())), len(way.split())))
    ways = " or ".join(nearest[:MOST_WAYS])
    column = words[1].start + 1 if len(words) > 1 else words[0].end + 1
    return SpeechError(text, column, f"{words[0].text!r} is said differently", f"say: {ways}")
