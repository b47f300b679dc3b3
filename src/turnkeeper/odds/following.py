"""Following a plan: from a place and a state on to the next that takes chance, time or a command.

Tests, loops and what the plan says about something that stands open take neither; they are followed at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.odds.plan import Opening
from turnkeeper.odds.program import Jump, LoopCount, Program, Return, Tell, Test
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

OUT = -1
MOST_AT_ONCE = 10_000


class CircleError(Exception):
    """A plan that goes round while no time passes."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("this plan goes round in a circle, and no time passes")


class PlanPlace(Struct, frozen=True):
    """Where a plan stands: its instruction, the counts of its loops, and where to go back to, if anywhere.

    One that ``resumes`` is in the midst of a command that is followed in parts.
    """

    at: int
    counts: tuple[int, ...] = ()
    back: int = OUT
    resumes: bool = False

    @property
    def main(self) -> int:
        """Return the instruction of the plan's own steps."""
        return self.at if self.back == OUT else self.back


def settled(program: Program, book: Rulebook, place: PlanPlace, state: State) -> PlanPlace:
    """Return the next place that takes chance, time or a command; raises `CircleError`."""
    if place.resumes:
        return place
    for _ in range(MOST_AT_ONCE):
        if place.back == OUT:
            place = _handled(program, book, place, state)
        after = _step(program, book, place, state)
        if after is None:
            return place
        place = after
    raise CircleError


def _handled(program: Program, book: Rulebook, place: PlanPlace, state: State) -> PlanPlace:
    """Return where the plan says how an open matter is answered, or the same place."""
    for opening, about in openings(state, book):
        found = program.handler(opening, about)
        if found is not None and not isinstance(program.instructions[found.at], Return):
            return PlanPlace(found.at, place.counts, place.at)
    return place


def openings(state: State, book: Rulebook) -> Iterator[tuple[Opening, str]]:
    """Yield what stands open, the most pressing first, with the text of it."""
    if state.question is not None:
        yield "question", state.question.text
        return
    holds = list(REGISTRY.holds(state, book))
    for hold in holds:
        yield ("dark" if hold.code == "dark" else "encounter"), hold.text
    if state.fight is not None:
        yield "fight", ""
    elif not holds and state.unfinished:
        yield "cut short", state.unfinished[-1].what


def _step(program: Program, book: Rulebook, place: PlanPlace, state: State) -> PlanPlace | None:
    """Return the place after an instruction that takes neither chance nor time; ``None`` for others."""
    match program.instructions[place.at]:
        case Tell():
            return None
        case Jump(to=to):
            return PlanPlace(to, place.counts, place.back)
        case Test(watches=watches, yes=yes, no=no):
            held = any(one.holds(state, book) for one in watches)
            return PlanPlace(yes if held else no, place.counts, place.back)
        case LoopCount(counter=counter, times=times, yes=yes, no=no):
            done = (place.counts[counter] + 1) % (times + 1)
            counts = (*place.counts[:counter], done, *place.counts[counter + 1 :])
            return PlanPlace(yes if done else no, counts, place.back)
        case Return():
            return PlanPlace(place.back, place.counts)
        case _:
            return None
