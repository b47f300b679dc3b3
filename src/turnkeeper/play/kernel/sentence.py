"""A sentence as a referee types it: words with their base forms, numbers, and words without meaning.

Nothing here knows a command: `phrases` matches the words of a sentence with the forms of commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from turnkeeper.spelling.shorthand import longhand


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


MOST_TOKENS = 24
"""A longer sentence is not read freely: it is a text that was pasted."""
FILLERS = words_in(
    "a an the please group we us me they them he she him i you it our my his her their its your this that "
    "these those now then so ok okay let let's lets just up again another some do will can "
    "shall should must gets get want wants like party of to is are was were be been am also too everyone "
    "everybody somebody someone gm dm referee tries try trying manages there here own further farther "
    "gonna wanna gotta lemme lads guys folks himself herself themselves ourselves itself myself"
)
"""Words that mean nothing where no form asks for them; each other word of a sentence is accounted for."""
PREPOSITIONS = words_in(
    "of for by to from on onto in into with at as against until till per toward towards about"
)
_ARTICLES = words_in("a an the another")
PLACES = words_in("room door corridor passage hall hallway wall stair stairs tunnel")
_POINTS = words_in("this that these those")
OWNERS = words_in("his her its their my our your")
IDLE = words_in(
    "talk chat argue debate discuss discussion argument downtime carouse wait silence nothing quiet plan "
    "haggle gossip bicker prayer pray gamble train think ponder idleness parley negotiate bargain converse "
    "negotiation"
)
"""What one does while nothing but time passes."""
_ASKING = words_in(
    "is are am was were did does has had what when where who whose whom why how which should if whether"
)
_WILL = words_in("the it they we there this that")
"""Of whom one asks whether they will: "will you light a torch" asks for the deed."""
_DONE = _ARTICLES | words_in("some one it that this") - {"the"}
"""A sentence that begins with one of these asks something: it is never a command."""
OPERATORS = words_in(
    "not no never nobody none nothing without unless except don't doesn't didn't won't can't isn't aren't "
    "if when while because whether but or who what is are has have does do did yesterday"
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
    make: made; say: said; hear: heard; spend: spent; wear: wore worn; bring: brought; get: got;
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
    "pls": "please", "vs": "against", "versus": "against", "chk": "check",
    "seg": "segment", "segs": "segments", "rnds": "rounds",
    "str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence",
    "wis": "wisdom", "cha": "charisma", "atk": "attack", "atks": "attacks", "attk": "attack", "lvl": "level",
    "everybody": "everyone", "hit point": "hp", "hit points": "hp", "hit-point": "hp", "hit-points": "hp",
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
MARKS = frozenset(",.!?:=")
_BESIDE = frozenset("#")


EVERY = frozenset({"all", "every", "both", "each"})


SUPPOSES = words_in(
    "would could might may almost nearly barely pretend pretends pretending refuse refuses refused fail "
    "fails failed forget forgets hope hopes wish wishes plan plans intend intends dream dreams imagine "
    "imagines"
)
"""Words after which a thing told is not so, or not yet."""
_NO_EPITHETS = words_in(
    "long short full whole half double next last first second third fourth fifth sixth previous same wrong "
    "other only enemy former false fake heavy light strong hot cold dead fallen good great small large big "
    "more less few several many most much time times turn round segment watch hour minute day night rest"
)
"""Words that tell one thing, or one length, from another: never left out."""


class SentenceWord(Struct, frozen=True):
    """A word of a sentence: folded, with its place in the text and the ``keys`` by which forms know it."""

    text: str
    start: int
    end: int
    keys: frozenset[str]

    @property
    def filler(self) -> bool:
        """Return whether it means nothing where no form asks for it."""
        return self.text in FILLERS or self.text in MARKS

    @property
    def article(self) -> bool:
        """Return whether it is an article."""
        return self.text in _ARTICLES

    @property
    def leads(self) -> bool:
        """Return whether it is an article, or tells whose a thing is: a preposition can stand before it."""
        return self.text in _ARTICLES or self.text in OWNERS

    @property
    def owner(self) -> bool:
        """Return whether it is a name that owns what comes next: ``Varda's``."""
        return not self.filler and any(key.endswith("'s") for key in self.keys)

    @property
    def epithet(self) -> bool:
        """Return whether it can tell of what kind a thing is: no number, no mark, nothing that turns it."""
        text = self.text
        if self.filler or text in NUMBERS or text in PREPOSITIONS or text in OPERATORS or text in EVERY:
            return False
        return text.replace("-", "").isalpha() and len(text) > 2 and self.keys.isdisjoint(_NO_EPITHETS)  # noqa: PLR2004

    @property
    def plain(self) -> str:
        """Return the word as lengths and numbers are read: ``two`` as ``2``."""
        number = NUMBERS.get(self.text)
        return str(number) if number is not None else self.text

    @property
    def figure(self) -> bool:
        """Return whether it holds a digit, or is a number in a word."""
        return self.text in NUMBERS or any(map(str.isdigit, self.text))

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

    def epithets(self, names: frozenset[str] = frozenset()) -> int:
        """Return the words, as bits, that could only tell of what kind a thing is: ``rusty`` of a rusty door.

        They are none of the ``names``, and stand between an article, or whose the thing is, and the thing.
        """
        found, tokens = 0, self.tokens
        for at in range(1, len(tokens) - 1):
            before, one, after = tokens[at - 1 : at + 2]
            begun = before.leads or before.text in _POINTS or found >> (at - 1) & 1 or before.owner
            ends = after.filler or after.text in PREPOSITIONS or not after.text[0].isalpha()
            if begun and one.epithet and not ends and one.keys.isdisjoint(names):
                found |= 1 << at
        return found

    @property
    def asks(self) -> bool:
        """Return whether it is a question; ``do another search`` is none."""
        first, second = ((*(one.text for one in self.tokens[:2]), "", ""))[:2]
        does = first == "do" and bool(second) and second not in _DONE
        does = does or (first == "will" and second in _WILL)
        return self.text.rstrip().endswith("?") or first in _ASKING or does

    def places(self, keys: frozenset[str]) -> int:
        """Return the words, as bits, that have one of these keys."""
        return sum(1 << at for at, one in enumerate(self.tokens) if not one.keys.isdisjoint(keys))

    def said(self, first: int, end: int) -> str:
        """Return the text from one word up to another, as it was typed."""
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]

    def parts(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the words at some places, those beside each other as one text, without marks around it."""
        runs: list[list[int]] = []
        for place in sorted(places):
            if runs and runs[-1][-1] == place - 1:
                runs[-1].append(place)
            else:
                runs.append([place])
        said = (self.said(run[0], run[-1] + 1).strip(" ,.:;!?") for run in runs)
        return tuple(one for one in said if names_something(one))

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
        if word in ("like", "rather") and tokens and tokens[-1].text == "would":
            tokens.pop()  # one would like what one wants
            word = said = "want"
        if word in ("of", "the") and tokens and not tokens[-1].keys.isdisjoint(EVERY):
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


def measure(sentence: Sentence, first: int, end: int, kind: str) -> str:
    """Return words as a length is read; a unit alone, or with an article, is one of it."""
    said = sentence.plain(first, end).replace(" '", "'").replace("half hour", "half an hour")
    if kind not in LENGTHS:
        return re.sub(r"(?<=\d )(?:more|further) ", "", said)
    alone = end - first == 1 and said.isalpha()
    said = re.sub(r"(?<=\d )(?:more|full|whole|further) ", "", said)
    said = re.sub(r"^other (?=[a-z])", "2 ", said)
    return f"1 {said}" if alone else re.sub(r"^(?:another|the) (?=[a-z])", "1 ", said)
