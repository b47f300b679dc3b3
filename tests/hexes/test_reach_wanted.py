"""A search that ends with the last hex that is wanted finds the same as one that goes on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.hexes import Hex, disc, reachable

START = Hex(0, 0)
FIELD = tuple(disc(START, 4))


@given(
    st.dictionaries(st.sampled_from(FIELD), st.integers(1, 9)), st.sets(st.sampled_from(FIELD), max_size=5)
)
def test_what_is_wanted_costs_the_same(prices: dict[Hex, int], wanted: set[Hex]) -> None:
    def cost(_here: Hex, there: Hex) -> int | None:
        return prices.get(there, 2) if there in FIELD else None

    whole, part = reachable(START, 20, cost), reachable(START, 20, cost, wanted)
    assert {place: part.get(place) for place in wanted} == {place: whole.get(place) for place in wanted}
    assert part.items() <= whole.items()
