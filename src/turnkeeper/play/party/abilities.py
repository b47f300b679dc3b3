"""Attribute tests: a throw under an attribute of a character."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from turnkeeper.chance.throws import Throw
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.event import Rolled, State, WantedFigure
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook


class Tested(Struct, frozen=True, omit_defaults=True):
    """A test: the character, the throw, and whether it succeeded; ``exact`` when it equalled the attribute.

    ``adds`` is what a weapon added to the attribute.
    """

    who: str
    rolled: Rolled
    succeeded: bool
    exact: bool = False
    adds: int = 0


def meant(book: Rulebook, who: Character, attribute: str, *, save: bool = False) -> str:
    """Return the attribute that is thrown with: that of saves, or what an unwritten one comes from."""
    rules = book.set.checks
    if rules is None:
        return attribute
    if save:
        attribute = rules.saves.get(attribute, attribute)
    other = rules.comes_from.get(attribute, "") if who.attribute(attribute) is None else ""
    return other or attribute


def adds(book: Rulebook, who: Character, attribute: str, *, save: bool = False) -> int:
    """Return the bonus of an attribute where it is added to a throw or a number; 0 where none is written."""
    found = meant(book, who, attribute, save=save)
    score, rules = who.attribute(found), book.set.checks
    modifier = None if rules is None else rules.modifier
    if score is None or modifier is None or found not in modifier.attributes:
        return score or 0
    return modifier.of(score)


def usual(book: Rulebook, attribute: str) -> int:
    """Return an example of an attribute as it is written: a score, or the modifier."""
    return 1 if attribute in book.set.characters.modifiers else 10


def require_written(people: Sequence[Character], attribute: str, *, such: int = 10) -> None:
    """Refuse when an attribute was never written down for one of these characters; ``such`` is an example."""
    lacking = [who.name for who in people if who.attribute(attribute) is None]
    if lacking:
        names = ", ".join(lacking)
        hint = f"rule {attribute} of {lacking[0]} {such}"
        wants = (WantedFigure(attribute, name, such=such) for name in lacking)
        refuse("no-attribute", f"the {attribute} of {names} was never written down", hint, wants=wants)


def test(  # noqa: PLR0913 - who throws what against what, by which rule
    decision: Decision,
    who: Character,
    attribute: str,
    dice: str,
    *,
    equal: bool,
    rule: str,
    adds: int = 0,  # noqa: PT028 - it tests a character; it is not a pytest test
) -> Tested:
    """Throw under an attribute plus ``adds``; ``equal`` says whether the exact number succeeds.

    The throw asks for the total, not only for success, because those who succeed act in its order.
    """
    score = (who.attribute(attribute) or 0) + adds
    need = score if equal else score - 1
    asked = Throw(f"{attribute} of {who.name}", dice, (), rule)
    answer = decision.throw(asked)
    total = answer.total or 0
    return Tested(who.name, Rolled.of(asked, answer), total <= need, exact=total == score, adds=adds)


def names(_state: State, book: Rulebook) -> Iterable[str]:
    """Return the attributes of a rule set."""
    return book.set.characters.attributes
