"""Time that a sentence says is spent on something which no command knows: ``two hours pass while they dig``.

It is looked at only where nothing else is meant. What is done keeps its words, so that the log tells it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from turnkeeper.play.kernel.sentence import IDLE, NUMBERS, OPERATORS, bases

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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
_PASSES = r"(?:pass(?:es)?|passed|go(?:es)? by|went by|elapses?|slips? by|later,?|more)?"
_STATIVE = frozenset(
    "is are was were has have had gets get got stays stay remains remain keeps keep becomes become feels feel "
    "seems seem falls fall goes go lies lie sits sit knows know takes take loses lose gains gain turns turn "
    "dies die sleeps sleep suffers suffer looks look can will must may could would should does do lasts last "
    "casts cast drops drop hits hit misses miss attacks attack fights fight bleeds bleed burns burn".split()
)
"""What befalls people, or what the rules say of them: no act on which time is spent."""


def time_spent(text: str, people: Collection[str], verbs: Collection[str]) -> Iterator[str]:
    """Yield the commands that say on what a text spends time, by the names of people and known verbs.

    >>> said = "two hours pass while they dig through the rubble", "Ann haggles at the gate for ten minutes"
    >>> [one for text in said for one in time_spent(text, ("Ann",), ())]
    ['spend 2 hours digging through the rubble', 'spend 10 minutes haggling at the gate by Ann']
    """
    plain = " ".join(text.translate(_QUOTES).split()).rstrip(" .!")
    for pattern in _shapes(tuple(sorted(people, key=len, reverse=True))):
        found = pattern.fullmatch(plain)
        said = None if found is None else _said(found, people, verbs)
        if said is not None:
            yield said


_QUOTES = str.maketrans("\u2018\u2019", "''")


@lru_cache(maxsize=8)
def _shapes(people: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    names = "|".join(map(re.escape, people))
    who = rf"(?P<who>they|we|everyone|everybody|the party|the group{f'|{names}' if names else ''})"
    shapes = (
        rf"(?:{who} )?{_SPENDS} {_LENGTH} {_AT_ONCE}{_DOING}",
        rf"{_LENGTH} {_PASSES} ?(?:of |with |by |in )?(?:us |them |everyone )?{_DOING}",
        rf"{_LENGTH} {_PASSES} ?(?:while|as|during which) {who} (?:are |is )?(?:{_DOING}|{_DOES})",
        rf"{who} {_DOES},? for {_LENGTH}",
        rf"{who} (?:are|is) (?:busy )?{_DOING},? for {_LENGTH}",
        rf"(?:{who} )?{_DOES},? (?:and )?(?:it |that |this |which )?(?:takes?|took|lasts?|costs?|needs?)"
        rf"(?: them| us| him| her| about)? {_LENGTH}",
        rf"(?:it|that|this) (?:takes?|took|costs?) (?:(?:them|us|{who}) )?{_LENGTH} (?:for (?:them|us) )?"
        rf"(?:to {_DOES}|{_DOING})",
        rf"{_DOING},? (?:takes?|took|costs?|for)(?: them| us)? {_LENGTH}",
    )
    return tuple(re.compile(one, re.IGNORECASE) for one in shapes)


def _said(found: re.Match[str], people: Collection[str], verbs: Collection[str]) -> str | None:
    parts = {name: said or "" for name, said in found.groupdict().items()}
    doing = parts.get("doing", "")
    verb = parts.get("verb", "").casefold()
    if verb:
        known = verb in _STATIVE or (not bases(verb).isdisjoint(verbs) and bases(verb).isdisjoint(IDLE))
        if known or not verb.isalpha():
            return None
        doing = f"{gerund(verb)}{parts['rest']}"
    words = doing.casefold().split()
    if not OPERATORS.isdisjoint(words) or any(word[0].isdigit() for word in words):
        return None
    number = parts["number"].casefold()
    many = NUMBERS.get(number, number if number.isdecimal() else 1)
    length = "30 min" if parts["half"] else f"{many} {parts['unit']}"
    who = next((one for one in people if one.casefold() == parts.get("who", "").casefold()), "")
    return f"spend {length} {doing}{f' by {who}' if who else ''}"


def gerund(verb: str) -> str:
    """Return what one does as what one is at: ``digs`` as ``digging``.

    >>> [gerund(one) for one in ("digs", "haggle", "carries", "mend", "rushes", "tie", "sees")]
    ['digging', 'haggling', 'carrying', 'mending', 'rushing', 'tying', 'seeing']
    """
    base = verb
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
