"""Free text in commands: remarks that could say more, and what a reading of such words costs."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from itertools import islice, pairwise

from turnkeeper.play.kernel.measures import measure_in
from turnkeeper.play.kernel.sentence import FILLERS, NUMBERS, PREPOSITIONS, bases
from turnkeeper.play.kernel.several import JOINED
from turnkeeper.play.kernel.speech import in_quotes, unquote
from turnkeeper.rules.book import Rulebook

Offer = Callable[[str, str], Iterable[str] | None]

_ONE = frozenset(("a", "an", "one", "another", "whole", "full"))
_LONG = frozenset(("hour", "day", "watch", "week", "month", "night"))
_SIGNED = re.compile(r"[+-]\d{1,9}")
_QUANTITY = re.compile(
    r"(?<![\w.])\d[\d.,/]*(?:\s*[x\u00d7'\u2032\u2019]|\s*(?!(?:and|or|of|in|on|at|by)\b)[^\W\d_]{2,})"
    rf"|\b(?:twice|thrice|(?:{'|'.join(NUMBERS)})\s+times)\b|\bis\b|\bthen\s+\w",
    re.IGNORECASE,
)
_EMPTY = frozenset({"please", "pls", "now", "then", "too", "also", "around", "down"})
_UNITS = frozenset({"ft", "ft.", "feet", "foot", "'", "squares", "square", "sq", "sq."})
MOST_VALUES = 4000
OPEN_WORD, UNLISTED, ODD = 4, 3, 1
"""What a reading costs: each word of free text, a name that nothing lists, an odd preposition."""
DOUBTFUL = 20
"""What a reading costs besides that takes a number for a mere remark, or a word for an unknown name."""
WORDS = frozenset(("about", "name", "side", "what", "met", "map"))
"""Kinds whose free text holds no number: a number that could be meant is never swallowed."""
LISTED = frozenset(("who", "several", "light", "scene", "table", "pace", "face"))
"""Kinds of slot that take only listed names."""
_OF_A_REST = re.compile(
    r"(?:in|at|by|under|near|beside|behind|inside|outside|within|below|above|among|between|next|with|without"
    r"|while|after|before|well|soundly|badly|here|there|together)\b"
    r"|(?:until|till?) (?:the )?(?:next )?(?:dawn|morning|sunrise|sunup|daybreak|daylight|first light|day)\b",
    re.IGNORECASE,
)
_TELLS_HOW_IT_WENT = re.compile(
    r"(?:fail(?:s|ed)|succeed(?:s|ed)|is|was|are|were|went|goes|end(?:s|ed)|gives|gave)\b", re.IGNORECASE
)
_ENDS = re.compile(r"(?:until|till?)\b", re.IGNORECASE)
_UNTIL, _POINTS = frozenset(("until", "till")), frozenset(("next", "following", "end", "the"))
_VAGUE = frozenset(("area", "round", "around"))
_TAKEN_AS = re.compile(r"\b(?:as an?|each)\b", re.IGNORECASE)
JOINT = re.compile(r"\s*(?:;|\n\s*|(?:,?\s+and)?,?\s+then\s+|,?\s+(?:and|&|\+)\s+|,\s+)", re.IGNORECASE)
"""Where a text could be cut into two commands."""
_BEGINS_JOINED = re.compile(r"(?:and|&|\+|then)\s", re.IGNORECASE)


def is_doubtful(remark: str) -> bool:
    """Return whether a remark holds a number of something, or a next act: neither is a mere remark.

    >>> is_doubtful("room 12"), is_doubtful("3 times"), is_doubtful("a 20' x 20' room")
    (False, True, True)
    >>> is_doubtful("for traps then open the door")
    True
    """
    return not remark.startswith('"') and _QUANTITY.search(remark) is not None


def read_signed(said: str, _book: object = None) -> int:
    """Return a number that is added, with its sign; one without could be what the dice showed.

    >>> read_signed("+2"), read_signed("-1")
    (2, -1)
    """
    if _SIGNED.fullmatch(said) is None:
        told = said[:30]
        message, more = f"{told!r} is not a number with its sign", f"+{told} is added"
        number = told.partition(" ")[0].isdecimal()
        raise ValueError(message, f"{more}; what dice showed is said as faces" if number else "")
    return int(said)


def is_length(remark: str, is_unit: Callable[[str], bool]) -> bool:
    """Return whether a remark holds a length of time with its number in a word: ``for two turns``.

    Half of a unit is one, and so is an hour or more; one turn or round is what things take.
    """
    words = remark.casefold().split() if not remark.startswith('"') else []
    counted = (NUMBERS.get(number, 0) > 1 and is_unit(unit) for number, unit in pairwise(words))
    long = (number in _ONE and unit in _LONG for number, unit in pairwise(words))
    return any(counted) or any(long) or ("half" in words and any(map(is_unit, words)))


def is_joined(remark: str) -> bool:
    """Return whether a remark could hold a second command, or be one that is joined to the first.

    >>> is_joined("the bed and board"), is_joined("and rest"), is_joined("& rest"), is_joined("the bed")
    (True, True, True, False)
    """
    return not remark.startswith('"') and (JOINT.search(remark) or _BEGINS_JOINED.match(remark)) is not None


def begins_joined(remark: str) -> bool:
    """Return whether words begin as a second thing that is said does: ``and Bram`` is no remark."""
    return _BEGINS_JOINED.match(remark) is not None


def points_on(words: str) -> bool:
    """Return whether words break off before a time: nothing is called ``blinded until next``.

    >>> points_on("blinded until next"), points_on("ward until dawn"), points_on("the next")
    (True, False, False)
    """
    *before, last = words.casefold().split()
    return last in _POINTS and not _UNTIL.isdisjoint(before)


def is_of_a_rest(remark: str) -> bool:
    """Return whether a remark tells where or how one rests; ``sleep spell`` is no rest of a spell.

    >>> is_of_a_rest("in the barn"), is_of_a_rest("spell"), is_of_a_rest("on the goblins")
    (True, False, False)
    >>> is_of_a_rest("until dawn"), is_of_a_rest("until noon")  # a night ends in the morning by itself
    (True, False)
    """
    return _OF_A_REST.match(remark) is not None


def why_no_rest(said: str) -> tuple[str, str]:
    """Return why words tell nothing of a rest, and what would work; its end is not told so.

    >>> why_no_rest("until 06:00")
    ("the rules say how long this lasts, not 'until 06:00'", 'wait until 06:00')
    """
    if _ENDS.match(said):
        return f"the rules say how long this lasts, not {said[:30]!r}", f"wait {said[:60]}"
    return f"nobody rests {said[:30]!r}", f'if it is a remark: "{said[:60]}"'


def read_where(said: str, book: Rulebook) -> str:
    """Return a remark on a rest: where, or how; another is in quotes, or else it is refused."""
    if unquote(said) == said and not is_of_a_rest(said):
        raise ValueError(*why_no_rest(said))
    return read_about(said, book)


def _is_empty(words: list[str]) -> bool:
    return words[-1] in {"and", "or"} or _EMPTY.issuperset(words) or _tells_how_it_went(words[0])


def _tells_how_it_went(remark: str) -> bool:
    return _TELLS_HOW_IT_WENT.match(remark) is not None


def read_about(said: str, book: Rulebook) -> str:
    """Return a remark, or refuse one that is in no quotes and could mean more.

    That is one with a number, or one that tells how the act went: ``the search fails`` begins no search.
    """
    about = " ".join(unquote(without_feet(said)).split())
    if not about or '"' in about:
        message = "here something is told in words, without quotes among them"
        raise ValueError(message)
    words = about.casefold().split()
    if unquote(said) == said and _is_empty(words):
        message = f"{about[:30]!r} tells nothing"
        raise ValueError(message, f"if it is a remark: {in_quotes(about)[:60]}")
    units = (f"{one.name}s?" for one in book.scale.units)
    if unquote(said) == said and (meant := measure_in(about, units)):
        message = f"{meant[:30]!r} is nothing that can be said here"
        raise ValueError(message, f"if it is a remark: {in_quotes(about)[:60]}")
    return about


def without_feet(said: str) -> str:
    """Return a text; raises ``ValueError`` if it begins with a unit, which the feet slot before it takes."""
    if said.split(maxsplit=1)[0].casefold() in _UNITS:
        message = f"{said[:30]!r} begins with a unit"
        raise ValueError(message)
    return said


REMARKS = ("about", "where")
"""Kinds of slot that take a remark: on anything, or on a rest."""


def wants_quotes(kind: str, said: str) -> bool:
    """Return whether what stands in a slot of a kind is said in quotes, since it could say more than that."""
    if kind in (*REMARKS, "who") and is_doubtful(said):
        return True
    odd = is_joined(said) or _tells_how_it_went(said)
    return kind in REMARKS and (odd or (kind == "where" and not is_of_a_rest(said)))


def acts(newcomers: str, verbs: Container[str], known: frozenset[str]) -> bool:
    """Return whether newcomers are written as one says that the party acts, or as what each is taken."""
    if _TAKEN_AS.search(newcomers):
        return True
    word = newcomers.split(maxsplit=1)[0].rstrip(";,")
    does = bases(word) - {word} - FILLERS if word.endswith("s") else frozenset[str]()
    return word.islower() and (word in verbs or not does.isdisjoint(known))


def tells_of_somebody(kind: str, said: str, people: Iterable[str]) -> bool:
    """Return whether free words have a number and a member's name, or tell who does it: ``by Orlo``.

    ``does 3 to Orlo`` is no trap.

    >>> [
    ...     tells_of_somebody("name", one, ("Orlo the thief",))
    ...     for one in ("does 3 to Orlo", "by Orlo and Bram", "Orlo's", "3 spikes")
    ... ]
    [True, True, False, False]
    """
    if kind not in WORDS or said.startswith('"'):
        return False
    words, firsts = said.casefold().split(), {one.casefold().split()[0] for one in people}
    done_by = any(first == "by" and second in firsts for first, second in pairwise(words))
    return done_by or (is_doubtful(said) and not firsts.isdisjoint(words))


def tells_nothing(remark: str) -> bool:
    """Return whether a remark has only words that mean nothing: ``an area of``.

    >>> tells_nothing("an area of"), tells_nothing("of the altar"), tells_nothing('"here"')
    (True, False, False)
    """
    return all(
        word in FILLERS or word in PREPOSITIONS or word in _VAGUE for word in remark.casefold().split()
    )


def cost_of(said: Iterable[tuple[str, str, str]], offer: Offer) -> int:
    """Return the cost of a reading in the words of a form, from the field, kind and words of each slot."""
    cost = 0
    for field, kind, words in said:
        if kind in REMARKS:
            cost += DOUBTFUL * is_doubtful(words) + ODD * is_joined(words) + 2 * ODD * tells_nothing(words)
        elif kind in WORDS | LISTED:
            values = offer(field, kind)
            folded = " ".join(words.strip('"').casefold().split())
            said_one = JOINED.split(folded)[0] if kind == "several" else folded
            if values is None or all(one.casefold() != said_one for one in islice(values, MOST_VALUES)):
                cost += UNLISTED + OPEN_WORD * _said_in(folded) + DOUBTFUL * (kind in LISTED)
    return cost


def _said_in(name: str) -> int:
    """Return how many words a name has; words at its end that mean nothing are no reason to read it anew."""
    words = name.split()
    while len(words) > 1 and words[-1] in FILLERS:
        words.pop()
    return len(words)
