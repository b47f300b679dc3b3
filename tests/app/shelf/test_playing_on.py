"""A campaign goes on under other rules: the new one beside the old, or in its place with name and links."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.app.campaigns import do
from turnkeeper.app import sharing
from turnkeeper.app.library import open_campaign
from turnkeeper.app.sharing import Sharing
from turnkeeper.app.shelf.beginning import Begun, Wanted, begin
from turnkeeper.app.shelf.folder import Shelf
from turnkeeper.app.shelf.playing_on import kept_beside, taken_over
from turnkeeper.record import RecordFault, StoreBusy
from turnkeeper.rules.reading.load import builtin_text, load_rules

OURS = load_rules('[ruleset]\nid = "ours"\nname = "Ours"\nextends = "glog"\n', "ours.toml", builtin_text)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    begun = begin(tmp_path, Wanted("Barrow", seed="5eed", party="Varda"))
    assert isinstance(begun, Begun)
    agreed, _, _ = sharing.made(Sharing(dice="typed"), "Anna", 1)
    sharing.write(begun.path, agreed)
    with closing(open_campaign(begun.path)) as campaign:
        do(campaign, "wait 1 turn")
    return begun.path


def beside(old: Path) -> Path:
    with closing(open_campaign(old)) as campaign:
        return kept_beside(Shelf(old.parent), campaign, old, OURS)[0]


@pytest.mark.slow
def test_beside_the_old_one_it_has_a_name_and_no_links_of_its_own(old: Path) -> None:
    before = old.read_bytes()
    new = beside(old)
    assert old.read_bytes() == before
    with closing(open_campaign(new)) as campaign:
        assert campaign.store.facts.name == "Barrow 2"
        assert campaign.book.set.ruleset.name == "Ours"
        assert campaign.head.summary == "wait 1 turn"
    assert sharing.read(new).sharing == Sharing(dice="typed")


@pytest.mark.slow
def test_in_the_place_of_the_old_one_it_has_its_name_and_its_links(old: Path) -> None:
    agreed = sharing.read(old).sharing
    moved = taken_over(Shelf(old.parent), old, beside(old), "Barrow")
    assert (moved.name, moved.path.name) == ("Barrow", "Barrow.turnkeeper")
    assert sharing.read(moved.path).sharing == agreed
    away = old.parent / "archive" / "Barrow.turnkeeper"
    assert sharing.read(away).sharing == replace(agreed, links=())
    assert [(one.name, one.archived) for one in Shelf(old.parent).campaigns()] == [
        ("Barrow", False),
        ("Barrow", True),
    ]


@pytest.mark.slow
def test_an_old_one_that_is_open_elsewhere_stays_and_so_does_the_new_one(old: Path) -> None:
    new = beside(old)
    with closing(open_campaign(old)), pytest.raises(StoreBusy):
        taken_over(Shelf(old.parent), old, new, "Barrow")
    assert len(sharing.read(old).sharing.links) == 1
    assert sorted(Shelf(old.parent).names()) == ["Barrow", "Barrow 2"]


def test_one_that_cannot_be_kept_leaves_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object) -> None:
        raise RecordFault("The disk is full.")

    monkeypatch.setattr(sharing, "write", full)
    with pytest.raises(RecordFault):
        beside(old)
    assert Shelf(old.parent).names() == ["Barrow"]
