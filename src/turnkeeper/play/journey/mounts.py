"""Mounts, carts and wagons: which of them come along, and the price of pushing.

Hitching and loading are in `vehicles`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NoReturn

from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.journey import caravan
from turnkeeper.play.journey.caravan import Going, Mount, Train, Vehicle, going, has_mounts
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.essence import Condition, Outlook, Quantity, timeless
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.introducing.animals import Animal, called, example, say_animals
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.travel import Mounts
from turnkeeper.time import Instant

__all__ = ["MECHANISM", "Going", "day_of", "going", "push"]

MOST = {"hd": 100, "lb": 5000}
"""The most that is written of a mount, by the word for it."""
MOST_ALONG = 1000
USUAL_VEHICLES = ("cart", "wagon")
"""The kinds accepted under a rule set without vehicles, so that the refusal says how to add them."""


class BringMounts(Command, frozen=True, tag="mounts"):
    """Bring mounts along."""

    animals: tuple[Animal, ...]


class BringVehicle(Command, frozen=True, tag="vehicle"):
    """A vehicle of the rule set comes along, by a name of its own."""

    kind: str
    name: str


class LeaveBehind(Command, frozen=True, tag="leave-behind"):
    """Leave a mount or a vehicle behind, or sell it, with its load."""

    name: str


class PutDown(Command, frozen=True, tag="put-down"):
    """A mount dies, and stays on the list until it is left behind."""

    mount: str


class MountCame(Event, frozen=True, tag="mount-came.1"):
    """A mount came along; ``hd`` is its figure: its hit dice, or the pounds that it bears."""

    name: str
    hd: int


class VehicleCame(Event, frozen=True, tag="vehicle-came.1"):
    """A vehicle came along."""

    name: str
    kind: str


class StayedBehind(Event, frozen=True, tag="stayed-behind.1"):
    """A mount or a vehicle was left behind, with its load."""

    name: str
    load: int = 0


class MountPushed(Event, frozen=True, tag="mount-pushed.1"):
    """A mount was pushed ``run`` days in a row up to a day; a throw of ``dies_up_to`` or less kills it."""

    name: str
    day: int
    run: int
    dies_up_to: int
    dies: bool
    rolled: Rolled


class MountDied(Event, frozen=True, tag="mount-died.1"):
    """A mount died: its rider goes on foot, and its load lies there."""

    name: str
    rider: str = ""
    load: int = 0
    pulled: str = ""


def push(decision: Decision, day: int) -> None:
    """Throw for every living mount pushed on this day of the campaign; the clock stops at a death.

    Each mount has one throw a day, however often it is pushed on it. ``day`` is as `day_of`
    counts. Does nothing where the rule set asks no price.
    """
    mounts = decision.book.set.mounts
    dies = None if mounts is None else mounts.push_dies
    if dies is None:
        return
    riders = caravan.riders(decision.state)
    for one in decision.state.train.living:
        if one.pushed_on(day):
            continue
        before = one.days_before(day)
        most = dies.dies_up_to(before)
        bands = (Band("dies", None, most), Band("lives", most + 1, None))
        answer, rolled = decision.roll(Throw(f"push of {one.name}", dies.dice, bands, dies.rule.id))
        dead = answer.band == 0
        decision.record(MountPushed(one.name, day, before + 1, most, dead, rolled, rule=dies.rule.id))
        if dead:
            _let_die(decision, one, riders.get(one.name, ""), dies.rule.id)
            decision.stop()


def day_of(at: Instant, book: Rulebook) -> int:
    """Return the number of a day of the campaign as the clock shows it: ``day 1`` is 1."""
    return at.ms // book.scale.day.ms + 1


def _let_die(decision: Decision, one: Mount, rider: str, rule: str = "") -> None:
    decision.record(MountDied(one.name, rider, one.load, one.pulls, rule=rule))


# Deciding


def rules_of(decision: Decision) -> Mounts:
    """Return the rules of mounts; refuses where the rule set has none."""
    mounts = decision.book.set.mounts
    if mounts is None:
        hint = "a house file adds [mounts]: carries, and vehicles such as cart"
        rule_out("no-mounts", "this rule set says nothing of mounts and vehicles", hint)
    return mounts


def _require_new(decision: Decision, name: str) -> None:
    there = decision.state.train
    if there.mount(name) is not None or there.vehicle(name) is not None:
        refuse("twice", f"{name} comes along already", f"give another name, or leave behind {name}")
    if len(there.mounts) + len(there.vehicles) >= MOST_ALONG:
        refuse("too-many", f"at most {MOST_ALONG:,} mounts and vehicles come along")


def _bring_mounts(decision: Decision, command: BringMounts) -> None:
    rules = rules_of(decision)
    most = MOST[rules.written]
    for one in command.animals:
        _require_new(decision, one.name)
        if not 1 <= one.hd <= most:
            message = (
                f"a mount has 1 to {most:,} {called(decision.book)}, and {one.name} cannot have {one.hd}"
            )
            refuse("hit-dice", message, example(decision.book, one.name))
        decision.record(MountCame(one.name, one.hd, rule=rules.rule.id))


def _bring_vehicle(decision: Decision, command: BringVehicle) -> None:
    kinds = rules_of(decision).vehicles
    kind = next((name for name in kinds if name.casefold() == command.kind.casefold()), None)
    if kind is None:
        hint = closest(command.kind, kinds, f"there are: {', '.join(kinds)}" if kinds else "load a mount")
        refuse("unknown-kind", f"this rule set has no vehicle {command.kind!r}", hint)
    _require_new(decision, command.name)
    decision.record(VehicleCame(command.name, kind, rule=kinds[kind].rule.id))


def living_mount(decision: Decision, name: str) -> Mount:
    """Return the living mount of a name; refuses for an unknown name and for the dead."""
    rules_of(decision)
    found = decision.state.train.mount(name)
    if found is None:
        names = [one.name for one in decision.state.train.mounts]
        _unknown(decision, name, "mount", names, example(decision.book, name))
    if found.dead:
        refuse("dead", f"{found.name} is dead", f"undo takes it back, or leave behind {found.name}")
    return found


def vehicle_named(decision: Decision, name: str) -> Vehicle:
    """Return the vehicle of a name; refuses for an unknown name."""
    found = decision.state.train.vehicle(name)
    if found is None:
        names = [one.name for one in decision.state.train.vehicles]
        _unknown(decision, name, "vehicle", names, f"{_kinds(decision.book)[0]} {name}")
    return found


def _unknown(decision: Decision, name: str, what: str, names: list[str], otherwise: str) -> NoReturn:
    there = decision.state.train
    other = there.mount(name) or there.vehicle(name)
    if other is not None:
        refuse("unknown-name", f"{other.name} is no {what}", otherwise)
    refuse("unknown-name", f"no {what} called {name!r} comes along", closest(name, names, otherwise))


def _leave_behind(decision: Decision, command: LeaveBehind) -> None:
    rules_of(decision)
    there = decision.state.train
    one = there.mount(command.name) or there.vehicle(command.name)
    if one is None:
        names = [*(each.name for each in there.mounts), *(each.name for each in there.vehicles)]
        hint = closest(command.name, names, "status lists what comes along")
        refuse("unknown-name", f"no mount or vehicle called {command.name!r} comes along", hint)
    decision.record(StayedBehind(one.name, one.load))


def _put_down(decision: Decision, command: PutDown) -> None:
    one = living_mount(decision, command.mount)
    _let_die(decision, one, caravan.riders(decision.state).get(one.name, ""))


# Evolving


def with_train(state: State, changed: Train) -> State:
    """Return the state after an event that changed the train."""
    return replace(state, train=changed)


def _mount_came(state: State, event: MountCame) -> State:
    mounts = (*state.train.mounts, Mount(event.name, event.hd))
    return with_train(state, replace(state.train, mounts=mounts))


def _vehicle_came(state: State, event: VehicleCame) -> State:
    vehicles = (*state.train.vehicles, Vehicle(event.name, event.kind))
    return with_train(state, replace(state.train, vehicles=vehicles))


def _stayed_behind(state: State, event: StayedBehind) -> State:
    return with_train(state, state.train.without(event.name))


def _mount_pushed(state: State, event: MountPushed) -> State:
    def pushed(one: Mount) -> Mount:
        return one.pushed(event.day)

    return with_train(state, state.train.with_mount(event.name, pushed))


def _mount_died(state: State, event: MountDied) -> State:
    def died(one: Mount) -> Mount:
        return replace(one, died=event.at, load=0)

    return with_train(state, state.train.with_mount(event.name, died))


# Telling


def _tell_behind(event: StayedBehind, book: Rulebook) -> str:
    load = f" with {caravan.items(event.load, book)}" if event.load else ""
    return f"{event.name} stays behind{load}"


def _tell_pushed(event: MountPushed, _book: Rulebook) -> str:
    run = f", day {event.run} in a row" if event.run > 1 else ""
    outcome = "dies" if event.dies else "lives"
    return f"push of {event.name} {event.rolled.shown} (dies on {event.dies_up_to} or less{run}): {outcome}"


def _tell_died(event: MountDied, book: Rulebook) -> str:
    left = [f"{event.rider} goes on foot"] if event.rider else []
    lie = "lies" if event.load == 1 else "lie"
    left += [f"{caravan.items(event.load, book)} {lie} there"] if event.load else []
    left += [f"{event.pulled} has one animal less"] if event.pulled else []
    return f"{event.name} is dead" + (f"; {', '.join(left)}" if left else "")


# Saying


def _kinds(book: Rulebook) -> tuple[str, ...]:
    mounts = book.set.mounts
    return tuple(mounts.vehicles) if mounts is not None and mounts.vehicles else USUAL_VEHICLES


def _vehicle_forms(book: Rulebook) -> Iterator[Form]:
    for kind in _kinds(book):
        yield Form(f"{kind.casefold()} {{name:name}}", {"kind": kind})
    yield Form("vehicle {kind:what} called {name:name}")


def _vehicles(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.name for one in state.train.vehicles]


def _all_along(state: State, _book: Rulebook) -> Iterable[str]:
    return [*(one.name for one in state.train.mounts), *(one.name for one in state.train.vehicles)]


def _essence(seen: Outlook) -> Hashable:
    """Return the mounts and vehicles, and how many days ago each mount was pushed."""
    today = seen.now.ms // seen.book.scale.day.ms
    train = seen.state.train
    return (
        tuple(
            (timeless(replace(one, pushes=(), died=None)), one.dead, tuple(today - day for day in one.pushes))
            for one in train.mounts
        ),
        timeless(train.vehicles),
    )


MECHANISM = Mechanism(
    group="Mounts",
    commands=(
        declare(
            BringMounts,
            _bring_mounts,
            help=(
                "Mounts come along, each with its HD or the pounds that it bears; a semicolon between them. "
                "Who can all ride, ride."
            ),
            says=("mounts {animals:animals}", "mount {animals:animals}"),
            heard=("buy|bring|add|get mount|mounts|horse|mule|pony {animals:animals}",),
            examples=("mounts Bess hd 2; Nag hd 3", "mounts Bess lb 480; Nag lb 540"),
        ),
        declare(
            BringVehicle,
            _bring_vehicle,
            says=_vehicle_forms,
            examples=("cart Blue", "wagon Old Tom"),
            completes={"kind": lambda _state, book: book.set.mounts.vehicles if book.set.mounts else ()},
            usual={"name": ("Blue", "Old Creaker")},
        ),
        declare(
            LeaveBehind,
            _leave_behind,
            says=("leave behind {name:name}", "sell {name:name}"),
            heard=(
                "abandon|release|lose {name:name!}",
                "leave {name:name!} [behind]",
                "sell|leave|abandon cart|wagon|carriage|chariot|sled [behind] [in] {name:what?}",
            ),
            examples=("leave behind Blue", "sell Bess"),
            completes={"name": _all_along, "name:what": _vehicles},
        ),
        declare(
            PutDown,
            _put_down,
            says="put down {mount:name}",
            heard=(
                "put down {mount:name!}",
                "{mount:name!} dies|dead|killed",
            ),
            examples="put down Bess",
            completes={"mount": lambda state, _book: [one.name for one in state.train.living]},
        ),
    ),
    events=(
        happens(
            MountCame,
            _mount_came,
            lambda event, book: f"{say_animals((Animal(event.name, event.hd),), book)} comes along",
        ),
        happens(
            VehicleCame, _vehicle_came, lambda event, _book: f"the {event.kind} {event.name} comes along"
        ),
        happens(StayedBehind, _stayed_behind, _tell_behind),
        happens(MountPushed, _mount_pushed, _tell_pushed),
        happens(MountDied, _mount_died, _tell_died),
    ),
    serves=has_mounts,
    slices=("train",),
    essence=_essence,
    keeps=caravan.kept,
    observables=(
        Condition("no mount lives", "all are dead or gone", lambda state, _book, _: not state.train.living),
        Quantity("mounts alive", "mounts that live", lambda state, _book, _name: len(state.train.living)),
    ),
)
