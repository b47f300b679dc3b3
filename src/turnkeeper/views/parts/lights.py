"""The lights: those burning, those put out before their end, and their rest, in its own currency."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.dungeon.burning import WHOLE, Light, burns_by, say_left, spent, steps_left, time_left
from turnkeeper.play.dungeon.light import borne
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.lights import Drawn, LightKind
from turnkeeper.views.parts.saying import LOW, named, per_mille

LAST = 1
"""The last step of a source that burns by steps: the next one puts it out."""


class LightLine(Struct, frozen=True):
    """A light: who bears it, whether it burns, and its rest in words and in thousandths.

    ``left`` says all of it, ``briefly`` a length of time as people say it. Where its currency has few
    ``steps`` (ticks, dice), ``steps_left`` of them are left; else both are 0. ``low`` is near its end.
    ``ends`` is when it goes out, where the clock decides. ``say`` is the command that douses or lights it and
    ``does`` its label; both are empty where nothing can be done, and where commands are not asked for. So is
    ``refuel``, which fills it up; ``handed`` says that it can be handed to another.
    """

    name: str
    kind: str
    bearer: str
    lit: bool
    left: str
    briefly: str
    left_of_1000: int
    currency: Drawn
    steps: int
    steps_left: int
    low: bool
    ends: str
    reach: str
    rule: str
    does: str
    say: str
    refuel: str = ""
    handed: bool = False


def lights(state: State, book: Rulebook, *, commands: bool = False) -> tuple[LightLine, ...]:
    """Return the lights that burn, then those put out of which something is left."""
    idle = (one for one in state.lights.idle() if spent(book, one, state.now) < WHOLE)
    return tuple(
        _line(one, state, book, _handling(one, state, book) if commands else NOTHING)
        for one in (*state.lights.burning(), *idle)
    )


def _line(one: Light, state: State, book: Rulebook, handling: Handling) -> LightLine:
    kind = book.set.lights[one.kind]
    burns = burns_by(book, one)
    part_left = WHOLE - spent(book, one, state.now)
    of_1000 = per_mille(part_left.numerator, part_left.denominator)
    few = steps_left(book, one, state.now)
    lasts = time_left(book, one, state.now)
    left = say_left(book, one, state.now)
    return LightLine(
        name=one.called,
        kind=one.kind,
        bearer=one.bearer,
        lit=one.lit,
        left=left,
        briefly=left if lasts is None else book.scale.plain.say(lasts),
        left_of_1000=of_1000,
        currency=burns.drawn,
        steps=burns.steps,
        steps_left=few,
        low=few == LAST if burns.steps > LAST else not burns.steps and of_1000 <= LOW,
        ends=book.scale.say_instant(state.now + lasts) if one.lit and lasts is not None else "",
        reach=_reach(kind),
        rule=kind.rule.id,
        does=handling.does,
        say=handling.say,
        refuel=handling.refuel,
        handed=handling.handed,
    )


def _reach(kind: LightKind) -> str:
    """Return how far a kind of light reaches: ``bright 20 ft, shadow 20 ft beyond``."""
    reach = f"bright {kind.bright} ft" if kind.bright else kind.reach
    return f"{reach}, shadow {kind.shadow} ft beyond" if kind.shadow else reach


class Handling(Struct, frozen=True):
    """What can be done with a source, as `LightLine` has it."""

    does: str = ""
    say: str = ""
    refuel: str = ""
    handed: bool = False


NOTHING = Handling()


def _handling(one: Light, state: State, book: Rulebook) -> Handling:
    """Return the deeds open to a source and the commands for them, where those mean this one.

    Of two torches in one hand a command means the last; the other can be had once that one is away.
    """
    among = state.lights.burning() if one.lit else state.lights.idle()
    # Whoever has left the party can be handed nothing, and what they left behind is lit by anybody.
    bearer = one.bearer if one.lit or state.party.find(one.bearer) is not None else ""
    if borne(among, one.kind, bearer) is not one:
        return NOTHING
    does, of = ("douse", "of") if one.lit else ("light", "for")
    whose = f" {named(bearer, book)}" if bearer else ""
    return Handling(
        does,
        f"{does} {one.kind} {of}{whose}" if bearer else f"{does} {one.kind}",
        (f"refuel {one.kind} of{whose}" if bearer else f"refuel {one.kind}")
        if _can_be_filled(one, bearer, state, book)
        else "",
        one.lit and any(each.name != bearer for each in state.party.living),
    )


def _can_be_filled(one: Light, bearer: str, state: State, book: Rulebook) -> bool:
    """Return whether a source is not full, there may be fuel for it, and the command for it means it."""
    fuel = book.set.lights[one.kind].fuel
    there = state.supplies.of(fuel) if fuel else 0
    meant = borne(state.lights.every(), one.kind, bearer) is one
    return bool(fuel) and there != 0 and meant and spent(book, one, state.now) > 0
