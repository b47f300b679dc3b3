"""How often a law is tried that is not tried as often as others: in ``./check --quick`` a fifth of that."""

from __future__ import annotations

from hypothesis import settings

_AS_A_RULE = 100
_AT_LEAST = 4


def times(examples: int) -> int:
    """Return a number of examples, or the share of it that the chosen profile has of its own."""
    of_the_profile = settings().max_examples
    return max(_AT_LEAST, min(examples, examples * of_the_profile // _AS_A_RULE))
