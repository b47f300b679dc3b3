"""A sentence as a referee types it: words with their base forms, numbers, and words without meaning.

Nothing here knows a command: `phrases` matches the words of a sentence with the forms of commands.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from turnkeeper.spelling.shorthand import longhand


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MOST_TOKENS = 24
"""A longer sentence is not read freely: it is a text that was pasted."""
FILLERS = _words(
    "a an the please group we us me they them he she him i you it our my his her their its your this that "
    "these those now then so ok okay let let's lets just up again another some do will would can could "
    "shall should must gets get want wants like party of to is are was were be been am also too everyone "
    "everybody somebody someone gm dm referee tries try trying manages there here own further farther "
    "gonna wanna gotta lemme lads guys folks"
)
"""Words that mean nothing where no form asks for them; each other word of a sentence is accounted for."""
PREPOSITIONS = _words(
    "of for by to from on onto in into with at as against until till per toward towards about"
)
_ARTICLES = _words("a an the another")
_LEAVES_OPEN = _words("his her their its my our your this that these those")
_AMID = _words(
    "in on at by near beside behind inside outside under beneath below above along down up through across "
    "over around past from into onto toward towards among amid"
)
"""What a circumstance begins with: where, on what way, by what means."""
PLACES = _words("room door corridor passage hall hallway wall stair stairs tunnel")
_WAYS_OUT = PLACES | _words("exit entrance surface cover safety")
_TOLD = _words("talk speak chat whisper ' ft feet foot")
_WHEN = _words(
    "morning evening afternoon night noon midnight dawn dusk sunrise sunset later tomorrow yesterday today "
    "second minute hour day week month year spring summer autumn winter time"
)
"""Words that tell when: they are no mere circumstance."""
_INWARD = _words("in into on onto over off through")
_AIMS = _words("at toward towards")
_RUNS = _words(
    "run charge rush go sprint dash leap jump lunge come walk move swing shoot fire throw spit creep sneak"
)
"""What leads to whom one goes for, and how one does: no mere circumstance, unless it is a place."""
_ALL_OF_US = _words("everyone everybody us them him her me")
_OWNERS = _words("his her its their my our your")
IDLE = _words(
    "talk chat argue debate discuss discussion argument downtime carouse wait silence nothing quiet plan "
    "haggle gossip bicker prayer pray gamble train think ponder idleness"
)
"""What one does while nothing but time passes."""
_SUBORDINATE = _words("while whilst because since as so")
_LEADS = _words(
    "meanwhile well alright right anyway say yes yeah hm hmm um uh suddenly finally afterwards presently soon"
)
_BEGINNING = _words(", : and of for to out")
_TURNING = _words(
    "barely hardly nearly scarcely likely only supposedly allegedly possibly probably early daily weekly "
    "monthly hourly nightly"
)
"""Adverbs that turn the meaning of a sentence, or tell when."""
_UNAWARES = _words("surprise ambush hiding concealment unawares")
"""How one comes upon others, which is never a mere circumstance."""
_ASKING = _words(
    "is are am was were did does has had what when where who whose whom why how which should if whether"
)
_DONE = _ARTICLES | _words("some one it that this") - {"the"}
"""A sentence that begins with one of these asks something: it is never a command."""
OPERATORS = _words(
    "not no never nobody none nothing without unless except don't doesn't didn't won't can't isn't aren't "
    "if when while because whether but or who what is are has have does do did"
)
"""Words that turn the meaning of a sentence: no name holds one where free words are taken for a name."""
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
LENGTHS = frozenset({"length", "clock"})
"""The kinds of slot that are lengths of time; one by the clock is said back in hours and minutes alone."""
NUMBERS = {word: number for number, word in enumerate(_COUNTED.split())} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "couple": 2, "dozen": 12,
}  # fmt: skip
_IRREGULAR = """\
    light: lit; take: took taken; run: ran; go: went gone; sleep: slept; eat: ate eaten; fight: fought;
    break: broke broken; hide: hid hidden; lead: led; flee: fled; throw: threw thrown;
    fall: fell fallen; stand: stood; find: found; leave: left; lose: lost; hold: held; ride: rode;
    make: made; say: said; hear: heard; spend: spent; wear: wore; bring: brought; get: got;
    give: gave given; come: came; blow: blew blown; strike: struck; drink: drank drunk; sell: sold;
    meet: met; wake: woke; die: dead; deal: dealt; shoot: shot; begin: began begun;
    spring: sprang sprung; swing: swung; slay: slew slain; burn: burnt; draw: drew drawn;
    speak: spoke spoken; know: knew known; catch: caught; fire: firing; rain: rainy; fog: foggy;
    storm: stormy; wind: windy; snow: snowy; foot: feet; wolf: wolves; thief: thieves; dwarf: dwarves;
    elf: elves; man: men; woman: women; mouse: mice; knife: knives;
    bite: bit bitten; rise: rose risen; build: built; buy: bought; feed: fed; keep: kept; sit: sat;
    send: sent; seek: sought; sting: stung; tear: tore torn; tell: told; win: won; creep: crept; dig: dug;
    drive: drove driven; fly: flew flown; freeze: froze frozen; hang: hung; pay: paid; shake: shook;
    shrink: shrank; sink: sank sunk; slide: slid; sneak: snuck; steal: stole stolen; stick: stuck;
    sweep: swept; teach: taught; think: thought; choose: chose chosen; swim: swam swum; see: saw seen;
    have: has had"""
_BASE_OF = {
    inflected: base.strip()
    for base, _, words in (one.partition(":") for one in _IRREGULAR.split(";"))
    for inflected in words.split()
}
_SHORT = {
    "dmg": "damage", "pt": "point", "pts": "points", "rd": "round", "rds": "rounds", "rnd": "round",
    "trn": "turn", "til": "till", "init": "initiative", "enc": "encounter", "pc": "character",
    "pls": "please", "seg": "segment", "segs": "segments", "rnds": "rounds", "chk": "check",
    "str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence",
    "wis": "wisdom", "cha": "charisma", "atk": "attack", "atks": "attacks", "attk": "attack", "lvl": "level",
    "hit point": "hp", "hit points": "hp", "hit-point": "hp", "hit-points": "hp",
}  # fmt: skip
"""Short spellings, and their full readings."""
_SIGNS = str.maketrans("\u2032\u2019\u2018\u02bc\u00d7\u2013\u2014", "''''x--")
_PIECE = re.compile(
    r'"[^"]*"?'
    r"|[Hh]it[ -][Pp]oints?\b"
    r"|\d+d\d+(?:k[hl]\d+)?(?:[+-]\d+)?(?![\w/])"
    r"|[½¼¾]"
    r"|(?:\+|(?<!\d)-)?\d+(?:[.:/]\d+)*"
    r"|x(?=\d)"
    r"|d\d+(?!\w)"
    r"|[^\W_](?:[\w-]|'(?=\w))*"
    r"|\S"
)
_SHORTENED = re.compile(r"'(?:s|re|ve|ll|m|d)$")
_IN = re.compile(r"(?<=\d)-in-(?=\d)")
_MARKS = frozenset(",.!?:=")
_BESIDE = frozenset("#")


_EVERY = frozenset({"all", "every", "both", "each"})


class SentenceWord(Struct, frozen=True):
    """A word of a sentence: folded, with its place in the text and the ``keys`` by which forms know it."""

    text: str
    start: int
    end: int
    keys: frozenset[str]

    @property
    def filler(self) -> bool:
        """Return whether it means nothing where no form asks for it."""
        return self.text in FILLERS or self.text in _MARKS

    @property
    def article(self) -> bool:
        """Return whether it is an article."""
        return self.text in _ARTICLES

    @property
    def leads(self) -> bool:
        """Return whether it is an article, or tells whose a thing is: a preposition can stand before it."""
        return self.text in _ARTICLES or self.text in _OWNERS

    @property
    def plain(self) -> str:
        """Return the word as lengths and numbers are read: ``two`` as ``2``."""
        number = NUMBERS.get(self.text)
        return str(number) if number is not None else self.text

    @property
    def signed(self) -> bool:
        """Return whether it is a number with its sign."""
        return self.text[0] in "+-" and len(self.text) > 1


class Sentence(Struct, frozen=True):
    """The text of a sentence, its words, the ``keys`` of all, and as bits those that are ``empty``.

    An empty word may stand anywhere: it means nothing, or is a preposition.
    """

    text: str
    tokens: tuple[SentenceWord, ...]
    keys: frozenset[str]
    empty: int

    @property
    def asks(self) -> bool:
        """Return whether it is a question; ``do another search`` is none."""
        first, second = ((*(one.text for one in self.tokens[:2]), "", ""))[:2]
        does = first == "do" and bool(second) and second not in _DONE
        return self.text.rstrip().endswith("?") or first in _ASKING or does

    def places(self, keys: frozenset[str]) -> int:
        """Return the words, as bits, that have one of these keys."""
        return sum(1 << at for at, one in enumerate(self.tokens) if not one.keys.isdisjoint(keys))

    def said(self, first: int, end: int) -> str:
        """Return the text from one word up to another, as it was typed."""
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]

    def plain(self, first: int, end: int) -> str:
        """Return the words from one up to another, their numbers in digits."""
        return " ".join(token.plain for token in self.tokens[first:end])


def read_sentence(text: str) -> Sentence | None:
    """Return the words of a text, or ``None`` for one that is too long to be a sentence."""
    text = longhand(text)
    tokens: list[SentenceWord] = []
    owned = False
    for found in _PIECE.finditer(_IN.sub(" in ", text.translate(_SIGNS))):
        if found[0] in _BESIDE or (found[0] == "'" and tokens and tokens[-1].text.isalpha()):
            continue
        if len(tokens) == MOST_TOKENS:
            return None
        said = found[0].casefold()
        word = _SHORTENED.sub("", said) if len(said) > 2 else said  # noqa: PLR2004 - the possessive itself
        word = _SHORT.get(word, word.strip('"') or said)
        # "All rest a turn" is said of everybody, as "everyone" is.
        word = "everyone" if word == "all" and not tokens else word
        word, said = ("turn", "turn") if word == "go" and owned else (word, said)
        owned = said.endswith("'s") and word not in FILLERS
        if word in ("of", "the") and tokens and not tokens[-1].keys.isdisjoint(_EVERY):
            continue
        keys = bases(word) if said == word else bases(word) | {said}
        tokens.append(SentenceWord(word, found.start(), found.start() + len(found[0]), keys))
    keys = frozenset[str]().union(*(one.keys for one in tokens))
    empty = sum(1 << at for at, one in enumerate(tokens) if one.filler or one.text in PREPOSITIONS)
    return Sentence(text, tuple(tokens), keys, empty)


@lru_cache(maxsize=4096)
def bases(word: str) -> frozenset[str]:
    """Return a word and what it may be an inflection of: ``light`` for ``lighting`` and ``lit``."""
    found = {word}
    if word in NUMBERS:
        found.add(str(NUMBERS[word]))
    if word in _BASE_OF:
        found.add(_BASE_OF[word])
    if word.endswith("'s"):
        found.add(word.removesuffix("'s"))
    for ending in ("s", "es", "ed", "d", "ing"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2 or (ending == "s" and stem[-1] == "s"):  # noqa: PLR2004 - `is`, `as`
            continue
        found.add(stem)
        if ending in ("ing", "ed"):
            found.add(f"{stem}e")
            if len(stem) > 2 and stem[-1] == stem[-2]:  # noqa: PLR2004 - a doubled consonant, as in `stopped`
                found.add(stem[:-1])
        if ending in ("es", "ed") and stem[-1] == "i" and len(stem) > 2:  # noqa: PLR2004 - no word is `dy`
            found.add(f"{stem[:-1]}y")
    return frozenset(found)


def names_something(words: str) -> bool:
    """Return whether one of some words means something by itself: ``of them`` names nobody, a party does."""
    empty = (FILLERS | PREPOSITIONS) - {"party"}
    return not empty.issuperset(words.casefold().split())


def without_circumstances(sentence: Sentence, known: frozenset[str], names: frozenset[str]) -> str:
    """Return a sentence without what only tells where, how or why, none of it a word that is known.

    Where it is may be told with any word that is no part of a name. The rest must still say that a person
    does something: a thing alone, with its place, is no act.

    >>> said = read_sentence("an hour passes while they argue")
    >>> without_circumstances(said, frozenset({"hour", "pass"}), frozenset())
    'an hour passes'
    """
    tokens = sentence.tokens
    dropped = set(_on_the_way(tokens, known, names))
    place = 0
    while place < len(tokens):
        end = _circumstance(tokens, place, known, names) if place not in dropped else place
        dropped.update(range(place, end))
        place = max(end, place + 1)
    left = [one for at, one in enumerate(tokens) if at not in dropped]
    if not dropped or sum(not (one.article or one.text in _MARKS) for one in left) < 2:  # noqa: PLR2004 - who, what
        return ""
    kept, at = "", 0
    for one in left:
        kept += (" " if at and one.start > at else "") + sentence.text[one.start : one.end]
        at = one.end
    return kept


def tells_more(sentence: Sentence) -> bool:
    """Return whether a sentence holds a word with which a circumstance could begin."""
    begins = _AMID | _SUBORDINATE | _LEADS | _BEGINNING
    return any(one.text in begins or one.text.endswith("ly") for one in sentence.tokens)


def _on_the_way(tokens: tuple[SentenceWord, ...], known: frozenset[str], names: frozenset[str]) -> range:
    """Return the words between who does it and a comma, where they say nothing known: "Varda trips, ..."."""
    colon = next((at for at, one in enumerate(tokens[:-2]) if one.text == ":"), 0)
    if colon and all(_is_loose(one) and one.keys.isdisjoint(names) for one in tokens[:colon]):
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
        else _is_loose(one) and (one.filler or one.keys.isdisjoint(known))
        for one in between
    )
    return range(1, comma + 1) if loose and not all(one.filler for one in between) else range(0)


def _is_aside(token: SentenceWord, known: frozenset[str]) -> bool:
    """Return whether a word says nothing that is known, where nothing else before a comma does."""
    return token.filler or (_is_loose(token) and token.keys.isdisjoint(known))


def _goes_for(token: SentenceWord) -> bool:
    return not token.keys.isdisjoint(_RUNS)


def _circumstance(
    tokens: tuple[SentenceWord, ...], place: int, known: frozenset[str], names: frozenset[str]
) -> int:
    """Return where the circumstance ends that begins at a word, or the word itself."""
    first = tokens[place]
    if place == 0 and first.text in _LEADS and len(tokens) > 1:
        return 1
    if first.text.endswith("ly") and first.text not in _TURNING:
        return place + 1
    clause = first.text in _SUBORDINATE
    if first.keys.isdisjoint(known) and _goes_on(tokens, place, names):
        return place + 2
    begun = place + 1 if clause or first.text in _AMID else _begun(tokens, place)
    if begun == place:
        return place
    end, forbidden = begun, known if clause else names
    aims = first.text in _AIMS and not tokens[0].article and _goes_for(tokens[place - 1])
    named = not clause and not aims and any(one.text in _ALL_OF_US for one in tokens[begun : begun + 1])
    while end < len(tokens) and (_is_loose(tokens[end]) or (clause and tokens[end].filler)):
        if not (tokens[end].article or tokens[end].text in _LEAVES_OPEN or tokens[end].filler):
            if tokens[end].keys.isdisjoint(IDLE | PLACES) and not tokens[end].keys.isdisjoint(forbidden):
                return place
            named = not aims or not tokens[end].keys.isdisjoint(IDLE | PLACES)
        end += 1
    return end if named and (place or end < len(tokens)) and (not clause or end == len(tokens)) else place


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
        (first.text == "of" and after[0] in _OWNERS)
        or (first.text in {"for", "to"} and after[0] == "the" and after[1] in _WAYS_OUT)
        or (first.text == "for" and after[0] in {"everyone", "everybody"})
        or (first.text == "to" and place > 0 and not tokens[place - 1].keys.isdisjoint(_TOLD))
    )
    return place + 1 if found else place


def _is_loose(token: SentenceWord) -> bool:
    """Return whether a word can stand within a circumstance: no number, no mark, nothing that turns it."""
    text = token.text
    ends = text in PREPOSITIONS | _AMID | OPERATORS | _EVERY or text in NUMBERS
    told = text.replace("-", "").isalpha() or token.article
    return told and not ends and token.keys.isdisjoint(_WHEN | _UNAWARES)


def measure(sentence: Sentence, first: int, end: int, kind: str) -> str:
    """Return words as a length is read; a unit alone, or with an article, is one of it."""
    said = sentence.plain(first, end).replace(" '", "'").replace("half hour", "half an hour")
    if kind not in LENGTHS:
        return re.sub(r"(?<=\d )(?:more|further) ", "", said)
    alone = end - first == 1 and said.isalpha()
    said = re.sub(r"(?<=\d )(?:more|full|whole|further) ", "", said)
    said = re.sub(r"^other (?=[a-z])", "2 ", said)
    return f"1 {said}" if alone else re.sub(r"^(?:another|the) (?=[a-z])", "1 ", said)
