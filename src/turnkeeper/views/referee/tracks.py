"""A fight as a track: who has acted, who acts now, who comes next, whatever way the rule set orders it.

An order of rounds is a row of entries; a segment count is a row of segments with who acts where, and is put
together in `segments`. It must not know how a track is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.play.fight import rounds
from turnkeeper.play.fight.sides import ENEMIES, MOST_OF_A_SIDE, PARTY, say_numbers, side_named
from turnkeeper.views import counts, fights
from turnkeeper.views.referee.saying import named
from turnkeeper.views.referee.strip import Tense

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.fight.fight import Fighting
    from turnkeeper.play.fight.sides import Side
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

OrderKind = Literal["order", "count", "table"]
Camp = Literal["party", "allies", "enemies"]
EntryState = Literal["acted", "acting", "coming", "surprised", "out"]


class Entry(Struct, frozen=True):
    """A place in the order of a round: a member or a side, and whether they have acted.

    Those of one ``go``, counted from 0, act together. ``note`` says what is particular (``quick``,
    ``broken``, ``has acted: 1-3``). ``say`` marks them as having acted, where they act now. ``standing`` of
    ``count`` are in the fight.
    """

    who: str
    camp: Camp
    state: EntryState
    go: int
    note: str = ""
    standing: int = 1
    count: int = 1
    say: str = ""


class Mover(Struct, frozen=True):
    """Who acts at a segment: one by name, or several of a side by number (``goblin 3+5``), ``count`` of them.

    ``what`` takes effect then (``fireball``, ``ready: the ogre``). ``say`` lets the first of them act as
    usual. Those who ``acted`` did so at that segment, and come again where they are due.
    """

    who: str
    camp: Camp
    count: int = 1
    what: str = ""
    say: str = ""
    acted: bool = False


class Segment(Struct, frozen=True):
    """A segment of the count: its number within its round, whether it is past, and who acts in it."""

    round: int
    segment: int
    tense: Tense
    movers: tuple[Mover, ...] = ()
    more: int = 0


class Span(Struct, frozen=True):
    """Something that takes several segments: ``Varda casts light``, until a segment of the track.

    ``at`` and ``to`` are places in ``Track.segments``, cut at its ends; ``open`` has no end yet.
    """

    who: str
    camp: Camp
    text: str
    at: int
    to: int
    open: bool = False


class SideLine(Struct, frozen=True):
    """A side at a glance: how many stand, and in words what befell them; ``say`` tests its morale."""

    name: str
    camp: Camp
    standing: int
    count: int
    down: int
    dead: int
    fled: int
    broken: bool
    text: str
    say: str = ""


class TideTrack(Struct, frozen=True):
    """The Tide of Battle: its value, whom it favours, in words, and what is proposed to the referee."""

    value: int
    favours: str
    text: str
    proposed: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


class Track(Struct, frozen=True):
    """The fight. ``kind`` tells what is kept: an ``order`` of entries, a ``count`` of segments, or nothing.

    ``title`` says where it stands (``round 3``), ``now`` and ``next`` who acts, in words. A count shows
    this round and the next as ``segments``, each round of so many ``per_round``; ``later`` act after those.
    ``notes`` are said beside: who waits, who is surprised.
    """

    kind: OrderKind
    title: str
    now: str
    next: str
    round: int
    segment: int = 0
    per_round: int = 0
    entries: tuple[Entry, ...] = ()
    segments: tuple[Segment, ...] = ()
    spans: tuple[Span, ...] = ()
    later: int = 0
    notes: tuple[str, ...] = ()
    sides: tuple[SideLine, ...] = ()
    tide: TideTrack | None = None
    rule: str = ""


def order_track(state: State, book: Rulebook, now: rounds.Now | None = None) -> Track | None:
    """Return the fight as an order of rounds; ``None`` where none goes on. ``now`` is who acts, if known."""
    going, rules = state.fight, book.set.fight
    if going is None:
        return None
    now = now or rounds.now(state)
    then = "" if now is None or not now.then else _said(state, now.then[0])
    return Track(
        kind="order" if going.goes or (rules is not None and rules.order is not None) else "table",
        title=_title(going),
        now=_said(state, now.go) if now is not None else "all have acted" if going.goes else "",
        next=then,
        round=going.rounds,
        entries=(*_entries(going, now, state, book), *_caught(going, state)),
        notes=tuple(_notes(going)),
        sides=tuple(side_lines(state, book)),
        tide=tide_track(state),
        rule="" if rules is None else rules.order.rule.id if rules.order is not None else rules.rule.id,
    )


def _said(state: State, go: rounds.Go) -> str:
    return rounds.say_go(state, go.who, quick=go.quick)


def _title(going: Fighting) -> str:
    if going.rounds:
        return f"round {going.rounds}"
    return f"ambush by {going.ambush}" if going.ambush else "no round yet"


def _notes(going: Fighting) -> Iterator[str]:
    if going.ambush and not going.rounds:
        yield f"{going.ambush} act once before anyone, in ambush"
    surprised = [one.who for one in going.surprised if one.rounds >= going.rounds]
    if surprised:
        yield f"surprised: {', '.join(surprised)}"
    if going.last:
        yield f"last, for what they carry: {', '.join(going.last)}"


def _entries(going: Fighting, now: rounds.Now | None, state: State, book: Rulebook) -> Iterator[Entry]:
    on = len(going.goes) if now is None else now.index
    several = now is not None and len(now.who) > 1
    for index, go in enumerate(going.goes):
        for name in go.who:
            acting = now is not None and index == on and name in now.who
            why = "" if acting else rounds.why_not(state, name, going.rounds)
            quiet: EntryState = "acted" if index <= on else "coming"
            missing: EntryState = "surprised" if why == "surprised" else "out"
            side = None if state.party.find(name) is not None else side_named(state, name)
            standing, count = _strength(state, name, side)
            yield Entry(
                who=name,
                camp=camp_of(state, name),
                state="acting" if acting else missing if why else quiet,
                go=index,
                note=", ".join(one for one in (_quick(go), why, _went(going, name, index)) if one),
                standing=standing,
                count=count,
                say=("done " + named(name, book) if several else "done") if acting else "",
            )


def _caught(going: Fighting, state: State) -> Iterator[Entry]:
    """Yield those whom surprise leaves out of the order of this round, at its end."""
    named = {name for go in going.goes for name in go.who}
    for one in going.surprised:
        if going.goes and one.rounds >= going.rounds and one.who not in named:
            side = None if state.party.find(one.who) is not None else side_named(state, one.who)
            standing, count = _strength(state, one.who, side)
            camp = "party" if one.who == PARTY else camp_of(state, one.who)
            yield Entry(one.who, camp, "surprised", len(going.goes), "surprised", standing, count)


def _quick(go: rounds.Go) -> str:
    return "quick action" if go.quick else ""


def _went(going: Fighting, name: str, index: int) -> str:
    """Return which of a side have acted in the go that is on, where not all have."""
    numbers = next((one.numbers for one in going.went if one.who == name), ()) if index == going.go else ()
    known = tuple(one for one in numbers if one.last < MOST_OF_A_SIDE)
    return f"has acted: {say_numbers(known)}" if known and known[-1].last > 1 else ""


def _strength(state: State, name: str, side: Side | None) -> tuple[int, int]:
    """Return how many stand of how many: of a side, of all enemies, or somebody alone."""
    if side is not None:
        return side.standing, side.count
    if name == ENEMIES:
        foes = [one for one in state.sides if not one.allied]
        return sum(one.standing for one in foes), sum(one.count for one in foes)
    return 1, 1


def camp_of(state: State, name: str) -> Camp:
    """Return for whom somebody or a side fights."""
    if state.party.find(name) is not None:
        return "party"
    side = side_named(state, name)
    return "allies" if side is not None and side.allied else "enemies"


# Beside the track


def side_lines(state: State, book: Rulebook) -> Iterator[SideLine]:
    """Yield each side with what befell it; ``say`` is there where its nerve can be tested."""
    for one in state.sides:
        tested = book.set.morale is not None and one.morale is not None and not one.broken and one.standing
        yield SideLine(
            name=one.name,
            camp="allies" if one.allied else "enemies",
            standing=one.standing,
            count=one.count,
            down=one.down - one.dead,
            dead=one.dead,
            fled=one.fled,
            broken=one.broken,
            text=fights.side(one),
            say=f"morale {named(one.name, book)}" if tested else "",
        )


def tide_track(state: State) -> TideTrack | None:
    """Return the Tide of Battle; ``None`` where none runs."""
    now = counts.tide(state)
    return None if now is None else TideTrack(now.value, now.favours, now.line, now.proposed, now.leaders)
