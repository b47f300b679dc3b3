"""The referee's view at a glance, put together from its parts: what every front end draws.

`view` adds the parts for a screen alone. Each part is made by one function of the state and the rule book;
``commands`` asks those that have lines for the commands that belong to them.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.views.parts.clock import ClockView, clock
from turnkeeper.views.parts.combatants import Troop, lengths_offered, states_known, troops
from turnkeeper.views.parts.counts import CountView, count
from turnkeeper.views.parts.due import DueLine, due
from turnkeeper.views.parts.encounters import MeetingLine, meetings
from turnkeeper.views.parts.fights import FightView, SideLine, TideView, fight, sides, tide
from turnkeeper.views.parts.lights import LightLine, lights
from turnkeeper.views.parts.matters import (
    Matter,
    OpenQuestion,
    UnfinishedLine,
    matters,
    unfinished,
)
from turnkeeper.views.parts.party import (
    AbsentLine,
    CaravanView,
    MemberLine,
    NeedLine,
    SupplyLine,
    absent,
    caravan,
    members,
    needs,
    supplies,
)
from turnkeeper.views.parts.place import PlaceView, place
from turnkeeper.views.parts.timers import TimerLine, TrackerLine, more_timers, timers, trackers
from turnkeeper.views.parts.wayfaring import Wayfaring, wayfaring


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
    absent: tuple[AbsentLine, ...]
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
    troops: tuple[Troop, ...]
    states_known: tuple[str, ...]
    lengths_offered: tuple[str, ...]
    tide: TideView | None
    unfinished: tuple[UnfinishedLine, ...]
    matters: tuple[Matter, ...]


def glance(campaign: Campaign, *, commands: bool = False) -> Glance:
    """Return how a campaign stands, with the commands that belong to its lines where they are asked for."""
    state, book, asked = campaign.state, campaign.book.plain, campaign.state.question
    by_rounds, by_segments = fight(state, book, commands=commands), count(state, book, commands=commands)
    going = by_segments or by_rounds
    return Glance(
        campaign=campaign.store.facts.name,
        rules=book.set.ruleset.name,
        head=campaign.head.id,
        clock=clock(state, book),
        place=place(state, book),
        travel=wayfaring(state, book),
        lights=lights(state, book, commands=commands),
        timers=timers(state, book, commands=commands),
        more_timers=more_timers(state),
        trackers=trackers(state, book),
        due=due(state, book),
        party=members(state, book, frozenset() if going is None else frozenset(going.acting)),
        absent=absent(state, book),
        supplies=supplies(state, book),
        needs=tuple(needs(state, book)),
        caravan=caravan(state, book),
        handouts=tuple(one.title for one in state.handouts),
        question=None if asked is None else OpenQuestion(asked.text, asked.choices),
        met=meetings(state, book),
        foretold=state.foretold or "",
        fight=by_rounds,
        count=by_segments,
        sides=sides(state, book, commands=commands),
        troops=troops(state, book) if commands else (),
        states_known=states_known(state) if commands and going is not None else (),
        lengths_offered=lengths_offered(book) if commands and going is not None else (),
        tide=tide(state),
        unfinished=unfinished(state, book),
        matters=matters(state, book),
    )
