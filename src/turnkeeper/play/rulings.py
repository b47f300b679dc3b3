"""Rulings: the referee may set any value, and the record marks it as a ruling.

The clock is set in `clock_rulings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.clock import timers
from turnkeeper.play.dungeon import burning, lamps, light
from turnkeeper.play.fight import foes
from turnkeeper.play.fight.facing import MOST_HP
from turnkeeper.play.fight.sides import combatants, meant, side_changed, side_named
from turnkeeper.play.kernel.decision import closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import loads, party, scores, supplies
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.party.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

BOUND = 1_000_000
OF_A_SIDE = frozenset({"morale", "hp"})
"""The figures of a side, by the names of its fields."""


class RuleScore(Command, frozen=True, tag="rule-score"):
    """Set a score of a member of the party, or the morale of a side or the hit points of each of it."""

    score: str
    who: str
    value: int


class RuleSupply(Command, frozen=True, tag="rule-supply"):
    """Set the count of an item."""

    item: str
    count: int


class RuleTimer(Command, frozen=True, tag="rule-timer"):
    """Set the time that a timer has left."""

    name: str
    left: Duration


class RuleLight(Command, frozen=True, tag="rule-light"):
    """Set the part of a burning source that is left: in ticks or dice, or as a length of time."""

    kind: str
    bearer: str = ""
    parts: int | None = None
    left: Duration | None = None


class Rule(Command, frozen=True, tag="ruling"):
    """Make a ruling in words."""

    text: str


class ScoreRuled(Event, frozen=True, tag="score-ruled.1"):
    """The referee set a score of a member of the party, or the morale of a side."""

    score: str
    who: str
    value: int
    side: bool = False


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


def _score(decision: Decision, command: RuleScore) -> None:
    score = command.score.casefold()
    if abs(command.value) > BOUND:
        refuse("number", f"{command.value} is beyond {BOUND:,}")
    side = side_named(decision.state, command.who)
    if score == "hp" and side is not None and not 0 < command.value <= MOST_HP:
        refuse("hit-points", f"each has 1 to {MOST_HP:,} hit points", f"rule hp of {side.name} 5")
    if score in OF_A_SIDE and side is not None:
        ruled = ScoreRuled(score, side.name, command.value, side=True, seen_by="referee")
        decision.record(ruled)
        return
    if (
        score == "hp"
        and decision.state.party.find(command.who) is None
        and meant(decision.state, command.who)
    ):
        foes.rule_left(decision, command.who, command.value)
        return
    known = scores.known(decision.book)
    if score not in known:
        hint = closest(score, known, ", ".join(known))
        refuse("unknown-score", f"{command.score!r} is not written of a character", hint)
    who = party.member(decision, command.who)
    least = scores.least(score)
    if least is not None and command.value < least:
        refuse("number", f"{score} is never less than {least}", f"rule {score} of {who.name} {least}")
    if score == "carrying" and command.value:
        loads.require_score(decision.book, who.name, dict(who.attributes))
    if score == "hp" and who.hp is not None and command.value <= who.most_hp:
        by = command.value - who.hp
        decision.record(party.HitPointsChanged(who.name, by, command.value, ruled=True))
        return
    decision.record(ScoreRuled(score, who.name, command.value))


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
    decision.record(light.LightRuled(one.id, one.called, used, whole))
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


def _score_ruled(state: State, event: ScoreRuled) -> State:
    if event.side:
        ruled_one = {event.score: event.value}
        return side_changed(state, event.who, lambda one: replace(one, **ruled_one))

    def ruled(one: Character) -> Character:
        return scores.ruled(one, event.score, event.value)

    return replace(state, party=state.party.changed(event.who, ruled))


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


def _tell_score(event: ScoreRuled, _book: Rulebook) -> str:
    return f"ruling: {event.score} of {event.who} is {event.value}"


def _heard_of_figures() -> Iterator[Form]:
    """Yield the forms of a load and of a level in other words than the score has."""
    weighs = "{value:number} [pound|pounds|lb|lbs|coin|coins|slot|slots|burden|burdens] [weight|gear] [of]"
    yield Form(f"{{who:who}} carry|bear|lug|haul {weighs}", {"score": "carrying"})
    for says in (
        "level up {who:who} to! {value:number}",
        "{who:who} level|levels up to|level! {value:number} [to]",
        "{who:who} reach|gain|make|become level {value:number}",
    ):
        yield Form(says, {"score": "level"})


def _heard_of_points() -> Iterator[Form]:
    """Yield the forms of hit points in more words than the score has."""
    points = "points|point|hp|hitpoints [hit]"
    for score, words in (("hp", ""), ("most hp", "max|maximum|most ")):
        fixed: dict[str, object] = {"score": score}
        yield Form(
            f"set|put|rule|make|change|fix|correct {words}{points} [of|for] {{who:who}} {{value:number}}",
            fixed,
        )
        yield Form(
            f"{{who:who}} has|have|at {words}{{value:number}} {points} [left|remaining|only] [to]", fixed
        )
        yield Form(
            f"{{who:who}} down|drop|fall|up|back|rise|get [up] {words}to! {{value:number}} "
            "[points|point|hp|hitpoints|hit] [left]",
            fixed,
        )


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
    commands=(
        declare(
            RuleLight,
            _light,
            group="Rulings",
            help=(
                "Set what is left of a burning source: ticks or dice, or a "
                "length where it burns by the clock."
            ),
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
            group="Rulings",
            help="Set how long a timer has left.",
            says="rule timer {name:name} {left:length} left",
            examples=("rule timer bless 2 turns left", "rule timer bless 20 min left"),
            completes={"name": timers.names},
        ),
        declare(
            RuleSupply,
            _supply,
            group="Rulings",
            help="Set how many of an item there are.",
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
            RuleScore,
            _score,
            group="Rulings",
            help="Set something written of a character (hp, level, wisdom ...), or a side's morale or hp.",
            says="rule {score:what} of {who:who} {value:number}",
            heard=(
                "set|put|rule|make|change|fix {score:what!} of|for {who:who} [at] {value:number}",
                "{who:who} has|have {value:number} {score:what!}",
                "{score:what!} [of] {who:who} now|becomes|equals {value:number}",
                Form("{score:what!} [of] {who:who} {value:number}", cost=1),
                *_heard_of_figures(),
                *_heard_of_points(),
            ),
            examples=("rule hp of Varda 5", "rule hp of goblin 2 3", "rule wisdom of Orlo 10"),
            completes={"score": lambda _state, book: scores.known(book), "who": combatants},
        ),
        declare(
            Rule,
            _rule,
            group="Rulings",
            help="Rule anything in words; the record keeps that it was a ruling.",
            says="ruling {text:text}",
            examples="ruling the door was never locked",
        ),
    ),
    events=(
        happens(
            ScoreRuled,
            _score_ruled,
            _tell_score,
        ),
        happens(SupplyRuled, _supply_ruled, _tell_supply),
        happens(TimerRuled, _timer_ruled, _tell_timer),
        happens(Ruled, unchanged, lambda event, _book: f"ruling: {event.text}"),
    ),
)
