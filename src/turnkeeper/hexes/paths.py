"""The best way from hex to hex, and reach: whole costs, and never a tie left to chance.

What a step costs is asked of a function; this module must not know why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.hexes.axial import Hex

if TYPE_CHECKING:
    from fractions import Fraction

Cost = Callable[[Hex, Hex], int | None]
"""What a step from a hex to a neighbour costs, at least 0; ``None`` where there is no way."""

MOST_HEXES = 250_000
"""A search gives up after this many hexes: where no cost says "no way", a plane has no end."""
# Cost and steps in one number, so that they are compared, added and sorted as one: the cost first.
_COST = 1 << 20


class TooFarError(Exception):
    """The search looked at `MOST_HEXES` hexes and found no end."""


class Route(Struct, frozen=True):
    """A way: the hexes from the first to the last, and what its steps cost together."""

    hexes: tuple[Hex, ...]
    cost: int

    @property
    def steps(self) -> int:
        """Return how many times a face is crossed."""
        return len(self.hexes) - 1


def priced(
    entered: Mapping[Hex, int | None],
    beside: Mapping[Hex, Collection[Hex]],
    road: int | Fraction,
    off_road: int = 1,
) -> tuple[Cost, int]:
    """Return the cost of each step where entering a hex has its price, and the least of any step.

    ``beside`` are the neighbours to which a road leads: by it the price is divided by ``road``, else taken
    ``off_road`` times. A hex without a price cannot be entered.
    """
    get, by, over = entered.get, road.numerator, road.denominator

    def cost(here: Hex, there: Hex) -> int | None:
        price = get(there)
        if price is None:
            return None
        by_road = here in beside and there in beside[here]
        return price * over // by if by_road else price * off_road

    cheapest = min((price for price in entered.values() if price is not None), default=0)
    return cost, min(cheapest * over // by, cheapest * off_road) if beside else cheapest * off_road


def best_route(start: Hex, goal: Hex, cost: Cost, least: int = 0) -> Route | None:
    """Return the cheapest way, or ``None`` when there is none.

    Of ways that cost the same the one with the fewest steps is taken, of those the one that at the first
    parting leaves by the earlier face: N, NE, SE, S, SW, NW. ``least`` is a cost below which no step ever is;
    it changes nothing but the speed. The cost of a step is asked twice at most. Raises `TooFarError`.
    """
    left = _left_to_go(start, goal, cost, least * _COST + 1)
    if start not in left:
        return None
    hexes, here = [start], start
    while here != goal:
        here = next(
            there
            for there in here.neighbours()
            if there in left
            and (price := cost(here, there)) is not None
            and left[here] == left[there] + price * _COST + 1
        )
        hexes.append(here)
    return Route(tuple(hexes), left[start] // _COST)


def _left_to_go(start: Hex, goal: Hex, cost: Cost, least: int) -> dict[Hex, int]:
    """Return the cost left to the goal for every hex that may lie on a best way from the start.

    The search runs backwards, A* with the distance as its guess, and goes on through all that is as good as
    the best, so that the way can then be walked forwards with every tie in sight. Each entry of the queue has
    a number of its own, so that no two hexes need ever be compared; it settles nothing that is seen outside.
    """
    left = {goal: 0}
    done: dict[Hex, int] = {}
    queue = [(goal.distance(start) * least, 0, goal)]
    start_q, start_r = start.q, start.r
    best, pushed, get = None, 0, left.get
    while queue:
        guess, _, here = heappop(queue)
        if best is not None and guess > best:
            break
        if here in done:
            continue
        done[here] = paid = left[here]
        if len(done) > MOST_HEXES:
            raise TooFarError
        if here == start:
            best = guess
            continue
        for there in here.neighbours():
            known = get(there)
            if (known is not None and known <= paid) or (price := cost(there, here)) is None:
                continue
            total = paid + price * _COST + 1
            if known is None or total < known:
                left[there] = total
                q, r = there.q - start_q, there.r - start_r
                pushed -= 1  # of equals the newest first: it is mostly the nearest
                heappush(queue, (total + max(abs(q), abs(r), abs(q + r)) * least, pushed, there))
    return done


def reachable(start: Hex, budget: int, cost: Cost, wanted: Collection[Hex] = ()) -> dict[Hex, int]:
    """Return every hex that can be reached for a budget, with the least it costs; the cheapest first.

    Hexes that cost the same stand in the order of their columns, each from north to south. Where only some
    are ``wanted`` the search ends with the last of them. Raises `TooFarError`.
    """
    found: dict[Hex, int] = {}
    missing = set(wanted)
    queue = [(0, start)]
    while queue:
        paid, here = heappop(queue)
        if here in found:
            continue
        found[here] = paid
        if missing:
            missing.discard(here)
            if not missing:
                break
        if len(found) > MOST_HEXES:
            raise TooFarError
        for there in here.neighbours():
            if there in found:
                continue
            price = cost(here, there)
            if price is not None and paid + price <= budget:
                heappush(queue, (paid + price, there))
    return dict(sorted(found.items(), key=lambda reached: (reached[1], reached[0])))
