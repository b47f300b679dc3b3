"""What the referee is shown: the state at a glance, in the rule set's own words.

A view is built up field by field from the state. Front ends draw views; they never look into the state.
"""

from __future__ import annotations

from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.clock import checks, timers
from turnkeeper.play.clock.clock import said_left
from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.dungeon import areas, dark, distance, movement
from turnkeeper.play.dungeon.burning import WHOLE, left_by_clock, spent
from turnkeeper.play.kernel.scene import among_rooms
from turnkeeper.play.party import handouts
from turnkeeper.play.party.loads import load_of
from turnkeeper.play.party.supplies import counted
from turnkeeper.play.sky import seasons, weather
from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, ByUsageDie
from turnkeeper.time import Duration, Instant
from turnkeeper.views import counts, fights, needs, tracked, trains
from turnkeeper.views.counts import CountView, TideView
from turnkeeper.views.fights import FightView
from turnkeeper.views.wayfaring import Wayfaring, wayfaring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.dungeon.burning import Light
    from turnkeeper.play.dungeon.encounters import Meeting
    from turnkeeper.play.kernel.task import Task
    from turnkeeper.play.party.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.lights import LightKind

MOST_DUE = 5
MOST_TIMERS = 12
MOST_UNITS = 3
FEW_UNITS = 2


class LightView(Struct, frozen=True):
    """A source: what is left of it, in words and in thousandths of a fresh one."""

    called: str
    lit: bool
    left: str
    left_of_1000: int
    reach: str


class TimerView(Struct, frozen=True):
    """A running timer and what is left of it."""

    called: str
    left: str
    ends: str


class DueView(Struct, frozen=True):
    """Something that will come by itself, and when."""

    what: str
    at: str
    left: str


class MemberView(Struct, frozen=True):
    """Somebody of the party; ``condition`` is dead, down, broken or nothing of the kind.

    ``attributes`` are all that are written, ``exerted`` those of which some is spent.
    """

    name: str
    condition: str
    hireling: bool
    level: int
    hp: str
    fatigue: int
    over: int
    burdened: str
    attributes: str
    race: str
    load: str
    mana: str
    exerted: str
    wields: str


class Status(Struct, frozen=True):
    """Everything the referee wants at a glance."""

    campaign: str
    rules: str
    commit: str
    now_ms: int
    now: str
    in_units: str
    step: str
    scene: str
    place: str
    spot: str
    dark: bool
    weather: str
    season: str
    area: tuple[str, ...]
    wayfaring: Wayfaring | None
    party: tuple[MemberView, ...]
    lights: tuple[LightView, ...]
    timers: tuple[TimerView, ...]
    more_timers: int
    trackers: tuple[str, ...]
    due: tuple[DueView, ...]
    supplies: tuple[str, ...]
    needs: tuple[str, ...]
    mounts: tuple[str, ...]
    vehicles: tuple[str, ...]
    rate: str
    sides: tuple[str, ...]
    unfinished: tuple[str, ...]
    handouts: tuple[str, ...]
    encounter: str
    foretold: str
    question: str
    choices: tuple[str, ...]
    fight: FightView | None
    count: CountView | None
    tide: TideView | None


def status(campaign: Campaign) -> Status:
    """Return the state of a campaign at a glance."""
    state, book, place = campaign.state, campaign.book, campaign.state.place
    question = state.question
    return Status(
        campaign=campaign.store.facts.name,
        rules=book.set.ruleset.name,
        commit=campaign.head.id,
        now_ms=state.now.ms,
        now=book.scale.say_instant(state.now),
        in_units=book.scale.say_units(state.now),
        step=book.scale.say(step_of(state, book)),
        scene=place.scene,
        place=place.name,
        spot=spot(state, book),
        dark=not dark.is_light(state, book),
        weather=weather.kind_of(state, book) if weather.of(state, book) is not None else "",
        season=seasons.of(state, book),
        area=tuple(areas.told(state, book)),
        wayfaring=wayfaring(state, book),
        party=tuple(_member(one, book) for one in state.party.members),
        lights=tuple(_light(one, book, state.now) for one in _shown_lights(state, book)),
        timers=tuple(_timers(state, book)),
        more_timers=max(0, len(state.timers.live) - MOST_TIMERS),
        trackers=tuple(tracked.trackers(state, book)),
        due=tuple(due(state, book))[:MOST_DUE],
        supplies=tuple(counted(book, one.count.value, one.item) for one in state.supplies.items),
        needs=tuple(needs.needs(state, book)),
        mounts=trains.mounts(state, book),
        vehicles=trains.vehicles(state, book),
        rate=rate(state, book),
        sides=tuple(fights.side(one) for one in state.sides),
        unfinished=tuple(_unfinished(one, book) for one in reversed(state.unfinished)),
        handouts=tuple(one.title for one in handouts.out(state.handouts)),
        encounter="; ".join(encounter(one, state.now, book) for one in state.meetings),
        foretold=state.foretold or "",
        question=question.text if question else "",
        choices=question.choices if question else (),
        fight=fights.fight(state),
        count=counts.count(state, book),
        tide=counts.tide(state),
    )


def spot(state: State, book: Rulebook) -> str:
    """Return where in a place with rooms the party stands: ``room 3``, ``corridor``."""
    place = state.place
    if not among_rooms(state, book):
        return ""
    return f"room {place.room}".strip() if place.spot == "room" else "corridor"


def _member(one: Character, book: Rulebook) -> MemberView:
    over = one.over(book)
    return MemberView(
        one.name,
        condition(one),
        one.hireling,
        one.level,
        "" if one.hp is None else f"{one.hp.value}/{one.most_hp}",
        one.fatigue.value,
        over,
        f"-{over} to {', '.join(book.set.characters.burdened)}" if over else "",
        ", ".join(attribute(one, key, value) for key, value in one.attributes),
        one.race,
        load(one, book),
        needs.mana(one),
        ", ".join(attribute(one, key, value) for key, value in one.attributes if one.lost(key)),
        one.wields,
    )


def load(one: Character, book: Rulebook) -> str:
    """Return what somebody carries, where loads are weighed."""
    rules, load = book.set.characters.load, load_of(one, book)
    if rules is None or (one.carrying == 0 and (load is None or not load.holds)):
        return ""
    return f"{one.carrying} lb, {rules.attribute} not written" if load is None else str(load)


def rate(state: State, book: Rulebook) -> str:
    """Return the party's rate at its pace, and whose it is, where the rule set gives rates."""
    slowest, key = movement.rate(state, book), movement.pace_now(state, book)
    if book.set.movement is None or not slowest.slowest or not key or book.set.paces[key].feet:
        return ""
    if not slowest.feet:
        return f"none: {slowest.slowest} cannot move"
    pace = book.set.paces[key]
    whole, part = divmod(movement.at_pace(slowest.feet, pace), 1)
    feet = f"{whole} {part}" if whole and part else str(part or whole)
    each = book.scale.say(movement.rate_each(book))
    return f"{feet} ft in {each} {pace.adverbs(key)[0]}, as {slowest.slowest}"


def attribute(one: Character, name: str, written: int) -> str:
    """Return an attribute as it stands: ``brawn 12``, ``brawn 10 of 12`` when some is exerted."""
    now = one.attribute(name)
    return f"{name} {written}" if now == written else f"{name} {now} of {written}"


def condition(one: Character) -> str:
    """Return what is wrong with somebody: dead, down, broken, or nothing of the kind."""
    if one.dead:
        return "dead"
    if one.down:
        return "down"
    return "broken" if one.broken else ""


def _shown_lights(state: State, book: Rulebook) -> Iterator[Light]:
    yield from state.lights.burning()
    yield from (one for one in state.lights.idle() if spent(book, one, state.now) < WHOLE)


def _light(one: Light, book: Rulebook, now: Instant) -> LightView:
    kind = book.set.lights[one.kind]
    left = WHOLE - spent(book, one, now)
    words = left_in_words(one, book, now)
    return LightView(one.called, one.lit, words, left.numerator * 1000 // left.denominator, reach_of(kind))


def reach_of(kind: LightKind) -> str:
    """Return how far a kind of light reaches: ``bright 20 ft, shadow 20 ft beyond``."""
    reach = f"bright {kind.bright} ft" if kind.bright else kind.reach
    return f"{reach}, shadow {kind.shadow} ft beyond" if kind.shadow else reach


def left_in_words(one: Light, book: Rulebook, now: Instant) -> str:
    """Return what is left of a source in its own currency: ``5 turns``, ``1 tick``, ``rolls 2d6``."""
    burns = book.burns(book.set.lights[one.kind], one.burned[-1].scene)
    left = WHOLE - spent(book, one, now)
    match burns:
        case ByClock(lasts=lasts):
            return book.scale.say(left_by_clock(book, one, book.duration(lasts), now))
        case ByTicks(ticks=whole):
            ticks = -(-left.numerator * whole // left.denominator)
            return f"{ticks} tick{'' if ticks == 1 else 's'}"
        case ByUsageDice() | ByUsageDie():
            steps = -(-left.numerator * burns.steps // left.denominator)
            return f"rolls {burns.thrown(burns.steps - steps)}"
        case _:
            return "until ended"


def _timers(state: State, book: Rulebook) -> Iterator[TimerView]:
    for timer in state.timers.live.values()[:MOST_TIMERS]:
        if timer.every is not None:
            yield TimerView(timer.called, f"every {book.scale.say(timer.every)}", "")
        elif timer.due is None:
            yield TimerView(timer.called, timers.say_until(timer.until), "")
        else:
            left = book.scale.say(timer.due - state.now)
            yield TimerView(timer.called, left, book.scale.say_instant(timer.due))


def due(state: State, book: Rulebook) -> list[DueView]:
    """Return what will come by itself, the soonest first."""
    sources = (
        _due_timers(state),
        _due_checks(state, book),
        _due_lights(state, book),
        _due_meeting(state),
        needs.due(state, book),
        tracked.due(state, book),
        _due_times_of_day(state, book),
    )
    coming = sorted(chain.from_iterable(sources), key=itemgetter(0))
    return [
        DueView(what, book.scale.say_instant(at), roughly(at - state.now, book) if at > state.now else "now")
        for at, what in coming
    ]


def roughly(left: Duration, book: Rulebook) -> str:
    """Return a length in words, only by its largest units where all would be a long row; no more is left."""
    said = book.scale.say(left)
    words = said.split(" ")
    return said if len(words) <= MOST_UNITS * 2 else " ".join(words[: MOST_UNITS * 2 - 2])


def briefly(left: Duration, book: Rulebook) -> str:
    """Return a length by its two largest units, for where one sees the rest; no more is left."""
    return " ".join(book.scale.say(left).split(" ")[: FEW_UNITS * 2])


def _due_timers(state: State) -> Iterator[tuple[Instant, str]]:
    for (ms, _, which), _none in islice(state.timers.marks.range((state.now.ms + 1, -1, -1)), MOST_DUE):
        timer = state.timers.live.get(which)
        if timer is not None:
            ends = timer.due is not None and timer.due.ms == ms
            yield Instant(ms), f"{timer.called} ends" if ends else f"reminder: {timer.called}"


def _due_checks(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    yield from checks.coming(state, book)


def _due_lights(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    for one in state.lights.burning():
        burns = book.burns(book.set.lights[one.kind], one.burned[-1].scene)
        if isinstance(burns, ByClock):
            left = left_by_clock(book, one, book.duration(burns.lasts), state.now)
            yield state.now + left, f"{one.called} goes out"


def _due_meeting(state: State) -> Iterator[tuple[Instant, str]]:
    for meeting in state.meetings:
        if meeting.arrives is not None and meeting.coming(state.now):
            yield meeting.arrives, f"{meeting.what} enters"


def _due_times_of_day(state: State, book: Rulebook) -> Iterator[tuple[Instant, str]]:
    for name in seasons.times(state, book):
        at = seasons.next_time(state, book, name, state.now)
        if at is not None:
            yield at, name


def _unfinished(task: Task, book: Rulebook) -> str:
    until = f", lost at {book.scale.say_instant(task.until)}" if task.until is not None else ""
    return f"{task.what}, {said_left(task, book)} left{until}"


def encounter(meeting: Meeting, now: Instant, book: Rulebook) -> str:
    """Return what was met, where, when it comes and how it takes to the party."""
    where = f", {distance.say(meeting)}" if meeting.feet is not None else ""
    arrives = meeting.arrives if meeting.coming(now) else None
    when = f", comes at {book.scale.say_time_of_day(arrives)}" if arrives is not None else ""
    reaction = f", {meeting.reaction}" if meeting.reaction else ""
    return f"{meeting.what}{where}{when}{reaction}"
