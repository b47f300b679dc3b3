"""The referee's view at a glance, put together from its parts: what every front end draws.

`view` adds the parts for a screen alone. Each part is made by one function of the state and the rule book;
``commands`` asks those that have lines for the commands that belong to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.views.parts import (
    caravans,
    clock,
    counts,
    due,
    fights,
    lights,
    matters,
    party,
    place,
    timers,
    wayfaring,
)
from turnkeeper.views.parts.caravans import CaravanView
from turnkeeper.views.parts.clock import ClockView
from turnkeeper.views.parts.counts import CountView
from turnkeeper.views.parts.due import DueLine
from turnkeeper.views.parts.fights import FightView, SideLine, TideView
from turnkeeper.views.parts.lights import LightLine
from turnkeeper.views.parts.matters import Matter, MeetingLine, OpenQuestion, UnfinishedLine
from turnkeeper.views.parts.party import MemberLine, NeedLine, SupplyLine
from turnkeeper.views.parts.place import PlaceView
from turnkeeper.views.parts.timers import TimerLine, TrackerLine
from turnkeeper.views.parts.wayfaring import Wayfaring

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign


class Glance(Struct, frozen=True):
    """How a campaign stands, in figures and in the rule set's own words; ``head`` is the commit it shows.

    A part with nothing to say is empty. ``foretold`` is the referee's secret.
    """

    campaign: str
    rules: str
    head: str
    clock: ClockView
    place: PlaceView
    travel: Wayfaring | None
    lights: tuple[LightLine, ...]
    timers: tuple[TimerLine, ...]
    more_timers: int
    trackers: tuple[TrackerLine, ...]
    due: tuple[DueLine, ...]
    party: tuple[MemberLine, ...]
    supplies: tuple[SupplyLine, ...]
    needs: tuple[NeedLine, ...]
    caravan: CaravanView | None
    handouts: tuple[str, ...]
    question: OpenQuestion | None
    met: tuple[MeetingLine, ...]
    foretold: str
    fight: FightView | None
    count: CountView | None
    sides: tuple[SideLine, ...]
    tide: TideView | None
    unfinished: tuple[UnfinishedLine, ...]
    matters: tuple[Matter, ...]


def glance(campaign: Campaign, *, commands: bool = False) -> Glance:
    """Return how a campaign stands, with the commands that belong to its lines where they are asked for."""
    state, book = campaign.state, campaign.book
    fight, count = fights.fight(state, book, commands=commands), counts.count(state, book, commands=commands)
    acting = frozenset(count.acting if count is not None else fight.acting if fight is not None else ())
    return Glance(
        campaign=campaign.store.facts.name,
        rules=book.set.ruleset.name,
        head=campaign.head.id,
        clock=clock.clock(state, book),
        place=place.place(state, book),
        travel=wayfaring.wayfaring(state, book),
        lights=lights.lights(state, book, commands=commands),
        timers=timers.timers(state, book, commands=commands),
        more_timers=timers.more_timers(state, book),
        trackers=timers.trackers(state, book),
        due=due.due(state, book),
        party=party.members(state, book, acting),
        supplies=party.supplies(state, book),
        needs=party.needs(state, book),
        caravan=caravans.caravan(state, book),
        handouts=matters.handouts(state, book),
        question=matters.question(state, book),
        met=matters.meetings(state, book),
        foretold=state.foretold or "",
        fight=fight,
        count=count,
        sides=fights.sides(state, book, commands=commands),
        tide=fights.tide(state, book),
        unfinished=matters.unfinished(state, book),
        matters=matters.matters(state, book),
    )
