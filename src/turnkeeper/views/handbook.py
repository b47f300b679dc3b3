"""The handbook: every command that can be said, from its one declaration, for help on any surface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.words import Surface, words_on
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.declare import Declared, Form
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.kernel.speech import SpeechError, suggest
from turnkeeper.play.registry import DECLARED, REGISTRY
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.views.enquiries.table import ENQUIRIES

GROUP = "The session itself"
QUESTIONS = "questions"
MOST_OPTIONAL = 2
"""The most words that are in brackets together: ``[N hexes]``."""
_SLOTS = frozenset(one.shown for one in slots.KINDS.values())


class Topic(Struct, frozen=True):
    """One command: its group, its help, how it is said, and examples that can be typed as they stand.

    One that is not ``offered`` can be said, but the rule set has no use for it.
    """

    kind: str
    group: str
    help: str
    forms: tuple[str, ...]
    examples: tuple[str, ...]
    offered: bool = True

    @property
    def verbs(self) -> tuple[str, ...]:
        """The first words of its forms, each once."""
        return tuple(dict.fromkeys(form.split(maxsplit=1)[0] for form in self.forms))


@lru_cache(maxsize=32)
def examples(book: Rulebook) -> Mapping[type[Command], tuple[str, ...]]:
    """Return, for each command, those of its examples that can be typed under a rule set as they stand.

    Of a command that is offered, its offered forms say them.
    """
    found: dict[type[Command], tuple[str, ...]] = {}
    for one in DECLARED:
        language = Language((replace(one, forms=partial(_offered, one), heard=lambda _book: ()),), book)
        found[one.command] = tuple(each for each in one.examples if _reads(language, each))
    return found


def _offered(one: Declared, book: Rulebook) -> Iterator[Form]:
    use = REGISTRY.serves(one, book)
    yield from (form for form in one.forms(book) if form.serves(book) or not use)


def _reads(language: Language, text: str) -> bool:
    try:
        language.parse(text)
    except SpeechError:
        return False
    return True


def handbook(language: Language) -> tuple[Topic, ...]:
    """Return every command under a rule set, in the order declared."""
    forms: dict[type[Command], dict[str, None]] = {}
    shown = examples(language.book)
    for one, form in language.forms:
        if form.serves(language.book) or not REGISTRY.serves(one, language.book):
            forms.setdefault(one.command, {})[_with_paces(slots.plain(form.text), language.book)] = None
    return tuple(
        Topic(
            str(one.command.__struct_config__.tag),
            one.group,
            one.help,
            shorter(forms[one.command]),
            shown[one.command],
            REGISTRY.serves(one, language.book),
        )
        for one in language.declared
        if one.command in forms
    )


def _with_paces(form: str, book: Rulebook) -> str:
    """Return a form with the paces of the rule set for their slot: ``move FEET [cautiously|quickly]``."""
    words = (pace.adverbs(name)[0] for name, pace in book.set.paces.items())
    return form.replace("[PACE]", f"[{'|'.join(words)}]") if book.set.paces else form


def shorter(forms: Iterable[str]) -> tuple[str, ...]:
    """Return forms as fewer: what one has more than another stands in it in brackets.

    >>> shorter(["search 20x20", "search", "search 20x20 TEXT", "search TEXT"])
    ('search [20x20] [TEXT]',)
    """
    left = list(dict.fromkeys(forms))
    while (found := next(((one, pair) for one in left if (pair := _within(one, left))), None)) is not None:
        form, (less, both) = found
        # They are one form now, where the first of them stood.
        left[min(left.index(form), left.index(less))] = both
        left = [one for one in left if one not in {form, less}]
    return tuple(left)


def _within(form: str, others: list[str]) -> tuple[str, str] | None:
    """Return another form that is this one without a slot, and the form that says both."""
    words = form.split()
    for most in range(1, MOST_OPTIONAL + 1):
        for at in range(1, len(words) - most + 1):
            run = words[at : at + most]
            less = " ".join((*words[:at], *words[at + most :]))
            slot = any(word in _SLOTS for word in run)
            if slot and not any(word[0] == "[" or word[-1] == "]" for word in run) and less in others:
                return less, " ".join((*words[:at], f"[{' '.join(run)}]", *words[at + most :]))
    return None


def own_topics(language: Language, surface: Surface = "session") -> tuple[Topic, ...]:
    """Return the session's own words on a surface as help has commands, but for those that the rules mean."""
    return tuple(
        Topic(one.word, GROUP, one.meaning, (one.form,), ())
        for one in words_on(surface)
        if one.word not in language.verbs
    )


def questions() -> Topic:
    """Return all questions, as help has commands."""
    return Topic(
        QUESTIONS,
        "Questions",
        "Asked in your own words: a line answers it, and nothing is done.",
        tuple(one.about for one in ENQUIRIES),
        (
            "how long till the torch goes out?",
            "how far is it to the keep?",
            "who is hurt?",
            "whose turn is it?",
        ),
    )


def handbook_of(ruleset: RuleSet) -> tuple[Topic, ...]:
    """Return every command under a rule set, with no campaign in sight, questions, and own words."""
    language = Language(DECLARED, Rulebook(ruleset))
    return (*handbook(language), questions(), *own_topics(language))


def groups(topics: Iterable[Topic]) -> dict[str, list[Topic]]:
    """Return the commands by their groups, in the order declared."""
    found: dict[str, list[Topic]] = {}
    for topic in topics:
        found.setdefault(topic.group, []).append(topic)
    return found


def about(topics: Iterable[Topic], said: str) -> tuple[list[Topic], str]:
    """Return the commands that words are about, by their first words or their group, or none and a hint."""
    topics = list(topics)
    wanted = " ".join(said.split()).casefold()
    named = [one for one in topics if wanted in {one.group.casefold(), one.kind}]
    found = _beginning(topics, wanted) or _beginning(topics, wanted.partition(" ")[0]) or named
    known = (*(verb for one in topics for verb in one.verbs), *(one.group for one in topics))
    return found, "" if found else suggest(wanted[:40], known)


def _beginning(topics: list[Topic], words: str) -> list[Topic]:
    """Return the commands that can begin with words, each with only the forms and examples that do so."""
    found = []
    for topic in topics:
        forms = tuple(form for form in topic.forms if f"{form.casefold()} ".startswith(f"{words} "))
        examples = tuple(one for one in topic.examples if one.casefold().startswith(words))
        if forms:
            found.append(replace(topic, forms=forms, examples=examples or topic.examples))
    return found
