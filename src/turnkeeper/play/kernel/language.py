"""The commands as spoken under one rule set: texts read in the words of a form, or as a referee says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel import remarks, slots
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.fitting import readings
from turnkeeper.play.kernel.patterns import Pattern, first_word, needs, pattern_of
from turnkeeper.play.kernel.phrases import SlotReader
from turnkeeper.play.kernel.remarks import DOUBTFUL, ODD, REMARKS, UNLISTED, cost_of, is_doubtful, is_length
from turnkeeper.play.kernel.sentence import FILLERS, PREPOSITIONS, Sentence, bases, read_sentence
from turnkeeper.play.kernel.several import AllFound
from turnkeeper.play.kernel.speech import (
    LONGEST_COMMAND,
    LONGEST_LIST,
    SpeechError,
    Taken,
    UnknownVerbError,
    Word,
    literals,
    matches,
    only_begun,
    read_form,
    render,
    said_differently,
    split,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnkeeper.play.kernel.declare import Form
    from turnkeeper.play.kernel.event import Command
    from turnkeeper.play.kernel.speech import Slot
    from turnkeeper.rules.book import Rulebook

Offers = Callable[[Declared, str, str], tuple[str, ...] | None]
"""The values of a command's slot at present, by its field and kind; ``None`` where nothing lists them."""

MOST_READ = 1000  # slots, in one form
_BEGINS = "^"
_LISTS = (":people}", ":creatures}")
"""The kinds of slots that hold as many as are written down."""
_WORDS_OF = re.compile(r"[^\W\d_]+(?![^{]*\})")


class Understood(Struct, frozen=True):
    """A command and its canonical text, which parses to it; ``free`` if it was said in no form's words.

    ``left`` are the parts of what was said that it leaves out.
    """

    command: Command
    text: str
    free: bool = False
    left: tuple[str, ...] = ()


class Heard(Struct, frozen=True):
    """A command that a sentence could mean, and what this reading costs: 0 is what a form says itself.

    ``own`` are the form's own words in it; of readings that cost the same the one with more is meant. A
    ``doubtful`` one takes a number for a remark, one that ``tells`` has free words; ``asks`` is the form's.
    """

    said: Understood
    cost: int
    own: int = 0
    doubtful: bool = False
    tells: bool = False
    asks: str = ""

    @property
    def rank(self) -> tuple[int, int]:
        """Return the rank among the readings of a sentence: the least is meant."""
        return self.cost, -self.own


class StrictReading(Struct, frozen=True):
    """A text read in a form: field, kind and words of each slot; the least ``rank`` is meant."""

    declared: Declared
    command: Command
    said: tuple[tuple[str, str, str], ...]
    rank: tuple[int, ...]
    form: str


def _rank(form: str, taken: Taken, words: tuple[Word, ...]) -> tuple[int, ...]:
    """Return how few words are the verb and of the form, how many free text and names, how many left out."""
    told = named = slotted = 0
    for slot, first, last in taken:
        count = last - first + 1
        slotted += count
        told += count if slot.kind in slots.TOLD else 0
        named += count if slots.KINDS[slot.kind].named else 0
    verb = taken[0][1] if taken else len(words)
    return -verb, slotted - len(words), told, named, form.count("{") - len(taken)


class Language:
    """The commands as spoken under one rule set: parsing, printing, help and completion."""

    def __init__(self, declared: Iterable[Declared], book: Rulebook) -> None:
        """Take the declarations, and the rule set whose words they use."""
        self.book = book
        self.declared = tuple(declared)
        self.forms = tuple((one, form) for one in self.declared for form in one.forms(book))
        self._by_verb: dict[str, list[tuple[Declared, Form]]] = {}
        self._declared_by: dict[type[Command], Declared] = {one.command: one for one in self.declared}
        self._by_type: dict[type[Command], list[Form]] = {}
        self._vocabularies: dict[type[Command], frozenset[str]] = {}
        for one, form in self.forms:
            self._by_verb.setdefault(form.text.partition(" ")[0], []).append((one, form))
            self._by_type.setdefault(one.command, []).append(form)

    def declaration(self, command: Command) -> Declared:
        """Return the declaration of a command."""
        return self._declared_by[type(command)]

    @cached_property
    def _listing(self) -> frozenset[str]:
        """Return the first words of the commands that list people or creatures."""
        lists = (form.text for _, form in self.forms if any(slot in form.text for slot in _LISTS))
        return frozenset(text.partition(" ")[0] for text in lists)

    @cached_property
    def _by_word(self) -> dict[str, list[tuple[Declared, Form]]]:
        """Return every form, heard ones too, by each variant of the first of its words.

        One that begins with a word that can mean nothing is meant only where that begins the sentence.
        """
        found: dict[str, list[tuple[Declared, Form]]] = {}
        for one, form in self._ways:
            verb, words = form.text.partition(" ")[0], first_word(form.text)
            if verb in self._by_verb:
                words -= self._by_verb.keys() - {verb}  # `rule` is no `ruling`
            for word in words:
                key = f"{_BEGINS}{word}" if word and words <= FILLERS else word
                found.setdefault(key, []).append((one, form))
        return found

    @cached_property
    def _ways(self) -> tuple[tuple[Declared, Form], ...]:
        """Return every form, and those only heard that serve: none is refused by another game's."""
        heard = ((one, form) for one in self.declared for form in one.heard(self.book))
        return (*self.forms, *(way for way in heard if way[1].serves(self.book)))

    @cached_property
    def words(self) -> frozenset[str]:
        """Return every word of every form, and what each may be an inflection of."""
        said = {word for _, form in self._ways for word in _WORDS_OF.findall(form.text)}
        return frozenset(base for word in said for base in bases(word)) - PREPOSITIONS

    def vocabulary(self, command: Command) -> frozenset[str]:
        """Return the words of all the forms of a command, heard ones too, with what each may be a form of."""
        if type(command) not in self._vocabularies:
            ways = (form.text for one, form in self._ways if one.command is type(command))
            said = {word for text in ways for word in _WORDS_OF.findall(text)}
            self._vocabularies[type(command)] = frozenset(base for word in said for base in bases(word))
        return self._vocabularies[type(command)]

    @cached_property
    def acts(self) -> frozenset[str]:
        """Return the words with which a command can begin, as it is printed or heard."""
        return frozenset(self._by_word) - FILLERS - PREPOSITIONS

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Return the first words of forms, those only heard too, and the words that mean nothing."""
        return FILLERS | PREPOSITIONS | {word.removeprefix(_BEGINS) for word in self._by_word}

    @cached_property
    def slotted(self) -> frozenset[tuple[type[Command], str, str]]:
        """Return the fields and kinds of slots that the forms of commands have."""
        kinds = ((one, _kinds_in(form.text)) for one, forms in self._by_type.items() for form in forms)
        return frozenset((one, field, kind) for one, found in kinds for field, kind in found.items())

    def near(self, sentence: Sentence) -> Iterable[tuple[Declared, Form, Pattern]]:
        """Return the forms whose own words a sentence holds all, in any order, and those that have none."""
        keys = sentence.keys
        begins = (f"{_BEGINS}{key}" for token in sentence.tokens[:1] for key in token.keys)
        near = {
            id(form): (one, form, pattern_of(form.text))
            for word in {"", *begins, *keys}
            for one, form in self._by_word.get(word, ())
        }
        return (each for each in near.values() if not any(keys.isdisjoint(word) for word in each[2].words))

    def hear(
        self,
        text: str,
        offers: Offers,
        serves: Callable[[Declared], bool],
        names: frozenset[str] | None = None,
    ) -> list[Heard]:
        """Return the meanings of a sentence: each command once, the cheapest first, else by their texts.

        A sentence with a word which no form accounts for means nothing, and so does a question; where the
        ``names`` are given, it may tell of what kind a thing is by any other word.
        """
        sentence = read_sentence(text)
        if sentence is None or sentence.asks:
            return []
        epithets = 0
        if names is not None:
            epithets = sentence.epithets() and sentence.epithets(self.own_words | names)
            if not epithets:
                return []
        found: dict[str, Heard] = {}
        readers: dict[type[Command], SlotReader] = {}
        slotted = AllFound()
        for one, form, pattern in self.near(sentence):
            there = not form.needs or offers(one, form.needs, "")
            if needs(pattern, sentence.keys) or not (serves(one) and there):
                continue
            if one.command not in readers:
                readers[one.command] = SlotReader(sentence, self.book, partial(offers, one), slotted)
            for reading in readings(pattern, sentence, readers[one.command], epithets):
                said = self._said_by(one, form, reading.values, sentence.parts(reading.left))
                if said is None:
                    continue
                heard = Heard(said, reading.cost + form.cost, pattern.own, asks=form.asks)
                if said.text not in found or heard.rank < found[said.text].rank:
                    found[said.text] = heard
        return sorted(found.values(), key=lambda one: (one.rank, one.said.text))

    def _said_by(
        self, one: Declared, form: Form, values: dict[str, object], left: tuple[str, ...]
    ) -> Understood | None:
        if pattern_of(form.text).weak and any(self.begins(str(one)) for one in values.values()):
            return None  # a preposition makes no name of what begins as a command does
        with suppress(LookupError):
            return replace(self.express(one.command(**{**form.fixed, **values})), free=True, left=left)
        return None

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """Return the first words of the forms that serve under the rule set, in the order declared."""
        return tuple(dict.fromkeys(one.text.split()[0] for _, one in self.forms if one.serves(self.book)))

    def understand(self, text: str) -> Understood:
        """Return the command and the canonical text of a typed text; raises `SpeechError`."""
        return self._spelled(self._parse(text).command, text)

    def begins(self, text: str) -> bool:
        """Return whether a text begins as a form does."""
        return "".join(text.split(maxsplit=1)[:1]).casefold().rstrip(":") in self._by_verb

    def weigh(self, text: str, offers: Offers) -> Heard:
        """Return the command of a typed text in the words of a form, with its cost; raises `SpeechError`.

        It costs nothing if all its names are listed; a remark on a line of its own could be another command,
        and so could a newcomer who is called as one acts: ``party retreats``.
        """
        read = self._parse(text)
        cost = cost_of(read.said, partial(offers, read.declared))
        cost += ODD * ("\n" in text.strip() and any(kind in REMARKS for _, kind, _ in read.said))
        told = [words for _, kind, words in read.said if kind in REMARKS]
        cost += DOUBTFUL * (unsaid := any(is_length(words, self.book.scale.is_unit) for words in told))
        who = offers(read.declared, "who", "who") or ()
        of_somebody = any(remarks.tells_of_somebody(kind, words, who) for _, kind, words in read.said)
        doubtful = unsaid or of_somebody or any(map(is_doubtful, told))
        newcomers = (words for _, kind, words in read.said if kind == "people")
        if any(remarks.acts(words, self._by_verb, self.own_words) for words in newcomers):
            cost, doubtful = cost + UNLISTED, True
        tells = any(kind in slots.TOLD for _, kind, _ in read.said)
        return Heard(self._spelled(read.command, text), cost, len(text), doubtful, tells)

    def _spelled(self, command: Command, text: str) -> Understood:
        try:
            return Understood(command, self.say(command, text))
        except LookupError:
            # The record keeps the canonical form, which can be longer than the typed text.
            message = f"spelled out, this is over {LONGEST_COMMAND:,} characters"
            raise SpeechError(text[:80], 1, message, "say it in two commands") from None

    def parse(self, text: str) -> Command:
        """Return the command of a typed text; raises `SpeechError` with column and hint."""
        read = self._parse(text) if len(text) <= LONGEST_COMMAND // 2 else self.understand(text)
        return read.command

    def express(self, command: Command) -> Understood:
        """Return a command built in code with its text; raises ``LookupError`` if it has none."""
        return Understood(command, self.say(command))

    def _parse(self, text: str) -> StrictReading:
        """Return the reading with the fewest words of free text; the order of the forms decides nothing."""
        lists = text.strip() and text.casefold().split(maxsplit=1)[0].rstrip(":") in self._listing
        words = split(text, LONGEST_LIST if lists else LONGEST_COMMAND)
        candidates = self._by_verb.get(words[0].folded)
        if candidates is None:
            raise UnknownVerbError(text, words[0], self._by_verb)
        faults: list[SpeechError] = []
        found = [read for one, form in candidates if (read := self._read(one, form, text, words, faults))]
        if not found:
            plain = {slots.plain(form.text): bool(form.fixed) for _, form in candidates}
            faults = only_begun(text, words, (one for one, fixed in plain.items() if not fixed)) or faults
            raise max(faults, key=lambda fault: fault.column, default=said_differently(text, words, plain))
        best = min(found, key=lambda read: read.rank)
        for other in found:
            if other.rank == best.rank and other.command != best.command:
                ways = " or ".join(sorted((slots.plain(best.form), slots.plain(other.form))))
                raise SpeechError(text, 1, "this could mean two things", f"say {ways}")
        return best

    def _read(
        self, one: Declared, form: Form, text: str, words: tuple[Word, ...], faults: list[SpeechError]
    ) -> StrictReading | None:
        read: dict[tuple[str, int, int], object] = {}

        def saying(first: int, last: int) -> str:
            return text[words[first].start : words[last].end]

        def fits(slot: Slot, first: int, last: int) -> bool:
            key = (slot.kind, first, last)
            if key not in read:
                said = saying(first, last)
                try:
                    read[key] = slots.read(slot.kind, said, words[first].start, text, self.book)
                except SpeechError as fault:
                    faults.append(fault)
                    read[key] = fault
            return not isinstance(read[key], SpeechError) and len(read) <= MOST_READ

        taken = next(matches(form.text, words, fits), None)
        if taken is None:
            return None
        values = {slot.field: read[slot.kind, first, last] for slot, first, last in taken}
        each = tuple((slot.field, slot.kind, saying(first, last)) for slot, first, last in taken)
        command = one.command(**{**form.fixed, **values})
        return StrictReading(one, command, each, _rank(form.text, taken, words), form.text)

    def say(self, command: Command, heard: str = "") -> str:
        """Return the spoken form of a command: ``parse(say(c)) == c``; raises ``LookupError``.

        A text that was ``heard`` is known to mean it.
        """
        given = {
            field.name: value
            for field in _fields_of(type(command))
            if (value := getattr(command, field.name)) != field.default or field.required
        }
        for form in self._by_type[type(command)]:
            if any(given.get(name) != value for name, value in form.fixed.items()):
                continue
            left = {name: value for name, value in given.items() if name not in form.fixed}
            said = self._said(form.text, left, command, heard)
            if said is not None:
                return said
        message = f"no spoken form says {command!r}"
        raise LookupError(message)

    def _said(self, form: str, left: dict[str, object], command: Command, heard: str) -> str | None:
        """Return a form filled with these fields if it means the command; names in quotes if they must be."""
        kinds, parts = _kinds_in(form), read_form(form)
        if not left.keys() <= kinds.keys():
            return None
        for reserved in (frozenset(literals(parts)), None):
            texts = {name: slots.say(kinds[name], value, reserved, self.book) for name, value in left.items()}
            said = render(parts, texts)
            if said is not None and (said == heard or self._means(said, command)):
                return said
        return None

    def _means(self, text: str, command: Command) -> bool:
        try:
            return self._parse(text).command == command
        except SpeechError:
            return False


_fields_of = cache(msgspec.structs.fields)  # which takes long


@cache
def _kinds_in(form: str) -> dict[str, str]:
    return slots.kinds_of(read_form(form))
