"""A text of a campaign said more plainly: weeks in days, the first goblin as goblin 1, idioms in one word."""

from __future__ import annotations

import re
from functools import partial

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.sentence import NUMBERS, read_sentence
from turnkeeper.spelling.foretold import foretold
from turnkeeper.spelling.lengths import with_lengths
from turnkeeper.spelling.plainer import ORDINALS, counted, plainer

_ORDINAL = re.compile(rf"\b(?:the )?(?P<nth>{'|'.join(ORDINALS)}) (?P<name>[^\W\d_]+)", re.IGNORECASE)
_BY_NUMBER = re.compile(
    rf"\b(?P<name>[^\W\d_]+) (?:number|no\.?|nr\.?) (?P<nth>\d{{1,4}}|{'|'.join(NUMBERS)})\b",
    re.IGNORECASE,
)
_BY_ANY_CLOCK = ("second", "minute", "min", "hour")
_NTH_DAY = re.compile(rf"\b(?<=on )the (?P<nth>{'|'.join(ORDINALS)}) day\b(?! of)", re.IGNORECASE)
_CLOCK_TO_THAT = re.compile(
    r"^(?:it is|it's|its) (?:now |already )?(?P<time>[^.;!?]+?),? (?:so |and )?(?:please )?"
    r"(?:set|fix|put|change|move|correct) the clock(?: (?:to|for) (?:that|it|this|then)| accordingly)?[.!]?$",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"\b(?P<count>half|\d{{1,4}}|{'|'.join(NUMBERS)}) of (?:them|(?:the|those|our) (?P<name>[^\W\d_]+))",
    re.IGNORECASE,
)
_KILLS = re.compile(r"\b(?:kill|slay|slew|slain|dead|die|died|dies|down|dying|cut|drop|fell)", re.IGNORECASE)
LONGEST_TOLD = 200
"""A longer text is not said more plainly: it was pasted."""


def plainly(campaign: Campaign, text: str) -> str:
    """Return a text said more plainly: weeks in days, "the first goblin" as goblin 1 where that is faced.

    A week has as many days as in the campaign's calendar, else seven.
    """
    if len(text) > LONGEST_TOLD:
        return text
    used = campaign.state.calendar
    week = len(used.data.week.days) if used is not None and used.data.week.days else 7

    def called(found: re.Match[str]) -> str:
        name = f"{found['name']} {ORDINALS.index(found['nth'].casefold()) + 1}"
        return name if meant_of_sides(campaign.state, name) else found[0]

    def numbered(found: re.Match[str]) -> str:
        nth = found["nth"].casefold()
        name = f"{found['name']} {NUMBERS.get(nth, nth)}"
        return name if meant_of_sides(campaign.state, name) else found[0]

    text = _BY_NUMBER.sub(numbered, _PART.sub(partial(_part_of, campaign, text), text))
    text = _ORDINAL.sub(called, counted(with_lengths(text), week, NUMBERS))
    units = tuple(one.name for one in campaign.book.scale.units)
    dated = _NTH_DAY.sub(lambda found: f"day {ORDINALS.index(found['nth'].casefold()) + 1}", text)
    text = _CLOCK_TO_THAT.sub(r"set the clock to \g<time>", dated)
    return plainer(foretold(text, (*units, *_BY_ANY_CLOCK), NUMBERS), units, NUMBERS)


def _part_of(campaign: Campaign, text: str, found: re.Match[str]) -> str:
    """Return some of a number with what they are: "half of them" as the dead of the foes, by their count."""
    sides = [one for one in campaign.state.sides if not one.allied]
    name, half = found["name"], found["count"].casefold() == "half"
    if name is None:
        side = sides[0] if len(sides) == 1 and _KILLS.search(text) else None
    else:
        side = next((one for one in sides if one.name.casefold() == name.casefold()), None)
    if side is None:
        return found[0] if half or name is None else f"{found['count']} {name}"
    number = f"{side.count // 2 - side.down}" if half else found["count"]
    return found[0] if number.startswith(("-", "0")) else f"{number} {side.name}"


def gone_at_end(text: str, plain: str) -> tuple[str, ...]:
    """Return the words at the end of a text that nothing stands for when it is said more plainly.

    >>> gone_at_end("Bram stays behind to guard the mules", "Bram stays behind")
    ('to guard the mules',)
    >>> gone_at_end("spend a turn searching", "search for a turn"), gone_at_end("they leg it", "they flee")
    ((), ())
    """
    sentence, said = read_sentence(text), read_sentence(plain)
    if sentence is None or said is None or not said.tokens:
        return ()
    kept = [at for at, one in enumerate(sentence.tokens) if not one.keys.isdisjoint(said.keys)]
    begins = kept[-1] + 1 if kept else len(sentence.tokens)
    words = [at for at in range(begins, len(sentence.tokens)) if not sentence.empty >> at & 1]
    whole = not said.tokens[-1].keys.isdisjoint(sentence.keys)
    return sentence.parts(range(begins, len(sentence.tokens))) if whole and len(words) > 1 else ()
