"""Lengths of time and ends of them in a text: a command lasts exactly that long, or it is asked about.

A command that leaves out a length that was said is never carried out; how else it could be meant is offered.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.outcomes import MOST_CHOICES, NotUnderstood, asked, note_of
from turnkeeper.calendars.almanac import NoSuchDate
from turnkeeper.play.clock.passing import Next, step_of
from turnkeeper.play.decide import Decided
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.dungeon.uneventful import SAYS
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.phrases import SlotReader
from turnkeeper.play.kernel.remarks import REMARKS
from turnkeeper.play.kernel.sentence import NUMBERS, read_sentence
from turnkeeper.play.kernel.several import AllFound
from turnkeeper.play.sky import calendar, seasons
from turnkeeper.spelling.lengths import (
    ends_in,
    is_said_length,
    may_tell_time,
    thrown_in,
    ways_in,
    with_halves,
    with_lengths,
    without,
)
from turnkeeper.time import Duration, SpokenTimeError, parse_until

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.meaning.saying import Meaning, Saying
    from turnkeeper.play.kernel.event import Command

LONGEST = 400
_TOLD_ANYHOW = frozenset(("text", "order", "people", "animals", "creatures", "sheet"))
"""Kinds of slot that keep words as they are: a length in them is told, and not swallowed."""
_LOOSE = frozenset((*REMARKS, "name", "what"))
"""Kinds of slot that take any words."""
_UNSURE = _LOOSE | {"who", "several", "until"}
_OWN_END = re.compile(r"\buntil(?: \w+)*? (\w+)\W*$")
_QUOTED = re.compile(r'"[^"]*"')


class SaidTime(Struct, frozen=True):
    """A length or an end of one as a text says it; ``lasts`` is how long, ``None`` where nobody knows."""

    words: str
    lasts: Duration | None
    end: str = ""
    count: int | None = None
    why: str = ""


def lasting_as_said(saying: Saying, meant: Meaning) -> Meaning:
    """Return a meaning that lasts as long as the text says, or the question how long it lasts.

    A text not understood is read with the length until an end that a clock tells, then without it.
    """
    text, is_unit = saying.text, saying.language.book.scale.is_unit
    if len(text) > LONGEST or not may_tell_time(text, is_unit):
        return meant
    if isinstance(meant, NotUnderstood):
        return meant if meant.in_order else _put_otherwise(saying, meant)
    if not saying.allows(meant):
        serves = saying.serves(saying.language.declaration(meant.command))
        right = serves and not _left_out(saying, text, meant)
        return meant if right else _put_otherwise(saying, meant)
    if not _left_out(saying, text, meant) or not _left_out(saying, saying.plain, meant):
        return meant
    return _put_otherwise(saying, meant, refused=False)


def _put_otherwise(saying: Saying, meant: Meaning, *, refused: bool = True) -> Meaning:
    """Return the meaning of a text with the length until an end that it tells, or without the length."""
    text = with_lengths(saying.text)
    one = next(_times_in(saying.campaign, _QUOTED.sub("", text)), None)
    if one is None or one.words not in text:
        return meant
    if one.end and one.lasts is not None:
        length = saying.language.book.scale.say(one.lasts)
        anew = saying.read(text.replace(one.words, f"for {length}"))
        if isinstance(anew, Understood) and _holds(saying, anew, one) and saying.allows(anew):
            return replace(anew, free=True)
    bare = saying.read(without(text, one.words))
    if isinstance(bare, Understood) and saying.allows(bare):
        if one.lasts is not None and one.lasts == _takes(saying.campaign, bare):
            return replace(bare, free=True)
        meant = bare
    elif refused:
        told = isinstance(meant, NotUnderstood) and isinstance(bare, Understood) and not meant.choices
        return bare if told else meant
    return _asked(saying, text, meant, one) if isinstance(meant, Understood) else meant


def _holds(saying: Saying, meant: Understood, one: SaidTime) -> bool:
    return _is_held(saying, meant, replace(one, end="", words="?"), [one])


def _asked(saying: Saying, text: str, meant: Understood, one: SaidTime) -> NotUnderstood:
    """Return the question whether a command is meant with a length, or as it is, or only time."""
    campaign = saying.campaign
    bare = () if _left_out(saying, meant.text, meant) else (meant.text,)
    ways = (*_with(campaign, meant.command, one), *bare, *_waits(campaign, one))
    allowed = (way for way in dict.fromkeys(ways) if saying.allows(campaign.parse(way)))
    choices = tuple(allowed)[:MOST_CHOICES] or (note_of(text),)
    return asked(_why(campaign, meant.command, one), choices, max(text.find(one.words), 0) + 1)


def _left_out(saying: Saying, text: str, meant: Understood) -> SaidTime | None:
    """Return the first length or end in a text that a command does not hold.

    In a form's own words only a remark or a name can hold what no slot is for.
    """
    slotted = _slotted(saying, meant)
    if not meant.free and not any(kind in _LOOSE and getattr(meant.command, one) for one, kind in slotted):
        return None
    said = list(_times_in(saying.campaign, _QUOTED.sub("", text)))
    return next((one for one in said if not _is_held(saying, meant, one, said)), None)


def _slotted(saying: Saying, meant: Understood) -> list[tuple[str, str]]:
    """Return the fields and kinds of slots that the forms of a command have."""
    kind = type(meant.command)
    return [(field, slot) for command, field, slot in saying.language.slotted if command is kind]


def _times_in(campaign: Campaign, text: str) -> Iterator[SaidTime]:
    """Yield each length of a text, and each end that is said with until."""
    book = campaign.book
    ends = list(ends_in(text))
    for words, end in ends:
        text = text.replace(words, " , ")
        tokens = end.split()
        for last in range(len(tokens), 0, -1):
            told = " ".join(tokens[:last])
            if (lasts := _until(campaign, told)) is not None:
                yield SaidTime(words.removesuffix(end) + told, lasts, told)
                break
        else:
            yield SaidTime(words, None, end)
    for why, found in (
        ("throw, and say how many", thrown_in(text, book.scale.is_unit)),
        ("say it in hexes, in feet or in time", ways_in(text)),
    ):
        for words in found:
            text = text.replace(words, " , ")
            yield SaidTime(words, None, why=why)
    sentence = read_sentence(with_halves(text, NUMBERS))
    if sentence is None:
        return
    said = [one.text for one in sentence.tokens]
    done = 0
    reader = SlotReader(sentence, book, lambda _field, _kind: None, AllFound())
    for first, end_, value, _ in reader.measured("length"):
        if isinstance(value, Duration) and first >= done and is_said_length(said, first, end_):
            done = end_
            number = sentence.tokens[first].plain
            yield SaidTime(
                sentence.said(first, end_), value, count=int(number) if number.isdecimal() else None
            )


def _is_held(saying: Saying, meant: Understood, one: SaidTime, said: list[SaidTime]) -> bool:
    """Return whether a command holds a length or an end: in a slot, by what it takes, or as it is told."""
    campaign, fields = saying.campaign, msgspec.structs.asdict(meant.command)
    lengths = {value for value in fields.values() if isinstance(value, Duration)}
    if (ends := fields.get("until")) and (until := _until(campaign, str(ends))) is not None:
        lengths.add(until)
    numbers = [value for value in fields.values() if isinstance(value, int) and not isinstance(value, bool)]
    slotted = _slotted(saying, meant)
    told = _told(meant, fields, slotted)
    if meant.text == SAYS and one.end and SAYS.endswith(one.end):
        return True
    if one.words.casefold() in told or (one.end and f"until {one.end.casefold()}" in told):
        return True
    if one.lasts is None:
        return bool(one.end) and _is_open(meant, fields, slotted, one, numbers)
    if one.lasts in lengths or one.count in numbers:
        return True
    known = [each.lasts for each in said if each.lasts is not None]
    if sum(each.ms for each in known) in {each.ms for each in lengths}:
        return True
    return one.lasts == _takes(campaign, meant)


def _until(campaign: Campaign, said: str) -> Duration | None:
    """Return how long it is until a time that words name, of the day or of the campaign's calendar."""
    state, book = campaign.state, campaign.book
    with suppress(SpokenTimeError):
        return parse_until(said, state.now, book.scale, seasons.times(state, book)) - state.now
    with suppress(NoSuchDate):
        day = calendar.instant_of(state, book, said)
        return None if day is None or day <= state.now else day - state.now
    return None


def _told(meant: Understood, fields: dict[str, object], slotted: Iterable[tuple[str, str]]) -> str:
    """Return the words that a command keeps as they were said."""
    kept = [str(fields[field]) for field, kind in slotted if kind in _TOLD_ANYHOW and fields.get(field)]
    return "\n".join((*kept, *(one[0] for one in _QUOTED.finditer(meant.text)))).casefold()


def _is_open(
    meant: Understood,
    fields: dict[str, object],
    slotted: Iterable[tuple[str, str]],
    one: SaidTime,
    numbers: list[int],
) -> bool:
    """Return whether a command goes on until something that no clock tells."""
    until, words = fields.get("until"), one.end.casefold().split()
    printed = meant.text.casefold()
    for field, kind in slotted:
        value = str(fields[field]).casefold() if kind in _UNSURE and fields[field] else ""
        if value and f"until {value}" not in printed:
            printed = printed.replace(value, "")
    own = _OWN_END.search(printed)
    if own is not None and own[1] in words:
        return True
    if isinstance(until, str) and until and one.end.casefold().startswith(until.casefold()):
        return True
    said = {NUMBERS.get(word, int(word) if word.isdecimal() else 0) for word in one.end.casefold().split()}
    if not said.isdisjoint(numbers):
        return True
    return not until and "lasts" in fields and fields["lasts"] is None and not isinstance(meant.command, Do)


def _takes(campaign: Campaign, meant: Understood) -> Duration | None:
    """Return how long a command takes by the rules, as far as nothing comes between."""
    command, book = meant.command, campaign.book
    if isinstance(command, Next):
        return step_of(campaign.state, book)
    if isinstance(command, Do):
        activity = book.set.activities.get(command.activity)
        return book.duration(activity.takes) if activity is not None and activity.takes else None
    decided = campaign.decide(meant, campaign.seeded())
    return decided.state.now - campaign.state.now if isinstance(decided, Decided) else None


def _with(campaign: Campaign, command: Command, one: SaidTime) -> Iterator[str]:
    """Yield a command with the length or the end that it left out, where it can have one."""
    fields = msgspec.structs.asdict(command)
    wanted: dict[str, object] = {}
    if one.end and fields.get("until") == "" and one.lasts is not None:
        wanted = {"until": one.end}
    elif "lasts" in fields and one.lasts is not None:
        wanted = {"lasts": one.lasts}
    if wanted:
        with suppress(LookupError):
            yield campaign.language.express(replace(command, **wanted)).text


def _waits(campaign: Campaign, one: SaidTime) -> Iterator[str]:
    if one.lasts is not None:
        yield f"wait until {one.end}" if one.end else f"wait {campaign.book.scale.say(one.lasts)}"


def _why(campaign: Campaign, command: Command, one: SaidTime) -> str:
    book = campaign.book
    activity = book.set.activities.get(command.activity) if isinstance(command, Do) else None
    if activity is not None and activity.takes and one.lasts is not None:
        how = f", which is {book.scale.plain.say(one.lasts)}" if one.end else ""
        return f"{activity.says[0]} takes {activity.takes}, not {one.words.strip()!r}{how}"
    if one.lasts is None:
        told = "no clock tells when that is" + ", so it runs until you end it" * hasattr(command, "lasts")
        how = told if one.end else one.why
        return f"{one.words.strip()!r}: {how}"
    return f"this would leave out {one.words.strip()!r}"
