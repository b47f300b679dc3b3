"""Checks and saves: a throw under an attribute, or with it over a difficulty; with advantage or disadvantage.

A save resists what happens to a character, a check is for what a character tries; they are thrown alike.
The consequences belong to whoever asked: the referee, or another mechanism.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, Rolled, happens, one_by_one, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.party import abilities, fatigue, party, provisions, wear
from turnkeeper.play.party.abilities import Tested
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.abilities import Checks
from turnkeeper.rules.model.procedures import SaveOrTire

EDGES = {1: "with advantage", -1: "with disadvantage"}


class CheckAttribute(Command, frozen=True, tag="check"):
    """A character tries something: a throw under an attribute. It takes no time by itself."""

    attribute: str
    who: str
    advantage: int = 0
    against: int | None = None


class SaveAttribute(Command, frozen=True, tag="save"):
    """Something happens to a character: a saving throw with an attribute."""

    attribute: str
    who: str
    advantage: int = 0
    against: int | None = None


class AttributeTested(Event, frozen=True, tag="attribute-tested.1"):
    """A character made a check or a save with an attribute, which stood at ``score``.

    ``advantage`` is 1 with advantage, -1 with disadvantage; ``hampered`` is the condition in the way.
    ``exact`` marks a throw equal to the attribute. ``against`` is the difficulty, where the attribute was
    added to the throw.
    """

    who: str
    attribute: str
    score: int
    rolled: Rolled
    succeeded: bool
    exact: bool = False
    save: bool = False
    advantage: int = 0
    hampered: str = ""
    against: int | None = None


def save(  # noqa: PLR0913 - who saves with what, by which rule, how well placed, before whom
    decision: Decision,
    who: Character,
    attribute: str,
    rule: str = "",
    advantage: int = 0,
    *,
    against: int | None = None,
    seen_by: Audience = "table",
) -> Tested:
    """Make a save for a character, by the named rule or else by that of all saves.

    Above 0 is with advantage, below 0 with disadvantage. Refuses where the rule set has no saves or the
    attribute was never written down.
    """
    event = throw(decision, who, attribute, rule, advantage, against=against, save=True, seen_by=seen_by)
    return Tested(event.who, event.rolled, event.succeeded)


def check(  # noqa: PLR0913 - who checks what, by which rule, how well placed, how hard it is
    decision: Decision,
    who: Character,
    attribute: str,
    rule: str = "",
    advantage: int = 0,
    *,
    against: int | None = None,
    seen_by: Audience = "table",
) -> Tested:
    """Make a check for a character; like a save, but for something tried."""
    event = throw(decision, who, attribute, rule, advantage, against=against, seen_by=seen_by)
    return Tested(event.who, event.rolled, event.succeeded)


def throw(  # noqa: PLR0913 - who throws for what, by which rule, how well placed, before whom
    decision: Decision,
    who: Character,
    attribute: str,
    rule: str = "",
    advantage: int = 0,
    *,
    against: int | None = None,
    save: bool = False,
    seen_by: Audience = "table",
) -> AttributeTested:
    """Throw for a check or a save, record it, and return the event."""
    rules = require_checks(decision)
    _require_difficulty(rules, attribute, who.name, against, save=save)
    used = abilities.meant(decision.book, who, attribute, save=save)
    abilities.require_written((who,), used, such=abilities.usual(decision.book, used))
    lack = provisions.hampers(decision.state, decision.book, attribute, who.name, decision.at)
    hampered = "" if lack is None else lack.provision.condition
    worn = wear.of(decision.book, who, save=save)
    edge = max(-1, min(1, max(-1, min(1, advantage)) - (1 if hampered or worn.hampered else 0)))
    score = abilities.adds(decision.book, who, used) if against is not None else who.attribute(used) or 0
    score -= worn.takes
    called, dice = f"{attribute} {'save' if save else 'check'} of {who.name}", _dice(rules, edge)
    if against is None:
        asked = Throw(called, dice, _under(rules, score), rule or rules.rule.id)
    else:
        asked = Throw(called, _added(dice, score), _over(rules, against), rule or rules.rule.id)
    answer, rolled = decision.roll(asked)
    exact = against is None and answer.band == 1
    tested = AttributeTested(
        who.name, attribute, score, rolled, answer.band == 0 or (exact and rules.equal), exact, save, edge,
        hampered, against, rule=asked.rule, seen_by=seen_by,
    )  # fmt: skip
    decision.record(tested)
    return tested


def _under(rules: Checks, score: int) -> tuple[Band, ...]:
    below = Band("succeeds", None, score - 1)
    exactly = Band("succeeds exactly" if rules.equal else "fails exactly", score, score)
    return below, exactly, Band("fails", score + 1, None)


def _over(rules: Checks, against: int) -> tuple[Band, ...]:
    least = against if rules.equal else against + 1
    return Band("succeeds", least, None), Band("fails", None, least - 1)


def _added(dice: str, score: int) -> str:
    return f"{dice}{score:+d}" if score else dice


def _require_difficulty(rules: Checks, attribute: str, who: str, against: int | None, *, save: bool) -> None:
    said = f"{'save' if save else 'check'} {attribute} of {who}"
    if rules.over and against is None:
        message = f"a throw of {attribute} needs a difficulty"
        refuse("no-difficulty", message, f"{said} against 10", fields=("against",))
    if not rules.over and against is not None:
        refuse("difficulty", f"here one throws under the {attribute} itself, against nothing else", said)


def require_checks(decision: Decision) -> Checks:
    """Return the rules of checks; refuses where the rule set has none."""
    rules = decision.book.set.checks
    if rules is None:
        rule_out("no-checks", "this rule set says nothing of checks and saves", "note what came of it")
    return rules


def attribute_named(decision: Decision, said: str) -> str:
    """Return the attribute of a name, ignoring case; refuses for an unknown one."""
    known = decision.book.set.characters.attributes
    if said.casefold() not in known:
        hint = closest(said, known, "one of " + ", ".join(known) if known else "")
        refuse("unknown-attribute", f"{said!r} is no attribute", hint)
    return said.casefold()


def _dice(rules: Checks, advantage: int) -> str:
    if advantage == 0:
        return rules.dice
    if rules.edge is None:
        rule_out("no-advantage", "this rule set knows no advantage or disadvantage", "say it without")
    return rules.edge.advantage if advantage > 0 else rules.edge.disadvantage


def _check(decision: Decision, command: CheckAttribute) -> None:
    require_checks(decision)
    who = party.living(decision, command.who)
    attribute = attribute_named(decision, command.attribute)
    check(decision, who, attribute, advantage=command.advantage, against=command.against)


def _save(decision: Decision, command: SaveAttribute) -> None:
    require_checks(decision)
    who = party.living(decision, command.who)
    attribute = attribute_named(decision, command.attribute)
    save(decision, who, attribute, advantage=command.advantage, against=command.against)


def _save_or_tire(decision: Decision, effect: SaveOrTire, occasion: Occasion) -> None:
    for who in decision.state.party.living:
        tested = save(
            decision, who, effect.attribute, occasion.rule, against=effect.against, seen_by=occasion.seen_by
        )
        if not tested.succeeded:
            fatigue.tire(decision, who, effect.fatigue, occasion.rule)


def _tell(event: AttributeTested, _book: Rulebook) -> str:
    kind = "save" if event.save else "check"
    edge = f" {EDGES[event.advantage]}" if event.advantage else ""
    why = f" ({event.hampered})" if event.hampered else ""
    how = "succeeds" if event.succeeded else "fails"
    exactly = " exactly" if event.exact else ""
    against = event.score if event.against is None else event.against
    return (
        f"{event.attribute} {kind} of {event.who}{edge}{why}: {event.rolled.shown} against {against}, "
        f"{how}{exactly}"
    )


def _has_edge(book: Rulebook) -> bool:
    return book.set.checks is not None and book.set.checks.edge is not None


def _heard(said: str) -> tuple[Form, ...]:
    return tuple(
        Form(f"{said} {edge} [with|at] [vs|dc] [against {{against:number}}]", {"advantage": by} if by else {})
        for edge, by in (("", 0), ("advantage", 1), ("disadvantage", -1))
    )


def _forms(verb: str) -> tuple[Form, ...]:
    said = f"{verb} {{attribute:what}} of {{who:who}}"
    hard = f"{said} against {{against:number}}"
    return (
        Form(f"{hard} with advantage", {"advantage": 1}, _has_edge),
        Form(f"{hard} with disadvantage", {"advantage": -1}, _has_edge),
        Form(hard),
        Form(f"{said} with advantage", {"advantage": 1}, _has_edge),
        Form(f"{said} with disadvantage", {"advantage": -1}, _has_edge),
        Form(said),
    )


def _named(book: Rulebook, *, save: bool) -> Iterator[Form]:
    """Yield how a rule set's own checks and saves are called: a navigation roll, a march save."""
    travel, found = book.set.travel, book.set.navigation
    called = []
    hard = found is not None and any(one.against is not None for one in found.cases)
    if found is not None and found.attribute and save is not hard:
        called.append(("navigation|navigating|navigator|pathfinding|orientation|wayfinding", found.attribute))
    march = None if travel is None or travel.march is None else travel.march.save
    if march is not None and save is (march.saved or march.against is None):
        called.append(("march|marching|forced-march|endurance|exhaustion [forced|force]", march.attribute))
    for words, attribute in called:
        yield from (
            replace(one, fixed={**one.fixed, "attribute": attribute})
            for one in _heard(f"{words} check|test|roll|save [make|throw|roll] [of|for|by] {{who:who}}")
        )


_CHECKED: tuple[str | Form, ...] = (
    *_heard("{attribute:what!} check|test|roll [make|attempt] [of|for|by] {who:who}"),
    *_heard("check|test {attribute:what!} [of|for|by] {who:who}"),
    (
        "check|test|roll {attribute:what!} [check|test|roll] [of|for|by] {who:who} "
        "[against|vs|dc] [{against:number}]"
    ),
    "{attribute:what!} check|test|roll [of|for|by] {who:who} [vs|dc] [against {against:number}]",
    "{who:who} makes|rolls|attempts {attribute:what!} check|test [against {against:number}]",
)
_SAVED: tuple[str | Form, ...] = (
    *_heard("save|saving {attribute:what!} [make|roll|throw] [with|against] [of|for|by] {who:who}"),
    (
        "roll|make|throw|attempt {attribute:what!} save|saving [throw] [of|for|by] {who:who} "
        "[vs|dc] [against {against:number}]"
    ),
    ("{attribute:what!} save|saving [throw] [of|for|by] {who:who} [vs|dc] [against {against:number}]"),
)


def _as_forms(ways: Iterable[str | Form]) -> Iterator[Form]:
    return (Form(one) if isinstance(one, str) else one for one in ways)


MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            CheckAttribute,
            _check,
            says=_forms("check"),
            heard=lambda book: (*_as_forms(_CHECKED), *_named(book, save=False)),
            examples=("check cunning of Varda", "check cunning of Varda with advantage"),
            completes={"attribute": abilities.names},
        ),
        declare(
            SaveAttribute,
            _save,
            says=_forms("save"),
            heard=lambda book: (*_as_forms(_SAVED), *_named(book, save=True)),
            examples=("save brawn of Varda", "save brawn of Varda with disadvantage"),
            completes={"attribute": abilities.names},
        ),
    ),
    events=(
        happens(
            AttributeTested,
            unchanged,
            _tell,
            together=one_by_one(lambda event, _book: (event.at, event.attribute, event.save), _tell),
        ),
    ),
    effects=(carries(SaveOrTire, _save_or_tire),),
    serves=lambda book: book.set.checks is not None,
)
