"""From what a person filled in to the first turn, or to all that is wrong with it at once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from turnkeeper.app.library import open_campaign
from turnkeeper.app.maps import atlas
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.beginning import Begun, Wanted, begin
from turnkeeper.app.shelf.folder import Shelf, WrongField
from turnkeeper.views.referee.glance import Glance, glance

HOUSE = """
[ruleset]
id = "stubs"
name = "GLOG with stubs"
extends = "glog"

[lights.candle]
burns = { by = "ticks", ticks = 1 }
"""


def began(folder: Path, wanted: Wanted) -> tuple[Begun, Glance]:
    begun = begin(folder, wanted, Shelf(folder).names())
    assert isinstance(begun, Begun), begun
    with closing(open_campaign(begun.path)) as campaign:
        return begun, glance(campaign)


def slips(folder: Path, wanted: Wanted) -> list[WrongField]:
    found = begin(folder, wanted)
    assert isinstance(found, list), found
    assert not list(folder.iterdir()), "a file was made for a campaign that cannot begin"
    return found


def fields(found: list[WrongField]) -> list[tuple[str, int, int]]:
    return [(slip.field, slip.line, slip.column) for slip in found]


@pytest.mark.slow
def test_one_call_leads_to_the_first_turn(tmp_path: Path) -> None:
    wanted = Wanted(
        "The Barrow",
        options=("encounters-by-watch",),
        begin="day 3 08:00",
        seed="a few words",
        map="sample",
        party="Varda wisdom 12 hp 5/7\n\n Orlo ; Bram hireling morale 7\n",
    )
    begun, now = began(tmp_path, wanted)
    assert begun.path.name == "The-Barrow.turnkeeper"
    assert (now.campaign, now.clock.instant) == ("The Barrow", "day 3 08:00")
    assert [one.name for one in now.party] == ["Varda", "Orlo", "Bram"]
    with closing(open_campaign(begun.path)) as campaign:
        assert campaign.book.set.ruleset.options == ("encounters-by-watch",)
        assert campaign.state.map.digest
        assert campaign.store.facts.seed == "a few words"
        assert isinstance(Session(campaign).say("next"), CommandDone)


@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven", "quest-of-destiny"])
def test_a_name_alone_is_enough(tmp_path: Path, rules: str) -> None:
    begun, now = began(tmp_path, Wanted("Fen", rules))
    assert (begun.name, now.campaign, now.party) == ("Fen", "Fen", ())


def test_house_rules_are_read_from_their_text(tmp_path: Path) -> None:
    _, now = began(tmp_path, Wanted("Fen", "own", HOUSE))
    assert now.rules == "GLOG with stubs"


def test_a_map_of_ones_own_is_kept(tmp_path: Path) -> None:
    wanted = Wanted("Fen", map="own", map_name="coast", map_text=atlas.sample_text())
    begun, _ = began(tmp_path, wanted)
    with closing(open_campaign(begun.path)) as campaign:
        assert campaign.state.map.name == "coast"


def test_a_name_that_is_taken_is_numbered_and_said_to_be(tmp_path: Path) -> None:
    began(tmp_path, Wanted("Barrow"))
    begun, now = began(tmp_path, Wanted("barrow"))
    assert (now.campaign, begun.path.name) == ("barrow 2", "barrow-2.turnkeeper")
    assert "barrow 2" in begun.note


@pytest.mark.parametrize("name", ["קבר המלך", "🏰🐉", "CON", "../../up", "x" * 80, "'; drop", "a\u202eb"])
def test_any_name_finds_a_file_in_the_folder(tmp_path: Path, name: str) -> None:
    begun, now = began(tmp_path, Wanted(name))
    assert begun.path.parent == tmp_path
    assert now.campaign == begun.name == name.replace("\u202e", "")


def test_all_that_is_wrong_is_told_at_once_each_at_its_field(tmp_path: Path) -> None:
    wanted = Wanted(
        "",
        begin="day x",
        seed="s" * 5_000,
        map="own",
        map_text="0101 hills\nnonsense here\n" * 3,
        party="Varda wisdom twelve\nOrlo\n  strength 12",
    )
    found = slips(tmp_path, wanted)
    assert {slip.field for slip in found} >= {"name", "begin", "seed", "party"}
    people = [slip for slip in found if slip.field == "party"]
    assert [slip.line for slip in people] == [1, 3]
    assert all(slip.message for slip in found)


def test_a_rule_set_is_named_by_its_id_and_never_by_a_path(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(HOUSE)
    found = begin(tmp_path, Wanted("Fen", rules=str(house)))
    assert isinstance(found, list)
    assert fields(found) == [("rules", 0, 0)]


def test_an_option_that_the_rules_have_not_is_said_at_the_options(tmp_path: Path) -> None:
    found = slips(tmp_path, Wanted("Fen", options=("encounters-by-wach",)))
    assert fields(found) == [("options", 0, 0)]
    assert "encounters-by-watch" in found[0].hint


def test_house_rules_that_were_not_brought_are_missed(tmp_path: Path) -> None:
    assert fields(slips(tmp_path, Wanted("Fen", "own"))) == [("house", 0, 0)]


@pytest.mark.slow
def test_every_problem_of_house_rules_has_its_place(tmp_path: Path) -> None:
    wrong = HOUSE.replace("ticks = 1", 'ticks = "one"') + "\n[lights.torsh]\nbright = 3\n"
    found = slips(tmp_path, Wanted("Fen", "own", wrong))
    assert {slip.field for slip in found} == {"house"}
    assert len(found) > 1
    assert all(slip.line and slip.column for slip in found)


def test_two_of_one_name_are_told_at_the_second(tmp_path: Path) -> None:
    found = slips(tmp_path, Wanted("Fen", party="Varda\nVarda"))
    assert [(slip.field, slip.line) for slip in found] == [("party", 2)]


def test_a_map_that_is_missing_or_too_long_is_told_at_the_map(tmp_path: Path) -> None:
    assert fields(slips(tmp_path, Wanted("Fen", map="own"))) == [("map_text", 0, 0)]
    control = slips(tmp_path, Wanted("Fen", map="own", map_text="0101 hills\n0102 \x00sea\n"))
    assert [(slip.field, slip.line) for slip in control] == [("map_text", 2)]
