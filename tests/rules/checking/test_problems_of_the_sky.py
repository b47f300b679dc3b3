"""Windows, dawns, weather and seasons: what cannot be is told at its place with its hint."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import FACTOR, SMALL, marked_place, problems_of
from turnkeeper.rules import Problem, builtin_text, load_rules

_RULE = 'rule = { id = "S-1", origin = "printed" }'
SKY = f"""
[scenes.moor]
{_RULE}
step = "1 h"
outdoors = true
dark_at_night = true

[weather.clear]
{_RULE}
start = true

[weather.storm]
{_RULE}
says = ["gale"]
toil = {{ slowed = 2, every = "1 h" }}
sight = 1
damp = true

[seasons.winter]
{_RULE}
dawn = "08:00"
dusk = "16:00"
lasts = "91 days"

[procedures.watched]
{_RULE}
name = "watched"
table = "sky"
scenes = ["moor"]
every = "2 h"
counted = "clock"
window = {{ dice = "1d12", each = "1 turn" }}

[procedures.dawning]
{_RULE}
name = "dawning"
table = "sky"
scenes = ["moor"]
at = "dusk"
seasons = ["winter"]

[tables.sky]
dice = "1d2"
{_RULE}
entries = [
  {{ on = "1", name = "storm", do = [{{ effect = "weather", weather = "storm" }}] }},
  {{ on = "2", name = "nothing" }},
]
"""

CASES = {
    "windows that do not fit": (
        'window = { dice = "1d12"',
        'window = { dice = @@"1d13"',
        "procedures.watched.window.dice",
        "1d13 windows of 1 turn do not fit into 2 h",
        "fewer windows, or shorter ones",
    ),
    "a window before the first": (
        'dice = "1d12"',
        'dice = @@"1d12-1"',
        "procedures.watched.window.dice",
        "1d12-1 can come to less than 1",
        "windows are counted from 1",
    ),
    "windows counted from the scene": (
        'counted = "clock"\nwindow = ',
        "window = @@",
        "procedures.watched.window",
        "windows stand on the clock",
        'say counted = "clock"',
    ),
    "every so often and once a day": (
        'at = "dusk"',
        'every = "1 h"\nat = @@"dusk"',
        "procedures.dawning.at",
        "it falls due every so often already",
        "keep every or at",
    ),
    "a time of day that nobody knows": (
        'at = "dusk"',
        'at = @@"dask"',
        "procedures.dawning.at",
        "there is no time of day 'dask'",
        'did you mean "dusk"?',
    ),
    "counted, but how often": (
        'at = "dusk"',
        'at = "dusk"\ncounted = @@"clock"',
        "procedures.dawning.counted",
        "nothing is counted without every",
        'such as every = "1 h"',
    ),
    "a season that nobody knows": (
        'seasons = ["winter"]',
        'seasons = [@@"wintre"]',
        "procedures.dawning.seasons[0]",
        "there is no season 'wintre'",
        'did you mean "winter"?',
    ),
    "a day that ends before it breaks": (
        'dusk = "16:00"',
        'dusk = @@"07:00"',
        "seasons.winter.dusk",
        "night falls before day breaks",
        "a dusk later than the dawn",
    ),
    "a season of half a day": (
        'lasts = "91 days"',
        'lasts = @@"12 h"',
        "seasons.winter.lasts",
        "a season lasts whole days",
        'such as lasts = "91 days"',
    ),
    "two beginnings": (
        "damp = true",
        "start = @@true",
        "weather.storm.start",
        "a campaign begins with 'clear' already",
        "one weather has start = true",
    ),
    "weather that makes travel take no time": (
        "slowed = 2",
        "slowed = @@0",
        "weather.storm.toil.slowed",
        "0 is too low",
        FACTOR,
    ),
    "sight below nothing": (
        "sight = 1",
        "sight = @@-1",
        "weather.storm.sight",
        "-1 is too low",
        "at least 0",
    ),
    "a word for two kinds of weather": (
        'says = ["gale"]',
        'says = [@@"clear"]',
        "weather.storm.says[0]",
        "'clear' means 'clear' already",
        "each word means one weather",
    ),
    "weather that nobody knows": (
        'weather = "storm"',
        'weather = @@"strom"',
        "tables.sky.entries[0].do[0].weather",
        "there is no weather 'strom'",
        'did you mean "storm"?',
    ),
    "fatigue every nothing": (
        'every = "1 h" }',
        'every = "@@0 h" }',
        "weather.storm.toil.every",
        "'0 h' is no length: a length must be more than nothing",
        "",
    ),
}


def test_the_file_without_a_fault_has_none() -> None:
    assert load_rules(SMALL + SKY, "my.toml", builtin_text).seasons


@pytest.mark.parametrize("case", CASES)
def test_a_fault_of_the_sky_has_its_place_and_its_hint(case: str) -> None:
    old, new, path, message, hint = CASES[case]
    assert SKY.count(old) == 1, old
    text, line, column = marked_place(SMALL + SKY.replace(old, new))
    assert problems_of(text) == (Problem("my.toml", line, column, path, message, hint),)
