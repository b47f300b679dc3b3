"""How light burns: a source is what happened to it, and what is left of it is computed from that.

By the clock, by ticks of a table, by usage dice or until ended. A source carried from a dungeon into the
open changes its currency and keeps the fraction of it that is left: a torch with one of two ticks used has
half of its hour. To change how torches burn, this is the file.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, ByUsageDie, UntilEnded
from turnkeeper.time import NO_TIME, Duration, Instant, SortedMap

if TYPE_CHECKING:
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.lights import Burns

WHOLE = Fraction(1)


class BurnSpan(Struct, frozen=True, omit_defaults=True):
    """A time of burning in one scene. ``used`` are the instants at which ticks or dice used some of it up.

    ``out`` tells that it ended because nothing was left, and not by somebody's hand.
    """

    scene: str
    began: Instant
    ended: Instant | None = None
    used: tuple[Instant, ...] = ()
    out: bool = False


class Filled(Struct, frozen=True, array_like=True):
    """At this instant a source was refuelled, or ruled to be used up by so many parts of so many.

    The stretches ``before`` it, so many of them, no longer count. Instants could not tell them apart: a
    source may be lit, used up and refuelled within one.
    """

    at: Instant
    used: int = 0
    of: int = 1
    before: int = 0


class Light(Struct, frozen=True, omit_defaults=True):
    """One source, who bears it, and its past. What burned before the last filling no longer counts."""

    id: int
    kind: str
    bearer: str = ""
    burned: tuple[BurnSpan, ...] = ()
    filled: tuple[Filled, ...] = ()

    @property
    def called(self) -> str:
        """Return what people call it: ``torch (Orlo)``."""
        return f"{self.kind} ({self.bearer})" if self.bearer else self.kind

    @property
    def lit(self) -> bool:
        """Tell whether it burns."""
        return bool(self.burned) and self.burned[-1].ended is None

    @property
    def idle(self) -> bool:
        """Tell whether it could burn again: somebody put it out, or filled it up after it had gone out."""
        return bool(self.burned) and not self.lit and (not self.burned[-1].out or self._refilled)

    @property
    def put_out(self) -> tuple[Instant, int]:
        """Return what idle sources are ordered by: when it was put out or filled up, and its number."""
        at = self.filled[-1].at if self._refilled else self.burned[-1].ended
        return at or self.burned[-1].began, self.id

    @property
    def _refilled(self) -> bool:
        return bool(self.filled) and self.filled[-1].before == len(self.burned)


class Lights(Struct, frozen=True, omit_defaults=True):
    """Every source that was ever lit: those that burn, those put out, and those of which nothing is left.

    What burns stands in the order in which it was first lit, what was put out in the order of that. Few burn
    at a time, so that a turn costs the same however many have gone.
    """

    lit: tuple[Light, ...] = ()
    doused: tuple[Light, ...] = ()
    gone: SortedMap[int, Light] = SortedMap()

    def burning(self) -> tuple[Light, ...]:
        """Return the sources that burn."""
        return self.lit

    def idle(self) -> tuple[Light, ...]:
        """Return the sources that were put out."""
        return self.doused

    def every(self) -> list[Light]:
        """Return all sources in the order in which they were first lit."""
        return sorted((*self.lit, *self.doused, *self.gone.values()), key=lambda light: light.id)

    def find(self, which: int) -> Light | None:
        """Return the source of a number."""
        for light in (*self.lit, *self.doused):
            if light.id == which:
                return light
        return self.gone.get(which)

    def changed(self, light: Light) -> Lights:
        """Return the lights with one that is as it is now, and stands where it stood."""
        lit = [light if one.id == light.id else one for one in self.lit]
        doused = [light if one.id == light.id else one for one in self.doused]
        return Lights(tuple(lit), tuple(doused), self.gone)

    def moved(self, light: Light) -> Lights:
        """Return the lights with one that stands where it now belongs, last among those put out."""
        lit = [one for one in self.lit if one.id != light.id]
        doused = [one for one in self.doused if one.id != light.id]
        gone = self.gone.discard(light.id)
        if light.lit:
            lit = sorted((*lit, light), key=lambda one: one.id)
        elif light.idle:
            doused.append(light)
        else:
            gone = gone.set(light.id, light)
        return Lights(tuple(lit), tuple(doused), gone)


def _of(stretch: BurnSpan, burns: Burns, at: Instant) -> Fraction:
    """Return the fraction of a source that a stretch had used up by an instant."""
    match burns:
        case ByTicks(ticks=whole):
            return Fraction(sum(used <= at for used in stretch.used), whole)
        case ByUsageDice() | ByUsageDie():
            return Fraction(sum(used <= at for used in stretch.used), burns.steps)
        case UntilEnded():
            return Fraction(0)
        case ByClock():
            raise AssertionError(burns)
        case _:
            assert_never(burns)


def spent(book: Rulebook, light: Light, at: Instant) -> Fraction:
    """Return how much of a source is used up at an instant: 0 is fresh, 1 is out."""
    kind = book.set.lights[light.kind]
    total, burned = Fraction(0), light.burned
    if light.filled:
        last = light.filled[-1]
        total = Fraction(last.used, last.of)
        burned = burned[last.before :]
    for stretch in burned:
        burns = book.burns(kind, stretch.scene)
        if type(burns) is ByClock:
            end = at if stretch.ended is None or stretch.ended > at else stretch.ended
            total += Fraction((end - stretch.began).ms, book.duration(burns.lasts).ms)
        else:
            total += _of(stretch, burns, at)
    return total


def is_out(book: Rulebook, light: Light, at: Instant) -> bool:
    """Tell whether nothing of a source is left at an instant."""
    if len(light.burned) == 1 and not light.filled:
        only = light.burned[0]
        burns = book.burns(book.set.lights[light.kind], only.scene)
        if type(burns) is ByTicks:  # by far the most common, and no sum of fractions
            return len(only.used) >= burns.ticks
    return spent(book, light, at) >= WHOLE


def diced(book: Rulebook, light: Light, burns: ByUsageDice | ByUsageDie, at: Instant) -> Duration:
    """Return how long a source has burned by these dice in all: their rolls fall due by that."""
    kind = book.set.lights[light.kind]
    burned = NO_TIME
    for stretch in light.burned:
        if book.burns(kind, stretch.scene) == burns:
            burned += (at if stretch.ended is None else stretch.ended) - stretch.began
    return burned


def left_by_clock(book: Rulebook, light: Light, lasts: Duration, at: Instant) -> Duration:
    """Return how long a source that burns by the clock has left; part of a millisecond counts as whole."""
    left = (WHOLE - spent(book, light, at)) * lasts.ms
    return Duration(max(0, -(-left.numerator // left.denominator)))
