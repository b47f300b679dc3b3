"""The pace of travel: what a party sets itself, where the rule set has several. `leg_time` goes by it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.journey.leg_time import usual_pace
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook


class SetPace(Command, frozen=True, tag="set-pace"):
    """Set the pace of travel; the country may allow no more than a slower one."""

    pace: str


class PaceSet(Event, frozen=True, tag="pace-set.1"):
    """The party travels at a pace from now on."""

    pace: str


def _set(decision: Decision, command: SetPace) -> None:
    paces = decision.book.travel_paces
    if not paces:
        rule_out("no-paces", "this rule set knows one pace of travel", "travel")
    said = command.pace.casefold()
    travels = paces[said].travels if said in paces else None
    if travels is None:
        hint = closest(said, paces, "one of " + ", ".join(paces))
        refuse("unknown-pace", f"there is no pace {command.pace!r} of travel", hint)
    if said == (decision.state.journey.pace or usual_pace(decision.book)):
        others = next((name for name in paces if name != said), said)
        refuse("same", f"the pace of travel is {said} already", f"travel pace {others}")
    decision.record(PaceSet(said, rule=travels.rule.id))


def _evolve(state: State, event: PaceSet) -> State:
    return replace(state, journey=replace(state.journey, pace=event.pace))


def _tell(event: PaceSet, book: Rulebook) -> str:
    kind = book.set.paces.get(event.pace)
    travels = None if kind is None else kind.travels
    does = f": {travels.does}" if travels is not None and travels.does else ""
    return f"travel at the {event.pace} pace{does}"


def _names(_state: State, book: Rulebook) -> Iterable[str]:
    return book.travel_paces


MECHANISM = Mechanism(
    group="Travel",
    commands=(
        declare(
            SetPace,
            _set,
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
    serves=lambda book: bool(book.travel_paces),
)
