"""Completion: what could be said next, word by word, from the declared forms and from the state.

A front end gives the text up to the cursor and gets whole pieces with the place where each begins.
"""

from __future__ import annotations

import re
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.dungeon.place import ENCOUNTERS
from turnkeeper.play.fight import rounds, wielding
from turnkeeper.play.fight.segments.count import out_of
from turnkeeper.play.kernel.slots import KINDS
from turnkeeper.play.kernel.speech import (
    Literal,
    Optional,
    Part,
    Slot,
    SpeechError,
    literals,
    quote,
    read_form,
)
from turnkeeper.play.party import scores
from turnkeeper.play.party.handouts import out
from turnkeeper.play.party.supplies import RATION, eaten, several
from turnkeeper.rules.model.orders import OrderByTests
from turnkeeper.rules.model.trackers import Pool
from turnkeeper.views import counts
from turnkeeper.views.maps.places import faces, places
from turnkeeper.views.useful import is_useful

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.declare import Declared
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

LONGEST = 200
MOST_WORDS = 12
MOST_WAYS = 2000
MOST_VALUES = 200
"""So many values are offered for a slot; a large map has thousands of names."""
_WORD = re.compile(r'"[^"]*"?|\S+')


class Completion(Struct, frozen=True):
    """A piece of text, the column (from 0) where it begins, and what it is."""

    text: str
    start: int
    meaning: str


class Expected(Struct, frozen=True):
    """A part of a form that the end of a text could belong to, and the column (from 0) where it begins."""

    command: Declared
    form: str
    part: Literal | Slot
    start: int


def complete(campaign: Campaign, text: str) -> list[Completion]:
    """Return what could stand at the end of a text, in the order declared, each once.

    A word that begins several commands means the one that it is by itself, if it is one.
    """
    found: dict[tuple[int, str], Completion] = {}
    for one in expected(campaign, text):
        for piece in _offered(campaign, text, one):
            before = found.setdefault((piece.start, piece.text), piece)
            if before.meaning != piece.meaning:
                found[piece.start, piece.text] = replace(before, meaning=_meaning(campaign, before))
    return list(found.values())


def _meaning(campaign: Campaign, piece: Completion) -> str:
    """Return what a word does that several commands begin with: what it does by itself, else the first."""
    try:
        kind = type(campaign.parse(piece.text))
    except SpeechError:
        return piece.meaning
    return next(
        _does(one, piece.text, campaign.book) for one in campaign.language.declared if one.command is kind
    )


def _does(command: Declared, word: str, book: Rulebook) -> str:
    """Return what a command does that begins so; of an activity, the time that it takes."""
    activity = None
    if command.command is Do:
        begun = (
            one for one in book.set.activities.values() if any(each.split()[0] == word for each in one.says)
        )
        activity = next(begun, None)
    if activity is None or activity.times:
        return command.help
    if activity.asks_length:
        return "Takes as long as you say."
    return f"Takes {book.scale.say(book.duration(activity.takes))}." if activity.takes else command.help


def expected(campaign: Campaign, text: str) -> Iterator[Expected]:
    """Yield what could come next: each part of each form to which the end of a text could belong."""
    words = list(_WORD.finditer(text))
    if len(text) > LONGEST or len(words) > MOST_WORDS:
        return
    begun = words.pop().start() if words and not text[-1:].isspace() else len(text)
    said = [word[0].casefold() for word in words]
    starts = [word.start() for word in words]
    for command, form in campaign.language.forms:
        if said and form.text.split(maxsplit=1)[0] != said[0]:
            continue
        if not said and not is_useful(command.command, campaign.book):
            continue
        for part, at in islice(_expected(read_form(form.text), said, 0), MOST_WAYS):
            yield Expected(command, form.text, part, starts[at] if at < len(starts) else begun)


def _expected(parts: tuple[Part, ...], said: list[str], at: int) -> Iterator[tuple[Literal | Slot, int]]:
    """Yield each part that the word under way could belong to, and the word with which that part begins."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    match first:
        case Literal(word=word):
            if at == len(said):
                yield first, at
            elif said[at] == word:
                yield from _expected(rest, said, at + 1)
        case Optional(parts=inner):
            yield from _expected(inner + rest, said, at)
            yield from _expected(rest, said, at)
        case Slot():
            # A slot ends before the next word of the form, as it does when a command is read.
            reserved = frozenset(literals(rest))
            own = list(takewhile(lambda word: word not in reserved, said[at:]))
            if at + len(own) == len(said):
                yield first, at
            for last in range(at, at + len(own)):
                yield from _expected(rest, said, last + 1)


def _offered(campaign: Campaign, text: str, one: Expected) -> Iterator[Completion]:
    begun = text[one.start :].casefold()
    if isinstance(one.part, Literal):
        if one.part.word.startswith(begun):
            does = "" if one.start else _does(one.command, one.part.word, campaign.book)
            yield Completion(one.part.word, one.start, does)
        return
    begun = begun.lstrip('"')
    tag = str(one.command.command.__struct_config__.tag)
    values = values_of(tag, one.part, campaign.state, campaign.book)
    fitting = (value for value in values if value.casefold().startswith(begun))
    for value in islice(fitting, MOST_VALUES):
        yield Completion(quote(value, frozenset()), one.start, KINDS[one.part.kind].shown)


def values_of(tag: str, slot: Slot, state: State, book: Rulebook) -> Iterable[str]:
    """Return what could stand in a slot of a command just now; nothing when it is anybody's guess."""
    values = _BY_FIELD.get((tag, slot.field)) or _BY_KIND.get(slot.kind)
    return () if values is None else values(state, book)


def _people(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.name for one in state.party.members]


def _kinds_of_light(_state: State, book: Rulebook) -> Iterable[str]:
    return book.set.lights


def _lit(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.kind for one in state.lights.burning()]


def _ever_lit(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.kind for one in (*state.lights.burning(), *state.lights.idle())]


def _timers(state: State, _book: Rulebook) -> Iterable[str]:
    return [timer.name for timer in state.timers.live.values()]


def _trackers(_state: State, book: Rulebook) -> Iterable[str]:
    return [one.name for one in book.set.trackers.values()]


def _pools(_state: State, book: Rulebook) -> Iterable[str]:
    return [one.name for one in book.set.trackers.values() if isinstance(one.counts, Pool)]


def _sides(state: State, _book: Rulebook) -> Iterable[str]:
    return [side.name for side in state.sides]


def _acting(state: State, _book: Rulebook) -> Iterable[str]:
    current = rounds.now(state)
    return () if current is None else current.who


def _fighters(state: State, _book: Rulebook) -> Iterable[str]:
    """Return who is in the count, those first who act next."""
    if state.count is None:
        return ()
    next_up = state.count.coming(MOST_VALUES)
    others = (one for one in state.count.fighters.values() if one.due is None)
    return [one.name for one in chain(next_up, others) if not out_of(state, one)]


def _surprisable(state: State, book: Rulebook) -> Iterable[str]:
    return ["party", *_sides(state, book), *_fighters(state, book)]


def _who_waits(state: State, _book: Rulebook) -> Iterable[str]:
    return () if state.count is None else [one.name for one in state.count.fighters.values() if one.waiting]


def _who_is_busy(state: State, _book: Rulebook) -> Iterable[str]:
    return () if state.count is None else [one.name for one in state.count.fighters.values() if one.doing]


def _actions(_state: State, book: Rulebook) -> Iterable[str]:
    order = counts.order_of(book)
    recoveries = order.recoveries if order is not None else {}
    return [word for name, one in recoveries.items() for word in (name, *one.says)]


def _hampering(_state: State, book: Rulebook) -> Iterable[str]:
    order = counts.order_of(book)
    return () if order is None else order.burdens


def _rests(_state: State, book: Rulebook) -> Iterable[str]:
    return ["rest", *(one.says[0] for one in book.set.activities.values() if one.rests)]


def _act_or_go(state: State, book: Rulebook) -> Iterable[str]:
    """Return whose next turn an effect may last until."""
    if state.count is not None:
        return _fighters(state, book)
    return [*_people(state, book), *_sides(state, book)]


def _weapons(_state: State, book: Rulebook) -> Iterable[str]:
    order = book.set.fight.order if book.set.fight is not None else None
    return (*order.weapons, wielding.NOTHING) if isinstance(order, OrderByTests) else ()


def _who_checks_morale(state: State, book: Rulebook) -> Iterable[str]:
    return [*_sides(state, book), *(one.name for one in state.party.members if one.hireling)]


def _items(state: State, book: Rulebook) -> Iterable[str]:
    fuels = [kind.fuel for kind in book.set.lights.values() if kind.fuel]
    lights = [kind.plural or f"{name}s" for name, kind in book.set.lights.items()]
    food = [several(book, item) for item in dict.fromkeys((RATION, *eaten(book)))]
    return [*(one.item for one in state.supplies.items), *lights, *fuels, *food]


def _loose_mounts(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.name for one in state.train.free]


def _hitched_mounts(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.name for one in state.train.living if one.pulls]


def _vehicles(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.name for one in state.train.vehicles]


def _carriers(state: State, book: Rulebook) -> Iterable[str]:
    return [*_loose_mounts(state, book), *_vehicles(state, book)]


def _train(state: State, book: Rulebook) -> Iterable[str]:
    return [*(one.name for one in state.train.mounts), *_vehicles(state, book)]


def _choices(state: State, _book: Rulebook) -> Iterable[str]:
    return state.question.choices if state.question else ()


def _maps(state: State, book: Rulebook) -> Iterable[str]:
    return dict.fromkeys([*(name for name, _ in state.map.known), *book.atlas.names()])


def _attributes(_state: State, book: Rulebook) -> Iterable[str]:
    return book.set.characters.attributes


def _country(_state: State, book: Rulebook) -> Iterable[str]:
    natural = book.set.camp.natural if book.set.camp is not None else None
    return () if natural is None else natural.found


def _weathers(_state: State, book: Rulebook) -> Iterable[str]:
    return [word for name, kind in book.set.weather.items() for word in (name, *kind.says)]


def _checked_here(state: State, book: Rulebook) -> Iterable[str]:
    return [one.name for one in book.cadences.get(state.place.scene, ())]


def _met(state: State, _book: Rulebook) -> Iterable[str]:
    return [one.what for one in state.meetings]


def _until(_state: State, book: Rulebook) -> Iterable[str]:
    return [*book.times_of_day, *(f"next {unit.name}" for unit in book.set.time.units)]


_BY_KIND: dict[str, Callable[[State, Rulebook], Iterable[str]]] = {
    "who": _people,
    "light": _ever_lit,
    "scene": lambda _state, book: book.set.scenes,
    "table": lambda _state, book: book.set.tables,
    "pace": lambda _state, book: [
        word for name, pace in book.set.paces.items() for word in pace.adverbs(name)
    ],
    "map": _maps,
    "face": faces,
    "until": _until,
}
_BY_FIELD: dict[tuple[str, str], Callable[[State, Rulebook], Iterable[str]]] = {
    ("light", "kind"): _kinds_of_light,
    ("douse", "kind"): _lit,
    ("rule-light", "kind"): _lit,
    ("end-timer", "name"): _timers,
    ("take-back-handout", "title"): lambda state, _book: [one.title for one in out(state.handouts)],
    ("rule-timer", "name"): _timers,
    ("choose", "choice"): _choices,
    ("tracker", "tracker"): _trackers,
    ("throw-pool", "tracker"): _pools,
    ("rule-tracker", "tracker"): _trackers,
    ("fell", "side"): _sides,
    ("morale", "side"): _who_checks_morale,
    ("fight", "ambush"): lambda state, book: ["party", *_sides(state, book)],
    ("fight", "surprised"): lambda state, book: ["party", *_sides(state, book)],
    ("done", "who"): _acting,
    ("half", "side"): _sides,
    ("flee-fight", "side"): _sides,
    ("more", "side"): _sides,
    ("vanish", "side"): _sides,
    ("wield", "weapon"): _weapons,
    **{(tag, "who"): _fighters for tag in ("act", "cast", "focus", "recover", "delay", "opportunity")},
    ("act", "what"): _actions,
    ("step-in", "who"): _who_waits,
    ("step-in", "what"): _actions,
    ("disrupt", "who"): _who_is_busy,
    ("surprise", "who"): _surprisable,
    ("rule-turn", "who"): _fighters,
    ("hamper", "who"): _fighters,
    ("hamper", "burden"): _hampering,
    ("effect-until", "who"): _act_or_go,
    ("effect-until-rest", "rest"): _rests,
    ("join-count", "who"): lambda state, _book: counts.not_yet_in(state),
    ("lead", "who"): lambda state, book: [*_people(state, book), *_fighters(state, book)],
    ("stock", "item"): _items,
    ("use", "item"): _items,
    ("rule-supply", "item"): _items,
    ("check", "attribute"): _attributes,
    ("save", "attribute"): _attributes,
    ("exert", "attribute"): _attributes,
    ("camp", "terrain"): _country,
    ("ritual", "kind"): lambda _state, book: book.set.rituals,
    ("rule-score", "score"): lambda _state, book: scores.known(book),
    ("hitch", "mount"): _loose_mounts,
    ("hitch", "vehicle"): _vehicles,
    ("unhitch", "mount"): _hitched_mounts,
    ("load", "onto"): _carriers,
    ("unload", "off"): _carriers,
    ("leave-behind", "name"): _train,
    ("put-down", "mount"): lambda state, _book: [one.name for one in state.train.living],
    ("vehicle", "kind"): lambda _state, book: book.set.mounts.vehicles if book.set.mounts else (),
    ("travel-to", "place"): places,
    ("stand-at", "place"): places,
    ("note-hex", "place"): places,
    ("weather", "weather"): _weathers,
    ("season", "season"): lambda _state, book: book.set.seasons,
    ("checks", "use"): _checked_here,
    ("chance", "use"): _checked_here,
    ("checks-as-usual", "use"): _checked_here,
    ("surprised", "what"): _met,
    ("part", "what"): _met,
    ("use-table", "use"): lambda _state, book: [ENCOUNTERS, *book.set.procedures],
}
