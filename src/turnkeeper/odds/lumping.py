"""Situations of a chain from which the same follows by the same weights, in classes: they become one.

Nodes are told apart only where something else follows, so that no law changes.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import gcd
from typing import TypeAlias

from turnkeeper.odds.chain import BEYOND, Chain, ClockFork
from turnkeeper.odds.questions import Effect, Inquiry, Value

Way: TypeAlias = tuple[int, int, Effect]
"""Where an edge leads, how many milliseconds pass, and what the question sees of it."""
Ways: TypeAlias = dict[Way, int]
"""Ways on with their weights, which are out of their sum and have no common divisor."""


def kept_in(chain: Chain, question: Inquiry, number: int) -> Value:
    """Return the part of a situation that a question must know; nothing of one that was not explored."""
    return None if chain.situations[number] is BEYOND else question.kept(chain, number)


def lumped(chain: Chain, question: Inquiry, ways: dict[int, Ways]) -> dict[int, int]:
    """Return the class of each situation: those of one class are alike in all that can follow.

    What can only end at last, or stay as it is until then, is put into its class once all that it leads to
    are in theirs. The others begin together; their classes are split as long as their members lead to
    different ones.
    """
    split = _Split(chain, ways)
    kinds: dict[int, Hashable] = {}
    for number in ways:
        one = chain.situations[number]
        kinds[number] = kept_in(chain, question, number), type(one), one is BEYOND, getattr(one, "ms", 0)
    changed = split.begin(kinds)
    while changed:
        changed = split.after(changed)
    return split.classes


_ITSELF = -1


class _Split:
    """Situations in classes that are split further and further."""

    def __init__(self, chain: Chain, ways: dict[int, Ways]) -> None:
        self.classes: dict[int, int] = {}
        self._members: list[list[int]] = []
        self._settled: dict[int, set[int]] = {}
        self._seen: dict[int, Hashable] = {}
        self._forks = {
            number: (one.yes, one.no) if isinstance(one := chain.situations[number], ClockFork) else ()
            for number in ways
        }
        self._ways = {number: list(found.items()) for number, found in ways.items()}
        self._before: dict[int, list[int]] = {number: [] for number in ways}
        self._waits: dict[int, int] = {}
        for number, found in ways.items():
            ahead = {*(way[0] for way in found), *self._forks[number]}
            self._waits[number] = len(ahead - {number})
            for to in ahead:
                self._before[to].append(number)

    def begin(self, kinds: dict[int, Hashable]) -> set[int]:
        """Put all into their first classes; returns those that can come round again, or lead to such."""
        known: dict[Hashable, int] = {}
        order = [number for number, waits in self._waits.items() if not waits]
        for number in order:
            self._settle(number, kinds[number], known)
            for earlier in self._before[number]:
                self._waits[earlier] -= 1
                if not self._waits[earlier]:
                    order.append(earlier)
        others = {number for number, waits in self._waits.items() if waits > 0}
        for number in sorted(others):
            self._put(number, known.setdefault(kinds[number], len(self._members)))
        return others

    def _settle(self, number: int, kind: Hashable, known: dict[Hashable, int]) -> None:
        """Put a situation into its class for good: all that it leads to are in theirs, but for itself.

        One that stays as it is can be as one that it leads to, or as another that stays.
        """
        self.classes[number] = _ITSELF
        alone = (kind, self._follows(number))
        found = known.get(alone)
        stays = found is None and number in self._before[number]
        if stays:
            found = self._like_what_follows(number, kind, known)
        if found is None:
            found = known[alone] = self.classes[number] = len(self._members)
            if stays:
                known[kind, self._follows(number)] = found
        self._put(number, found)

    def _like_what_follows(self, number: int, kind: Hashable, known: dict[Hashable, int]) -> int | None:
        """Return the class of what one that can stay as it is leads to, if it is as that; else ``None``."""
        ahead = self._ahead(number) - {_ITSELF}
        for to in sorted(ahead):
            if to not in self._settled:
                self._settled[to] = self._ahead(self._members[to][0])
            if self._settled[to] == ahead:
                self.classes[number] = to
                if known.get((kind, self._follows(number))) == to:
                    return to
        return None

    def _ahead(self, number: int) -> set[int]:
        """Return the classes to which a situation leads, its own among them if it can stay as it is."""
        return {self.classes[way[0]] for way, _ in self._ways[number]}

    def _put(self, number: int, kind: int) -> None:
        self.classes[number] = kind
        if kind == len(self._members):
            self._members.append([])
        self._members[kind].append(number)

    def after(self, changed: set[int]) -> set[int]:
        """Split the classes of those for whom something changed; returns for whom that changes something."""
        for number in changed:
            self._seen[number] = self._follows(number)
        moved: list[int] = []
        for kind in sorted({self.classes[number] for number in changed}):
            groups: dict[Hashable, list[int]] = {}
            for number in self._members[kind]:
                groups.setdefault(self._seen[number], []).append(number)
            largest, *others = sorted(groups.values(), key=len, reverse=True)
            self._members[kind] = largest
            for group in others:
                for number in group:
                    self.classes[number] = len(self._members)
                self._members.append(group)
                moved += group
        return {earlier for number in moved for earlier in self._before[number]}

    def _follows(self, number: int) -> Hashable:
        """Return the ways on from a situation, as far as classes are told apart."""
        classes = self.classes
        merged: dict[Hashable, int] = {}
        for (to, ms, effect), weight in self._ways[number]:
            key = (classes[to], ms, effect)
            merged[key] = merged.get(key, 0) + weight
        common = gcd(*merged.values()) or 1
        forks = tuple(classes[to] for to in self._forks[number])
        return forks, frozenset((key, weight // common) for key, weight in merged.items())
