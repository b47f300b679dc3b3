"""Rulings: the referee may set any value, and the record marks it as a ruling.

The clock is set in `clock_rulings`, the figures of members and sides in `score_rulings`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.play.clock import timers
from turnkeeper.play.dungeon import burning, lamps, light
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import supplies
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration

BOUND = 1_000_000


class RuleSupply(Command, frozen=True, tag="rule-supply"):
    """Set how many of an item there are."""

    item: str
    count: int


class RuleTimer(Command, frozen=True, tag="rule-timer"):
    """Set how long a timer has left."""

    name: str
    left: Duration


class RuleLight(Command, frozen=True, tag="rule-light"):
    """Set the rest of a burning source: ticks or dice, or a length where it burns by the clock."""

    kind: str
    bearer: str = ""
    parts: int | None = None
    left: Duration | None = None


class Rule(Command, frozen=True, tag="ruling"):
    """Rule anything in words; the record keeps that it was a ruling."""

    text: str


class SupplyRuled(Event, frozen=True, tag="supply-ruled.1"):
    """The referee set the count of an item."""

    item: str
    count: int


class TimerRuled(Event, frozen=True, tag="timer-ruled.1"):
    """The referee set the time that a timer has left."""

    timer: int
    called: str
    left: Duration


class Ruled(Event, frozen=True, tag="ruled.1"):
    """The referee made a ruling in words."""

    text: str


def _supply(decision: Decision, command: RuleSupply) -> None:
    if not 0 <= command.count <= BOUND:
        refuse("number", f"there can be 0 to {BOUND:,} of an item")
    decision.record(SupplyRuled(supplies.item_name(decision.book, command.item), command.count))


def _timer(decision: Decision, command: RuleTimer) -> None:
    found = decision.state.timers.named(command.name)
    if not found:
        running = [timer.called for timer in decision.state.timers.live.values()]
        hint = closest(command.name, running, "status lists them")
        refuse("no-timer", f"no timer {command.name!r} is running", hint)
    if command.left <= NO_TIME:
        refuse("length", "a timer with nothing left is over", f"end timer {command.name}")
    for timer in found:
        decision.record(TimerRuled(timer.id, timer.called, command.left, seen_by=timer.seen_by))


def _light(decision: Decision, command: RuleLight) -> None:
    one = light.lit_one(decision, command.kind, command.bearer)
    used, whole = _used(decision, command, one)
    by_clock = burning.lasts(decision.book, burning.burns_by(decision.book, one)) is not None
    decision.record(light.LightRuled(one.id, one.called, used, whole, by_clock))
    if used >= whole:
        light.go_out(decision, one)


def _used(decision: Decision, command: RuleLight, one: burning.Light) -> tuple[int, int]:
    """Return how much of the light is used up and how much a fresh one has, in the same parts."""
    burns = burning.burns_by(decision.book, one)
    lasts, whole = burning.lasts(decision.book, burns), burns.steps
    if lasts is not None:
        whole = lasts.ms
        left = NO_TIME if command.left is None else command.left
        if command.left is None and command.parts != 0:
            refuse("currency", f"{one.called} burns by the clock", f"rule light {one.kind} 20 min left")
        left_parts = left.ms
    elif whole:
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


def _rule(decision: Decision, command: Rule) -> None:
    decision.record(Ruled(command.text))


def _supply_ruled(state: State, event: SupplyRuled) -> State:
    by = event.count - (state.supplies.of(event.item) or 0)
    return replace(state, supplies=state.supplies.changed(event.item, by, event.at))


def _timer_ruled(state: State, event: TimerRuled) -> State:
    return replace(state, timers=timers.ruled(state.timers, event.timer, event.at, event.left))


def _tell_supply(event: SupplyRuled, book: Rulebook) -> str:
    there = supplies.counted(book, event.count, event.item)
    return f"ruling: there {'is' if event.count == 1 else 'are'} {there}"


def _tell_timer(event: TimerRuled, book: Rulebook) -> str:
    return f"ruling: timer {event.called} has {book.scale.say(event.left)} left"


def _heard_of_an_end() -> Iterator[Form]:
    """Yield how it is said that a light has burned to its end: nothing is left of it to light again."""
    for ends in (
        "burn out|down|up|away [all]",
        "run|give out",
        "is used up",
        "is spent|burnt|exhausted|consumed|depleted|finished [up|out|down]",
    ):
        yield Form(f"{{kind:light!}} {ends} [of {{bearer:who}}]", {"parts": 0})


MECHANISM = Mechanism(
    group="Rulings",
    commands=(
        declare(
            RuleLight,
            _light,
            says=(
                "rule light {kind:light} of {bearer:who} {parts:number} left",
                "rule light {kind:light} {parts:number} left",
                "rule light {kind:light} of {bearer:who} {left:length} left",
                "rule light {kind:light} {left:length} left",
            ),
            heard=(
                "{kind:light!} has|have {left:length} left [of {bearer:who}]",
                "{kind:light!} has|have {left:length} to go|burn [of {bearer:who}]",
                *_heard_of_an_end(),
            ),
            examples=("rule light torch of Orlo 1 left", "rule light torch 20 min left"),
            completes={"kind": lamps.lit},
        ),
        declare(
            RuleTimer,
            _timer,
            says="rule timer {name:name} {left:length} left",
            examples=("rule timer bless 2 turns left", "rule timer bless 20 min left"),
            completes={"name": timers.names},
        ),
        declare(
            RuleSupply,
            _supply,
            says="rule stock {item:what} {count:number}",
            heard=(
                "set|rule|change [stock] [of] {item:what!} [stock] [to] {count:number}",
                "have {count:number} {item:what!} left|remaining",
                "there is|are {count:number} {item:what!} left|remaining",
            ),
            examples="rule stock rations 4",
            completes={"item": supplies.items},
        ),
        declare(
            Rule,
            _rule,
            says="ruling {text:text}",
            examples="ruling the door was never locked",
        ),
    ),
    events=(
        happens(SupplyRuled, _supply_ruled, _tell_supply),
        happens(TimerRuled, _timer_ruled, _tell_timer),
        happens(Ruled, unchanged, lambda event, _book: f"ruling: {event.text}"),
    ),
)
