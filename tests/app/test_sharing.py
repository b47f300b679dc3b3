"""What a table keeps beside its campaign: no token in it, whole or not at all, and never a crash."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pytest

from turnkeeper.app import sharing
from turnkeeper.app.sharing import Sharing, Shown
from turnkeeper.record import CannotWrite

NOW = 1_700_000_000_000


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return tmp_path / "The Barrow.turnkeeper"


def test_by_default_a_table_throws_its_own_dice_and_shows_neither_figures_nor_the_exact_time() -> None:
    table = Sharing()
    assert (table.dice, table.shown.time, table.shown.numbers, table.links) == ("seeded", "part", False, ())


def test_a_new_link_may_look_on_and_do_nothing_else() -> None:
    _, link, _ = sharing.made(Sharing(), "Varda's phone", NOW)
    assert (link.light, link.answers, link.revoked, link.made) == (False, False, None, NOW)


def test_a_token_has_at_least_160_bits_and_no_two_are_alike() -> None:
    """Letters of base64 carry 6 bits each: 27 of them are 162 bits."""
    tokens = {sharing.made(Sharing(), "", NOW)[2] for _ in range(50)}
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 27


def test_a_token_opens_its_own_link_and_nothing_else_does() -> None:
    table, first, one = sharing.made(Sharing(), "Ana", NOW)
    table, second, other = sharing.made(table, "Ben", NOW)
    assert (table.opened_by(one), table.opened_by(other)) == (first, second)
    assert [
        table.opened_by(token) for token in ("", one[:-1], one + "x", first.hash, first.id, "\udcff")
    ] == [None] * 6


def test_what_is_kept_holds_the_sha_256_of_the_token_and_never_the_token(campaign: Path) -> None:
    table, link, token = sharing.made(Sharing(), "Ana", NOW)
    sharing.write(campaign, table)
    written = sharing.beside(campaign).read_text()
    assert link.hash == hashlib.sha256(token.encode()).hexdigest()
    assert (link.hash in written, token in written) == (True, False)


def test_a_revoked_link_opens_nothing_and_stays_revoked_since_the_first_time() -> None:
    table, link, token = sharing.made(Sharing(), "Ana", NOW)
    table = sharing.revoked(sharing.revoked(table, link.id, NOW + 5), link.id, NOW + 9)
    assert table.opened_by(token) is None
    assert (table.open_links, table.links[0].revoked) == ((), NOW + 5)


def test_a_link_that_is_renewed_stays_one_link_which_its_latest_tokens_open() -> None:
    """The newest token and four earlier ones, as a screen that is started again and again prints them."""
    table, tokens = Sharing(), []
    for start in range(7):
        table, token = sharing.renewed(table, "everyone", NOW + start)
        tokens.append(token)
    (link,) = table.links
    assert [table.opened_by(token) for token in tokens] == [None] * 2 + [link] * 5
    assert link.made == NOW + 6
    table = sharing.revoked(table, link.id, NOW + 9)
    assert not any(table.opened_by(token) for token in tokens)


def test_links_of_earlier_starts_become_one_and_none_gains_a_right() -> None:
    table, one, first = sharing.made(Sharing(), "everyone", NOW)
    table, _, second = sharing.made(table, "everyone", NOW)
    table, other, granted = sharing.made(
        sharing.granted(table, one.id, light=True, answers=False), "Ana", NOW
    )
    table, third = sharing.renewed(table, "everyone", NOW)
    opened = [table.opened_by(each) for each in (first, second, third, granted)]
    assert [each.light for each in opened if each is not None] == [True, False, False, False]
    assert opened[1] == opened[2]
    assert opened[3] == other
    assert len(table.links) == 3


def test_links_are_renamed_and_granted_each_by_itself() -> None:
    table, ana, _ = sharing.made(Sharing(), "Ana", NOW)
    table, ben, _ = sharing.made(table, "Ben", NOW)
    table = sharing.renamed(table, ana.id, "  Ana's\ttablet ", "Varda")
    table = sharing.granted(table, ana.id, light=True, answers=False)
    first, second = table.links
    assert (first.label, first.character, first.light, first.answers) == (
        "Ana's tablet",
        "Varda",
        True,
        False,
    )
    assert second == ben
    assert sharing.granted(table, "no such", light=True, answers=True) == table


def test_a_label_is_one_line_of_letters_and_not_too_long() -> None:
    _, link, _ = sharing.made(Sharing(), "\x1b[31m\n" + "x" * 500, NOW)
    assert link.label.isprintable()
    assert len(link.label) <= sharing.LONGEST_LABEL


def test_of_too_many_links_those_revoked_first_are_forgotten() -> None:
    table = Sharing()
    for number in range(sharing.MOST_LINKS):
        table, _, _ = sharing.made(table, str(number), NOW)
    assert sharing.full(table)
    table = sharing.revoked(table, table.links[3].id, NOW)
    table, _, token = sharing.made(table, "one more", NOW)
    assert len(table.links) == sharing.MOST_LINKS
    assert "3" not in {one.label for one in table.links}
    assert table.opened_by(token) is not None


def test_what_is_written_is_read_again(campaign: Path) -> None:
    table, link, _ = sharing.made(
        Sharing("typed", Shown("exact", weather=False, low=100)), "Ana", NOW, "Varda"
    )
    table = sharing.granted(table, link.id, light=True, answers=True)
    sharing.write(campaign, table)
    assert sharing.read(campaign) == sharing.Kept(table)
    assert sharing.beside(campaign).name == "The Barrow.table.json"


def test_only_its_owner_may_read_the_file_and_nothing_else_is_left_behind(campaign: Path) -> None:
    for _ in range(2):
        sharing.write(campaign, Sharing())
    (file,) = campaign.parent.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_without_a_file_nothing_is_agreed_and_nothing_is_wrong(campaign: Path) -> None:
    assert sharing.read(campaign) == sharing.Kept(Sharing())


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"links": 3}',
        b'{"shown": {"time": "whatever"}}',
        b'{"shown": {"low": -1}}',
        b'{"links": [{"id": "1"}]}',
        b"[" * 100_000,
        b" " * (sharing.LARGEST + 1),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_a_damaged_file_is_said_to_be_so_opens_nothing_and_is_put_aside(
    campaign: Path, damaged: bytes
) -> None:
    file = sharing.beside(campaign)
    file.write_bytes(damaged)
    kept = sharing.read(campaign)
    assert kept.sharing == Sharing()
    assert kept.wrong.startswith("The Barrow.table.json is damaged: ")
    sharing.write(campaign, Sharing("typed"))
    assert sharing.read(campaign) == sharing.Kept(Sharing("typed"))
    assert file.with_name(file.name + ".damaged").read_bytes() == damaged


def test_fields_of_a_later_version_are_passed_over(campaign: Path) -> None:
    sharing.beside(campaign).write_text('{"dice": "typed", "later": {"more": 1}}')
    assert sharing.read(campaign) == sharing.Kept(Sharing("typed"))


def test_a_folder_in_its_place_is_no_crash(campaign: Path) -> None:
    sharing.beside(campaign).mkdir()
    assert "cannot be read" in sharing.read(campaign).wrong


def test_where_nothing_can_be_written_the_old_stays_whole(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sharing.write(campaign, Sharing("typed"))

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite, match="no space left"):
        sharing.write(campaign, Sharing("seeded"))
    assert sharing.read(campaign).sharing.dice == "typed"
    assert len(list(campaign.parent.iterdir())) == 1
