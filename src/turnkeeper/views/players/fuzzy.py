"""What players are told instead of exact figures: the time, light, wounds and weariness in words.

Each word says less than the figure behind it and never more. This module must not know who reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from turnkeeper.play.dungeon import dark
from turnkeeper.play.dungeon.burning import WHOLE, Light, spent
from turnkeeper.play.party.party import Character
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plainer import ORDINALS
from turnkeeper.time import Instant

if TYPE_CHECKING:
    from turnkeeper.app.sharing import TimeShown

WATCH = "watch"


def say_time(state: State, book: Rulebook, at: Instant, shown: TimeShown) -> str:
    """Return an instant as players are told it: ``day 3 06:40``, ``day 3, the second watch``, ``day 3``."""
    day = f"day {at.ms // book.scale.day.ms + 1}"
    match shown:
        case "exact":
            return book.scale.say_instant(at)
        case "part":
            return f"{day}, {part_of_day(state, book, at)}"
        case "day":
            return day
        case "nothing":
            return ""
        case _:
            assert_never(shown)


def part_of_day(state: State, book: Rulebook, at: Instant) -> str:
    """Return the watch where the rule set has watches: ``the second watch``; else the part of the day."""
    since = at.ms % book.scale.day.ms
    watch = next((unit for unit in book.scale.units if unit.name == WATCH), None)
    if watch is not None:
        number = since // watch.length.ms
        return f"the {ORDINALS[number]} watch" if number < len(ORDINALS) else f"watch {number + 1}"
    marks, whole = seasons.times(state, book, at), book.scale.day.ms
    dawn, dusk = marks.get(seasons.DAWN), marks.get(seasons.DUSK)
    # House default: a rule set that names no dawn and no dusk has them a quarter and three through the day.
    rises, sets = (
        (dawn.ms, dusk.ms) if dawn is not None and dusk is not None else (whole // 4, whole * 3 // 4)
    )
    if rises <= since < sets:
        return "morning" if since < (rises + sets) // 2 else "afternoon"
    # House default: the first third of the dark is evening, the rest is night.
    return "evening" if (since - sets) % whole < (rises - sets) % whole // 3 else "night"


# Light


def level(state: State, book: Rulebook, low: int) -> str:
    """Return how light it is where the party is: ``bright``, ``low`` or ``dark``.

    It is low where all that burns is low, and no day helps; ``low`` is in thousandths of a fresh light.
    """
    if not seasons.is_light(state, book):
        return "dark"
    burning = state.lights.burning()
    if not burning or dark.by_day(state, book):
        return "bright"
    return "low" if all(is_low(one, state, book, low) for one in burning) else "bright"


def is_low(one: Light, state: State, book: Rulebook, low: int) -> bool:
    """Return whether no more than ``low`` thousandths are left of a source."""
    return WHOLE - spent(book, one, state.now) <= WHOLE * low / 1000


# People


def conditions(one: Character, book: Rulebook) -> Iterator[str]:
    """Yield what everybody can see of a character: dead or down, broken, hurt, tired, burdened."""
    word = book.set.characters.word
    if one.dead:
        yield "dead"
        return
    if one.down:
        yield "down"
    elif one.hp is not None and one.hp < one.most_hp:
        # Who has half of the hit points or fewer is badly hurt.
        yield "badly hurt" if one.hp * 2 <= one.most_hp else "hurt"
    if one.broken:
        yield "broken"
    if one.fatigue:
        yield word("tired")
    if any(one.lost(name) for name, _ in one.attributes):
        yield word("exerted")
    if one.over(book):
        yield word("burdened")
