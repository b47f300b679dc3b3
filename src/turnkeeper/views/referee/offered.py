"""The steps offered just now: frequent ones in this scene and state that the rules would not refuse.

Everything comes from the rule set's data: its units, the step of the scene, its activities by what they do.
A command that would be refused for a plain reason is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.play.clock import turn_order
from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.dungeon import uneventful
from turnkeeper.play.fight.able import are_against, now_up, out_of
from turnkeeper.play.fight.count import order_in
from turnkeeper.play.fight.counting import segment_now
from turnkeeper.play.journey import whereabouts
from turnkeeper.play.kernel.scene import always_dark, outdoors, scene_of
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.spelling.sentences import capitalised
from turnkeeper.time import Duration
from turnkeeper.views.parts import counts, matters, possible
from turnkeeper.views.parts.fights import has_left, is_tested, nobody_fights
from turnkeeper.views.parts.saying import named
from turnkeeper.views.parts.steps import NextStep, StepBuilder, unique

ENDS = "end "
"""The commands that come last in a fight, and stand last."""
EACH = "done "
"""What marks one of several who act at once: each has it in the order too."""
SEARCHES = "search"
STEP = "next"
"""What passes time by a step of the scene, or is refused with the reason."""
HOUR = Duration(3_600_000)
NIGHT = Duration(4 * 3_600_000)
"""A rest as long as this, with all that heals, is a night's."""


def steps(make: StepBuilder) -> tuple[NextStep, ...]:
    """Return the steps of now, the first of them what Enter does."""
    state = make.state
    found = list(unique(_steps(make)))
    if found and state.question is None:
        found[0] = replace(found[0], first=True)
    return tuple(found)


def first_said(state: State, book: Rulebook) -> str:
    """Return the command of an empty line: what Enter does on the screen; of a question the first choice."""
    make = StepBuilder(state, book)
    return next((one.say for one in _steps(make) if not one.opens), STEP)


def _steps(make: StepBuilder) -> Iterator[NextStep]:
    state = make.state
    if state.question is not None:
        yield from make.all_advised(matters.choices(state, make.book))
        return
    if state.count is not None or state.fight is not None:
        yield from _in_fight(make)
    elif not possible.free(state, make.book):
        yield from make.all_advised(matters.answers(state, make.book))
        yield from _met(make)
    else:
        yield from _moment(make)
        yield from _time(make)
        yield from _met(make)
        yield from _travel(make)
        yield from _activities(make)
        yield from _scenes(make)
    yield make.note


def _moment(make: StepBuilder) -> Iterator[NextStep]:
    """Yield what the moment asks for before time passes: to camp, or to go on with what was cut short."""
    state, book = make.state, make.book
    if _night_falls(state, book):
        nights = [one for one in _activities(make) if one.kind in {"camp", "sleep"}]
        yield from sorted(nights, key=lambda one: one.kind)[:1]
    on_the_way, dark = whereabouts.under_way(state) is not None, not seasons.is_light(state, book)
    if on_the_way and dark and seasons.is_night(state, book) and seasons.DAWN in seasons.times(state, book):
        # Who has slept, and has no light, sets out by day.
        yield _until(seasons.DAWN, make)
    if possible.resume(state, book):
        yield make.advised("resume")


def _night_falls(state: State, book: Rulebook) -> bool:
    """Return whether the party is out of doors with the day behind it, and has not slept yet."""
    if not (outdoors(state, book) or _for_sleep(state, book)) or not state.party.living:
        return False
    if state.unfinished and whereabouts.under_way(state) is None:
        return False
    if whereabouts.under_way(state) is not None and whereabouts.march_done(state, book):
        return True
    dusk = seasons.next_time(state, book, seasons.DUSK, state.now - book.scale.day)
    if dusk is None or not seasons.is_night(state, book):
        return False
    slept = state.journey.slept
    # Where no rest is kept as a sleep, nobody knows whether they slept: only the evening asks for it.
    kept = book.set.camp is not None or any(one.sleeps for one in book.set.activities.values())
    return (slept is None or slept < dusk) if kept else state.now - dusk < NIGHT


def _for_sleep(state: State, book: Rulebook) -> bool:
    """Return whether the rules name where the party is as a place for a night's rest."""
    sleeps = (one for one in book.set.activities.values() if _kind(one, book) == "sleep")
    return any(state.place.scene in one.scenes for one in sleeps)


def _met(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the steps for the present scene; a fight asks against whom where nobody is faced."""
    state, book = make.state, make.book
    yield from make.all_advised(_advised(state, book))
    yield make.step("meet", "They meet ...", "meet ", "fight", opens=True)
    if state.meetings and book.set.fight is not None and state.party.able and not are_against(state):
        yield make.step("fight", "A fight with ...", "fight ", "fight", opens=True)


def _advised(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the commands for what was cut short, for those who were met, and for the dark."""
    if state.unfinished:
        yield from matters.going_on(state, book)
    if state.meetings:
        yield from matters.at_meeting(state, book)
    elif are_against(state) and book.set.fight is not None and state.party.able:
        yield "fight"
    if not seasons.is_light(state, book):
        yield from matters.lights(state, book)


# Time


def _time(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the step of the scene, one shorter, an hour, the next larger unit, and the borders of the day."""
    state, book = make.state, make.book
    step, chain = step_of(state, book), book.scale.chain
    scene = scene_of(state, book)
    rule = "" if scene is None else scene.rule.id
    turn = _turn(step, make)
    if turn is not None and turn.kind == "step":
        yield from (turn, _wait("round", step, make, rule))
    else:
        yield _wait("step", step, make, rule)
    yield make.step("until", "Until something happens", uneventful.SAYS, "time")
    if turn is not None and turn.kind == "turns":
        yield turn
    less = next((unit.length for unit in chain if unit.length < step), None)
    if less is not None:
        yield _wait("less", less, make)
    if step < HOUR:
        hour = _wait("hour", HOUR, make)
        # Who takes turns has little use for many rounds at once, and who sets out for an hour more at home.
        yield replace(hour, seldom=turn is not None or _sets_out(state, book))
    larger = [unit.length for unit in chain[1:] if unit.length > step]
    if larger:
        yield _wait("unit", larger[-1], make)
    marks = seasons.times(state, book)
    for name in (seasons.DAWN, seasons.DUSK):
        # Dusk is waited for out of doors by day, dawn everywhere.
        waited = name == seasons.DAWN or (outdoors(state, book) and not seasons.is_night(state, book))
        if name in marks and waited:
            until = _until(name, make)
            # Who waits for dawn waits through the night, and seldom underground.
            by_night = seasons.is_night(state, book) and not always_dark(state, book)
            yield replace(until, seldom=until.seldom or not by_night)


def _until(name: str, make: StepBuilder) -> NextStep:
    return make.step(name, f"Until {name}", f"wait until {name}", "time")


def _turn(step: Duration, make: StepBuilder) -> NextStep | None:
    """Return the turn of whoever is up, or the throw for the first, where the table takes turns in a step."""
    state, book = make.state, make.book
    rules, fight = turn_order.rules_of(book), book.set.fight
    if rules is None or not rules.always or fight is None or step != book.duration(fight.round):
        return None
    if turn_order.is_kept(state, book):
        now = turn_order.left(state)[0]
        who = f"The {now}" if now == turn_order.REFEREE else now
        return make.step("step", f"{who} has had a turn", "next", "time", rule=rules.rule.id)
    if not state.party.able:
        return None
    return make.step("turns", "Throw for the turns", "turn order", "time", rule=rules.rule.id)


def _wait(kind: str, length: Duration, make: StepBuilder, rule: str = "") -> NextStep:
    scale = make.book.scale
    said, shown = scale.say(length), scale.plain.say(length)
    return make.step(kind, shown, f"wait {said}", "time", why=f"Let {shown} pass", rule=rule)


# Travel


def _travel(make: StepBuilder) -> Iterator[NextStep]:
    state, book = make.state, make.book
    if not possible.set_out(state, book):
        return
    yield make.step("travel", "Travel to ...", "travel to ", "travel", opens=True)
    if book.set.travel is not None and book.set.travel.search is not None:
        yield make.step("search", "Search the hex", "search hex", "travel")


def _scenes(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the way into the other scenes: at hand where the party sets out from, else behind the others."""
    state, scenes = make.state, make.book.set.scenes
    for key, scene in scenes.items() if not state.meetings else ():
        if key != state.place.scene:
            label, say = f"To the {key} ...", f"enter {key} "
            entered = make.step("scene", label, say, "travel", opens=True, rule=scene.rule.id)
            yield replace(entered, seldom=not _sets_out(state, make.book))


def _sets_out(state: State, book: Rulebook) -> bool:
    """Return whether the party is where it sets out from, and nothing has come to it there."""
    here = scene_of(state, book)
    return here is not None and here.start and not state.meetings


# Activities


def _activities(make: StepBuilder) -> Iterator[NextStep]:
    """Yield one activity of each frequent kind; what else a rule set knows is found in the palette."""
    state, book = make.state, make.book
    # Underground nobody lies down to sleep, but where a rule says so, as in a camp.
    dim = always_dark(state, book) and not _for_sleep(state, book)
    seen: set[str] = set()
    for activity in book.set.activities.values():
        kind = _kind(activity, book)
        misplaced = (kind == "search" and outdoors(state, book)) or (kind == "sleep" and dim)
        if kind and kind not in seen and not misplaced and possible.begin(activity, state, book):
            seen.add(kind)
            yield replace(_do(kind, activity, make), seldom=kind == "search" and _sets_out(state, book))
    camp = book.set.camp
    if camp is None or dim:
        return
    # It is ready to be made where it is known how it would turn out; else it has to be said in full.
    if possible.camp(state, book):
        takes = book.scale.plain.say(book.duration(camp.takes))
        yield make.step("camp", f"Camp, {takes}", "camp", rule=camp.rule.id)
    else:
        yield make.step("camp", "Camp ...", "camp ", opens=True, rule=camp.rule.id)


def _kind(activity: Activity, book: Rulebook) -> str:
    """Return the kind of step of an activity by its effects; empty for one that is not frequent.

    What a search finds may be the referee's to tell, and no effect: so it is known by its word too.
    """
    takes = book.duration(activity.takes) if activity.takes else None
    heals_all = activity.heals is not None and activity.heals.all
    long = takes is not None and takes >= NIGHT
    match activity:
        case _ if activity.searches or SEARCHES in activity.says:
            return "search"
        case _ if activity.sleeps or (long and (activity.rests or heals_all)):
            return "sleep"
        case _ if activity.eats or activity.rations:
            return "eat"
        case _ if activity.rests and (takes is not None or "fatigue" in activity.relief):
            return "rest"
        case _:
            return ""


def _do(kind: str, activity: Activity, make: StepBuilder) -> NextStep:
    scale, name = make.book.scale, activity.says[0]
    asked = scale.say(HOUR) if activity.asks_length else ""
    takes = asked or (scale.plain.say(make.book.duration(activity.takes)) if activity.takes else "")
    label = capitalised(name) + (f", {takes}" if takes and not activity.times else "")
    return make.step(kind, label, f"{name} {asked}".strip(), rule=activity.rule.id)


# Fights


def _in_fight(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the turns of those who are up, in a count the same again for a round, and what befalls people."""
    state, book = make.state, make.book
    fighting = ((one.about, one.says) for one in matters.in_fight(state, book))
    waits = list(fighting if state.count is None else counts.waits(state, book))
    acting = [one for about, says in waits if about.startswith("in the count") for one in says]
    says = list(dict.fromkeys((*acting, *(say for _, says in waits for say in says))))
    # Of those who act at once each can be marked in the order itself: the next round goes before that.
    says.sort(key=lambda say: say.startswith(EACH))
    # Unless nothing but the end is left, it stands last.
    done = state.count is not None or nobody_fights(state) or has_left(state)
    ends = [say for say in says[done:] if say.startswith(ENDS)]
    yield from make.all_advised(say for say in acting if say not in ends)
    order = order_in(book)
    if acting and order is not None and _all_usual(state, order):
        yield make.step("round", "A round: all do the same again", "repeat for 1 round", "fight")
    for one in make.all_advised(say for say in says if say not in ends):
        yield replace(one, seldom=one.seldom or one.say.startswith(EACH))
    first = next((one for one in state.sides if is_tested(one, book)), None)
    if first is not None:  # the others are tested where the sides are listed
        yield make.step("morale", f"Morale of {first.name}", f"morale {named(first.name, book)}", "fight")
    yield from make.all_advised(ends)


def _all_usual(state: State, order: OrderByCount) -> bool:
    """Return whether all in the count can repeat their last turn, and one does in a round's time."""
    going, up = state.count, now_up(state)
    if going is None or not up or (up[0].due or 0) >= segment_now(going) + order.segments.number:
        return False
    down = {one.name for one in state.party.members if one.down}
    able = (one for one in going.fighters.values() if not out_of(state, one))
    return all(one.usual and one.doing is None and one.name not in down for one in able)
