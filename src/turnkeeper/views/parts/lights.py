"""The lights: those burning, those put out before their end, and their rest, in its own currency."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from msgspec import Struct

from turnkeeper.play.dungeon.burning import WHOLE, left_by_clock, spent
from turnkeeper.play.dungeon.light import borne
from turnkeeper.rules.model.lights import ByClock, ByTicks, ByUsageDice, ByUsageDie, UntilEnded
from turnkeeper.views.parts.amounts import LOW, briefly, per_mille
from turnkeeper.views.parts.saying import named

if TYPE_CHECKING:
    from fractions import Fraction

    from turnkeeper.play.dungeon.burning import Light
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.lights import Burns, LightKind
    from turnkeeper.time import Duration

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
    steps = _steps(burns)
    steps_left = -(-part_left.numerator * steps // part_left.denominator)
    time_left = (
        left_by_clock(book, one, book.duration(burns.lasts), state.now)
        if isinstance(burns, ByClock)
        else None
    )
    left = _left(burns, part_left, time_left, book)
    does, say = handling
    return LightLine(
        name=one.called,
        kind=one.kind,
        bearer=one.bearer,
        lit=one.lit,
        left=left,
        briefly=left if time_left is None else briefly(time_left, book),
        left_of_1000=of_1000,
        currency=_currency(burns),
        steps=steps,
        steps_left=steps_left,
        low=steps_left == LAST if steps > LAST else not steps and of_1000 <= LOW,
        ends=book.scale.say_instant(state.now + time_left) if one.lit and time_left is not None else "",
        reach=_reach(kind),
        rule=kind.rule.id,
        does=does,
        say=say,
    )


def _reach(kind: LightKind) -> str:
    """Return how far a kind of light reaches: ``bright 20 ft, shadow 20 ft beyond``."""
    reach = f"bright {kind.bright} ft" if kind.bright else kind.reach
    return f"{reach}, shadow {kind.shadow} ft beyond" if kind.shadow else reach


def _left(burns: Burns, left: Fraction, time_left: Duration | None, book: Rulebook) -> str:
    """Return the rest of a source in its own currency: ``5 turns``, ``1 tick``, ``rolls 2d6``."""
    if time_left is not None:
        return book.scale.say(time_left)
    match burns:
        case ByTicks(ticks=whole):
            ticks = -(-left.numerator * whole // left.denominator)
            return f"{ticks} tick{'' if ticks == 1 else 's'}"
        case ByUsageDice() | ByUsageDie():
            steps = -(-left.numerator * burns.steps // left.denominator)
            return f"rolls {burns.thrown(burns.steps - steps)}"
        case _:
            return "until ended"


def _currency(burns: Burns) -> Currency:
    match burns:
        case ByClock():
            return "clock"
        case ByTicks():
            return "ticks"
        case ByUsageDice() | ByUsageDie():
            return "dice"
        case UntilEnded():
            return "endless"
        case _:
            assert_never(burns)


def _steps(burns: Burns) -> int:
    """Return in how many steps a source burns, where it burns by steps."""
    if isinstance(burns, ByTicks):
        return burns.ticks
    return burns.steps if isinstance(burns, ByUsageDice | ByUsageDie) else 0


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
