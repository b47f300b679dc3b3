"""A fight and its clock: its beginning, its rounds, its end, and the time that it costs the campaign.

The rule set gives the cost: whole turns, however few the rounds; the rounds and the rest of their
turn; or the rounds alone, if those take time. The rest of a turn is looting and breath.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.clock import checks, questions
from turnkeeper.play.clock.clock import carry_out
from turnkeeper.play.dungeon import meeting
from turnkeeper.play.fight import (
    able,
    count,
    effects,
    facing,
    fight_time,
    morale,
    rounds,
    sides,
    surprise,
    tide,
)
from turnkeeper.play.fight.able import Lost
from turnkeeper.play.fight.count import counts
from turnkeeper.play.fight.joining import begin as begin_count
from turnkeeper.play.fight.observed import OBSERVABLES
from turnkeeper.play.fight.orders import making
from turnkeeper.play.fight.orders.opening import (
    BY_DRAWING,
    FROM_HIDING,
    SurprisedFor,
    knows_ambush,
    tell_opening,
    who_could_hide,
)
from turnkeeper.play.fight.orders.round_order import RoundBegan, goes_of
from turnkeeper.play.fight.orders.telling import tell_round
from turnkeeper.play.fight.rounds import Fighting, Go
from turnkeeper.play.fight.sides import ENEMIES, PARTY
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, Task, happens
from turnkeeper.play.kernel.introducing.creatures import Amount
from turnkeeper.play.kernel.introducing.newcomers import example_people
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.rules.model.people import Fight
from turnkeeper.time import NO_TIME, Duration


class StartFight(Command, frozen=True, tag="fight"):
    """A fight begins. Those in ambush act once before anyone; the surprised do nothing at first.

    ``foes`` are enemies who are faced with it, ``count`` of them, with the figures of `FaceFoes`.
    It is against the sides that are faced and all that is met, against the one of these that is named, or
    against enemies ``unnamed``.
    """

    ambush: str = ""
    surprised: str = ""
    foes: str = ""
    count: Amount = 0
    unnamed: bool = False
    against: str = ""
    morale: int | None = None
    hit_dice: int | None = None
    order: int = 0
    initiative: str = ""
    hp: Amount = 0
    weapon: str = ""
    recovery: int | None = None


class NextRound(Command, frozen=True, tag="round"):
    """The next round: the time of the one before passes, and the order is tested."""


class EndFight(Command, frozen=True, tag="end-fight"):
    """The fight is over; the rest of the time that it costs passes."""


class FightBegan(Event, frozen=True, tag="fight-began.1"):
    """A fight began, with these in ambush and those surprised.

    Where several were met, it is ``against`` those named; the others stay where they are. Where surprise is
    counted in segments, it has ``lost`` some to each of these, others have ``goes`` in them, and ``opening``
    is the time before any round.
    """

    ambush: str = ""
    surprised: tuple[Lost, ...] = ()
    against: tuple[str, ...] = ()
    lost: tuple[SurprisedFor, ...] = ()
    goes: tuple[Go, ...] = ()
    opening: Duration = NO_TIME


class RoundOver(Event, frozen=True, tag="round-over.1"):
    """A round ended and no other began: no enemy was left to fight in it, or something came first."""

    number: int
    left: bool = False


class FightEnded(Event, frozen=True, tag="fight-ended.1"):
    """The fight ended after ``rounds`` rounds; ``took`` is the time that it takes in all.

    ``rest`` of that is still to pass, with looting and breath.
    """

    rounds: int
    took: Duration
    rest: Duration = NO_TIME


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
    if command.foes:
        written = (command.morale, command.hit_dice, command.order, command.initiative, command.hp)
        faced = facing.FaceFoes(command.foes, command.count, *written)
        facing.face(decision, replace(faced, weapon=command.weapon, recovery=command.recovery))
    said = {command.surprised.casefold(), command.ambush.casefold()}
    if not (command.unnamed or command.against or ENEMIES in said):
        able.require_against(decision, counted=isinstance(rules.order, OrderByCount))
    ambush = _ambushers(decision, command.ambush, rules)
    caught = surprise.caught(decision, command.surprised, rules)
    opening = surprise.opening(decision, command.surprised)
    rule = surprise.rule_of(decision) if caught or opening.lost else ""
    against = facing.against(decision, command.against or command.foes)
    decision.record(
        FightBegan(
            ambush, caught, against, opening.lost, opening.goes, opening.lasts, rule=rule or rules.rule.id
        )
    )
    for keyword in rules.causes.get("begun", ()):
        checks.trigger(decision, keyword)
    if isinstance(rules.order, OrderByCount):
        begin_count(decision)
    tide.begin(decision)


def _ambushers(decision: Decision, said: str, rules: Fight) -> str:
    if not said:
        return ""
    if not rules.ambush:
        rule_out("ambush", "this rule set knows no ambush", surprise.instead_of_ambush(decision, said, rules))
    return surprise.either_side(decision, said)


def _round(decision: Decision, _command: NextRound) -> None:
    rules, going = _rules(decision), _going_on(decision)
    questions.require_none(decision)
    if isinstance(rules.order, OrderByCount):
        fight_time.by_segments(decision)
    was = decision.stopped
    fight_time.pass_round(decision, rules)
    before = len(decision.events)
    if going.over != going.rounds:
        morale.end_of_round(decision)
    won = len(decision.events) > before and not able.stands_against(decision.state)
    if won or (decision.stopped and not was):
        decision.record(RoundOver(going.rounds, not won, rule=rules.rule.id))
        return
    effects.round_over(decision, able.is_out)
    able.require_somebody(decision, going.rounds + 1)
    decision.record(_round_of(decision, going.rounds + 1, rules))


def _round_of(decision: Decision, number: int, rules: Fight) -> RoundBegan:
    """Return the beginning of a round, with its order where the rule set makes one."""
    made = making.make(decision, rules.order, number)
    return RoundBegan(
        number, made.before, made.after, made.tested, made.last, made.thrown, made.goes, not rules.off_clock,
        made.castings, made.kept, rule=made.rule or rules.rule.id,
    )  # fmt: skip


def _pass_on(decision: Decision) -> bool:
    """Note that whoever is up has acted, or begin the next round; return whether there are rounds."""
    state = decision.state
    if state.fight is None or state.count is not None:
        return False
    if rounds.now(state) is not None:
        rounds.done(decision, rounds.Done())
    else:
        _round(decision, NextRound())
    return True


def _end(decision: Decision, _command: EndFight) -> None:
    rules, going = _rules(decision), _going_on(decision)
    fight_time.pass_round(decision, rules)
    took = fight_time.takes(decision, going, rules)
    each = NO_TIME if rules.off_clock else decision.book.duration(rules.round)
    effects.fight_over(decision, each, able.is_out)
    rounds = count.end(decision) or going.rounds
    rest = going.began + took - decision.at
    decision.record(FightEnded(rounds, took, max(rest, NO_TIME), rule=rules.rule.id))
    for keyword in rules.causes.get("over", ()):
        checks.trigger(decision, keyword)
    if decision.state.question is not None:
        decision.stop()  # the rest of the turn waits for the answer
    if rest > NO_TIME:
        task = Task("looting and breath", decision.state.order, rest, rest, rule=rules.rule.id)
        carry_out(decision, task, fight_time.finish)


def _began(state: State, event: FightBegan) -> State:
    meetings = meeting.fight_began(state.meetings, event.at, event.against)
    members = tuple(morale.rallied(one) for one in state.party.members)
    goes = event.goes or _ambush_of(state, event.ambush)
    fight = Fighting(
        event.at, ambush=event.ambush, surprised=event.surprised, goes=goes, opening=event.opening,
        opened=event.at if event.opening else None,
    )  # fmt: skip
    party = replace(state.party, members=members)
    began = replace(state, fight=fight, meetings=meetings, party=party, taken=None)
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
    stands = ((one.side, one.rolled.total or 0) for one in event.thrown)
    going = replace(
        state.fight,
        rounds=event.number,
        before=event.before,
        after=event.after,
        last=event.last,
        ran=(),
        fleeing=(),
        goes=goes,
        go=0,
        went=(),
        ready=(),
        opened=event.at if event.opens else None,
        castings=event.castings,
        stands=(*state.fight.stands, *(stands if event.kept else ())),
    )
    return rounds.begun(replace(state, fight=going))


def _over(state: State, event: RoundOver) -> State:
    fight = state.fight
    return replace(state, fight=None if fight is None else replace(fight, over=event.number, opened=None))


def _ended(state: State, _event: FightEnded) -> State:
    meetings = meeting.fight_ended(state.meetings)
    return replace(state, fight=None, meetings=meetings, sides=(), tide=None)


def _tell_began(event: FightBegan, book: Rulebook) -> str:
    against = f" with {', '.join(event.against)}" if event.against else ""
    ambush = f"; in ambush, acting once before anyone: {event.ambush}" if event.ambush else ""
    lost = ", ".join(f"{one.who} ({_say_rounds(one.rounds)})" for one in event.surprised if one.rounds)
    lost = lost or tell_opening(event.lost, book)
    caught = ", ".join(one.who for one in event.surprised if not one.rounds)
    told = f"; surprised, doing nothing: {lost}" if lost else ""
    return f"fight{against}{ambush}{told}" + (f"; surprised: {caught}" if caught else "")


def _say_rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _tell_ended(event: FightEnded, book: Rulebook) -> str:
    took = "no time" if event.took == NO_TIME else book.scale.say(event.took)
    rest = f"; {book.scale.say(event.rest)} of that are looting and breath" if event.rest else ""
    return f"fight over after {_say_rounds(event.rounds)}; it takes {took}{rest}"


def _tell_over(event: RoundOver, _book: Rulebook) -> str:
    return f"round {event.number} is over" + ("" if event.left else ": no enemy is left who fights")


_OPENS = "[start|begin|break] [out|with|against]"
MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            StartFight,
            _start,
            says=(
                "fight",
                "fight with {against:what}",
                Form(f"fight {{count:amount}} {{foes:side}} {facing.BY_DICE}", serves=facing.by_hit_dice),
                Form(f"fight {{count:amount}} {{foes:side}} {facing.WRITTEN}", serves=facing.not_by_hit_dice),
                Form("fight enemies", {"unnamed": True}),
                Form("fight ambush by {ambush:name}", serves=knows_ambush),
                Form("fight surprised {surprised:name}", serves=surprise.loses_rounds),
            ),
            heard=(
                (
                    "fight|attack|combat|battle|brawl [start|begin|break] [out|monsters|enemy|back|off] "
                    "[{against:what!}]"
                ),
                Form("initiative [roll|throw|check] [for|against|with] [{against:what!}]", serves=counts),
                f"attack|fight|engage|battle|combat {_OPENS} {{count:amount}} {{foes:side}} {facing.FIGURES}",
                "{against:what!} attack|charge|strike|rush|pounce [first]",
                "{_by:who!} attack|charge|rush|engage|assault [at|on|in|first] [{against:what!}]",
                "hit|strike|rush|shoot {against:what!} [at|on|first|head]",
                "{count:amount} {foes:side} initiative [roll|throw] [for]",
                "charge|rush|assault|storm|jump|engage [{against:what!}]",
                "come|to blows|arms|fight [to]",
                "come|go|have for|at {against:what!}",
                "enter|join|begin combat|battle|fray|fight",
                *BY_DRAWING,
                *FROM_HIDING,
            ),
            examples=("fight", "fight with goblins", "fight ambush by goblins", "fight surprised party"),
            completes={
                "foes:side": facing.kinds,
                "weapon": facing.weapons,
                "against": facing.opponents,
                "ambush": who_could_hide,
                "surprised": who_could_hide,
                "_foe": facing.opponents,
                "_faced": facing.unfought,
            },
            step=StepKind("fight", "fight", ("fight",)),
        ),
        declare(
            NextRound,
            _round,
            serves=lambda book: not counts(book),
            says="round",
            heard=(
                "round next|new|another|more|over|end|done|top|start|begin [start|begin|one|fight|combat|on]",
                "initiative [roll|throw|new|again|reroll|re-roll] [for]",
            ),
            examples="round",
            step=StepKind("round", "fight", ("round",)),
        ),
        declare(
            EndFight,
            _end,
            says="end fight",
            heard=(
                "fight|combat|battle end|over|done|finish|won|stop|leave|break|call|wrap [off|up|all|over]",
                "end|victory|won|win [we|they|party]",
                Form("over|done|finished [all|now|with]", cost=1),
                Form("last of [them|lot]", cost=1),
            ),
            examples="end fight",
            step=StepKind("end fight", "fight", ("end fight",)),
        ),
    ),
    events=(
        happens(FightBegan, _began, _tell_began),
        happens(RoundBegan, _round_began, tell_round),
        happens(RoundOver, _over, _tell_over),
        happens(FightEnded, _ended, _tell_ended),
    ),
    passes=_pass_on,
    serves=sides.fights,
    slices=("fight",),
    observables=OBSERVABLES,
)
