"""The day as a strip: the past, now, and the things to come in their places.

Which stretch is shown follows from the step of the scene, a datum of the rule set: where a day has few steps
the whole day, where it has many the hours around now. This module must not know how a strip is drawn; places
on it are whole thousandths.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.sky import seasons
from turnkeeper.time import Duration, Instant
from turnkeeper.views.parts.amounts import briefly
from turnkeeper.views.parts.counts import Tense
from turnkeeper.views.parts.due import WEIGHT, Coming, Kind, always, coming

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.referee.log import LogLine

WHOLE = 1000
MOST_CELLS_OF_A_DAY = 48
CELLS_AROUND_NOW = 24
USUAL_BLOCK, LARGEST_BLOCK = 6, 12
CLOSE = 14
"""What comes within this many thousandths is one mark: two would cover each other."""
HAPPENED: dict[str, Kind] = {
    "encounter-met.1": "encounter",
    "encounter-arrived.1": "encounter",
    "light-went-out.1": "light",
    "timer-ended.1": "timer",
    "went-without.1": "need",
}
"""The kinds of lines that are looked back for, by what they are shown as."""
MOST_SAID = 4
MOST_BEYOND = 4


class Cell(Struct, frozen=True):
    """One unit of the strip, from ``at`` to ``to`` in thousandths of it.

    ``label`` is short (``17``), ``text`` says all of it (``turn 17 of watch 2, 06:40``); the first of a
    larger unit is ``major`` and has that in ``head`` (``watch 2``, ``06:00``).
    """

    at: int
    to: int
    label: str
    text: str
    tense: Tense
    night: bool = False
    major: bool = False
    head: str = ""


class StripNote(Struct, frozen=True):
    """One thing that comes: what kind of thing, in words, when, and in how long.

    One that comes ``again`` was told of at an earlier place, and a list need not repeat it.
    """

    kind: Kind
    text: str
    at: str
    left: str
    again: bool = False


class Mark(Struct, frozen=True):
    """A place of the strip where something comes, or several things at once; ``kind`` is the weightiest's.

    ``text`` says all of it in one line: ``06:50, in 1 turn: torch (Orlo) goes out; encounter check``.
    """

    at: int
    kind: Kind
    notes: tuple[StripNote, ...]
    text: str


class StripView(Struct, frozen=True):
    """A stretch of time around now: its cells side by side, the place of now, and the things to come.

    ``title`` names the stretch and ``why`` says why this one. ``always`` is due in every cell
    (``encounter check each turn``); ``beyond`` what comes soonest after the end of the strip. ``past`` is
    what has happened on it, as far as the log of now tells.
    """

    title: str
    why: str
    unit: str
    begins: str
    ends: str
    now: int
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]
    always: tuple[str, ...] = ()
    beyond: tuple[StripNote, ...] = ()
    past: tuple[Mark, ...] = ()


class StripSpan(Struct, frozen=True):
    """The part shown: ``count`` cells from a beginning, in milliseconds; each ``block`` has a heading."""

    begins: int
    cell: int
    count: int
    block: int
    whole_day: bool

    @property
    def ends(self) -> int:
        """Return the end, in milliseconds."""
        return self.begins + self.cell * self.count

    def tells(self, one: Coming) -> bool:
        """Return whether it is told of; noon and its like only where no border of a cell shows them."""
        if one.kind != "hour":
            return True
        return self.whole_day and one.at.ms < self.ends and (one.at.ms - self.begins) % self.cell != 0

    def place(self, ms: int) -> int:
        """Return where an instant is, in thousandths of the stretch."""
        return max(0, min(WHOLE, (ms - self.begins) * WHOLE // (self.cell * self.count)))


def stretch_of(state: State, book: Rulebook) -> StripSpan:
    """Return the stretch that fits the scene.

    A day of few steps is shown whole, from midnight, in its last quarter from noon on: the night lies ahead
    then. Of a day of many steps those around now are shown, an hour or two of them behind; the strip moves on
    by blocks and not with each step, so that now is seen to move.
    """
    step, day = step_of(state, book).ms, book.scale.day.ms
    steps, now = day // step, state.now.ms
    if day % step == 0 and 1 < steps <= MOST_CELLS_OF_A_DAY:
        midnight = now - now % day
        late = (now - midnight) * 4 >= day * 3
        return StripSpan(
            midnight + late * (steps // 2) * step, step, steps, max(1, steps // 4), whole_day=True
        )
    block = _block(step, book)
    count = -(-CELLS_AROUND_NOW // block) * block
    done = now // step - now // step % block
    behind = block if count > block else 0
    # Nothing was before the campaign's first instant, unless the clock was set back beyond it.
    begins = (done - behind) * step
    return StripSpan(max(begins, 0) if now >= 0 else begins, step, count, block, whole_day=False)


def _block(step: int, book: Rulebook) -> int:
    """Return how many steps make a block: as many as the next larger unit has, if those are few."""
    larger = [
        unit.length.ms for unit in book.scale.units if unit.length.ms > step and unit.length.ms % step == 0
    ]
    hour = 3_600_000
    if larger and larger[0] // step <= LARGEST_BLOCK:
        return larger[0] // step
    return hour // step if step < hour and hour % step == 0 and hour // step <= LARGEST_BLOCK else USUAL_BLOCK


def strip(state: State, book: Rulebook, lately: Iterable[LogLine] = ()) -> StripView:
    """Return the strip of now; of the lines of the log it tells what a referee looks back for."""
    stretch = stretch_of(state, book)
    found = coming(state, book, Instant(stretch.ends), stretch.cell)
    ahead = sorted(filter(stretch.tells, found), key=lambda one: (one.at, WEIGHT.index(one.kind)))
    later = (one for one in ahead if one.at.ms > stretch.ends)
    inside = (one for one in ahead if state.now.ms < one.at.ms <= stretch.ends)
    say = book.scale.say_instant
    begins, ends = Instant(stretch.begins), Instant(stretch.ends)
    return StripView(
        title=_title(stretch, book),
        why=_why(stretch, state, book),
        unit=_unit(stretch, book),
        begins=say(begins),
        ends=say(ends),
        now=stretch.place(state.now.ms),
        cells=tuple(_cells(stretch, state, book)),
        marks=tuple(_marks(stretch, inside, state, book)),
        always=tuple(always(state, book, stretch.cell)),
        beyond=tuple(_note(one, state, book) for one in later)[:MOST_BEYOND],
        past=tuple(_happened(stretch, lately, state, book)),
    )


def _title(stretch: StripSpan, book: Rulebook) -> str:
    begins, ends = Instant(stretch.begins), Instant(stretch.ends)
    say, time_of = book.scale.say_instant, book.scale.say_time_of_day
    if stretch.whole_day and stretch.begins % book.scale.day.ms == 0:
        return f"day {stretch.begins // book.scale.day.ms + 1}"
    same = stretch.begins // book.scale.day.ms == (stretch.ends - 1) // book.scale.day.ms
    return f"{say(begins)} to {time_of(ends) if same and ends.ms % book.scale.day.ms else say(ends)}"


def _why(stretch: StripSpan, state: State, book: Rulebook) -> str:
    scene = state.place.scene
    step = (
        book.scale.say(Duration(stretch.cell))
        if not stretch.whole_day
        else book.scale.say(step_of(state, book))
    )
    where = f"in the {scene} a step is {step}" if scene in book.set.scenes else f"a step is {step}"
    shown = (
        "the whole day" if stretch.whole_day else book.scale.say_clock(Duration(stretch.cell * stretch.count))
    )
    rule = f" ({book.set.scenes[scene].rule.id})" if scene in book.set.scenes else ""
    return f"{shown} is shown, for {where}{rule}"


def _unit(stretch: StripSpan, book: Rulebook) -> str:
    same = (unit.name for unit in book.scale.units if unit.length.ms == stretch.cell)
    return next(same, "") or book.scale.say_clock(Duration(stretch.cell))


# Cells


def _cells(stretch: StripSpan, state: State, book: Rulebook) -> Iterator[Cell]:
    chain = book.scale.chain
    own = next((at for at, unit in enumerate(chain) if unit.length.ms == stretch.cell and at), 0)
    within = chain[own - 1] if own else chain[0]
    for index in range(stretch.count):
        begins = stretch.begins + index * stretch.cell
        time_of = book.scale.say_time_of_day(Instant(begins))
        number = begins % within.length.ms // stretch.cell + 1
        starts = begins % within.length.ms == 0
        called = f"{within.name} {begins % _outer(within.length.ms, book) // within.length.ms + 1}"
        yield Cell(
            at=stretch.place(begins),
            to=stretch.place(begins + stretch.cell),
            label=str(number) if own else time_of,
            text=f"{chain[own].name} {number} of {called}, {time_of}" if own else time_of,
            tense=_tense(begins, stretch.cell, state.now.ms),
            night=seasons.is_night(state, book, Instant(begins)),
            major=starts or index % stretch.block == 0,
            head=called if starts and own else time_of if starts or index % stretch.block == 0 else "",
        )


def _outer(length: int, book: Rulebook) -> int:
    """Return the length of the next larger unit; of the day there is none, and it is counted on and on."""
    larger = (unit.length.ms for unit in reversed(book.scale.chain) if unit.length.ms > length)
    return next(larger, 1 << 62)


def _tense(begins: int, length: int, now: int) -> Tense:
    if begins + length <= now:
        return "past"
    return "now" if begins <= now else "coming"


# Marks


def _marks(stretch: StripSpan, ahead: Iterable[Coming], state: State, book: Rulebook) -> Iterator[Mark]:
    """Yield the things to come, by their places; those that would overlap are one mark."""
    together: list[Coming] = []
    for one in ahead:
        if together and stretch.place(one.at.ms) - stretch.place(together[0].at.ms) > CLOSE:
            yield _mark(stretch, together, state, book)
            together = []
        together.append(one)
    if together:
        yield _mark(stretch, together, state, book)


def _happened(stretch: StripSpan, lately: Iterable[LogLine], state: State, book: Rulebook) -> Iterator[Mark]:
    """Yield the past events on the strip, by their places, the earliest first."""
    told = [
        Coming(Instant(one.at_ms), HAPPENED[one.kind], one.text)
        for one in lately
        if one.kind in HAPPENED and stretch.begins <= one.at_ms <= state.now.ms
    ]
    for here, several in groupby(sorted(told, key=lambda one: one.at), lambda one: stretch.place(one.at.ms)):
        group = list(several)
        kind = min((one.kind for one in group), key=WEIGHT.index)
        at = group[0].at
        texts = "; ".join(dict.fromkeys(one.text for one in group))
        notes = tuple(StripNote(one.kind, one.text, book.scale.say_instant(at), "") for one in group)
        yield Mark(here, kind, notes, f"{book.scale.say_time_of_day(at)}: {texts}")


def _mark(stretch: StripSpan, together: list[Coming], state: State, book: Rulebook) -> Mark:
    first = together[0]
    kind = min((one.kind for one in together), key=WEIGHT.index)
    texts = list(dict.fromkeys(one.text for one in together))
    more = f" and {len(texts) - MOST_SAID} more" if len(texts) > MOST_SAID else ""
    left = _left(first.at, state, book)
    text = f"{book.scale.say_time_of_day(first.at)}, in {left}: {'; '.join(texts[:MOST_SAID])}{more}"
    return Mark(stretch.place(first.at.ms), kind, tuple(_note(one, state, book) for one in together), text)


def _note(one: Coming, state: State, book: Rulebook) -> StripNote:
    left = _left(one.at, state, book)
    return StripNote(one.kind, one.text, book.scale.say_instant(one.at), left, one.again)


def _left(at: Instant, state: State, book: Rulebook) -> str:
    """Return how long it is until then."""
    return briefly(at - state.now, book)
