"""Supplies: the party's counted items. An uncounted item is not tracked, and never runs out."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.essence import Outlook, Quantity, timeless
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.kernel.several import amounts
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import GainItem, LoseItem
from turnkeeper.time import Instant

RATION = "ration"
_MEASURE = re.compile(r"^(?:flasks?|pints?|skins?) of (?=oil)")
MOST = 1_000_000


class Supply(Struct, frozen=True):
    """A counted item, its count, and since when it is counted."""

    item: str
    count: int
    since: Instant


class Supplies(Struct, frozen=True, omit_defaults=True):
    """All counted items, in the order in which they were first counted."""

    items: tuple[Supply, ...] = ()

    def of(self, item: str) -> int | None:
        """Return the count of an item, or ``None`` if it is not counted."""
        return next((one.count for one in self.items if one.item == item), None)

    def changed(self, item: str, by: int, at: Instant) -> Supplies:
        """Return the supplies with the count of an item changed ``by`` a number."""
        if self.of(item) is None:
            return Supplies((*self.items, Supply(item, by, at)))
        return Supplies(
            tuple(replace(one, count=one.count + by) if one.item == item else one for one in self.items)
        )


class Stock(Command, frozen=True, tag="stock"):
    """Count an item from now on. Lights, fuel and rations that are counted run out."""

    count: int
    item: str


class UseUp(Command, frozen=True, tag="use"):
    """Use up some of a counted item, once or for each of the party."""

    count: int
    item: str
    each: bool = False


class Stocked(Event, frozen=True, tag="stocked.1"):
    """A number of an item was added to the supplies, which has a number ``now`` if some were there."""

    item: str
    count: int
    now: int = 0


class Used(Event, frozen=True, tag="used.1"):
    """A number of an item was used up."""

    item: str
    count: int


class ItemGained(Event, frozen=True, tag="item-gained.1"):
    """The party came by a number of an item, which is added to the supplies where it is counted."""

    item: str
    count: int
    rolled: Rolled | None = None


class ItemLost(Event, frozen=True, tag="item-lost.1"):
    """The party lost a number of an item, which is taken from the supplies where it is counted."""

    item: str
    count: int
    rolled: Rolled | None = None


def item_name(book: Rulebook, said: str) -> str:
    """Return the canonical name of an item: ``torches`` and ``Torch`` are ``torch``."""
    name = _MEASURE.sub("", said.casefold())
    known = {
        RATION,
        *eaten(book),
        *tents(book),
        *book.set.lights,
        *(kind.fuel for kind in book.set.lights.values() if kind.fuel),
    }
    plurals = {kind.plural.casefold(): key for key, kind in book.set.lights.items() if kind.plural}
    plurals |= {one.several.casefold(): one.item for one in book.set.provisions.values()}
    if name in plurals:
        return plurals[name]
    return name[:-1] if name.endswith("s") and name[:-1] in known else name


def counted(book: Rulebook, count: int, item: str) -> str:
    """Return the count and name of an item: ``1 torch``, ``6 torches``."""
    return f"{count} {item if count == 1 else several(book, item)}"


def several(book: Rulebook, item: str) -> str:
    """Return the plural of an item's name."""
    kind = book.set.lights.get(item)
    if kind is not None:
        return kind.plural or f"{item}s"
    daily = next((one for one in book.set.provisions.values() if one.item == item), None)
    if daily is not None:
        return daily.several
    return f"{item}s" if item in {RATION, *eaten(book), *tents(book)} else item


def tents(book: Rulebook) -> tuple[str, ...]:
    """Return the item that shelters a camp, if there is one, as a tuple."""
    return (book.set.camp.tent,) if book.set.camp is not None and book.set.camp.tent else ()


def eaten(book: Rulebook) -> tuple[str, ...]:
    """Return the items that activities use up, each once."""
    return tuple(dict.fromkeys(item for one in book.set.activities.values() for item in one.uses))


def take(decision: Decision, item: str, count: int, rule: str = "") -> None:
    """Use up a number of an item if it is counted; refuses when there are too few."""
    there = decision.state.supplies.of(item)
    if there is None or count == 0:
        return
    if there < count:
        short = f"{counted(decision.book, count, item)} needed, {there or 'none'} left"
        more = counted(decision.book, count - there, item)
        refuse("none-left", short, f"stock {more} if there are more")
    decision.record(Used(item, count, rule=rule))


def _each(decision: Decision, command: Stock | UseUp) -> list[tuple[int, str]]:
    """Return how many of which items a command names."""
    _require_some(command.count)
    try:
        found = amounts(f"{command.count} {command.item}")
    except ValueError as fault:
        refuse("number", *fault.args)
    for count, _ in found:
        _require_some(count)
    return [(count, item_name(decision.book, name)) for count, name in found]


def _stock(decision: Decision, command: Stock) -> None:
    for count, item in _each(decision, command):
        before = decision.state.supplies.of(item)
        decision.record(Stocked(item, count, before + count if before else 0))


def _require_some(count: int) -> None:
    if not 0 < count <= MOST:
        refuse("number", f"say how many, 1 to {MOST:,}", "rule stock torches 6 sets a count")


def _use_up(decision: Decision, command: UseUp) -> None:
    heads = len(decision.state.party.living) if command.each else 1
    if not heads:
        refuse("nobody", "nobody is in the party", f"use {command.count} {command.item}")
    for count, item in _each(decision, command):
        if decision.state.supplies.of(item) is None:
            others = ", ".join(one.item for one in decision.state.supplies.items)
            hint = f"counted: {others}" if others else f"stock {counted(decision.book, 6, item)}"
            refuse("not-counted", f"{item} is not counted", hint)
        take(decision, item, count * heads)


def _stocked(state: State, event: Stocked) -> State:
    return replace(state, supplies=state.supplies.changed(event.item, event.count, event.at))


def _used(state: State, event: Used) -> State:
    return replace(state, supplies=state.supplies.changed(event.item, -event.count, event.at))


def _gain(decision: Decision, effect: GainItem, occasion: Occasion) -> None:
    count, rolled = _number(decision, effect, occasion)
    item = item_name(decision.book, effect.item)
    decision.record(ItemGained(item, count, rolled, rule=occasion.rule, seen_by=occasion.seen_by))


def _lose(decision: Decision, effect: LoseItem, occasion: Occasion) -> None:
    """Take items away as far as they are counted; of what nobody counts the loss is told."""
    count, rolled = _number(decision, effect, occasion)
    item = item_name(decision.book, effect.item)
    there = decision.state.supplies.of(item)
    lost = count if there is None else min(count, there)
    decision.record(ItemLost(item, lost, rolled, rule=occasion.rule, seen_by=occasion.seen_by))


def _number(decision: Decision, effect: GainItem | LoseItem, occasion: Occasion) -> tuple[int, Rolled | None]:
    if not effect.dice:
        return effect.count, None
    answer, rolled = decision.roll(Throw(f"how many {effect.item}", effect.dice, (), occasion.rule))
    return max(answer.total or 0, 0), rolled


def _gained(state: State, event: ItemGained) -> State:
    if state.supplies.of(event.item) is None:
        return state
    return replace(state, supplies=state.supplies.changed(event.item, event.count, event.at))


def _lost(state: State, event: ItemLost) -> State:
    if state.supplies.of(event.item) is None:
        return state
    return replace(state, supplies=state.supplies.changed(event.item, -event.count, event.at))


def _tell_lost(event: ItemLost, book: Rulebook) -> str:
    thrown = f" ({event.rolled})" if event.rolled is not None else ""
    return f"lost: {counted(book, event.count, event.item) if event.count else 'nothing'}{thrown}"


def _tell_gained(event: ItemGained, book: Rulebook) -> str:
    thrown = f" ({event.rolled})" if event.rolled is not None else ""
    return f"gained: {counted(book, event.count, event.item)}{thrown}"


def items(state: State, book: Rulebook) -> Iterable[str]:
    """Return the items to count: those counted already, and the rule set's lights, fuels and food."""
    fuels = [kind.fuel for kind in book.set.lights.values() if kind.fuel]
    lights = [kind.plural or f"{name}s" for name, kind in book.set.lights.items()]
    food = [several(book, item) for item in dict.fromkeys((RATION, *eaten(book)))]
    return [*(one.item for one in state.supplies.items), *lights, *fuels, *food]


def _nothing_yet(state: State, _book: Rulebook) -> Iterable[str]:
    """Return a word while no item is counted."""
    return () if state.supplies.items else ("nothing",)


def _essence(seen: Outlook) -> Hashable:
    """Return the counted items; since when matters only where they are eaten by the day."""
    kept = seen.state.supplies
    return seen.relative(kept) if seen.book.set.provisions else timeless(kept)


def _left(state: State, book: Rulebook, name: str) -> int | None:
    return state.supplies.of(item_name(book, name))


def _heard_of_coins() -> Iterator[Form]:
    """Yield how it is said that coins were found, of which there may have been none."""
    for coin, metal in (("gp", "gold"), ("sp", "silver"), ("cp", "copper"), ("pp", "platinum")):
        found = f"find|gain|loot|pocket|collect|get|receive|take {{count:times}} {coin}|{metal}"
        yield Form(f"{found} [piece|pieces|coins] [worth|treasure|loot] [of]", {"item": coin})
        yield Form(f"{{_by:who!}} {found} [piece|pieces|coins] [of]", {"item": coin})


_DITCH = "ditch|dump|toss|chuck|jettison|sell|trade|bin|drop|discard|lose|throw"
_BUY = "buy|bought|purchase|purchases|acquire|get|pick|stock"
_HEADING = "supplies|gear|equipment|inventory|stores|kit|treasure|loot|haul|spoils|hoard"
_DRINKS = "drink|quaff|chug|down|swig|gulp|swallow"
_START = "have|get|carry|bring|own|pack|start|begin"
_AWAY = "[away|out|down|overboard|behind|aside|last|spare|remaining]"
_AT = "[in|at|from {_at:name}]"
_DAYS = "[day|days] [iron|trail|dried|standard|preserved|fresh|hard|up|more]"
"""How food is bought by the day: a ration is what one eats on one."""


def _heard_of_each() -> Iterator[Form]:
    """Yield how it is said that each of the party uses some."""
    uses = "use|eat|drink|spend|consume|lose|burn|have|chew"
    off = "mark|cross|tick|strike|scratch|check|knock|take off {count:times} {item:what!}"
    for way in (
        f"{off} each|apiece|everyone|everybody|all [of|for]",
        f"{off} for each|everyone|everybody|all",
        f"{uses} {{count:times}} {{item:what!}} each|apiece",
        f"everyone|everybody|each {uses} {{count:times}} {{item:what!}}",
        "{count:times} {item:what!} each|apiece [gone|used|eaten|spent|off]",
    ):
        yield Form(way, {"each": True})


GIVES = "bribe|appease|give|offer|feed|throw|toss|hand|tempt"


def _heard_of_gifts() -> Iterator[Form]:
    """Yield how something is given to whoever is met, at the cost of their reaction: which is asked."""
    given = "{count:times} {item:what!}"
    for by in ("", "{_by:who!} "):
        for to in (f"{given} [with]", f"{{_to:what!}} [with] {given}", f"{given} to {{_to:what!}}"):
            yield Form(f"{by}{GIVES} {to}", needs="_to", cost=2 - bool(by) - ("_to:" in to))


def _tell_stocked(event: Stocked, book: Rulebook) -> str:
    more = f"+{counted(book, event.count, event.item)}, now {event.now:,}"
    return f"stock: {more if event.now else counted(book, event.count, event.item)}"


MECHANISM = Mechanism(
    group="Supplies",
    commands=(
        declare(
            Stock,
            _stock,
            says="stock {count:times} {item:goods}",
            heard=(
                "stock|buy|purchase|acquire [up] [on] {count:times} {item:goods}",
                f"{_BUY} {{count:times}} {_DAYS} {{item:what!}} [worth] {_AT}",
                f"{{_by:who!}} {_BUY} {{count:times}} {_DAYS} {{item:what!}} [worth] {_AT}",
                Form(
                    f"{_BUY} {{count:times}} day|days food|provisions|supplies [worth]", {"item": "rations"}
                ),
                (
                    "stock|add|gain|loot|get|find|have|receive|collect [up] [on] {count:times} [more|extra] "
                    "[flask|flasks|bottle|bottles|bundle|bundles|pot|pots|jar|jars] {item:what!} "
                    "[to|in|into|for] [stock|stores|supplies|pack|packs|bag|bags|sack|sacks]"
                ),
                Form("add {count:times} {item:goods}", cost=2),
                Form("{count:number} {item:what!}", needs="_nothing_yet"),  # or they are lit: that is asked
                f"{_START} {{count:times}} {{item:what!}} [between|all]",
                f"{_START} we|they|party|everyone {{count:number}} {{item:goods}} [between|all]",
                f"{_START} [out|off] with! {{count:number}} {{item:goods}} [between|all]",
                f"{_HEADING} {{count:number}} {{item:goods}} [start|starting]",
                *_heard_of_coins(),
                "pick up {count:times} [more] [flask|flasks|bottle|bottles|bundle|bundles] {item:what!}",
                "{_by:who!} stock|buy|gain|loot|find|receive {count:times} [more] {item:what!}",
                Form("find|loot|get|buy another [flask|bottle|bundle] [of] {item:what!}", {"count": 1}),
            ),
            examples=("stock 6 torches", "stock 12 rations, 3 oil"),
            completes={"item": items, "_nothing_yet": _nothing_yet},
        ),
        declare(
            UseUp,
            _use_up,
            says=(
                "use {count:times} {item:goods}",
                Form("use {count:times} {item:goods} each", {"each": True}),
            ),
            heard=(
                *_heard_of_each(),
                f"{_DITCH} {{count:times}} {{item:what!}} {_AWAY}",
                f"{{_by:who!}} {_DITCH} {{count:times}} {{item:what!}} {_AWAY}",
                "use|spend|consume|lose|drop|discard|expend [up] {count:times} {item:what!}",
                "mark|cross|tick|strike|scratch|check off {count:times} {item:what!}",
                "{_by:who!} use|spend|consume|lose|drop|discard [up] {count:times} {item:what!}",
                Form("drop {item:what!}", {"count": 1}, cost=2),
                Form("{_by:who!} drop {item:what!}", {"count": 1}, cost=1),
                "eat|drink {count:times} {item:goods}",
                Form(
                    f"{{_by:who!}} {_DRINKS} potion|elixir|philtre [healing|cure|of|down|strength|his|her]",
                    {"item": "potion", "count": 1},
                    asks="what it gives back is said as well, such as heal WHO 7",
                ),
                *_heard_of_gifts(),
                (
                    "{count:times} {item:what!} "
                    "lost|spoiled|spoils|ruined|wet|soaked|rotten|wasted|stolen|spent|gone|used|eaten "
                    "[go|goes|got|up]"
                ),
            ),
            examples="use 1 oil",
            completes={"item": items, "_to": lambda state, _book: [one.what for one in state.meetings]},
        ),
    ),
    events=(
        happens(Stocked, _stocked, _tell_stocked),
        happens(
            Used, _used, lambda event, book: f"used: {counted(book, event.count, event.item)}", trails=True
        ),
        happens(ItemGained, _gained, _tell_gained),
        happens(ItemLost, _lost, _tell_lost),
    ),
    effects=(carries(GainItem, _gain), carries(LoseItem, _lose)),
    slices=("supplies",),
    essence=_essence,
    observables=(Quantity("{name} left", "how many of an item are left", _left),),
)
