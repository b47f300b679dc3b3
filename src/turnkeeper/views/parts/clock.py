"""The clock and the sky: the time in the rule set's own units and by the day, the season, the weather."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from turnkeeper.play.clock import turn_order
from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.fight.count import order_in
from turnkeeper.play.fight.counting import round_and_segment, segment_now
from turnkeeper.play.kernel.scene import always_dark, outdoors
from turnkeeper.play.sky import calendar, calendar_events, climate, country_weather, seasons, weather
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.weather import WeatherKind
from turnkeeper.time import Instant
from turnkeeper.views.parts.wayfaring import hexes_said

Daylight = Literal["", "day", "night"]
TWICE = 2
FORECAST = 3
"""The steps of the weather that are foretold."""


class UnitNow(Struct, frozen=True):
    """One unit of time as it stands: ``turn``, its number 17, ``of`` 24 in the next larger; 0 for the day."""

    unit: str
    number: int
    of: int = 0


class ClockView(Struct, frozen=True):
    """What time it is: ``large`` in the rule set's units below the day, ``time`` by the clock.

    ``within`` counts the steps since the party went into the dark: ``turn 13 in the dungeon``. Where turns
    go round the ``table`` it says whose turn it is, and that holds who has yet to take one.
    ``in_units`` names every unit; ``parts`` are day and units one by one, down to the ``step`` of the scene.
    ``beat`` is where a fight stands (``round 3``, ``round 1, segment 6``). ``daylight`` is empty where the
    rule set knows no dawn; ``dawn`` and ``dusk`` are times of day. ``sky`` is what the weather does to those
    who are out of doors, and ``told`` what to say to them of weather and daylight, by subject. ``date`` is
    that of the calendar in use with its weekday, ``beside`` are today's by further calendars, ``moons`` the
    phase of each moon, ``events`` are those of the calendar today, hidden ones too.
    """

    large: str
    day: str
    time: str
    instant: str
    now_ms: int
    in_units: str
    step: str
    parts: tuple[UnitNow, ...]
    beat: str
    daylight: Daylight
    dawn: str
    dusk: str
    season: str
    weather: str
    sky: tuple[str, ...]
    told: dict[str, str]
    within: str = ""
    table: tuple[str, ...] = ()
    date: str = ""
    beside: tuple[str, ...] = ()
    moons: tuple[str, ...] = ()
    events: tuple[str, ...] = ()

    @property
    def units(self) -> str:
        """Every unit, and at least those down to the step of the scene, also where each has just begun."""
        told = self.large == self.time or self.large in self.in_units
        return self.in_units if told else f"{self.day}, {self.large}"


def clock(state: State, book: Rulebook) -> ClockView:
    """Return the time and the weather."""
    day, *parts = _parts(state, book)
    say, open_air = book.scale.say_time_of_day, outdoors(state, book)
    kind, season, marks = weather.of(state, book), seasons.of(state, book), seasons.times(state, book)
    called = "" if kind is None else weather.kind_of(state, book)
    times = (marks.get(name) for name in (seasons.DAWN, seasons.DUSK))
    dawn, dusk = ("" if one is None else say(Instant(one.ms)) for one in times)
    daylight: Daylight = ""
    if dawn and dusk:
        daylight = "night" if seasons.is_night(state, book) else "day"
    sky = tuple(_does(kind, book)) if kind is not None and open_air else ()
    light = (
        season,
        f"dawn {dawn}" if dawn else "",
        f"dusk {dusk}" if dusk else "",
        "now night" if daylight == "night" else "",
    )
    told = {
        "weather": f"{called}: {', '.join(sky)}" if sky else "",
        "daylight": ", ".join(filter(None, light)) if called or season else "",
        "forecast": forecast(state, book) if called else "",
        "weather elsewhere": "; ".join(country_weather.elsewhere(state)),
    }
    return ClockView(
        large=", ".join(f"{one.unit} {one.number}" for one in parts) or say(state.now),
        day=f"{day.unit} {day.number}",
        time=say(state.now),
        instant=book.scale.say_instant(state.now),
        now_ms=state.now.ms,
        in_units=book.scale.say_units(state.now),
        step=book.scale.say(step_of(state, book)),
        parts=(day, *parts),
        beat=_beat(state, book, parts),
        daylight=daylight,
        dawn=dawn,
        dusk=dusk,
        season=season,
        weather=called,
        sky=sky,
        told={subject: text for subject, text in told.items() if text and open_air},
        within=": ".join(filter(None, (_within(state, book), _turns(state, book)))),
        table=_at_the_table(state, book),
        date=calendar.date(state, book),
        beside=calendar.dates_beside(state, book),
        moons=tuple(calendar.moons(state, book)),
        events=calendar_events.today(state, book, secrets=True),
    )


def forecast(state: State, book: Rulebook) -> str:
    """Return the odds of each kind of weather after the climate's next steps, or the foretold weather."""
    name = climate.of_party(state, book)
    if not name:
        return ""
    rules, coming = book.set.climates[name], state.skies.coming
    if coming:
        return "foretold, and secret: " + ", ".join(kind for kind, _ in coming)
    season, stand = seasons.of(state, book), climate.stands(state, book, rules)
    return "; ".join(
        f"{'next' if step == 1 else f'after {step}'} {_odds(climate.law_after(rules, season, stand, step))}"
        for step in range(1, FORECAST + 1)
    )


def _odds(law: dict[str, Fraction]) -> str:
    likely = sorted(law.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{kind} {round(chance * 100)} %" for kind, chance in likely if chance)


def _at_the_table(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return who has yet to take a turn round the table, where turns are kept; the first has it now."""
    return tuple(turn_order.left(state)) if turn_order.is_kept(state, book) else ()


def _turns(state: State, book: Rulebook) -> str:
    """Return whose turn it is round the table, and who comes next, where turns are kept."""
    seats = _at_the_table(state, book)
    return f"now {', then '.join(seats[:2])}" if seats else ""


def _within(state: State, book: Rulebook) -> str:
    """Return the step of this descent, counted from when the party went in; empty under the open sky."""
    step = step_of(state, book)
    unit = next((one for one in book.scale.units if one.length == step), None)
    if unit is None or not always_dark(state, book):
        return ""
    return f"{unit.name} {(state.now - state.place.entered) // step + 1} in the {state.place.scene}"


def _does(kind: WeatherKind, book: Rulebook) -> Iterator[str]:
    """Yield the effects of a kind of weather on those who travel, see, and carry light."""
    if book.set.travel is not None and kind.slowed != 1:
        times = "twice" if kind.slowed == TWICE else f"{kind.slowed} times"
        yield f"travel takes {times} as long"
    if book.set.travel is not None and "all" in book.set.travel.toil and kind.tires_every:
        yield (
            f"a slot of {book.set.characters.word('fatigue')} for each "
            f"{book.scale.say_clock(book.duration(kind.tires_every))} of it"
        )
    if book.set.travel is not None and kind.sight is not None:
        yield f"nothing is seen beyond {hexes_said(kind.sight)}" if kind.sight else "no other hex is seen"
    lights = book.set.lights.values()
    if kind.damp and any(burns.suffers for one in lights for burns in (one.burns, *one.burns_in.values())):
        yield "open lights suffer"


def _parts(state: State, book: Rulebook) -> list[UnitNow]:
    """Return the units that run, from the day down to the step of the scene."""
    step, rest, within = step_of(state, book), state.now.ms, 0
    parts: list[UnitNow] = []
    for unit in book.scale.chain:
        if parts and unit.length < step:
            break
        number, rest = divmod(rest, unit.length.ms)
        parts.append(UnitNow(unit.name, number + 1, within // unit.length.ms))
        within = unit.length.ms
    return parts


def _beat(state: State, book: Rulebook, parts: list[UnitNow]) -> str:
    """Return where a fight or a count stands."""
    order = order_in(book)
    if state.count is not None and order is not None:
        number, segment = round_and_segment(segment_now(state.count), order)
        return f"round {number}, segment {segment}"
    if state.fight is not None:
        counted = any(one.unit == "round" for one in parts)  # where the clock itself counts rounds
        of = " of the fight" if counted else ""
        return f"round {state.fight.rounds}{of}" if state.fight.rounds else "no round yet"
    return ""
