"""Dice expressions for the laws: any that can be built, and small ones whose outcomes can all be listed."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from turnkeeper.chance.expression import (
    Chance,
    Digits,
    Expression,
    Fate,
    Keep,
    Number,
    Operation,
    Pool,
)
from turnkeeper.chance.notation import Dice


def die_from(seed: int) -> Callable[[int], int]:
    """A die of any size that falls alike for the same seed: a linear congruence is enough to vary faces."""
    state = seed

    def die(sides: int) -> int:
        nonlocal state
        state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        return (state >> 33) % sides + 1

    return die


@st.composite
def pools(draw: st.DrawFn, most: int, sides: int) -> Pool:
    """Pools of up to so many dice, each with or without every thing that can follow dice."""
    count = draw(st.integers(1, most))
    faces = draw(st.integers(2, sides).filter(lambda faces: faces != 66))
    keeps = st.builds(Keep, st.sampled_from(["kh", "kl"]), st.integers(1, count))
    drops = st.builds(Keep, st.sampled_from(["dh", "dl"]), st.integers(1, count - 1)) if count > 1 else keeps
    keep = draw(st.none() | keeps | drops)
    return Pool(count, faces, draw(st.none() | st.integers(1, faces)), draw(st.booleans()), keep)


@st.composite
def chances(draw: st.DrawFn, sides: int) -> Chance:
    """Chances from never to always."""
    faces = draw(st.integers(1, sides))
    return Chance(draw(st.integers(0, faces)), faces)


def _above_zero(leaves: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return leaves.filter(lambda leaf: isinstance(leaf, Pool) or (isinstance(leaf, Number) and leaf.value > 0))


def _trees(leaves: st.SearchStrategy[Expression], most: int) -> st.SearchStrategy[Expression]:
    def extend(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        return st.one_of(
            st.builds(Operation, st.just("negate"), st.tuples(inner)),
            st.builds(Operation, st.sampled_from(["+", "-", "*"]), st.tuples(inner, inner)),
            st.builds(Operation, st.just("/"), st.tuples(inner, _above_zero(leaves))),
            st.builds(Operation, st.sampled_from([">=", "<=", ">", "<", "=", "!="]), st.tuples(inner, inner)),
            st.builds(
                Operation,
                st.sampled_from(["max", "min"]),
                st.lists(inner, min_size=2, max_size=3).map(tuple),
            ),
        )

    return st.recursive(leaves, extend, max_leaves=most)


def _leaves(most: int, sides: int, number: int) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(Number, st.integers(0, number)),
        pools(most, sides),
        st.just(Digits()),
        st.builds(Fate, st.integers(1, most)),
        chances(sides),
    )


any_dice: st.SearchStrategy[Dice] = st.builds(Dice, _trees(_leaves(30, 1_000, 999_999_999), 8))
"""All notations, nested; hundreds of dice at most."""

small_dice: st.SearchStrategy[Dice] = st.builds(Dice, _trees(_leaves(2, 4, 5), 3))
"""All notations in a size whose outcomes can be listed one by one."""
