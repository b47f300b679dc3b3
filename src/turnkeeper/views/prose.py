"""Prose of what players are told: who did the same is named together, a quiet stretch is half a sentence.

It joins the sentences of `views.players.told` and adds nothing to them but the time between, where the reader
may know it. This module must not know a secret: what it is given may be sent to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.spelling.plainer import ORDINALS
from turnkeeper.spelling.sentences import capitalised, joined
from turnkeeper.time import Duration

MINUTE = 60_000
HALF = 30
QUIET = Duration(10 * MINUTE)
"""A stretch of which nothing is told is worth half a sentence from here on."""
MOST_IN_ONE = 3
"""The most doings in one sentence."""
_UP_TO_TWELVE = "no one two three four five six seven eight nine ten eleven twelve"
_SMALL = "a an camp handed into it on one something taken the they"
NUMBERS = dict(enumerate(_UP_TO_TWELVE.split())) | {
    15: "fifteen",
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
}
_NTH = dict(enumerate(ORDINALS[:10], 1))
_NOUNS = frozenset(["rest", "night", "lunch", "action", "meal"])
_OPENERS = frozenset(_SMALL.split())
"""First words of sentences that are no names, and are small within one."""


class Deed(Struct, frozen=True):
    """What a person did or what befell them: ``does`` of one, ``do`` of several.

    ``some`` of a side are counted: one of the goblins, and then two more, are three.
    """

    who: str
    does: str
    do: str
    some: int = 0


class Beat(Struct, frozen=True):
    """A part of the story: doings, or a ``text`` that is a sentence already, in a ``round`` of a fight.

    It comes ``after`` a time of which nothing was told, in words; empty where none is worth saying. What
    ``takes`` its time says so itself.
    """

    text: str = ""
    doings: tuple[Deed, ...] = ()
    round: int = 0
    after: str = ""
    takes: bool = False


def number(many: int) -> str:
    """Return a number in words, from thirteen on in figures."""
    return NUMBERS.get(many, f"{many:,}")


def took(length: Duration) -> str:
    """Return a length as prose has it, to the minute: ``half an hour``, ``two hours and ten minutes``."""
    minutes = (length.ms + MINUTE // 2) // MINUTE
    hours, rest = divmod(minutes, 60)
    if minutes == HALF:
        return "half an hour"
    if not minutes:
        return "a moment"
    if not hours:
        return f"{number(minutes)} minute{'' if minutes == 1 else 's'}"
    said = "an hour" if hours == 1 else f"{number(hours)} hours"
    return said + (" and a half" if rest == HALF else f" and {number(rest)} minutes" if rest else "")


def spent(activity: str, length: Duration | None) -> str:
    """Return that time went to an activity: they take ten minutes to search."""
    time = "time" if length is None else took(length)
    return f"They take {time} {'for' if activity.rsplit(maxsplit=1)[-1] in _NOUNS else 'to'} {activity}."


def later(passed: Duration, *, exact: bool) -> str:
    """Return how much later something is, in words; only ``later`` where nobody may know."""
    return f"{took(passed)} later" if exact else "later"


def told(beats: Iterable[Beat]) -> Iterator[str]:
    """Yield the sentences of a paragraph."""
    opened = 0
    for together in _together(beats):
        first = together[0]
        if first.text:
            body = first.text.removesuffix(".")
        else:
            body = joined([_said(one) for one in _merged([one for beat in together for one in beat.doings])])
        lead = first.after
        if first.round and first.round != opened:
            lead = f"{lead}, in {_round(first.round)}" if lead else f"in {_round(first.round)}"
        opened = first.round or opened
        yield f"{capitalised(f'{lead}, {_small(body)}' if lead else body)}."


def _together(beats: Iterable[Beat]) -> Iterator[list[Beat]]:
    """Yield beats that are one sentence: doings of one round that follow each other at once."""
    run: list[Beat] = []
    for beat in beats:
        many = len(_merged([one for each in (*run, beat) for one in each.doings]))
        if run and (
            beat.text or run[0].text or beat.after or beat.round != run[0].round or many > MOST_IN_ONE
        ):
            yield run
            run = []
        run.append(beat)
    if run:
        yield run


def _merged(doings: Sequence[Deed]) -> list[Deed]:
    """Return doings with those who did the same as one, in the order in which they first came."""
    found: dict[tuple[str, str], list[Deed]] = {}
    for one in doings:
        found.setdefault((one.does, one.who if one.some else ""), []).append(one)
    return [_as_one(some) for some in found.values()]


def _as_one(some: list[Deed]) -> Deed:
    first = some[0]
    if first.some:
        return replace(first, some=sum(one.some for one in some))
    names = list(dict.fromkeys(one.who for one in some))
    return first if len(names) == 1 else replace(first, who=joined(names), does=first.do)


def _said(one: Deed) -> str:
    if not one.some:
        return f"{one.who} {one.does}"
    return f"{number(one.some)} of {one.who} {one.does if one.some == 1 else one.do}"


def _round(count: int) -> str:
    return f"the {_NTH[count]} round" if count in _NTH else f"round {count}"


def _small(text: str) -> str:
    first = text.partition(" ")[0]
    return text[0].lower() + text[1:] if first.lower() in _OPENERS else text


def once(lines: Iterable[str]) -> Iterator[str]:
    """Yield sentences, of equal ones that follow each other one that says how many they are."""
    for line, same in groupby(lines):
        times = len(list(same))
        often = "twice" if times == 2 else f"{number(times)} times"  # noqa: PLR2004 - English has a word for it
        yield line if times == 1 else f"{line.removesuffix('.')}, {often}."
