"""Denominators as small as they can be: one for every step, and for each node what it needs beyond.

A weight at a node after some steps is a whole number over ``base ** steps * scale`` of that node. Only what
can come round again has to be paid for at every step; what happens once is paid for where it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from turnkeeper.odds.condense import CondensedNode


class Rounds(NamedTuple):
    """Nodes in rounds within which each leads to each, the last first; ``of`` is the round of each node."""

    members: list[list[int]]
    of: list[int]


def rounds_of(nodes: Sequence[CondensedNode]) -> Rounds:
    """Return the rounds of the nodes of a chain."""
    return _rounds([sorted({*(link.to for link in one.links), *one.forks}) for one in nodes])


def scaled(nodes: Sequence[CondensedNode], rounds: Rounds) -> tuple[int, tuple[int, ...]]:
    """Return the denominator of a step, and the scale of each node."""
    order, of = rounds
    within = [
        one.total // gcd(one.total, link.weight)
        for number, one in enumerate(nodes)
        for link in one.links
        if of[link.to] == of[number]
    ]
    base = lcm(*within)
    scales = [1] * len(order)
    for members in reversed(order):
        for number in members:
            scale, one = scales[of[number]], nodes[number]
            for to in one.forks:
                scales[of[to]] = lcm(scales[of[to]], scale)
            for link in one.links:
                over = one.total // gcd(one.total, link.weight)
                needed = scale * (over // gcd(over, base))
                scales[of[link.to]] = lcm(scales[of[link.to]], needed)
    return base, tuple(scales[one] for one in of)


def _rounds(ahead: Sequence[Sequence[int]]) -> Rounds:
    """Return the rounds of nodes that lead to those ``ahead`` of each."""
    found: list[list[int]] = []
    rounds = [-1] * len(ahead)
    met: dict[int, int] = {}
    lowest = [0] * len(ahead)
    waiting: list[int] = []
    for root in range(len(ahead)):
        path = [] if root in met else [(root, iter(ahead[root]))]
        if path:
            met[root] = lowest[root] = len(met)
            waiting.append(root)
        while path:
            number, others = path[-1]
            for to in others:
                if to not in met:
                    met[to] = lowest[to] = len(met)
                    waiting.append(to)
                    path.append((to, iter(ahead[to])))
                    break
                if rounds[to] < 0:
                    lowest[number] = min(lowest[number], met[to])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[number])
                if lowest[number] == met[number]:
                    members = waiting[waiting.index(number) :]
                    del waiting[-len(members) :]
                    for one in members:
                        rounds[one] = len(found)
                    found.append(members)
    return Rounds(found, rounds)
