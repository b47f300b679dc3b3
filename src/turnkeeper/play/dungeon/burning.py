"""How light burns: a source keeps its past, and the part that is left is computed from that.

It burns by the clock, by ticks of a table, by usage dice or until ended. A source carried from a dungeon
into the open changes its currency and keeps the fraction that is left: a torch with one of two ticks used
has half of its hour. To change how torches burn, this is the file.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from turnkeeper.rules.model.lights import ByClock, ByTable, ByTicks, ByUsageDice, ByUsageDie, UntilEnded
from turnkeeper.time import NO_TIME, Duration, Instant, SortedMap

if TYPE_CHECKING:
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.lights import Burns

WHOLE = Fraction(1)


class BurnSpan(Struct, frozen=True, omit_defaults=True):
    """A span of burning in one scene. ``used`` are the instants at which ticks or dice used up a part.

    ``out`` says that it ended because nothing was left, and not by hand. ``measured`` is the table's time
    that it burned.
    """

    scene: str
    began: Instant
    ended: Instant | None = None
    used: tuple[Instant, ...] = ()
    out: bool = False
    measured: Duration = NO_TIME


class Filled(Struct, frozen=True, array_like=True):
    """A source was refuelled at an instant, or ruled to have ``used`` parts ``of`` a whole used up.

    The first ``before`` spans no longer count. Instants could not tell them apart: a source may be lit, used
    up and refuelled within one.
    """

    at: Instant
    used: int = 0
    of: int = 1
    before: int = 0


class Light(Struct, frozen=True, omit_defaults=True):
    """A source, its bearer, and its past. Burning before the last filling no longer counts."""

    id: int
    kind: str
    bearer: str = ""
    burned: tuple[BurnSpan, ...] = ()
    filled: tuple[Filled, ...] = ()

    @property
    def called(self) -> str:
        """Return its name with its bearer: ``torch (Orlo)``."""
        return f"{self.kind} ({self.bearer})" if self.bearer else self.kind

    @property
    def lit(self) -> bool:
        """Return whether it burns."""
        return bool(self.burned) and self.burned[-1].ended is None

    @property
    def idle(self) -> bool:
        """Return whether it could burn again: it was doused, or refilled after it had gone out."""
        return bool(self.burned) and not self.lit and (not self.burned[-1].out or self._refilled)

    @property
    def _refilled(self) -> bool:
        return bool(self.filled) and self.filled[-1].before == len(self.burned)


class Lights(Struct, frozen=True, omit_defaults=True):
    """Every source that was ever lit: the burning, the doused, and those used up.

    Burning sources stand in the order in which they were first lit, doused ones in the order of dousing. Few
    burn at a time, so that a turn costs the same however many are used up.
    """

    lit: tuple[Light, ...] = ()
    doused: tuple[Light, ...] = ()
    gone: SortedMap[int, Light] = SortedMap()

    def burning(self) -> tuple[Light, ...]:
        """Return the burning sources."""
        return self.lit

    def idle(self) -> tuple[Light, ...]:
        """Return the doused sources."""
        return self.doused

    def every(self) -> list[Light]:
        """Return all sources in the order in which they were first lit."""
        return sorted((*self.lit, *self.doused, *self.gone.values()), key=lambda light: light.id)

    def find(self, which: int) -> Light | None:
        """Return the source of a number, or ``None``."""
        for light in (*self.lit, *self.doused):
            if light.id == which:
                return light
        return self.gone.get(which)

    def changed(self, light: Light) -> Lights:
        """Return the lights with one replaced by its new value, in the same position."""
        lit = [light if one.id == light.id else one for one in self.lit]
        doused = [light if one.id == light.id else one for one in self.doused]
        return Lights(tuple(lit), tuple(doused), self.gone)

    def moved(self, light: Light) -> Lights:
        """Return the lights with one put where its new value belongs, last among the doused."""
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


def burns_by(book: Rulebook, light: Light) -> Burns:
    """Return the currency in which a source burns, or burned last."""
    return book.burns(book.set.lights[light.kind], light.burned[-1].scene)


def lasts(book: Rulebook, burns: Burns) -> Duration | None:
    """Return how long a fresh source burns, where that is a length of time in the game."""
    return book.duration(burns.lasts) if isinstance(burns, ByClock) else None


def lasts_at_table(book: Rulebook, burns: Burns) -> Duration | None:
    """Return how long a fresh source burns, where that is a length of the table's time."""
    return book.duration(burns.lasts) if isinstance(burns, ByTable) else None


def at_table(book: Rulebook, light: Light) -> Duration | None:
    """Return how much of the table's time a source burns on; ``None`` where it burns by no such time."""
    whole = lasts_at_table(book, burns_by(book, light))
    if whole is None:
        return None
    left = (WHOLE - spent(book, light, light.burned[-1].began)) * whole.ms
    return Duration(max(0, -(-left.numerator // left.denominator)))


def is_ticked(burns: Burns) -> bool:
    """Return whether a source burns only when a table says so."""
    return isinstance(burns, ByTicks)


def thrown_for(burns: Burns) -> ByUsageDice | ByUsageDie | None:
    """Return the dice that a source burns by, if any."""
    return burns if isinstance(burns, ByUsageDice | ByUsageDie) else None


def spent(book: Rulebook, light: Light, at: Instant) -> Fraction:
    """Return the fraction of a source that is used up at an instant: 0 is fresh, 1 is out."""
    kind = book.set.lights[light.kind]
    total, burned = Fraction(0), light.burned
    if light.filled:
        last = light.filled[-1]
        total = Fraction(last.used, last.of)
        burned = burned[last.before :]
    for span in burned:
        burns = book.burns(kind, span.scene)
        whole = lasts(book, burns)
        if whole is not None:
            end = at if span.ended is None or span.ended > at else span.ended
            total += Fraction((end - span.began).ms, whole.ms)
        elif isinstance(burns, ByTable):
            total += Fraction(span.measured.ms, book.duration(burns.lasts).ms)
        elif burns.steps:
            total += Fraction(sum(used <= at for used in span.used), burns.steps)
    return total


def is_out(book: Rulebook, light: Light, at: Instant) -> bool:
    """Return whether a source is used up at an instant."""
    if len(light.burned) == 1 and not light.filled:
        only = light.burned[0]
        burns = book.burns(book.set.lights[light.kind], only.scene)
        if type(burns) is ByTicks:  # by far the most common, and no sum of fractions
            return len(only.used) >= burns.ticks
    return spent(book, light, at) >= WHOLE


def time_left(book: Rulebook, light: Light, at: Instant) -> Duration | None:
    """Return how long a source burns on, in whole milliseconds rounded up; ``None`` unless by the clock."""
    whole = lasts(book, burns_by(book, light))
    if whole is None:
        return None
    left = (WHOLE - spent(book, light, at)) * whole.ms
    return Duration(max(0, -(-left.numerator // left.denominator)))


def until_thrown(book: Rulebook, light: Light, at: Instant) -> Duration | None:
    """Return the time to the next throw of the dice that a source burns by; ``None`` where there are none."""
    dice = thrown_for(burns_by(book, light))
    return None if dice is None else book.duration(dice.every) - _since_thrown(book, light, dice, at)


def phases(book: Rulebook, light: Light, at: Instant) -> tuple[Duration, ...]:
    """Return the time since the last throw for each of the dice that a source burns by in any scene."""
    kind = book.set.lights[light.kind]
    several = (thrown_for(burns) for burns in (kind.burns, *kind.burns_in.values()))
    return tuple(_since_thrown(book, light, dice, at) for dice in several if dice is not None)


def _since_thrown(book: Rulebook, light: Light, dice: ByUsageDice | ByUsageDie, at: Instant) -> Duration:
    """Return the time since the last throw: these dice are timed by how long they burned in all."""
    kind = book.set.lights[light.kind]
    burned = NO_TIME
    for span in light.burned:
        if book.burns(kind, span.scene) == dice:
            burned += (at if span.ended is None else span.ended) - span.began
    return burned % book.duration(dice.every)


def say_left(book: Rulebook, light: Light, at: Instant) -> str:
    """Return the rest of a source in words of its currency: ``5 turns``, ``1 tick``, ``rolls 2d6``."""
    match burns_by(book, light):
        case ByClock():
            return book.scale.say(time_left(book, light, at) or NO_TIME)
        case ByTicks():
            ticks = steps_left(book, light, at)
            return f"{ticks} tick{'' if ticks == 1 else 's'}"
        case ByUsageDice() | ByUsageDie() as dice:
            return f"rolls {dice.thrown(dice.steps - steps_left(book, light, at))}"
        case ByTable():
            return f"{book.scale.say_clock(at_table(book, light) or NO_TIME)} at the table"
        case UntilEnded():
            return "until ended"
        case never:
            assert_never(never)


def steps_left(book: Rulebook, light: Light, at: Instant) -> int:
    """Return in how many steps a source will be used up, a begun one included; 0 unless it burns by steps."""
    left = (WHOLE - spent(book, light, at)) * burns_by(book, light).steps
    return -(-left.numerator // left.denominator)
