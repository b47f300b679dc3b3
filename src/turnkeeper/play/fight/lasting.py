"""Effects that the referee makes last until a combatant has acted, or until a rest.

In a count they end with the combatant's next activation. A casting or a focus is one activation with its
effect: it ends when the effect comes, or when it is disrupted. Where a game counts rounds, they end with the
go in the next round, or with that round where the go is not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.clock import timers
from turnkeeper.play.clock.timers import REST
from turnkeeper.play.clock.timing import Timer, states_to_last
from turnkeeper.play.fight import facing, sides
from turnkeeper.play.fight.able import why_not
from turnkeeper.play.fight.count import fighters, known, order_in
from turnkeeper.play.fight.effects import EffectTied, EffectTiedToGo
from turnkeeper.play.fight.rounds import Fighting
from turnkeeper.play.fight.sides import fights
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, State
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.rules.book import Rulebook

ANY_REST = ("rest", "a rest", "the next rest")
FOR_EVER = 1_000_000_000


class LastUntil(Command, frozen=True, tag="effect-until"):
    """An effect lasts until the end of a combatant's next activation, or of their go in the next round.

    It is ``on`` one or several; with nobody else said, it lasts until each has acted.
    """

    name: str
    who: str = ""
    on: str = ""


class LastUntilRest(Command, frozen=True, tag="effect-until-rest"):
    """An effect lasts until a rest is over: one that the rule set knows, or any."""

    name: str
    rest: str
    who: str = ""


def _last_until(decision: Decision, command: LastUntil) -> None:
    for on in sides.several(decision.state, command.on):
        _lasts_on(decision, replace(command, who=command.who or on, on=on))


def _lasts_on(decision: Decision, command: LastUntil) -> None:
    state = decision.state
    if state.count is not None:
        one = known(decision, command.who)
        which = _begin(decision, command, one.name)
        decision.record(EffectTied(which, command.name, one.id, one.acted + 1, one.name))
    elif state.fight is not None:
        _until_a_go(decision, command, state.fight)
    else:
        counts = "fight, count" if order_in(decision.book) is not None else "fight"
        hint = f"{counts}, or give it a length: timer {command.name} 3 rounds"
        refuse("no-fight", f"nobody acts in turn now, so {command.who} has no next turn", hint)


def _until_a_go(decision: Decision, command: LastUntil, fight: Fighting) -> None:
    member = decision.state.party.find(command.who)
    found = None if member is not None else facing.foe(decision, command.who)
    name = member.name if member is not None else found.side.name if found is not None else ""
    number = 0 if found is None or found.side.count == 1 else found.number
    called = found.side.call(number) if found is not None and number else name
    why = (found.side.state_of(number) if found is not None and number else "") or why_not(
        decision.state, name, FOR_EVER
    )
    if why:
        refuse("out", f"{called} is {why} and acts no more", f"timer {command.name}")
    which = _begin(decision, command, called)
    decision.record(EffectTiedToGo(which, command.name, name, fight.rounds + 1, number))


def _begin(decision: Decision, command: LastUntil, who: str) -> int:
    on = decision.state.party.canonical(command.on)
    timer = Timer(decision.state.order, command.name, decision.at, who=on, until=f"{who} has acted")
    timers.begin(decision, timer)
    return timer.id


def _until_rest(decision: Decision, command: LastUntilRest) -> None:
    said = command.rest.casefold()
    known_rests = {
        word: key for key, one in decision.book.set.activities.items() for word in (key, *one.says)
    }
    if decision.book.set.camp is not None:
        known_rests["camp"] = "camp"
    until = REST if said in ANY_REST else known_rests.get(said, "")
    if not until:
        hint = closest(
            command.rest, _rests(decision.state, decision.book), f"effect {command.name} until rest"
        )
        refuse("unknown-rest", f"there is no rest called {command.rest!r}", hint)
    who = decision.state.party.canonical(command.who)
    timers.begin(decision, Timer(decision.state.order, command.name, decision.at, who=who, until=until))


def _act_or_go(state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of those whose next activation or go can end an effect."""
    if state.count is not None:
        return fighters(state, book)
    return [*party.names(state, book), *sides.names(state, book)]


def _rests(_state: State, book: Rulebook) -> Iterable[str]:
    camp = ("camp",) if book.set.camp is not None else ()
    return [REST, *(one.says[0] for one in book.set.activities.values() if one.rests), *camp]


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            LastUntil,
            _last_until,
            says=(
                "effect {name:name} [on {on:several}] until {who:who} has acted",
                "effect {name:name} on {on:several} until their next turn",
            ),
            examples=(
                "effect bless until Varda has acted",
                "effect stunned on goblin 1+3 until their next turn",
            ),
            completes={"who": _act_or_go, "on": sides.combatants},
            usual={"name": states_to_last},
        ),
        declare(
            LastUntilRest,
            _until_rest,
            group="Timers",
            says=(
                "effect {name:name} [on {who:who}] until {rest:what}",
                "effect {name:name} until {rest:what} for {who:who}",
            ),
            examples=("effect ward until rest", "effect ward until short rest for Varda"),
            completes={"rest": _rests},
            labels={"who": "For whom"},
            usual={"name": states_to_last},
        ),
    ),
    serves=fights,
)
