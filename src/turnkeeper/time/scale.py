"""The units of one rule set as a scale: times read from words and said in words, exactly both ways.

It exists so that a referee speaks in the units of the game ("2 watches 5 turns", "day 3 06:40") while the
clock stays a count of milliseconds. It must not know any game: the units and the length of the day are the
rule set's; only hours, minutes and seconds are those of every clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnkeeper.spelling import nearest
from turnkeeper.spelling.hours import OTHER_NAMES
from turnkeeper.time.instant import Duration, Instant
from turnkeeper.time.units import ScaleError, ScaleProblem, Unit, UnitSpec, settle
from turnkeeper.time.words import (
    CLOCK,
    CLOCK_LENGTHS,
    LONGEST_MS,
    Kind,
    Reader,
    SpokenTimeError,
    read_terms,
    read_time_of_day,
    total_ms,
)

__all__ = ["ScaleError", "ScaleProblem", "TimeScale", "Unit", "UnitSpec"]

NOTHING = "no time"
MOST_COUNTED = 12
"""The most of one unit that people count: a dozen."""
HOUR, MINUTE, SECOND = 3_600_000, 60_000, 1_000


class TimeScale:
    """The units of a rule set from small to large, one of them the day; their texts can be read back.

    >>> scale = TimeScale.build([UnitSpec("turn", length="10 min"), UnitSpec("day", of=("144 turns",))])
    >>> scale.say(scale.parse_duration("1 h 20 min"))
    '8 turns'
    >>> scale.say_instant(scale.parse_instant("day 3, turn 41") + scale.parse_duration("90 s"))
    'day 3 06:41:30'
    """

    __slots__ = ("_chain", "_clock", "_is_plain", "_lengths", "_named", "_plain", "day", "units")

    def __init__(self, units: Sequence[Unit], *, plain: bool = False) -> None:
        """Make a scale of units that are known to agree; `build` is the way from a rule set's own words."""
        self._is_plain = plain
        self._plain: TimeScale | None = self if plain else None
        self.units = tuple(sorted(units, key=lambda unit: unit.length))
        self._named = {word.casefold(): unit for unit in self.units for word in (unit.plural, unit.name)}
        self.day = self.unit("day").length
        self._lengths = CLOCK_LENGTHS | {word: unit.length.ms for word, unit in self._named.items()}
        # A clock unit whose word the rule set gives another length is never said, so that all is read back.
        self._clock = tuple((ms, words[0]) for ms, words in CLOCK if self._lengths[words[0]] == ms)
        self._chain = self._even_chain()

    @classmethod
    def build(cls, specs: Sequence[UnitSpec]) -> TimeScale:
        """Return the scale of a rule set's units; raises `ScaleError` with all that is wrong with them."""
        return cls(settle(specs))

    def unit(self, name: str) -> Unit:
        """Return the unit of this name, singular or plural, in upper or lower case."""
        unit = self._named.get(name.casefold())
        if unit is None:
            near = nearest(name.casefold()[:50], self._named)
            hint = f"did you mean {near}?" if near else f"the units are {self._names()}"
            raise SpokenTimeError(name, 1, f'no unit is called "{name[:50]}"', hint)
        return unit

    @property
    def chain(self) -> tuple[Unit, ...]:
        """The day, and from large to small the units that divide it and one another evenly."""
        return tuple(self._chain)

    # Lengths

    def is_unit(self, word: str) -> bool:
        """Return whether a word names a unit, of the rule set or of every clock."""
        return word in self._lengths

    def parse_duration(
        self, text: str, *, allow_zero: bool = False, allow_negative: bool = False
    ) -> Duration:
        """Return the length that a text says, such as "3 turns", "1h20m", "1.44 s" or "half an hour".

        Exact: a length of no whole number of milliseconds is refused, as is more than about 31,700 years.
        """
        reader = Reader(text)
        column = reader.token.column
        minus = bool(reader.word("minus"))
        if reader.rest == NOTHING:
            reader.skip_rest()
            ms = 0
        else:
            ms = total_ms(reader, read_terms(reader), self._lengths)
        reader.end()
        if (ms == 0 and not allow_zero) or (minus and not allow_negative):
            reader.fail("a length must be more than nothing", column=column)
        return Duration(-ms if minus else ms)

    @property
    def plain(self) -> TimeScale:
        """The same units, with lengths said as people say them; for texts that are not read back.

        >>> scale = TimeScale.build([UnitSpec("turn", length="10 min"), UnitSpec("day", of=("144 turns",))])
        >>> [scale.plain.say(scale.parse_duration(text)) for text in ("30 min", "111 turns", "54 h")]
        ['3 turns', '18 h 30', '2 days 6 h']
        """
        if self._plain is None:
            self._plain = TimeScale(self.units, plain=True)
        return self._plain

    def say(self, length: Duration) -> str:
        """Return a length in the rule set's own units, the largest first: "2 watches 5 turns".

        What none of them carries is said by the clock. `parse_duration` reads it back exactly. Nothing is
        "no time", and less than nothing is said with "minus".

        A plain scale counts at most a dozen of one unit that carries the length whole; anything else it says
        by the clock, and of hours no seconds. Less than a minute it says exactly.
        """
        ms = abs(length.ms)
        if not self._says_plainly(ms):
            return self._said_exactly(length)
        minus = "minus " if length.ms < 0 else ""
        for unit in reversed(self.units):
            count, rest = divmod(ms, unit.length.ms)
            if count and not rest and (count <= MOST_COUNTED or unit.length >= self.day):
                return f"{minus}{count} {unit.name if count == 1 else unit.plural}"
        days, rest = divmod(ms, self.day.ms)
        said = [self._said_exactly(self.day * days)] if days else []
        return minus + " ".join([*said, *([_by_the_clock(rest)] if rest >= MINUTE else [])])

    def _said_exactly(self, length: Duration) -> str:
        own = [(unit.length.ms, unit.name, unit.plural) for unit in reversed(self.units)]
        return _said(length, own + [(ms, word, word) for ms, word in self._clock])

    def say_clock(self, length: Duration) -> str:
        """Return a length by the clock alone, such as "1 h 20 min"; a plain scale says "1 h 20"."""
        if self._says_plainly(abs(length.ms)):
            return ("minus " if length.ms < 0 else "") + _by_the_clock(abs(length.ms))
        return _said(length, [(ms, word, word) for ms, word in self._clock])

    def _says_plainly(self, ms: int) -> bool:
        """Return whether a length is not said exactly, where the words of the clock are free."""
        return self._is_plain and ms >= MINUTE and len(self._clock) == len(CLOCK)

    # Instants

    def say_instant(self, at: Instant) -> str:
        """Return the day, counted from 1, and the time of day: "day 3 06:40".

        Seconds and milliseconds are said when there are any. The day before day 1 is day 0, before it -1.
        """
        return f"day {at.ms // self.day.ms + 1} {self.say_time_of_day(at)}"

    def say_time_of_day(self, at: Instant) -> str:
        """Return the time since midnight in hours of 3,600 s: "06:40", "06:40:30" or "06:40:30.440"."""
        seconds, ms = divmod(at.ms % self.day.ms, 1000)
        minutes, seconds = divmod(seconds, 60)
        fine = f":{seconds:02}" if seconds or ms else ""
        return f"{minutes // 60:02}:{minutes % 60:02}{fine}" + (f".{ms:03}" if ms else "")

    def say_units(self, at: Instant, units: Sequence[str] = ()) -> str:
        """Return the instant as the units that are running, each counted from 1: "day 3, watch 2, turn 17".

        By default from the day downwards through the units that divide each other evenly, as far as the
        instant needs: "day 3" is its beginning, and time finer than the smallest unit is said with "plus",
        so that `parse_instant` reads it back. With ``units`` exactly those, each counted within the next
        larger one named, and nothing finer.
        """
        chain = sorted((self.unit(name) for name in units), key=lambda unit: -unit.length.ms) or self._chain
        counts, rest = [], at.ms
        for unit in chain:
            count, rest = divmod(rest, unit.length.ms)
            counts.append(count)
        while not units and len(counts) > 1 and counts[-1] == 0:
            counts.pop()
        said = ", ".join(f"{unit.name} {count + 1}" for unit, count in zip(chain, counts, strict=False))
        return said if units or not rest else f"{said}, plus {self.say(Duration(rest))}"

    def parse_instant(self, text: str, marks: Mapping[str, Duration] | None = None) -> Instant:
        """Return the instant that a text says: "day 3", "day 3 06:40" or "day 3, watch 2, turn 17".

        ``marks`` are named times of day as lengths since midnight; with them "day 3 dawn" is understood too.
        """
        reader = Reader(text)
        at = self.read_instant(reader, marks or {})
        reader.end()
        return at

    def read_instant(self, reader: Reader, marks: Mapping[str, Duration]) -> Instant:
        """Read what `parse_instant` reads from where a reader stands."""
        if not reader.word("day"):
            reader.fail("an instant begins with its day", 'say it as "day 3 06:40"')
        sign = reader.take(Kind.SIGN)
        day = _whole(reader) * (-1 if sign and sign.text == "-" else 1)
        if abs(day) * self.day.ms > LONGEST_MS:
            reader.fail("too far away: time is kept to about 31,700 years", column=1)
        midnight = Instant((day - 1) * self.day.ms)
        mark = self.read_time_of_day(reader, marks)
        return midnight + mark if mark is not None else Instant(midnight.ms + self._read_ordinals(reader))

    def read_time_of_day(self, reader: Reader, marks: Mapping[str, Duration]) -> Duration | None:
        """Read a time of day or the name of one, if it comes next, as the length since midnight."""
        reader.word("at")
        column = reader.token.column
        ms = read_time_of_day(reader)
        if ms is not None and ms >= self.day.ms:
            reader.fail(f"past the end of the day, which lasts {self.say_clock(self.day)}", column=column)
        if ms is not None:
            return Duration(ms)
        noon = Duration(self.day.ms // 2)
        given = {name.casefold(): mark for name, mark in marks.items()}
        meant = {word: given[name] for word, name in OTHER_NAMES.items() if name in given}
        named = {"midday": noon, "noon": noon, "midnight": Duration(0), **meant, **given}
        called = named.get(reader.rest)
        if called is not None:
            reader.skip_rest()
        return called

    def _read_ordinals(self, reader: Reader) -> int:
        """Read units counted from 1, each within the one before, as milliseconds since midnight."""
        ms, within = 0, self.unit("day")
        while reader.take(Kind.COMMA) or reader.token.kind is Kind.WORD:
            if reader.word("plus"):
                return ms + total_ms(reader, read_terms(reader), self._lengths)
            column = reader.token.column
            word = reader.take(Kind.WORD)
            unit = self._named.get(word.text) if word else None
            if unit is None:
                near = nearest(word.text, self._named) if word else None
                hint = f"did you mean {near}?" if near else f"the units are {self._names()}"
                reader.fail("here a unit and its number should come", hint, column)
            if unit.length >= within.length:
                reader.fail(f"a {unit.name} is not a part of a {within.name}", "say the larger first", column)
            number = _whole(reader)
            most = -(-within.length.ms // unit.length.ms)
            if not 1 <= number <= most:
                reader.fail(f"a {within.name} has {unit.plural} 1 to {most}", column=column)
            ms += (number - 1) * unit.length.ms
            within = unit
        return ms

    # The grid

    def start_of(self, unit: Unit | str, at: Instant) -> Instant:
        """Return the beginning of the unit that is running; at a boundary, that instant itself.

        The grid of every unit begins at the campaign's first instant and runs both ways from there.
        """
        ms = self._length_of(unit)
        return Instant(at.ms // ms * ms)

    def next_start(self, unit: Unit | str, at: Instant) -> Instant:
        """Return the first beginning of a unit after the instant, never the instant itself."""
        ms = self._length_of(unit)
        return Instant((at.ms // ms + 1) * ms)

    def _length_of(self, unit: Unit | str) -> int:
        return (self.unit(unit) if isinstance(unit, str) else unit).length.ms

    def _even_chain(self) -> list[Unit]:
        chain = [self.unit("day")]
        for unit in reversed(self.units):
            if unit.length < chain[-1].length and chain[-1].length.ms % unit.length.ms == 0:
                chain.append(unit)
        return chain

    def _names(self) -> str:
        return ", ".join(unit.name for unit in self.units)


def _said(length: Duration, words: Sequence[tuple[int, str, str]]) -> str:
    rest = abs(length.ms)
    said = []
    for ms, one, many in words:
        count, rest = divmod(rest, ms)
        if count:
            said.append(f"{count} {one if count == 1 else many}")
    return ("minus " if length.ms < 0 else "") + (" ".join(said) or NOTHING)


def _by_the_clock(ms: int) -> str:
    """Return a length of a minute or more in hours and minutes, or in minutes and seconds."""
    hours, rest = divmod(ms, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    if hours:
        return f"{hours} h {minutes:02}" if minutes else f"{hours} h"
    seconds = rest // SECOND
    return f"{minutes} min {seconds} s" if seconds else f"{minutes} min"


def _whole(reader: Reader) -> int:
    column = reader.token.column
    number = reader.take(Kind.NUMBER)
    if number is None or "." in number.text:
        reader.fail("a whole number is missing", 'say it as "day 3" or "watch 2"', column)
    return int(number.text)
