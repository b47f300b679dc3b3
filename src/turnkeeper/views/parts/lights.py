"""The lights: those burning, those put out before their end, and their rest, in its own currency."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from msgspec import Struct

from turnkeeper.play.dungeon.burning import WHOLE, left_by_clock, spent
from turnkeeper.play.dungeon.light import borne
from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, ByUsageDie, UntilEnded
from turnkeeper.views.parts.saying import LOW, briefly, named, per_mille

if TYPE_CHECKING:
    from fractions import Fraction

    from turnkeeper.play.dungeon.burning import Light
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.lights import Burns

Currency = Literal["clock", "ticks", "dice", "endless"]
LAST = 1
"""The last step of a source that burns by steps: the next one puts it out."""


class LightLine(Struct, frozen=True):
    """A light: who bears it, whether it burns, and its rest in words and in thousandths.

    ``left`` says all of it, ``briefly`` the two largest units of a length of time. Where its currency has few
    ``steps`` (ticks, dice), ``steps_left`` of them are left; else both are 0. ``low`` is near its end.
    ``ends`` is when it goes out, where the clock decides. ``say`` is the command that douses or lights it and
    ``does`` its label; both are empty where nothing can be done, and where commands are not asked for.
    """

    name: str
    kind: str
    bearer: str
    lit: bool
    left: str
    briefly: str
    left_of_1000: int
    currency: Currency
    steps: int
    steps_left: int
    low: bool
    ends: str
    reach: str
    rule: str
    does: str
    say: str


def lights(state: State, book: Rulebook, *, commands: bool = False) -> tuple[LightLine, ...]:
    """Return the lights that burn, then those put out of which something is left."""
    idle = (one for one in state.lights.idle() if spent(book, one, state.now) < WHOLE)
    return tuple(
        _line(one, state, book, _handling(one, state, book) if commands else ("", ""))
        for one in (*state.lights.burning(), *idle)
    )


def _line(one: Light, state: State, book: Rulebook, handling: tuple[str, str]) -> LightLine:
    kind = book.set.lights[one.kind]
    burns = book.burns(kind, one.burned[-1].scene)
    part_left = WHOLE - spent(book, one, state.now)
    of_1000 = per_mille(part_left.numerator, part_left.denominator)
    ends, reach = "", f"bright {kind.bright} ft" if kind.bright else kind.reach
    currency, steps, steps_left = _steps(burns, part_left)
    if isinstance(burns, ByClock):
        time_left = left_by_clock(book, one, book.duration(burns.lasts), state.now)
        left, brief = book.scale.say(time_left), briefly(time_left, book)
        ends = book.scale.say_instant(state.now + time_left) if one.lit else ""
    else:
        left = brief = _left(burns, steps_left)
    return LightLine(
        name=one.called,
        kind=one.kind,
        bearer=one.bearer,
        lit=one.lit,
        left=left,
        briefly=brief,
        left_of_1000=of_1000,
        currency=currency,
        steps=steps,
        steps_left=steps_left,
        low=steps_left == LAST if steps > LAST else not steps and of_1000 <= LOW,
        ends=ends,
        reach=f"{reach}, shadow {kind.shadow} ft beyond" if kind.shadow else reach,
        rule=kind.rule.id,
        does=handling[0],
        say=handling[1],
    )


def _steps(burns: Burns, left: Fraction) -> tuple[Currency, int, int]:
    """Return the currency of a source, in how many steps it burns, and how many of them are left."""
    currency: Currency
    match burns:
        case ByClock():
            return "clock", 0, 0
        case UntilEnded():
            return "endless", 0, 0
        case ByTicks(ticks=steps):
            currency = "ticks"
        case ByUsageDice() | ByUsageDie():
            currency, steps = "dice", burns.steps
        case _:
            assert_never(burns)
    return currency, steps, -(-left.numerator * steps // left.denominator)


def _left(burns: Burns, steps: int) -> str:
    """Return the rest of a source in its own currency: ``1 tick``, ``rolls 2d6``."""
    match burns:
        case ByTicks():
            return f"{steps} tick{'' if steps == 1 else 's'}"
        case ByUsageDice() | ByUsageDie():
            return f"rolls {burns.thrown(burns.steps - steps)}"
        case _:
            return "until ended"


def _handling(one: Light, state: State, book: Rulebook) -> tuple[str, str]:
    """Return what can be done with a source and the command for it, where that command means this one.

    Of two torches in one hand a command means the last; the other can be had once that one is away.
    """
    among = state.lights.burning() if one.lit else state.lights.idle()
    # Whoever has left the party can be handed nothing, and what they left behind is lit by anybody.
    bearer = one.bearer if one.lit or state.party.find(one.bearer) is not None else ""
    if borne(among, one.kind, bearer) is not one:
        return "", ""
    does, of = ("douse", "of") if one.lit else ("light", "for")
    return does, f"{does} {one.kind} {of} {named(bearer, book)}" if bearer else f"{does} {one.kind}"
