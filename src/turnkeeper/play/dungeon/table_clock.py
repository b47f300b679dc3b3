"""The table's own time: so much of it passed, and the lights that burn by it burned as long.

A second light beside them burns apart from them, along with them or instead of them, as the rule set or the
referee says.

It comes in as a fact, said by the referee or by whoever keeps a clock for them; nothing here reads one. The
game's clock stands meanwhile, so that what it burns is kept with each source, by how much and not since when.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from turnkeeper.play.clock import questions
from turnkeeper.play.dungeon import light
from turnkeeper.play.dungeon.burning import WHOLE, Light, at_table, lasts_at_table
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import LightKind, SecondLight, TableClock
from turnkeeper.rules.model.procedures import BurnLights
from turnkeeper.time import NO_TIME, Duration

HOW: tuple[SecondLight, ...] = ("apart", "along", "instead")


class TablePassed(Command, frozen=True, tag="table-passed"):
    """Say how much of the table's own time passed: lights burn by it. A kept clock says it."""

    lasts: Duration
    sure: bool = False


class TableTimePassed(Event, frozen=True, tag="table-time-passed.1"):
    """These sources burned for so much of the table's time; ``skipped`` time was skipped over."""

    lasts: Duration
    lights: tuple[int, ...]
    skipped: bool = False


def burning(state: State, book: Rulebook) -> tuple[tuple[Light, Duration], ...]:
    """Return the sources that burn by the table's time, each with how much of it is left."""
    found = ((one, at_table(book, one)) for one in state.lights.burning())
    return tuple((one, left) for one, left in found if left is not None)


def runs(state: State, book: Rulebook) -> bool:
    """Return whether the table's time burns anything now."""
    rules = book.set.table_clock
    stands = rules is not None and rules.stops_in_fights and state.fight is not None
    return rules is not None and not stands and bool(burning(state, book))


def burn(decision: Decision, lasts: Duration, rule: str, *, skipped: bool = False) -> None:
    """Burn all that burns by the table's time for so long; a spent light goes out at its own time."""
    left = lasts
    while left > NO_TIME and (lit := burning(decision.state, decision.book)):
        for one, rest in lit:
            if rest == NO_TIME:
                light.go_out(decision, one)
        lit = burning(decision.state, decision.book)
        if not lit:
            return
        part = min(left, *(rest for _, rest in lit))
        ids = tuple(one.id for one, _ in lit)
        decision.record(TableTimePassed(part, ids, skipped, rule=rule))
        for one, rest in burning(decision.state, decision.book):
            if rest == NO_TIME:
                light.go_out(decision, one)
        left -= part


def _passed(decision: Decision, command: TablePassed) -> None:
    rules = _rules(decision)
    questions.require_none(decision)
    if command.lasts <= NO_TIME:
        refuse("length", "the table's time passes forwards", "undo takes the last of it back")
    if rules.stops_in_fights and decision.state.fight is not None:
        refuse("fight", "the table's clock stands still in a fight", "end fight")
    if not burning(decision.state, decision.book):
        refuse("not-lit", "nothing burns by the table's time", "light something first")
    most = decision.book.duration(rules.asks_over) if rules.asks_over else None
    if most is not None and command.lasts > most and not command.sure:
        said = decision.book.scale.say_clock(command.lasts)
        message = f"{said} is a great deal at once: did the table play all of it?"
        refuse("doubted", message, f"table {said} for sure, or nothing")
    burn(decision, command.lasts, rules.rule.id)


def second_meant(decision: Decision, kind: LightKind, said: SecondLight | str) -> str:
    """Return how a new source of a kind burns beside those that burn; refuses where the referee must say."""
    rules, state = decision.book.set.table_clock, decision.state
    burns = decision.book.burns(kind, state.place.scene)
    if rules is None or not burns.by_table or not burning(state, decision.book):
        return ""
    if not said and rules.second == "asks":
        hint = " or ".join(f"light ... {one}" for one in HOW)
        refuse("second-light", "something burns already: how does a second light burn?", hint)
    return said or rules.second


def second_used(decision: Decision, kind: LightKind, second: str) -> Fraction:
    """Return the part of a new source that is taken as used up: all but the rest to go along with."""
    if second != "along":
        return Fraction(0)
    book = decision.book
    whole = lasts_at_table(book, book.burns(kind, decision.state.place.scene))
    left = max((rest for _, rest in burning(decision.state, book)), default=None)
    if whole is None or left is None:
        return Fraction(0)
    return max(Fraction(0), WHOLE - Fraction(left.ms, whole.ms))


def make_way(decision: Decision, kind: LightKind, second: str) -> None:
    """Put those that burn out for good, where a new source is lit instead of them."""
    if second == "instead":
        for one, _ in burning(decision.state, decision.book):
            decision.record(light.LightWentOut(one.id, one.called, rule=kind.rule.id))


def forms_of_second() -> Iterator[Form]:
    """Yield the forms of lighting that say how a second light burns."""
    for how in HOW:
        yield Form(f"light {{kind:light}} [for {{bearer:who}}] {how}", {"second": how}, serves=serves)


def _rules(decision: Decision) -> TableClock:
    rules = decision.book.set.table_clock
    if rules is None:
        rule_out("no-table-clock", "nothing burns by the table's time in this rule set", "wait 10 min")
    return rules


def _burn(decision: Decision, effect: BurnLights, occasion: Occasion) -> None:
    rules = decision.book.set.table_clock
    lasts = decision.book.duration(effect.lasts) if effect.lasts else occasion.took
    if rules is not None and lasts > NO_TIME:
        burn(decision, lasts, rules.rule.id, skipped=True)


def _evolve(state: State, event: TableTimePassed) -> State:
    lights = state.lights
    lit = tuple(_burned(one, event.lasts) if one.id in event.lights else one for one in lights.lit)
    return replace(state, lights=replace(lights, lit=lit))


def _burned(one: Light, lasts: Duration) -> Light:
    last = one.burned[-1]
    return replace(one, burned=(*one.burned[:-1], replace(last, measured=last.measured + lasts)))


def _tell(event: TableTimePassed, book: Rulebook) -> str:
    said = book.scale.say_clock(event.lasts)
    count = f"{len(event.lights)} {'light burns' if len(event.lights) == 1 else 'lights burn'}"
    return f"{said} skipped: {count}" if event.skipped else f"{said} at the table: {count}"


def serves(book: Rulebook) -> bool:
    """Return whether anything of a rule set burns by the table's time."""
    kinds = book.set.lights.values()
    return any(burns.by_table for one in kinds for burns in (one.burns, *one.burns_in.values()))


MECHANISM = Mechanism(
    group="Light",
    commands=(
        declare(
            TablePassed,
            _passed,
            says=(Form("table {lasts:clock} for sure", {"sure": True}), "table {lasts:clock}"),
            heard=(
                "table|real|played time|clock|minutes [of] [passed] {lasts:clock} [passed|more|on|went|by]",
                (
                    "burn|knock|take|shave|run|tick|drain|lop|dock {lasts:clock} off|from "
                    "torch|torches|light|lights|lantern|candle|clock|timer"
                ),
                "torch|light|lantern|candle burns|loses {lasts:clock} [down|real|table|of]",
                "{lasts:clock} table|played|real|actual [at] [the] [time] [passed|pass|went|go] [by]",
            ),
            examples=("table 10 min", "table 2 h for sure"),
        ),
    ),
    events=(happens(TableTimePassed, _evolve, _tell),),
    effects=(carries(BurnLights, _burn),),
    serves=serves,
)
