"""The journey: the party's true and believed places on the map, and what it has explored and seen.

Both places are kept, and only the referee knows the true one while they differ. Every step keeps
its instant, so that a clock set back puts the party where it was. Distances are the task of `travel`, losing
the way of `navigation`, finds of `exploring`, and the referee's word on it all of `whereabouts`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.hexes import Hex, hex_named, name_of
from turnkeeper.play.journey.mapping import land_of
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.event import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart, Terrain
from turnkeeper.time import Duration, Instant, SortedMap

REMEMBERED = 512
MOST_NAMED = 8


class Stood(Struct, frozen=True, array_like=True):
    """The party's true hex and believed hex, from an instant on."""

    at: Instant
    where: Hex
    believed: Hex


class TravelSpan(Struct, frozen=True, array_like=True):
    """A span of travel between two instants; ``pushed`` says that the party pushed its mounts."""

    began: Instant
    ended: Instant
    pushed: bool = False


class Plan(Struct, frozen=True, omit_defaults=True):
    """The planned way: the hexes still ahead, as the party believes them to lie, the next one first.

    ``veer`` is the number of faces by which it misses the next one, to the left below 0; only the referee
    knows it.
    """

    path: tuple[Hex, ...] = ()
    called: str = ""
    pushed: bool = False
    veer: int = 0
    by_road: bool = False


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The party's knowledge of a map and its place on it, from when another map came into use."""

    name: str
    trail: tuple[Stood, ...] = ()
    explored: SortedMap[Hex, Instant] = SortedMap()
    searched: SortedMap[Hex, Instant] = SortedMap()
    seen: SortedMap[Hex, Instant] = SortedMap()
    notes: tuple[tuple[Hex, str], ...] = ()


class Journey(Struct, frozen=True, omit_defaults=True):
    """The party on the map.

    ``trail`` are its latest places, the present one last; ``slept`` is when it last slept its fill; ``lost``
    is since when it is lost and does not know. ``checked`` is when it last looked for the way, ``spared``
    that no save was needed then. ``stretches`` are its latest spans of travel, ``forced`` the instants at
    which a march was forced, ``saved`` those at which that was paid for, ``tired`` the parts towards the next
    slot of fatigue, as `hardship` counts them. ``knows`` means that the navigator knows the area, ``charted``
    that the party has a map; ``in_sight`` is the referee's word on landmarks; ``laden`` are the encumbered,
    and ``elsewhere`` is what the party knew of other maps. ``pace`` is that of travel, if not
    the usual one.
    """

    trail: tuple[Stood, ...] = ()
    plan: Plan = Plan()
    slept: Instant | None = None
    lost: Instant | None = None
    checked: Instant | None = None
    spared: bool = False
    stretches: tuple[TravelSpan, ...] = ()
    forced: tuple[Instant, ...] = ()
    saved: tuple[Instant, ...] = ()
    tired: int = 0
    explored: SortedMap[Hex, Instant] = SortedMap()
    searched: SortedMap[Hex, Instant] = SortedMap()
    seen: SortedMap[Hex, Instant] = SortedMap()
    notes: tuple[tuple[Hex, str], ...] = ()
    navigator: str = ""
    knows: bool = False
    charted: bool = False
    in_sight: bool | None = None
    treacherous: bool = False
    laden: tuple[str, ...] = ()
    elsewhere: tuple[Sheet, ...] = ()
    pace: str = ""

    def idle(self) -> Journey:
        """Return the journey without a plan; a party that veers in the middle of a hex still does."""
        return replace(self, plan=Plan(veer=self.plan.veer))

    def on_map(self, before: str, name: str) -> Journey:
        """Return the journey on a map of another name; the knowledge of the first is kept for a return.

        A map of the same name is the same land drawn anew, on which everything stays.
        """
        if before == name:
            return self
        left = Sheet(before, self.trail, self.explored, self.searched, self.seen, self.notes)
        others = tuple(one for one in self.elsewhere if one.name not in {before, name})
        again = next((one for one in self.elsewhere if one.name == name), Sheet(name))
        return replace(
            self,
            plan=Plan(),
            lost=None,
            checked=None,
            trail=again.trail,
            explored=again.explored,
            searched=again.searched,
            seen=again.seen,
            notes=again.notes,
            elsewhere=(*others, left) if before else others,
        )

    @property
    def where(self) -> Hex | None:
        """Return the hex where the party is; ``None`` before it was put on the map."""
        return self.trail[-1].where if self.trail else None

    @property
    def believed(self) -> Hex | None:
        """Return the hex where the party believes it is."""
        return self.trail[-1].believed if self.trail else None

    @property
    def astray(self) -> bool:
        """Return whether the party is elsewhere than it believes."""
        return self.where != self.believed

    @property
    def off_the_way(self) -> bool:
        """Return whether the party has lost its way, or is elsewhere than it believes."""
        return self.lost is not None or self.astray

    def went(self, began: Instant, ended: Instant, *, pushed: bool) -> Journey:
        """Return the journey after a span of travel; one that follows at once lengthens the last."""
        last = self.stretches[-1] if self.stretches else None
        if last is not None and last.ended == began and last.pushed == pushed:
            return replace(self, stretches=(*self.stretches[:-1], replace(last, ended=ended)))
        return replace(self, stretches=(*self.stretches[-REMEMBERED:], TravelSpan(began, ended, pushed)))

    def stood(self, at: Instant, where: Hex, believed: Hex) -> Journey:
        """Return the journey with the party in another hex from an instant on."""
        return replace(self, trail=(*self.trail[-REMEMBERED:], Stood(at, where, believed)))


def chart_of(decision: Decision) -> Chart:
    """Return the map in use as the rule set reads it; refuses when there is none."""
    land_of(decision)
    if not decision.book.set.terrain:
        rule_out("no-terrain", "this rule set does not say what country is", "a house file adds [terrain]")
    return decision.book.chart(decision.state.map.digest)


def here(decision: Decision) -> Hex:
    """Return the hex where the party truly is; refuses when it is not on the map."""
    chart = chart_of(decision)
    where = decision.state.journey.where
    if where is None:
        tiles = land_of(decision).tiles
        first = next((tile.place for tile in tiles if chart.passable(tile.place)), tiles[0].place)
        refuse("nowhere", "the party is not on the map yet", f"stand at {name_of(first)}")
    return where


def terrain(state: State, book: Rulebook) -> tuple[str, Terrain] | None:
    """Return the name and class of the party's terrain; ``None`` while it is on no map."""
    where = state.journey.where
    if where is None or not state.map.digest or not book.set.terrain:
        return None
    name = book.chart(state.map.digest).class_at(where)
    return (name, book.set.terrain[name]) if name else None


def place_named(decision: Decision, said: str) -> Hex:
    """Return the hex of a number, a label or a landmark; refuses where there is none or several."""
    land = land_of(decision)
    named = hex_named(said)
    if named is not None:
        if land.at(named) is None:
            ends = f"{name_of(land.tiles[0].place)} to {name_of(land.tiles[-1].place)}"
            refuse("off-the-map", f"there is no hex {said} on the map", f"it has hexes from {ends}")
        return named
    found = land.named(said)
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(map(name_of, found[:MOST_NAMED]))
        refuse("which", f"{said} stands in {len(found)} hexes", f"say which: {which}")
    names = [label.text for tile in land.tiles for label in tile.labels]
    return refuse(
        "unknown-hex", f"there is no {said!r} on the map", closest(said, names, "a hex is said as 0507")
    )


def called(place: Hex, land_name: str = "") -> str:
    """Return a hex as the log names it: its number, and its label where it has one."""
    return f"{name_of(place)} {land_name}".rstrip()


def country_at(chart: Chart, place: Hex) -> str:
    """Return a description of a hex that cannot be entered."""
    if chart.land.at(place) is None:
        return "off the map"
    return chart.class_at(place) or "country that this rule set does not know"


def label_of(chart: Chart, place: Hex) -> str:
    """Return the label of a hex; empty for none."""
    tile = chart.land.at(place)
    return "" if tile is None else tile.name


def kept(then: State, now: State) -> State:
    """Return an earlier state on the present map, with the referee's notes and rulings on the way.

    Where the party had not been on this map by then, it stands where it was first put.
    """
    there, here = then.journey.on_map(then.map.name, now.map.name), now.journey
    journey = replace(
        there,
        trail=there.trail or here.trail[:1],
        notes=here.notes,
        navigator=here.navigator,
        knows=here.knows,
        charted=here.charted,
        in_sight=here.in_sight,
        treacherous=here.treacherous,
        laden=here.laden,
        elsewhere=tuple(_sheet_of(there.elsewhere, one) for one in here.elsewhere),
    )
    return replace(then, map=now.map, journey=journey)


def _sheet_of(known: tuple[Sheet, ...], now: Sheet) -> Sheet:
    """Return the knowledge of a map that is not in use, with the present notes."""
    then = next((one for one in known if one.name == now.name), Sheet(now.name, now.trail[:1]))
    return replace(then, notes=now.notes)


def cut(stretches: tuple[TravelSpan, ...], to: Instant) -> tuple[TravelSpan, ...]:
    """Return the spans of travel up to an instant, cutting off one that went on then."""
    return tuple(replace(one, ended=min(one.ended, to)) for one in stretches if one.began < to)


def travelled(journey: Journey, since: Instant, until: Instant, *, pushed: bool = False) -> Duration:
    """Return the time travelled between two instants, or only the time with mounts ``pushed``."""
    total = 0
    for one in reversed(journey.stretches):
        if one.ended <= since:
            break
        if one.pushed or not pushed:
            total += max(0, min(one.ended.ms, until.ms) - max(one.began.ms, since.ms))
    return Duration(total)
