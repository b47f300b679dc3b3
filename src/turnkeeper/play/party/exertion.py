"""Exertion: an attribute is spent for a while, and comes back only through weeks in bed.

Exertion is kept apart from the written attribute, so that rest restores exactly that and no more. Some
exertion is owed: a night in the open demands it, and the player chooses the attribute.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens, one_by_one, together
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, hit_dice, party
from turnkeeper.play.party.party import Character
from turnkeeper.play.party.party import ExertedScore as Spent
from turnkeeper.play.party.saves import attribute_named
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Healing, Relief
from turnkeeper.rules.model.endurance import StrainRules
from turnkeeper.time import NO_TIME, Duration

EXERTED = "exerted "
BY_DIE = Healing(hit_die=True)
_SAVES = frozenset({"save", "saves", "saving"})


class Exert(Command, frozen=True, tag="exert"):
    """A character exerts an attribute by a throw, or pays the exertion that a bad night left owing."""

    attribute: str
    who: str
    dice: str = ""
    purpose: str = ""


class Exerted(Event, frozen=True, tag="exerted.1"):
    """A character exerted an attribute, which dropped ``by`` points to ``now``.

    ``owed`` says whether it had been owed.
    """

    who: str
    attribute: str
    by: int
    now: int
    rolled: Rolled
    purpose: str = ""
    owed: bool = False


class ExertionOwed(Event, frozen=True, tag="exertion-owed.1"):
    """A character must exert an attribute of their own choice."""

    who: str
    dice: str


class BedRestCounted(Event, frozen=True, tag="bed-rest-counted.1"):
    """A character's bed rest beyond the last recovery is ``over``; it counts towards the next one."""

    who: str
    over: Duration


class AttributeRecovered(Event, frozen=True, tag="attribute-recovered.1"):
    """A character recovered ``by`` points of an exerted attribute, which is now at ``now``."""

    who: str
    attribute: str
    by: int
    now: int
    rolled: Rolled


def require_exertion(decision: Decision) -> StrainRules:
    """Return the rules of exertion; refuses where the rule set has none."""
    rules = decision.book.set.strains.get("exertion")
    if rules is None:
        rule_out("no-exertion", "this rule set knows no exertion", "note what it costs them")
    return rules


def exert(  # noqa: PLR0913 - who exerts what by which dice, by which rule, and what for
    decision: Decision,
    who: Character,
    attribute: str,
    dice: str,
    rule: str = "",
    *,
    purpose: str = "",
    owed: bool = False,
) -> None:
    """Lower an attribute by a throw, never below 0.

    Refuses where the rule set knows no exertion or the attribute was never written down.
    """
    rules = require_exertion(decision)
    abilities.require_written((who,), attribute)
    score = who.attribute(attribute) or 0
    asked = Throw(f"exertion of {who.name}'s {attribute}", dice, (), rule or rules.rule.id)
    answer, rolled = decision.roll(asked)
    by = max(0, min(answer.total or 0, score))
    decision.record(
        Exerted(
            who.name, attribute, by, score - by, rolled, purpose, owed, rule=asked.rule
        )
    )  # fmt: skip


def owe(decision: Decision, who: Character, dice: str, rule: str) -> None:
    """Record that a character owes an exertion of an attribute of their own choice."""
    decision.record(ExertionOwed(who.name, dice, rule=rule))


def rested_in_bed(decision: Decision, rested: Duration, restores: Relief, who: str) -> None:
    """Restore attributes by bed rest: for a named character, or for every living member without a name."""
    for one in decision.state.party.living:
        if who in {"", one.name} and _most_exerted(decision, one):
            _restore(decision, one, rested, restores)


def _restore(decision: Decision, who: Character, rested: Duration, restores: Relief) -> None:
    recovery = decision.book.set.recovery
    total, once = Duration(who.in_bed) + rested, decision.book.duration(restores.each)
    over = total % once
    for _ in range(total // once if recovery is not None and recovery.levels else 0):
        now = decision.state.party.find(who.name) or who
        attribute = _most_exerted(decision, now)
        if not attribute:
            break
        _give_back(decision, now, attribute, restores.rule.id)
    # Bed rest is not saved up: with nothing exerted it counts for nothing.
    over = over if _most_exerted(decision, decision.state.party.find(who.name) or who) else NO_TIME
    decision.record(BedRestCounted(who.name, over, rule=restores.rule.id))


def _give_back(decision: Decision, who: Character, attribute: str, rule: str) -> None:
    answer, rolled = decision.roll(hit_dice.throw(decision.book, who, BY_DIE, "recovery die", rule))
    by = min(answer.total or 0, who.lost(attribute))
    now = (who.attribute(attribute) or 0) + by
    decision.record(AttributeRecovered(who.name, attribute, by, now, rolled, rule=rule))


def _most_exerted(decision: Decision, who: Character) -> str:
    """Return the most exerted attribute, the first named among equals; empty if none is exerted."""
    lost = [
        (-who.lost(name), place, name) for place, name in enumerate(decision.book.set.characters.attributes)
    ]
    most, _, name = min(lost, default=(0, 0, ""))
    return name if most < 0 else ""


def _exert(decision: Decision, command: Exert) -> None:
    rules = require_exertion(decision)
    who = party.living(decision, command.who)
    attribute = attribute_named(decision, command.attribute)
    if not command.dice:
        _pay(decision, who, attribute)
        return
    if rules.never_for_saves is not None and _SAVES & set(command.purpose.casefold().split()):
        rule = rules.never_for_saves.id
        refuse("save", f"no exertion turns a saving throw into a success ({rule})", "it can serve a check")
    exert(decision, who, attribute, command.dice, purpose=command.purpose)


def _pay(decision: Decision, who: Character, attribute: str) -> None:
    camp = decision.book.set.camp
    dice = camp.unsheltered.exerts if camp is not None else ""
    if who.owes <= 0 or camp is None or not dice:
        hint = f"exert 1d3 {attribute} of {who.name}"
        refuse("nothing-owed", f"{who.name} owes no exertion", hint)
    exert(decision, who, attribute, dice, camp.unsheltered.rule.id, owed=True)


def _exerted(state: State, event: Exerted) -> State:
    def exerted(one: Character) -> Character:
        changed = _spend(one, event.attribute, event.by)
        return replace(changed, owes=one.owes - 1) if event.owed else changed

    return replace(state, party=state.party.changed(event.who, exerted))


def _spend(one: Character, attribute: str, by: int) -> Character:
    """Return the character with ``by`` more points of an attribute exerted."""
    if all(each.attribute != attribute for each in one.exerted):
        return replace(one, exerted=(*one.exerted, Spent(attribute, by)))
    spent = tuple(
        Spent(attribute, each.by + by) if each.attribute == attribute else each for each in one.exerted
    )
    return replace(one, exerted=spent)


def scores(book: Rulebook) -> tuple[str, ...]:
    """Return the scores that a ruling can set: attributes, and ``exerted brawn`` if they can be exerted."""
    attributes = book.set.characters.attributes
    exerted = attributes if "exertion" in book.set.strains else ()
    return (*attributes, *(f"{EXERTED}{name}" for name in exerted))


def exerted_score(score: str) -> str:
    """Return the attribute of a score such as ``exerted brawn``; empty for any other score."""
    return score.removeprefix(EXERTED) if score.startswith(EXERTED) else ""


def ruled(one: Character, attribute: str, value: int) -> Character:
    """Return the character with an attribute exerted by ``value`` points, as the referee ruled."""
    return _spend(one, attribute, value - one.lost(attribute))


def _recovered(state: State, event: AttributeRecovered) -> State:
    def recovered(one: Character) -> Character:
        return _spend(one, event.attribute, -event.by)

    return replace(state, party=state.party.changed(event.who, recovered))


def _owed(state: State, event: ExertionOwed) -> State:
    def owes(one: Character) -> Character:
        return replace(one, owes=one.owes + 1)

    return replace(state, party=state.party.changed(event.who, owes))


def _counted(state: State, event: BedRestCounted) -> State:
    def rested(one: Character) -> Character:
        return replace(one, in_bed=event.over.ms)

    return replace(state, party=state.party.changed(event.who, rested))


def _tell_exerted(event: Exerted, _book: Rulebook) -> str:
    purpose = f" for {event.purpose}" if event.purpose else ""
    return f"{event.who} exerts {event.by} {event.attribute}{purpose} ({event.rolled}), has {event.now}"


def _tell_owed(event: ExertionOwed, _book: Rulebook) -> str:
    return f"{event.who} must exert {event.dice} of any attribute"


def _tell_all_owe(events: Sequence[ExertionOwed], _book: Rulebook) -> str:
    return f"each must exert {events[0].dice} of any attribute: {', '.join(one.who for one in events)}"


def _tell_counted(event: BedRestCounted, book: Rulebook) -> str:
    over = f"; {book.scale.say(event.over)} of it towards the next time" if event.over else ""
    return f"bed rest of {event.who} counts{over}"


def _tell_recovered(event: AttributeRecovered, _book: Rulebook) -> str:
    return f"{event.who} regains {event.by} {event.attribute} ({event.rolled}), has {event.now}"


MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            Exert,
            _exert,
            says=(
                "exert {dice:dice} {attribute:what} of {who:who} [for {purpose:about}]",
                "exert {attribute:what} for {who:who}",
            ),
            examples=("exert 1d3 brawn of Varda", "exert 1d3 brawn of Varda for a check"),
            completes={"attribute": abilities.names},
            step=StepKind("exert", "do", ("exert",)),
            serves=lambda book: "exertion" in book.set.strains,
        ),
    ),
    events=(
        happens(Exerted, _exerted, _tell_exerted),
        happens(
            ExertionOwed,
            _owed,
            _tell_owed,
            together=together(lambda event, _book: event.dice, _tell_all_owe),
        ),
        happens(
            BedRestCounted,
            _counted,
            _tell_counted,
            together=one_by_one(lambda event, _book: event.at, _tell_counted),
        ),
        happens(
            AttributeRecovered,
            _recovered,
            _tell_recovered,
            together=one_by_one(lambda event, _book: event.at, _tell_recovered),
        ),
    ),
    serves=lambda book: "exertion" in book.set.strains or book.set.recovery is not None,
)
