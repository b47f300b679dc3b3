"""The clock as the referee sets it: forward, what runs by it runs out; back, what happened since is undone.

What comes back with the clock and what stays: docs/decisions/0006-setting-the-clock-back.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.clock import questions, timers, trackers, windows
from turnkeeper.play.dungeon import burning, encounters, light, secrets
from turnkeeper.play.fight import fight, surprise
from turnkeeper.play.fight.segments import counting
from turnkeeper.play.journey import camp, caravan, journey, travel
from turnkeeper.play.kernel.decision import refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import handouts, party, provisions, supplies
from turnkeeper.play.sky import seasons
from turnkeeper.time import Handle, Instant, Rank, SpokenTimeError, Walk

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision, Visit
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook


class RuleClock(Command, frozen=True, tag="rule-clock"):
    """Set the clock to an instant, without anything happening on the way."""

    to: str


class ClockRuled(Event, frozen=True, tag="clock-ruled.1"):
    """The referee set the clock; set back, it undid what had happened since."""

    was: Instant


def _clock(decision: Decision, command: RuleClock) -> None:
    scale = decision.book.scale
    said = command.to
    if not said.casefold().startswith("day"):
        day = scale.say_instant(decision.at).rsplit(" ", 1)[0]
        said = f"{day} {said}"
    try:
        to = seasons.by_season(decision, lambda marks: scale.parse_instant(said, marks))
    except SpokenTimeError as fault:
        refuse("time", f"{command.to!r}: {fault.message}", fault.hint or "rule clock day 2 08:00")
    if to == decision.at:
        refuse("now", f"it is {scale.say_instant(to)} already")
    was = decision.at
    if to > was:
        _let_end(decision, to)
    decision.record(ClockRuled(was, at=to))
    decision.at = to


class _Quiet(Walk["Visit"]):
    """A walk on which things end and arrive, and nothing is checked and nobody is reminded."""

    def __init__(self, start: Instant, until: Instant) -> None:
        super().__init__(start, until)
        self.start = start

    def book_ms(self, ms: int, rank: int, begun: int, item: Visit) -> Handle[Visit]:
        """Add a mark; one of a check or a reminder goes to the start, which is not part of the walk."""
        quiet = rank in {Rank.CHECKS, Rank.REMINDS}
        return super().book_ms(self.start.ms if quiet else ms, rank, begun, item)


def _let_end(decision: Decision, to: Instant) -> None:
    """Let everything end or arrive that does so by the clock before an instant, each at its own (T4)."""
    walk = _Quiet(decision.at, to)
    decision.walk = walk
    for schedule in decision.registry.quiet:
        schedule(decision, decision.at, to)
    for at, visit in walk:
        decision.at = at
        visit(decision)
    decision.walk = None


def _clock_ruled(state: State, event: ClockRuled) -> State:
    to = event.at
    # Forward too: what would have rung on the way rings next after it.
    count = counting.on_clock(state.count, event.was, to)
    state = replace(state, now=to, timers=timers.rewound(state.timers, to), count=count)
    if to >= event.was:
        return state
    going = fight.rewound(state.fight, to)
    state = replace(
        state,
        lights=burning.rewound(state.lights, to),
        supplies=supplies.rewound(state.supplies, to),
        party=party.rewound(state.party, to),
        journey=journey.rewound(state.journey, to),
        unfinished=travel.rewound(state, to),
        secrets=secrets.rewound(state.secrets, to),
        meetings=encounters.rewound(state.meetings, to),
        rested=state.rested.rewound(to),
        weather=state.weather.rewound(to),
        season=state.season.rewound(to),
        windows=windows.rewound(state.windows, to),
        question=questions.rewound(state.question, to),
        fight=going,
        tide=state.tide if going is not None else None,
        camp=camp.rewound(state.camp, to),
        provisions=provisions.rewound(state.provisions, to),
        mana_rested=state.mana_rested.rewound(to),
        sides=tuple(side.rewound(to) for side in state.sides if side.came <= to),
        taken=surprise.rewound(state.taken, to),
        train=caravan.rewound(state.train, to),
        trackers=trackers.rewound(state.trackers, to),
        handouts=handouts.rewound(state.handouts, to),
    )
    # The place stays: a light that burned in another scene by then burns in this one from then on.
    return light.moved_to(state, state.place.scene, to)


def _tell_clock(event: ClockRuled, book: Rulebook) -> str:
    way = "back" if event.at < event.was else "forward"
    return f"ruling: the clock is set {way} from {book.scale.say_instant(event.was)}"


MECHANISM = Mechanism(
    commands=(
        declare(
            RuleClock,
            _clock,
            group="Rulings",
            help="Set the clock. Set back, it undoes what happened since; forward, what runs by it runs out.",
            says="rule clock {to:until}",
            examples=("rule clock day 1 08:00", "rule clock 07:30"),
        ),
    ),
    events=(happens(ClockRuled, _clock_ruled, _tell_clock),),
)
