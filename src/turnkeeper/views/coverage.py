"""What each rule of a set rests on: entries that carry it out, tests and playthroughs that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.rules.coverage import ShownBy, coverage_index
from turnkeeper.rules.model.cite import Origin
from turnkeeper.views.rulesheet import OptionReading, Reason, RuleText, rule_texts

if TYPE_CHECKING:
    from turnkeeper.rules.model.ruleset import RuleSet

__all__ = ["Covered", "coverage"]


class Covered(Struct, frozen=True):
    """One rule, its text, and its support.

    ``also`` are the origins of its parts besides its own. ``where`` are entries of the set, ``engine`` among
    them where the program itself carries the rule out. ``reasons`` are those of house choices; one without a
    place is for the whole rule. ``missing`` names the support that the rule lacks.
    """

    id: str
    origin: Origin
    also: tuple[Origin, ...]
    where: tuple[str, ...]
    tests: tuple[str, ...]
    playthroughs: tuple[str, ...]
    reasons: tuple[Reason, ...]
    options: tuple[OptionReading, ...]
    missing: tuple[str, ...]
    says: str


def coverage(ruleset: RuleSet) -> list[Covered]:
    """Return what every rule of the register rests on, in its order."""
    index = coverage_index()
    return [_covered(text, index.get(name, ShownBy())) for name, text in rule_texts(ruleset).items()]


def _covered(text: RuleText, shown: ShownBy) -> Covered:
    origin, *also = text.origins
    whole = (Reason((), text.why),) if text.why else ()
    return Covered(
        text.id,
        origin,
        tuple(also),
        text.carried_out_by,
        shown.tests,
        shown.playthroughs,
        (*whole, *text.house),
        text.options,
        _missing(text, shown),
        text.says,
    )


def _missing(text: RuleText, shown: ShownBy) -> tuple[str, ...]:
    """Return the missing support: a reason for a house choice, an entry, test or playthrough for a game's."""
    if text.origins[0] == "house":
        return () if text.why else ("a reason",)
    asked = {
        "an entry": text.carried_out_by,
        "a test": shown.tests,
        "a playthrough": shown.playthroughs,
    }
    return tuple(what for what, there in asked.items() if not there)
