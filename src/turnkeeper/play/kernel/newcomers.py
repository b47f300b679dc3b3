"""People as a command introduces them: ``Varda wisdom 12 hp 5/7; Bram hireling morale 7``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.kernel.decision import closest
from turnkeeper.play.kernel.speech import in_quotes, quote, unquote
from turnkeeper.rules.model.orders import OrderByCount, OrderByEach, OrderBySides, OrderByTests

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.rules.book import Rulebook

_HP = re.compile(r"(-?\d{1,6})(?:/(\d{1,6}))?")
_DIE = re.compile(r"1?d([2-9]|[1-9]\d{1,2})")
_NUMBER = re.compile(r"-?\d{1,6}")
_PERSON = re.compile(r'(?:"[^"]*"|[^;])+')
_WORD = re.compile(r'"[^"]*"|[^\s"]+')
LONGEST_NAME = 80
FLAGS = ("hireling",)
NUMBERS = ("level", "morale", "carrying", "reaction")
RACE = "race"
WIELDS = "wields"


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
    rules, order = book.set, book.set.fight.order if book.set.fight is not None else None
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


def read_people(said: str, book: Rulebook) -> tuple[Newcomer, ...]:
    """Return the people that a text introduces; raises ``ValueError`` with message and hint."""
    people = tuple(_read_one(part, book) for part in _PERSON.findall(said) if part.strip())
    if not people:
        message = "nobody was named"
        raise ValueError(message, f"say it as party {'; '.join(example_people(book))}")
    return people


_ARTICLES = ("the", "a", "an")
_POINTS_FIRST = re.compile(r",? *(?:with +)?\b(\d{1,4}(?:/\d{1,4})?) ?hp\b(?! *\d)", re.IGNORECASE)
_CALLED = re.compile(r"^(?:an? +)?(\w+) (?:called|named) (\w+)", re.IGNORECASE)


def as_written(said: str, book: Rulebook) -> str:
    """Return newcomers told as one speaks as they are written: ``Ana, 4 hp and Tom`` as ``Ana hp 4;Tom``.

    A race comes after its name, ``human called Bob`` as ``Bob human``; else "the" parts them.
    """

    def called(found: re.Match[str]) -> str:
        return f"{found[2]} {'' if found[1].casefold() in book.set.races else 'the '}{found[1]}"

    said = _CALLED.sub(called, _POINTS_FIRST.sub(r" hp \1", said))
    said = re.sub(r", *(?:an? +|the +)?(?=[a-z])", " ", said)
    return re.sub(r",? and |,(?! *\w+ \d)", ";", said)


def _read_one(said: str, book: Rulebook) -> Newcomer:
    attributes, races = book.set.characters.attributes, book.set.races
    keys = _keys(book)
    words = [word.rstrip(",") for word in _WORD.findall(said)]
    name: list[str] = []
    while words and words[0].casefold() not in keys and not _NUMBER.fullmatch(words[0]):
        word = words.pop(0)
        plain = unquote(word)
        of_race = name and word.casefold() in _ARTICLES and words and words[0].casefold() in races
        # What is said in quotes after a first name is what they are called besides: quotes are part of it.
        name += [] if of_race else [plain if plain == word or not name else f"“{plain}”"]
    told: dict[str, object] = {"name": _name(" ".join(name), said, book)}
    scores: dict[str, int] = {}
    while words:
        key = words.pop(0).casefold()
        if key in FLAGS or key in races:
            told |= {RACE: key} if key in races else {key: True}
            continue
        value = words.pop(0) if words else ""
        if key in attributes:
            scores[key] = read_number(key, value)
        else:
            told |= _told(key, value, book)
    told["attributes"] = tuple(scores.items())
    # Each field was given a value of its own type above.
    return Newcomer(**told)  # type: ignore[arg-type]


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
    if len(name) > LONGEST_NAME or ";" in name:
        message = f"a name has at most {LONGEST_NAME} characters and no semicolon"
        raise ValueError(message, f"say it as party {'; '.join(example_people(book))}")
    return name


def _keys(book: Rulebook) -> frozenset[str]:
    """Return the words that end a name: the keys of what can be written of a character."""
    characters = book.set.characters
    own = {*characters.attributes, *characters.written, *book.set.races}
    return frozenset({*own, *FLAGS, *NUMBERS, "hp", RACE, *((WIELDS,) if weapons_of(book) else ())})


def weapons_of(book: Rulebook) -> tuple[str, ...]:
    """Return the classes of weapons that count for the order of a fight; none where none does."""
    order = book.set.fight.order if book.set.fight is not None else None
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
    return "; ".join(_say_one(one, book) for one in people)


def _say_one(one: Newcomer, book: Rulebook) -> str:
    odd = any(_NUMBER.fullmatch(word) or word.endswith(",") for word in one.name.split())
    said = [in_quotes(one.name) if odd else quote(one.name, _keys(book))]
    plain = one.race in book.set.races and one.name.split()[-1].casefold() not in _ARTICLES
    said += [one.race if plain else f"{RACE} {one.race}"] if one.race else []
    said += [f"{key} {value}" for key, value in one.attributes]
    said += [f"level {one.level}"] if one.level != 1 else []
    said += [f"hp {one.hp}/{one.most_hp}"] if one.hp is not None else []
    said += [f"die {one.hit_die}"] if one.hit_die else []
    said += [f"mana {one.mana}/{one.most_mana}"] if one.mana is not None else []
    said += [f"order {one.order}"] if one.order is not None else []
    said += [f"modifier {one.modifier}"] if one.modifier else []
    said += [f"initiative {one.initiative}"] if one.initiative else []
    said += [f"morale {one.morale}"] if one.morale is not None else []
    said += [f"carrying {one.carrying}"] if one.carrying else []
    said += [f"reaction {one.reaction}"] if one.reaction else []
    said += [f"{WIELDS} {in_quotes(one.wields)}"] if one.wields else []
    said += ["hireling"] if one.hireling else []
    return " ".join(said)
