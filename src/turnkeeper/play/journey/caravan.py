"""The train: the mounts and vehicles that come along, their loads, and their effect on travel.

It must not know how travel is paid: a journey asks `going` and draws its own conclusions.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.event import State
from turnkeeper.play.kernel.introducing.animals import word_of
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.travel import VehicleKind
from turnkeeper.time import Instant

REMEMBERED = 256
"""The number of latest days on which a mount was pushed that are kept."""


class Mount(Struct, frozen=True, omit_defaults=True):
    """An animal, its hit dice or what else is written of it, its load, the days of pushing, its vehicle."""

    name: str
    hd: int
    load: int = 0
    pushes: tuple[int, ...] = ()
    hitched: str = ""
    died: Instant | None = None

    @property
    def dead(self) -> bool:
        """Return whether the mount has died."""
        return self.died is not None

    @property
    def pulls(self) -> str:
        """Return the name of the vehicle that the mount is hitched to; empty for none."""
        return "" if self.dead else self.hitched

    def pushed_on(self, day: int) -> bool:
        """Return whether the mount was pushed on a day of the campaign."""
        return day in self.pushes

    def days_before(self, day: int) -> int:
        """Return the number of days in a row, up to the day before, that the mount was pushed."""
        days = set(self.pushes)
        run = 0
        while day - 1 - run in days:
            run += 1
        return run

    def pushed(self, day: int) -> Mount:
        """Return the mount after it was pushed on a day."""
        return replace(self, pushes=(*self.pushes[-REMEMBERED + 1 :], day))


class Vehicle(Struct, frozen=True, omit_defaults=True):
    """A vehicle of the rule set, such as a cart: its kind, its name, its load in items."""

    name: str
    kind: str
    load: int = 0

    @property
    def called(self) -> str:
        """Return the vehicle as text: ``the cart Blue``."""
        return f"the {self.kind} {self.name}"


class Train(Struct, frozen=True, omit_defaults=True):
    """All mounts and all vehicles, each in the order in which they came."""

    mounts: tuple[Mount, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()

    @property
    def living(self) -> tuple[Mount, ...]:
        """Return the living mounts."""
        return tuple(one for one in self.mounts if not one.dead)

    @property
    def free(self) -> tuple[Mount, ...]:
        """Return the living mounts that pull no vehicle, and so can be ridden."""
        return tuple(one for one in self.living if not one.pulls)

    def team(self, vehicle: Vehicle) -> tuple[Mount, ...]:
        """Return the animals hitched to a vehicle."""
        return tuple(one for one in self.living if one.pulls == vehicle.name)

    def mount(self, name: str) -> Mount | None:
        """Return the mount of a name, ignoring case, or ``None``."""
        wanted = name.casefold()
        return next((one for one in self.mounts if one.name.casefold() == wanted), None)

    def vehicle(self, name: str) -> Vehicle | None:
        """Return the vehicle of a name, ignoring case, or ``None``."""
        wanted = name.casefold()
        return next((one for one in self.vehicles if one.name.casefold() == wanted), None)

    def with_mount(self, name: str, change: Callable[[Mount], Mount]) -> Train:
        """Return the train with one mount changed."""
        return replace(self, mounts=tuple(change(one) if one.name == name else one for one in self.mounts))

    def loaded(self, name: str, by: int) -> Train:
        """Return the train with the load of a mount or a vehicle changed ``by`` a number of items."""
        return Train(
            tuple(replace(one, load=one.load + by) if one.name == name else one for one in self.mounts),
            tuple(replace(one, load=one.load + by) if one.name == name else one for one in self.vehicles),
        )

    def without(self, name: str) -> Train:
        """Return the train without a mount or a vehicle; mounts hitched to it are unhitched."""
        others = (one for one in self.mounts if one.name != name)
        mounts = tuple(replace(one, hitched="") if one.hitched == name else one for one in others)
        return Train(mounts, tuple(one for one in self.vehicles if one.name != name))


class Going(Struct, frozen=True):
    """The party's means of travel.

    ``mounted`` means that every living member has a mount to ride, ``hitched`` that a vehicle comes along:
    the animals that pull it go at half of a mount's pace, not of a walker's. ``stuck`` is the
    reason why the party cannot set out, ``hint`` what would work. ``pushable`` means that all ride, so that
    pushing the mounts makes the party faster.
    """

    mounted: bool = False
    hitched: bool = False
    stuck: str = ""
    hint: str = ""
    pushable: bool = False


def going(state: State, book: Rulebook) -> Going:
    """Return the party's means of travel now; on foot where it has no mounts."""
    mounted = bool(riders(state))
    stuck, hint = _stuck(state.train, book)
    return Going(mounted, bool(state.train.vehicles), stuck, hint, mounted and not stuck)


def riders(state: State) -> dict[str, str]:
    """Return the rider of each mount by the mount's name, in marching order; empty unless all can ride."""
    living, free = state.party.living, state.train.free
    if len(free) < len(living):
        return {}
    return {beast.name: who.name for who, beast in zip(living, free, strict=False)}


def kind_of(book: Rulebook, vehicle: Vehicle) -> VehicleKind | None:
    """Return the rule set's kind of a vehicle; ``None`` when it has that kind no more."""
    mounts = book.set.mounts
    return None if mounts is None else mounts.vehicles.get(vehicle.kind)


def room_of(train: Train, book: Rulebook, one: Mount | Vehicle) -> int:
    """Return the load that a mount can carry, or a vehicle with the animals hitched to it."""
    if isinstance(one, Mount):
        mounts = book.set.mounts
        return 0 if mounts is None else mounts.carries * one.hd
    kind = kind_of(book, one)
    return 0 if kind is None else kind.carries * sum(beast.hd for beast in train.team(one))


def _stuck(train: Train, book: Rulebook) -> tuple[str, str]:
    """Return why a vehicle cannot move and what would help, or two empty texts."""
    for vehicle in train.vehicles:
        kind, team, load = kind_of(book, vehicle), train.team(vehicle), vehicle.load
        fewest = 1 if kind is None else kind.fewest
        if len(team) < fewest:
            spare = next((one.name for one in train.free if not one.load), "")
            hint = f"hitch {spare} to {vehicle.name}, or " if spare else ""
            lacks = f"needs {fewest} animals, and has {_names(team)}" if team else "has nothing to pull it"
            return f"{vehicle.called} {lacks}", f"{hint}leave behind {vehicle.name}"
        room = room_of(train, book, vehicle)
        if load > room:
            message = f"{vehicle.called} carries {items(load, book)}, and {_names(team)} can pull {room}"
            return message, f"unload {items(load - room, book)} from {vehicle.name}"
    return "", ""


def _names(team: tuple[Mount, ...]) -> str:
    return " and ".join(one.name for one in team)


def units(book: Rulebook) -> str:
    """Return the unit of loads of mounts: ``items``, or ``lb`` where that is written of them."""
    return "items" if word_of(book) == "hd" else "lb"


def items(count: int, book: Rulebook) -> str:
    """Return a load as text: ``1 item``, ``4 items`` or ``4 lb``."""
    return "1 item" if count == 1 and units(book) == "items" else f"{count} {units(book)}"


def kept(then: State, now: State) -> State:
    """Return an earlier state with the present train: later mounts and vehicles stay, as they came.

    Those left behind since do not come back, and nothing is hitched to them.
    """
    mounts, vehicles = now.train.mounts, now.train.vehicles
    train = Train(
        tuple(_mount_of(then.train.mount(one.name), one, now.train) for one in mounts),
        tuple(replace(one, load=_load_of(then.train.vehicle(one.name))) for one in vehicles),
    )
    return replace(then, train=train)


def _mount_of(was: Mount | None, one: Mount, train: Train) -> Mount:
    was = was or Mount(one.name, one.hd)
    hitched = was.hitched if train.vehicle(was.hitched) is not None else ""
    return replace(one, load=was.load, pushes=was.pushes, hitched=hitched, died=was.died)


def _load_of(was: Vehicle | None) -> int:
    return 0 if was is None else was.load


def has_mounts(book: Rulebook) -> bool:
    """Return whether a rule set has mounts and vehicles."""
    return book.set.mounts is not None
