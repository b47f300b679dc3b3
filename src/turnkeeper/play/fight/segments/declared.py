"""Castings declared before the dice of a round, where it has no segments, and what disrupts any casting.

A declared casting takes effect when the go of its caster's side comes. It is spoilt when its caster is hurt
before that, acts no more, or is disrupted: that serves rounds with segments and counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.fight import fight_time, rounds
from turnkeeper.play.fight.able import is_out, why_not
from turnkeeper.play.fight.count import counts
from turnkeeper.play.fight.fight_time import CastingToCome
from turnkeeper.play.fight.rounds import Fighting
from turnkeeper.play.fight.segments.in_rounds import (
    CastingSpoilt,
    begun_castings,
    has_segments,
    is_hurt,
)
from turnkeeper.play.fight.segments.out_of_turn import Disrupt, disrupt_in_count, who_is_busy
from turnkeeper.play.fight.sides import PARTY, called, combatants
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook


class DeclareCasting(Command, frozen=True, tag="declare-casting"):
    """A combatant will cast in the next round."""

    what: str
    who: str = ""


class CastingDeclared(Event, frozen=True, tag="casting-declared.1"):
    """A combatant, or one of a side by ``number``, declared a casting for a round in place of any other."""

    who: str
    what: str
    round: int
    number: int = 0


class CastingSettled(Event, frozen=True, tag="casting-settled.1"):
    """A declared casting took effect as the go of its caster's side came, or was ``spoilt`` before."""

    who: str
    what: str
    number: int = 0
    spoilt: bool = False


def _declare(decision: Decision, command: DeclareCasting) -> None:
    casting, fight = fight_time.casting_of(decision.book), decision.state.fight
    by = f" by {command.who}" if command.who else ""
    if has_segments(decision.book):
        rule_out("segments", "a casting takes segments in this game", f"cast {command.what} 3{by}")
    if casting is None:
        hint = f"cast {command.what} 3 then 4{by}" if counts(decision.book) else "done"
        rule_out("no-casting", "this game does not say when in a round a casting takes effect", hint)
    if fight is None:
        hint = f"timer {command.what} 1 turn, for what lasts"
        refuse("no-fight", "castings are declared in a fight, and none is going on", hint)
    who, number = _caster(decision, command)
    following = fight.rounds + 1
    if why := _kept_from(decision.state, who, number, following):
        one = called(who, number) if number else who
        refuse("cannot-act", f"{one} is {why} and does not act in round {following}", "round")
    decision.record(CastingDeclared(who, command.what, following, number, rule=casting.rule.id))


def _caster(decision: Decision, command: DeclareCasting) -> tuple[str, int]:
    """Return the member or the side that casts, with the number of one of a side."""
    able = [one.name for one in decision.state.party.able]
    if command.who.casefold() == PARTY or (not command.who and len(able) != 1):
        refuse("who", "who casts?", f"cast {command.what} by {able[0] if able else 'goblin 1'}")
    one = rounds.named(decision, command.who or able[0])
    if isinstance(one, str):
        return one, 0
    if one.side.standing > 1 and not one.number:
        hint = f"cast {command.what} by {one.side.call(one.side.first_standing())}"
        refuse("which", f"which of {one.side.name} casts?", hint)
    return one.side.name, one.number


def _kept_from(state: State, who: str, number: int, following: int) -> str:
    if why := why_not(state, who, following):
        return why
    return "out of the fight" if is_out(state, who, number) else ""


def _disrupt(decision: Decision, command: Disrupt) -> None:
    if counts(decision.book):
        disrupt_in_count(decision, command)
        return
    casting, fight = fight_time.casting_of(decision.book), decision.state.fight
    if casting is None or casting.spoilt is None:
        rule_out("no-casting", "nothing disrupts a casting in this game", "done")
    if fight is None:
        refuse("no-fight", "castings are disrupted in a fight, and none is going on", "fight")
    one = rounds.named(decision, command.who)
    who, number = (one, 0) if isinstance(one, str) else (one.side.name, one.number)
    for begun in begun_castings(fight):
        if begun.who == who and number in {0, begun.number}:
            decision.record(CastingSpoilt(who, begun.what, begun.number, rule=casting.spoilt.id))
            return
    for cast in fight.declared:
        if cast.who == who and number in {0, cast.number}:
            _settle(decision, cast, casting.spoilt.id, spoilt=True)
            return
    hint = rounds.say_now(decision.state)
    refuse("not-casting", f"{command.who} casts nothing that could be disrupted", hint)


def _settle(decision: Decision, one: CastingToCome, rule: str, *, spoilt: bool = False) -> None:
    decision.record(CastingSettled(one.who, one.what, one.number, spoilt, rule=rule))


# What becomes of them


def _declared(state: State, event: CastingDeclared) -> State:
    fight = state.fight
    if fight is None:
        return state
    one = CastingToCome(event.who, event.number, event.what, event.round)
    key = (one.who, one.number, one.round)
    others = (each for each in fight.declared if (each.who, each.number, each.round) != key)
    return replace(state, fight=replace(fight, declared=(*others, one)))


def _settled(state: State, event: CastingSettled) -> State:
    fight, key = state.fight, (event.who, event.number, event.what)
    if fight is None:
        return state
    one = next((one for one in fight.declared if (one.who, one.number, one.what) == key), None)
    left = tuple(each for each in fight.declared if each is not one)
    return replace(state, fight=replace(fight, declared=left))


def _watch(decision: Decision, before: State) -> None:
    """Spoil the declared castings of those who were hurt before their go; tell those whose go has come."""
    state, casting = decision.state, fight_time.casting_of(decision.book)
    if state.fight is None or casting is None:
        return
    for one in state.fight.declared:
        if one.round > state.fight.rounds:
            continue
        if casting.spoilt is not None and is_hurt(before, state, one.who, one.number):
            _settle(decision, one, casting.spoilt.id, spoilt=True)
        elif _go_has_come(state, state.fight, one):
            _settle(decision, one, casting.rule.id)


def _go_has_come(state: State, fight: Fighting, one: CastingToCome) -> bool:
    """Return whether the first go of a caster's side in the round is here or over."""
    if one.round < fight.rounds:
        return True
    current = rounds.now(state)
    first = next((index for index, go in enumerate(fight.goes) if one.who in go.who), len(fight.goes))
    return current is None or current.index >= first


def _tell_declared(event: CastingDeclared, _book: Rulebook) -> str:
    one = CastingToCome(event.who, event.number, event.what, event.round)
    return f"{one.caster} will cast {one.what} in round {one.round}"


def _tell_settled(event: CastingSettled, _book: Rulebook) -> str:
    caster = CastingToCome(event.who, event.number, event.what, 0).caster
    return f"{event.what} of {caster} {'is spoilt' if event.spoilt else 'takes effect'}"


def _declares(book: Rulebook) -> bool:
    return fight_time.casting_of(book) is not None and not has_segments(book)


def _disrupts(book: Rulebook) -> bool:
    casting = fight_time.casting_of(book)
    return counts(book) or (casting is not None and casting.spoilt is not None)


def _casting(state: State, book: Rulebook) -> Iterable[str]:
    if state.fight is None or counts(book):
        return who_is_busy(state, book)
    begun = (CastingToCome(one.who, one.number, one.what, 0) for one in begun_castings(state.fight))
    return [one.caster for one in (*begun, *state.fight.declared)]


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            DeclareCasting,
            _declare,
            serves=_declares,
            help=(
                "Declare a casting for the next round: it takes effect when the go of their side comes. "
                "A wound before that spoils it."
            ),
            says="cast {what:what} [by {who:who}]",
            heard=(
                "declare [casting|spell] {what:what} by {who:who}",
                (
                    "{who:who!} casts|declares|will|casting [cast|casting|spell|start|begin] "
                    "{what:what} [round|now]"
                ),
                "{who:who!} cast {what:what} at|on|against! {_foe:name!}",
            ),
            examples=("cast sleep by Varda", "cast web by goblin 1"),
            completes={"who": combatants, "_foe": combatants},
            step=StepKind("cast", "fight", ("cast",)),
            usual={"what": ("a spell",)},
        ),
        declare(
            Disrupt,
            _disrupt,
            serves=_disrupts,
            help="What somebody is casting or focusing on is lost, such as by a save that failed.",
            says="disrupt {who:who}",
            heard=(
                "disrupt|interrupt|spoil|break|foil [spell|casting|concentration] [of] {who:who}",
                Form("{who:who} disrupted|interrupted|spoiled", serves=counts),
                "{who:who!} lose spell|casting [his|her|their|it]",
                (
                    "spell|casting|concentration [of] {who:who} lost|broken|spoiled|ruined|fails|fizzles "
                    "[hit|hurt|struck|wounded|damaged|got|took|takes|spell|fizzles]"
                ),
            ),
            examples="disrupt Varda",
            completes={"who": _casting},
        ),
    ),
    events=(
        happens(CastingDeclared, _declared, _tell_declared),
        happens(CastingSettled, _settled, _tell_settled),
    ),
    follows=_watch,
)
