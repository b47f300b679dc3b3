"""The throws that a command will need, told before any die falls; nothing is recorded.

The command is decided again and again with other answers: with every combination where there are few, else
with each outcome of each throw while the others fall low, high or in the middle. What comes in the same order
whatever fell is certain; of the rest it is told that it depends, and what was seen. Why so: `docs/decisions`,
0034.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import OddsError, distribution
from turnkeeper.chance.throws import Answer, Throw
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.language import Understood

Attempt = Callable[[Mapping[int, int], int], "_Trial"]

MOST_TRIED = 120
"""How often a command is decided at most, in each of the two ways."""
MOST_OUTCOMES = 24
MOST_PERHAPS = 12
_LAST = 1 << 30


class ThrowAhead(Struct, frozen=True, omit_defaults=True):
    """A throw to come: its name, dice and rule, and what it comes to where faces were typed for it."""

    name: str
    dice: str
    rule: str = ""
    total: int | None = None

    def __str__(self) -> str:
        """Return the throw as one asks for it: ``encounter check: 2d6 (G-ENC-1)``."""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.name}: {self.dice}{rule}" + ("" if self.total is None else f" = {self.total}")


class ThrowsAhead(Struct, frozen=True, tag_field="outcome", tag="throws"):
    """The throws of a command in order, as far as they are certain; nothing was done.

    ``depends`` says that what comes after them depends on what they show; ``perhaps`` are throws that may
    then come. ``text`` is the command in its canonical form.
    """

    text: str
    throws: tuple[ThrowAhead, ...]
    depends: bool = False
    perhaps: tuple[ThrowAhead, ...] = ()


class _Trial:
    """Who answers in one try: the faces typed, else the outcomes chosen by the numbers of throws, or others.

    An outcome is its place among those of the throw, or the last. ``asked`` is what was asked for.
    """

    def __init__(self, typed: TypedFaces, chosen: Mapping[int, int], others: int) -> None:
        self._typed = typed
        self._chosen = chosen
        self._others = others
        self.asked: list[ThrowAhead] = []
        self.open: list[tuple[int, int]] = []
        """The numbers of the throws that no face answers, each with how many outcomes it has."""

    def answer(self, throw: Throw, number: int) -> Answer:
        """Return the faces that fall in this try."""
        told = self._typed.answer(throw, number)
        total = None if told is None else told.total
        self.asked.append(ThrowAhead(throw.name, throw.dice, throw.rule, total))
        if told is not None:
            return told
        totals = _outcomes(throw)
        self.open.append((number, len(totals)))
        total = totals[min(self._chosen.get(number, self._others), len(totals) - 1)]
        return Answer((), total, throw.band_of(total))


def throws_ahead(campaign: Campaign, said: Understood, faces: Sequence[str] = ()) -> ThrowsAhead | Refusal:
    """Return the throws of a command at the head, some of which may be told; raises `WrongFaceError`."""
    found: list[list[ThrowAhead]] = []
    refused: list[Refusal] = []

    def attempt(chosen: Mapping[int, int], others: int) -> _Trial:
        trial = _Trial(TypedFaces(faces, campaign.seeded(), then=False), chosen, others)
        decided = campaign.decide(said, trial)
        if isinstance(decided, Refusal) and not trial.asked:
            refused.append(decided)
        found.append(trial.asked)
        return trial

    if not _try_all(attempt):
        _try_each(attempt)
    if refused:
        return refused[0]
    certain = _agreed(found)
    seen = dict.fromkeys(throw for one in found for throw in one[len(certain) :])
    return ThrowsAhead(said.text, certain, bool(seen), tuple(seen)[:MOST_PERHAPS])


def _try_all(attempt: Attempt) -> bool:
    """Try every combination of outcomes; returns whether that was possible in a number of tries."""
    paths: list[dict[int, int]] = [{}]
    for _ in range(MOST_TRIED):
        if not paths:
            return True
        path = paths.pop()
        for number, outcomes in attempt(path, 0).open[len(path) :]:
            paths += [{**path, number: other} for other in range(1, outcomes)]
            path = {**path, number: 0}
    return not paths


def _try_each(attempt: Attempt) -> None:
    """Try each outcome of each throw while the others fall low, high or in the middle."""
    for others in (0, _LAST, MOST_OUTCOMES // 4):
        tries = [
            {number: outcome} for number, outcomes in attempt({}, others).open for outcome in range(outcomes)
        ]
        for chosen in tries[: MOST_TRIED // 3]:
            attempt(chosen, others)


def _outcomes(throw: Throw) -> list[int]:
    """Return totals that a throw can come to: one a band, else all or some of them, both ends among them."""
    dice = parse_dice(throw.dice)
    try:
        totals: Sequence[int] = distribution(dice).values
    except OddsError:
        totals = range(dice.minimum, dice.maximum + 1)
    if throw.bands:
        return list({throw.band_of(total): total for total in totals}.values())
    step = -(-len(totals) // MOST_OUTCOMES)
    return sorted({*totals[::step], totals[-1]})


def _agreed(found: list[list[ThrowAhead]]) -> tuple[ThrowAhead, ...]:
    """Return the throws with which every try began."""

    def begun() -> Iterator[ThrowAhead]:
        for row in zip(*found, strict=False):
            if any(one != row[0] for one in row):
                return
            yield row[0]

    return tuple(begun())
