"""Seasons and daylight: the current season, dawn and dusk, and whether the party can see.

The referee names the season; where the rule set gives the length of each, the days counted since then lead
on to the next. A rule set without seasons has the dawn and dusk of its named times of day. None of this is
recorded as an event: it is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Outlook
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import scene_of
from turnkeeper.play.sky import calendar
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import ORIGIN, Duration, Instant

DAWN = "dawn"
DUSK = "dusk"
MINUTE = 60_000


class Shift(Struct, frozen=True, array_like=True):
    """A value and the instant from which it holds."""

    at: Instant
    to: str


class SetSeason(Command, frozen=True, tag="season"):
    """Say which season it is; the days are counted from today."""

    season: str


class SeasonChanged(Event, frozen=True, tag="season-changed.1"):
    """The referee set the season."""

    season: str


def of(state: State, book: Rulebook, at: Instant | None = None) -> str:
    """Return the season at an instant, by default now; empty where the rule set has none.

    Days are counted from the day on which the season was set; a campaign begins in the first season.
    """
    lasts, last = book.season_days, state.season
    if not lasts:
        return ""
    told = _by_calendar(state, book, at)
    if told:
        return told
    if last is None or last.to not in lasts:
        last = Shift(ORIGIN, next(iter(lasts)))
    day, season = book.scale.day.ms, last.to
    days = (state.now if at is None else at).ms // day - last.at.ms // day
    if book.days_of_seasons and days > 0:
        days %= book.days_of_seasons
    while 0 < lasts[season] <= days:
        days -= lasts[season]
        season = book.season_after[season]
    return season


def _by_calendar(state: State, book: Rulebook, at: Instant | None) -> str:
    """Return the rule set's season that the calendar's is called like; empty where there is none.

    A season that the referee sets holds until the calendar's next one begins.
    """
    now, used, last = calendar.season(state, book, at), state.calendar, state.season
    named = now.season.name.casefold() if now is not None else ""
    if now is None or used is None or named not in book.set.seasons:
        return ""
    began = max((now.began - used.first) * book.scale.day.ms, used.since.ms)
    return named if last is None or last.at.ms < began else ""


def times(state: State, book: Rulebook, at: Instant | None = None) -> Mapping[str, Duration]:
    """Return the named times of an instant's day, as lengths since midnight."""
    marks = book.times_in_season[of(state, book, at)] if book.set.seasons else book.times_of_day
    now = calendar.season(state, book, at)
    if now is None or now.dawn is None or now.dusk is None:
        return marks
    return {**marks, DAWN: _in_day(state, book, now.dawn), DUSK: _in_day(state, book, now.dusk)}


def _in_day(state: State, book: Rulebook, seconds: int) -> Duration:
    """Return a time of the calendar's day as one of the rule set's, which may be of another length."""
    hours = calendar.seconds_of_day(state)
    return Duration(book.scale.day.ms * seconds // hours // MINUTE * MINUTE)


def is_night(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether it is night at an instant, by default now: from dusk until dawn."""
    at = state.now if at is None else at
    marks = times(state, book, at)
    if DAWN not in marks or DUSK not in marks:
        return False
    since_midnight = at - book.scale.start_of("day", at)
    return not marks[DAWN] <= since_midnight < marks[DUSK]


def is_light(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether the party can see at an instant, by default now: a source burns, or it is not dark."""
    return bool(state.lights.lit) or not needs_light(state, book, at)


def needs_light(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether it is dark at an instant, by default now, but for what burns."""
    scene = scene_of(state, book)
    return scene is not None and (scene.dark or (scene.dark_at_night and is_night(state, book, at)))


def next_time(state: State, book: Rulebook, name: str, after: Instant) -> Instant | None:
    """Return when a named time of day next comes after an instant, in the season of its day."""
    midnight = book.scale.start_of("day", after)
    for day in (midnight, midnight + book.scale.day):
        since_midnight = times(state, book, day).get(name)
        if since_midnight is not None and day + since_midnight > after:
            return day + since_midnight
    return None


def by_season(decision: Decision, read: Callable[[Mapping[str, Duration]], Instant]) -> Instant:
    """Return the instant that ``read`` finds by the times of its own day, perhaps in another season."""
    found = read(times(decision.state, decision.book, decision.at))
    return read(times(decision.state, decision.book, found))


def _set(decision: Decision, command: SetSeason) -> None:
    seasons = decision.book.set.seasons
    if not seasons:
        rule_out("no-seasons", "this rule set has no seasons", "note it, or add [seasons.winter] to its file")
    key = next((one for one in seasons if one.casefold() == command.season.casefold()), None)
    if key is None:
        hint = closest(command.season, seasons, "one of " + ", ".join(seasons))
        refuse("unknown-season", f"there is no season {command.season!r}", hint)
    decision.record(SeasonChanged(key, rule=seasons[key].rule.id))


def _changed(state: State, event: SeasonChanged) -> State:
    return replace(state, season=Shift(event.at, event.season))


def hangs_on_the_hour(seen: Outlook) -> bool:
    """Return whether anything in the future depends on the time of day."""
    rules, scenes = seen.book.set, seen.book.set.scenes
    return (
        rules.meals is not None
        or bool(rules.provisions)
        or any(scenes[name].dark_at_night or scenes[name].outdoors for name in seen.scenes if name in scenes)
        or any(one.at for one in rules.procedures.values() if set(one.scenes) & seen.scenes)
    )


def _essence(seen: Outlook) -> Hashable:
    """Return the season, the days it has lasted, and the time of day where anything depends on it."""
    day, season = seen.book.scale.day, seen.state.season
    since = None if season is None else (season.to, seen.now.ms // day.ms - season.at.ms // day.ms)
    if since is None and any(one.lasts for one in seen.book.set.seasons.values()):
        since = ("", seen.now.ms // day.ms)
    return since, seen.now.ms % day.ms if hangs_on_the_hour(seen) else None


MECHANISM = Mechanism(
    group="Outdoors",
    commands=(
        declare(
            SetSeason,
            _set,
            says="season {season:what}",
            heard=(
                "season [becomes|changes|set|turns] [to] {season:what!}",
                "{season:what!}",
                "{season:what!} come|begin|start|arrive",
            ),
            examples="season winter",
            completes={"season": lambda _state, book: book.set.seasons},
        ),
    ),
    events=(happens(SeasonChanged, _changed, lambda event, _book: f"it is {event.season}"),),
    serves=lambda book: bool(book.set.seasons),
    slices=("season",),
    essence=_essence,
)
