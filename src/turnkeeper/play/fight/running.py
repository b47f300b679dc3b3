"""Running in a fight: only to charge or to flee, and no farther than a round allows.

Rounds pass by the fight's own clock; a run is recorded in one and takes no time of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from turnkeeper.play.dungeon import movement
from turnkeeper.play.fight.rounds import Fighting
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, always, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import PaceKind
from turnkeeper.rules.model.people import Fight

How = Literal["charge", "flee"]


class Run(Command, frozen=True, tag="run"):
    """Run in this round of a fight, to charge or to get away; without a name all who can."""

    how: How
    feet: int = 0
    squares: int = 0
    who: str = ""


class Ran(Event, frozen=True, tag="ran.1"):
    """These ran in a round of the fight, to charge or to flee; ``most`` is the feet that a round allowed."""

    how: How
    who: tuple[str, ...]
    feet: int
    most: int


def _run(decision: Decision, command: Run) -> None:
    going, fight = decision.state.fight, decision.book.set.fight
    pace = next((one for one in decision.book.set.paces.values() if one.runs), None)
    if pace is None:
        rule_out("no-run", "this rule set says nothing of running in a fight", "note who runs where")
    feet = movement.distance(decision, command.feet, command.squares)
    if going is None or fight is None:
        refuse("no-fight", "no fight is going on", f"move {feet} ft {pace.adverbs('running')[0]}")
    if going.rounds == 0:
        refuse("no-round", "no round of the fight has begun", "round")
    runners = _runners(decision, command, going)
    most = _most(decision, runners, pace, fight)
    names = tuple(one.name for one in runners)
    if feet > most:
        message = f"{', '.join(names)}: {most} ft is the most that a round allows"
        hint = f"{command.how} {most} ft" + (f" by {names[0]}" if command.who else "")
        refuse("too-far", message, hint)
    decision.record(Ran(command.how, names, feet, most, rule=pace.rule.id))


def _runners(decision: Decision, command: Run, going: Fighting) -> tuple[Character, ...]:
    """Return who runs: the named member, else all who can and have not run in this round."""
    if not command.who:
        left = tuple(one for one in decision.state.party.able if one.name not in going.ran)
        if not left:
            refuse("nobody", "nobody is left who can run in this round", "round, or end fight")
        return left
    who = party.member(decision, command.who)
    if who.down:
        refuse("down", f"{who.name} is {'dead' if who.dead else 'down'}", "undo takes it back")
    if who.name in going.ran:
        refuse("ran", f"{who.name} has run in this round already", "round")
    return (who,)


def _most(decision: Decision, runners: tuple[Character, ...], pace: PaceKind, fight: Fight) -> int:
    """Return the feet that these can run together in a round of the fight."""
    book = decision.book
    if pace.feet:
        each, feet = book.duration(pace.each), Fraction(pace.feet)
    else:
        movement.require_movable(decision, runners)
        each = movement.rate_each(book)
        feet = movement.at_pace(min(movement.rate_of(one, book) for one in runners), pace)
    most = feet * book.duration(fight.round).ms / each.ms
    return most.numerator // most.denominator


def _ran(state: State, event: Ran) -> State:
    if state.fight is None:
        return state
    fleeing = (*state.fight.fleeing, *event.who) if event.how == "flee" else state.fight.fleeing
    fight = replace(state.fight, ran=(*state.fight.ran, *event.who), fleeing=fleeing)
    return replace(state, fight=fight)


def _tell_ran(event: Ran, _book: Rulebook) -> str:
    does = {"charge": "charges", "flee": "flees"} if len(event.who) == 1 else {}
    verb = does.get(event.how, event.how)
    return f"{', '.join(event.who)} {verb} {event.feet} ft, of {event.most} ft in a round"


def _forms() -> tuple[Form, ...]:
    hows: tuple[How, ...] = ("charge", "flee")
    return tuple(
        Form(f"{how} {{{field}:{field}}} [by {{who:who}}]", {"how": how}, serves)
        for how in hows
        for field, serves in (("feet", always), ("squares", movement.has_grid))
    )


def _heard() -> Iterator[Form]:
    """Yield other ways to say that one gets away: who only runs could charge as well."""
    for acts in ("flee|escape|retreat|withdraw [away|off]", "run|bolt|sprint|dash away|off"):
        for measure, serves in (("{feet:feet}", always), ("{squares:squares}", movement.has_grid)):
            yield Form(f"{acts} {measure} [by {{who:who}}]", {"how": "flee"}, serves)


def _runs(book: Rulebook) -> bool:
    return any(one.runs for one in book.set.paces.values())


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Run,
            _run,
            serves=_runs,
            says=_forms(),
            heard=tuple(_heard()),
            examples=("charge 60 ft by Varda", "flee 240 ft"),
        ),
    ),
    events=(happens(Ran, _ran, _tell_ran),),
)
