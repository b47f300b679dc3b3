"""The players' view: built field by field from what they may know, so that nothing has to be removed.

Each field says why it is allowed. Nothing is here, and nothing is missing, because the party is lost: both
would tell that it is. This module must not know how the view is drawn, nor who looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.codec import Unreadable
from turnkeeper.hexes import Hex, name_of
from turnkeeper.play.clock import turn_order
from turnkeeper.play.dungeon.burning import burns_by, say_left
from turnkeeper.play.fight import rounds
from turnkeeper.play.fight.able import now_up, out_of
from turnkeeper.play.fight.count import order_in
from turnkeeper.play.fight.counting import Count, Fighter, round_and_segment, segment_now
from turnkeeper.play.fight.sides import ENEMIES, PARTY, side_named
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.play.party import provisions
from turnkeeper.play.sky import calendar, calendar_events, seasons, weather
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.maps.sheets import known_to_players
from turnkeeper.views.parts.party import mana
from turnkeeper.views.parts.place import spot
from turnkeeper.views.parts.wayfaring import plan_of
from turnkeeper.views.players import fuzzy
from turnkeeper.views.players.told import ToldLine, lately

if TYPE_CHECKING:
    from turnkeeper.app.sharing import Shown

MOST_NOW = 12
MOST_NEXT = 3
MOST_LOOKED = 200
THE_ENEMY = "the enemy"
THE_PARTY = "the party"


class LightSeen(Struct, frozen=True):
    """A light that a member of the party bears, or nobody: its kind, its bearer, whether it burns low.

    Everybody sees who carries what burns; how much is left is said as ``bright`` or ``low`` alone, but where
    it burns by the table's own time: that is everybody's, and ``left`` says it.
    """

    kind: str
    bearer: str
    level: str
    left: str = ""


class LightsSeen(Struct, frozen=True):
    """How light it is here, ``bright``, ``low`` or ``dark``, and what burns: the party looks at it."""

    level: str
    burning: tuple[LightSeen, ...]


class SkySeen(Struct, frozen=True):
    """The weather and the season in the rule set's words; only out of doors, where the party sees the sky."""

    weather: str
    season: str


class OrderSeen(Struct, frozen=True):
    """Whose activation it is, and who comes next as far as the party knows.

    ``where`` is the round, and the segment where segments are counted: the table counts aloud. ``now`` and
    ``then`` name members of the party, allied sides, and those foes that act now or were seen to act. Foes
    have no numbers: these would tell how many are there. A foe that has not shown itself is in neither.
    """

    where: str
    now: tuple[str, ...]
    then: tuple[str, ...]


class MemberSeen(Struct, frozen=True):
    """A member of the party, as the others see them: whether they are hired, and their condition.

    ``conditions`` are words such as dead, down, broken, badly hurt, tired, burdened. ``hp``, ``fatigue`` and
    ``mana`` are figures of the party's own sheets, and empty unless the referee shows figures; ``called`` is
    the game's word for fatigue. Morale is
    never shown, nor anything else that is written of a hireling. ``portrait`` is the digest of a picture,
    empty unless the referee shows portraits to the table.
    """

    name: str
    hireling: bool
    conditions: tuple[str, ...]
    hp: str
    fatigue: str
    mana: str
    portrait: str = ""
    called: str = "fatigue"


class WhereSeen(Struct, frozen=True):
    """Where the party believes to be, and where it means to go, with no word of where it is.

    ``label`` is that of a hex which the party explored and knows to have; ``goal`` is the number of the hex
    that the players chose, ``ahead`` how many hexes they mean to cross. How long that takes is not said: it
    hangs on the true country.
    """

    hex: str
    label: str
    goal: str
    ahead: int


class HandoutSeen(Struct, frozen=True):
    """A text that the referee gave the players to read, line by line, and a picture by its digest."""

    title: str
    lines: tuple[str, ...]
    picture: str = ""


class PlayersView(Struct, frozen=True):
    """All that players may see; empty fields are not so, or not shown at this table.

    ``campaign`` is the name under which they were invited. ``time`` is as exact as the referee chose, and
    ``date`` that of the campaign's calendar, ``beside`` those of further ones, ``events`` those of its day
    that are no secret. ``scene`` and ``place`` are where the party went in, ``spot`` is the room or corridor
    where it stands.
    ``wants`` are the needs that all feel: hunger, thirst. ``map`` says whether the map may be shown; it
    is drawn from `views.maps.sheets`. ``log`` is what happened, in our own words (`views.players.told`).
    """

    campaign: str
    time: str
    date: str
    beside: tuple[str, ...]
    events: tuple[str, ...]
    scene: str
    place: str
    spot: str
    lights: LightsSeen | None
    sky: SkySeen | None
    order: OrderSeen | None
    party: tuple[MemberSeen, ...]
    wants: tuple[str, ...]
    where: WhereSeen | None
    map: bool
    handouts: tuple[HandoutSeen, ...]
    log: tuple[ToldLine, ...]

    @property
    def day_and_time(self) -> tuple[str, str]:
        """The time in two: ``day 3`` and then ``06:40`` or ``the second watch``; a day alone is second."""
        day, comma, rest = self.time.partition(", ")
        if not comma and self.time.count(" ") > 1:
            day, _, rest = self.time.rpartition(" ")
        return (day, rest) if rest else ("", day)


def players_view(campaign: Campaign, shown: Shown) -> PlayersView:
    """Return the players' view of a campaign now, under the table's settings of what to show."""
    state, book = campaign.state, campaign.book
    happened = lately(campaign, shown)
    return PlayersView(
        campaign=campaign.store.facts.name,
        time=fuzzy.say_time(state, book, state.now, shown.time),
        date=calendar.date(state, book) if shown.time != "nothing" else "",
        beside=calendar.dates_beside(state, book) if shown.time != "nothing" else (),
        events=calendar_events.today(state, book, secrets=False) if shown.time != "nothing" else (),
        scene=state.place.scene,
        place=state.place.name,
        spot=spot(state, book),
        lights=_lights(state, book, shown.low) if shown.light else None,
        sky=_sky(state, book) if shown.weather else None,
        order=_order(state, book, happened.met),
        party=tuple(
            MemberSeen(
                one.name,
                one.hireling,
                tuple(fuzzy.conditions(one, book)),
                f"{one.hp}/{one.most_hp}" if shown.numbers and one.hp is not None else "",
                str(one.fatigue) if shown.numbers and one.fatigue else "",
                mana(one) if shown.numbers else "",
                one.portrait if shown.portraits else "",
                book.set.characters.word("fatigue"),
            )
            for one in state.party.members
        ),
        wants=tuple(_wants(state, book)),
        where=_where(state, book) if shown.map else None,
        map=shown.map and bool(state.map.digest),
        handouts=tuple(HandoutSeen(one.title, one.lines, one.picture) for one in state.handouts),
        log=happened.told,
    )


def _lights(state: State, book: Rulebook, low: int) -> LightsSeen:
    ours = (one for one in state.lights.burning() if not one.bearer or state.party.find(one.bearer))
    burning = tuple(
        LightSeen(
            one.kind,
            one.bearer,
            "low" if fuzzy.is_low(one, state, book, low) else "bright",
            say_left(book, one, state.now) if burns_by(book, one).by_table else "",
        )
        for one in ours
    )
    return LightsSeen(fuzzy.level(state, book, low), burning)


def _sky(state: State, book: Rulebook) -> SkySeen | None:
    if not outdoors(state, book):
        return None
    kind = weather.kind_of(state, book) if weather.of(state, book) is not None else ""
    season = seasons.of(state, book)
    return SkySeen(kind, season) if kind or season else None


def _wants(state: State, book: Rulebook) -> Iterator[str]:
    yield from provisions.conditions(state, book)
    meal = provisions.next_meal(state, book)
    if meal is not None and state.now >= meal[0]:
        yield "a meal is overdue" if state.now >= meal[1] else "a meal is due"


# On the map


def _where(state: State, book: Rulebook) -> WhereSeen | None:
    believed = state.journey.believed
    if not outdoors(state, book) or not state.map.digest or believed is None:
        return None
    path = plan_of(state).path
    goal = name_of(path[-1]) if path else ""
    return WhereSeen(name_of(believed), _label(state, book, believed), goal, len(path))


def _label(state: State, book: Rulebook, place: Hex) -> str:
    """Return the name of a hex, if the party explored it and knew where it was."""
    try:
        land = book.land(state.map.digest)
    except (LookupError, Unreadable):
        return ""
    explored, _ = known_to_players(land, state.journey)
    tile = land.at(place) if place in explored else None
    return "" if tile is None else tile.name


# Whose activation it is


def _order(state: State, book: Rulebook, met: frozenset[str]) -> OrderSeen | None:
    if state.count is not None:
        return _by_count(state, state.count, book, met)
    if state.fight is None:
        if not turn_order.is_kept(state, book):
            return None
        now, *later = turn_order.left(state)
        return OrderSeen("turns", (now,), tuple(later[:MOST_NEXT]))
    current, where = rounds.now(state), f"round {state.fight.rounds}" if state.fight.rounds else ""
    if current is None:
        return OrderSeen(where, (), ())
    then = (name for one in current.then for name in _known(state, one.who, met))
    return OrderSeen(where, _once(_known(state, current.who, None), MOST_NOW), _once(then, MOST_NEXT))


def _known(state: State, who: Iterable[str], met: frozenset[str] | None) -> tuple[str, ...]:
    """Return who of these players may know of; without ``met`` they act now, and all see them."""
    names = tuple(who)
    able = [one.name for one in state.party.able]
    ours = [one.name for one in state.party.members]
    if len(able) > 1 and all(name in names for name in able):
        names = (THE_PARTY, *(name for name in names if name not in able))
    seen = (name for name in names if met is None or name in {THE_PARTY, *ours} or _is_seen(state, name, met))
    return tuple(THE_ENEMY if name == ENEMIES else name for name in seen)


def _is_seen(state: State, name: str, met: frozenset[str]) -> bool:
    """Return whether a side was met, or is allied."""
    side = side_named(state, name)
    return name in met or (side is not None and side.allied)


def _by_count(state: State, going: Count, book: Rulebook, met: frozenset[str]) -> OrderSeen | None:
    order = order_in(book)
    if order is None:
        return None
    number, segment = round_and_segment(segment_now(going), order)
    where = f"round {number}, segment {segment}" if going.segment else ""
    up = now_up(state)
    later = (one for one in going.coming(MOST_LOOKED) if one not in up and not out_of(state, one))
    seen = {PARTY, *met, *(side.name for side in state.sides if side.allied)}
    shown = (one for one in later if one.acted > 0 or one.side in seen)
    return OrderSeen(where, _once(map(_fighter, up), MOST_NOW), _once(map(_fighter, shown), MOST_NEXT))


def _fighter(one: Fighter) -> str:
    return one.name if one.side == PARTY else one.side


def _once(names: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the first few names, each once."""
    return tuple(islice(dict.fromkeys(names), most))
