"""What the status shows of meals, provisions and mana: the last meal, what is lacking, what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play.party import provisions
from turnkeeper.play.party.mana import said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.party.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.time import Instant


def needs(state: State, book: Rulebook) -> Iterator[str]:
    """Yield what the party needs, the most pressing first: ``exhausted: no water since day 1 08:00``."""
    say = book.scale.say_instant
    for lack in provisions.lacks(state, book, state.now):
        yield f"{lack.provision.condition}: no {lack.kind} since {say(lack.last)}"
    coming, last = provisions.next_meal(state, book), provisions.last_meal(state)
    if coming is not None:
        ate = "nothing eaten yet" if last is None else f"last meal {say(last)}"
        yield f"{_meal(state.now, *coming)}{ate}"


def _meal(now: Instant, due: Instant, overdue: Instant) -> str:
    if now < due:
        return ""
    return "a meal is overdue: " if now >= overdue else "a meal is due: "


def due(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    """Yield what of this will come by itself, and when: the next meal, and what begins to be lacking."""
    meal = provisions.next_meal(state, book)
    if meal is not None:
        coming = [(at, f"a meal is {what}") for at, what in zip(meal, ("due", "overdue"), strict=True)]
        yield from [one for one in coming if one[0] > state.now][:1]
    for lack in provisions.coming_lacks(state, book):
        if lack.began > state.now:
            yield lack.began, f"no {lack.kind}: {lack.provision.condition}"


def mana(one: Character) -> str:
    """Return somebody's mana: ``3.4/7``; nothing where it is not kept."""
    return "" if one.mana is None else f"{said(one.mana.value)}/{one.most_mana}"
