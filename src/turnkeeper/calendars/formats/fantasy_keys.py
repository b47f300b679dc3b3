"""Where Fantasy-Calendar and Calendarium state what: one shape under different names."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Way: TypeAlias = tuple[str, ...]
Counted: TypeAlias = Literal["year", "era year", "month", "day", "day of year", "day number"]
CYCLES: dict[str, Counted] = {
    "year": "year",
    "era_year": "era year",
    "timespan_index": "month",
    "month": "month",
    "day": "day",
    "year_day": "day of year",
    "epoch": "day number",
}


class Keys(Struct, frozen=True):
    """Where a program of this family states what, and from which number it counts."""

    first: Way
    first_from: int
    overflow: Way
    week: Way
    parts: Way
    leaps: Way
    after: str
    moons: Way
    moon_new: str
    eras: Way
    era_month: str
    starting: Way
    cutting: Way
    seasons: Way
    season_offset: Way
    season_lengths: tuple[str, ...]
    season_month: str
    now: Way
    year_zero: Way = ()
    clock: Way = ()
    cycles: Way = ()
    by_appearance: bool = False


_STATIC = ("static_data",)
FANTASY = Keys(
    first=(*_STATIC, "year_data", "first_day"),
    first_from=1,
    overflow=(*_STATIC, "year_data", "overflow"),
    week=(*_STATIC, "year_data", "global_week"),
    parts=(*_STATIC, "year_data", "timespans"),
    leaps=(*_STATIC, "year_data", "leap_days"),
    after="day",
    moons=(*_STATIC, "moons"),
    moon_new="shift",
    eras=(*_STATIC, "eras"),
    era_month="timespan",
    starting=("settings", "starting_era"),
    cutting=("settings", "ends_year"),
    seasons=(*_STATIC, "seasons", "data"),
    season_offset=(*_STATIC, "seasons", "global_settings", "season_offset"),
    season_lengths=("transition_length", "duration"),
    season_month="timespan",
    now=("dynamic_data",),
    year_zero=(*_STATIC, "settings", "year_zero_exists"),
    clock=(*_STATIC, "clock"),
    cycles=(*_STATIC, "cycles", "data"),
    by_appearance=True,
)
CALENDARIUM = Keys(
    first=("static", "firstWeekDay"),
    first_from=0,
    overflow=("static", "overflow"),
    week=("static", "weekdays"),
    parts=("static", "months"),
    leaps=("static", "leapDays"),
    after="after",
    moons=("static", "moons"),
    moon_new="offset",
    eras=("static", "eras"),
    era_month="month",
    starting=("isStartingEra",),
    cutting=("endsYear",),
    seasons=("seasonal", "seasons"),
    season_offset=("seasonal", "offset"),
    season_lengths=("duration", "peak"),
    season_month="month",
    now=("current",),
)
