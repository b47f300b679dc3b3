"""Climates: weather that follows from the weather before it, by one throw each time.

What comes is thrown when it comes, or was foretold: thrown before and kept by the referee until then. The
law of a climate is exact, so that a forecast says the odds of each kind after any number of steps.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import gcd
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.drivers import every_answer
from turnkeeper.chance.throws import Band, Throw
from turnkeeper.hexes.axial import Face, Hex
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.sky import calendar, seasons, weather
from turnkeeper.play.sky.seasons import Shift
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.climate import Climate, ClimateByFlower, ClimateByStay
from turnkeeper.rules.model.procedures import NextWeather, band

MOST_STEPS = 30
"""The most steps that are foretold at once."""
MIDDLE = 0
THROWN = "weather"


Stand = tuple[str, int]
"""A kind of weather and the cell of a flower."""


class SkyBehind(Struct, frozen=True, array_like=True):
    """The weather of country that the party has left: how it stood, what of it was foretold, and since then.

    ``climate`` is empty for country of the usual one. ``missed`` are the steps that the weather went on
    elsewhere and that nobody saw here, none beyond `MOST_STEPS`.
    """

    climate: str
    stand: Stand
    coming: tuple[Stand, ...] = ()
    missed: int = 0

    def passed(self) -> SkyBehind:
        """Return it one step later: as was foretold, or unseen."""
        if self.coming:
            return replace(self, stand=self.coming[0], coming=self.coming[1:])
        return replace(self, missed=min(self.missed + 1, MOST_STEPS))


class Skies(Struct, frozen=True, array_like=True):
    """Where the weather stands on a flower, and the steps that were foretold: each a kind and its cell.

    ``climate`` is that of the country that it was last thrown for, empty for the usual one; ``behind`` is the
    weather of other country where the party was, and ``past`` how it turned where the party has been.
    """

    cell: int = MIDDLE
    coming: tuple[Stand, ...] = ()
    climate: str = ""
    behind: tuple[SkyBehind, ...] = ()
    past: tuple[Shift, ...] = ()


class ForetellWeather(Command, frozen=True, tag="foretell-weather"):
    """Throw the weather of the next steps beforehand; only the referee sees it until it comes."""

    steps: int


class WeatherStepped(Event, frozen=True, tag="weather-stepped.1"):
    """The weather went on by a step of a climate, to a kind, on a flower in a cell; thrown, or foretold."""

    climate: str
    weather: str
    cell: int = MIDDLE
    rolled: Rolled | None = None


class WeatherForetold(Event, frozen=True, tag="weather-foretold.1"):
    """The next steps of the weather were settled: each a kind and its cell, with the throws."""

    climate: str
    steps: tuple[tuple[str, int], ...]
    rolled: tuple[Rolled, ...] = ()


def step_of(climate: Climate, season: str, stand: Stand) -> tuple[Throw, list[Stand]]:
    """Return the throw for a step of a climate, and where each of its bands leads."""
    if isinstance(climate, ClimateByFlower):
        bands = tuple(band(one.on, one.to) for one in climate.steps)
        led = [_stepped(climate, stand[1], one.to) for one in climate.steps]
        return Throw(THROWN, climate.dice, bands, climate.rule.id), led
    found, low = list[Band](), 1
    for kind, weight in _weights(climate, season, stand[0]):
        found.append(Band(kind, low, low + weight - 1))
        low += weight
    throw = Throw(THROWN, f"1d{low - 1}", tuple(found), climate.rule.id)
    return throw, [(one.name, MIDDLE) for one in found]


def _weights(climate: ClimateByStay, season: str, now: str) -> list[tuple[str, int]]:
    """Return the kinds that can come next, with whole weights that have no common part."""
    shares, stay = climate.seasons.get(season, climate.shares), Fraction(climate.stay)
    total = sum(shares.values())
    moved = stay.denominator - stay.numerator
    weights = {kind: moved * share for kind, share in shares.items()}
    if stay:
        weights[now] = weights.get(now, 0) + stay.numerator * total
    part = gcd(*weights.values())
    return [(kind, weight // part) for kind, weight in weights.items()]


def _stepped(climate: ClimateByFlower, cell: int, to: str) -> Stand:
    places = flower(len(climate.cells))
    here = places[cell]
    if to != "stay":
        face = Face[to.upper()]
        there = here.to(face)
        if there in places:
            here = there
        elif climate.rim == "across":
            while (behind := here.to(face, -1)) in places:
                here = behind
    at = places.index(here)
    return climate.cells[at], at


def flower(cells: int) -> list[Hex]:
    """Return where the cells of a flower lie: the middle, then ring by ring, each clockwise from the north.

    >>> flower(7)[:3]
    [Hex(q=0, r=0), Hex(q=0, r=-1), Hex(q=1, r=-1)]
    """
    found, ring = [Hex(0, 0)], 0
    while len(found) < cells:
        ring += 1
        here = Hex(0, 0).to(Face.N, ring)
        for face in (Face.SE, Face.S, Face.SW, Face.NW, Face.N, Face.NE):
            for _ in range(ring):
                found.append(here)
                here = here.to(face)
    return found


def stands(state: State, book: Rulebook, climate: Climate) -> Stand:
    """Return the weather now, and its cell: where the referee said another kind, the nearest cell of it."""
    return stand_in(climate, (weather.kind_of(state, book), state.skies.cell))


def stand_in(climate: Climate, stand: Stand) -> Stand:
    """Return a kind and its cell as a climate has them, which may have changed: the nearest of the kind."""
    kind, cell = stand
    if not isinstance(climate, ClimateByFlower):
        return kind, MIDDLE
    cell = cell if cell < len(climate.cells) else MIDDLE
    if climate.cells[cell] != kind and kind in climate.cells:
        places = flower(len(climate.cells))
        cells = (at for at, one in enumerate(climate.cells) if one == kind)
        cell = min(cells, key=lambda at: (places[at].distance(places[cell]), at))
    return kind, cell


def law_after(climate: Climate, season: str, stand: Stand, steps: int) -> dict[str, Fraction]:
    """Return the exact chance of each kind of weather after a number of steps of a climate, in one season."""
    found: dict[str, Fraction] = {}
    for (kind, _), chance in stands_after(climate, season, stand, steps).items():
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


def stands_after(climate: Climate, season: str, stand: Stand, steps: int) -> dict[Stand, Fraction]:
    """Return the exact chance of each kind and cell after a number of steps of a climate, in one season."""
    now = {stand: Fraction(1)}
    for _ in range(steps):
        after: dict[Stand, Fraction] = {}
        for one, chance in now.items():
            throw, led = step_of(climate, season, one)
            fallen = every_answer(throw)
            ways = sum(weighed.weight for weighed in fallen)
            for weighed in fallen:
                to = led[weighed.answer.band]
                after[to] = after.get(to, Fraction(0)) + chance * Fraction(weighed.weight, ways)
        now = after
    return now


def of_party(state: State, book: Rulebook) -> str:
    """Return the climate that the weather of the party follows; empty where there is none."""
    now = state.skies.climate
    return now if now in book.set.climates else of_place(book, state.place.scene)


def of_place(book: Rulebook, scene: str) -> str:
    """Return the climate that steps by itself in a scene, else the first; empty where there is none."""
    for one in book.cadences.get(scene, ()):
        for effect in one.procedure.do:
            if isinstance(effect, NextWeather):
                return effect.climate
    return next(iter(book.set.climates), "")


def _step(decision: Decision, effect: NextWeather, occasion: Occasion) -> None:
    """Take the weather on by a step, as it was foretold or as the dice fall now."""
    skies, climates = decision.state.skies, decision.book.set.climates
    name = skies.climate if skies.climate in climates else effect.climate
    climate, rolled = climates[name], None
    if skies.coming:
        kind, cell = skies.coming[0]
    else:
        season = seasons.of(decision.state, decision.book)
        (kind, cell), rolled = _thrown(
            decision, climate, season, stands(decision.state, decision.book, climate)
        )
    before = weather.kind_of(decision.state, decision.book)
    decision.record(WeatherStepped(name, kind, cell, rolled, rule=climate.rule.id, seen_by=occasion.seen_by))
    if kind != before:
        decision.pause()


def _thrown(decision: Decision, climate: Climate, season: str, stand: Stand) -> tuple[Stand, Rolled]:
    throw, led = step_of(climate, season, stand)
    answer, rolled = decision.roll(throw)
    return led[answer.band], rolled


def none_follows(decision: Decision) -> NoReturn:
    """Refuse what hangs on weather that follows from the weather before, where these rules have none."""
    kinds = decision.book.set.weather
    hint = f"weather {next(iter(kinds))}" if kinds else "note what the sky is like"
    rule_out("no-climate", "under these rules no weather follows from the weather before", hint)


def _foretell(decision: Decision, command: ForetellWeather) -> None:
    name = of_party(decision.state, decision.book)
    if not name:
        none_follows(decision)
    if not 1 <= command.steps <= MOST_STEPS:
        refuse("number", f"1 to {MOST_STEPS} steps are foretold", "foretell weather 3")
    skies, climate = decision.state.skies, decision.book.set.climates[name]
    if len(skies.coming) >= command.steps:
        told = ", ".join(kind for kind, _ in skies.coming)
        refuse("foretold", f"{told} are foretold already", f"foretell weather {len(skies.coming) + 1}")
    season = seasons.of(decision.state, decision.book)
    stand = skies.coming[-1] if skies.coming else stands(decision.state, decision.book, climate)
    found, thrown = list[Stand](), list[Rolled]()
    for _ in range(command.steps - len(skies.coming)):
        stand, rolled = _thrown(decision, climate, season, stand)
        found.append(stand)
        thrown.append(rolled)
    decision.record(
        WeatherForetold(name, tuple(found), tuple(thrown), rule=climate.rule.id, seen_by="referee")
    )


def _stepped_on(state: State, event: WeatherStepped) -> State:
    skies = state.skies
    behind = tuple(one.passed() for one in skies.behind)
    skies = replace(skies, cell=event.cell, coming=skies.coming[1:], behind=behind)
    return weather.turned(replace(state, skies=skies), event.at, event.weather)


def _foretold(state: State, event: WeatherForetold) -> State:
    return replace(state, skies=replace(state.skies, coming=(*state.skies.coming, *event.steps)))


def _tell_stepped(event: WeatherStepped, _book: Rulebook) -> str:
    thrown = f" {event.rolled.shown}" if event.rolled is not None else ""  # nobody hears that it was settled
    return f"weather{thrown}: {event.weather}"


def _tell_foretold(event: WeatherForetold, _book: Rulebook) -> str:
    return "the weather to come: " + ", ".join(kind for kind, _ in event.steps)


def _essence(seen: Outlook) -> Hashable:
    """Return where the weather stands and what of it is settled, and what it was where checks hang on it."""
    skies = seen.state.skies
    acts = any(one.check for one in calendar.hang_on_weather(seen.state).events)
    past = (seen.relative(skies.past), seen.now.ms % seen.book.scale.day.ms) if acts else None
    return past, timeless(replace(skies, past=())) if seen.book.set.climates else None


MECHANISM = Mechanism(
    group="Outdoors",
    commands=(
        declare(
            ForetellWeather,
            _foretell,
            says="foretell weather {steps:times}",
            heard=(
                "foretell|predict|roll|throw [next|coming] weather [for] [next] {steps:times} [days|steps]",
                "weather for [next] {steps:times} days|steps",
            ),
            examples="foretell weather 3",
        ),
    ),
    events=(
        happens(WeatherStepped, _stepped_on, _tell_stepped),
        happens(WeatherForetold, _foretold, _tell_foretold),
    ),
    serves=lambda book: bool(book.set.climates),
    effects=(carries(NextWeather, _step),),
    slices=("skies",),
    essence=_essence,
)
