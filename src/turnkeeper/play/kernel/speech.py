"""The spoken form of commands: `light {kind} [for {bearer}]` is the declaration, the parser and the printer.

A form is words, slots in braces and optional parts in brackets. A slot takes one or more words up to the
next word of the form; ``"quotes"`` keep words together that would end it too early. This module must not
know any command: it is given forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from turnkeeper.spelling import nearest

LONGEST_COMMAND = 4000
LONGEST_LIST = 90_000
"""The most characters of a command that lists people or creatures: some hundreds are one command."""
LEAST_PER_WORD = 10
"""The characters that stand for a word: a command has a tenth as many words as characters at most."""
_WORD = re.compile(r'"[^"]*"|\S+')
# Control characters, which a terminal would obey, and lone surrogates, which no file can hold.
_UNSPEAKABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_PIECE = re.compile(r"\{(\w+):([\w-]+[!?]?)\}|\[|\]|[^\s\[\]{}]+")


MOST_WAYS = 4


class SpeechError(ValueError):
    """A text that is not a command: the fault, its column (from 1), and what would work."""

    def __init__(self, text: str, column: int, message: str, hint: str = "") -> None:
        """Keep the parts; ``str()`` joins them."""
        super().__init__(text, column, message, hint)
        self.text = text
        self.column = column
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return the fault and its hint in one line."""
        return f"column {self.column}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class Word(Struct, frozen=True):
    """A word of a text, and where it begins and ends."""

    text: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        """Return the word for comparison: case does not matter."""
        return self.text.casefold()


class UnknownVerbError(SpeechError):
    """A text whose first word begins no command."""

    def __init__(self, text: str, word: Word, known: Iterable[str]) -> None:
        """Keep the known words, the nearest of which is suggested when the hint is asked for."""
        self.verb = word.text[:40]
        self._known = known
        super().__init__(text, word.start + 1, f"{self.verb!r} is not a command")

    @property
    def hint(self) -> str:
        """Return the nearest of the known words, which takes long to find, or how to list commands."""
        return suggest(self.verb, self._known)

    @hint.setter
    def hint(self, _said: str) -> None:
        """Leave the hint to be found."""


class Literal(Struct, frozen=True):
    """A word of the form itself."""

    word: str


class Slot(Struct, frozen=True):
    """A variable part of a form: the command's field, and the kind of its values."""

    field: str
    kind: str


class Optional(Struct, frozen=True):
    """A part that may be left out."""

    parts: tuple[Part, ...]


Part = Literal | Slot | Optional


@lru_cache(maxsize=2048)
def read_form(form: str) -> tuple[Part, ...]:
    """Return the parts of a form such as ``light {kind:light} [for {bearer:who}]``."""
    open_parts: list[list[Part]] = [[]]
    for found in _PIECE.finditer(form):
        piece = found[0]
        if piece == "[":
            open_parts.append([])
        elif piece == "]":
            inner = tuple(open_parts.pop())
            open_parts[-1].append(Optional(inner))
        elif found[1]:
            open_parts[-1].append(Slot(found[1], found[2]))
        else:
            open_parts[-1].append(Literal(piece))
    return tuple(open_parts[0])


def split(text: str, longest: int = LONGEST_COMMAND) -> tuple[Word, ...]:
    """Return the words of a text with their positions; raises `SpeechError` if it is too long or empty.

    A colon after the first of them is left out: ``party: Varda; Orlo``.
    """
    if len(text) > longest:
        message = f"a command has at most {longest:,} characters; this has {len(text):,}"
        raise SpeechError(text[:80], longest + 1, message)
    odd = _UNSPEAKABLE.search(text)
    if odd is not None:
        message = f"a command holds no control characters, and here is U+{ord(odd[0]):04X}"
        raise SpeechError(_UNSPEAKABLE.sub("?", text), odd.start() + 1, message, "type it anew")
    words = tuple(Word(found[0], *found.span()) for found in _WORD.finditer(text))
    if words and words[0].text[1:].endswith(":"):
        words = (Word(words[0].text[:-1], words[0].start, words[0].end - 1), *words[1:])
    if not words:
        raise SpeechError(text, 1, "nothing was said", "type ? for the commands")
    most = longest // LEAST_PER_WORD
    if len(words) > most:
        message = f"a command has at most {most:,} words; this has {len(words):,}"
        raise SpeechError(text[:longest], words[most].start + 1, message, "say it in several")
    return words


def is_listable(text: str) -> bool:
    """Return whether a command that lists people or creatures is short enough to be said at once."""
    return len(text) <= LONGEST_LIST and len(text.split()) <= LONGEST_LIST // LEAST_PER_WORD


Taken = tuple[tuple[Slot, int, int], ...]
_END = 0
"""Where a form ends, among its steps."""


class _Step(Struct, frozen=True):
    """A word or a slot of a form, or a parting of ways, with the steps that can come after it."""

    part: Literal | Slot | None
    after: tuple[int, ...] = ()


@lru_cache(maxsize=2048)
def _steps_of(form: str) -> tuple[_Step, ...]:
    """Return the steps of a form from its end, which is the first, to its beginning."""
    steps = [_Step(None)]
    _lay(read_form(form), _END, steps)
    return tuple(steps)


def _lay(parts: tuple[Part, ...], after: int, steps: list[_Step]) -> int:
    """Add the steps of some parts, which others come after; return the first of them."""
    for part in reversed(parts):
        if isinstance(part, Optional):
            steps.append(_Step(None, (_lay(part.parts, after, steps), after)))
        else:
            steps.append(_Step(part, (after,)))
        after = len(steps) - 1
    return after


def matches(form: str, words: tuple[Word, ...], fits: Callable[[Slot, int, int], bool]) -> Iterator[Taken]:
    """Yield the ways in which words match a form: each slot with its first and last word, which ``fits``.

    Slots take as few words as they can; optional parts are tried first with, then without.
    """
    steps = _steps_of(form)
    return _Matching(steps, words, fits).ways(len(steps) - 1, 0)


class _Matching:
    """Words on their way through the steps of a form; each step is tried once from each word."""

    def __init__(
        self, steps: tuple[_Step, ...], words: tuple[Word, ...], fits: Callable[[Slot, int, int], bool]
    ) -> None:
        self._steps = steps
        self._words = words
        self._fits = fits
        self._ends: dict[tuple[int, int], bool] = {}
        self._latest_ends: dict[int, int] = {}
        self._dead: set[tuple[int, int]] = set()

    def ways(self, at: int, place: int) -> Iterator[Taken]:
        """Yield the ways from a step and a word on."""
        if (at, place) in self._dead or not self._can_end(at, place):
            return
        step, alive = self._steps[at], False
        if at == _END:
            yield ()
            return
        if isinstance(step.part, Slot):
            tried = self._slotted(step.part, step.after[0], place)
        else:
            following = place + (step.part is not None)
            tried = (way for after in step.after for way in self.ways(after, following))
        for way in tried:
            alive = True
            yield way
        if not alive:
            self._dead.add((at, place))

    def _slotted(self, slot: Slot, after: int, place: int) -> Iterator[Taken]:
        for last in self._lasts(after, place):
            if self._can_end(after, last + 1) and self._fits(slot, place, last):
                for others in self.ways(after, last + 1):
                    yield ((slot, place, last), *others)

    def _lasts(self, after: int, place: int) -> range:
        """Return the words that can be the last of a slot which begins at a word."""
        return range(max(place, len(self._words) - 1) if after == _END else place, len(self._words))

    def _can_end(self, at: int, place: int) -> bool:
        """Return whether the words from one on can match the form from a step on, whatever its slots hold."""
        known = self._ends.get((at, place))
        if known is None:
            known = self._ends[at, place] = self._looks_on(at, place)
        return known

    def _looks_on(self, at: int, place: int) -> bool:
        step = self._steps[at]
        if at == _END:
            return place == len(self._words)
        match step.part:
            case None:
                return any(self._can_end(after, place) for after in step.after)
            case Literal(word=literal):
                here = place < len(self._words) and self._words[place].folded == literal
                return here and self._can_end(step.after[0], place + 1)
            case Slot():
                return self._latest(step.after[0]) > place

    def _latest(self, at: int) -> int:
        """Return the last word from which on the words can match the form from a step on; -1 for none."""
        known = self._latest_ends.get(at)
        if known is None:
            places = range(len(self._words), -1, -1)
            known = next((place for place in places if self._can_end(at, place)), -1)
            self._latest_ends[at] = known
        return known


def unquote(said: str) -> str:
    """Return the words that a slot took, without the quotes around them."""
    if len(said) > 1 and said.startswith('"') and said.endswith('"') and '"' not in said[1:-1]:
        return said[1:-1]
    return said


def quote(value: str, reserved: frozenset[str]) -> str:
    """Return a value for a slot, in quotes if a word of it would end the slot or its spaces would be lost."""
    words = value.split()
    needs = any(word.casefold() in reserved for word in words) or words != value.split(" ") or not words
    return in_quotes(value) if needs else value


def in_quotes(value: str) -> str:
    """Return a value in quotes, which keep it together whatever its words are."""
    return f'"{value}"'


def literals(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the literal words of a form, optional ones included."""
    for part in parts:
        match part:
            case Literal(word=word):
                yield word
            case Optional(parts=inner):
                yield from literals(inner)
            case Slot():
                pass


def render(parts: tuple[Part, ...], values: dict[str, str]) -> str | None:
    """Return a form filled with these values, or ``None`` if it cannot say all of them or lacks one."""
    said: list[str] = []
    used: set[str] = set()
    if not _render(parts, values, said, used) or used != set(values):
        return None
    return " ".join(said)


def _render(parts: tuple[Part, ...], values: dict[str, str], said: list[str], used: set[str]) -> bool:
    for part in parts:
        match part:
            case Literal(word=word):
                said.append(word)
            case Slot(field=field):
                if field not in values:
                    return False
                said.append(values[field])
                used.add(field)
            case Optional(parts=inner):
                branch: list[str] = []
                if _wanted(inner, values) and _render(inner, values, branch, used):
                    said.extend(branch)
    return True


def _wanted(parts: tuple[Part, ...], values: dict[str, str]) -> bool:
    """Return whether an optional part is to be said: it has slots, and all of them have values."""
    slots = [part.field for part in parts if isinstance(part, Slot)]
    return bool(slots) and all(field in values for field in slots)


def suggest(word: str, known: Iterable[str], alike: int = 60) -> str:
    """Return a hint with the nearest known word, ``alike`` in hundredths, or how to list commands."""
    near = nearest(word, known, alike)
    return f"did you mean {near!r}?" if near else "type ? for the commands"


def only_begun(text: str, words: tuple[Word, ...], forms: Iterable[str]) -> list[SpeechError]:
    """Return an error with the forms that a text only begins, as ``travel to`` does, if there are any."""
    said = [word.folded for word in words]
    whole = [form for form in forms if form.split()[: len(said)] == said]
    if not whole or len(said) == 1:
        return []
    hint = f"say: {' or '.join(whole[:MOST_WAYS])}"
    return [SpeechError(text, words[-1].end + 1, f"{text.strip()!r} only begins a command", hint)]


def said_differently(text: str, words: tuple[Word, ...], forms: Iterable[str]) -> SpeechError:
    """Return an error with the forms of a verb: those that share most words with the text first."""
    heard = {word.text.casefold() for word in words}
    nearest = sorted(forms, key=lambda way: (-len(heard & set(way.split())), len(way.split())))
    ways = " or ".join(nearest[:MOST_WAYS])
    column = words[1].start + 1 if len(words) > 1 else words[0].end + 1
    return SpeechError(text, column, f"{words[0].text!r} is said differently", f"say: {ways}")
