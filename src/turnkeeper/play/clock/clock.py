"""The clock: a task is carried out over a length of time, boundary by boundary, and may stop early.

At one instant, endings come before checks, checks before reminders, and beginnings last; then the order in
which things were begun. A stop takes effect when all marks of its instant have been visited. The rest of the
task is kept, and can be resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from turnkeeper.play.kernel.decision import Decision, Visit, refuse
from turnkeeper.play.kernel.essence import Outlook
from turnkeeper.play.kernel.event import Event, State, Task, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration, Instant, Rank, Walk

MOST_VISITS = 10_000
"""How many things may fall due in one command: each is an event that is kept for ever."""
LONGEST = Duration(1_000_000 * 366 * 86_400_000)
MOST_UNFINISHED = 20


class TaskTold(Event, frozen=True):
    """What the end and the interruption of a task tell of it, each under the name that `Task` has for it."""

    what: str
    takes: Duration
    activity: str = ""
    pace: str = ""
    feet: int = 0
    who: str = ""
    about: str = ""


class TaskEnded(TaskTold, frozen=True, tag="task-ended.1"):
    """A task was carried out to its end; ``takes`` is its whole length, ``found`` is a secret it revealed.

    ``slept`` says that it was a camp or a sleep, after which another day's march begins.
    """

    found: str = ""
    slept: bool = False

    @classmethod
    def of(cls, task: Task, found: str = "", *, slept: bool = False) -> TaskEnded:
        """Return the end of a task."""
        told = (task.what, task.takes, task.activity, task.pace, task.feet, task.who, task.about)
        return cls(*told, found, slept, rule=task.rule)


class TaskInterrupted(TaskTold, frozen=True, kw_only=True, tag="task-interrupted.1"):
    """The clock stopped before a task was done; ``why`` gives the reason where no event does.

    Of the time ``left``, ``longer`` is added for the interruption itself; ``until`` is that of the task. Of a
    journey ``to_next`` is the rest to the hex that it goes ``toward``, ``to_end`` that of the whole way,
    as the party believes it to lie.
    """

    begun: int
    left: Duration
    where: str = ""
    why: str = ""
    kind: str = ""
    until: Instant | None = None
    longer: Duration = NO_TIME
    toward: str = ""
    to_next: Duration = NO_TIME
    to_end: Duration = NO_TIME

    @property
    def task(self) -> Task:
        """Return the task as the state keeps it, with the time that is left."""
        return Task(**{name: getattr(self, name) for name in Task.__struct_fields__})


class TaskLapsed(Event, frozen=True, tag="task-lapsed.1"):
    """An interrupted task was left for too long to be resumed, and has no effect."""

    what: str
    begun: int


class TaskAbandoned(Event, frozen=True, tag="task-abandoned.1"):
    """An unfinished task was given up."""

    what: str


class TaskResumed(Event, frozen=True, tag="task-resumed.1"):
    """An unfinished task is resumed."""

    what: str


def _book_lapses(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule the instants at which unfinished tasks lapse."""
    for task in decision.state.unfinished:
        if task.until is not None and start < task.until <= until:
            decision.schedule(task.until, Rank.ENDS, task.begun, partial(_lapse, task.begun))


def _lapse(begun: int, decision: Decision) -> None:
    for task in decision.state.unfinished:
        if task.begun == begun and task.until == decision.at:
            decision.record(TaskLapsed(task.what, begun, rule=task.rule))


def carry_out(
    decision: Decision, task: Task, finish: Callable[[Decision, Task], None], *, through: bool = False
) -> None:
    """Carry out a task over its time; ``finish`` records its end.

    Stops early at what needs the referee, unless it goes ``through`` regardless, as a round of a fight does.
    The rest is then kept, to be resumed.
    """
    left = spend(decision, task, finish, through=through)
    if left is not None:
        interrupt(decision, left.task, left.why)


def untold(_decision: Decision, _task: Task) -> None:
    """End a task of which nothing is told: the events of what comes after it describe it."""


class Left(Struct, frozen=True):
    """The rest of a task when the clock stopped early; ``why`` gives the reason where no event does."""

    task: Task
    why: str = ""


def spend(  # noqa: PLR0913 - what is done, what ends it, and the three ways in which it may go on
    decision: Decision,
    task: Task,
    finish: Callable[[Decision, Task], None],
    *,
    through: bool = False,
    heeds: Literal["", "pause", "events", "news"] = "",
    also: Callable[[Decision, Instant, Instant], None] | None = None,
) -> Left | None:
    """Spend the time of a task; return the rest of it, or ``None`` when it came to its end.

    A task that ``heeds`` a pause is also handed back where its speed may have changed on the way; one that
    ``heeds`` events, after the first instant at which any was recorded; one that heeds ``news``, after the
    first with one that players could decide by. ``also`` schedules what falls due only during this task.
    """
    if task.left > LONGEST:
        refuse("too-long", "that is more than a million years", "pass less time at once")
    if task.left < NO_TIME:
        refuse("length", "time passes forwards; a ruling can set it back", "rule clock day 1 08:00")
    if task.left == NO_TIME:
        finish(decision, task)
        return None
    if decision.stopped and not through:
        return Left(task)
    decision.paused = False
    start = decision.at
    until = start + task.left
    walk: Walk[Visit] = Walk(start, until)
    decision.walk = walk
    done: list[bool] = []

    def end(decision: Decision) -> None:
        done.append(True)
        finish(decision, task)

    # Scheduled first: anything begun while the task goes on has the same number, and was begun after it.
    walk.book_ms(until.ms, Rank.ENDS, task.begun, end)
    schedules = decision.registry.schedules
    for schedule in schedules if also is None else (*schedules, also):
        schedule(decision, start, until)
    why = _run(decision, walk, _stops(decision, heeds, through=through))
    decision.walk = None
    return None if done else Left(replace(task, left=until - decision.at), why)


def _stops(decision: Decision, heeds: str, *, through: bool) -> Callable[[], bool]:
    """Return a function that says whether the clock stops at the end of this instant."""
    told = len(decision.events)
    if through:
        return lambda: False
    if heeds == "events":
        return lambda: decision.stopped or len(decision.events) > told
    if heeds == "news":
        news = partial(decision.registry.is_news, book=decision.book)
        return lambda: decision.stopped or any(map(news, decision.events[told:]))
    return lambda: decision.stopped or (heeds == "pause" and decision.paused)


def _run(decision: Decision, walk: Walk[Visit], stops: Callable[[], bool]) -> str:
    """Visit what falls due until the clock stops; return the reason when no event will give it."""
    why = ""
    for visits, (at, visit) in enumerate(walk, 1):
        if at > decision.at and stops():
            return why
        decision.at = at
        visit(decision)
        if visits == MOST_VISITS:
            why = f"{MOST_VISITS:,} things fell due on the way, the most at once; resume goes on from here"
            decision.stop()
    return why


def interrupt(decision: Decision, task: Task, why: str = "", longer: Duration = NO_TIME) -> None:
    """Keep the rest of a task, to be resumed; ``longer`` of it is added for the interruption."""
    decision.record(TaskInterrupted(**asdict(task), why=why, longer=longer))


def _ended(state: State, event: TaskEnded) -> State:
    place = replace(state.place, pace=event.pace) if event.pace else state.place
    journey = replace(state.journey, slept=event.at) if event.slept else state.journey
    # A task that is over leaves no number behind: twice 5 minutes give the same state as once 10 (T1).
    return replace(state, place=place, journey=journey)


def _interrupted(state: State, event: TaskInterrupted) -> State:
    place, task = state.place, event.task
    if task.pace:
        place = replace(place, pace=task.pace)
    unfinished = (*state.unfinished, task)[-MOST_UNFINISHED:]
    order = max(state.order, task.begun + 1)
    return replace(state, place=place, unfinished=unfinished, order=order)


def _given_up(state: State, event: TaskAbandoned) -> State:
    # A journey that is given up leads nowhere any more; other tasks leave nothing behind.
    journey = state.journey.idle() if state.unfinished and state.unfinished[-1].kind else state.journey
    return replace(_taken_up(state, event), journey=journey)


def _taken_up(state: State, _event: TaskAbandoned | TaskResumed) -> State:
    return replace(state, unfinished=state.unfinished[:-1])


def _lapsed(state: State, event: TaskLapsed) -> State:
    unfinished = tuple(task for task in state.unfinished if task.begun != event.begun)
    return replace(state, unfinished=unfinished)


def _tell_ended(event: TaskEnded, book: Rulebook) -> str:
    found = f". {event.found}" if event.found else ""
    by = f" by {event.who}" if event.who else ""
    about = f" {event.about}" if event.about else ""
    took = "" if event.takes == NO_TIME else f": {book.scale.say(event.takes)}"
    return f"{event.what}{about}{by}{took}{found}"


def _standing(event: TaskEnded, book: Rulebook) -> str:
    """Return the sentence that the rule set says of each such task, as the text of the event ends in it."""
    activity = book.set.activities.get(event.activity)
    return f". {event.found}" if activity is not None and event.found == activity.found != "" else ""


def _is_quiet(event: TaskEnded, _book: Rulebook) -> bool:
    """Return whether nothing but time, or a piece of the way, passed with a task."""
    return not (event.activity or event.found or event.about or event.slept)


def said_left(task: Task | TaskInterrupted, book: Rulebook) -> str:
    """Return the time left of a task as text; for journeys, camps and the like in hours in any game."""
    return _say(task, book)(task.left)


def said_ahead(toward: str, to_next: Duration, to_end: Duration, book: Rulebook) -> str:
    """Return the rest of a journey in words: ``1 h left to 0301, 5 h to its end``."""
    end = f", {book.scale.say_clock(to_end)} to its end" if to_end != to_next else ""
    return f"{book.scale.say_clock(to_next)} left to {toward}{end}"


def _say(task: Task | TaskInterrupted, book: Rulebook) -> Callable[[Duration], str]:
    return book.scale.say_clock if task.kind else book.scale.say


def _tell_interrupted(event: TaskInterrupted, book: Rulebook) -> str:
    why = f": {event.why}" if event.why else ""
    longer = f", {_say(event, book)(event.longer)} of it for the interruption" if event.longer else ""
    until = f"; lost unless resumed before {book.scale.say_instant(event.until)}" if event.until else ""
    ahead = said_ahead(event.toward, event.to_next, event.to_end, book) if event.toward else ""
    left = ahead or f"{said_left(event, book)} left"
    return f"{event.what} interrupted, {left}{longer}{until}{why}"


def _essence(seen: Outlook) -> Hashable:
    """Return the interrupted tasks, each with its rank among all that was begun."""
    return tuple(
        (seen.rank(task.begun), seen.relative(replace(task, begun=0))) for task in seen.state.unfinished
    )


MECHANISM = Mechanism(
    events=(
        happens(
            TaskEnded,
            _ended,
            _tell_ended,
            ends=True,
            arrives=lambda event: event.feet > 0,
            standing=_standing,
            quiet=_is_quiet,
        ),
        happens(TaskInterrupted, _interrupted, _tell_interrupted, ends=True),
        happens(
            TaskLapsed, _lapsed, lambda event, _book: f"{event.what} left for too long: it comes to nothing"
        ),
        happens(TaskAbandoned, _given_up, lambda event, _book: f"{event.what} given up"),
        happens(TaskResumed, _taken_up, lambda event, _book: f"{event.what} resumed"),
    ),
    schedules=_book_lapses,
    slices=("unfinished",),
    numbers=lambda state: (task.begun for task in state.unfinished),
    essence=_essence,
)
