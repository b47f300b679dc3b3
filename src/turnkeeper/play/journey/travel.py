"""Travel: from hex to hex along the best way, by road or by a face, until something needs the referee.

A journey goes on by itself, hex by hex, each entered at its own instant. It stops at an encounter, at the
end of a day's march, where the way is barred, where something worsens; `resume` goes on with the rest of the
hex. Where the weather turns, the rest of a hex is paid at the new rate from that instant on.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.hexes import Hex, TooFarError, best_route, name_of
from turnkeeper.play.clock import questions
from turnkeeper.play.clock.clock import spend
from turnkeeper.play.dungeon import encounters
from turnkeeper.play.journey import caravan, exploring, hardship, leg_time, marches, navigation, remaining
from turnkeeper.play.journey.halting import conditions, stop_if_worse
from turnkeeper.play.journey.journey import Plan, chart_of, country_at, cut, here, label_of, travelled
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Audience, Event, Task, arriving, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import open_scene, outdoors
from turnkeeper.play.party import party
from turnkeeper.time import NO_TIME, Duration, Instant, Rank

if TYPE_CHECKING:
    from collections.abc import Hashable

    from turnkeeper.play.journey.journey import Journey
    from turnkeeper.play.journey.leg_time import Leg
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.terrain import Chart
    from turnkeeper.rules.model.travel import Travel

KIND = "travel"
AS_SAID = "that is as long as was said"
# The factor for the price of a hex off the road, for a party that looks for the road.
OFF_ROAD = 1_000


class JourneyBegan(Event, frozen=True, tag="journey-began.1"):
    """The party set out along a way; ``path`` are the hexes ahead as it believes them to lie."""

    path: tuple[Hex, ...]
    called: str
    pushed: bool = False
    by_road: bool = False


class HexEntered(Event, frozen=True, tag="hex-entered.1"):
    """The party entered a hex, and believes it is in one, mostly the same. ``country`` is its class.

    It ``took`` that long in all, a part of it ``before`` the latest halt; ``went`` and what follows is as in
    `WentOn`.
    """

    where: Hex
    believed: Hex
    country: str
    called: str = ""
    by_road: bool = False
    took: Duration = NO_TIME
    went: Duration = NO_TIME
    tired: int = 0
    pushed: bool = False
    before: Duration = NO_TIME


class WentOn(Event, frozen=True, tag="went-on.1"):
    """The party travelled without entering a hex; ``tired`` is how far it is to the next slot.

    That is counted in parts of a slot; ``pushed`` says that it pushed its mounts.
    """

    went: Duration
    tired: int = 0
    pushed: bool = False


class WayBarred(Event, frozen=True, tag="way-barred.1"):
    """The party cannot go on: the map ends there, or the hex cannot be entered on foot."""

    where: Hex
    why: str


class JourneyEnded(Event, frozen=True, tag="journey-ended.1"):
    """The party is where it was going, or believes so."""

    called: str


def rules_of(decision: Decision) -> Travel:
    """Return the rules of travel; refuses where the rule set has none."""
    rules = decision.book.set.travel
    if rules is None:
        rule_out("no-travel", "this rule set says nothing of travel over hexes", "a house file adds [travel]")
    return rules


def ready(decision: Decision, *, pushing: bool) -> Chart:
    """Return the chart to travel by; refuses for a party that cannot set out now."""
    questions.require_free(decision)
    party.require_able(decision)
    rules_of(decision)
    chart = chart_of(decision)
    here(decision)
    if not outdoors(decision.state, decision.book):
        out = open_scene(decision.book)
        refuse("scene", "one travels out of doors", f"leave for {out}" if out else "")
    going = caravan.going(decision.state, decision.book)
    if going.stuck:
        refuse("stuck", going.stuck, going.hint)
    if pushing and not going.pushable:
        refuse("no-mounts", "there are no mounts to push: not everybody rides", "travel without pushing")
    leg_time.require_able(decision)
    return chart


def best_way(decision: Decision, chart: Chart, goal: Hex, *, by_road: bool) -> tuple[Hex, ...]:
    """Return the hexes of the best way from the believed place, itself left out, to a goal; empty if none."""
    start = decision.state.journey.believed or here(decision)
    cost, least = leg_time.costs(decision.state, decision.book, chart, OFF_ROAD if by_road else 1)
    try:
        found = best_route(start, goal, cost, least)
    except TooFarError:
        return ()
    return () if found is None else found.hexes[1:]


def pursue(decision: Decision, task: Task) -> None:
    """Resume a journey, first with the rest of the hex."""
    chart = ready(decision, pushing=False)
    if not decision.state.journey.plan.path:
        refuse("no-journey", "the journey is not the party's any more", "abandon, and travel anew")
    fresh = not task.takes or not hardship.begun_today(decision)
    go(decision, chart, Fraction(1) if fresh else Fraction(task.left.ms, task.takes.ms))


def go(decision: Decision, chart: Chart, left: Fraction, until: Instant | None = None) -> None:
    """Travel on along the plan, ``until`` an instant at most; ``left`` of the next hex is still to do."""
    known = conditions(decision, chart)
    while _on_the_way(decision, chart):
        why, known = stop_if_worse(decision, known, chart), conditions(decision, chart)
        task = _task(decision, chart, left)
        # A hex that takes no time bars the way, which the party learns only when it stands there.
        if not decision.stopped and task.left and not hardship.march_today(decision, task.left):
            hardship.end_march(decision, task.left)
        if decision.stopped:
            remaining.interrupt(decision, chart, task, left, why)
            return
        navigation.find_the_way(decision, chart)
        if not _on_the_way(decision, chart):
            return
        leg = _next(decision, chart)
        if not chart.passable(leg.there):
            _bar(decision, chart, leg)
            return
        still = _cross(decision, chart, leg, left, until)
        if still is None:
            return
        left = still


def _task(decision: Decision, chart: Chart, left: Fraction) -> Task:
    """Return the task of the next hex's remaining part, at the current pace."""
    plan, leg = decision.state.journey.plan, _next(decision, chart)
    pushed = marches.pushes(decision.state, decision.book)
    takes = leg_time.time_of(decision.state, decision.book, chart, leg, pushed=pushed)
    parts = takes.ms * left
    still = Duration(-(-parts.numerator // parts.denominator))
    rule = rules_of(decision).rule.id
    return Task(f"travel to {plan.called}", decision.state.order, takes, still, rule=rule, kind=KIND)


def _cross(
    decision: Decision, chart: Chart, leg: Leg, left: Fraction, until: Instant | None
) -> Fraction | None:
    """Travel a leg as far as the clock goes; return the part of a hex to do next, ``None`` to stop here."""
    task = _task(decision, chart, left)
    pushed = marches.pushes(decision.state, decision.book)
    gallop = marches.gallop_left(decision.state, decision.book) if pushed else None
    holds = task.left if gallop is None else min(task.left, gallop)
    today = hardship.march_today(decision, holds)
    # The rate is that of the weather in which the stretch begins: where it turns, a new one begins.
    since = _Since(decision.at, hardship.rate(decision), pushed)
    enter = partial(_enter, chart, leg, since) if today == task.left else _halt
    rest, before = None, conditions(decision, chart)
    if today:
        encounters.leave_behind(decision)
        rest = spend(decision, replace(task, left=today), enter, heeds="pause", also=partial(_book, until))
    if rest is None and today == task.left:
        return Fraction(1)
    _went(decision, since)
    why = stop_if_worse(decision, before, chart)
    if rest is None or decision.stopped:
        hardship.after_leg(decision, since.began, pushed=since.pushed)
    still = task.left - (decision.at - since.began)
    share = Fraction(still.ms, task.takes.ms)
    if rest is None and today < holds:
        hardship.end_march(decision, still)
    if decision.stopped:
        why = (rest.why if rest is not None else "") or why or AS_SAID * (decision.at == until)
        remaining.interrupt(decision, chart, _task(decision, chart, share), share, why)
        return None
    return share


def _book(ends: Instant | None, decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule what falls due by travelling alone, and the halt at which it ``ends``."""
    if ends is not None and ends <= until:
        decision.schedule(ends, Rank.ENDS, decision.state.order, lambda decision: decision.stop())
    hardship.schedule(decision, start, until)
    navigation.schedule(decision, start, until)


def _halt(_course: Decision, _task: Task) -> None:
    """End the day's march in the middle of a hex, which no event of its own records."""


def _went(decision: Decision, since: _Since) -> None:
    went = decision.at - since.began
    if went:
        tired = hardship.tired_after(decision, went, since.rate)
        rule = rules_of(decision).rule.id
        decision.record(WentOn(went, tired, since.pushed, rule=rule, seen_by="referee"))


def _next(decision: Decision, chart: Chart) -> Leg:
    """Return the leg that the party truly takes next; refuses when it is not on the map."""
    here(decision)
    journey = decision.state.journey
    leg = leg_time.next_leg(chart, journey, journey.plan)
    if leg is None:
        message = "the hexes of a journey are not neighbours"
        raise LookupError(message)
    return leg


def _bar(decision: Decision, chart: Chart, leg: Leg) -> None:
    """Stop where the way is barred; a party barred where it expected a way finds out where it is."""
    ends = chart.land.at(leg.there) is None
    why = "the map ends here" if ends else f"{country_at(chart, leg.there)} bars the way"
    decision.record(WayBarred(leg.there, why, rule=rules_of(decision).rule.id))
    navigation.find_out(decision, f"{why}, where nobody thought so")
    decision.stop()


class _Since(Struct, frozen=True):
    """A stretch of travel: its beginning, the parts of a slot that a millisecond costs, and the pace."""

    began: Instant
    rate: int
    pushed: bool


def _enter(chart: Chart, leg: Leg, since: _Since, decision: Decision, _done: Task) -> None:
    """Enter the next hex: explore it, and settle the hardship of the way."""
    journey = decision.state.journey
    believed, rules, country = journey.plan.path[0], rules_of(decision), chart.at(leg.there)
    cite = (
        rules.roads.rule if leg.road and rules.roads is not None else country.rule if country else rules.rule
    )
    seen_by: Audience = "table" if leg.there == believed else "referee"
    went = decision.at - since.began
    # All travel since the last hex; this command set out at its first event.
    took = travelled(journey, journey.trail[-1].at, since.began) + went
    entered = HexEntered(
        leg.there, believed, chart.class_at(leg.there), label_of(chart, leg.there), leg.road, took,
        went, hardship.tired_after(decision, went, since.rate), since.pushed,
        travelled(journey, journey.trail[-1].at, decision.events[0].at), rule=cite.id, seen_by=seen_by,
    )  # fmt: skip
    decision.record(entered)
    exploring.arrive(decision, chart)
    navigation.recognise(decision, chart, known=leg.there in journey.explored)
    hardship.after_leg(decision, since.began, pushed=since.pushed)
    if not decision.state.journey.plan.path:
        _end_or_look_anew(decision, chart, believed, journey.plan)


def _on_the_way(decision: Decision, chart: Chart) -> bool:
    """Return whether there is a next hex; a party that found out where it is looks for the way anew."""
    plan, believed = decision.state.journey.plan, decision.state.journey.believed or here(decision)
    if not plan.path:
        return False
    if believed.face_to(plan.path[0]) is not None:
        return True
    return _end_or_look_anew(decision, chart, plan.path[-1], plan)


def _end_or_look_anew(decision: Decision, chart: Chart, goal: Hex, plan: Plan) -> bool:
    """End the journey at its goal, as far as the party knows; else look for a way there from here."""
    believed, rule = decision.state.journey.believed or here(decision), rules_of(decision).rule.id
    if believed == goal:
        decision.record(JourneyEnded(plan.called, rule=rule))
        return False
    path = best_way(decision, chart, goal, by_road=plan.by_road)
    if not path:
        decision.record(WayBarred(goal, "no way leads there from here", rule=rule))
        decision.stop()
        return False
    decision.record(JourneyBegan(path, plan.called, plan.pushed, plan.by_road, rule=rule))
    return True


def _began(state: State, event: JourneyBegan) -> State:
    # A party that veers in the middle of a hex still does so when it sets out anew there.
    plan = Plan(event.path, event.called, event.pushed, state.journey.plan.veer, event.by_road)
    unfinished = tuple(task for task in state.unfinished if task.kind != KIND)
    return replace(state, journey=replace(state.journey, plan=plan), unfinished=unfinished)


def _entered(state: State, event: HexEntered) -> State:
    journey = _on(state.journey, event).stood(event.at, event.where, event.believed)
    plan = replace(journey.plan, path=journey.plan.path[1:], veer=0)
    explored = journey.explored
    if event.where not in explored:
        explored = explored.set(event.where, event.at)
    return replace(state, journey=replace(journey, plan=plan, explored=explored))


def _went_on(state: State, event: WentOn) -> State:
    return replace(state, journey=_on(state.journey, event))


def _on(journey: Journey, event: HexEntered | WentOn) -> Journey:
    """Return the journey after the stretch of travel that an event ends."""
    journey = journey.went(event.at - event.went, event.at, pushed=event.pushed)
    return replace(journey, tired=event.tired)


def _halted(state: State, _event: WayBarred | JourneyEnded) -> State:
    return replace(state, journey=replace(state.journey, plan=Plan()))


def kept(then: State, now: State) -> State:
    """Return an earlier state in which a party on the way resumes from where it was then.

    No event records how far into a hex it was: that follows from when it travelled. A party that entered
    another hex since must give the journey up and begin anew.
    """
    journey, at = then.journey, then.now
    if not journey.plan.path or any(task.kind == KIND for task in then.unfinished):
        return then
    tasks = tuple(task for task in now.unfinished if task.kind == KIND)
    latest = now.journey.stretches[-1:]
    again = travelled(now.journey, at, latest[0].ended) if latest else NO_TIME
    again_to_do = (replace(task, left=min(task.left + again, task.takes)) for task in tasks)
    there = bool(tasks) and journey.trail == now.journey.trail
    on_the_way = replace(journey if there else journey.idle(), stretches=cut(now.journey.stretches, at))
    return replace(then, journey=on_the_way, unfinished=(*again_to_do, *then.unfinished))


def _tell_began(event: JourneyBegan, _book: Rulebook) -> str:
    hexes = "1 hex" if len(event.path) == 1 else f"{len(event.path)} hexes"
    how = " by road" if event.by_road else ""
    push = ", pushing the mounts" if event.pushed else ""
    return f"the party sets out for {event.called}{how}, {hexes}{push}"


def _tell_entered(event: HexEntered, book: Rulebook) -> str:
    place = f"{name_of(event.where)} {event.called}".rstrip()
    road = " by road" if event.by_road else ""
    since = f", {book.scale.say_clock(event.took - event.before)} since the halt" if event.before else ""
    # What the party does not know is only in the referee's log.
    astray = f" (believed {name_of(event.believed)})" if event.believed != event.where else ""
    return f"{place}{astray}, {event.country}{road}: {book.scale.say_clock(event.took)}{since}"


def _tell_went(event: WentOn, book: Rulebook) -> str:
    return f"on the way for {book.scale.say_clock(event.went)}"


def _essence(seen: Outlook) -> Hashable:
    """Return the journey; without outdoor scenes ahead, the party's knowledge without its instants."""
    journey = seen.state.journey
    return seen.relative(journey) if seen.outdoors else timeless(journey)


MECHANISM = Mechanism(
    events=(
        happens(JourneyBegan, _began, _tell_began),
        happens(WentOn, _went_on, _tell_went),
        happens(HexEntered, _entered, _tell_entered, ends=True, arrives=arriving),
        happens(WayBarred, _halted, lambda event, _book: f"{name_of(event.where)}: {event.why}"),
        happens(JourneyEnded, _halted, lambda event, _book: f"journey's end: {event.called}", ends=True),
    ),
    resumes={KIND: pursue},
    slices=("journey",),
    essence=_essence,
    keeps=kept,
)
