"""Lamps: lighting, dousing and refuelling sources, and handing them on.

Lighting takes a round of a fight. Outside fights it is part of the turn in which it is done, unless the rule
set always counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from turnkeeper.play.clock.clock import carry_out
from turnkeeper.play.clock.questions import require_unfought
from turnkeeper.play.dungeon import dark, table_clock
from turnkeeper.play.dungeon.burning import is_out
from turnkeeper.play.dungeon.light import (
    LightDoused,
    LightHanded,
    LightLit,
    LightRefuelled,
    borne,
    kind_named,
    lit_one,
)
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, State, Task
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.several import apart, joined
from turnkeeper.play.party import party, supplies
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import LightKind
from turnkeeper.time import NO_TIME, Duration

MOST_AT_ONCE = 100


class LightUp(Command, frozen=True, tag="light"):
    """Light a source. A doused one of that bearer burns on from where it stopped.

    Of several bearers each lights one.

    Where lights burn by the table's time, a ``second`` one burns apart from those that do, along with them,
    or in place of them.
    """

    kind: str
    bearer: str = ""
    count: int = 1
    second: Literal["", "apart", "along", "instead"] = ""


class Douse(Command, frozen=True, tag="douse"):
    """Put a source out, or all that burn. Its rest can be lit again."""

    kind: str = ""
    bearer: str = ""
    every: bool = False


EVERYONE = "everyone"
"""Whoever can carry one of their own."""


class Refuel(Command, frozen=True, tag="refuel"):
    """Fill a source up. What was left in it is not kept."""

    kind: str
    bearer: str = ""


class HandLight(Command, frozen=True, tag="hand-light"):
    """Hand a source to another character."""

    kind: str
    to: str
    bearer: str = ""


def _light_up(decision: Decision, command: LightUp) -> None:
    key, kind = kind_named(decision, command.kind)
    if not 1 <= command.count <= MOST_AT_ONCE:
        refuse("number", f"1 to {MOST_AT_ONCE} can be lit at once", f"light 2 {key}")
    takes = _takes(decision, kind)
    if takes > NO_TIME:
        require_unfought(decision)
    for bearer in _bearers(decision, command):
        _light_one(decision, key, kind, replace(command, bearer=bearer), takes)


def _bearers(decision: Decision, command: LightUp) -> Iterable[str]:
    """Return who lights a source, one for each: of several who are named each lights one of their own."""
    there = decision.state.party
    if command.bearer == EVERYONE and there.able:
        return [one.name for one in there.able]
    said = command.bearer
    named = apart(said, lambda name: there.find(name) is not None) if there.members else (said,)
    if len(named) == 1:
        return [said] * command.count
    if command.count not in {1, len(named)}:
        hint = f"light {command.kind} for {joined(named)}"
        refuse("number", f"{command.count} are not one for each of {len(named)}", hint)
    return named


def _light_one(decision: Decision, key: str, kind: LightKind, command: LightUp, takes: Duration) -> None:
    who = command.bearer
    bearer = party.bearer(decision, who)
    idle = (one for one in decision.state.lights.idle() if not is_out(decision.book, one, decision.at))
    doused = borne(idle, key, bearer)
    second: str = command.second
    if doused is not None:
        bearer = doused.bearer
    else:
        second = table_clock.second_meant(decision, kind, command.second)
        supplies.take(decision, kind.fuel or key, 1)

    def kindle(decision: Decision, _task: Task) -> None:
        which, again = (decision.state.order, False) if doused is None else (doused.id, True)
        scene = decision.state.place.scene
        used = table_clock.second_used(decision, kind, second) if not again else Fraction(0)
        lit = LightLit(which, key, scene, bearer, again, used.numerator, used.denominator, rule=kind.rule.id)
        table_clock.make_way(decision, kind, second)
        decision.record(lit)

    carry_out(decision, Task(f"light {key}", decision.state.order, takes, takes), kindle, through=True)


def _takes(decision: Decision, kind: LightKind) -> Duration:
    """Return how long lighting takes; no time in a fight, whose round passes anyhow."""
    counts = kind.lighting_counts == "always" and kind.lighting and decision.state.fight is None
    return decision.book.duration(kind.lighting) if counts else NO_TIME


def _douse(decision: Decision, command: Douse) -> None:
    key = kind_named(decision, command.kind)[0] if command.kind else ""
    if command.every:
        burning = [one for one in decision.state.lights.burning() if key in ("", one.kind)]
    else:
        burning = [lit_one(decision, command.kind, command.bearer)]
    if not burning:
        refuse("not-lit", f"no {key or 'light'} is burning", "light one first")
    for one in burning:
        decision.record(LightDoused(one.id, one.called))
    dark.fall_if_dark(decision)


def _refuel(decision: Decision, command: Refuel) -> None:
    key, kind = kind_named(decision, command.kind)
    if not kind.fuel:
        refuse("no-fuel", f"a {key} is not refuelled, it is used up", f"light {key}")
    light = borne(decision.state.lights.every(), key, decision.state.party.canonical(command.bearer))
    if light is None:
        refuse("no-light", f"nobody has a {key} that was lit before", f"light {key}")
    supplies.take(decision, kind.fuel, 1)
    decision.record(LightRefuelled(light.id, light.called, rule=kind.rule.id))


def _hand(decision: Decision, command: HandLight) -> None:
    key, _ = kind_named(decision, command.kind)
    lights = decision.state.lights
    light = borne((*lights.idle(), *lights.burning()), key, decision.state.party.canonical(command.bearer))
    if light is None:
        refuse("no-light", f"nobody has such a {key}", f"light {key} for {command.to}")
    to = party.bearer(decision, command.to)
    decision.record(LightHanded(light.id, light.kind, light.bearer, to))


def lit(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the kinds of the burning sources."""
    return [one.kind for one in state.lights.burning()]


def burning_last(state: State, book: Rulebook) -> Iterable[str]:
    """Return the kinds that burn, or in the dark those that did: "another one" is one of them."""
    return dict.fromkeys(lit(state, book)) or _ever_lit(state, book)


def _refuelled(state: State, book: Rulebook) -> Iterable[str]:
    """Return the kinds that burn a fuel, of those that were lit; a spent one is lit anew."""
    return [name for name in _ever_lit(state, book) if book.set.lights[name].fuel]


def _ever_lit(state: State, _book: Rulebook) -> Iterable[str]:
    return dict.fromkeys(one.kind for one in state.lights.every())


_FROM = "[from|off|with] [old|last|first|dying|guttering] [one]"
_PUT_OUT = "douse|extinguish|snuff|quench|smother|kill|put|blow"
_SNUFF = "douse|dowse|extinguish|snuff|quench|smother|kill"
_OUT = "put|blow|snuff|stamp|turn|switch|go|rub|tread|trample|pinch|grind|drown|shake|stub|tamp|damp"


_LIGHTING: tuple[str | Form, ...] = (
    (
        "light|kindle|ignite|relight|rekindle|strike|start|spark|ready|burn|use|fire "
        "[up] [new|fresh|second|third] {kind:light} [for {bearer:several}] "
        f"{_FROM}"
    ),
    "relight|rekindle {kind:light?} [for {bearer:who}]",
    Form("everyone|everybody|each light|kindle|ignite {kind:light}", {"bearer": EVERYONE}),
    Form("{kind:light!} everyone|everybody [each|for]", {"bearer": EVERYONE}),
    f"{{bearer:who}} light|kindle one|another|new|second|third {{kind:name?}} {_FROM}",
    "new|fresh {kind:light} [for {bearer:who}]",
    f"light|kindle one|another|new|second|third {{kind:name?}} {_FROM}",
    "{kind:light!} on [turn|switch|go|come|put] [for {bearer:who}]",
    "set fire {kind:light} [on] [for {bearer:who}]",
    "{kind:light} [each|apiece] [for {bearer:several}]",
    "{kind:light!} alight|ablaze [set|get] [for {bearer:several}]",
    "set|get {kind:light!} burning|going|lit [for {bearer:several}]",
    (
        "light|kindle|ignite|burn|spark|fire|start {count:times} [more] [up] "
        "{kind:light} [for {bearer:several}]"
    ),
    "{count:times} {kind:light} [for {bearer:several}]",
)


def _heard_of_lighting(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to light something; where it is not said what, any light could be meant."""
    yield from (Form(one) if isinstance(one, str) else one for one in _LIGHTING)
    for kind in book.set.lights:
        unsaid = "strike|make|get|kindle|start|need light [some|more|another|going|on] [by {bearer:who}]"
        yield Form(unsaid, {"kind": kind}, cost=1)
        yield Form("light up [place|room|things] [by {bearer:who}]", {"kind": kind}, cost=1)


MECHANISM = Mechanism(
    group="Light",
    commands=(
        declare(
            LightUp,
            _light_up,
            says=(
                "light {kind:light} [for {bearer:several}]",
                "light {count:times} {kind:light} [for {bearer:several}]",
                *table_clock.forms_of_second(),
            ),
            heard=_heard_of_lighting,
            examples=("light torch for Orlo", "light lantern", "light torch for Orlo + Varda"),
            completes={
                "kind": lambda _state, book: book.set.lights,
                "kind:name": burning_last,
                "bearer": party.names,
            },
            step=StepKind("light", "do", ("light",)),
            labels={"bearer": "For whom"},
        ),
        declare(
            Douse,
            _douse,
            says=(
                "douse {kind:light} of {bearer:who}",
                "douse {kind:light}",
                Form("put out all", {"every": True}),
                Form("put out all {kind:light}", {"every": True}),
            ),
            heard=(
                f"{_SNUFF} [flame|fire] {{kind:light}} [of {{bearer:who}}]",
                f"{_OUT} out|off {{kind:light}} [of {{bearer:who}}]",
                f"{{_by:who!}} {_SNUFF} {{kind:light}} of {{bearer:who}}",
                f"{{_by:who!}} {_OUT} out|off {{kind:light}} of {{bearer:who}}",
                (
                    "{kind:light!} out|off|dies|dead|dark [go|gutter|sputter|flicker|fizzle] [and] "
                    "[of {bearer:who}]"
                ),
                (
                    "wind|gust|draught|draft|breeze|drip blow|put|snuff|douse {kind:light!} [out|wind] "
                    "[of {bearer:who}]"
                ),
                "kill|put|blow|cut it|light|lights out|off {kind:light?} [of {bearer:who}]",
                (
                    "kill|cut|douse|extinguish|snuff|quench|smother light|lights|flame|flames|it [all] "
                    "{kind:light?} [of {bearer:who}]"
                ),
                "put|blow|snuff|stamp|stub|pinch out light|lights|flame|everything [all] {kind:light?}",
                Form(f"{_PUT_OUT} light|lights all|every|both [out]", {"every": True}),
                Form("douse|extinguish|snuff|quench all|everything", {"every": True}),
                Form(f"{_PUT_OUT} all|every|both|each {{kind:light}} [out]", {"every": True}),
                Form("all|every|both light|lights|flames out|off [go|die]", {"every": True}),
                "light|lights out|off [go] {kind:light?}",
                Form("drop {kind:light!} [of {bearer:who}]", cost=2),  # or one is lost: that is asked
                Form("{_by:who!} drop {kind:light!}", cost=1),
            ),
            examples=("douse torch of Orlo", "put out all"),
            completes={"kind": lit},
        ),
        declare(
            Refuel,
            _refuel,
            says=("refuel {kind:light} of {bearer:who}", "refuel {kind:light}"),
            heard=(
                "refuel|refill|fill|top|replenish {kind:light} [up] [oil|fuel] [with] [of {bearer:who}]",
                "oil|fuel {kind:light} [of {bearer:who}]",
                "pour|add|put oil|fuel [more] [in|into|to] {kind:light} [of {bearer:who}]",
            ),
            examples="refuel lantern of Varda",
            completes={"kind": _refuelled},
        ),
        declare(
            HandLight,
            _hand,
            says=("hand {kind:light} from {bearer:who} to {to:who}", "hand {kind:light} to {to:who}"),
            heard=(
                "hand|give|pass [over] {kind:light} [from {bearer:who}] to {to:who}",
                "{to:who} takes|gets|grabs|receives|snatches|seizes {kind:light} [over] [from {bearer:who}]",
            ),
            examples="hand torch from Orlo to Varda",
            labels={"bearer": "Who bears it now", "to": "To whom"},
        ),
    ),
    completes={"light": _ever_lit},
)
