"""Circumstances of an act as it is told: where, how or why, which no command needs to know.

Nothing here knows a command: the words that are known are given to it.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.kernel.sentence import (
    EVERY,
    IDLE,
    MARKS,
    NUMBERS,
    OPERATORS,
    OWNERS,
    PLACES,
    PREPOSITIONS,
    Sentence,
    SentenceWord,
    read_sentence,
    words_in,
)  # fmt: skip

_LEAVES_OPEN = words_in("his her their its my our your this that these those")
_AMID = words_in(
    "in on at by near beside behind inside outside under beneath below above along down up through across "
    "over around past from into onto toward towards among amid"
)
"""What a circumstance begins with: where, on what way, by what means."""
_WAYS_OUT = PLACES | words_in("exit entrance surface cover safety")
_TOLD = words_in("talk speak chat whisper ' ft feet foot")
_INWARD = words_in("in into on onto over off through")
_AIMS = words_in("at toward towards")
_OF_IT = words_in("of to with for at")
_LOST = words_in("hp damage point points hit")
_RUNS = words_in(
    "run charge rush go sprint dash leap jump lunge come walk move swing shoot fire throw spit creep sneak"
)
"""What leads to whom one goes for, and how one does: no mere circumstance, unless it is a place."""
_ALL_OF_US = words_in("everyone everybody us them him her me")
_SUBORDINATE = words_in("while whilst because since as so")
_LEADS = words_in(
    "meanwhile well alright right anyway say yes yeah hm hmm um uh suddenly finally afterwards presently soon"
)
_BEGINNING = words_in(", : and of for to out")
_TURNING = words_in(
    "barely hardly nearly scarcely likely only supposedly allegedly possibly probably early daily weekly "
    "monthly hourly nightly"
)
"""Adverbs that turn the meaning of a sentence, or tell when."""
_UNAWARES = words_in("surprise ambush hiding concealment unawares")
"""How one comes upon others, which is never a mere circumstance."""
_WHEN = words_in(
    "morning evening afternoon night noon midnight dawn dusk sunrise sunset later tomorrow yesterday today "
    "second minute hour day week month year spring summer autumn winter time"
)
"""Words that tell when: they are no mere circumstance."""

_NEXT_ACT = words_in("then & so")
"""What another act begins with."""
_LENGTHS = words_in("second minute hour day week month year turn round watch segment")
_TERMS = words_in("if unless when whether except never nobody no not don't doesn't didn't won't can't")
_TURNS = words_in(
    "pretend refuse fail forget almost nearly instead cancel abort disagree hesitate decline avoid prevent "
    "rather unable cannot impossible wish hope plan intend consider imagine dream later before after until"
)
"""Words that turn the words beside them, or put them off."""
_STATES = words_in("what who is are has have do did because while whether when or")
"""Of the words that turn a meaning, those that state something in a clause of its own."""


class Bare(Struct, frozen=True):
    """A sentence without its circumstances, and these, as they were typed; empty where it has none."""

    said: str = ""
    left: tuple[str, ...] = ()


def without_circumstances(sentence: Sentence, known: frozenset[str], names: frozenset[str]) -> Bare:
    """Return a sentence without what only tells where, how or why, none of it a word that is known.

    Where it is may be told with any word that is no part of a name. The rest must still say that a person
    does something: a thing alone, with its place, is no act.

    >>> said = read_sentence("an hour passes while they argue")
    >>> bare = without_circumstances(said, frozenset({"hour", "pass"}), frozenset())
    >>> bare.said, bare.left
    ('an hour passes', ('while they argue',))
    """
    tokens = sentence.tokens
    dropped = set(_on_the_way(tokens, known, names))
    place = 0
    while place < len(tokens):
        end = place
        if place not in dropped:
            end = _circumstance(tokens, place, known, names, after=place - 1 in dropped)
        dropped.update(range(place, end))
        place = max(end, place + 1)
    left = [one for at, one in enumerate(tokens) if at not in dropped]
    if not dropped or sum(not (one.article or one.text in MARKS) for one in left) < 2:  # noqa: PLR2004 - who, what
        return Bare()
    kept, at = "", 0
    for one in left:
        kept += (" " if at and one.start > at else "") + sentence.text[one.start : one.end]
        at = one.end
    return Bare(kept, sentence.parts(dropped))


def tells_more(sentence: Sentence) -> bool:
    """Return whether a sentence holds a word with which a circumstance could begin."""
    begins = _AMID | _SUBORDINATE | _LEADS | _BEGINNING
    return any(one.text in begins or one.text.endswith("ly") for one in sentence.tokens)


def states(said: str) -> bool:
    """Return whether words tell how long something is so: they say something without a verb of a command.

    >>> states("Orlo is stunned for three turns"), states("a light in the dark"), states("Orlo is here")
    (True, False, False)
    """
    words = said.casefold().split()
    return not {"is", "are", "gets"}.isdisjoint(words[1:3]) and "for" in words


def _on_the_way(tokens: tuple[SentenceWord, ...], known: frozenset[str], names: frozenset[str]) -> range:
    """Return the words between who does it and a comma, where they say nothing known: "Varda trips, ..."."""
    colon = next((at for at, one in enumerate(tokens[:-2]) if one.text == ":"), 0)
    if colon and all(is_loose(one) and one.keys.isdisjoint(names) for one in tokens[:colon]):
        return range(colon + 1)
    comma = next((at for at, one in enumerate(tokens) if one.text == ","), 0)
    if 1 < comma < len(tokens) - 2 and all(_is_aside(one, known | names) for one in tokens[:comma]):
        return range(comma + 1)
    between = tokens[1:comma]
    if not between or len(tokens) - comma < 3 or tokens[0].keys.isdisjoint(names):  # noqa: PLR2004 - an act
        return range(0)
    loose = all(
        one.keys.isdisjoint(known)
        if one.text in _INWARD
        else is_loose(one) and (one.filler or one.keys.isdisjoint(known))
        for one in between
    )
    return range(1, comma + 1) if loose and not all(one.filler for one in between) else range(0)


def _is_aside(token: SentenceWord, known: frozenset[str]) -> bool:
    """Return whether a word says nothing that is known, where nothing else before a comma does."""
    return token.filler or (is_loose(token) and token.keys.isdisjoint(known))


def _goes_for(token: SentenceWord) -> bool:
    return not token.keys.isdisjoint(_RUNS)


def _circumstance(
    tokens: tuple[SentenceWord, ...],
    place: int,
    known: frozenset[str],
    names: frozenset[str],
    *,
    after: bool = False,
) -> int:
    """Return where the circumstance ends that begins at a word, or the word itself.

    Right ``after`` another it tells more of it: "by the blow to her helmet".
    """
    first = tokens[place]
    if place == 0 and first.text in _LEADS and len(tokens) > 1:
        return 1
    if first.text.endswith("ly") and first.text not in _TURNING:
        return place + 1
    clause = first.text in _SUBORDINATE
    if first.keys.isdisjoint(known) and _goes_on(tokens, place, names):
        return place + 2
    begun = place + 1 if clause or first.text in _AMID else _begun(tokens, place)
    if begun == place and first.text == "with" and place and _tells_of_it(tokens, place):
        begun = place + 1
    if begun == place and (after or _harmed(tokens, place)) and _tells_of_it(tokens, place):
        begun = place + 1
    if begun == place:
        return place
    end, forbidden = begun, known if clause else names
    aims = first.text in _AIMS and not tokens[0].article and _goes_for(tokens[place - 1])
    named = not clause and not aims and any(one.text in _ALL_OF_US for one in tokens[begun : begun + 1])
    while end < len(tokens) and (is_loose(tokens[end]) or (clause and tokens[end].filler)):
        if not (tokens[end].article or tokens[end].text in _LEAVES_OPEN or tokens[end].filler):
            if tokens[end].keys.isdisjoint(IDLE | PLACES) and not tokens[end].keys.isdisjoint(forbidden):
                return place
            named = not aims or not tokens[end].keys.isdisjoint(IDLE | PLACES)
        end += 1
    return end if named and (place or end < len(tokens)) and (not clause or end == len(tokens)) else place


def _harmed(tokens: tuple[SentenceWord, ...], place: int) -> bool:
    """Return whether a word comes after points that are lost: "2 damage to the spikes"."""
    return place > 0 and tokens[place].text == "to" and not tokens[place - 1].keys.isdisjoint(_LOST)


def _tells_of_it(tokens: tuple[SentenceWord, ...], place: int) -> bool:
    """Return whether a preposition stands before an article, or before whose a thing is."""
    following = tokens[place + 1 : place + 2]
    return tokens[place].text in _OF_IT and any(one.leads or one.text == "the" for one in following)


def _goes_on(tokens: tuple[SentenceWord, ...], place: int, names: frozenset[str]) -> bool:
    """Return whether a word is the first of two things that something named does: "gutters and dies"."""
    if not 0 < place < len(tokens) - 2 or tokens[place - 1].keys.isdisjoint(names):
        return False
    return tokens[place].text.endswith("s") and tokens[place + 1].text == "and"


def _begun(tokens: tuple[SentenceWord, ...], place: int) -> int:
    """Return where the thing begins in "out of the dark", "of his wounds", or "ft to the door"."""
    first, after = tokens[place], [one.text for one in tokens[place + 1 : place + 3]] + ["", ""]
    if first.text == "out" and after[0] == "of":
        return place + 2
    found = (
        (first.text == "of" and after[0] in OWNERS)
        or (first.text in {"for", "to"} and after[0] == "the" and after[1] in _WAYS_OUT)
        or (first.text == "for" and after[0] in {"everyone", "everybody"})
        or (first.text == "to" and place > 0 and not tokens[place - 1].keys.isdisjoint(_TOLD))
    )
    return place + 1 if found else place


def is_loose(token: SentenceWord) -> bool:
    """Return whether a word can stand within a circumstance: no number, no mark, nothing that turns it."""
    text = token.text
    ends = text in PREPOSITIONS | _AMID | OPERATORS | EVERY | _NEXT_ACT or text in NUMBERS
    told = text.replace("-", "").isalpha() or token.article
    return told and not ends and token.keys.isdisjoint(_WHEN | _UNAWARES | _TURNS)


def is_told(clause: str, *, alone: bool = False) -> bool:
    """Return whether a clause could be left out: it holds no number, no length, and nothing that turns.

    Of one word it can be an exclamation, where it stands ``alone``.

    >>> [is_told(one) for one in ("Varda trips on the stairs", "two orcs follow", "if it rains", "10 ft on")]
    [True, False, False, False]
    >>> is_told("oil"), is_told("trap", alone=True)
    (False, True)
    """
    sentence = read_sentence(clause)
    if sentence is None or (sum(not one.filler for one in sentence.tokens) < 2 and not alone):  # noqa: PLR2004
        return False
    return all(
        not one.plain[0].isdigit()
        and (one.text not in OPERATORS or one.text in _STATES)
        and one.keys.isdisjoint(_TURNS | _LENGTHS)
        for one in sentence.tokens
        if one.text not in MARKS
    )


def is_conditional(clause: str) -> bool:
    """Return whether a clause says when or on what terms another is so.

    >>> is_conditional("if the rope holds"), is_conditional("Bram stands guard")
    (True, False)
    """
    sentence = read_sentence(clause)
    return sentence is None or not sentence.keys.isdisjoint(_TERMS) or not sentence.keys.isdisjoint(_TURNS)


def says_something(clause: str) -> bool:
    """Return whether a clause says more than a number of something: ``6 turns`` is no command beside another.

    >>> says_something("6 turns"), says_something("ten minutes pass"), says_something("Varda 1 damage")
    (False, True, True)
    """
    sentence = read_sentence(clause)
    words = [] if sentence is None else [one for one in sentence.tokens if not one.filler]
    counted = [one for one in words if one.plain[0].isdigit()]
    return bool(words) and (not counted or len(words) - len(counted) > 1)
