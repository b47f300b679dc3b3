"""Parties in a dungeon under the examples of home-made procedures, and how their trackers stand."""

from __future__ import annotations

from functools import cache

from tests.play.keeper import ByName, Keeper
from turnkeeper.play.clock import trackers
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import Duration

NEAR = ByName({"encounter distance": "1+1", "encounter check": "6"})


@cache
def example(name: str, *options: str) -> Rulebook:
    return Rulebook(load_builtin(name, options))


def delve(name: str, *options: str) -> Keeper:
    """Return a game under an example, its party in a dungeon with a light that lasts."""
    keeper = Keeper(example(name, *options))
    for said in ("party Varda; Orlo", "stock 50 torches", "enter dungeon Barrow", "light lantern for Orlo"):
        keeper.do(said)
    return keeper


def now(keeper: Keeper, name: str) -> int:
    return trackers.value(keeper.state, keeper.book, name)


def spent(keeper: Keeper, name: str) -> Duration:
    return trackers.spent(keeper.state, keeper.book, name, keeper.now)
