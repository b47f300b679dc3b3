"""`tools/pictures`: a picture that is asked for is taken, and of what it is to show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import pictures

HEAD = b"\x89PNG\r\n\x1a\n"


def test_a_picture_that_there_is_none_of_is_told_with_those_that_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        pictures.main([str(tmp_path / "taken"), "--only", "loose-in-a-tavern"])
    assert stopped.value.code
    told = capsys.readouterr().err
    assert "no picture's name begins with loose-in-a-tavern" in told
    assert "loose-at-table" in told
    assert not (tmp_path / "taken").exists()


def test_what_is_pressed_leads_to_something_that_is_waited_for() -> None:
    pressed = [shot for shot in pictures.SHOTS if shot.keys]
    assert pressed
    assert [shot.name for shot in pressed if not shot.shows] == []


@pytest.mark.slow
def test_loose_dice_at_the_table_are_a_picture(tmp_path: Path) -> None:
    where = ("--only", "loose-at-table", "--size", "laptop", "--theme", "light")
    assert pictures.main([str(tmp_path), *where]) == 0
    (taken,) = tmp_path.iterdir()
    assert taken.name == "loose-at-table-laptop-light.png"
    assert taken.read_bytes().startswith(HEAD)
