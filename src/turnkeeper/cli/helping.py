"""Help in the terminal: all commands by their groups, one command with its forms and examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnkeeper.app.words import words_on
from turnkeeper.cli import screen
from turnkeeper.views.handbook import Topic, about, groups

MOST_FORMS = 5
OWN = {
    "(empty line)": "one step of the scene passes: a turn underground, a round in a fight, a turn in a count",
    **{
        one.word: one.meaning + (f" ({', '.join(one.short)})" if one.short else "")
        for one in words_on("terminal")
    },
}


def help_drawn(out: screen.Screen, topics: Sequence[Topic], word: str = "") -> list[str]:
    """Return help about a word, or about everything; nothing for a word that no command has."""
    if not word:
        return list(_everything(out, topics))
    found, _ = about(topics, word)
    if not found and word in OWN:
        return [f"{out.bold(word)}  {OWN[word]}"]
    return [line for number, topic in enumerate(found) for line in topic_drawn(out, topic, number)]


def _everything(out: screen.Screen, topics: Sequence[Topic]) -> Iterator[str]:
    for group, found in groups(one for one in topics if one.offered).items():
        forms = [form for topic in found for form in _short(topic)]
        yield from screen.block(out, group, screen.flowed(forms, out.inner_width))
    yield from _left_out(out, topics)
    yield ""
    widest = max(map(len, OWN))
    for word, meaning in OWN.items():
        row = f"{screen.padded(out.bold(word), widest)}  {meaning}"
        yield from screen.wrapped(row, out.width, indent=widest + 2)


def _left_out(out: screen.Screen, topics: Sequence[Topic]) -> Iterator[str]:
    """Yield what is not offered: verbs that these rules have no use for."""
    verbs = dict.fromkeys(one.verbs[0] for one in topics if not one.offered)
    if verbs:
        yield from screen.block(out, "No use here", screen.flowed(list(verbs), out.inner_width))


def _short(topic: Topic) -> list[str]:
    """Return the first form of a command; of one that has very many, the names among them."""
    return [topic.forms[0]] if len(topic.forms) <= MOST_FORMS else list(_names(topic))


def _names(topic: Topic) -> Iterator[str]:
    """Yield the bare beginnings of forms, each once: ``search``, ``pick lock``."""
    bare = (" ".join(_until_a_slot(form.split())) for form in topic.forms)
    yield from dict.fromkeys(name for name in bare if name)


def _until_a_slot(words: list[str]) -> Iterator[str]:
    for word in words:
        if not word.islower() or word.startswith("["):
            return
        yield word


def topic_drawn(out: screen.Screen, topic: Topic, number: int = 0) -> Iterator[str]:
    """Yield one command: what it does, how it is said, examples."""
    if number:
        yield ""
    yield from screen.wrapped(topic.help, out.width)
    yield from screen.block(out, "Say", topic.forms)
    yield from screen.block(out, "Examples", topic.examples)
