"""Activities of the rule set: what the party does that takes time, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play import checks, exertion, light, party, questions, secrets, supplies
from turnkeeper.play.clock import Task, TaskEnded, carry_out
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import Form, declare
from turnkeeper.play.event import Command, Event, happens
from turnkeeper.rules.book import square_feet
from turnkeeper.time import NO_TIME, Duration

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
    require_safe(course, activity)
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


def require_safe(course: Course, activity: Activity) -> None:
    """Refuse what needs a safe place while something that was met is there."""
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
    bed_rest = course.book.activity(task.activity).bed_rest if task.activity else None
    if bed_rest is not None and course.at > start:
        exertion.rested_in_bed(course, task.who, course.at - start, bed_rest)


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
        Do,
        _do,
        group="Activities",
        help="Do something that takes the time the rule set says.",
        says=forms_of_activities,
        examples=("search 20 x 20 ft", "pick lock by Varda", "rest 1 h"),
    ),
)
