"""The day as a strip: the past, now, and the things to come in their places.

Which stretch is shown follows from the step of the scene, a datum of the rule set: where a day has few steps
the whole day, where it has many the hours around now. This module must not know how a strip is drawn; places
on it are whole thousandths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration, Instant
from turnkeeper.views.parts.due import WEIGHT, Coming, Kind, always, coming
from turnkeeper.views.parts.saying import until
from turnkeeper.views.parts.track import Tense

if TYPE_CHECKING:
    from turnkeeper.views.referee.log import LogLine

WHOLE = 1000
MOST_CELLS_OF_A_DAY = 48
CELLS_AROUND_NOW = 24
USUAL_BLOCK, LARGEST_BLOCK = 6, 12
HOUR = 3_600_000
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
MOST_BURNS = 3


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

    It begins at ``begins_ms`` and ends at ``ends_ms``; ``title`` names it and ``why`` says why this one.
    ``always`` is due in every cell (``encounter check each turn``); ``beyond`` what comes soonest after the
    end of the strip. ``past`` is what has happened on it, as far as the log of now tells. ``burns`` are the
    places where lights that the clock uses up go out.
    """

    title: str
    why: str
    unit: str
    begins: str
    ends: str
    begins_ms: int
    ends_ms: int
    now: int
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]
    always: tuple[str, ...] = ()
    beyond: tuple[StripNote, ...] = ()
    past: tuple[Mark, ...] = ()
    burns: tuple[int, ...] = ()


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
    step, day, now = step_of(state, book).ms, book.scale.day.ms, state.now.ms
    if step >= day and day % HOUR == 0:
        # Whose step is a day looks at its hours: that it begins and ends at midnight tells nothing.
        step = HOUR
    steps = day // step
    if day % step == 0 and 1 < steps <= MOST_CELLS_OF_A_DAY:
        midnight = now - now % day
        late = (now - midnight) * 4 >= day * 3
        return StripSpan(
            midnight + late * (steps // 2) * step, step, steps, max(1, steps // 4), whole_day=True
        )
    larger = [one.length.ms for one in book.scale.units if one.length.ms > step and not one.length.ms % step]
    # A block is the next larger unit or an hour, whichever has few steps.
    blocks = (one // step for one in (*larger[:1], HOUR) if one > step and one % step == 0)
    block = next((one for one in blocks if one <= LARGEST_BLOCK), USUAL_BLOCK)
    count = -(-CELLS_AROUND_NOW // block) * block
    done = now // step - now // step % block
    behind = block if count > block else 0
    # Nothing was before the campaign's first instant, unless the clock was set back beyond it.
    begins = (done - behind) * step
    return StripSpan(max(begins, 0) if now >= 0 else begins, step, count, block, whole_day=False)


def strip(state: State, book: Rulebook, lately: Iterable[LogLine] = ()) -> StripView:
    """Return the strip of now; of the lines of the log it tells what a referee looks back for."""
    stretch = stretch_of(state, book)
    found = tuple(coming(state, book, Instant(stretch.ends), stretch.cell))
    ahead = sorted(filter(stretch.tells, found), key=lambda one: (one.at, WEIGHT.index(one.kind)))
    later = (one for one in ahead if one.at.ms > stretch.ends)
    inside = (one for one in ahead if state.now.ms < one.at.ms <= stretch.ends)
    past = [
        Coming(Instant(one.at_ms), HAPPENED[one.kind], one.text)
        for one in lately
        if one.kind in HAPPENED and stretch.begins <= one.at_ms <= state.now.ms
    ]
    same = (unit.name for unit in book.scale.units if unit.length.ms == stretch.cell)
    return StripView(
        title=_title(stretch, book),
        why=_why(stretch, state, book),
        unit=next(same, "") or book.scale.plain.say_clock(Duration(stretch.cell)),
        begins=book.scale.say_instant(Instant(stretch.begins)),
        ends=book.scale.say_instant(Instant(stretch.ends)),
        begins_ms=stretch.begins,
        ends_ms=stretch.ends,
        now=stretch.place(state.now.ms),
        cells=tuple(_cells(stretch, state, book)),
        marks=tuple(_marks(stretch, inside, CLOSE, state, book)),
        always=tuple(always(state, book, stretch.cell)),
        beyond=tuple(_note(one, state, book) for one in islice(later, MOST_BEYOND)),
        past=tuple(_marks(stretch, sorted(past, key=attrgetter("at")), 0, state, book)),
        burns=tuple(sorted(stretch.place(one.at.ms) for one in found if one.kind == "light"))[:MOST_BURNS],
    )


def _title(stretch: StripSpan, book: Rulebook) -> str:
    ends, day, say = Instant(stretch.ends), book.scale.day.ms, book.scale.say_instant
    if stretch.whole_day and stretch.begins % day == 0:
        return f"day {stretch.begins // day + 1}"
    same = stretch.begins // day == (stretch.ends - 1) // day and stretch.ends % day
    return f"{say(Instant(stretch.begins))} to {book.scale.say_time_of_day(ends) if same else say(ends)}"


def _why(stretch: StripSpan, state: State, book: Rulebook) -> str:
    scene, step = book.set.scenes.get(state.place.scene), book.scale.plain.say(step_of(state, book))
    length = book.scale.plain.say_clock(Duration(stretch.cell * stretch.count))
    shown = "the whole day" if stretch.whole_day else length
    if scene is None:
        return f"{shown} is shown, for a step is {step}"
    return f"{shown} is shown, for in the {state.place.scene} a step is {step} ({scene.rule.id})"


def _cells(stretch: StripSpan, state: State, book: Rulebook) -> Iterator[Cell]:
    chain, now = book.scale.chain, state.now.ms
    own = next((at for at, unit in enumerate(chain) if unit.length.ms == stretch.cell and at), 0)
    within = chain[max(0, own - 1)]
    # Days are in no larger unit, and counted on and on.
    outer = chain[own - 2].length.ms if own > 1 else 1 << 62
    for index in range(stretch.count):
        begins = stretch.begins + index * stretch.cell
        ends = begins + stretch.cell
        time_of = book.scale.say_time_of_day(Instant(begins))
        number = begins % within.length.ms // stretch.cell + 1
        starts = begins % within.length.ms == 0
        called = f"{within.name} {begins % outer // within.length.ms + 1}"
        major = starts or index % stretch.block == 0
        yield Cell(
            at=stretch.place(begins),
            to=stretch.place(ends),
            label=str(number) if own else time_of,
            text=f"{chain[own].name} {number} of {called}, {time_of}" if own else time_of,
            tense="past" if ends <= now else "now" if begins <= now else "coming",
            night=seasons.is_night(state, book, Instant(begins)),
            major=major,
            head=called if starts and own else time_of if major else "",
        )


def _marks(
    stretch: StripSpan, found: Iterable[Coming], apart: int, state: State, book: Rulebook
) -> Iterator[Mark]:
    """Yield things by their places; those no more than ``apart`` thousandths after the first are one mark."""
    groups: list[list[Coming]] = []
    for one in found:
        if groups and stretch.place(one.at.ms) - stretch.place(groups[-1][0].at.ms) <= apart:
            groups[-1].append(one)
        else:
            groups.append([one])
    for group in groups:
        notes, at = tuple(_note(one, state, book) for one in group), group[0].at
        texts, left = list(dict.fromkeys(one.text for one in group)), notes[0].left
        most = MOST_SAID if left else len(texts)
        more = f" and {len(texts) - most} more" if len(texts) > most else ""
        when = f"{book.scale.say_time_of_day(at)}{f', in {left}' if left else ''}"
        kind = min((one.kind for one in group), key=WEIGHT.index)
        yield Mark(stretch.place(at.ms), kind, notes, f"{when}: {'; '.join(texts[:most])}{more}")


def _note(one: Coming, state: State, book: Rulebook) -> StripNote:
    left = until(one.at - state.now, book.scale) if one.at > state.now else ""
    return StripNote(one.kind, one.text, book.scale.say_instant(one.at), left, one.again)
