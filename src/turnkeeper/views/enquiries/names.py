"""The names that can stand in a question, by the kind of slot: people, foes, things, lights, places, times.

A listed kind is found by its names alone. What fills an open kind is whatever words are left, which may name
nothing that is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps.routes import NoWay, place_of
from turnkeeper.hexes import Hex, Land
from turnkeeper.play.kernel.scene import chart_in_use
from turnkeeper.play.kernel.sentence import Sentence, bases
from turnkeeper.play.party.supplies import item_name
from turnkeeper.play.sky import calendar, seasons
from turnkeeper.views.enquiries.enquiry import Unknown
from turnkeeper.views.enquiries.past import deeds
from turnkeeper.views.parts.combatants import troops
from turnkeeper.views.parts.timers import timers

Listed = Callable[[Campaign], Iterable[tuple[str, object]]]
MOST_TIMERS = 60
EVERY_LIGHT = ""
_OTHER_HOURS = {
    "dusk": ("sunset", "sundown", "nightfall", "dark", "night", "evening"),
    "dawn": ("sunrise", "daybreak", "morning", "sunup"),
    "noon": ("midday",),
}
_OTHER_STORES = {"food": ("rations", "provisions", "meals"), "water": ("drink",)}


def _people(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for one in campaign.state.party.members:
        yield one.name, one.name
        yield one.name.split()[0], one.name


def _fighters(campaign: Campaign) -> Iterator[tuple[str, object]]:
    yield from _people(campaign)
    for troop in troops(campaign.state, campaign.book):
        for one in (*troop.lines, *troop.fresh, *troop.aside):
            yield one.name, one.name


def _actors(campaign: Campaign) -> Iterator[tuple[str, object]]:
    yield from _fighters(campaign)
    yield from _foes(campaign)


def _foes(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for side in campaign.state.sides:
        yield side.name, side.name
    for one in campaign.state.meetings:
        yield one.what, one.what


def _mounts(campaign: Campaign) -> Iterator[tuple[str, object]]:
    yield from ((one.name, one.name) for one in campaign.state.train.mounts)


def _items(campaign: Campaign) -> Iterator[tuple[str, object]]:
    stores = {item for _, item in _stores(campaign)}
    for one in campaign.state.supplies.items:
        if one.item not in stores:
            yield one.item, one.item


def _lights(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for word in ("light", "lights", "flame"):
        yield word, EVERY_LIGHT
    for name, kind in campaign.book.set.lights.items():
        yield name, name
        if kind.plural:
            yield kind.plural, name


def _stores(campaign: Campaign) -> Iterator[tuple[str, object]]:
    """Yield the daily food and drink, by every name that it has; food is asked for in any game."""
    for kind, one in campaign.book.set.provisions.items():
        yield one.item, one.item
        for word in (kind, *_OTHER_STORES.get(kind, ())):
            yield word, one.item
    if not any(one.item == "ration" for one in campaign.book.set.provisions.values()):
        for word in ("food", *_OTHER_STORES["food"]):
            yield word, "ration"


def _hours(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for name in seasons.times(campaign.state, campaign.book):
        for word in (name, *_OTHER_HOURS.get(name, ())):
            yield word, name


def _timers(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for one in timers(campaign.state, campaign.book, most=MOST_TIMERS):
        yield one.name.partition(" (")[0], one.name.partition(" (")[0]


def _trackers(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for one in campaign.book.set.trackers.values():
        yield one.name, one.name


def _attributes(campaign: Campaign) -> Iterator[tuple[str, object]]:
    for one in campaign.state.party.members:
        for name, _ in one.attributes:
            yield name, name


def _deeds(campaign: Campaign) -> Iterator[tuple[str, object]]:
    yield from ((word, word) for word in deeds(campaign.book))


LISTED: Mapping[str, Listed] = {
    "who": _people,
    "fighter": _fighters,
    "actor": _actors,
    "foe": _foes,
    "item": _items,
    "mount": _mounts,
    "light": _lights,
    "store": _stores,
    "hour": _hours,
    "timer": _timers,
    "tracker": _trackers,
    "attribute": _attributes,
    "deed": _deeds,
}


def mentions(kind: str, campaign: Campaign, sentence: Sentence) -> list[tuple[int, object]]:
    """Return where a sentence has a name of a listed kind, as bits, and what it names; the longest first."""
    found: dict[int, object] = {}
    for name, value in LISTED[kind](campaign):
        words = [bases(word) for word in name.casefold().split()]
        if not words or words[0].isdisjoint(sentence.keys):
            continue
        for first in range(len(sentence.tokens) - len(words) + 1):
            tokens = sentence.tokens[first : first + len(words)]
            if all(not one.keys.isdisjoint(word) for one, word in zip(tokens, words, strict=True)):
                found.setdefault(((1 << len(words)) - 1) << first, value)
    return sorted(found.items(), key=lambda one: (-one[0].bit_count(), one[0]))


# Open kinds


def _place(campaign: Campaign, text: str) -> object:
    """Return the hex that a text names: by its number, its label, or the one label with these words."""
    chart = chart_in_use(campaign.state, campaign.book)
    if chart is None:
        return Unknown(text)
    try:
        return place_of(chart.land, text)
    except NoWay:
        return _by_its_words(chart.land, text) or Unknown(text)


def _by_its_words(land: Land, text: str) -> Hex | None:
    """Return the hex with the only label or landmark that has all the words of a text."""
    words = frozenset(text.casefold().split())
    marked = ((mark.name, tile.place) for tile in land.tiles for mark in tile.landmarks)
    found = {
        place for name, place in (*land.labelled, *marked) if words <= frozenset(name.casefold().split())
    }
    return found.pop() if len(found) == 1 else None


def _thing(campaign: Campaign, text: str) -> object:
    """Return the supply that a text names; of things that are not there a single word is asked about."""
    name = item_name(campaign.book, text)
    there = {item for item, _ in _items(campaign)}
    return name if name in there else Unknown(text) if " " not in text else None


def _date(campaign: Campaign, text: str) -> object:
    return calendar.instant_of(campaign.state, campaign.book, text) or Unknown(text)


def _coming(_campaign: Campaign, text: str) -> object:
    return Unknown(text)


OPEN: Mapping[str, Callable[[Campaign, str], object]] = {
    "anywhere": _place,
    "place": _place,
    "thing": _thing,
    "date": _date,
    "coming": _coming,
}
MAY_BE_UNKNOWN = frozenset({"anywhere", "thing", "coming"})
"""The open kinds that are asked about even where nothing of that name is here."""
