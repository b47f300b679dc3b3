"""The weather of country: whoever comes into country of another climate finds the weather that is there.

What a hex has for its climate is said by the referee, by the map, or by a climate of the rule set for a class
of terrain. Country that nobody says anything of has the usual climate, the one that the rule set lets step by
itself. What the weather did while nobody was there is thrown when the party comes, once and by the law of all
the steps together; until the next step it stays so for whoever comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm

from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.hexes import Hex
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import chart_in_use, outdoors
from turnkeeper.play.sky import climate, seasons, weather
from turnkeeper.play.sky.climate import MIDDLE, THROWN, SkyBehind, Stand, stand_in, stands_after, step_of
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.climate import Climate, ClimateByStay
from turnkeeper.rules.model.terrain import Chart

MOST_FACES = 1_000
"""The law of several steps is thrown with a die of no more faces, to the nearest of its parts."""
USUAL = "usual"
"""What one says for the climate of a rule set that steps by itself."""


class CountryWeather(Event, frozen=True, tag="country-weather.1"):
    """The party came into country of another climate, and found a weather there, on a flower in a cell.

    It was thrown, or is as the party left it; ``left`` is the weather of the country behind, empty where the
    party brings its weather with it. An empty ``climate`` is the usual one.
    """

    climate: str
    weather: str
    cell: int = MIDDLE
    left: str = ""
    rolled: Rolled | None = None


def of_hex(state: State, book: Rulebook, chart: Chart, place: Hex) -> str:
    """Return the climate of a hex; empty for the usual one."""
    usual = climate.of_place(book, state.place.scene)
    known = (one for one in _named(state, book, chart, place) if not one or one in book.set.climates)
    found = next(known, "")
    return "" if found == usual else found


def called(state: State, book: Rulebook, place: Hex) -> str:
    """Return the name of a hex's climate, the usual one too; empty without a map or climates."""
    chart = chart_in_use(state, book)
    if chart is None or not book.set.climates:
        return ""
    return of_hex(state, book, chart, place) or climate.of_place(book, state.place.scene)


def _named(state: State, book: Rulebook, chart: Chart, place: Hex) -> Iterator[str]:
    """Yield the climates that are named for a hex, the one for less of the land first."""
    said = [one for one in reversed(state.map.climates) if one.land == state.map.name]
    yield from (one.climate for one in said if place in one.hexes)
    if place in chart.land.climate_by_hex:
        yield chart.land.climate_by_hex[place]
    country = chart.class_at(place)
    yield from (name for name, one in book.set.climates.items() if country in one.terrain)
    yield from (one.climate for one in said if not one.hexes)
    if chart.land.climate:
        yield chart.land.climate


def find(decision: Decision) -> None:
    """Record the weather of the country where the party is, if that has another climate than before."""
    state, book = decision.state, decision.book
    where = state.journey.where
    if where is None or not book.set.climates or not outdoors(state, book):
        return
    chart = chart_in_use(state, book)
    now = state.skies.climate if chart is None else of_hex(state, book, chart, where)
    if now == state.skies.climate:
        return
    rules = book.set.climates[now or climate.of_place(book, state.place.scene)]
    left = weather.kind_of(state, book)
    if len(state.journey.trail) == 1:
        kind, cell = climate.stands(state, book, rules)
        decision.record(CountryWeather(now, kind, cell, rule=rules.rule.id, seen_by="referee"))
        return
    (kind, cell), rolled = _found(decision, rules, now)
    decision.record(CountryWeather(now, kind, cell, left, rolled, rule=rules.rule.id))
    if kind != left:
        decision.pause()


def _found(decision: Decision, rules: Climate, name: str) -> tuple[Stand, Rolled | None]:
    """Return the weather of country that the party enters, and the throw for it if one was needed."""
    season = seasons.of(decision.state, decision.book)
    known = (one for one in decision.state.skies.behind if one.climate == name)
    # The rules may have changed since: what they have no more was never seen.
    kept = (one for one in known if one.stand[0] in decision.book.set.weather)
    behind = next((replace(one, stand=stand_in(rules, one.stand)) for one in kept), None)
    if behind is not None and not behind.missed:
        return behind.stand, None
    throw, led = _unseen(rules, season, behind)
    answer, rolled = decision.roll(throw)
    return led[answer.band], rolled


def _unseen(rules: Climate, season: str, behind: SkyBehind | None) -> tuple[Throw, list[Stand]]:
    """Return the throw for weather that nobody saw for some steps, or ever, and where each band leads."""
    if behind is not None and behind.missed > 1:
        return _thrown_once(rules, stands_after(rules, season, behind.stand, behind.missed))
    if behind is not None:
        return step_of(rules, season, behind.stand)
    if isinstance(rules, ClimateByStay):
        return step_of(replace(rules, stay="0"), season, ("", MIDDLE))
    return step_of(rules, season, (rules.cells[MIDDLE], MIDDLE))


def _thrown_once(rules: Climate, law: Mapping[Stand, Fraction]) -> tuple[Throw, list[Stand]]:
    """Return a throw of one die for a law: exact where that needs few faces, else to the nearest of them."""
    faces = min(lcm(*(one.denominator for one in law.values())), MOST_FACES)
    bands, led, sum_until, low = list[Band](), list[Stand](), Fraction(0), 1
    for stand, chance in law.items():
        sum_until += chance
        high = round(sum_until * faces)
        if high >= low:
            bands.append(Band(stand[0], low, high))
            led.append(stand)
            low = high + 1
    return Throw(THROWN, f"1d{faces}", tuple(bands), rules.rule.id), led


def _came(state: State, event: CountryWeather) -> State:
    skies = state.skies
    there = next((one for one in skies.behind if one.climate == event.climate), None)
    others = tuple(one for one in skies.behind if one.climate not in {event.climate, skies.climate})
    if not event.left:
        behind = tuple(one for one in skies.behind if one.climate != event.climate)
        skies = replace(skies, cell=event.cell, climate=event.climate, behind=behind)
        return replace(state, skies=skies)
    left = SkyBehind(skies.climate, (event.left, skies.cell), skies.coming)
    coming = there.coming if there is not None else ()
    skies = climate.Skies(event.cell, coming, event.climate, (*others, left), skies.past)
    return weather.turned(replace(state, skies=skies), event.at, event.weather)


def _tell(event: CountryWeather, _book: Rulebook) -> str:
    thrown = f" {event.rolled.shown}" if event.rolled is not None else ""
    return f"weather of {event.climate or USUAL} country{thrown}: {event.weather}"


def elsewhere(state: State) -> Iterator[str]:
    """Yield the weather of other country where the party was, as it was then."""
    for one in state.skies.behind:
        unseen = f", {one.missed} step{'' if one.missed == 1 else 's'} ago" if one.missed else ""
        yield f"{one.climate or USUAL} {one.stand[0]}{unseen}"


MECHANISM = Mechanism(
    events=(happens(CountryWeather, _came, _tell),),
    serves=lambda book: bool(book.set.climates),
    follows=lambda decision, _before: find(decision),
)
