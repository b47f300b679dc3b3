"""The campaigns of a folder: seen at a glance, renamed, put away and brought back."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.campaigns import begun_at, do
from turnkeeper.app import sharing
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import open_campaign
from turnkeeper.app.sharing import Sharing
from turnkeeper.app.shelf import folder as shelf
from turnkeeper.app.shelf.beginning import Begun, Wanted, begin
from turnkeeper.app.shelf.folder import KEY_LENGTH, Shelf, WrongField
from turnkeeper.record import StoreBusy
from turnkeeper.views.referee.glance import glance


def made(folder: Path, name: str = "Barrow", rules: str = "glog") -> Begun:
    begun = begin(folder, Wanted(name, rules, seed="5eed"), Shelf(folder).names())
    assert isinstance(begun, Begun), begun
    return begun


def opened(path: Path) -> closing[Campaign]:
    return closing(open_campaign(path))


def test_a_campaign_is_seen_with_its_name_rules_and_clock(tmp_path: Path) -> None:
    path = made(tmp_path).path
    with opened(path) as campaign:
        do(campaign, "wait 3 turns")
        head = campaign.head
    (seen,) = Shelf(tmp_path).campaigns()
    # Three turns of ten minutes after midnight of the first day.
    assert (seen.name, seen.now, seen.commands, seen.archived) == ("Barrow", "day 1 00:30", 1, False)
    assert (seen.rules, seen.played_ms) == ("GLOG: watches, turns and rounds", head.made_ms)
    assert seen.size == path.stat().st_size
    assert not seen.fault


@pytest.mark.slow
def test_what_was_played_last_stands_first_and_the_archive_at_the_end(tmp_path: Path) -> None:
    there = Shelf(tmp_path)
    for name in ("Old", "Away", "New"):
        made(tmp_path, name)
    away = next(path for path in tmp_path.iterdir() if path.name == "Away.turnkeeper")
    there.put_away(away)
    with opened(tmp_path / "Old.turnkeeper") as campaign:
        do(campaign, "wait 1 turn")
    assert [(one.name, one.archived) for one in there.campaigns()] == [
        ("Old", False),
        ("New", False),
        ("Away", True),
    ]


def test_a_campaign_is_read_again_only_when_its_file_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    peek = shelf.peek

    def watched(path: Path) -> object:
        read.append(path.name)
        return peek(path)

    path = made(tmp_path).path
    made(tmp_path, "Fen")
    monkeypatch.setattr(shelf, "peek", watched)
    there = Shelf(tmp_path)
    first = there.campaigns()
    assert there.campaigns() == first
    assert read == ["Barrow.turnkeeper", "Fen.turnkeeper"]
    with opened(path) as campaign:
        do(campaign, "wait 1 turn")
        assert len(there.keys()) == 2
        assert len(read) == 2  # who it is needs no second look
        # Seen while it is open, and its last commit only in the log beside it.
        assert {one.name: one.now for one in there.campaigns()}["Barrow"] == "day 1 00:10"
    assert read[2:] == ["Barrow.turnkeeper"]


def test_a_file_that_is_no_campaign_is_shown_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "torn.turnkeeper").write_bytes(b"")
    (tmp_path / "other.turnkeeper").write_text("hello")
    seen = Shelf(tmp_path).campaigns()
    assert [(one.name, bool(one.fault)) for one in seen] == [("other", True), ("torn", True)]
    assert len({one.key for one in seen}) == 2
    assert seen[0].fault.startswith("other.turnkeeper is not a campaign")


def test_the_key_is_that_of_the_campaign_and_a_copy_by_hand_has_one_of_its_own(tmp_path: Path) -> None:
    begun = made(tmp_path)
    shutil.copy(begun.path, tmp_path / "copy.turnkeeper")
    there = Shelf(tmp_path)
    keys = {path.file: path.key for path in there.campaigns()}
    assert keys["Barrow.turnkeeper"] == begun.campaign[:KEY_LENGTH]
    found = there.find(keys["copy.turnkeeper"])
    assert found is not None
    assert found[0].name == "copy.turnkeeper"
    assert there.find("no such key") is None


def test_a_new_name_is_shown_and_the_file_follows_with_what_the_table_agreed_on(tmp_path: Path) -> None:
    begun = made(tmp_path)
    sharing.write(begun.path, Sharing(dice="typed"))
    moved = Shelf(tmp_path).rename(begun.path, "  The King's\nBarrow 👑 ")
    assert isinstance(moved, shelf.Moved)
    assert (moved.path.name, moved.name, moved.note) == (
        "The-Kings-Barrow.turnkeeper",
        "The King's Barrow 👑",
        "",
    )
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "The-Kings-Barrow.table.json",
        "The-Kings-Barrow.turnkeeper",
    ]
    assert sharing.read(moved.path).sharing.dice == "typed"
    (seen,) = Shelf(tmp_path).campaigns()
    assert (seen.name, seen.key) == ("The King's Barrow 👑", begun.campaign[:KEY_LENGTH])


@pytest.mark.slow
def test_a_campaign_open_elsewhere_has_its_new_name_and_keeps_its_file(tmp_path: Path) -> None:
    path = made(tmp_path).path
    with opened(path) as campaign:
        moved = Shelf(tmp_path).rename(path, "Fen")
        assert isinstance(moved, shelf.Moved)
        assert (moved.path, moved.name) == (path, "Fen")
        assert "Barrow.turnkeeper" in moved.note
        do(campaign, "wait 1 turn")
    assert [(one.name, one.commands) for one in Shelf(tmp_path).campaigns()] == [("Fen", 1)]


@pytest.mark.slow
def test_a_file_that_is_numbered_loses_its_number_when_the_name_is_free(tmp_path: Path) -> None:
    there = Shelf(tmp_path)
    first, second = made(tmp_path), made(tmp_path)
    assert second.path.name == "Barrow-2.turnkeeper"
    still = there.rename(second.path, "Barrow")
    assert isinstance(still, shelf.Moved)
    assert still.path == second.path
    there.put_away(first.path)
    now = there.rename(second.path, "Barrow")
    assert isinstance(now, shelf.Moved)
    assert now.path.name == "Barrow.turnkeeper"


@pytest.mark.parametrize("said", ["", " \n ", "\u202e", "x" * 81])
def test_a_name_that_is_none_is_said_to_be_at_its_field(tmp_path: Path, said: str) -> None:
    slip = Shelf(tmp_path).rename(made(tmp_path).path, said)
    assert isinstance(slip, WrongField)
    assert slip.field == "name"


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir()
    moved = Shelf(folder).rename(made(folder).path, "../../outside")
    assert isinstance(moved, shelf.Moved)
    assert moved.path.parent == folder
    assert [one.name for one in tmp_path.iterdir()] == ["campaigns"]


@pytest.mark.slow
def test_what_is_put_away_comes_back_under_a_name_that_is_free(tmp_path: Path) -> None:
    there = Shelf(tmp_path)
    begun = made(tmp_path)
    sharing.write(begun.path, Sharing(dice="typed"))
    away = there.put_away(begun.path)
    assert away.path == tmp_path / "archive" / "Barrow.turnkeeper"
    assert sharing.beside(away.path).exists()
    made(tmp_path)
    back = there.bring_back(away.path)
    assert back.path.name == "Barrow-2.turnkeeper"
    assert "Barrow-2" in back.note
    assert sharing.read(back.path).sharing.dice == "typed"
    assert not [one for one in there.campaigns() if one.archived]


@pytest.mark.slow
def test_a_campaign_that_is_open_is_not_put_away(tmp_path: Path) -> None:
    path = made(tmp_path).path
    with opened(path), pytest.raises(StoreBusy):
        Shelf(tmp_path).put_away(path)
    assert path.exists()


def test_a_new_campaign_does_not_inherit_the_links_of_one_that_was_deleted(tmp_path: Path) -> None:
    begun = made(tmp_path)
    sharing.write(begun.path, Sharing(dice="typed"))
    begun.path.unlink()
    again = made(tmp_path)
    assert again.path.name == "Barrow-2.turnkeeper"
    assert sharing.read(again.path).sharing == Sharing()


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven", "quest-of-destiny"])
def test_the_clock_is_said_as_the_status_says_it(tmp_path: Path, rules: str) -> None:
    path = made(tmp_path, rules=rules).path
    with opened(path) as campaign:
        do(campaign, "wait 90 min")
        do(campaign, "rule clock day 2 06:00")
        said = glance(campaign).clock.instant
    assert [one.now for one in Shelf(tmp_path).campaigns()] == [said]


@pytest.mark.slow
def test_a_campaign_of_another_id_is_found_all_the_same(tmp_path: Path) -> None:
    begun_at(tmp_path / "old.turnkeeper").close()  # its id is c1
    (seen,) = Shelf(tmp_path).campaigns()
    assert len(seen.key) == KEY_LENGTH
    assert seen.name == "Barrow"
