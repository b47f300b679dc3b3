"""Activities of the rule set: what the party does that takes time, and the effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import ceil

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import checks, questions, resting, tracking, trials
from turnkeeper.play.clock.clock import TaskEnded, TaskResumed, spend
from turnkeeper.play.dungeon import secrets
from turnkeeper.play.dungeon.activity_words import OVERNIGHT, ways_of
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, Rolled, Task, happens, unchanged
from turnkeeper.play.kernel.measures import extent
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.party import fatigue, hit_dice, party, provisions, supplies, wants
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity, square_feet
from turnkeeper.rules.model.procedures import BeginActivity, BurnLights
from turnkeeper.time import NO_TIME, Duration, Instant, Rank

_WHOLE = frozenset({"the", "this", "all", "whole", "of", "room"})
"""Words for a room, not for a thing in it."""
IN_THE_DARK = "In the dark nothing comes to light."


class Do(Command, frozen=True, tag="do"):
    """Do something that takes the time the rule set says."""

    activity: str
    area: str = ""
    lasts: Duration | None = None
    who: str = ""
    about: str = ""
    broken: Duration | None = None


class LengthThrown(Event, frozen=True, tag="length-thrown.1"):
    """Dice gave the length of a task that was begun."""

    what: str
    takes: Duration
    rolled: Rolled


def _do(decision: Decision, command: Do) -> None:
    activity = decision.book.set.activities.get(command.activity)
    if activity is None:
        hint = closest(command.activity, decision.book.set.activities, "note it, and wait for as long")
        rule_out("unknown-activity", f"this rule set has no activity {command.activity!r}", hint)
    begin(decision, command, activity)


def begin(decision: Decision, command: Do, activity: Activity) -> None:
    """Begin an activity, if the scene, the place and the supplies allow it."""
    if activity.instant:
        questions.require_none(decision)
    else:
        questions.require_free(decision, activity)
    _require_fit(decision, command, activity)
    area = command.area or _known_area(decision, command, activity)
    who = decision.state.party.canonical(command.who)
    resting.require_hit_dice(decision, activity, who)
    resting.require_due(decision, activity, who)
    if activity.trial is not None:
        trials.require(decision, activity.trial, who)
    takes = _takes(decision, command, activity, area)
    about = f"{area} {command.about}".strip()
    where = decision.state.place.called if activity.searches else ""
    task = Task(
        activity.says[0], decision.state.order, takes, takes, command.activity, who=who, about=about,
        rule=activity.rule.id, where=where,
    )  # fmt: skip
    begun = None if command.broken else _begun(decision, command, task)
    if begun is not None:
        decision.record(TaskResumed(begun.what))
        pursue(decision, replace(begun, until=None))
        return
    _require_supplies(decision, activity, decision.at + takes, who)
    if command.broken is not None and not NO_TIME < command.broken < takes:
        name, whole = activity.says[0], decision.book.scale.say(takes)
        refuse("length", f"{name} takes {whole}: what breaks it comes on the way", name)
    for keyword in activity.causes:
        checks.trigger(decision, keyword)
    pursue(decision, task, command.broken)


def _begun(decision: Decision, command: Do, task: Task) -> Task | None:
    """Return the same as a task, left unfinished last: who asks for it again goes on with it.

    It is the same if it is done here by whoever did it before, and no more is said of it than was.
    """
    last = decision.state.unfinished[-1] if decision.state.unfinished else None
    if last is None or not task.activity or (last.activity, last.who) != (task.activity, task.who):
        return None
    lapsed = last.until is not None and decision.at >= last.until
    elsewhere = last.where not in {"", decision.state.place.called}
    same = (not task.about or last.about == task.about) and command.lasts in {None, last.takes}
    return last if same and not (lapsed or elsewhere) else None


def _known_area(decision: Decision, command: Do, activity: Activity) -> str:
    """Return the area of the room where the party is, if what covers areas is done to all of it."""
    place = decision.state.place
    words = [word for word in command.about.casefold().split() if word not in _WHOLE]
    return place.area if activity.area and " ".join(words) in {"", place.room.casefold()} else ""


def _require_supplies(decision: Decision, activity: Activity, at: Instant, who: str) -> None:
    """Refuse a meal for which too little is left; who goes to sleep without goes hungry."""
    short = provisions.short_of(
        decision.state, provisions.needs(decision.state, decision.book, activity, at, who)
    )
    if short is not None and not activity.sleeps:
        there = decision.state.supplies.of(short.item) or 0
        needed = supplies.counted(decision.book, short.count, short.item)
        more = supplies.counted(decision.book, short.count - there, short.item)
        refuse("none-left", f"{needed} needed, {there} left", f"stock {more}")


def _require_fit(decision: Decision, command: Do, activity: Activity) -> None:
    name, scene = activity.says[0], decision.state.place.scene
    if activity.scenes and scene not in activity.scenes:
        refuse("scene", f"{name} is done in: {', '.join(activity.scenes)}", f"enter {activity.scenes[0]}")
    questions.require_safe(decision, activity)
    if command.who:
        party.living(decision, command.who)
    if command.area and not activity.area:
        refuse("area", f"{name} does not ask for an area", name)
    if command.lasts is not None and not (activity.asks_length or activity.longer):
        refuse("length", f"{name} takes {activity.takes or 'no time'}", name)
    if command.lasts is not None and command.lasts <= NO_TIME:
        refuse("length", f"{name} takes more than no time", f"{name} 1 h")
    if command.lasts is None and activity.asks_length:
        refuse("length", f"say how long to {name}", f"{name} 1 h")


def _takes(decision: Decision, command: Do, activity: Activity, area: str) -> Duration:
    if activity.asks_length:
        return command.lasts or NO_TIME
    if not activity.takes:
        return NO_TIME
    once = decision.book.duration(activity.takes)
    if activity.longer and command.lasts is not None:
        _require_long_enough(decision, activity, command.lasts, once)
        return command.lasts
    if activity.times:
        return once * _times(decision, activity, once)
    return once * ceil(extent(area) / square_feet(activity.area)) if area else once


def _require_long_enough(decision: Decision, activity: Activity, lasts: Duration, least: Duration) -> None:
    if lasts < least:
        name, takes = activity.says[0], decision.book.scale.say(least)
        refuse("length", f"{name} takes {takes} at least", f"{name} {takes}")


def _times(decision: Decision, activity: Activity, once: Duration) -> int:
    """Return how many times its length an activity will take, by its dice."""
    name = activity.says[0]
    answer, rolled = decision.roll(Throw(f"how long to {name}", activity.times, (), activity.rule.id))
    times = answer.total or 0
    decision.record(LengthThrown(name, once * times, rolled, rule=activity.rule.id))
    return times


def finish(decision: Decision, task: Task, since: Instant) -> None:
    """Record the end of a task and its effects: secrets found, wounds healed, food eaten, rest taken.

    It was last begun or resumed ``since``.
    """
    if not task.activity:
        decision.record(TaskEnded.of(task))
        return
    activity = decision.book.activity(task.activity)
    blind = activity.searches and not seasons.is_light(decision.state, decision.book, decision.at)
    found = IN_THE_DARK if blind else activity.found
    together = resting.all_rest(decision.state, task.who)
    decision.record(TaskEnded.of(task, found, slept=activity.sleeps and together))
    if activity.searches and not blind:
        secrets.uncover(decision, task.about, task.rule)
    provisions.serve(decision, activity, task.who)
    if activity.sheds:
        for who in wants.shedding(decision, resting.resters(decision, task.who)):
            fatigue.tire(decision, who, -activity.sheds, task.rule)
    if activity.heals is not None:
        resting.heal_all(decision, activity.heals, task.who, task.rule)
    if activity.hit_dice:
        hit_dice.after_rest(decision, activity.hit_dice, resting.resters(decision, task.who), task.rule)
    at_once = decision.at - since
    broken = at_once < (decision.book.duration(activity.takes) if activity.takes else NO_TIME)
    resting.end_lasting(decision, task.activity, task.who, rests=activity.rests, broken=broken)
    resting.end_outlasted(decision, activity, task.takes, task.who, at_once)
    if activity.ends:
        resting.end_short(decision, decision.book.duration(activity.ends), task.rule)
    seen_by: Audience = "referee" if activity.secret else "table"
    occasion = Occasion(task.rule, seen_by, who=task.who, about=task.about, took=at_once)
    tried = occasion if activity.trial is None else trials.tried(decision, activity.trial, occasion)
    for effect in activity.do if tried is not None else ():
        if together or not resting.is_of_all(activity, effect):
            decision.carry_out(effect, tried or occasion)


def _count_as_lesser(decision: Decision, activity: Activity, task: Task, start: Instant) -> Activity | None:
    """Have an activity that was cut short count as a lesser one, if it went on long enough; return that."""
    rules = activity.cut_short
    if rules is None or not rules.counts_as or decision.at - start < decision.book.duration(rules.after):
        return None
    other = decision.book.activity(rules.counts_as)
    done = replace(task, what=other.says[0], activity=rules.counts_as, takes=decision.at - start)
    finish(decision, replace(done, left=NO_TIME, rule=rules.rule.id), start)
    return other


def pursue(decision: Decision, task: Task, broken: Duration | None = None) -> None:
    """Carry a task out as far as it goes; its rest counts when interrupted too, for what it then was.

    Where it is ``broken`` after a length of time, it goes no further than that.
    """
    activity = decision.book.activity(task.activity) if task.activity else None
    start, decision.resting = decision.at, activity
    decision.alone = not resting.all_rest(decision.state, task.who)
    breaks = None if broken is None else partial(_break_off, start + broken)
    left = spend(decision, task, partial(finish, since=start), also=breaks)
    decision.resting, counts = None, activity
    if left is not None:
        lost = resting.cut_short(decision, left, activity)
        lesser = None if activity is None else _count_as_lesser(decision, activity, task, start)
        counts = lesser if lost else activity
        if counts is activity and activity is not None:
            took = decision.at - start
            resting.end_outlasted(decision, activity, took, task.who, took)
        for effect in () if activity is None else activity.do:
            if isinstance(effect, BurnLights) and not effect.lasts:
                decision.carry_out(effect, Occasion(task.rule, took=decision.at - start))
    if task.pace:
        tracking.moved(decision, task.pace, decision.at - start)
    if activity is not None:
        resting.rested(decision, activity, task.who, start, counts)


def _break_off(at: Instant, decision: Decision, _start: Instant, _until: Instant) -> None:
    """Schedule the instant at which whoever is at something is broken off."""
    decision.schedule(at, Rank.ENDS, decision.state.order, lambda decision: decision.stop())


def _tell_thrown(event: LengthThrown, book: Rulebook) -> str:
    return f"{event.what} ({event.rolled}) takes {book.scale.say(event.takes)}"


def forms_of_activities(book: Rulebook) -> Iterator[Form]:
    """Yield the command forms of each activity of a rule set.

    Forms that end in free text come last, longer phrases first among them, so that "search for traps" is not
    read as "search" about "for traps".
    """
    said = [(say, key) for key, activity in book.set.activities.items() for say in activity.says]
    for say, key in said:
        yield from _plain_forms(say, key, book.set.activities[key])
    longest = sorted(said, key=lambda one: -sum(one[0].startswith(f"{say} ") for say, _ in said))
    for say, key in longest:
        yield from _forms_about(say, key, book.set.activities[key])


def _heard_of_activities(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say the activities; one that asks for a length takes a step of a scene without."""
    step = min(book.duration(one.step) for one in book.set.scenes.values())
    for key, activity in book.set.activities.items():
        fixed: dict[str, object] = {"activity": key}
        usual = {**fixed, "lasts": step} if activity.asks_length else fixed
        phrases = list(dict.fromkeys(way for say in activity.says for way in ways_of(say)))
        if book.set.camp is None and (activity.sleeps or "night" in activity.says):
            phrases += OVERNIGHT
        for phrase in phrases:
            text, cost = phrase if isinstance(phrase, tuple) else (phrase, 0)
            yield Form(f"{text} [by {{who:who}}]", usual, cost=cost)
            if activity.asks_length or activity.longer:
                yield Form(f"{text} [for] {{lasts:length}} [by {{who:who}}]", fixed, cost=cost)
        yield from _heard_of_relief(book, activity, fixed)
        for say in activity.says:
            yield Form(f"do|make|begin|start|attempt {say} [by {{who:who}}]", usual)
            yield Form(f"take|have {say} [by {{who:who}}]", usual, cost=1)
            if activity.takes:
                broken = "broken|interrupted|disturbed [off] after {broken:length}"
                yield Form(f"[take] {say} [by {{who:who}}] {broken}", fixed)


def _heard_of_relief(book: Rulebook, activity: Activity, fixed: dict[str, object]) -> Iterator[Form]:
    """Yield how a rest is said by what it gives back: "recover mana" rests for as long as gives some."""
    for strain, relief in activity.relief.items() if activity.asks_length else ():
        regain = f"recover|regain|restore|regenerate|meditate|rest {strain} [back|rest|meditate|for|to|from]"
        yield Form(f"{regain} [by {{who:who}}]", {**fixed, "lasts": book.duration(relief.each)})
        yield Form(f"{regain} [for] {{lasts:length}} [by {{who:who}}]", fixed)


def _plain_forms(say: str, key: str, activity: Activity) -> Iterator[Form]:
    fixed: dict[str, object] = {"activity": key}
    if activity.asks_length:
        yield Form(f"{say} [for] {{lasts:length}} [by {{who:who}}]", fixed)
        return
    if activity.longer:
        yield Form(f"{say} [for] {{lasts:length}} [by {{who:who}}]", fixed)
    if _has_area(say, activity):
        yield Form(f"{say} {{area:area}} [by {{who:who}}]", fixed, serves=_covers(activity))
    if activity.takes and activity.rests:
        yield Form(f"{say} [by {{who:who}}] broken after {{broken:length}}", fixed)
    yield Form(f"{say} [by {{who:who}}]", fixed)


def _has_area(say: str, activity: Activity) -> bool:
    """Return whether an area can be said of an activity: of any search, though not all ask for one."""
    return bool(activity.area) or activity.searches or say.partition(" ")[0] == "search"


def _covers(activity: Activity) -> Callable[[Rulebook], bool]:
    """Return whether an area is asked for: where it is not, it is understood and refused."""
    return lambda _book: bool(activity.area)


def _forms_about(say: str, key: str, activity: Activity) -> Iterator[Form]:
    fixed: dict[str, object] = {"activity": key}
    if activity.longer and activity.trial is not None:
        yield Form(f"{say} {{about:name}} by {{who:who}} [for {{lasts:length}}]", fixed)
    elif activity.longer and not activity.rests:
        yield Form(f"{say} {{about:about}} [by {{who:who}}] [for {{lasts:length}}]", fixed)
    if activity.asks_length or activity.longer:
        return
    if _has_area(say, activity):
        for both in ("{area:area} {about:about}", "{about:about} {area:area}"):
            yield Form(f"{say} {both} [by {{who:who}}]", fixed, serves=_covers(activity))
    head, _, sought = say.partition(" for ")
    if sought and _has_area(say, activity):
        yield Form(f"{head} {{area:area}} for {sought} [by {{who:who}}]", fixed, serves=_covers(activity))
    if sought:
        yield Form(f"{head} {{about:about}} for {sought} [by {{who:who}}]", fixed)
    kind = "where" if activity.rests else "about"
    yield Form(f"{say} {{about:{kind}}} [by {{who:who}}]", fixed)


def _begin_now(decision: Decision, effect: BeginActivity, _occasion: Occasion) -> None:
    lasts = decision.book.duration(effect.takes) if effect.takes else None
    begin(decision, Do(effect.activity, lasts=lasts), decision.book.activity(effect.activity))


MECHANISM = Mechanism(
    group="Activities",
    commands=(
        declare(
            Do,
            _do,
            says=forms_of_activities,
            heard=_heard_of_activities,
            examples=("search 20 x 20 ft", "search the altar", "pick lock by Varda", "rest 1 h"),
            labels={"who": "By whom"},
        ),
    ),
    events=(happens(LengthThrown, unchanged, _tell_thrown),),
    resumes={"": pursue},
    effects=(carries(BeginActivity, _begin_now),),
)
