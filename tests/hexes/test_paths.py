"""Best ways and budgets: every law beside a twin that tries all there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.hexes import Face, Hex, Land, TooFarError, Way, at, best_route, paths, priced, reachable

Costs = dict[tuple[Hex, Hex], int]
SMALL = [at(column, row) for column in range(3) for row in range(3)]
EDGES = [(a, b) for a in SMALL for b in a.neighbours() if b in SMALL]
COSTS: st.SearchStrategy[Costs] = st.lists(
    st.one_of(st.none(), st.integers(0, 3)), min_size=len(EDGES), max_size=len(EDGES)
).map(lambda prices: {edge: price for edge, price in zip(EDGES, prices, strict=True) if price is not None})
PLACES = st.sampled_from(SMALL)


def _all_ways(here: Hex, goal: Hex, costs: Costs, so_far: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    if here == goal:
        yield (*so_far, here)
        return
    for there in here.neighbours():
        if there not in so_far and (here, there) in costs:
            yield from _all_ways(there, goal, costs, (*so_far, here))


def _price(way: tuple[Hex, ...], costs: Costs) -> int:
    return sum(costs[edge] for edge in pairwise(way))


def _faces(way: tuple[Hex, ...]) -> list[Face | None]:
    return [a.face_to(b) for a, b in pairwise(way)]


@given(PLACES, PLACES, COSTS)
def test_the_best_route_is_the_best_of_all_ways(a: Hex, b: Hex, costs: Costs) -> None:
    """By cost, then by steps, then by the earliest faces; each step may cost something else back."""
    ways = [(_price(way, costs), len(way), _faces(way), way) for way in _all_ways(a, b, costs, ())]
    route = best_route(a, b, lambda x, y: costs.get((x, y)))
    if not ways:
        assert route is None
        return
    assert route is not None
    cost, _, _, way = min(ways)
    assert (route.cost, route.hexes) == (cost, way)


@given(PLACES, PLACES, COSTS)
def test_knowing_the_least_cost_changes_nothing(a: Hex, b: Hex, costs: Costs) -> None:
    dearer = {edge: price + 2 for edge, price in costs.items()}

    def cost(x: Hex, y: Hex) -> int | None:
        return dearer.get((x, y))

    assert best_route(a, b, cost, least=2) == best_route(a, b, cost)


@given(PLACES, st.integers(0, 6), COSTS)
def test_reachable_is_what_some_way_reaches(a: Hex, budget: int, costs: Costs) -> None:
    expected = {}
    for goal in SMALL:
        prices = [_price(way, costs) for way in _all_ways(a, goal, costs, ())]
        if prices and min(prices) <= budget:
            expected[goal] = min(prices)
    found = reachable(a, budget, lambda x, y: costs.get((x, y)))
    assert found == expected
    assert list(found) == sorted(expected, key=lambda place: (expected[place], place))


def test_a_way_in_the_open_goes_by_the_earlier_face_first() -> None:
    """From 0303 to two steps NE and one N all orders cost the same; N comes before NE."""
    start = at(3, 3)
    goal = start.to(Face.NE, 2).to(Face.N)
    route = best_route(start, goal, lambda _, __: 2, least=2)
    assert route is not None
    assert _faces(route.hexes) == [Face.N, Face.NE, Face.NE]
    assert (route.cost, route.steps) == (6, 3)


def test_where_one_stands_there_is_nothing_to_pay() -> None:
    route = best_route(SMALL[0], SMALL[0], lambda _, __: None)
    assert route is not None
    assert (route.hexes, route.cost, route.steps) == ((SMALL[0],), 0, 0)


def test_a_search_without_an_end_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """An island that cannot be left, on a plane that never says "no way"."""
    monkeypatch.setattr(paths, "MOST_HEXES", 500)
    home = Hex(0, 0)
    with pytest.raises(TooFarError):
        best_route(home, Hex(50, 0), lambda x, _: None if x == home else 1)
    with pytest.raises(TooFarError):
        reachable(home, 1_000, lambda _, __: 1)


@given(
    st.dictionaries(PLACES, st.none() | st.integers(0, 9), max_size=20),
    st.sets(st.tuples(PLACES, st.sampled_from(Face)), max_size=12),
    st.integers(1, 4),
    st.integers(1, 3),
)
def test_a_step_by_road_costs_a_part_of_the_price_and_none_costs_less_than_the_least(
    entered: dict[Hex, int | None], roads: set[tuple[Hex, Face]], road: int, off_road: int
) -> None:
    ways = tuple(Way("road", (place, place.to(face))) for place, face in sorted(roads))
    cost, least = priced(entered, Land(ways=ways).joined({"road"}), road, off_road)
    for here in entered:
        for face in Face:
            there, by_road = here.to(face), {(here, face), (here.to(face), face.turned(3))} & roads
            price = entered.get(there)
            wanted = None if price is None else price // road if by_road else price * off_road
            assert cost(here, there) == wanted
            assert wanted is None or wanted >= least
