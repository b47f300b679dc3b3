"""What the referee's screen shows at one glance, put together from its parts.

Everything is said in the rule set's own words, and only what this rule set and scene need is there: a part
with nothing to say is empty. It is computed after each command, so that it costs what is shown and not what
ever happened. Templates place it and never look into the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import codec
from turnkeeper.play.clock.clock import said_left
from turnkeeper.play.dungeon import areas, dark
from turnkeeper.play.fight.segments.count import now_up
from turnkeeper.play.journey import travel
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.record import CommitId
from turnkeeper.views import status, trains, wayfaring
from turnkeeper.views.advice import advice
from turnkeeper.views.referee import burndown, company, news, possible
from turnkeeper.views.referee.asked import StepBuilder
from turnkeeper.views.referee.burndown import LampView, TimerLine, TrackerLine
from turnkeeper.views.referee.clockface import ClockView, clock
from turnkeeper.views.referee.company import MemberLine, NeedLine, SupplyLine
from turnkeeper.views.referee.halts import Halt, Waiting, halt, waiting
from turnkeeper.views.referee.lately import LogPage, log_page
from turnkeeper.views.referee.offered import steps
from turnkeeper.views.referee.segments import count_track
from turnkeeper.views.referee.steps import Step
from turnkeeper.views.referee.strip import StripView, strip
from turnkeeper.views.referee.tracks import Track, order_track
from turnkeeper.views.status import DueView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.wayfaring import Wayfaring

MOST_DUE = 5
NOT_LISTED = ("where", "lost", "journey", "march", "weather", "daylight")
"""What is told of travel under a heading of its own, or with the clock."""


class PlaceView(Struct, frozen=True):
    """Where the party is: scene, place, room or corridor. ``dark`` tells that it has no light there."""

    scene: str
    name: str
    spot: str
    outdoors: bool
    dark: bool
    facts: tuple[str, ...] = ()


class TravelView(Struct, frozen=True):
    """The journey in short: ``where`` it truly is, the goal ahead, what is left of today's march.

    ``lost`` says what only the referee knows. ``lines`` are subject and text of the rest.
    """

    where: str
    hex: str
    lost: str
    goal: str
    march: str
    march_done: bool
    lines: tuple[tuple[str, str], ...] = ()


class MeetingLine(Struct, frozen=True):
    """What was met, how far away or when it comes, and how it takes to the party; ``text`` says all of it."""

    what: str
    text: str
    reaction: str = ""


class UnfinishedLine(Struct, frozen=True):
    """What was cut short: what is left of it, in words and in thousandths, and until when it can go on.

    ``steps`` go on with it or give it up, for the one that was left last; the others wait their turn. What is
    left is ``secret`` where it is reckoned from a hex in which the party does not know to be.
    """

    what: str
    left: str
    left_of_1000: int
    until: str = ""
    secret: bool = False
    steps: tuple[Step, ...] = ()


class BackView(Struct, frozen=True):
    """What undo and redo would do: ``undo: search, 2d6 = 9``; ``can`` is false where there is nothing."""

    can: bool
    said: str


class RefereeView(Struct, frozen=True):
    """Everything on the referee's screen; ``head`` is the commit that it shows."""

    campaign: str
    rules: str
    head: str
    clock: ClockView
    strip: StripView
    place: PlaceView
    travel: TravelView | None
    lights: tuple[LampView, ...]
    party: tuple[MemberLine, ...]
    timers: tuple[TimerLine, ...]
    more_timers: int
    trackers: tuple[TrackerLine, ...]
    due: tuple[DueView, ...]
    supplies: tuple[SupplyLine, ...]
    needs: tuple[NeedLine, ...]
    mounts: tuple[str, ...]
    vehicles: tuple[str, ...]
    met: tuple[MeetingLine, ...]
    foretold: str
    fight: Track | None
    unfinished: tuple[UnfinishedLine, ...]
    steps: tuple[Step, ...]
    halt: Halt | None
    waiting: tuple[Waiting, ...]
    undo: BackView
    redo: BackView
    log: LogPage
    announcement: str

    @property
    def cut_short(self) -> tuple[UnfinishedLine, ...]:
        """What was left unfinished, each with those of its steps that the bar does not have."""
        return tuple(replace(one, steps=_but(one.steps, self.steps)) for one in self.unfinished)

    @property
    def also_waits(self) -> tuple[Waiting, ...]:
        """What waits besides, each with the steps that neither the bar has nor what was cut short.

        What has none of its own is told only where nothing else says what there is to do.
        """
        elsewhere = (*self.steps, *(step for one in self.unfinished for step in one.steps))
        waits = (replace(one, steps=_but(one.steps, elsewhere)) for one in self.waiting)
        told = self.fight is not None or self.met or self.unfinished
        return tuple(one for one in waits if one.steps or not told)


def _but(steps: tuple[Step, ...], others: tuple[Step, ...]) -> tuple[Step, ...]:
    said = {one.say for one in others}
    return tuple(one for one in steps if one.say not in said)


def referee_view(campaign: Campaign, before: RefereeView | None = None) -> RefereeView:
    """Return what the referee sees of a campaign now.

    ``before`` is what was seen last, if anything: with it the announcement tells what was undone, and says
    nothing where nothing has changed.
    """
    state, book = campaign.state, campaign.book
    way, make = wayfaring.wayfaring(state, book), StepBuilder(state, book)
    events = codec.decode_events(campaign.head.events)
    waits = waiting(advice(campaign), make)
    stopped = halt(events, campaign.head.id, waits, make)
    log = log_page(campaign)
    lately = [line for group in log.groups for line in group.lines]
    lights, timers = burndown.lamps(state, book), burndown.timer_lines(state, book)
    return RefereeView(
        campaign=campaign.store.facts.name,
        rules=book.set.ruleset.name,
        head=campaign.head.id,
        clock=clock(state, book, way),
        strip=strip(state, book, lately),
        place=_place(state, book),
        travel=_travel(way),
        lights=lights,
        party=company.members(state, book, _acting(make)),
        timers=timers,
        more_timers=max(0, len(state.timers.live) - len(timers)),
        trackers=tuple(burndown.tracker_lines(state, book)),
        due=tuple(status.due(state, book)[:MOST_DUE]),
        supplies=company.supply_lines(state, book),
        needs=company.need_lines(state, book),
        mounts=trains.mounts(state, book),
        vehicles=trains.vehicles(state, book),
        met=tuple(
            MeetingLine(one.what, status.encounter(one, state.now, book), one.reaction)
            for one in state.meetings
        ),
        foretold=state.foretold or "",
        fight=count_track(state, book) or order_track(state, book, make.now),
        unfinished=tuple(_unfinished(make)),
        steps=steps(make),
        halt=stopped,
        waiting=waits,
        undo=_undo(campaign),
        redo=_redo(campaign),
        log=log,
        announcement=_announced(campaign, before, lights),
    )


def _place(state: State, book: Rulebook) -> PlaceView:
    facts = list(areas.told(state, book))
    rate = status.rate(state, book)
    if rate:
        facts.append(rate)
    place = state.place
    return PlaceView(
        scene=place.scene,
        name=place.name,
        spot=status.spot(state, book),
        outdoors=outdoors(state, book),
        dark=not dark.is_light(state, book),
        facts=tuple(facts),
    )


def _travel(way: Wayfaring | None) -> TravelView | None:
    """Return the journey in short; ``None`` indoors, and where nothing is known of travel but the sky."""
    if way is None:
        return None
    told = dict(wayfaring.told(way))
    lines = tuple((subject, text) for subject, text in told.items() if subject not in NOT_LISTED)
    view = TravelView(
        where=told.get("where", ""),
        hex="" if way.where is None else way.where.hex,
        lost=told.get("lost", ""),
        goal=told.get("journey", ""),
        march=told.get("march", ""),
        march_done=way.march is not None and way.march.done,
        lines=lines,
    )
    return view if any((view.where, view.lost, view.goal, view.march, view.lines)) else None


def _acting(make: StepBuilder) -> frozenset[str]:
    """Return the names of those whose go it is in a fight."""
    if make.state.count is not None:
        return frozenset(one.name for one in now_up(make.state))
    return frozenset() if make.now is None else frozenset(make.now.who)


def _unfinished(make: StepBuilder) -> Iterator[UnfinishedLine]:
    """Yield what was left unfinished, the latest first; only that one can be gone on with."""
    state, book = make.state, make.book
    for index, task in enumerate(reversed(state.unfinished)):
        says = () if index else ("resume", "abandon") if possible.resume(state, book) else ("abandon",)
        yield UnfinishedLine(
            what=task.what,
            left=said_left(task, book),
            left_of_1000=burndown.per_mille(task.left.ms, task.takes.ms),
            until="" if task.until is None else book.scale.say_instant(task.until),
            secret=task.kind == travel.KIND and state.journey.off_the_way,
            steps=make.all_advised(says),
        )


def _undo(campaign: Campaign) -> BackView:
    if campaign.head.parent is None:
        return BackView(can=False, said="nothing to undo: this is where the campaign began")
    return BackView(can=True, said=f"undo: {campaign.head.summary}")


def _redo(campaign: Campaign) -> BackView:
    child = campaign.store.redo_of(campaign.head.id)
    if child is None:
        return BackView(can=False, said="nothing was undone here")
    return BackView(can=True, said=f"redo: {campaign.store.commit(child).summary}")


def _announced(campaign: Campaign, before: RefereeView | None, lights: tuple[LampView, ...]) -> str:
    """Return what changed since what was seen before; without that, what the last command did."""
    known: dict[str, bool] = {}
    if before is not None:
        moved = "" if before.head == campaign.head.id else news.moved(campaign, CommitId(before.head))
        if moved or before.head == campaign.head.id:
            return moved
        known = {one.name: one.low for one in before.lights}
    low = [one for one in lights if one.lit and one.low and known.get(one.name) is False]
    return news.announcement(campaign, low)
