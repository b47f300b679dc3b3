"""A fight and its clock: its beginning, its rounds, its end, and the time that it costs the campaign.

The rule set gives the cost: whole turns, however few the rounds (G-ACT-3); the rounds and the rest of their
turn; or the rounds alone, if those take time. What is left of a turn is looting and breath.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.clock import checks, questions
from turnkeeper.play.clock.clock import TaskEnded, carry_out
from turnkeeper.play.dungeon import encounters
from turnkeeper.play.fight import effects, morale, ordering, rounds, sides, surprise, tide
from turnkeeper.play.fight.ordering import Thrown, goes_of
from turnkeeper.play.fight.rounds import Fighting, Go, Lost
from turnkeeper.play.fight.segments import count, joining
from turnkeeper.play.fight.segments.count import counts
from turnkeeper.play.fight.sides import ENEMIES, PARTY, side_named
from turnkeeper.play.kernel.decision import refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.newcomers import example_people
from turnkeeper.play.kernel.task import Task
from turnkeeper.play.party.abilities import Tested
from turnkeeper.play.party.party import Party
from turnkeeper.rules.model.orders import OrderByCount, OrderByTests
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.people import Fight


class StartFight(Command, frozen=True, tag="fight"):
    """A fight begins; those in ambush act once before anyone, and the surprised do nothing at first."""

    ambush: str = ""
    surprised: str = ""


class NextRound(Command, frozen=True, tag="round"):
    """The next round begins: its order is made, and a round's time passes."""


class EndFight(Command, frozen=True, tag="end-fight"):
    """The fight is over; the rest of its time passes."""


class FightBegan(Event, frozen=True, tag="fight-began.1"):
    """A fight began, with these in ambush and those surprised."""

    ambush: str = ""
    surprised: tuple[Lost, ...] = ()


class RoundBegan(Event, frozen=True, tag="round-began.1"):
    """A round began: who acts before the enemies, and who after them, each in order.

    ``last`` are the encumbered, who act at the end; ``thrown`` are the dice of the sides. ``goes`` is the
    whole order.
    """

    number: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    tested: tuple[Tested, ...]
    last: tuple[str, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    goes: tuple[Go, ...] = ()


class RoundOver(Event, frozen=True, tag="round-over.1"):
    """A round ended, and no enemy was left to fight in another."""

    number: int


class FightEnded(Event, frozen=True, tag="fight-ended.1"):
    """The fight ended after ``rounds`` rounds; ``took`` is the time that it takes in all."""

    rounds: int
    took: Duration


def _rules(decision: Decision) -> Fight:
    fight = decision.book.set.fight
    if fight is None:
        rule_out("no-fight", "this rule set says nothing of fights", "note who fights, and wait")
    return fight


def _going_on(decision: Decision) -> Fighting:
    if decision.state.fight is None:
        refuse("no-fight", "no fight is going on", "fight")
    return decision.state.fight


def _start(decision: Decision, command: StartFight) -> None:
    rules = _rules(decision)
    questions.require_none(decision)
    if decision.state.fight is not None:
        counted = isinstance(rules.order, OrderByCount)
        refuse("fight", "a fight is going on already", f"{'act' if counted else 'round'}, or end fight")
    if decision.state.count is not None:
        refuse("count", "a count is running already", "end count, then fight")
    if not decision.state.party.able:
        refuse("nobody", "nobody of the party can fight", f"party {example_people(decision.book)[0]}")
    if command.surprised and isinstance(rules.order, OrderByCount):
        hint = f"fight, then surprise {command.surprised} totally"
        rule_out("no-surprise", "where segments are counted, surprise moves the first turn", hint)
    ambush = _ambushers(decision, command.ambush, rules)
    caught = surprise.caught(decision, command.surprised, rules)
    rule = surprise.rule_of(decision, rules) if caught else ""
    decision.record(FightBegan(ambush, caught, rule=rule or rules.rule.id))
    for keyword in rules.causes:
        checks.trigger(decision, keyword)
    if isinstance(rules.order, OrderByCount):
        joining.begin(decision)
    tide.begin(decision)


def _ambushers(decision: Decision, said: str, rules: Fight) -> str:
    if not said:
        return ""
    if not rules.ambush:
        rule_out("ambush", "this rule set knows no ambush", "fight")
    return surprise.either_side(decision, said)


def _round(decision: Decision, _command: NextRound) -> None:
    rules, going = _rules(decision), _going_on(decision)
    questions.require_none(decision)
    if isinstance(rules.order, OrderByCount):
        rule_out("count", "this game counts segments and no rounds", "act")
    if going.over != going.rounds:
        morale.end_of_round(decision)
    if decision.events and not _stands_against(decision.state):
        decision.record(RoundOver(going.rounds, rule=rules.rule.id))
        return
    effects.round_over(decision, _is_out)
    _require_somebody(decision, going.rounds + 1)
    decision.record(_round_of(decision, going.rounds + 1, rules))
    if rules.off_clock:
        return
    length = decision.book.duration(rules.round)
    task = Task(f"round {going.rounds + 1}", decision.state.order, length, length, rule=rules.rule.id)
    carry_out(decision, task, _finish, through=True)


def _stands_against(state: State) -> bool:
    """Return whether an enemy is left who has not fallen, fled or lost heart, or none was named."""
    enemies = [one for one in state.sides if not one.allied]
    return not enemies or any(one.standing and not one.broken for one in enemies)


def _is_out(state: State, name: str, number: int) -> bool:
    """Return whether a member, a side, or the one of it with a number acts no more."""
    side = side_named(state, name) if state.party.find(name) is None else None
    if number and side is not None and side.state_of(number):
        return True
    return rounds.why_not(state, name, 1_000_000_000) != ""


def _require_somebody(decision: Decision, number: int) -> None:
    """Refuse a round in which nobody is left to act."""
    names = (
        *(one.name for one in decision.state.party.members),
        *(one.name for one in decision.state.sides),
        ENEMIES,
    )
    if all(rounds.why_not(decision.state, name, number) not in {"", "surprised"} for name in names):
        refuse("nobody", "nobody is left who could act in this fight", "end fight")


def _round_of(decision: Decision, number: int, rules: Fight) -> RoundBegan:
    """Return the beginning of a round, with its order where the rule set makes one."""
    made = ordering.make(decision, rules.order, number)
    return RoundBegan(
        number, made.before, made.after, made.tested, made.last, made.thrown, made.goes,
        rule=made.rule or rules.rule.id,
    )  # fmt: skip


def _finish(decision: Decision, task: Task) -> None:
    decision.record(TaskEnded.of(task))


def _end(decision: Decision, _command: EndFight) -> None:
    rules, going = _rules(decision), _going_on(decision)
    took = _takes(decision, going, rules)
    each = NO_TIME if rules.off_clock else decision.book.duration(rules.round)
    effects.fight_over(decision, each, _is_out)
    rounds = count.end(decision) or going.rounds
    decision.record(FightEnded(rounds, took, rule=rules.rule.id))
    rest = going.began + took - decision.at
    if decision.state.question is not None:
        decision.stop()  # the rest of the turn waits for the answer
    if rest > NO_TIME:
        task = Task("looting and breath", decision.state.order, rest, rest, rule=rules.rule.id)
        carry_out(decision, task, _finish)


def _takes(decision: Decision, going: Fighting, rules: Fight) -> Duration:
    """Return the time of a fight in all: its whole cost, or its rounds and the rest of a length.

    That length is counted as the turns of the scene are.
    """
    fought = decision.at - going.began
    if rules.costs:
        costs = decision.book.duration(rules.costs)
        return costs * max(1, -(-fought.ms // costs.ms))
    if not rules.fills:
        return fought
    whole, passed = decision.book.duration(rules.fills), decision.at - decision.state.place.turned
    return fought + (whole * -(-passed.ms // whole.ms) - passed)


def _began(state: State, event: FightBegan) -> State:
    meetings = encounters.fight_began(state.meetings, event.at)
    members = tuple(morale.rallied(one) for one in state.party.members)
    goes = _ambush_of(state, event.ambush)
    fight = Fighting(event.at, ambush=event.ambush, surprised=event.surprised, goes=goes)
    began = replace(state, fight=fight, meetings=meetings, party=Party(members), taken=None)
    return rounds.begun(began)


def _ambush_of(state: State, ambush: str) -> tuple[Go, ...]:
    """Return the one go before any round: that of those in ambush."""
    if not ambush:
        return ()
    allied = (one.name for one in state.sides if one.allied)
    return (Go((*(one.name for one in state.party.able), *allied) if ambush == PARTY else (ambush,)),)


def _round_began(state: State, event: RoundBegan) -> State:
    if state.fight is None:
        return state
    # An event without a whole order says only who acts before the enemies and who after.
    goes = event.goes
    if not goes and (event.before or event.after):
        goes = goes_of(state, event.before, event.after, (), event.number)
    going = replace(
        state.fight,
        rounds=event.number,
        before=event.before,
        after=event.after,
        last=event.last,
        ran=(),
        goes=goes,
        go=0,
        went=(),
        ready=(),
    )
    return rounds.begun(replace(state, fight=going))


def _over(state: State, event: RoundOver) -> State:
    fight = state.fight
    return replace(state, fight=None if fight is None else replace(fight, over=event.number))


def _ended(state: State, _event: FightEnded) -> State:
    meetings = encounters.fight_ended(state.meetings)
    return replace(state, fight=None, meetings=meetings, sides=(), tide=None)


def _tell_began(event: FightBegan, _book: Rulebook) -> str:
    ambush = f"; in ambush, acting once before anyone: {event.ambush}" if event.ambush else ""
    lost = ", ".join(f"{one.who} ({_say_rounds(one.rounds)})" for one in event.surprised)
    return f"fight{ambush}" + (f"; surprised, doing nothing: {lost}" if lost else "")


def _say_rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _tell_round(event: RoundBegan, book: Rulebook) -> str:
    if event.thrown:
        return f"round {event.number}: {_tell_thrown(event)}"
    if book.set.fight is None or not isinstance(book.set.fight.order, OrderByTests):
        return f"round {event.number}"
    quick = ", ".join(name for go in event.goes if go.quick for name in go.who)
    first = f"quick {quick}; " if quick else ""
    before = ", ".join(event.before) or "nobody"
    after = ", ".join(event.after) or "nobody"
    last = f"; last {', '.join(event.last)}" if event.last else ""
    return f"round {event.number}: {first}before the enemies {before}; after them {after}{last}"


def _tell_thrown(event: RoundBegan) -> str:
    """Return the sides in the order of their dice: ``party 5, then goblins and wolves 3 at once``."""
    totals: dict[str, list[str]] = {}
    in_order = sorted(event.thrown, key=lambda one: _place(event, one.side))
    for one in in_order:
        totals.setdefault(one.rolled.shown, []).append(one.side)
    said = (
        f"{' and '.join(sides)} {total}" + (" at once" if len(sides) > 1 else "")
        for total, sides in totals.items()
    )
    return ", then ".join(said)


def _place(event: RoundBegan, side: str) -> int:
    """Return the place of a side among the goes; the party is where no other side is."""
    others = {one.side for one in event.thrown if one.side != PARTY}
    places = (
        index
        for index, go in enumerate(event.goes)
        if (side in go.who if side != PARTY else any(name not in others for name in go.who))
    )
    return next(places, len(event.goes))


def _tell_ended(event: FightEnded, book: Rulebook) -> str:
    took = "no time" if event.took == NO_TIME else book.scale.say(event.took)
    return f"fight over after {_say_rounds(event.rounds)}; it takes {took}"


def _tell_over(event: RoundOver, _book: Rulebook) -> str:
    return f"round {event.number} is over: no enemy is left who fights"


def _ambushes(book: Rulebook) -> bool:
    return book.set.fight is not None and bool(book.set.fight.ambush)


def _surprises(book: Rulebook) -> bool:
    fight = book.set.fight
    if fight is None or isinstance(fight.order, OrderByCount):
        return False
    return fight.caught is not None or book.set.surprise is not None


MECHANISM = Mechanism(
    commands=(
        declare(
            StartFight,
            _start,
            group="Fight",
            help="A fight begins. Those in ambush act once before anyone; the surprised do nothing at first.",
            says=(
                "fight",
                Form("fight ambush by {ambush:name}", serves=_ambushes),
                Form("fight surprised {surprised:name}", serves=_surprises),
            ),
            examples=("fight", "fight ambush by goblins", "fight surprised party"),
            completes={"ambush": sides.all_names, "surprised": sides.all_names},
            step=StepKind("fight", "fight", ("fight",)),
        ),
        declare(
            NextRound,
            _round,
            serves=lambda book: not counts(book),
            group="Fight",
            help="The next round: the order is tested, and a round's time passes.",
            says="round",
            examples="round",
            step=StepKind("round", "fight", ("round",)),
        ),
        declare(
            EndFight,
            _end,
            group="Fight",
            help="The fight is over; the rest of the time that it costs passes.",
            says="end fight",
            examples="end fight",
            step=StepKind("end fight", "fight", ("end fight",)),
        ),
    ),
    events=(
        happens(FightBegan, _began, _tell_began),
        happens(RoundBegan, _round_began, _tell_round),
        happens(RoundOver, _over, _tell_over),
        happens(FightEnded, _ended, _tell_ended),
    ),
    serves=sides.fights,
    slices=("fight",),
)
