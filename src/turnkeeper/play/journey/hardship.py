"""Hardship of travel: fatigue to the minute, burdens, marches and the price of forcing them.

Minutes of travel add up across hexes, each counted at the rate of the weather it was spent in. It
is all computed from the spans travelled; nothing counts down.
"""

from __future__ import annotations

from functools import partial
from math import lcm
from typing import NoReturn

from msgspec.structs import replace

from turnkeeper.play.clock import questions
from turnkeeper.play.journey import caravan, mounts, nights
from turnkeeper.play.journey.journey import travelled
from turnkeeper.play.journey.mapping import travels
from turnkeeper.play.journey.marches import (
    Marching,
    by_the_clock,
    counts_still,
    forced_stretches,
    march_began,
    march_of,
    marching,
)
from turnkeeper.play.kernel.decision import Decision, Visit, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, State, Task, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion
from turnkeeper.play.party import exertion, fatigue, party, saves
from turnkeeper.play.party.party import Character
from turnkeeper.play.sky import weather
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.travel import March, Save, Toil, Traveller
from turnkeeper.rules.model.weather import WeatherKind
from turnkeeper.time import NO_TIME, Duration, Instant, Rank


class ForceMarch(Command, frozen=True, tag="force-march"):
    """March on today beyond the day's march; it is paid for after the next hex. Then resume."""


class Encumber(Command, frozen=True, tag="encumber"):
    """A character carries more than they should, or no longer does."""

    who: str
    laden: bool = True


class MarchForced(Event, frozen=True, tag="march-forced.1"):
    """The party decided to march on: today's march may be ``longer`` by a length, ``in_all`` by so much.

    It may leave ``no_camp`` that day, and may be said before anybody marched, who ``begins`` only then.
    """

    longer: Duration
    in_all: Duration = NO_TIME
    no_camp: bool = False
    begins: bool = False


class MarchDone(Event, frozen=True, tag="march-done.1"):
    """The day's march is done, or only this ``watch``: the next hex ``needs`` more than is ``left`` of it."""

    left: Duration
    needs: Duration
    watch: bool = False


class MarchEndured(Event, frozen=True, tag="march-endured.1"):
    """The party has paid for a forced stretch of the march, or did not need to."""


class LadenChanged(Event, frozen=True, tag="laden-changed.1"):
    """A character became encumbered, or is so no longer."""

    who: str
    laden: bool


# The day's march


def march_today(decision: Decision, needs: Duration) -> Duration:
    """Return how much of the time that a hex needs can be travelled today.

    It is all or nothing where no part of a hex carries over into the next day.
    """
    march, today = march_of(decision.book), marching(decision.state, decision.book, decision.at)
    if march is None or today is None or needs <= today.at_once:
        return needs
    return today.at_once if march.carries else NO_TIME


def end_march(decision: Decision, needs: Duration) -> None:
    """End the day's march with time for the next hex still needed; the clock stops."""
    march, today = march_of(decision.book), marching(decision.state, decision.book, decision.at)
    if march is not None and today is not None:
        left = NO_TIME if march.carries else today.at_once
        # The price of the next hex is that of the true one, which would tell a lost party that it is lost.
        seen_by: Audience = "referee" if decision.state.journey.astray else "table"
        watch = today.watch_left < today.left
        decision.record(MarchDone(left, needs, watch, rule=march.rule.id, seen_by=seen_by))
        decision.stop()


def begun_today(decision: Decision) -> bool:
    """Return whether the part of a hex travelled so far still counts, or was lost with the day before."""
    return counts_still(decision.state, decision.book, decision.at)


def _force(decision: Decision, _command: ForceMarch) -> None:
    march, today = march_of(decision.book), marching(decision.state, decision.book, decision.at)
    if march is None or today is None or not march.forced:
        rule_out("no-march", "this rule set knows no force march", "travel on as far as you like")
    if not today.longer:
        _refuse_longer(decision, today)
    questions.require_free(decision)
    rule, longer = (march.forcing or march.rule).id, decision.book.duration(march.forced)
    no_camp = nights.leaves_no_camp(decision.book, march, today.forced + 1)
    in_all, begins = longer * (today.forced + 1), today.marched == NO_TIME and not today.forced
    decision.record(MarchForced(longer, in_all, no_camp, begins, rule=rule))


def _refuse_longer(decision: Decision, today: Marching) -> NoReturn:
    """Refuse to force a march that is a day long; suggest the rest of it, else the night."""
    night = "camp" if decision.book.set.camp is not None else "wait 8 h"
    lasts = decision.book.scale.say_clock(today.may)
    why = f"the march may last {lasts} already, and no march is longer"
    task = next(reversed(decision.state.unfinished), None)
    if task is None or not decision.state.journey.plan.path:
        refuse("day", why, "travel south-east")
    refuse("day", why, "resume" if march_today(decision, _still_needs(decision, task)) else night)


def _still_needs(decision: Decision, task: Task) -> Duration:
    return task.left if begun_today(decision) else task.takes


def after_leg(decision: Decision, set_out: Instant, *, pushed: bool) -> None:
    """Settle the price of a leg ``set_out`` on then: forced marches are paid for, pushed mounts may die."""
    march, state, book = march_of(decision.book), decision.state, decision.book
    began = march_began(state, book, decision.at)
    stretches = 0 if march is None else forced_stretches(state, book, began, decision.at, set_out)
    if march is not None:
        _settle(decision, march, began, stretches)
    pushed = pushed and caravan.going(state, book).pushable
    if pushed or (stretches and march is not None and march.pushes):
        first = (max(one.began, began) for one in state.journey.stretches if one.ended > began)
        mounts.push(decision, mounts.day_of(next(first, decision.at), book))


def _settle(decision: Decision, march: March, began: Instant, stretches: int) -> None:
    """Make the party pay for a march's forced stretches, except those already paid for."""
    paid = sum(1 for at in decision.state.journey.saved if at > began)
    for stretch in range(paid + 1, stretches + 1):
        _endure(decision, march, stretch)
        _go_without_camp(decision, march, stretch)


def _endure(decision: Decision, march: March, stretch: int) -> None:
    for who in decision.state.party.living:
        if march.save is not None:
            _save(decision, who, march.save, stretch)
    rule = march.save.rule.id if march.save is not None else (march.forcing or march.rule).id
    decision.record(MarchEndured(rule=rule, seen_by="referee"))
    for effect in march.do:
        decision.carry_out(effect, Occasion((march.forcing or march.rule).id, "table"))


def _save(decision: Decision, who: Character, rules: Save, stretch: int) -> None:
    against = None if rules.against is None else rules.against + rules.rises * (stretch - 1)
    thrown = saves.save if against is None or rules.saved else saves.check
    tested = thrown(decision, who, rules.attribute, rules.rule.id, against=against)
    if tested.succeeded:
        return
    if rules.exerts:
        exertion.exert(decision, who, rules.attribute, rules.exerts, rules.rule.id)
    fatigue.tire(decision, who, rules.fatigue, rules.rule.id)


def _book_forced(decision: Decision, march: March, start: Instant, until: Instant) -> None:
    """Schedule the end of each forced stretch, where it is paid for by the clock."""
    today = marching(decision.state, decision.book, start)
    if today is None or not march.forced or not by_the_clock(march):
        return
    # Mounts do not gallop on a forced march, so that its time is that of the clock.
    over, forced = today.marched - decision.book.duration(march.day), decision.book.duration(march.forced)
    began = march_began(decision.state, decision.book, start)
    stretch = max(over // forced, 0) + 1
    while (at := start + (forced * stretch - over)) <= until:
        visit = partial(_settle, march=march, began=began, stretches=stretch)
        decision.schedule(at, Rank.CHECKS, decision.state.order, visit)
        stretch += 1


def _go_without_camp(decision: Decision, march: March, stretch: int) -> None:
    """Pass a night without shelter where forced stretches leave no time for a camp."""
    camp = decision.book.set.camp
    if camp is not None and nights.leaves_no_camp(decision.book, march, stretch):
        nights.pass_night(decision, camp.unsheltered)


# Fatigue and burdens


def toil_of(book: Rulebook, who: Traveller) -> Toil | None:
    """Return the price of the way for all who travel, or the laden; ``None`` for nothing."""
    return None if book.set.travel is None else book.set.travel.toil.get(who)


def _cited(book: Rulebook, toil: Toil, sky: WeatherKind | None = None) -> str:
    """Return the id of the rule of a toil: its own, or else that of the weather or of travel."""
    others = (None if of is None else of.rule for of in (sky, book.set.travel))
    return next(one.id for one in (toil.rule, *others) if one is not None)


def _whole(book: Rulebook, tires: Toil) -> int:
    """Return the number of parts in a slot, chosen so that every rate of the rule set is a whole number."""
    return lcm(book.duration(tires.every).ms, book.weather_toil)


def _every(state: State, book: Rulebook, tires: Toil) -> Duration:
    """Return the length of travel that costs a slot in the current weather."""
    sky = weather.of(state, book)
    return book.duration((sky.tires_every if sky is not None else "") or tires.every)


def to_next_slot(state: State, book: Rulebook) -> Duration | None:
    """Return the travel in this weather until the next slot; ``None`` where travel costs none."""
    tires = toil_of(book, "all")
    return None if tires is None else _to_next_slot(state, book, tires)


def _to_next_slot(state: State, book: Rulebook, tires: Toil) -> Duration:
    whole = _whole(book, tires)
    missing = whole - state.journey.tired
    return Duration(-(-missing * _every(state, book, tires).ms // whole))


def rate(decision: Decision) -> int:
    """Return the parts of a slot that a millisecond of travel costs in the current weather."""
    tires = toil_of(decision.book, "all")
    if tires is None:
        return 0
    return _whole(decision.book, tires) // _every(decision.state, decision.book, tires).ms


def tired_after(decision: Decision, lasted: Duration, rate: int) -> int:
    """Return the parts towards the next slot after a length of travel at a rate."""
    tires = toil_of(decision.book, "all")
    return (
        0
        if tires is None
        else (decision.state.journey.tired + lasted.ms * rate) % _whole(decision.book, tires)
    )


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule what falls due by travelling: slots of fatigue, and the price of burdens."""
    rules = decision.book.set.travel
    if rules is None:
        return
    if rules.march is not None:
        _book_forced(decision, rules.march, start, until)
    if (tires := rules.toil.get("all")) is not None:
        every = _every(decision.state, decision.book, tires)
        first = _to_next_slot(decision.state, decision.book, tires)
        sky = weather.of(decision.state, decision.book)
        harsh = sky.toil if sky is not None and sky.tires_every else None
        rule = _cited(decision.book, harsh or tires, None if harsh is None else sky)
        _book(decision, start + first, every, until, partial(_tire, rule))
    burden = rules.toil.get("laden")
    if burden is not None and burden.every and decision.state.journey.laden:
        each = decision.book.duration(burden.every)
        done = travelled(decision.state.journey, march_began(decision.state, decision.book, start), start)
        visit = partial(_bear, _cited(decision.book, burden), burden)
        _book(decision, start + (each - done % each), each, until, visit)


def _book(decision: Decision, first: Instant, every: Duration, until: Instant, visit: Visit) -> None:
    at = first
    while at <= until:
        decision.schedule(at, Rank.CHECKS, decision.state.order, visit)
        at += every


def _tire(rule: str, decision: Decision) -> None:
    fatigue.tire_all(decision, 1, rule)


def _bear(rule: str, burden: Toil, decision: Decision) -> None:
    for who in decision.state.party.living:
        if who.name in decision.state.journey.laden:
            exertion.exert(decision, who, burden.attribute, burden.exerts, rule)


def _encumber(decision: Decision, command: Encumber) -> None:
    burden = toil_of(decision.book, "laden")
    if burden is None:
        rule_out("no-burden", "this rule set does not slow the encumbered by name", "party ... carrying 40")
    who = party.living(decision, command.who)
    if (who.name in decision.state.journey.laden) == command.laden:
        refuse("same", f"{who.name} is {'' if command.laden else 'not '}encumbered as it is")
    decision.record(LadenChanged(who.name, command.laden, rule=_cited(decision.book, burden)))


def _forced(state: State, event: MarchForced) -> State:
    journey = replace(state.journey, forced=(*state.journey.forced, event.at))
    return replace(state, journey=journey)


def _endured(state: State, event: MarchEndured) -> State:
    journey = replace(state.journey, saved=(*state.journey.saved, event.at))
    return replace(state, journey=journey)


def _laden(state: State, event: LadenChanged) -> State:
    others = tuple(name for name in state.journey.laden if name != event.who)
    laden = (*others, event.who) if event.laden else others
    return replace(state, journey=replace(state.journey, laden=laden))


def _tell_forced(event: MarchForced, book: Rulebook) -> str:
    say = book.scale.say_clock
    in_all = f", {say(event.in_all)} in all" if event.in_all > event.longer else ""
    no_camp = "; marched to its end, it leaves no time for a camp" if event.no_camp else ""
    unbegun = "; nobody has marched yet today" if event.begins else ""
    return f"force march: {say(event.longer)} more today{in_all}{no_camp}{unbegun}"


def _tell_done(event: MarchDone, book: Rulebook) -> str:
    what = "this watch reaches no other hex" if event.watch else "the day's march is done"
    if not event.left:
        return what
    needs, left = book.scale.say_clock(event.needs), book.scale.say_clock(event.left)
    return f"{what}: the next hex takes {needs}, and {left} are left"


def _tell_laden(event: LadenChanged, _book: Rulebook) -> str:
    return f"{event.who} is {'' if event.laden else 'no longer '}encumbered"


def _forces(book: Rulebook) -> bool:
    march = march_of(book)
    return march is not None and bool(march.forced)


MECHANISM = Mechanism(
    group="Travel",
    commands=(
        declare(
            ForceMarch,
            _force,
            serves=_forces,
            says="force march",
            heard=(
                "force|forced march|marching [today|now|tonight|day]",
                "march|push|press harder|further|hard [today|now|on]",
                "keep marching",
                "push|press|march on through night",
            ),
            examples="force march",
            step=StepKind("force march", "travel", ("force march",)),
        ),
        declare(
            Encumber,
            _encumber,
            serves=lambda book: toil_of(book, "laden") is not None,
            says=("encumber {who:who}", Form("unburden {who:who}", {"laden": False})),
            heard=(
                "overload {who:who}",
                "{who:who} encumbered|overloaded|burdened",
                Form("{who:who} unencumbered|unburdened", {"laden": False}),
                Form("{who:who} no longer encumbered|overloaded|burdened", {"laden": False}),
            ),
            examples=("encumber Orlo", "unburden Orlo"),
        ),
    ),
    events=(
        happens(MarchForced, _forced, _tell_forced),
        happens(MarchDone, unchanged, _tell_done),
        happens(MarchEndured, _endured, lambda _event, _book: "the forced march is endured"),
        happens(LadenChanged, _laden, _tell_laden),
    ),
    serves=travels,
)
