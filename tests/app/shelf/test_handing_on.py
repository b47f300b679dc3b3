"""A campaign handed on and let in again: the same campaign, believed nothing before it was looked at."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from zlib import crc32

import pytest

from tests.app.campaigns import do
from turnkeeper.app import codec, sharing
from turnkeeper.app.export import export_text
from turnkeeper.app.library import open_campaign
from turnkeeper.app.shelf import handing_on
from turnkeeper.app.shelf.beginning import Begun, Wanted, begin
from turnkeeper.app.shelf.folder import Shelf, WrongField
from turnkeeper.app.shelf.handing_on import LetIn, copy_of, exported, file_name_for, let_in
from turnkeeper.views.referee.facts import facts


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return a campaign that was played a little, and undone once."""
    folder = tmp_path / "mine"
    folder.mkdir()
    begun = begin(folder, Wanted("Barrow", seed="5eed", map="sample", party="Varda wisdom 12\nOrlo"))
    assert isinstance(begun, Begun)
    with closing(open_campaign(begun.path)) as campaign:
        do(campaign, "enter dungeon Barrow")
        do(campaign, "next", "10")  # nothing happens on a 10 (G-ENC-2)
        do(campaign, "note the wrong door")
        campaign.undo()
    return begun.path


@pytest.fixture
def other(tmp_path: Path) -> Shelf:
    """Return the empty shelf of another person."""
    folder = tmp_path / "other"
    folder.mkdir()
    return Shelf(folder)


def came(shelf: Shelf, data: bytes, name: str = "Barrow.turnkeeper") -> LetIn:
    found = let_in(shelf, data, name, facts)
    assert isinstance(found, LetIn), found
    return found


def refused(shelf: Shelf, data: bytes, name: str = "Barrow.turnkeeper") -> list[WrongField]:
    before = sorted(shelf.folder.rglob("*"))
    found = let_in(shelf, data, name, facts)
    assert isinstance(found, list)
    assert sorted(shelf.folder.rglob("*")) == before, "something was left of a file that was not let in"
    assert found
    return found


@pytest.mark.slow
def test_a_copy_comes_in_with_its_branches_its_head_and_its_id(played: Path, other: Shelf) -> None:
    let = came(other, copy_of(played))
    with closing(open_campaign(played)) as one, closing(open_campaign(let.path)) as two:
        assert two.store.facts == one.store.facts
        assert two.head == one.head
        assert two.state == one.state
        assert two.reachable() == one.reachable()
        assert two.redo() == one.redo()


@pytest.mark.slow
def test_a_copy_can_be_made_while_the_campaign_is_played(played: Path, other: Shelf) -> None:
    with closing(open_campaign(played)) as campaign:
        do(campaign, "wait 1 turn", "11")
        data = copy_of(played)
        do(campaign, "wait 1 turn", "12")
    let = came(other, data)
    with closing(open_campaign(let.path)) as campaign:
        assert campaign.head.summary.startswith("wait 1 turn")
        assert campaign.head.depth == 5


@pytest.mark.slow
def test_links_are_not_handed_on(played: Path, other: Shelf) -> None:
    made, _, _ = sharing.made(sharing.Sharing(), "Anna", 1)
    sharing.write(played, made)
    let = came(other, copy_of(played))
    assert sharing.read(let.path).sharing == sharing.Sharing()


@pytest.mark.slow
def test_a_copy_beside_its_original_has_a_name_and_an_id_of_its_own(played: Path) -> None:
    mine = Shelf(played.parent)
    let = came(mine, copy_of(played))
    assert (let.name, let.path.name) == ("Barrow 2", "Barrow-2.turnkeeper")
    assert "Barrow 2" in let.note
    assert len({one.key for one in mine.campaigns()}) == 2
    with closing(open_campaign(let.path)) as campaign:
        assert campaign.store.facts.campaign == let.campaign


@pytest.mark.slow
def test_a_file_name_cannot_lead_out_of_the_folder(played: Path, other: Shelf) -> None:
    for name in ("../../up.turnkeeper", "/etc/passwd", "CON", "", "\0"):
        assert came(other, copy_of(played), name).path.parent == other.folder


def altered(played: Path, statement: str, *values: object) -> bytes:
    with closing(sqlite3.connect(played)) as file:
        file.execute(statement, values)
        file.commit()
    return copy_bytes(played)


def copy_bytes(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


@pytest.mark.slow
def test_a_file_that_was_cut_off_is_not_let_in(played: Path, other: Shelf) -> None:
    data = copy_of(played)
    for size in (16, 90, 5_000, len(data) - 1_000):
        (slip,) = refused(other, data[:size])
        assert slip.message.startswith("Barrow.turnkeeper is not a campaign")


def test_a_database_of_another_program_is_not_let_in(tmp_path: Path, other: Shelf) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE t (x)")
    refused(other, path.read_bytes())


def test_a_trigger_in_the_file_is_not_let_in(played: Path, other: Shelf) -> None:
    statement = "CREATE TRIGGER campaign_t AFTER INSERT ON commits BEGIN DELETE FROM commits; END"
    refused(other, altered(played, statement))


def test_rules_that_are_not_those_it_was_played_by_are_not_let_in(played: Path, other: Shelf) -> None:
    with closing(open_campaign(played)) as campaign:
        digest = campaign.store.facts.rules_digest
        rules = campaign.store.blob(digest).replace(b'"ticks":2', b'"ticks":9')
    data = altered(
        played, "UPDATE blobs SET data = ?, data_sum = ? WHERE digest = ?", rules, crc32(rules), digest
    )
    (slip,) = refused(other, data)
    assert "rules" in slip.message


@pytest.mark.slow
def test_a_state_that_its_commands_do_not_come_to_is_not_let_in(played: Path, other: Shelf) -> None:
    with closing(open_campaign(played)) as campaign:
        head, state = campaign.head.id, codec.encode_state(campaign.state)
        campaign.store.put_snapshot(head, state.replace(b"Varda", b"Vorda"))
    (slip,) = refused(other, copy_of(played))
    assert "commands" in slip.message


@pytest.mark.slow
def test_events_that_mean_nothing_are_not_let_in(played: Path, other: Shelf) -> None:
    for events in (b'[{"event":"no-such.9","at":{"ms":0}}]', b"{}", b"nonsense", b"[[[["):
        data = altered(
            played, "UPDATE commits SET events = ?, events_sum = ? WHERE depth = 1", events, crc32(events)
        )
        refused(other, data)


@pytest.mark.slow
def test_a_playthrough_comes_in_as_it_was_played(played: Path, other: Shelf) -> None:
    name, text = exported(played)
    let = came(other, text.encode(), "barrow.play")
    assert (name, let.name) == ("Barrow", "Barrow")
    with closing(open_campaign(played)) as one, closing(open_campaign(let.path)) as two:
        assert two.head.id == one.head.id
        assert two.state == one.state
        assert export_text(two) == text


@pytest.mark.slow
def test_a_playthrough_whose_name_is_taken_is_numbered(played: Path) -> None:
    let = came(Shelf(played.parent), exported(played)[1].encode(), "barrow.play")
    assert (let.name, let.path.name) == ("Barrow 2", "Barrow-2.turnkeeper")
    assert len({one.key for one in Shelf(played.parent).campaigns()}) == 2


def test_all_problems_of_a_playthrough_are_told_with_line_and_column(other: Shelf) -> None:
    text = "rules: glog\n> dance\n> wait 1 turn\n= the moon fell\n> wait 0 turns\n"
    found = refused(other, text.encode(), "wrong.play")
    assert [slip.line for slip in found] == [2, 4, 5]
    assert all(slip.column and slip.field == "file" for slip in found)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"hello", b"\x00" * 100, b"rules: nothing\n"])
def test_what_is_neither_is_not_let_in(other: Shelf, data: bytes) -> None:
    refused(other, data, "x")


def test_what_is_too_large_is_not_let_in(other: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handing_on, "MOST_BYTES", 1_000)
    refused(other, b"; " + b"x" * 1_000)


def test_a_file_handed_on_is_named_after_the_campaign() -> None:
    assert file_name_for("The King's Barrow") == "The-Kings-Barrow.turnkeeper"
    assert file_name_for("../🏰", ".play") == "campaign.play"
