"""The caravan: the mounts and vehicles of the party, what each carries, pulls and has been put through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.journey.caravan import riders, room_of
from turnkeeper.play.journey.mounts import day_of

if TYPE_CHECKING:
    from turnkeeper.play.journey.caravan import Mount, Vehicle
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook


class CaravanView(Struct, frozen=True):
    """The mounts and the vehicles, a text for each.

    ``Bess: hd 2, ridden by Varda, 3 of 4 items, pushed 2 days in a row``;
    ``cart Blue: pulled by Nag, 3 of 9 items``.
    """

    mounts: tuple[str, ...]
    vehicles: tuple[str, ...]


def caravan(state: State, book: Rulebook) -> CaravanView | None:
    """Return the mounts and vehicles, or ``None`` where there are none."""
    train = state.train
    if not train.mounts and not train.vehicles:
        return None
    ridden = riders(state)
    return CaravanView(
        tuple(_mount(one, ridden.get(one.name, ""), state, book) for one in train.mounts),
        tuple(_vehicle(one, state, book) for one in train.vehicles),
    )


def _mount(one: Mount, rider: str, state: State, book: Rulebook) -> str:
    if one.dead:
        return f"{one.name}: dead"
    does = f"pulls {one.pulls}" if one.pulls else _load(one, state, book)
    run = _days_in_a_row(one, day_of(state.now, book))
    days = "day" if run == 1 else "days in a row"
    told = (
        f"{one.name}: hd {one.hd}",
        f"ridden by {rider}" if rider else "",
        does,
        f"pushed {run} {days}" if run else "",
    )
    return ", ".join(part for part in told if part)


def _days_in_a_row(one: Mount, today: int) -> int:
    """Return for how many days a mount has been pushed, today if it was, else up to yesterday (D-HEX-5)."""
    return one.days_before(today + 1) if one.pushed_on(today) else one.days_before(today)


def _vehicle(one: Vehicle, state: State, book: Rulebook) -> str:
    team = state.train.team(one)
    pulled = f"pulled by {', '.join(beast.name for beast in team)}" if team else "nothing pulls it"
    return f"{one.kind} {one.name}: {pulled}, {_load(one, state, book)}"


def _load(one: Mount | Vehicle, state: State, book: Rulebook) -> str:
    return f"{one.load} of {room_of(state.train, book, one)} items"
