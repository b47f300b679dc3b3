"""Concentration: one thing at a time, lost when its holder is hurt or down; perhaps a save keeps it up.

What a member concentrates on is a timer of theirs, which may have a length of its own besides.
"""

from __future__ import annotations

from collections.abc import Iterable

from turnkeeper.play.clock import timers
from turnkeeper.play.clock.timers import TimerEnded
from turnkeeper.play.clock.timing import Timer, names_to_last
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, State
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party, saves
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.endurance import Concentration
from turnkeeper.time import Duration

HELD = "concentration"
"""The ``until`` of a timer that lasts no longer than its caster concentrates on it."""


class Concentrate(Command, frozen=True, tag="concentrate"):
    """A character concentrates on a spell or the like: on one at a time, and a wound may end it."""

    name: str
    who: str
    lasts: Duration | None = None


class StopConcentrating(Command, frozen=True, tag="stop-concentrating"):
    """A character concentrates on nothing any more."""

    who: str


def held_by(state: State, who: str) -> Timer | None:
    """Return the thing that a member concentrates on; ``None`` for nothing."""
    return next((one for one in state.timers.live.values() if one.until == HELD and one.who == who), None)


def _rules(decision: Decision) -> Concentration:
    rules = decision.book.set.concentration
    if rules is None:
        rule_out("no-concentration", "this rule set knows no concentration", "timer bless 1 h for Varda")
    return rules


def _begin(decision: Decision, command: Concentrate) -> None:
    rules, who = _rules(decision), party.living(decision, command.who)
    if who.down:
        refuse("down", f"{who.name} is down and concentrates on nothing", f"heal {who.name} 1")
    _lose(decision, who.name, rules)
    timer = Timer(decision.state.order, command.name, decision.at, command.lasts, who.name, until=HELD)
    timers.begin(decision, timer, rules.rule.id)


def _stop(decision: Decision, command: StopConcentrating) -> None:
    rules, who = _rules(decision), party.member(decision, command.who)
    if held_by(decision.state, who.name) is None:
        refuse("nothing", f"{who.name} concentrates on nothing", f"concentrate on bless 1 min by {who.name}")
    _lose(decision, who.name, rules)


def _lose(decision: Decision, who: str, rules: Concentration) -> None:
    held = held_by(decision.state, who)
    if held is not None:
        over = TimerEnded(held.id, held.called, early=True, rule=rules.rule.id, seen_by=held.seen_by)
        decision.record(over)


def _hurt(decision: Decision, before: State) -> None:
    """Have those who lost hit points save for what they concentrate on; the fallen lose it."""
    rules = decision.book.set.concentration
    if rules is None or before.party is decision.state.party:
        return
    for was in before.party.members:
        now = decision.state.party.find(was.name)
        held = held_by(decision.state, was.name)
        if now is None or held is None:
            continue
        lost = (was.hp or 0) - (now.hp or 0) if was.hp is not None and now.hp is not None else 0
        if now.down or (lost > 0 and not _keeps(decision, now, lost, rules)):
            _lose(decision, now.name, rules)


def _keeps(decision: Decision, who: Character, lost: int, rules: Concentration) -> bool:
    if not rules.attribute:
        return False
    against = max(rules.least, lost // rules.divided)
    against = min(against, rules.most) if rules.most else against
    checks = decision.book.set.checks
    over = against if checks is not None and checks.over else None
    return saves.save(decision, who, rules.attribute, rules.rule.id, against=over).succeeded


def _holders(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.who for one in state.timers.live.values() if one.until == HELD]


MECHANISM = Mechanism(
    group="Timers",
    commands=(
        declare(
            Concentrate,
            _begin,
            says=(
                "concentrate on {name:name} {lasts:length} by {who:who}",
                "concentrate on {name:name} by {who:who}",
            ),
            heard=(
                "{who:who} concentrates|concentrate on {name:name} [for] {lasts:length}",
                "{who:who} concentrates|concentrate on {name:name}",
                "concentrate|concentration {name:name} [for] {lasts:length} [on] by|for|of {who:who}",
                "{who:who!} cast {name:name} concentrating|concentration|concentrates [and|with]",
                (
                    "{who:who!} keep|hold|maintain|sustain concentration [up|on|of] {name:name} [for] "
                    "{lasts:length}"
                ),
            ),
            examples=("concentrate on bless 1 min by Varda", "concentrate on bless by Varda"),
            usual={"name": names_to_last},
        ),
        declare(
            StopConcentrating,
            _stop,
            says="stop concentrating by {who:who}",
            heard=("{who:who} stops|drops|loses|ends concentrating|concentration",),
            examples="stop concentrating by Varda",
            completes={"who": _holders},
        ),
    ),
    follows=_hurt,
    serves=lambda book: book.set.concentration is not None,
)
