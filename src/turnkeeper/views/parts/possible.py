"""Plain checks of what the party could do now, so that no offered command would be refused at once.

The rules have the last word; this looks only at what they would refuse at once. It must not know which is
worth doing.
"""

from __future__ import annotations

from turnkeeper.hexes import name_of
from turnkeeper.play.fight import able
from turnkeeper.play.fight.sides import ENEMIES
from turnkeeper.play.journey import caravan, exploring, journey, leg_time, whereabouts
from turnkeeper.play.kernel.event import Task
from turnkeeper.play.kernel.scene import chart_in_use, outdoors
from turnkeeper.play.party import provisions
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity


def anybody(state: State) -> bool:
    """Return whether anybody can act; of a party of whom nobody is written, yes."""
    return not state.party.members or bool(state.party.able)


def on_the_map(state: State, book: Rulebook) -> bool:
    """Return whether the party is somewhere on a map that can be read."""
    return state.journey.where is not None and chart_in_use(state, book) is not None


def free(state: State, book: Rulebook) -> bool:
    """Return whether nothing that stands open holds the clock."""
    return REGISTRY.hold(state, book) is None


def set_out(state: State, book: Rulebook) -> bool:
    """Return whether the party can travel from where it is."""
    if book.set.travel is None or not outdoors(state, book) or not anybody(state) or not free(state, book):
        return False
    return on_the_map(state, book) and not caravan.going(state, book).stuck and leg_time.able(state, book)


def resume(state: State, book: Rulebook) -> bool:
    """Return whether the task left unfinished last can go on here and now."""
    fighting = state.fight is not None or state.count is not None
    if not state.unfinished or state.question is not None or fighting or not free(state, book):
        return False
    task = state.unfinished[-1]
    activity = book.set.activities.get(task.activity)
    elsewhere = bool(task.where) and task.where != state.place.called
    late = task.until is not None and state.now >= task.until
    if elsewhere or late or (activity is not None and not begin(activity, state, book)):
        return False
    if whereabouts.under_way(state) is not None:
        return (
            set_out(state, book) and bool(state.journey.plan.path) and not whereabouts.march_done(state, book)
        )
    return task.kind != exploring.KIND or (anybody(state) and _is_here(task, state, book))


def _is_here(task: Task, state: State, book: Rulebook) -> bool:
    """Return whether the search of a hex is that of this one, by either of its names."""
    here = (one for one in (state.journey.where, state.journey.believed) if one is not None)
    return on_the_map(state, book) and task.what.endswith(tuple(map(name_of, here)))


def begin(activity: Activity, state: State, book: Rulebook) -> bool:
    """Return whether the scene, safety and supplies allow an activity; figures are asked for."""
    names = [one.name for one in state.party.living] or [""]
    if activity.barred_by and all(state.timers.binding(activity.barred_by, name) for name in names):
        return False
    if activity.needs and not state.timers.named(activity.needs):
        return False
    if activity.scenes and state.place.scene not in activity.scenes:
        return False
    if activity.safe and state.meetings:
        return False
    return _fed(activity, state, book)


def _fed(activity: Activity, state: State, book: Rulebook) -> bool:
    """Return whether the supplies suffice for an activity, less the share that the day has had already."""
    ends = state.now
    if activity.takes and not activity.times:
        ends += book.duration(activity.takes)
    short = provisions.short_of(state, provisions.needs(state, book, activity, ends))
    return activity.sleeps or short is None


def camp(state: State, book: Rulebook) -> bool:
    """Return whether it is known how a camp would turn out: under a tent, or in country looked over."""
    rules = book.set.camp
    if rules is None:
        return False
    if rules.tent and state.supplies.of(rules.tent):
        return True
    here = journey.terrain(state, book) if on_the_map(state, book) else None
    return (
        rules.natural is not None and here is not None and (here[1].shelter or here[0]) in rules.natural.found
    )


def another_round(state: State) -> bool:
    """Return whether anybody is left who could act in another round; a figure that is wanted is asked for."""
    number = 1 + (state.fight.rounds if state.fight is not None else 0)
    names = (*(one.name for one in state.party.members), *(one.name for one in state.sides), ENEMIES)
    return any(able.why_not(state, name, number) in {"", "surprised"} for name in names)
