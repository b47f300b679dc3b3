"""The creatures of a campaign: a list is shown as it was read and kept as commands; the form of a meeting."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.campaigns import replay_text
from tests.web.campaigns import commits
from tests.web.doors import OURS, House

LIST = "Goblin: AC 6, HD 1-1, hp 3, ML 7, #AP 2d4\nnothing of note\nOgre: HD 4+1, ML 10"


@pytest.fixture
def at(tmp_path: Path) -> House:
    return House(tmp_path / "campaigns")


@pytest.mark.slow
def test_a_list_is_shown_as_it_was_read_before_it_is_kept(at: House) -> None:
    with at.client(entered=True) as client:
        shown = client.post(f"/c/{at.key}/creatures/read", files={"text": (None, LIST)}, headers=OURS)
        assert shown.status_code == 200
        assert "As it was read: 2" in shown.text
        assert "Not read: 1" in shown.text
        assert "nothing of note" in shown.text
        assert "Known: 0" in shown.text
        kept = client.post(f"/c/{at.key}/creatures", files={"text": (None, LIST)}, headers=OURS)
        assert "Known: 2" in kept.text
    assert commits(at.folder, "Barrow")[-1] == (
        'creature Goblin number 2d4 hp 3 hd 1 morale 7 note "AC 6, HD 1-1"; '
        'Ogre hp 4d8+1 hd 4 morale 10 note "HD 4+1"'
    )


def listed(first: int, last: int) -> str:
    """Return a list of creatures by number, a line for each."""
    names = (f"q{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}{'x' * (n // 676)}" for n in range(first, last))
    return "\n".join(f"Thing {name}: HD 2, ML 8, of the north" for name in names)


@pytest.mark.slow
def test_a_long_list_is_one_command_which_one_undo_takes_back_and_a_playthrough_has(at: House) -> None:
    with at.client(entered=True) as client:
        kept = client.post(f"/c/{at.key}/creatures", files={"text": (None, listed(0, 500))}, headers=OURS)
        assert "Known: 500" in kept.text
        assert sum(one.startswith("creature ") for one in commits(at.folder, "Barrow")) == 1
        played = client.get(f"/c/{at.key}/export?form=playthrough").text
        client.post(f"/c/{at.key}/undo", data={"seen": ""}, headers=OURS)
        assert "Known: 0" in client.get(f"/c/{at.key}/creatures").text
    replayed = replay_text(played, "Barrow").campaign
    assert replayed is not None
    assert len(replayed.state.creatures) == 500


@pytest.mark.slow
def test_a_list_that_cannot_be_kept_is_told_of_before_anything_is_written(at: House) -> None:
    with at.client(entered=True) as client:
        for first in (0, 500):
            files = {"text": (None, listed(first, first + 500))}
            client.post(f"/c/{at.key}/creatures", files=files, headers=OURS)
        files = {"text": (None, listed(1000, 1001))}
        shown = client.post(f"/c/{at.key}/creatures/read", files=files, headers=OURS)
        assert "at most 1,000 kinds of creatures are known" in shown.text
        assert "Take it" not in shown.text
        assert "Known: 1000" in shown.text


@pytest.mark.slow
def test_a_kind_can_be_forgotten_and_what_is_no_list_is_said(at: House) -> None:
    with at.client(entered=True) as client:
        client.post(f"/c/{at.key}/creatures", files={"text": (None, LIST)}, headers=OURS)
        left = client.post(f"/c/{at.key}/creatures/forget", data={"name": "Ogre"}, headers=OURS)
        assert "Known: 1" in left.text
        again = client.post(f"/c/{at.key}/creatures/forget", data={"name": "Ogre"}, headers=OURS)
        assert "no creature &#39;Ogre&#39; is known" in again.text
        empty = client.post(f"/c/{at.key}/creatures/read", files={"text": (None, " ")}, headers=OURS)
        assert (empty.status_code, "There is no list yet" in empty.text) == (422, True)


@pytest.mark.slow
def test_without_scripts_the_form_of_a_meeting_says_its_command(at: House) -> None:
    with at.client(entered=True) as client:
        assert "What they are" in client.get(f"/c/{at.key}/meet").text
        said = {"name": "goblins", "many": "6", "hp": "3", "morale": "7"}
        client.post(f"/c/{at.key}/meet", data=said, headers=OURS)
    assert commits(at.folder, "Barrow")[-1].startswith("meet 6 goblins morale 7 hp 3")


@pytest.mark.slow
def test_players_are_told_nothing_of_the_creatures_that_are_known(at: House) -> None:
    with at.client(entered=True) as client:
        link = at.link(client)
        client.post(f"/c/{at.key}/creatures", files={"text": (None, LIST)}, headers=OURS)
    with at.client() as player:
        assert player.get(f"/c/{at.key}/creatures").status_code in (401, 403)
        assert "Goblin" not in player.get(f"/p/{link}").text
