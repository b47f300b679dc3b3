"""Weather: the current kind, since when, and whether it affects the party.

The referee sets it, or a table does. Its effects on travel, lights and sight belong to the mechanisms of
those; here it is only kept and reported.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from turnkeeper.calendars.weather_past import WeatherPast
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.essence import Condition, Outlook, timeless
from turnkeeper.play.kernel.event import Audience, Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.play.sky import calendar
from turnkeeper.play.sky.seasons import Shift
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import ChangeWeather
from turnkeeper.rules.model.weather import WeatherKind
from turnkeeper.time import Instant

MOST_REMEMBERED = 512
"""The most turns of the weather, and the most days, that are remembered."""


class SetWeather(Command, frozen=True, tag="weather"):
    """Say what the weather is from now on; it bears on those who are outdoors."""

    weather: str


class WeatherChanged(Event, frozen=True, tag="weather-changed.1"):
    """The weather turned to a kind of the rule set, given by its name there."""

    weather: str


def kind_of(state: State, book: Rulebook) -> str:
    """Return the name of the weather in the rule set, wherever the party is; empty if it has no weather."""
    last = state.weather
    return last.to if last is not None and last.to in book.set.weather else book.first_weather


def turned(state: State, at: Instant, kind: str) -> State:
    """Return the state with a kind of weather from an instant on, if it had another."""
    if state.weather is not None and state.weather.to == kind:
        return state
    now = Shift(at, kind)
    past = (*state.skies.past[1 - MOST_REMEMBERED :], now)
    return replace(state, weather=now, skies=replace(state.skies, past=past))


def past(state: State, book: Rulebook) -> WeatherPast | None:
    """Return the weather of the days until today, by the calendar's numbers; ``None`` where there is none."""
    if not book.set.weather:
        return None
    today, day = calendar.day_of(state, book), book.scale.day.ms
    kept = state.skies.past
    # What was before the first that is remembered is known as long as nothing was forgotten.
    whole = len(kept) < MOST_REMEMBERED
    campaign_day = state.now.ms // day
    began = 0 if whole else -(-kept[0].at.ms // day)
    first = max(min(began, campaign_day), campaign_day - MOST_REMEMBERED)
    return _by_days(kept, book.first_weather, (first, campaign_day), day, today - campaign_day)


@lru_cache(maxsize=8)
def _by_days(
    kept: tuple[Shift, ...], before: str, days: tuple[int, int], length: int, moved: int
) -> WeatherPast:
    """Return the weather of some days of the campaign, whose calendar numbers are ``moved`` from its own."""
    first, last = days
    came: list[set[str]] = [set() for _ in range(first, last + 1)]
    starts = [(-1, before.casefold()), *((one.at.ms, one.to.casefold()) for one in kept)]
    for (at, kind), (until, _) in pairwise((*starts, ((last + 1) * length, ""))):
        # It is there on the day that it comes, however briefly, and on each that begins with it.
        for index in range(max(at // length, first), max(at, until - 1) // length + 1):
            came[index - first].add(kind)
    return WeatherPast(first + moved, tuple(map(frozenset, came)))


def of(state: State, book: Rulebook) -> WeatherKind | None:
    """Return the weather that affects the party, or ``None`` where it is not outdoors."""
    return book.set.weather.get(kind_of(state, book)) if outdoors(state, book) else None


def change_to(decision: Decision, kind: str, rule: str = "", seen_by: Audience = "table") -> None:
    """Change the weather if it differs, and pause so that outdoor tasks are worked out again."""
    if kind == kind_of(decision.state, decision.book):
        return
    decision.record(WeatherChanged(kind, rule=rule, seen_by=seen_by))
    decision.pause()


def _set(decision: Decision, command: SetWeather) -> None:
    kinds = decision.book.set.weather
    if not kinds:
        rule_out("no-weather", "this rule set has no weather", "note it, or add [weather.storm] to its file")
    said = command.weather.casefold()
    meant = words(decision.book)
    if said not in meant:
        hint = closest(said, meant, "one of " + ", ".join(kinds))
        refuse("unknown-weather", f"there is no weather {command.weather!r}", hint)
    if meant[said] == kind_of(decision.state, decision.book):
        asked = decision.state.question
        if asked is not None and meant[said] in asked.choices:
            refuse("same", f"the weather is {meant[said]} already", f"choose {meant[said]}")
        others = next((name for name in kinds if name != meant[said]), "")
        refuse("same", f"the weather is {meant[said]} already", f"weather {others}" if others else "")
    change_to(decision, meant[said], kinds[meant[said]].rule.id)


def _changed(state: State, event: WeatherChanged) -> State:
    skies = replace(state.skies, coming=())  # what was foretold followed from another weather
    return turned(replace(state, skies=skies), event.at, event.weather)


def words(book: Rulebook) -> dict[str, str]:
    """Return the words for kinds of weather, in small letters, with the kinds that they mean."""
    return {word.casefold(): name for name, kind in book.set.weather.items() for word in (name, *kind.says)}


def _kinds(_state: State, book: Rulebook) -> Iterable[str]:
    kinds = book.set.weather
    return [*kinds, *(word for kind in kinds.values() for word in kind.says)]


def _change(decision: Decision, effect: ChangeWeather, occasion: Occasion) -> None:
    change_to(decision, effect.weather, occasion.rule, occasion.seen_by)


_SKY = "rain|pour|bucket|snow|sleet|hail|storm|thunder|drizzle|blizzard|thunderstorm|rainstorm"
_ENDS = (
    "{_was:what!} clear|end|stop|pass|lift|subside|abate|over [up|away|down]",
    "{_was:what!} die|blow|let down|up|over|away|out",
    "weather|sky|skies clear|brighten [up]",
)


def _heard(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say which weather comes; what ends gives way to the usual weather."""
    comes = "start|begin|come|fall|set|blow|break|gather|turn|roll|drift|get|grow"
    for way in (
        "weather turns|becomes|changes [to] {weather:what!}",
        "make|set weather [to] {weather:what!}",
        "weather {weather:what!}",
        "{weather:what!}",
        "{weather:what!} hard|heavily|again|sky|skies",
        f"{{weather:what!}} {comes} [up|in|down|hard|heavily|again|heavy|thick|dense|steady]",
    ):
        yield Form(way)
    if not book.set.weather:  # it is refused, in words
        yield Form(
            f"{_SKY} [{comes}] [up|in|down|hard|heavily|again|heavy|thick|dense] "
            "[all|day|morning|afternoon|night|evening]",
            {"weather": "rain"},
        )
        return
    for way in _ENDS:
        yield Form(way, {"weather": book.first_weather}, cost=1)


def _essence(seen: Outlook) -> Hashable:
    """Return the weather without its time."""
    return timeless(seen.state.weather)


def _is(state: State, book: Rulebook, name: str) -> bool:
    return kind_of(state, book).casefold() == name.casefold()


MECHANISM = Mechanism(
    group="Outdoors",
    commands=(
        declare(
            SetWeather,
            _set,
            says="weather {weather:what}",
            heard=_heard,
            examples="weather storm",
            completes={"weather": _kinds, "_was": _kinds},
        ),
    ),
    events=(happens(WeatherChanged, _changed, lambda event, _book: f"the weather turns: {event.weather}"),),
    serves=lambda book: bool(book.set.weather),
    effects=(carries(ChangeWeather, _change),),
    slices=("weather",),
    essence=_essence,
    observables=(Condition("weather {name}", "the weather is of a kind", _is),),
)
