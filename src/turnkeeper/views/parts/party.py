"""The party: who is well, who is not, their supplies, needs, mounts and vehicles, as far as they are kept."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.play.journey.caravan import Mount, Vehicle, riders, room_of, units
from turnkeeper.play.journey.mounts import day_of
from turnkeeper.play.kernel.introducing.animals import word_of
from turnkeeper.play.party import hit_dice, provisions
from turnkeeper.play.party.loads import attribute_of, load_of
from turnkeeper.play.party.mana import said
from turnkeeper.play.party.party import TENTHS, Character
from turnkeeper.play.party.supplies import counted
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.parts.saying import LOW, named, per_mille


class Gauge(Struct, frozen=True):
    """Something that runs down and is written of a member: hit points, mana; in words and in thousandths."""

    name: str
    text: str
    of_1000: int
    low: bool


class MemberLine(Struct, frozen=True):
    """One of the party. ``condition`` is dead, down, broken, or empty; ``acting`` is so in a fight.

    ``attributes`` are all that are written, ``exerted`` those of which some is spent. ``burdened`` says what
    ``over``, the burden above the limit, does; ``owes`` what has to be exerted. ``bears`` are their lights.
    ``portrait`` is the digest of a picture, empty for none. ``weary`` is their fatigue in the game's word.
    """

    name: str
    condition: str
    hireling: bool
    level: int
    race: str
    hp: Gauge | None
    mana: Gauge | None
    fatigue: int
    over: int
    burdened: str
    exerted: tuple[str, ...]
    owes: str
    load: str
    wields: str
    attributes: str
    bears: tuple[str, ...]
    acting: bool
    portrait: str = ""
    weary: str = ""

    @property
    def who(self) -> str:
        """Race and level, where they say something."""
        return f"{self.race} level {self.level}".strip() if self.race or self.level != 1 else ""

    @property
    def gauges(self) -> tuple[Gauge, ...]:
        """What runs down."""
        return tuple(one for one in (self.hp, self.mana) if one is not None)

    @property
    def bad(self) -> tuple[str, ...]:
        """What hampers them, besides fatigue."""
        return tuple(filter(None, (self.burdened, *self.exerted, self.owes)))

    @property
    def facts(self) -> tuple[str, ...]:
        """Their load and weapons."""
        return tuple(filter(None, (self.load, f"wields {self.wields}" if self.wields else "")))


class AbsentLine(Struct, frozen=True):
    """A member who is not with the party: where they are, in words, and the command that has them back."""

    name: str
    where: str
    say: str


class SupplyLine(Struct, frozen=True):
    """A supply that is counted and runs out: ``3 rations``; ``none`` left.

    ``more`` and ``less`` are the commands for one more and one less, ``less`` empty where there is none.
    """

    item: str
    text: str
    count: int
    none: bool
    more: str = ""
    less: str = ""


class NeedLine(Struct, frozen=True):
    """A need of the party: ``a meal is due: last meal day 1 08:00``; ``bad`` when it is due or lacking."""

    text: str
    bad: bool


def absent(state: State, book: Rulebook) -> tuple[AbsentLine, ...]:
    """Return those who stayed behind or went ahead."""
    return tuple(
        AbsentLine(one.name, one.apart, f"rejoin {named(one.name, book)}") for one in state.party.absent
    )


def members(state: State, book: Rulebook, acting: frozenset[str] = frozenset()) -> tuple[MemberLine, ...]:
    """Return everybody of the party; ``acting`` names those whose turn it is."""
    lit: dict[str, list[str]] = {}
    for light in state.lights.burning():
        lit.setdefault(light.bearer, []).append(light.kind)
    return tuple(
        _member(one, book, tuple(lit.get(one.name, ())), acting=one.name in acting)
        for one in state.party.members
    )


def _member(one: Character, book: Rulebook, bears: tuple[str, ...], *, acting: bool) -> MemberLine:
    over = one.over(book)
    owed = one.owes
    return MemberLine(
        name=one.name,
        condition="dead" if one.dead else "down" if one.down else "broken" if one.broken else "",
        hireling=one.hireling,
        level=one.level,
        race=one.race,
        hp=None if one.hp is None else _gauge("hp", one.hp, one.most_hp, f"{one.hp}/{one.most_hp}"),
        mana=None if one.mana is None else _gauge("mana", one.mana, one.most_mana * TENTHS, mana(one)),
        fatigue=one.fatigue,
        over=over,
        burdened=_burdened(over, book),
        exerted=tuple(_attribute(one, name, value) for name, value in one.attributes if one.lost(name)),
        owes=f"must exert {owed} times" if owed > 1 else "must exert" if owed else "",
        load=_load(one, book),
        wields=one.wields,
        attributes=", ".join((*(_attribute(one, *pair) for pair in one.attributes), *_hit_dice(one, book))),
        bears=bears,
        acting=acting,
        portrait=one.portrait,
        weary=f"{book.set.characters.word('fatigue')} {one.fatigue}" if one.fatigue else "",
    )


def _hit_dice(one: Character, book: Rulebook) -> tuple[str, ...]:
    """Return how many hit dice a member has left, where any are spent."""
    recovery = book.set.recovery
    spent = recovery is not None and recovery.heals is not None and one.spent_dice
    return (f"{hit_dice.left(one)} of {one.level} hit dice left",) if spent else ()


def _gauge(name: str, value: int, most: int, text: str) -> Gauge:
    part = per_mille(value, most)
    return Gauge(name, text, part, low=part <= LOW)


def mana(one: Character) -> str:
    """Return a character's mana: ``3.4/7``; nothing where it is not kept."""
    return "" if one.mana is None else f"{said(one.mana)}/{one.most_mana}"


def _attribute(one: Character, name: str, written: int) -> str:
    """Return an attribute as it stands: ``brawn 12``, ``brawn 10 of 12`` when some is exerted."""
    now = one.attribute(name)
    return f"{name} {written}" if now == written else f"{name} {now} of {written}"


def _burdened(over: int, book: Rulebook) -> str:
    """Return the price of too many slots, such as ``-2 to stealth``; their number where it has none."""
    costs = ", ".join(book.set.characters.burdened)
    if costs:
        return f"-{over} to {costs}" if over else ""
    return f"{over} slot{'' if over == 1 else 's'} too many" if over else ""


def _load(one: Character, book: Rulebook) -> str:
    """Return the load of a member where loads are weighed; where none is, that it counts for nothing."""
    if one.carrying and book.set.characters.load is None and not book.set.characters.slots:
        return f"carrying {one.carrying}, which no rule weighs"
    load = load_of(one, book)
    if book.set.characters.load is None or (one.carrying == 0 and (load is None or not load.holds)):
        return ""
    return f"{one.carrying} lb, {attribute_of(book)} not written" if load is None else str(load)


# What there is and what is lacking


def supplies(state: State, book: Rulebook) -> tuple[SupplyLine, ...]:
    """Return the counted supplies, in the order in which they were first counted."""
    return tuple(
        SupplyLine(
            one.item,
            counted(book, one.count, one.item),
            one.count,
            one.count <= 0,
            f"stock 1 {named(one.item, book)}",
            f"use 1 {named(one.item, book)}" if one.count > 0 else "",
        )
        for one in state.supplies.items
    )


def needs(state: State, book: Rulebook) -> Iterator[NeedLine]:
    """Yield the needs of the party, the most pressing first."""
    say, now = book.scale.say_instant, state.now
    for lack in provisions.lacks(state, book, now):
        whose = f"{', '.join(lack.who)} " if lack.who else ""
        yield NeedLine(f"{whose}{lack.provision.condition}: no {lack.kind} since {say(lack.last)}", bad=True)
    coming, last = provisions.next_meal(state, book), provisions.last_meal(state)
    if coming is not None:
        due, overdue = coming
        meal = "" if now < due else f"a meal is {'overdue' if now >= overdue else 'due'}: "
        ate = "nothing eaten yet" if last is None else f"last meal {say(last)}"
        who = provisions.hungriest(state)
        whose = f" ({', '.join(who)})" if who else ""
        yield NeedLine(f"{meal}{ate}{whose}", bad=now >= due)


# Mounts and vehicles


class CaravanView(Struct, frozen=True):
    """The mounts and the vehicles, a text for each.

    ``Bess: hd 2, ridden by Varda, 3 of 4 items, pushed 2 days in a row``;
    ``cart Blue: pulled by Nag, 3 of 9 items``.
    """

    mounts: tuple[str, ...]
    vehicles: tuple[str, ...]


def caravan(state: State, book: Rulebook) -> CaravanView | None:
    """Return the mounts and vehicles, or ``None`` where there are none."""
    train, ridden = state.train, riders(state)
    if not train.mounts and not train.vehicles:
        return None
    return CaravanView(
        tuple(_mount(one, ridden.get(one.name, ""), state, book) for one in train.mounts),
        tuple(_vehicle(one, state, book) for one in train.vehicles),
    )


def _mount(one: Mount, rider: str, state: State, book: Rulebook) -> str:
    if one.dead:
        return f"{one.name}: dead"
    # Today counts if it was pushed today, else the days up to yesterday do.
    today = day_of(state.now, book)
    run = one.days_before(today + one.pushed_on(today))
    told = (
        f"{one.name}: {word_of(book)} {one.hd}",
        f"ridden by {rider}" if rider else "",
        f"pulls {one.pulls}" if one.pulls else _holds(one, state, book),
        f"pushed {run} {'day' if run == 1 else 'days in a row'}" if run else "",
    )
    return ", ".join(filter(None, told))


def _vehicle(one: Vehicle, state: State, book: Rulebook) -> str:
    team = state.train.team(one)
    pulled = f"pulled by {', '.join(beast.name for beast in team)}" if team else "nothing pulls it"
    return f"{one.kind} {one.name}: {pulled}, {_holds(one, state, book)}"


def _holds(one: Mount | Vehicle, state: State, book: Rulebook) -> str:
    return f"{one.load} of {room_of(state.train, book, one)} {units(book)}"
