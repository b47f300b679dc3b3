"""The rule sets to begin with, each described in a sentence that is read off its data.

So a rule set that is added tells of itself, and none is named here.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import Order, OrderByCount, OrderByEach, OrderBySides, OrderByTests
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_ids, example_ids, load_builtin, load_example_head
from turnkeeper.spelling.sentences import capitalised, joined
from turnkeeper.views.rulesheet import Offered, options

_DAY_MS = 86_400_000
_CLOCK = ((3_600_000, "hour"), (60_000, "minute"), (1_000, "second"))
_CLOCK_NAMES = frozenset(name for _, name in _CLOCK)
_ORDERS = {
    OrderByTests: "in a fight each is tested against the foe",
    OrderBySides: "in a fight the sides take turns",
    OrderByCount: "in a fight everybody acts on a segment of the count",
}
_PARTS = ("travel", "weather", "seasons", "camp", "mounts", "meals", "morale", "rituals")
_EACH = 1_000


class RuleChoice(Struct, frozen=True):
    """A rule set to begin with: its name and notice, and its options."""

    id: str
    name: str
    says: str
    options: tuple[Offered, ...] = ()
    example: bool = False


@cache
def rule_choices() -> tuple[RuleChoice, ...]:
    """Return the games that come with the program, and after them the examples of home-made procedures."""
    return (*map(_game, builtin_ids()), *map(_example, example_ids()))


def _game(which: str) -> RuleChoice:
    rules = load_builtin(which)
    about = rules.ruleset
    return RuleChoice(about.id, about.name, sentence_of(rules), tuple(options(rules)))


def _example(which: str) -> RuleChoice:
    about, _ = load_example_head(which)
    base = load_builtin(about.extends).ruleset.name if about.extends in builtin_ids() else about.extends
    return RuleChoice(about.id, about.name, f"Changes {base.partition(':')[0]}.", example=True)


def sentence_of(rules: RuleSet) -> str:
    """Return a rule set in a sentence: its units, how lights burn, who acts when, and its other parts."""
    units = [unit for unit in Rulebook(rules).scale.units if unit.length.ms < _DAY_MS]
    lengths = ", ".join(
        f"{unit.plural} of {_clock(unit.length.ms)}" for unit in units if unit.name not in _CLOCK_NAMES
    )
    burning = next((f"lights burn {kind.burns.said}" for kind in rules.lights.values()), "")
    order = _order(rules.order)
    besides = [part for part in _PARTS if getattr(rules, part)]
    told = [lengths, "; ".join(part for part in (burning, order) if part)]
    if besides:
        told.append(f"With {joined(besides)}")
    return " ".join(f"{capitalised(one)}." for one in told if one)


def _clock(ms: int) -> str:
    for length, name in _CLOCK:
        if ms % length == 0:
            return f"{ms // length} {name}{'' if ms == length else 's'}"
    return f"{ms // _EACH}.{ms % _EACH:03}".rstrip("0") + " seconds"


def _order(order: Order | None) -> str:
    if isinstance(order, OrderByEach):
        return "in a fight turns go round the table" if order.seated else ""
    return "" if order is None else _ORDERS[type(order)]
