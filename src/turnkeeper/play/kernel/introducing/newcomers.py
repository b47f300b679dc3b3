"""People as a command introduces them: ``Varda wisdom 12 hp 5/7; Bram hireling morale 7``."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from turnkeeper.play.kernel.decision import closest
from turnkeeper.play.kernel.introducing.introductions import ARTICLES, Introduced, WrittenWords, introduced
from turnkeeper.play.kernel.speech import in_quotes, unquote
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount, OrderByEach, OrderBySides, OrderByTests

_HP = re.compile(r"(-?\d{1,6})(?:/(\d{1,6}))?")
_DIE = re.compile(r"1?d([2-9]|[1-9]\d{1,2})")
_NUMBER = re.compile(r"-?\d{1,6}")
LONGEST_NAME = 80
FLAGS = ("hireling",)
NUMBERS = ("level", "morale", "carrying", "reaction")
RACE = "race"
WIELDS = "wields"
YES = "yes"
_ALIASES = {
    "hp": ("hit points", "hitpoints", "hits", "health"),
    "mana": ("mp", "magic points", "spell points"),
    "level": ("lvl", "lv"),
    "carrying": ("load", "carries", "encumbrance", "enc", "slots used"),
    "morale": ("ml", "mor"),
    "reaction": ("reaction modifier",),
    "die": ("hit die", "hd"),
    "initiative": ("first die", "initiative die"),
    "modifier": ("level modifier",),
    "hireling": ("hired", "retainer", "henchman", "follower"),
    RACE: ("ancestry", "kin", "kindred", "species", "heritage"),
    WIELDS: ("weapon", "weapons"),
}
"""What the figures of a sheet are called besides."""


class Newcomer(Struct, frozen=True, omit_defaults=True):
    """A character who joins the party. Hit points and mana are current and most, ``None`` if not kept.

    ``order`` is an Initiative Order of their own, ``modifier`` that of their level, ``initiative`` their die
    for the segment of the first turn.
    """

    name: str
    attributes: tuple[tuple[str, int], ...] = ()
    level: int = 1
    hp: int | None = None
    most_hp: int | None = None
    morale: int | None = None
    carrying: int = 0
    reaction: int = 0
    hireling: bool = False
    race: str = ""
    mana: int | None = None
    most_mana: int | None = None
    hit_die: str = ""
    order: int | None = None
    modifier: int = 0
    initiative: str = ""
    wields: str = ""


def example_people(book: Rulebook) -> tuple[str, str]:
    """Return two people as they are introduced under a rule set, with all that a first round asks of them."""
    rules, order = book.set, book.set.order
    race = f" {rules.movement.otherwise}" if rules.movement is not None else ""
    seated = order if isinstance(order, OrderByEach) and order.seated else None
    tested = (
        (order.attribute,)
        if isinstance(order, OrderByTests)
        else (seated.adds,)
        if seated is not None and seated.adds
        else order.initiative.attributes
        if isinstance(order, OrderByCount) and order.initiative is not None
        else ()
    )
    notices = f" {rules.surprise.attribute} 1" if rules.surprise and rules.surprise.attribute else ""
    scores = (2, 0) if seated is not None else (12, 9)
    one, other = ("".join(f" {key} {score}" for key in tested) for score in scores)
    return f"Varda{race}{one}{notices} hp 5/7", f"Orlo{race}{other}{notices}"


def figures_of(book: Rulebook) -> tuple[str, ...]:
    """Return the names of all figures that are written of a character, in the order of a table."""
    characters = book.set.characters
    races, weapons = (RACE,) if book.set.races else (), (WIELDS,) if weapons_of(book) else ()
    own = (*characters.attributes, *races, "level", "hp", *characters.written)
    return (*own, *(one for one in NUMBERS if one != "level"), *weapons, *FLAGS)


def written_words(book: Rulebook) -> WrittenWords:
    """Return the words by which people are introduced under a rule set."""
    figures = figures_of(book)
    columns = {alias: name for name in figures for alias in _ALIASES.get(name, ())} | {
        one: one for one in figures
    }
    flags = {word: (flag, YES) for flag in FLAGS for word in (flag, *_ALIASES[flag])}
    races = {race: (RACE, race) for race in book.set.races}
    return WrittenWords(
        frozenset((*figures, RACE)),
        columns,
        races | {weapon: (WIELDS, weapon) for weapon in weapons_of(book)} | flags,
        worded=frozenset((RACE, WIELDS)),
        loosely=frozenset((*flags, *weapons_of(book))) - frozenset(FLAGS),
    )


_OPENING = re.compile(r"^\s*(?:(?:is|are|includes?|consists? of|of)\s+|:\s*)(?=[^\W\d_a-z]|\")")
"""How a list of people is opened: ``party is Varda and Orlo``."""


def read_people(said: str, book: Rulebook) -> tuple[Newcomer, ...]:
    """Return the people that a text introduces; raises ``ValueError`` with message and hint."""
    people = tuple(_newcomer(one, book) for one in _opened(said, written_words(book)))
    if not people:
        message = "nobody was named"
        raise ValueError(message, f"say it as party {'; '.join(example_people(book))}")
    return people


def _opened(said: str, words: WrittenWords) -> list[Introduced]:
    """Return the people that a text introduces, without how it is opened."""
    return introduced(_OPENING.sub("", said), words)


def _newcomer(one: Introduced, book: Rulebook) -> Newcomer:
    told: dict[str, object] = {"name": _name(" ".join((one.name, *one.besides)), one.said, book)}
    scores: dict[str, int] = {}
    for key, value in one.cells.items():
        if key in FLAGS:
            told[key] = True
        elif key in book.set.characters.attributes:
            scores[key] = read_number(key, value)
        else:
            told |= _told(key, value, book)
    if one.left:
        _told(_figure_of(one.left[0], one.said), "", book)  # it is nothing that is written, and told so
    told["attributes"] = tuple(scores.items())
    # Each field was given a value of its own type above.
    return Newcomer(**told)  # type: ignore[arg-type]


def _figure_of(left: str, said: str) -> str:
    """Return a word that is left of those said of a newcomer; of a number the word that it stands behind.

    >>> _figure_of("12", "Ann wisdom 12")
    'wisdom'
    """
    before = re.search(rf"(?<=\s)([^\W\d_]+)[\s:=]+{re.escape(left)}\b", said) if left.isdecimal() else None
    return left if before is None else before[1]


def _told(key: str, value: str, book: Rulebook) -> dict[str, object]:
    """Return the fields of a newcomer that an entry fills, other than an attribute."""
    characters, races = book.set.characters, book.set.races
    if key == "hp":
        left, most = read_points(key, value)
        return {"hp": left, "most_hp": most}
    if key in WRITTEN and key in characters.written:
        return WRITTEN[key](key, value)
    if key in NUMBERS:
        number = read_number(key, value)
        if key == "level" and number < 0:
            message = f"a level is 0 or more, not {value}"
            raise ValueError(message)
        return {key: number}
    if key == RACE:
        return {key: read_race(value, book)}
    if key == WIELDS and weapons_of(book):
        return {key: read_weapon(value, book)}
    written = (*characters.attributes, "level", "hp", *characters.written)
    known = (*written, "morale", "carrying", "reaction", "hireling", *races)
    message = f"{key!r} is nothing that is written of a character"
    raise ValueError(message, closest(key, races, f"written are {', '.join(known)}"))


def _name(name: str, said: str, book: Rulebook) -> str:
    name = " ".join(name.split())
    if not name:
        message = f"{said.strip()[:40]!r} does not begin with a name"
        raise ValueError(message, f"say it as party {'; '.join(example_people(book))}")
    if len(name) > LONGEST_NAME or ";" in name or '"' in name:
        message = f"a name has at most {LONGEST_NAME} characters, no semicolon and no single quotation mark"
        raise ValueError(message, f"say it as party {'; '.join(example_people(book))}")
    return name


def weapons_of(book: Rulebook) -> tuple[str, ...]:
    """Return the classes of weapons that count for the order of a fight; none where none does."""
    order = book.set.order
    return tuple(order.weapons) if isinstance(order, OrderByTests | OrderBySides) else ()


def read_weapon(value: str, book: Rulebook) -> str:
    """Return a class of weapons of the rule set; raises ``ValueError`` with message and hint."""
    known, said = weapons_of(book), unquote(value).casefold()
    if said not in known:
        message = f"{unquote(value)[:40]!r} is no class of weapon that counts here"
        raise ValueError(message, closest(said, known, ", ".join(known)))
    return said


def read_race(value: str, book: Rulebook) -> str:
    """Return a race of the rule set; raises ``ValueError`` with message and hint."""
    races = book.set.races
    if value.casefold() not in races:
        message = f"there is no race {value[:40]!r}"
        raise ValueError(message, closest(value, races, ", ".join(races) or "this rule set names no races"))
    return value.casefold()


def read_number(key: str, value: str) -> int:
    """Return a whole number of up to six digits; raises ``ValueError``."""
    if not _NUMBER.fullmatch(value):
        message = f"{key} wants a whole number, not {value[:20]!r}"
        raise ValueError(message)
    return int(value)


def _mana(key: str, value: str) -> dict[str, object]:
    left, most = read_points(key, value)
    return {"mana": left, "most_mana": most}


def _die(key: str, value: str) -> str:
    found = _DIE.fullmatch(value.casefold())
    if found is None:
        message = f"{key} wants a die such as d8, not {value[:20]!r}"
        raise ValueError(message)
    return f"d{found[1]}"


def read_points(key: str, value: str) -> tuple[int, int]:
    """Return the points that are left and the most, of ``5/7`` or ``7``; raises ``ValueError``."""
    found = _HP.fullmatch(value)
    if found is None:
        message = f"{key} wants a number such as 7 or 5/7, not {value[:20]!r}"
        raise ValueError(message)
    left = int(found[1])
    return left, left if found[2] is None else int(found[2])


WRITTEN: dict[str, Callable[[str, str], dict[str, object]]] = {
    "mana": _mana,
    "die": lambda key, value: {"hit_die": _die(key, value)},
    "order": lambda key, value: {key: read_number(key, value)},
    "modifier": lambda key, value: {key: read_number(key, value)},
    "initiative": lambda key, value: {key: _die(key, value)},
}
"""Entries of a sheet that a rule set may allow, and the fields of a newcomer that each fills."""


def say_people(people: tuple[Newcomer, ...], book: Rulebook) -> str:
    """Return the text that introduces these people."""
    words = written_words(book)
    return "; ".join(_say_one(one, book, words) for one in people)


def _say_one(one: Newcomer, book: Rulebook, words: WrittenWords) -> str:
    entries = _say_entries(one, book)
    plain, quoted = f"{one.name}{entries}", f"{in_quotes(one.name)}{entries}"
    bare, meant = ([_meant(each) for each in _opened(said, words)] for said in (plain, quoted))
    return plain if bare == meant else quoted


def _meant(one: Introduced) -> tuple[str, dict[str, str], tuple[str, ...]]:
    return " ".join((one.name, *one.besides)), one.cells, one.left


def _say_entries(one: Newcomer, book: Rulebook) -> str:
    """Return the entries of a member's sheet as they are said after the name, each that is not as usual."""
    plain = one.race in book.set.races and not one.name.casefold().endswith(
        tuple(f" {each}" for each in ARTICLES)
    )
    entries = (
        (one.race if plain else f"{RACE} {one.race}", one.race),
        *((f"{key} {value}", True) for key, value in one.attributes),
        (f"level {one.level}", one.level != 1),
        (f"hp {one.hp}/{one.most_hp}", one.hp is not None),
        (f"die {one.hit_die}", one.hit_die),
        (f"mana {one.mana}/{one.most_mana}", one.mana is not None),
        (f"order {one.order}", one.order is not None),
        (f"modifier {one.modifier}", one.modifier),
        (f"initiative {one.initiative}", one.initiative),
        (f"morale {one.morale}", one.morale is not None),
        (f"carrying {one.carrying}", one.carrying),
        (f"reaction {one.reaction}", one.reaction),
        (f"{WIELDS} {in_quotes(one.wields)}", one.wields),
        ("hireling", one.hireling),
    )
    return "".join(f" {said}" for said, told in entries if told)
