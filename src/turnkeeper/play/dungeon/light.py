"""Light: the events of sources. They are lit, doused, refuelled, handed on and used up; darkness may fall.

How much of a source is left at an instant is computed in `burning`; the commands are in `lamps`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.dungeon import burning, dark
from turnkeeper.play.dungeon.burning import BurnSpan, Filled, Light, burns_by, is_out, spent
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.essence import Outlook, Quantity, occurs
from turnkeeper.play.kernel.event import Event, Rolled, State, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.party import supplies
from turnkeeper.play.sky import seasons, weather
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import LightKind
from turnkeeper.rules.model.procedures import TickLight
from turnkeeper.time import Duration, Instant, Rank


class LightLit(Event, frozen=True, tag="light-lit.1"):
    """A source was lit, for the first time or again; ``used`` parts ``of`` it are taken as used up."""

    light: int
    kind: str
    scene: str
    bearer: str = ""
    again: bool = False
    used: int = 0
    of: int = 1


class LightDoused(Event, frozen=True, tag="light-doused.1"):
    """A source was put out by hand."""

    light: int
    called: str


class LightsTicked(Event, frozen=True, tag="lights-ticked.1"):
    """Each of these sources used up a part: ticks of a table, or one more of its usage dice."""

    lights: tuple[int, ...]
    ticks: int = 1


class LightDiced(Event, frozen=True, tag="light-diced.1"):
    """A source's usage dice were thrown; they ``grew`` by one, or in the damp the source went out."""

    light: int
    called: str
    rolled: Rolled
    grew: bool
    damp: bool = False


class LightWentOut(Event, frozen=True, tag="light-went-out.1"):
    """A source burned out, or wind or wet put it out, after which it can be lit again."""

    light: int
    called: str
    blown: bool = False


class LightRefuelled(Event, frozen=True, tag="light-refuelled.1"):
    """A source was refilled."""

    light: int
    called: str


class LightRuled(Event, frozen=True, tag="light-ruled.1"):
    """The referee ruled how much of a source is used up: ``used`` parts ``of`` a whole.

    Where it burns ``by_clock`` a part is a millisecond.
    """

    light: int
    called: str
    used: int
    of: int
    by_clock: bool = False


class LightHanded(Event, frozen=True, tag="light-handed.1"):
    """A source was handed from one bearer to another."""

    light: int
    kind: str
    giver: str
    to: str


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule what lit sources have due by themselves: burning out, or a roll of their usage dice."""
    for light in decision.state.lights.burning():
        _book_one(decision, light, start, until)


def _book_one(decision: Decision, light: Light, start: Instant, until: Instant) -> None:
    began = light.burned[-1].began
    left = burning.time_left(decision.book, light, start)
    if left is not None and start + left <= until:
        decision.schedule(start + left, Rank.ENDS, light.id, partial(_visit_end, light.id, began))
    due = burning.until_thrown(decision.book, light, start)
    if due is not None and start + due <= until:
        visit = partial(_visit_dice, light.id, began, until)
        decision.schedule(start + due, Rank.CHECKS, light.id, visit)


def _still(decision: Decision, which: int, began: Instant) -> Light | None:
    light = decision.state.lights.find(which)
    return light if light is not None and light.lit and light.burned[-1].began == began else None


def _visit_end(which: int, began: Instant, decision: Decision) -> None:
    light = _still(decision, which, began)
    if light is not None and is_out(decision.book, light, decision.at):
        go_out(decision, light)


def _visit_dice(which: int, began: Instant, until: Instant, decision: Decision) -> None:
    light = _still(decision, which, began)
    if light is None:
        return
    kind = decision.book.set.lights[light.kind]
    by = burning.thrown_for(burns_by(decision.book, light))
    if by is None:
        return
    damp = by.damp and _is_damp(decision)
    used = spent(decision.book, light, decision.at) * by.steps
    dice = by.thrown(used.numerator // used.denominator + damp)
    bands = by.bands("is put out" if damp else "burns down")
    answer, rolled = decision.roll(Throw(f"{light.called} usage", dice, bands, kind.rule.id))
    over = answer.band == 1
    decision.record(LightDiced(light.id, light.called, rolled, over, damp, rule=kind.rule.id))
    if over and damp:
        go_out(decision, light, blown=True)
    elif over:
        use_up(decision, (light.id,), 1, kind.rule.id)
    again = _still(decision, which, began)
    if again is not None:
        _book_one(decision, again, decision.at, until)


def _is_damp(decision: Decision) -> bool:
    """Return whether wind or wet reaches the lights: by the weather outdoors, or in a draughty place."""
    sky = weather.of(decision.state, decision.book)
    return decision.state.place.own.draughty or (sky is not None and sky.damp)


def tick(decision: Decision, ticks: int, rule: str, kinds: tuple[str, ...] = ()) -> None:
    """Use up ticks of every lit source that burns by ticks here, or only of some kinds."""
    ticked = tuple(
        light.id
        for light in decision.state.lights.burning()
        if (not kinds or light.kind in kinds) and burning.is_ticked(burns_by(decision.book, light))
    )
    if ticked:
        use_up(decision, ticked, ticks, rule)


def use_up(decision: Decision, lights: tuple[int, ...], ticks: int, rule: str) -> None:
    """Use up a part of these sources; those with nothing left go out, and darkness may fall."""
    decision.record(LightsTicked(lights, ticks, rule=rule))
    for light in decision.state.lights.burning():
        if light.id in lights and is_out(decision.book, light, decision.at):
            go_out(decision, light)


def go_out(decision: Decision, light: Light, *, blown: bool = False) -> None:
    """Put a source out that burned out or was blown out; the last one of a dark place stops the clock.

    Characters at rest keep their light burning where their rest allows it, and a rest that the dark would
    spoil goes on without.
    """
    rule = decision.book.set.lights[light.kind].rule.id
    decision.record(LightWentOut(light.id, light.called, blown, rule=rule))
    if seasons.is_light(decision.state, decision.book):
        return
    rest = decision.resting
    if rest is not None and rest.keeps_light and _kept_up(decision, light):
        return
    dark.fall(decision, unasked=True)
    if dark.stops(decision) and (rest is None or rest.interrupted != "lost"):
        decision.stop()


def _kept_up(decision: Decision, light: Light) -> bool:
    """Refill a source that went out, or light the next one like it; return whether that was done.

    Nothing is lit as the rest ends: a torch that burned for all of it was the one that the rest used.
    """
    kind = decision.book.set.lights[light.kind]
    over = decision.walk is None or decision.walk.until == decision.at
    if over or decision.state.supplies.of(kind.fuel or light.kind) == 0:
        return False
    rule, scene = kind.rule.id, decision.state.place.scene
    supplies.take(decision, kind.fuel or light.kind, 1, rule)
    if kind.fuel:
        decision.record(LightRefuelled(light.id, light.called, rule=rule))
    which = light.id if kind.fuel else decision.state.order
    lit = LightLit(which, light.kind, scene, light.bearer, bool(kind.fuel), rule=rule)
    decision.record(lit)
    if decision.walk is not None:
        _book_one(decision, _known(decision.state, which), decision.at, decision.walk.until)
    return True


def kind_named(decision: Decision, name: str) -> tuple[str, LightKind]:
    """Return the key and kind of a light's name, singular or plural; refuses for an unknown one."""
    lights = decision.book.set.lights
    for key, kind in lights.items():
        if name.casefold() in {key.casefold(), kind.plural.casefold()}:
            return key, kind
    hint = closest(name, lights, "one of " + ", ".join(lights))
    return refuse("unknown-light", f"there is no light source {name!r}", hint)


def borne(lights: Iterable[Light], kind: str, bearer: str) -> Light | None:
    """Return the last of these sources of a kind and of a bearer, or of any bearer if that is empty."""
    for light in reversed(tuple(lights)):
        if light.kind == kind and (not bearer or light.bearer.casefold() == bearer.casefold()):
            return light
    return None


def lit_one(decision: Decision, name: str, bearer: str) -> Light:
    """Return the burning source of a name and a bearer; refuses when there is none."""
    key, _ = kind_named(decision, name)
    found = borne(decision.state.lights.burning(), key, decision.state.party.canonical(bearer))
    if found is None:
        burning = ", ".join(light.called for light in decision.state.lights.burning())
        whose = f" of {bearer}" if bearer else ""
        refuse("not-lit", f"no {key}{whose} is burning", f"burning: {burning}" if burning else f"light {key}")
    return found


def _known(state: State, which: int) -> Light:
    light = state.lights.find(which)
    if light is None:
        message = f"the record speaks of light {which}, which was never lit"
        raise LookupError(message)
    return light


def _close(light: Light, at: Instant, *, out: bool = False) -> Light:
    if not light.lit:
        return light
    return replace(light, burned=(*light.burned[:-1], replace(light.burned[-1], ended=at, out=out)))


def _lit(state: State, event: LightLit) -> State:
    light = state.lights.find(event.light) or Light(event.light, event.kind, event.bearer)
    if event.used:
        light = replace(light, filled=(Filled(event.at, event.used, event.of),))
    burned = replace(light, burned=(*light.burned, BurnSpan(event.scene, event.at)))
    order = max(state.order, event.light + 1)
    return replace(state, lights=state.lights.moved(burned), order=order)


def _went_out(state: State, event: LightWentOut) -> State:
    light = _close(_known(state, event.light), event.at, out=not event.blown)
    return replace(state, lights=state.lights.moved(light))


def _doused(state: State, event: LightDoused) -> State:
    return replace(state, lights=state.lights.moved(_close(_known(state, event.light), event.at)))


def _ticked(state: State, event: LightsTicked) -> State:
    lights, used = state.lights, (event.at,) * event.ticks
    lit = tuple(_used(light, used) if light.id in event.lights else light for light in lights.lit)
    return replace(state, lights=replace(lights, lit=lit))


def _used(light: Light, used: tuple[Instant, ...]) -> Light:
    last = light.burned[-1]
    return replace(light, burned=(*light.burned[:-1], replace(last, used=last.used + used)))


def _filled(state: State, event: LightRefuelled | LightRuled) -> State:
    light = _known(state, event.light)
    used, of = (event.used, event.of) if isinstance(event, LightRuled) else (0, 1)
    mark = Filled(event.at, used, of, len(light.burned))
    now = replace(_close(light, event.at), filled=(*light.filled, mark))
    if not light.lit:
        return replace(state, lights=state.lights.moved(now))
    burned = (*now.burned, BurnSpan(light.burned[-1].scene, event.at))
    return replace(state, lights=state.lights.changed(replace(now, burned=burned)))


def _handed(state: State, event: LightHanded) -> State:
    light = _known(state, event.light)
    return replace(state, lights=state.lights.changed(replace(light, bearer=event.to)))


def moved_to(state: State, scene: str, at: Instant) -> State:
    """Return the state with its lit sources burning on in another scene, in that scene's currency."""
    lit = tuple(_carried(light, scene, at) for light in state.lights.lit)
    return replace(state, lights=replace(state.lights, lit=lit))


def _carried(light: Light, scene: str, at: Instant) -> Light:
    if light.burned[-1].scene == scene:
        return light
    return replace(light, burned=(*_close(light, at).burned, BurnSpan(scene, at)))


def _tell_lit(event: LightLit, book: Rulebook) -> str:
    kind = book.set.lights.get(event.kind)
    called = f"{event.kind} ({event.bearer})" if event.bearer else event.kind
    takes = f", {kind.lighting} to light" if kind is not None and kind.lighting else ""
    return f"{called} {'lit again' if event.again else 'lit'}{takes}"


def _tell_ticked(event: LightsTicked, _book: Rulebook) -> str:
    count = f"{event.ticks} times" if event.ticks > 1 else "once"
    return f"{len(event.lights)} {'light ticks' if len(event.lights) == 1 else 'lights tick'} {count}"


def _tell_diced(event: LightDiced, _book: Rulebook) -> str:
    damp = " in wind or wet" if event.damp else ""
    worse = "is put out" if event.damp else "burns down"
    return f"{event.called}: {event.rolled}{damp}, {worse if event.grew else 'burns on'}"


def _tell_ruled(event: LightRuled, _book: Rulebook) -> str:
    return f"ruling: {event.called} is used up by {event.used} of {event.of}"


def _tell_ruled_plainly(event: LightRuled, book: Rulebook) -> str:
    if not event.by_clock:
        return _tell_ruled(event, book)
    left = "nothing" if event.used >= event.of else book.scale.say(Duration(event.of - event.used))
    return f"ruling: {event.called} has {left} left"


def _tell_handed(event: LightHanded, _book: Rulebook) -> str:
    return f"{event.kind} handed from {event.giver or 'the party'} to {event.to}"


def _tick(decision: Decision, effect: TickLight, occasion: Occasion) -> None:
    tick(decision, effect.ticks, occasion.rule, effect.kinds)


def _essence(seen: Outlook) -> Hashable:
    """Return the sources: how much of each is used up, and how far the next roll of its dice is."""
    lights, book = seen.state.lights, seen.book
    return tuple(
        (
            seen.rank(one.id),
            one.kind,
            one.bearer,
            one.lit,
            one.idle,
            one.burned[-1].scene if one.burned else "",
            one.burned[-1].out if one.burned else False,
            spent(book, one, seen.now),
            burning.phases(book, one, seen.now),
        )
        for one in (*lights.lit, *lights.doused, *lights.gone.values())
    )


MECHANISM = Mechanism(
    events=(
        happens(LightLit, _lit, _tell_lit),
        happens(LightDoused, _doused, lambda event, _book: f"{event.called} doused"),
        happens(LightWentOut, _went_out, lambda event, _book: f"{event.called} goes out"),
        happens(LightsTicked, _ticked, _tell_ticked),
        happens(LightDiced, unchanged, _tell_diced, quiet=lambda event, _book: not event.grew),
        happens(LightRefuelled, _filled, lambda event, _book: f"{event.called} refuelled"),
        happens(LightRuled, _filled, _tell_ruled, plainly=_tell_ruled_plainly),
        happens(LightHanded, _handed, _tell_handed),
    ),
    schedules=schedule,
    quietly=True,
    effects=(carries(TickLight, _tick),),
    slices=("lights",),
    numbers=lambda state: (one.id for one in state.lights.every()),
    essence=_essence,
    observables=(
        Quantity(
            "lights burning", "how many sources burn", lambda state, _book, _name: len(state.lights.burning())
        ),
        occurs("lights out", "sources that went out by themselves", LightWentOut),
    ),
)
