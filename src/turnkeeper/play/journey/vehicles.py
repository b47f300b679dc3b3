"""Vehicles: hitching mounts and loading items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from turnkeeper.play.journey import caravan, mounts
from turnkeeper.play.journey.caravan import Mount, Vehicle, has_mounts, items, units
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.introducing.animals import called
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook


class Hitch(Command, frozen=True, tag="hitch"):
    """Hitch a mount to a vehicle; it then carries nothing and nobody itself."""

    mount: str
    vehicle: str


class Unhitch(Command, frozen=True, tag="unhitch"):
    """Unhitch a mount from what it pulls."""

    mount: str


class Load(Command, frozen=True, tag="load"):
    """Put a load on a mount or a vehicle, up to what it carries."""

    count: int
    onto: str


class Unload(Command, frozen=True, tag="unload"):
    """Take a load from a mount or a vehicle."""

    count: int
    off: str


class MountHitched(Event, frozen=True, tag="mount-hitched.1"):
    """A mount was hitched to a vehicle; ``to`` is empty where it was unhitched."""

    name: str
    to: str = ""


class LoadChanged(Event, frozen=True, tag="load-changed.1"):
    """The load of a mount or a vehicle changed ``by`` a number of items, to ``now``."""

    name: str
    by: int
    now: int


def _carrier(decision: Decision, name: str) -> Mount | Vehicle:
    """Return the living mount or the vehicle of a name; refuses for an unknown one."""
    mounts.rules_of(decision)
    return decision.state.train.vehicle(name) or mounts.living_mount(decision, name)


def _hitch(decision: Decision, command: Hitch) -> None:
    mount, vehicle = (
        mounts.living_mount(decision, command.mount),
        mounts.vehicle_named(decision, command.vehicle),
    )
    if mount.pulls:
        message = f"{mount.name} is hitched to {mount.pulls} already"
        refuse("hitched", message, f"unhitch {mount.name}")
    if mount.load:
        load = items(mount.load, decision.book)
        message = f"{mount.name} carries {load}, and what pulls carries nothing itself"
        refuse("loaded", message, f"unload {load} from {mount.name}")
    kind, team = caravan.kind_of(decision.book, vehicle), decision.state.train.team(vehicle)
    if kind is not None and len(team) >= kind.most:
        message = f"{vehicle.called} takes {kind.most} animals at most, and that many pull it"
        refuse("too-many", message, f"unhitch {team[0].name}")
    rule = "" if kind is None else kind.rule.id
    decision.record(MountHitched(mount.name, vehicle.name, rule=rule))


def _unhitch(decision: Decision, command: Unhitch) -> None:
    mount = mounts.living_mount(decision, command.mount)
    if not mount.pulls:
        vehicle = next((one.name for one in decision.state.train.vehicles), "Blue")
        refuse("not-hitched", f"{mount.name} is hitched to nothing", f"hitch {mount.name} to {vehicle}")
    decision.record(MountHitched(mount.name))


def _load(decision: Decision, command: Load) -> None:
    rules, one = mounts.rules_of(decision), _carrier(decision, command.onto)
    rule = rules.rule.id
    if isinstance(one, Mount):
        if one.pulls:
            message = f"{one.name} pulls {one.pulls}, and what pulls carries nothing itself"
            load = items(command.count, decision.book)
            refuse("hitched", message, f"load {load} on {one.pulls}, or unhitch {one.name}")
    else:
        rule = rules.vehicles[one.kind].rule.id if one.kind in rules.vehicles else rule
        if not decision.state.train.team(one):
            spare = next((beast.name for beast in decision.state.train.free), "Bess")
            written = called(decision.book)
            message = f"{one.called} has nothing to pull it, and carries by the {written} of what does"
            refuse("unhitched", message, f"hitch {spare} to {one.name} first")
    _require_room(decision, one, command.count)
    decision.record(LoadChanged(one.name, command.count, one.load + command.count, rule=rule))


def _require_room(decision: Decision, one: Mount | Vehicle, count: int) -> None:
    book, there = decision.book, one.load
    room = caravan.room_of(decision.state.train, book, one)
    if count < 1:
        refuse("number", f"say how many {units(book)}, at least 1", f"load {items(4, book)} on {one.name}")
    if there + count > room:
        left = max(0, room - there)
        message = f"{one.name} carries {items(room, book)} at most and has {there or 'none'}, so {left} more"
        team = decision.state.train.team(one) if isinstance(one, Vehicle) else ()
        kind = caravan.kind_of(book, one) if isinstance(one, Vehicle) else None
        more = f"hitch more animals to {one.name}" if kind is not None and len(team) < kind.most else ""
        fits = (
            f"load {items(left, book)} on {one.name}" if left else f"unload {items(1, book)} from {one.name}"
        )
        refuse("overload", message, ", or ".join(hint for hint in (fits, more) if hint))


def _unload(decision: Decision, command: Unload) -> None:
    book, one = decision.book, _carrier(decision, command.off)
    there = one.load
    if not 0 < command.count <= there:
        some = items(there, book)
        hint = f"unload {some} from {one.name}" if there else f"load {items(4, book)} on {one.name}"
        refuse("number", f"{one.name} carries {some if there else 'nothing'}", hint)
    decision.record(LoadChanged(one.name, -command.count, there - command.count))


def _mount_hitched(state: State, event: MountHitched) -> State:
    def hitched(one: Mount) -> Mount:
        return replace(one, hitched=event.to)

    return mounts.with_train(state, state.train.with_mount(event.name, hitched))


def _load_changed(state: State, event: LoadChanged) -> State:
    return mounts.with_train(state, state.train.loaded(event.name, event.by))


def _tell_hitched(event: MountHitched, _book: Rulebook) -> str:
    return f"{event.name} is hitched to {event.to}" if event.to else f"{event.name} is unhitched"


def _tell_load(event: LoadChanged, book: Rulebook) -> str:
    way = "loaded on" if event.by > 0 else "unloaded from"
    return f"{items(abs(event.by), book)} {way} {event.name}, which carries {event.now}"


def _forms(book: Rulebook, verb: str, where: str) -> Iterator[Form]:
    if units(book) == "items":
        yield Form(f"{verb} 1 item {where}", {"count": 1})
        yield Form(f"{verb} {{count:times}} items {where}")
    if units(book) == "lb" or not has_mounts(book):
        yield Form(f"{verb} {{count:times}} lb {where}")


def _heard(book: Rulebook, verb: str, where: str, field: str) -> Iterator[Form]:
    """Yield other ways to say a number of units on a mount or a vehicle; the only vehicle needs no name."""
    unit = "item|items|thing|things" if units(book) == "items" else "lb|lbs|pound|pounds"
    yield Form(f"{verb} {{count:times}} {unit} {where} {{{field}:name!}}")
    yield Form(f"{verb} cart|wagon|carriage|chariot|sled {{count:times}} {unit} [{where}] {{{field}:what?}}")


def names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the vehicles."""
    return [one.name for one in state.train.vehicles]


def _carriers(state: State, book: Rulebook) -> Iterable[str]:
    return [*(one.name for one in state.train.free), *names(state, book)]


MECHANISM = Mechanism(
    group="Mounts",
    commands=(
        declare(
            Hitch,
            _hitch,
            says="hitch {mount:name} to {vehicle:name}",
            heard=(
                "hitch|harness|yoke {mount:name?} [up] to {vehicle:name?} [cart|wagon]",
                "{mount:name!} pulls|draws {vehicle:name?} [cart|wagon]",
            ),
            examples="hitch Bess to Blue",
            completes={
                "mount": lambda state, _book: [one.name for one in state.train.free],
                "vehicle": names,
            },
        ),
        declare(
            Unhitch,
            _unhitch,
            says="unhitch {mount:name}",
            heard="unhitch|unharness|unyoke {mount:name?} [from] [cart|wagon]",
            examples="unhitch Bess",
            completes={"mount": lambda state, _book: [one.name for one in state.train.living if one.pulls]},
        ),
        declare(
            Load,
            _load,
            says=lambda book: _forms(book, "load", "on {onto:name}"),
            heard=lambda book: _heard(book, "load|put|pack|stow", "on|onto|in|into", "onto"),
            examples=("load 4 items on Bess", "load 40 lb on Bess"),
            completes={"onto": _carriers, "onto:what": names},
        ),
        declare(
            Unload,
            _unload,
            says=lambda book: _forms(book, "unload", "from {off:name}"),
            heard=lambda book: _heard(book, "unload|take", "from|off", "off"),
            examples=("unload 2 items from Bess", "unload 20 lb from Bess"),
            completes={"off": _carriers, "off:what": names},
        ),
    ),
    events=(
        happens(MountHitched, _mount_hitched, _tell_hitched),
        happens(LoadChanged, _load_changed, _tell_load),
    ),
    serves=has_mounts,
)
