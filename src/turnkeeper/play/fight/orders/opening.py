"""How a fight opens: surprise in segments before any round, and how one says who comes upon whom.

Who loses how many segments, and who acts meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.play.dungeon import encounters
from turnkeeper.play.fight.orders.round_order import enemies_of
from turnkeeper.play.fight.rounds import Go
from turnkeeper.play.fight.sides import ENEMIES, PARTY, all_names, side_named
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.declare import Form
from turnkeeper.play.kernel.event import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.movement import Surprise
from turnkeeper.time import NO_TIME, Duration


class SideLoses(Struct, frozen=True, array_like=True):
    """How often surprise costs a side, a member or all the enemies its length."""

    who: str
    times: int


class SurprisedFor(Struct, frozen=True, array_like=True):
    """For how long surprise keeps a member or a side from acting as a fight begins."""

    who: str
    lasts: Duration


class Opening(Struct, frozen=True):
    """The segments of surprise before any round: who is surprised for how long, and who acts meanwhile."""

    lost: tuple[SurprisedFor, ...] = ()
    goes: tuple[Go, ...] = ()
    lasts: Duration = NO_TIME


def opening_of(decision: Decision, rules: Surprise, sides: tuple[SideLoses, ...]) -> Opening:
    """Return the segments before any round, in which they act whom surprise no longer keeps from it."""
    camps = _camps(decision.state)
    times = {name: _times(decision, rules, sides, name) for who in camps for name in who}
    each = decision.book.duration(rules.loses)
    longest = max(times.values(), default=0)
    goes: list[Go] = []
    for segment in range(1, longest + 1):
        acting = [tuple(name for name in who if times[name] < segment) for who in camps]
        if any(acting):
            names = tuple(name for who in acting for name in who)
            goes.append(Go(names, at_once=all(acting), segment=segment))
    lost = tuple(SurprisedFor(name, each * number) for name, number in times.items() if number)
    return Opening(lost, tuple(goes), each * longest)


def _camps(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the party and its allies, and those of its enemies."""
    allied = (one.name for one in state.sides if one.allied)
    return (*(one.name for one in state.party.able), *allied), enemies_of(state, 0)


def _times(decision: Decision, rules: Surprise, sides: tuple[SideLoses, ...], name: str) -> int:
    """Return how many segments one loses: as many as the side, changed by an attribute of theirs."""
    state = decision.state
    side = None if state.party.find(name) is not None else side_named(state, name)
    ours = state.party.find(name) is not None or (side is not None and side.allied)
    times = max((one.times for one in sides if one.who in {name, PARTY if ours else ENEMIES}), default=0)
    member = state.party.find(name)
    if not times or rules.shorter is None or member is None:
        return times
    return max(0, times - rules.shorter.of(member.attribute(rules.shorter.attribute)))


def tell_opening(lost: tuple[SurprisedFor, ...], book: Rulebook) -> str:
    """Return in words who is surprised for how long."""
    by_length: dict[Duration, list[str]] = {}
    for one in lost:
        by_length.setdefault(one.lasts, []).append(one.who)
    return ", ".join(f"{' and '.join(who)} for {book.scale.say(lasts)}" for lasts, who in by_length.items())


def knows_ambush(book: Rulebook) -> bool:
    """Return whether those in ambush act once before anyone."""
    return book.set.fight is not None and bool(book.set.fight.ambush)


def who_could_hide(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the names of the party, of the sides, and of what was met and is no side yet."""
    yield from all_names(state, book)
    yield from encounters.names(state, book)


def _only_surprises(book: Rulebook) -> bool:
    """Return whether who is come upon unawares is surprised, and nobody acts before them in ambush."""
    fight = book.set.fight
    return fight is not None and not fight.ambush and book.set.surprise is not None


def _from_hiding() -> Iterator[Form]:
    """Yield how it is said that one side comes upon another. A name set aside keeps its place."""
    hits, hidden = "attack|strike|charge|rush|pounce|jump", "by|from|out|in surprise|ambush|hiding [party]"
    yield Form("ambush by! {ambush:name}", cost=1, serves=knows_ambush)
    yield Form(
        "ambush|surprised|surprise by! {_foe:name!}", {"surprised": PARTY}, cost=1, serves=_only_surprises
    )
    caught = "take|catch us|party by|off surprise|guard"
    for acts in ("ambush|waylay [party]", f"{hits} {hidden}", caught, "catch us|party unawares"):
        yield Form(f"{{ambush:name}} {acts}", cost=2, serves=knows_ambush)
        yield Form(f"{acts} {{_foe:name!}}", {"ambush": PARTY}, serves=knows_ambush)
        yield Form(f"{{_foe:name!}} {acts}", {"surprised": PARTY}, serves=_only_surprises)
        yield Form(f"{acts} {{surprised:name!}}", cost=2, serves=_only_surprises)
    yield Form("{_foe:name!} surprise us|party", {"surprised": PARTY}, serves=_only_surprises)
    yield Form("surprise {surprised:name!}", cost=2, serves=_only_surprises)
    for acts in (
        "we surprise",
        "we take|catch by|off surprise|guard",
        "we catch unawares",
        "we get|have drop|jump on",
    ):
        yield Form(f"{acts} {{surprised:name!}}", serves=_only_surprises)
        yield Form(f"{acts} {{_foe:name!}}", {"ambush": PARTY}, serves=knows_ambush)


FROM_HIDING = tuple(_from_hiding())
_ARMS = "arms|weapon|weapons|sword|swords|blade|blades|steel|axe|axes|bow|bows|spear|spears|dagger|daggers"
_DRAW = "draw|ready|unsheathe|raise|grab"
BY_DRAWING = (
    *(
        Form(said, needs="_faced", cost=1)
        for said in (f"{_DRAW} {_ARMS} [out]", f"{{_by:who!}} {_DRAW} {_ARMS}", f"{_ARMS} out|drawn")
    ),
    Form("they come|go|rush|charge|run|fly at|for us [screaming|howling|roaring|yelling]", needs="_faced"),
)
"""How a fight begins with those who are faced, as arms are drawn or they come on."""
