"""Mana: spent in whole points, restored by rest, and kept in tenths of a point, so that nothing is rounded.

Each whole length of rest restores a share of the most; the remainder counts towards the next length.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Quantity
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, WantedFigure, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.play.party.party import TENTHS, Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Relief
from turnkeeper.time import NO_TIME, Duration


class SpendMana(Command, frozen=True, tag="spend-mana"):
    """A character spends whole points of mana; rest gives it back."""

    points: int
    who: str


class ManaChanged(Event, frozen=True, tag="mana-changed.1"):
    """A character spent or regained mana, perhaps by dice; ``by`` and ``now`` are in tenths of a point."""

    who: str
    by: int
    now: int
    rolled: Rolled | None = None


class ManaRested(Event, frozen=True, tag="mana-rested.1"):
    """The rest beyond the last mana regained; it counts towards the next time."""

    over: Duration


def said(tenths: int) -> str:
    """Return tenths of a point as text.

    >>> said(34), said(30), said(0)
    ('3.4', '3', '0')
    """
    points, over = divmod(tenths, TENTHS)
    return f"{points}.{over}" if over else f"{points}"


def regain(decision: Decision, rested: Duration, gives: Relief, people: tuple[Character, ...]) -> None:
    """Restore the mana of those who rest, with the remainder of earlier rests.

    Rest is not saved up: with full mana it counts for nothing.
    """
    if not any(map(_lacks, people)):
        return
    once, rule = decision.book.duration(gives.each), gives.rule.id
    # What a rest of another kind left over is never more than a part of one length of this.
    total = Duration(min(decision.state.mana_rested, once.ms - 1)) + rested
    for who in people:
        if gives.dice:
            _regain_by_dice(decision, who, gives, total // once)
            continue
        by = min(_lacks(who), total // once * who.most_mana * gives.percent // TENTHS)
        if by and who.mana is not None:
            decision.record(ManaChanged(who.name, by, who.mana + by, rule=rule))
    over = total % once if any(_lacks(who) for who in decision.state.party.living) else NO_TIME
    if over.ms != decision.state.mana_rested:
        decision.record(ManaRested(over, rule=rule))


def _regain_by_dice(decision: Decision, who: Character, gives: Relief, times: int) -> None:
    """Throw the dice of each whole length, until nothing is lacking any more."""
    rule = gives.rule.id
    for _ in range(times):
        known = decision.state.party.find(who.name)
        lacking = 0 if known is None else _lacks(known)
        if known is None or known.mana is None or not lacking:
            return
        answer, rolled = decision.roll(Throw(f"mana of {who.name}", gives.dice, (), rule))
        by = min(lacking, max(answer.total or 0, 0) * TENTHS)
        decision.record(ManaChanged(who.name, by, known.mana + by, rolled, rule=rule))


def _lacks(who: Character) -> int:
    """Return how many tenths of a point a character lacks; 0 where mana is not kept."""
    return 0 if who.mana is None else max(0, who.most_mana * TENTHS - who.mana)


def _spend(decision: Decision, command: SpendMana) -> None:
    who = party.living(decision, command.who)
    if who.mana is None:
        written = "mana" in decision.book.set.characters.written
        hint = f"rule mana of {who.name} 5" if written else "this rule set knows no mana"
        wants = (WantedFigure("mana", who.name, 0, 5),) if written else ()
        refuse("no-mana", f"the mana of {who.name} is not kept", hint, wants=wants)
    if command.points <= 0:
        refuse("number", "say how many points, at least 1", f"spend 1 mana of {who.name}")
    whole = who.mana // TENTHS
    if command.points > whole:
        there = f"{who.name} has {said(who.mana)} of {who.most_mana} mana"
        hint = f"spend {whole} mana of {who.name}" if whole else "rest gives it back"
        refuse("too-little-mana", f"{command.points} mana needed, and {there}", hint)
    by = -command.points * TENTHS
    decision.record(ManaChanged(who.name, by, who.mana + by))


def _changed(state: State, event: ManaChanged) -> State:
    def changed(one: Character) -> Character:
        mana = one.mana if one.mana is None else one.mana + event.by
        return replace(one, mana=mana)

    return replace(state, party=state.party.changed(event.who, changed))


def _rested(state: State, event: ManaRested) -> State:
    by = event.over.ms - state.mana_rested
    return replace(state, mana_rested=state.mana_rested + by)


def _tell_changed(event: ManaChanged, _book: Rulebook) -> str:
    verb = "regains" if event.by > 0 else "spends"
    rolled = f" ({event.rolled})" if event.rolled else ""
    return f"{event.who} {verb} {said(abs(event.by))} mana{rolled}, has {said(event.now)}"


def _tell_rested(event: ManaRested, book: Rulebook) -> str:
    if not event.over:
        return "all rest so far has become mana"
    return f"rest towards the next mana: {book.scale.say(event.over)}"


def _has_mana(book: Rulebook) -> bool:
    return any("mana" in one.relief for one in book.set.activities.values())


def _observed(state: State, _book: Rulebook, name: str) -> int | None:
    one = state.party.find(name)
    return None if one is None or one.mana is None else one.mana // TENTHS


MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            SpendMana,
            _spend,
            says="spend {points:number} mana of {who:who}",
            heard=("spend|use|lose|burn|cast {points:number} [points|point] mana [of|by|from {who:who}]",),
            examples="spend 3 mana of Mira",
        ),
    ),
    events=(
        happens(ManaChanged, _changed, _tell_changed),
        happens(ManaRested, _rested, _tell_rested),
    ),
    serves=_has_mana,
    slices=("mana_rested",),
    observables=(Quantity("mana of {name}", "points of mana", _observed),),
)
