"""Activities of the rule set, waiting, resting: what the party does that takes time, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play import checks, light, party, questions, secrets, supplies
from turnkeeper.play.clock import Task, TaskAbandoned, TaskEnded, TaskResumed, carry_out
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import Form, declare
from turnkeeper.play.event import Command, Event, happens
from turnkeeper.rules.book import square_feet
from turnkeeper.rules.procedures import BeginActivity
from turnkeeper.time import NO_TIME, Duration, SpokenTimeError, parse_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.course import Course
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.conduct import Activity, Healing, Relief


IN_THE_DARK = "In the dark nothing comes to light."


class Do(Command, frozen=True, tag="do"):
    """Do an activity of the rule set: over what area, for how long where it asks, by whom, about what."""

    activity: str
    area: str = ""
    lasts: Duration | None = None
    who: str = ""
    about: str = ""


class Wait(Command, frozen=True, tag="wait"):
    """Let time pass."""

    lasts: Duration


class WaitUntil(Command, frozen=True, tag="wait-until"):
    """Let time pass until a time of day or an instant."""

    until: str


class Step(Command, frozen=True, tag="next"):
    """Let one step of the scene pass."""


class Resume(Command, frozen=True, tag="resume"):
    """Go on with what was left unfinished."""


class Abandon(Command, frozen=True, tag="abandon"):
    """Give up what was left unfinished."""


class Choose(Command, frozen=True, tag="choose"):
    """Answer the question that a table asked."""

    choice: str


class Rested(Event, frozen=True, tag="rested.1"):
    """So much rest counts towards shedding fatigue; what is over a whole slot's worth stays for later."""

    over: Duration


def require_free(course: Course) -> None:
    """Refuse to let time pass while a question is open or a fight is going on."""
    questions.require_none(course)
    if course.state.fight is not None:
        refuse("fight", "a fight is going on: its clock is the round", "say round, or end fight")


def _do(course: Course, command: Do) -> None:
    activity = course.book.set.activities.get(command.activity)
    if activity is None:
        hint = closest(command.activity, course.book.set.activities)
        refuse("unknown-activity", f"there is no activity {command.activity!r}", hint)
    begin(course, command, activity)


def begin(course: Course, command: Do, activity: Activity) -> None:
    """Begin an activity, if the scene, the place and the supplies allow it."""
    require_free(course)
    _require_fit(course, command, activity)
    for item, count in _needs(course, activity):
        there = course.state.supplies.of(item)
        if there is not None and there < count:
            needed = supplies.counted(course.book, count, item)
            more = supplies.counted(course.book, count - there, item)
            refuse("none-left", f"{needed} needed, {there} left", f"stock {more}")
    takes = _takes(course, command, activity)
    who = course.state.party.canonical(command.who)
    about = f"{command.area} {command.about}".strip()
    where = course.state.place.called if activity.searches else ""
    task = Task(
        activity.says[0], course.state.order, takes, takes, command.activity, who=who, about=about,
        rule=activity.rule.id, where=where,
    )  # fmt: skip
    for keyword in activity.causes:
        checks.trigger(course, keyword)
    pursue(course, task)


def _require_fit(course: Course, command: Do, activity: Activity) -> None:
    name, scene = activity.says[0], course.state.place.scene
    if activity.scenes and scene not in activity.scenes:
        refuse("scene", f"{name} is done in: {', '.join(activity.scenes)}", f"enter {activity.scenes[0]}")
    _require_safe(course, activity)
    if command.who:
        party.living(course, command.who)
    if command.area and not activity.area:
        refuse("area", f"{name} does not ask for an area", name)
    if command.lasts is not None and not activity.asks_length:
        refuse("length", f"{name} takes {activity.takes or 'no time'}", name)
    if command.lasts is not None and command.lasts <= NO_TIME:
        refuse("length", f"{name} takes more than no time", f"{name} 1 h")
    if command.lasts is None and activity.asks_length:
        refuse("length", f"say how long: {name} for how many turns?", f"{name} 1 h")


def _require_safe(course: Course, activity: Activity) -> None:
    if activity.safe and course.state.meetings:
        name, what = activity.says[0], course.state.meetings[0].what
        refuse("unsafe", f"{name} needs a safe place, and {what} is here", "part, if that is over")


def _takes(course: Course, command: Do, activity: Activity) -> Duration:
    if activity.asks_length:
        return command.lasts or NO_TIME
    if not activity.takes:
        return NO_TIME
    once = course.book.duration(activity.takes)
    if not command.area:
        return once
    return once * -(-square_feet(command.area) // square_feet(activity.area))


def _needs(course: Course, activity: Activity) -> Iterator[tuple[str, int]]:
    if activity.rations:
        yield supplies.RATION, activity.rations * len(course.state.party.living)


def finish(course: Course, task: Task) -> None:
    """Record the end of a task and what comes of it: what is found, healed, eaten, rested."""
    if not task.activity:
        course.record(TaskEnded.of(task, course.at))
        return
    activity = course.book.activity(task.activity)
    blind = activity.searches and not light.is_light(course.state, course.book)
    course.record(TaskEnded.of(task, course.at, IN_THE_DARK if blind else activity.found))
    if activity.searches and not blind:
        secrets.uncover(course, task.about, task.rule)
    for item, count in _needs(course, activity):
        supplies.take(course, item, count, task.rule)
    if activity.heals is not None:
        for who in course.state.party.living:
            _heal(course, who, activity.heals, task.rule)


def pursue(course: Course, task: Task) -> None:
    """Carry a task out as far as it goes; rest that was taken counts even when it was cut short."""
    start = course.at
    carry_out(course, task, finish)
    relief = course.book.activity(task.activity).relief if task.activity else None
    if relief is not None and course.at > start:
        _relieve(course, course.at - start, relief)


def _heal(course: Course, who: party.Character, healing: Healing, rule: str) -> None:
    if who.hp is None or who.hp.value >= who.most_hp:
        return
    if who.hp.value < 0 and healing.below_zero_to_zero:
        party.change_hp(course, who, -who.hp.value, rule)
        return
    if healing.all:
        party.change_hp(course, who, who.most_hp, rule)
        return
    answer, rolled = course.roll(Throw(f"healing of {who.name}", healing.dice, (), rule))
    points = (answer.total or 0) + (who.level if healing.level else 0)
    party.change_hp(course, who, points, rule, rolled)


def _relieve(course: Course, rested: Duration, relief: Relief) -> None:
    """Shed a slot for each whole relief of rest, counting what was over from earlier rests (G-FAT-1).

    Nobody rests in advance: the rest of those whom nothing tires counts for nothing.
    """
    tired = max((who.fatigue.value for who in course.state.party.living), default=0)
    if tired <= 0:
        return
    total, once = Duration(course.state.rested.value) + rested, course.book.duration(relief.each)
    slots = total // once
    over = total % once if tired > slots else NO_TIME
    course.record(Rested(over, at=course.at, rule=relief.rule.id))
    if slots:
        party.tire_all(course, -slots, relief.rule.id)


def _wait_for(course: Course, lasts: Duration, what: str) -> None:
    require_free(course)
    if lasts <= NO_TIME:
        refuse("length", "time passes forwards; a ruling can set it back", "rule clock day 1 08:00")
    pursue(course, Task(what, course.state.order, lasts, lasts))


def _wait(course: Course, command: Wait) -> None:
    _wait_for(course, command.lasts, "wait")


def _wait_until(course: Course, command: WaitUntil) -> None:
    book = course.book
    try:
        until = parse_until(command.until, course.at, book.scale, book.times_of_day)
    except SpokenTimeError as fault:
        refuse("time", f"{command.until!r}: {fault.message}", fault.hint)
    if until <= course.at:
        refuse("past", f"{book.scale.say_instant(until)} is past", "rule clock sets the clock back")
    _wait_for(course, until - course.at, f"wait until {command.until.removeprefix('until ')}")


def step_of(state: State, book: Rulebook) -> Duration:
    """Return what one step is here: that of the scene, else the rule set's smallest scene step."""
    scenes = book.set.scenes
    scene = scenes.get(state.place.scene)
    return book.duration(scene.step) if scene else min(book.duration(one.step) for one in scenes.values())


def _step(course: Course, _command: Step) -> None:
    _wait_for(course, step_of(course.state, course.book), "wait")


def _last(course: Course) -> Task:
    if not course.state.unfinished:
        refuse("nothing-unfinished", "nothing was left unfinished", "status shows what goes on")
    return course.state.unfinished[-1]


def _resume(course: Course, _command: Resume) -> None:
    require_free(course)
    task = _last(course)
    if task.activity:
        _require_safe(course, course.book.activity(task.activity))
    if task.where and task.where != course.state.place.called:
        refuse("elsewhere", f"{task.what} was begun in {task.where}", "go back there, or abandon")
    course.record(TaskResumed(task.what, at=course.at))
    pursue(course, task)


def _abandon(course: Course, _command: Abandon) -> None:
    course.record(TaskAbandoned(_last(course).what, at=course.at))


def _choose(course: Course, command: Choose) -> None:
    asked = course.state.question
    if asked is None:
        refuse("no-question", "nothing is waiting for a choice", "status shows what waits")
    choices = course.book.questions(asked.table)[asked.number].choices
    wanted = command.choice.casefold()
    found = [one for one in choices if one.name.casefold() == wanted]
    found = found or [one for one in choices if one.name.casefold().startswith(wanted)]
    if len(found) != 1:
        names = [one.name for one in choices]
        hint = closest(command.choice, names, " or ".join(names))
        refuse("choice", f"{command.choice!r} is not one of the choices", hint)
    if course.state.fight is not None and any(isinstance(one, BeginActivity) for one in found[0].do):
        refuse("fight", f"no time to {found[0].name} in a fight", "another choice, or end fight first")
    course.record(questions.Chosen(found[0].name, at=course.at, rule=asked.rule, seen_by=asked.seen_by))
    for effect in found[0].do:
        if isinstance(effect, BeginActivity):
            lasts = course.book.duration(effect.takes) if effect.takes else None
            begin(course, Do(effect.activity, lasts=lasts), course.book.activity(effect.activity))
        else:
            checks.settle(course, effect, asked.rule, asked.seen_by)


def _rested(state: State, event: Rested) -> State:
    by = event.over.ms - state.rested.value
    return replace(state, now=event.at, rested=state.rested.change(event.at, by))


def _tell_rested(event: Rested, book: Rulebook) -> str:
    over = f"; {book.scale.say(event.over)} of it towards the next slot" if event.over else ""
    return f"rest counts{over}"


def forms_of_activities(book: Rulebook) -> Iterator[Form]:
    """Yield the ways to say each activity of a rule set."""
    for key, activity in book.set.activities.items():
        for say in activity.says:
            fixed: dict[str, object] = {"activity": key}
            if activity.asks_length:
                yield Form(f"{say} [for] {{lasts:length}} [by {{who:who}}]", fixed)
                continue
            if activity.area:
                yield Form(f"{say} {{area:area}} [by {{who:who}}]", fixed)
                yield Form(f"{say} {{area:area}} {{about:about}} [by {{who:who}}]", fixed)
            yield Form(f"{say} [by {{who:who}}]", fixed)
            yield Form(f"{say} {{about:about}} [by {{who:who}}]", fixed)


EVENTS = (happens(Rested, _rested, _tell_rested),)
COMMANDS = (
    declare(
        Step,
        _step,
        group="Time",
        help="Let one step of the scene pass: a turn in a dungeon, a watch in the wilderness.",
        says="next",
        examples="next",
    ),
    declare(
        Wait,
        _wait,
        group="Time",
        help="Let a length of time pass, in any unit.",
        says=("wait [for] {lasts:length}", "advance {lasts:length}"),
        examples=("wait 3 turns", "advance 1 h 20 min"),
    ),
    declare(
        WaitUntil,
        _wait_until,
        group="Time",
        help="Let time pass until a time of day, a day, or a unit's end.",
        says=("wait until {until:until}", "advance until {until:until}"),
        examples=("wait until dawn", "wait until day 3 06:40"),
    ),
    declare(
        Resume,
        _resume,
        group="Time",
        help="Go on with what was left unfinished.",
        says="resume",
        examples="resume",
    ),
    declare(
        Abandon,
        _abandon,
        group="Time",
        help="Give up what was left unfinished.",
        says="abandon",
        examples="abandon",
    ),
    declare(
        Choose,
        _choose,
        group="Time",
        help="Answer a question that a table asked; the first letters are enough.",
        says="choose {choice:what}",
        examples="choose rest 1 turn",
    ),
    declare(
        Do,
        _do,
        group="Activities",
        help="Do something that takes the time the rule set says.",
        says=forms_of_activities,
        examples=("search 20 x 20 ft", "pick lock by Varda", "rest 1 h"),
    ),
)
