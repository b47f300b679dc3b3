"""Rulings: the referee may set anything, and the record says that it was a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play import (
    burning,
    camp,
    counting,
    encounters,
    fight,
    handouts,
    journey,
    light,
    party,
    provisions,
    questions,
    scores,
    seasons,
    secrets,
    supplies,
    surprise,
    timers,
    trackers,
    train,
    travel,
    windows,
)
from turnkeeper.play.course import closest, refuse
from turnkeeper.play.declare import declare
from turnkeeper.play.event import Command, Event, happens, passed
from turnkeeper.play.sides import side_named
from turnkeeper.rules.lights import Burns, ByClock, ByTicks, ByUsageDice, ByUsageDie
from turnkeeper.time import NO_TIME, Duration, Handle, Instant, Rank, SpokenTimeError, Walk

if TYPE_CHECKING:
    from turnkeeper.play.course import Course, Visit
    from turnkeeper.play.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

BOUND = 1_000_000


class RuleClock(Command, frozen=True, tag="rule-clock"):
    """Set the clock to an instant, without anything happening on the way."""

    to: str


class RuleScore(Command, frozen=True, tag="rule-score"):
    """Set something that is written of a member of the party, or a side's morale."""

    score: str
    who: str
    value: int


class RuleSupply(Command, frozen=True, tag="rule-supply"):
    """Set how many of an item there are."""

    item: str
    count: int


class RuleTimer(Command, frozen=True, tag="rule-timer"):
    """Set how long a timer has left."""

    name: str
    left: Duration


class RuleLight(Command, frozen=True, tag="rule-light"):
    """Set how much of a burning source is left: in its own parts (ticks, dice), or as a length of time."""

    kind: str
    bearer: str = ""
    parts: int | None = None
    left: Duration | None = None


class Rule(Command, frozen=True, tag="ruling"):
    """Rule something in words."""

    text: str


class ClockRuled(Event, frozen=True, tag="clock-ruled.1"):
    """The referee set the clock; set back, it undid what had happened since."""

    was: Instant


class ScoreRuled(Event, frozen=True, tag="score-ruled.1"):
    """The referee set something that is written of somebody, or the morale of a side."""

    score: str
    who: str
    value: int
    side: bool = False


class SupplyRuled(Event, frozen=True, tag="supply-ruled.1"):
    """The referee set how many of an item there are."""

    item: str
    count: int


class TimerRuled(Event, frozen=True, tag="timer-ruled.1"):
    """The referee set how long a timer has left."""

    timer: int
    called: str
    left: Duration


class Ruled(Event, frozen=True, tag="ruled.1"):
    """The referee ruled something in words."""

    text: str


def _clock(course: Course, command: RuleClock) -> None:
    scale = course.book.scale
    said = command.to
    if not said.casefold().startswith("day"):
        day = scale.say_instant(course.at).rsplit(" ", 1)[0]
        said = f"{day} {said}"
    try:
        to = seasons.by_season(course, lambda marks: scale.parse_instant(said, marks))
    except SpokenTimeError as fault:
        refuse("time", f"{command.to!r}: {fault.message}", fault.hint or "rule clock day 2 08:00")
    if to == course.at:
        refuse("now", f"it is {scale.say_instant(to)} already")
    was = course.at
    if to > was:
        _let_end(course, to)
    course.record(ClockRuled(was, at=to))
    course.at = to


class _Quiet(Walk["Visit"]):
    """A walk on which things end and arrive, and nothing is checked and nobody is reminded."""

    def __init__(self, start: Instant, until: Instant) -> None:
        super().__init__(start, until)
        self.start = start

    def book_ms(self, ms: int, rank: int, begun: int, item: Visit) -> Handle[Visit]:
        """Add a mark; one of a check or a reminder goes to the start, which is not part of the walk."""
        quiet = rank in {Rank.CHECKS, Rank.REMINDS}
        return super().book_ms(self.start.ms if quiet else ms, rank, begun, item)


def _let_end(course: Course, to: Instant) -> None:
    """Let everything end or arrive that does so by the clock before an instant, each at its own (T4)."""
    walk = _Quiet(course.at, to)
    course.walk = walk
    for book_marks in (timers.book_marks, light.book_marks, encounters.book_marks):
        book_marks(course, course.at, to)
    for at, visit in walk:
        course.at = at
        visit(course)
    course.walk = None


def _score(course: Course, command: RuleScore) -> None:
    score = command.score.casefold()
    if abs(command.value) > BOUND:
        refuse("number", f"{command.value} is beyond {BOUND:,}")
    side = side_named(course.state, command.who)
    if score == "morale" and side is not None:
        ruled = ScoreRuled(score, side.name, command.value, side=True, at=course.at, seen_by="referee")
        course.record(ruled)
        return
    known = scores.known(course.book)
    if score not in known:
        hint = closest(score, known, ", ".join(known))
        refuse("unknown-score", f"{command.score!r} is not written of a character", hint)
    who = party.member(course, command.who)
    least = scores.least(score)
    if least is not None and command.value < least:
        refuse("number", f"{score} is never less than {least}", f"rule {score} of {who.name} {least}")
    course.record(ScoreRuled(score, who.name, command.value, at=course.at))


def _supply(course: Course, command: RuleSupply) -> None:
    if not 0 <= command.count <= BOUND:
        refuse("number", f"there can be 0 to {BOUND:,} of an item")
    course.record(SupplyRuled(supplies.item_name(course.book, command.item), command.count, at=course.at))


def _timer(course: Course, command: RuleTimer) -> None:
    found = course.state.timers.named(command.name)
    if not found:
        running = [timer.called for timer in course.state.timers.live.values()]
        hint = closest(command.name, running, "status lists them")
        refuse("no-timer", f"no timer {command.name!r} is running", hint)
    if command.left <= NO_TIME:
        refuse("length", "a timer with nothing left is over", f"end timer {command.name}")
    for timer in found:
        course.record(TimerRuled(timer.id, timer.called, command.left, at=course.at, seen_by=timer.seen_by))


def _light(course: Course, command: RuleLight) -> None:
    one = light.lit_one(course, command.kind, command.bearer)
    burns = course.book.burns(course.book.set.lights[one.kind], one.burned[-1].scene)
    used, whole = _used(course, burns, command, one)
    course.record(light.LightRuled(one.id, one.called, used, whole, at=course.at))
    if used >= whole:
        light.go_out(course, one)


def _used(course: Course, burns: Burns, command: RuleLight, one: burning.Light) -> tuple[int, int]:
    """Return how much is used up, in parts of the whole, when so much is left."""
    if isinstance(burns, ByClock):
        whole = course.book.duration(burns.lasts).ms
        left = NO_TIME if command.left is None else command.left
        if command.left is None and command.parts != 0:
            refuse("currency", f"{one.called} burns by the clock", f"rule light {one.kind} 20 min left")
        left_parts = left.ms
    elif isinstance(burns, ByTicks | ByUsageDice | ByUsageDie):
        whole = burns.ticks if isinstance(burns, ByTicks) else burns.steps
        if command.parts is None:
            refuse(
                "currency", f"{one.called} does not burn by the clock here", f"rule light {one.kind} 1 left"
            )
        left_parts = command.parts
    else:
        refuse("currency", f"{one.called} burns until ended", f"douse {one.kind}")
    if not 0 <= left_parts <= whole:
        refuse("number", f"{one.called} cannot have more left than a fresh one", f"refuel {one.kind}")
    return whole - left_parts, whole


def _rule(course: Course, command: Rule) -> None:
    course.record(Ruled(command.text, at=course.at))


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
        train=train.rewound(state.train, to),
        trackers=trackers.rewound(state.trackers, to),
        handouts=handouts.rewound(state.handouts, to),
    )
    # The place stays: a light that burned in another scene by then burns in this one from then on.
    return light.moved_to(state, state.place.scene, to)


def _score_ruled(state: State, event: ScoreRuled) -> State:
    if event.side:
        sides = tuple(
            replace(one, morale=event.value) if one.name == event.who else one for one in state.sides
        )
        return replace(state, now=event.at, sides=sides)

    def ruled(one: Character) -> Character:
        return scores.ruled(one, event.score, event.value, event.at)

    return replace(state, now=event.at, party=state.party.changed(event.who, ruled))


def _supply_ruled(state: State, event: SupplyRuled) -> State:
    by = event.count - (state.supplies.of(event.item) or 0)
    return replace(state, now=event.at, supplies=state.supplies.changed(event.item, by, event.at))


def _timer_ruled(state: State, event: TimerRuled) -> State:
    return replace(state, now=event.at, timers=timers.ruled(state.timers, event.timer, event.at, event.left))


def _tell_supply(event: SupplyRuled, book: Rulebook) -> str:
    there = supplies.counted(book, event.count, event.item)
    return f"ruling: there {'is' if event.count == 1 else 'are'} {there}"


def _tell_clock(event: ClockRuled, book: Rulebook) -> str:
    way = "back" if event.at < event.was else "forward"
    return f"ruling: the clock is set {way} from {book.scale.say_instant(event.was)}"


def _tell_timer(event: TimerRuled, book: Rulebook) -> str:
    return f"ruling: timer {event.called} has {book.scale.say(event.left)} left"


def _tell_score(event: ScoreRuled, _book: Rulebook) -> str:
    return f"ruling: {event.score} of {event.who} is {event.value}"


EVENTS = (
    happens(ClockRuled, _clock_ruled, _tell_clock),
    happens(
        ScoreRuled,
        _score_ruled,
        _tell_score,
    ),
    happens(SupplyRuled, _supply_ruled, _tell_supply),
    happens(TimerRuled, _timer_ruled, _tell_timer),
    happens(Ruled, passed, lambda event, _book: f"ruling: {event.text}"),
)
COMMANDS = (
    declare(
        RuleClock,
        _clock,
        group="Rulings",
        help="Set the clock. Set back, it undoes what happened since; forward, what runs by it runs out.",
        says="rule clock {to:until}",
        examples=("rule clock day 1 08:00", "rule clock 07:30"),
    ),
    declare(
        RuleLight,
        _light,
        group="Rulings",
        help="Set what is left of a burning source: ticks or dice, or a length where it burns by the clock.",
        says=(
            "rule light {kind:light} of {bearer:who} {parts:number} left",
            "rule light {kind:light} {parts:number} left",
            "rule light {kind:light} of {bearer:who} {left:length} left",
            "rule light {kind:light} {left:length} left",
        ),
        examples=("rule light torch of Orlo 1 left", "rule light torch 20 min left"),
    ),
    declare(
        RuleTimer,
        _timer,
        group="Rulings",
        help="Set how long a timer has left.",
        says="rule timer {name:name} {left:length} left",
        examples="rule timer bless 2 turns left",
    ),
    declare(
        RuleSupply,
        _supply,
        group="Rulings",
        help="Set how many of an item there are.",
        says="rule stock {item:what} {count:number}",
        examples="rule stock rations 4",
    ),
    declare(
        RuleScore,
        _score,
        group="Rulings",
        help="Set something written of a character (hp, fatigue, level, wisdom ...), or a side's morale.",
        says="rule {score:what} of {who:who} {value:number}",
        examples=("rule hp of Varda 5", "rule wisdom of Orlo 10"),
    ),
    declare(
        Rule,
        _rule,
        group="Rulings",
        help="Rule anything in words; the record keeps that it was a ruling.",
        says="ruling {text:text}",
        examples="ruling the door was never locked",
    ),
)
