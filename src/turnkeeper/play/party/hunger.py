"""Meals and daily needs as they fall due or go unmet: their events, and how each is told."""

from __future__ import annotations

from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party import supplies
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration


class MealReminded(Event, frozen=True, tag="meal-reminded.1"):
    """A meal is due or overdue: ``who``, or else all, have been ``hungry`` that long."""

    hungry: Duration
    overdue: bool = False
    who: tuple[str, ...] = ()


class NeedFellDue(Event, frozen=True, tag="need-fell-due.1"):
    """``who``, or else all, have long had nothing of an item of which some is ``left``."""

    what: str
    item: str
    lasts: Duration
    left: int
    condition: str
    who: tuple[str, ...] = ()


class WentWithout(Event, frozen=True, tag="went-without.1"):
    """``who``, or else all, have lacked something long enough to be in a condition."""

    what: str
    lasts: Duration
    condition: str
    who: tuple[str, ...] = ()


def tell_reminded(event: MealReminded, book: Rulebook) -> str:
    """Return that a meal is due, with how long nothing was eaten."""
    due = "overdue" if event.overdue else "due"
    return f"a meal is {due}: nothing eaten for {book.scale.say_clock(event.hungry)}"


def tell_hungry(event: MealReminded, book: Rulebook) -> str:
    """Return that a meal is due, and for whom where not for all."""
    return tell_reminded(event, book) + (f" ({', '.join(event.who)})" if event.who else "")


def tell_due(event: NeedFellDue, book: Rulebook) -> str:
    """Return how long nothing was had of an item, how much of it is left, and what it soon comes to."""
    carried = supplies.counted(book, event.left, event.item)
    since = book.scale.say_clock(event.lasts)
    return f"no {event.what} for {since}, and {carried} left: {_whose(event.who)}soon {event.condition}"


def tell_without(event: WentWithout, book: Rulebook) -> str:
    """Return how long nothing was had, and the condition of those who lack it."""
    return f"no {event.what} for {book.scale.say_clock(event.lasts)}: {_whose(event.who)}{event.condition}"


def _whose(who: tuple[str, ...]) -> str:
    """Return whose condition it is, where it is not everybody's."""
    return f"{', '.join(who)} " if who else ""
