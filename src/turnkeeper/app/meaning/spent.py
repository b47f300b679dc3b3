"""Time that a sentence says is spent on something which no command knows: ``two hours pass while they dig``.

It is looked at only where nothing else is meant. The words of the act are kept, so that the log tells it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.meaning.saying import Meaning, Saying
from turnkeeper.app.outcomes import asked
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.kernel.remarks import DOUBTFUL
from turnkeeper.play.kernel.sentence import IDLE, NUMBERS, OPERATORS, bases
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.time import SpokenTimeError

_NUMBER = rf"an?|another|the next|\d{{1,3}}|{'|'.join(NUMBERS)}"
_LENGTH = (
    r"(?:about |around |roughly |nearly |almost |exactly |some )?"
    rf"(?:(?P<half>half an hour)|(?P<number>{_NUMBER}) (?:more |full |whole |solid |good |long |other )?"
    r"(?P<unit>[^\W\d_]+))"
)
_AT_ONCE = r"(?:on |in |to |with |at |for |over |doing )?"
_DOING = r"(?P<doing>[^\W\d_]+ing\b[^,;:.!?]*?)"
_DOES = r"(?P<verb>[^\W\d_]+)(?P<rest>(?: [^,;:.!?]*?)?)"
_SPENDS = r"(?:spends?|spent|takes?|took|uses?|used|needs?|devotes?|wastes?|wasted|loses?|lost|burns?|kills?)"
_IT = "(?:and )?(?:it |that |this |which )?"
_TAKES = "(?:takes?|took|lasts?|costs?|needs?)(?: them| us| him| her| about)?"
_PASSES = r"(?:pass(?:es)?|passed|go(?:es)? by|went by|elapses?|slips? by|later,?|more)?"
_BEFALLS = """is are was were has have had gets get got stays stay remains remain keeps keep becomes become
    feels feel seems seem falls fall goes go lies lie sits sit knows know takes take loses lose gains gain
    turns turn dies die suffers suffer looks look can will must may could would should does do lasts last
    casts cast drops drop hits hit misses miss attacks attack bleeds bleed burns burn heal the a an"""
_STATIVE = frozenset(_BEFALLS.split())
"""What befalls people, or what the rules say of them: no act on which time is spent."""


def time_spent(text: str, people: Collection[str], verbs: Collection[str]) -> Iterator[Spent]:
    """Yield on what a text could spend time, by the names of people and known verbs.

    >>> said = "two hours pass while they dig through the rubble", "Ann haggles at the gate for ten minutes"
    >>> [one.text for text in said for one in time_spent(text, ("Ann",), ())]
    ['spend 2 hours on digging through the rubble', 'spend 10 minutes on haggling at the gate by Ann']
    """
    plain = " ".join(text.translate(_QUOTES).split()).rstrip(" .!")
    for pattern in _shapes(tuple(sorted(people, key=len, reverse=True))):
        found = pattern.fullmatch(plain)
        said = None if found is None else _said(found, people, verbs)
        if said is not None:
            yield said


class Spent(Struct, frozen=True):
    """How long is spent on what, by one or all; ``known`` says that a command begins with the act."""

    length: str
    doing: str
    who: str = ""
    known: bool = False

    @property
    def text(self) -> str:
        """Return the command that spends it."""
        return f"spend {self.length} on {self.doing}{f' by {self.who}' if self.who else ''}"


_RULED = """fight battle rest sleep nap doze camp eat drink heal walk march travel ride hike trek journey go
    head move listen wait explore wander set leave return depart"""
_JOINS = frozenset(("and", "then", "&"))
_PRONOUNS = frozenset(("we", "they", "he", "she", "then"))
_OF_RULES = frozenset(_RULED.split())
"""Acts that any game has a way to say, with effects of their own: no time is merely spent on them."""
_QUOTES = str.maketrans("\u2018\u2019", "''")


@lru_cache(maxsize=8)
def _shapes(people: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    names = "|".join(map(re.escape, people))
    who = rf"(?P<who>they|we|everyone|everybody|the party|the group{f'|{names}' if names else ''})"
    shapes = (
        rf"(?:{who} )?{_SPENDS} {_LENGTH} {_AT_ONCE}{_DOING}",
        rf"{_LENGTH} {_PASSES} ?(?:of |with |by |in )?(?:us |them |everyone )?{_DOING}",
        rf"{_LENGTH} {_PASSES} ?(?:while|as|during which) {who} (?:are |is )?(?:{_DOING}|{_DOES})",
        rf"{_LENGTH} (?:is|are|was|were) (?:lost|wasted|spent|used up) (?:to|on|in|with) {_DOING}",
        rf"{who} {_DOES},? for {_LENGTH}",
        rf"{who} {_DOES}(?P<comma>,) {_LENGTH}",
        rf"(?P<verb>[^\W\d_]+)(?P<rest> (?:the|an?|his|her|their|our|it)\b[^,;:.!?]*?), {_LENGTH}",
        rf"{who} (?:are|is) (?:busy )?{_DOING},? for {_LENGTH}",
        rf"(?:{who} )?{_DOES},? {_IT}{_TAKES} {_LENGTH}",
        rf"(?:it|that|this) {_TAKES} {_LENGTH} (?:for (?:them|us) )?(?:to {_DOES}|{_DOING})",
        rf"{_DOING},? (?:takes?|took|costs?|for)(?: them| us)? {_LENGTH}",
    )
    return tuple(re.compile(one, re.IGNORECASE) for one in shapes)


def _said(found: re.Match[str], people: Collection[str], verbs: Collection[str]) -> Spent | None:
    parts = {name: said or "" for name, said in found.groupdict().items()}
    doing = parts.get("doing", "")
    verb = parts.get("verb", "").casefold()
    if verb:
        by_name = bool(parts.get("comma")) and parts.get("who", "") in people
        if verb in _STATIVE or not verb.isalpha() or (by_name and not verb.endswith(("s", "ed"))):
            return None
        doing = f"{gerund(verb)}{parts['rest']}"
    words = doing.casefold().split()
    does = bases(words[0])
    if (
        not does.isdisjoint(_OF_RULES)
        or not OPERATORS.isdisjoint(words)
        or any(word[0].isdigit() for word in words)
    ):
        return None
    joined = (
        second for first, second in pairwise(one for one in words if one not in _PRONOUNS) if first in _JOINS
    )
    if any(not bases(one).isdisjoint(verbs) for one in joined):
        return None
    number = parts["number"].casefold()
    many = NUMBERS.get(number, number if number.isdecimal() else 1)
    length = "30 min" if parts["half"] else f"{many} {parts['unit']}"
    who = next((one for one in people if one.casefold() == parts.get("who", "").casefold()), "")
    return Spent(length, doing, who, not does.isdisjoint(verbs) and does.isdisjoint(IDLE))


def spending(saying: Saying) -> Meaning | None:
    """Return the command by which time is spent on what a text says, or ``None``.

    An activity of the rules is done if that is how long it takes; else which of both is meant is asked.
    """
    names = {*saying.people, *(one.partition(" ")[0] for one in saying.people)}
    for spent in time_spent(saying.text, names, saying.language.verbs):
        if spent.known:
            found = _activity(saying, spent)
            if found is not None:
                return found
            continue
        with suppress(SpeechError):
            weighed = saying.weigh(spent.text)
            if weighed.cost < DOUBTFUL:
                return replace(weighed.said, free=True)
    return None


def _activity(saying: Saying, spent: Spent) -> Meaning | None:
    """Return the activity on which time is spent, or the question which of both is meant."""
    heard = saying.hear(f"{spent.who} {spent.doing}".strip())
    best = min(heard, key=lambda one: one.rank, default=None)
    if best is None or not isinstance(best.said.command, Do):
        return None
    book = saying.language.book
    activity = book.set.activities.get(best.said.command.activity)
    if activity is None:
        return best.said  # the rules say what would do instead
    with suppress(SpokenTimeError):
        lasts = book.duration(spent.length)
        if activity.takes and book.duration(activity.takes) == lasts:
            return best.said
        takes = f"{activity.says[0]} takes {activity.takes or 'as long as is said'}"
        return asked(takes, (best.said.text, f"wait {spent.length}"))
    return None


def gerund(verb: str) -> str:
    """Return a deed as one is at it: ``digs`` as ``digging``.

    >>> [gerund(one) for one in ("digs", "haggle", "carries", "mend", "rushes", "tie", "sees")]
    ['digging', 'haggling', 'carrying', 'mending', 'rushing', 'tying', 'seeing']
    """
    base = verb
    if verb.endswith("ing") and len(verb) > len("bring"):
        return verb
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if verb.endswith(ending) and len(verb) > len(ending) + 1:
            base = verb[: -len(ending)] + instead
            break
    else:
        base = verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return f"{base[:-1]}ing"
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", base) is not None
    return f"{base}{base[-1] if doubled else ''}ing"
