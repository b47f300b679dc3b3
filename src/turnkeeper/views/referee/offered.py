"""The steps offered just now: frequent ones in this scene and state that the rules would not refuse.

Everything comes from the rule set's data: its units, the step of the scene, its activities by what they do.
A command that would be refused for a plain reason is not offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.dungeon import dark
from turnkeeper.play.fight.segments.count import now_up, order_in, out_of
from turnkeeper.play.fight.segments.counting import segment_now
from turnkeeper.play.kernel.scene import always_dark, outdoors, scene_of
from turnkeeper.play.sky import seasons
from turnkeeper.time import Duration
from turnkeeper.views.parts import matters, possible, turns
from turnkeeper.views.parts.saying import named
from turnkeeper.views.referee.asked import unique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.fight.sides import Side
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.conduct import Activity
    from turnkeeper.rules.model.orders import OrderByCount
    from turnkeeper.views.parts.steps import NextStep
    from turnkeeper.views.referee.asked import StepBuilder

ENDS = "end "
"""What is said last in a fight, and stands last."""
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


def _steps(make: StepBuilder) -> Iterator[NextStep]:
    state = make.state
    if state.question is not None:
        for choice in state.question.choices:
            yield make.advised(f"choose {choice}")
        return
    if state.count is not None:
        yield from _in_count(make)
    elif state.fight is not None:
        yield from _in_fight(make)
    else:
        yield from _time(make)
        yield from _unfinished(make)
        yield from _met(make)
        yield from _light(make)
        yield from _travel(make)
        yield from _activities(make)
        yield from _scenes(make)
    yield make.note


# Time


def _time(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the step of the scene, one shorter, an hour, the next larger unit, and the borders of the day."""
    state, book = make.state, make.book
    step, chain = step_of(state, book), book.scale.chain
    scene = scene_of(state, book)
    rule = "" if scene is None else scene.rule.id
    yield _wait("step", step, make, rule)
    less = next((unit.length for unit in chain if unit.length < step), None)
    if less is not None:
        yield _wait("less", less, make)
    if step < HOUR:
        yield _wait("hour", HOUR, make)
    larger = [unit.length for unit in chain[1:] if unit.length > step]
    if larger:
        yield _wait("unit", larger[-1], make)
    marks = seasons.times(state, book)
    for name in (seasons.DAWN, seasons.DUSK):
        # Dusk is waited for out of doors by day, dawn everywhere.
        waited = name == seasons.DAWN or (outdoors(state, book) and not seasons.is_night(state, book))
        if name in marks and waited:
            until = make.step(name, f"Until {name}", f"wait until {name}", "time")
            # Who waits for dawn waits through the night.
            yield replace(until, seldom=until.seldom or not seasons.is_night(state, book))


def _wait(kind: str, length: Duration, make: StepBuilder, rule: str = "") -> NextStep:
    said = make.book.scale.say(length)
    say = f"wait {said}"
    return make.step(kind, said, say, "time", why=f"Let {said} pass", rule=rule)


def _unfinished(make: StepBuilder) -> Iterator[NextStep]:
    state, book = make.state, make.book
    if not state.unfinished:
        return
    if possible.resume(state, book):
        yield make.advised("resume")
    yield make.advised("abandon")


# Encounters


def _met(make: StepBuilder) -> Iterator[NextStep]:
    state, book = make.state, make.book
    if state.meetings:
        for say in matters.at_meeting(state, book):
            yield make.advised(say)
    elif state.sides and book.set.fight is not None and state.party.able:
        yield make.advised("fight")


# Travel


def _travel(make: StepBuilder) -> Iterator[NextStep]:
    state, book = make.state, make.book
    if not possible.set_out(state, book):
        return
    say = "travel to "
    yield make.step("travel", "Travel to ...", say, "travel", opens=True)
    if book.set.travel is not None and book.set.travel.search is not None:
        say = "search hex"
        yield make.step("search", "Search the hex", say, "travel")


def _scenes(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the way into the other scenes: at hand where the party sets out from, else behind the others."""
    state, scenes = make.state, make.book.set.scenes
    here = scenes.get(state.place.scene)
    setting_out = here is not None and here.start
    for key, scene in scenes.items() if not state.meetings else ():
        if key != state.place.scene:
            say = f"enter {key} "
            entered = make.step("scene", f"To the {key} ...", say, "travel", opens=True, rule=scene.rule.id)
            yield replace(entered, seldom=not setting_out)


# Activities


def _activities(make: StepBuilder) -> Iterator[NextStep]:
    """Yield one activity of each frequent kind; what else a rule set knows is found in the palette."""
    state, book = make.state, make.book
    dim = always_dark(state, book)
    seen: set[str] = set()
    for activity in book.set.activities.values():
        kind = _kind(activity, book)
        indoors = kind == "search" and outdoors(state, book)
        if (
            kind in seen
            or not kind
            or indoors
            or (kind == "sleep" and dim)
            or not possible.begin(activity, state, book)
        ):
            continue
        seen.add(kind)
        yield _do(kind, activity, make)
    if book.set.camp is not None and not dim:
        yield _camp(make)


def _kind(activity: Activity, book: Rulebook) -> str:
    """Return the kind of step of an activity by its effects; empty for one that is not frequent."""
    takes = book.duration(activity.takes) if activity.takes else None
    heals_all = activity.heals is not None and activity.heals.all
    long = takes is not None and takes >= NIGHT
    match activity:
        case _ if activity.searches:
            return "search"
        case _ if activity.sleeps or (long and (activity.rests or heals_all)):
            return "sleep"
        case _ if activity.eats or activity.rations:
            return "eat"
        case _ if activity.rests and (takes is not None or activity.relief is not None):
            return "rest"
        case _:
            return ""


def _do(kind: str, activity: Activity, make: StepBuilder) -> NextStep:
    book = make.book
    name = activity.says[0]
    asked = book.scale.say(HOUR) if activity.asks_length else ""
    say = f"{name} {asked}".strip()
    takes = asked or (book.scale.say(book.duration(activity.takes)) if activity.takes else "")
    label = name[:1].upper() + name[1:] + (f", {takes}" if takes and not activity.times else "")
    return make.step(kind, label, say, "do", rule=activity.rule.id)


def _camp(make: StepBuilder) -> NextStep:
    """Return the camp, ready to be made where it is known how it would turn out; else to be said in full."""
    state, book = make.state, make.book
    rules = book.set.camp
    ready = possible.camp(state, book)
    rule = "" if rules is None else rules.rule.id
    takes = "" if rules is None else f", {book.scale.say(book.duration(rules.takes))}"
    if ready:
        return make.step("camp", f"Camp{takes}", "camp", "do", rule=rule)
    return make.step("camp", "Camp ...", "camp ", "do", opens=True, rule=rule)


def _light(make: StepBuilder) -> Iterator[NextStep]:
    state, book = make.state, make.book
    if not dark.is_light(state, book):
        for say in matters.lights(state, book):
            yield make.advised(say)


# Fights


def _in_fight(make: StepBuilder) -> Iterator[NextStep]:
    state, book = make.state, make.book
    current = make.now
    over = bool(_enemies(state)) and not any(one.standing and not one.broken for one in _enemies(state))
    if over:
        yield make.advised("end fight")
    elif current is not None:
        yield make.advised("done")
        if 1 < len(current.who) <= matters.MOST_NAMED:
            for name in current.who:
                yield make.advised(f"done {named(name, book)}")
    if possible.another_round(state, book):
        yield make.advised("round")
    yield from _of_fight(make)
    yield make.advised("end fight")


def _enemies(state: State) -> list[Side]:
    return [one for one in state.sides if not one.allied]


def _of_fight(make: StepBuilder) -> Iterator[NextStep]:
    """Yield what befalls people in any fight: wounds, falls, morale."""
    state, book = make.state, make.book
    for kind, label in (("hurt", "Hurt ..."), ("down", "Down ...")):
        if state.party.members or state.sides:
            yield make.step(kind, label, f"{kind} ", "fight", opens=True)
    tested = (one for one in state.sides if one.morale is not None and not one.broken and one.standing)
    first = next(tested, None) if book.set.morale is not None else None
    if first is not None:  # the others are tested where the sides are listed
        yield make.step("morale", f"Morale of {first.name}", f"morale {named(first.name, book)}", "fight")


def _in_count(make: StepBuilder) -> Iterator[NextStep]:
    """Yield the turns of those who are up, the same again for a round, and what else a count waits for."""
    state, book = make.state, make.book
    waits = list(turns.waits(state, book))
    acting = [one for about, says in waits if about.startswith("in the count") for one in says]
    says = list(dict.fromkeys((*acting, *(say for _, says in waits for say in says))))
    # Unless nothing but the end is left, it stands last.
    ends = [say for say in says[1:] if say.startswith(ENDS)]
    yield from (make.advised(say) for say in acting if say not in ends)
    order = order_in(book)
    if acting and order is not None and _all_usual(state, order):
        say = "repeat for 1 round"
        label = "A round: all do the same again"
        yield make.step("round", label, say, "fight")
    yield from (make.advised(say) for say in says if say not in ends)
    yield from _of_fight(make)
    yield from map(make.advised, ends)


def _all_usual(state: State, order: OrderByCount) -> bool:
    """Return whether all in the count can repeat their last turn, and one does in a round's time."""
    going, up = state.count, now_up(state)
    if going is None or not up or (up[0].due or 0) >= segment_now(going) + order.segments:
        return False
    down = {one.name for one in state.party.members if one.down}
    able = (one for one in going.fighters.values() if not out_of(state, one))
    return all(one.usual and one.doing is None and one.name not in down for one in able)
