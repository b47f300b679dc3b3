"""The rule set as the game asks it: bands, areas, lengths, tables, keywords, cadences, cites."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import book_of, house_rules
from turnkeeper.chance.throws import Band
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.conduct import square_feet
from turnkeeper.rules.model.lights import ByClock, ByTicks
from turnkeeper.rules.model.procedures import TableEntry, band_of
from turnkeeper.time import Duration

GLOG = book_of()
MINUTE = 60_000


@pytest.mark.parametrize(
    "on,low,high",
    [
        ("9", 9, 9),
        (" 9 ", 9, 9),
        ("2-4", 2, 4),
        ("2 - 4", 2, 4),
        ("2 to 4", 2, 4),
        ("2 or less", None, 2),
        ("12 or more", 12, None),
        ("-1", -1, -1),
        ("-3--1", -3, -1),
        ("-3 to 0", -3, 0),
        ("0 or less", None, 0),
    ],
)
def test_an_entry_stands_on_a_total_a_range_or_an_open_end(
    on: str, low: int | None, high: int | None
) -> None:
    assert band_of(TableEntry(on, "some")) == Band("some", low, high)


@pytest.mark.parametrize(
    "on", ["", "x", "2-", "-", "2..4", "2-4-6", "12+", "or less", "2 or fewer", "1.5", "2,3"]
)
def test_what_is_no_range_is_refused(on: str) -> None:
    with pytest.raises(ValueError, match="is not a total, a range such as 2-4"):
        band_of(TableEntry(on, "some"))


@given(wide=st.integers(1, 999_999), long=st.integers(1, 999_999))
def test_an_area_is_its_sides_multiplied(wide: int, long: int) -> None:
    assert square_feet(f"{wide} x {long} ft") == square_feet(f"{long}x{wide}") == wide * long


@pytest.mark.parametrize("text", ["20x20", "20 x 20 ft", " 20*20 feet ", "20 x 20'"])
def test_g_search_1_a_room_of_20_by_20_feet_is_400_square_feet(text: str) -> None:
    assert square_feet(text) == 400


@pytest.mark.parametrize(
    "text", ["", "20", "0 x 20 ft", "20 x 0", "-20 x 20", "20 x 20 m", "2.5 x 4", "20 by 20", "9999999 x 1"]
)
def test_what_is_no_area_is_refused_with_how_to_write_it(text: str) -> None:
    with pytest.raises(ValueError, match="write it as 20 x 20 ft"):
        square_feet(text)


@pytest.mark.parametrize(
    "text,minutes", [("1 turn", 10), ("60 rounds", 10), ("1 h", 60), ("2 watches", 480), ("1 day", 1440)]
)
def test_g_time_1_lengths_of_the_rule_set(text: str, minutes: int) -> None:
    assert GLOG.duration(text) == Duration(minutes * MINUTE)


# Tables


def test_a_table_s_throw_has_its_entries_as_bands_and_cites_its_rule() -> None:
    lookup = GLOG.lookup("encounter check")
    assert (lookup.throw.dice, lookup.throw.rule) == ("2d6", "G-ENC-2")
    assert [(band.low, band.high) for band in lookup.throw.bands] == [
        (2, 4), (5, 5), (6, 7), (8, 8), (9, 9), (10, 12),
    ]  # fmt: skip
    assert [band.name for band in lookup.throw.bands] == [entry.name for entry in lookup.entries]


@pytest.mark.parametrize("modifier,dice", [(0, "2d6"), (3, "2d6+3"), (-3, "2d6-3")])
def test_g_react_1_a_modifier_changes_the_throw_and_not_the_bands(modifier: int, dice: str) -> None:
    lookup = GLOG.lookup("reaction", modifier)
    assert lookup.throw.dice == dice
    assert [(band.low, band.high) for band in lookup.throw.bands] == [(None, 2), (3, 7), (8, 11), (12, None)]


@given(modifier=st.integers(-30, 30), total=st.integers(2, 12))
def test_a_modified_throw_always_lands_in_an_entry_also_where_the_table_s_ends_are_closed(
    modifier: int, total: int
) -> None:
    throw = GLOG.lookup("encounter check", modifier).throw
    landed = throw.bands[throw.band_of(total + modifier)].name
    # Beyond its ends the table goes on as its first and last entries.
    held = min(max(total + modifier, 2), 12)
    plain = GLOG.lookup("encounter check").throw
    assert landed == plain.bands[plain.band_of(held)].name


def test_a_table_is_made_ready_once() -> None:
    assert GLOG.lookup("reaction", 2) is GLOG.lookup("reaction", 2)
    assert GLOG.lookup("reaction", 0) is GLOG.lookup("reaction")


# Light, times of day, keywords, cadences, names


def test_g_light_4_a_light_burns_by_the_scene() -> None:
    torch = GLOG.set.lights["torch"]
    assert GLOG.burns(torch, "dungeon") == ByTicks(2)
    assert GLOG.burns(torch, "wilderness") == ByClock("1 h")
    assert GLOG.burns(torch, "no such scene") == ByTicks(2)


def test_times_of_day_are_lengths_since_midnight() -> None:
    hours = {name: time.ms // (60 * MINUTE) for name, time in GLOG.times_of_day.items()}
    assert hours == {"midnight": 0, "dawn": 6, "noon": 12, "dusk": 18}


TWO_MORE = """
[procedures.omen]
rule = { id = "G-ENC-1", origin = "house", why = "A test needs another check." }
name = "omen"
table = "reaction"
scenes = ["dungeon", "wilderness"]
every = "1 h"

[procedures.echo]
rule = { id = "G-ENC-1", origin = "house", why = "A test needs another listener." }
name = "echo"
table = "reaction"
scenes = ["wilderness"]
also_on = ["loud"]
"""


def test_g_enc_1_who_listens_to_a_keyword_and_what_falls_due_by_itself() -> None:
    assert [name for name, _ in GLOG.listeners["loud"]] == ["wandering"]
    assert [one.name for one in GLOG.cadences["dungeon"]] == ["wandering"]
    assert [one.name for one in GLOG.cadences["wilderness"]] == ["weather", "winter weather", "outdoors"]
    book = house_rules(TWO_MORE)
    assert [name for name, _ in book.listeners["loud"]] == ["wandering", "echo"]
    due = {
        scene: [(one.name, one.every.ms // MINUTE) for one in rows if one.every is not None]
        for scene, rows in book.cadences.items()
    }
    outdoors = [("outdoors", 120), ("omen", 60)]
    assert due == {"dungeon": [("wandering", 10), ("omen", 60)], "wilderness": outdoors}


# Cites


def test_cites_stand_at_their_places() -> None:
    cited = [(path, cite.id, cite.origin) for path, cite in GLOG.cites()]
    for wanted in (
        ("time", "G-TIME-1", "printed"),
        ("scenes.dungeon", "G-TIME-2", "printed"),
        ("scenes.dungeon.rooms_rule", "G-SEARCH-1", "printed"),
        ("paces.quick", "G-MOVE-2", "printed"),
        ("activities.search", "G-SEARCH-2", "printed"),
        ("activities.search", "G-SEARCH-2", "house"),
        ("activities.rest.relief.fatigue", "G-FAT-1", "printed"),
        ("lights.torch", "G-LIGHT-1", "printed"),
        ("procedures.wandering", "G-ENC-1", "printed"),
        ("tables.encounter check", "G-ENC-2", "house"),
        ("encounters.corridor", "G-ENC-4", "printed"),
        ("tables.reaction", "G-REACT-1", "printed"),
        ("morale", "G-MOR-3", "printed"),
        ("fight.order", "G-INIT-1", "companion"),
        ("traps", "G-MOVE-2", "printed"),
    ):
        assert wanted in cited


def cites_in(value: object) -> Iterator[Cite]:
    """The twin: every cite that the typed value holds, wherever it stands."""
    if isinstance(value, Cite):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from cites_in(getattr(value, field))
    elif isinstance(value, dict):
        for one in value.values():
            yield from cites_in(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from cites_in(one)


@pytest.mark.parametrize("rules", ["glog", "small", "usage-dice"])
def test_no_cite_is_missed_and_each_has_a_path(rules: str) -> None:
    book = book_of(rules)
    found = list(book.cites())
    assert [cite for _, cite in found] == list(cites_in(msgspec.structs.replace(book.set, options={})))
    assert all(path for path, _ in found)


def test_every_cited_rule_is_in_the_register() -> None:
    assert {cite.id for _, cite in GLOG.cites()} <= set(GLOG.set.register)


def test_two_books_over_one_set_answer_alike() -> None:
    other = Rulebook(GLOG.set)
    assert other.lookup("reaction", 1) == GLOG.lookup("reaction", 1)
    assert other.cadences == GLOG.cadences
