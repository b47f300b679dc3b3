"""Hit dice: by which die each recovers; as many as levels, spent after a rest, given back by another.

When a rest ends is the business of whoever ends it. This module must not know what a rest is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, WantedFigure, happens, one_by_one
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, party
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Healing
from turnkeeper.time import Instant


class Spending(Struct, frozen=True, array_like=True):
    """Those who may spend hit dice, since they ended a rest at an instant."""

    at: Instant
    who: tuple[str, ...]


class SpendHitDice(Command, frozen=True, tag="spend-hit-dice"):
    """A character spends hit dice just after a rest: each gives hit points back."""

    who: str
    count: int
    points: int | None = None


class HitDiceOffered(Event, frozen=True, tag="hit-dice-offered.1"):
    """A rest ended, after which these may spend hit dice."""

    who: tuple[str, ...]


class HitDiceChanged(Event, frozen=True, tag="hit-dice-changed.1"):
    """A character spent hit dice, or got ``by`` of them back; the rest are ``left``."""

    who: str
    by: int
    left: int


def left(one: Character) -> int:
    """Return how many hit dice a member has left."""
    return max(0, one.level - one.spent_dice)


def die_of(book: Rulebook, one: Character, healing: Healing) -> str:
    """Return the die by which a character recovers, with what an attribute adds; empty if none is written."""
    recovery = book.set.recovery
    by_level = "" if recovery is None else recovery.die(one.level)
    die = by_level or (f"1{one.hit_die}" if one.hit_die else "")
    bonus = abilities.adds(book, one, healing.adds) if die and healing.adds else 0
    return f"{die}{bonus:+d}" if bonus else die


def throw(book: Rulebook, who: Character, healing: Healing, named: str, rule: str) -> Throw:
    """Return the throw of the die by which a member recovers; that of a level has its own rule."""
    recovery = book.set.recovery
    if recovery is not None and recovery.levels:
        named, rule = "recovery die", recovery.rule.id
    return Throw(f"{named} of {who.name}", die_of(book, who, healing), (), rule)


def after_rest(
    decision: Decision, what: Literal["spend", "all", "half"], people: tuple[Character, ...], rule: str
) -> None:
    """Spend hit dice for those who rested, or give them back those that they have spent."""
    if what == "spend":
        hurt = tuple(one.name for one in people if _may_spend(one))
        if hurt:
            decision.record(HitDiceOffered(hurt, rule=rule))
        return
    for one in people:
        most = one.level if what == "all" else max(1, one.level // 2)
        back = min(one.spent_dice, most)
        if back:
            decision.record(HitDiceChanged(one.name, back, left(one) + back, rule=rule))


def _may_spend(one: Character) -> bool:
    return not one.down and one.hp is not None and one.hp < one.most_hp and left(one) > 0


def _spend(decision: Decision, command: SpendHitDice) -> None:
    rules = decision.book.set.recovery
    if rules is None or rules.heals is None:
        rule_out("no-hit-dice", "this rule set spends no hit dice", "rest")
    who, offered = party.living(decision, command.who), decision.state.spending
    if offered is None or offered.at != decision.at or who.name not in offered.who:
        refuse(
            "no-rest", f"{who.name} has not just ended a rest after which hit dice are spent", "short rest"
        )
    if not 0 < command.count <= left(who):
        refuse("number", f"{who.name} has {left(who)} hit dice left", f"spend 1 hit die by {who.name}")
    if who.hp is None or who.hp >= who.most_hp:
        refuse("unhurt", f"{who.name} has all {who.most_hp} hit points")
    if not die_of(decision.book, who, rules.heals):
        wants = (WantedFigure("die", who.name, 2, 8),)
        message = f"the hit die of {who.name} was never written down"
        refuse("no-die", message, f"rule die of {who.name} 8", wants=wants)
    if rules.heals.adds:
        abilities.require_written((who,), abilities.meant(decision.book, who, rules.heals.adds))
    asked = throw(decision.book, who, rules.heals, "hit die", rules.rule.id)
    decision.record(HitDiceChanged(who.name, -command.count, left(who) - command.count, rule=rules.rule.id))
    if command.points is not None:
        points = min(command.points, who.most_hp - who.hp)
        party.change_hp(decision, who, points, rules.rule.id)
        return
    for _ in range(command.count):
        answer, rolled = decision.roll(asked)
        now = party.living(decision, who.name)
        points = min(max(answer.total or 0, rules.heals.least), now.most_hp - (now.hp or 0))
        if points > 0:
            party.change_hp(decision, now, points, rules.rule.id, rolled)


def _offered(state: State, event: HitDiceOffered) -> State:
    return replace(state, spending=Spending(event.at, event.who))


def _changed(state: State, event: HitDiceChanged) -> State:
    def changed(one: Character) -> Character:
        return replace(one, spent_dice=max(0, one.spent_dice - event.by))

    return replace(state, party=state.party.changed(event.who, changed))


def _tell_changed(event: HitDiceChanged, _book: Rulebook) -> str:
    dice = "hit die" if abs(event.by) == 1 else "hit dice"
    does = f"spends {-event.by} {dice}" if event.by < 0 else f"has {event.by} {dice} back"
    return f"{event.who} {does}, {event.left} left"


def _who(state: State, _book: Rulebook) -> Iterable[str]:
    return () if state.spending is None or state.spending.at != state.now else state.spending.who


_SPENDS = "spends|uses|rolls|burns|expends|takes"
_BACK = "get|heal|regain|recover|for|gain {points:number} [back] [hp|points|hit|and|of]"
MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            SpendHitDice,
            _spend,
            says=(
                Form("spend 1 hit die by {who:who}", {"count": 1}),
                "spend {count:number} hit dice by {who:who}",
                Form("spend 1 hit die for {points:number} by {who:who}", {"count": 1}),
                "spend {count:number} hit dice for {points:number} by {who:who}",
            ),
            heard=(
                "{who:who} spends|uses|rolls|burns {count:number} hit dice|die",
                f"{{who:who}} {_SPENDS} {{count:number}} hit dice|die {_BACK}",
                Form(f"{{who:who}} spends|uses|rolls|burns hit die {_BACK}", {"count": 1}, cost=1),
                Form("{who:who} spends|uses|rolls|burns hit die", {"count": 1}, cost=1),
                "spend|use|roll {count:number} hit dice|die by|for|of {who:who}",
            ),
            examples=("spend 2 hit dice by Varda", "spend 1 hit die by Varda"),
            completes={"who": _who},
        ),
    ),
    events=(
        happens(
            HitDiceOffered,
            _offered,
            lambda event, _book: f"hit dice may be spent now: {', '.join(event.who)}",
        ),
        happens(
            HitDiceChanged,
            _changed,
            _tell_changed,
            together=one_by_one(lambda event, _book: (event.at, event.by > 0), _tell_changed),
        ),
    ),
    serves=lambda book: book.set.recovery is not None and book.set.recovery.heals is not None,
    slices=("spending",),
)
