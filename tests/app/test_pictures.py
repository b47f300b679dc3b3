"""Pictures of a campaign: known by their first bytes, bounded, and kept with the command that names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnkeeper.app.export import export_text
from turnkeeper.app.library import create, open_campaign
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.pictures import MOST_BYTES, UnfitPictureError
from turnkeeper.app.session import Session
from turnkeeper.rules import load_builtin

PNG = b"\x89PNG\r\n\x1a\n" + b"letter"


@pytest.mark.parametrize(
    "data",
    [b"", b"<svg xmlns='http://www.w3.org/2000/svg'>", b"<html>", b"%PDF-1.7", b"RIFF....WAVE", b"GIF"],
)
def test_anything_else_is_no_picture(data: bytes, tmp_path: Path) -> None:
    _, campaign = create(str(tmp_path / "Barrow"), load_builtin("glog"))
    with pytest.raises(UnfitPictureError):
        campaign.pictures.bring(data)
    campaign.close()


def test_a_picture_is_kept_once_it_is_handed_out_and_one_too_large_is_not(tmp_path: Path) -> None:
    path, campaign = create(str(tmp_path / "Barrow"), load_builtin("glog"))
    letter, other = campaign.pictures.bring(PNG), campaign.pictures.bring(PNG + b"other")
    said = f"hand out letter saying Come. with picture {letter}"
    assert isinstance(Session(campaign).say(said), CommandDone)
    with pytest.raises(UnfitPictureError):
        campaign.pictures.bring(PNG + bytes(MOST_BYTES))
    campaign.undo()
    campaign.close()
    again = open_campaign(path)
    again.redo()
    found = again.pictures.find(letter)
    assert found is not None
    assert (found.data, found.media_type) == (PNG, "image/png")
    # What was only brought along is nowhere, and what is not known is not there.
    assert again.pictures.find(other) is None
    assert again.pictures.find("0" * 16) is None
    # T24: what a text cannot hold, it says.
    assert f"; the picture {letter} does not come along" in export_text(again)
    again.close()
