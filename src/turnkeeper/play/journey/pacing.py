"""The pace of travel: what a party sets itself, where the rule set has several. `leg_time` goes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.play.kernel.decision import closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, happens
from turnkeeper.play.kernel.mechanism import Mechanism

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.travel import Paces


class SetPace(Command, frozen=True, tag="set-pace"):
    """Set the pace of travel, from the next hex on."""

    pace: str


class PaceSet(Event, frozen=True, tag="pace-set.1"):
    """The party travels at a pace from now on."""

    pace: str


def paces_of(book: Rulebook) -> Paces | None:
    """Return the paces of travel of a rule set; ``None`` where it knows none."""
    return None if book.set.travel is None else book.set.travel.paces


def _set(decision: Decision, command: SetPace) -> None:
    paces = paces_of(decision.book)
    if paces is None:
        rule_out("no-paces", "this rule set knows one pace of travel", "travel")
    said = command.pace.casefold()
    if said not in paces.kinds:
        hint = closest(said, paces.kinds, "one of " + ", ".join(paces.kinds))
        refuse("unknown-pace", f"there is no pace {command.pace!r} of travel", hint)
    if said == (decision.state.journey.pace or paces.usual):
        others = next((name for name in paces.kinds if name != said), said)
        refuse("same", f"the pace of travel is {said} already", f"travel pace {others}")
    decision.record(PaceSet(said, rule=paces.kinds[said].rule.id))


def _evolve(state: State, event: PaceSet) -> State:
    return replace(state, journey=replace(state.journey, pace=event.pace))


def _tell(event: PaceSet, book: Rulebook) -> str:
    paces = paces_of(book)
    kind = None if paces is None else paces.kinds.get(event.pace)
    does = f": {kind.does}" if kind is not None and kind.does else ""
    return f"travel at the {event.pace} pace{does}"


def _names(_state: State, book: Rulebook) -> Iterable[str]:
    paces = paces_of(book)
    return () if paces is None else paces.kinds


MECHANISM = Mechanism(
    commands=(
        declare(
            SetPace,
            _set,
            group="Travel",
            help="Set the pace of travel; the country may allow no more than a slower one.",
            says="travel pace {pace:what}",
            heard=(
                "pace|speed [of] [travel] [is] {pace:what!}",
                "travel|go|march|move [at] [a|the] {pace:what!} pace|speed",
            ),
            examples="travel pace slow",
            completes={"pace": _names},
        ),
    ),
    events=(happens(PaceSet, _evolve, _tell),),
    serves=lambda book: paces_of(book) is not None,
)
