"""`map use` and `new --map`: a campaign keeps its map, and the map's commands need no file any more."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from turnkeeper.app.maps.atlas import sample_land

COAST = '0101 sea\n0102 coast town "Alder"\n0103 gloop\n01x hills\n0102-0103 road\n'


@pytest.fixture
def coast() -> str:
    Path("coast.txt").write_text(COAST)
    return "coast.txt"


@pytest.mark.slow
def test_a_file_is_kept_and_not_needed_again(barrow: Shell, coast: str) -> None:
    told = barrow.good("map", "use", coast)
    assert told.out == "day 1 08:00  the map is coast, 3 hexes\n"
    Path(coast).unlink()
    assert "Alder" in barrow.good("map", "show").out
    assert barrow.good("map", "svg").out.startswith("<svg")
    # The town's coast is flat, 2 h; by road to gloop, which is flat too, 2 / 2.
    assert "1 h over 1 hex, under GLOG" in barrow.good("map", "route", "Alder", "0103").out
    priced = barrow.good("map", "route", "Alder", "0103", "--road", "2")
    assert priced.out.endswith("1 over 1 hex, by the house default\n")


@pytest.mark.slow
def test_what_is_wrong_with_the_map_is_told_as_check_does(barrow: Shell, coast: str) -> None:
    checked = barrow("map", "check", coast)
    told = barrow.good("map", "use", coast)
    assert told.err.splitlines() == checked.out.splitlines()
    assert "coast.txt:4:1" in told.err
    data = barrow.good("map", "use", coast, "--name", "The  Coast", "--json").json
    assert data["done"]["lines"][0]["text"] == "the map is The Coast, 3 hexes"
    assert [loss["text"] for loss in data["losses"]] == ["gloop", "01x hills"]
    assert len(data["problems"]) == 1


@pytest.mark.slow
def test_the_command_that_is_recorded_says_the_name_and_twelve_digits(barrow: Shell) -> None:
    barrow.good("map", "use", "sample")
    assert f"> use map sample {sample_land().digest[:12]}\n" in barrow.good("export").out


@pytest.mark.slow
def test_a_new_campaign_begins_on_a_map(shell: Shell, coast: str) -> None:
    told = shell.good("new", "Moors", "--map", coast)
    assert told.err.splitlines()[0].endswith(", on the map coast.")
    assert "Alder" in shell.good("map", "show").out
    shell.good("new", "Other", "--map", "sample")
    assert "Wether Coast" in shell.good("map", "show", "-c", "Other").out


@pytest.mark.parametrize(
    "text, code, said",
    [
        ("# nothing here\n", 1, "has no hexes"),
        ("0101 sea\x07\n", 3, "U+0007"),
        (None, 3, "no such file"),
    ],
)
def test_no_campaign_is_begun_on_a_map_that_cannot_be_used(
    shell: Shell, text: str | None, code: int, said: str
) -> None:
    if text is not None:
        Path("bad.txt").write_text(text)
    told = shell("new", "Moors", "--map", "bad.txt")
    assert (told.code, said in told.err) == (code, True)
    assert not list(Path().glob("*.turnkeeper"))


@pytest.mark.slow
def test_a_file_whose_name_cannot_be_said_needs_another(barrow: Shell) -> None:
    Path("a;b.txt").write_text(COAST)
    told = barrow("map", "use", "a;b.txt")
    assert told.code == 1
    assert "--name" in told.err
    barrow.good("map", "use", "a;b.txt", "--name", "Old deadbeef")
    assert "= day 1 08:00  the map is Old deadbeef, 3 hexes\n" in barrow.good("export").out


@pytest.mark.slow
def test_the_forms_with_a_file_are_as_before_beside_a_campaign(barrow: Shell, coast: str) -> None:
    barrow.good("map", "use", coast)
    assert "Wether Coast" in barrow.good("map", "show", "sample").out
    assert "Wendbridge" in barrow.good("map", "show", "sample", "0709").out
    assert "Alder" in barrow.good("map", "show", "alder").out
    assert "Alder" in barrow.good("map", "show", "0102").out
    told = barrow("map", "show", "nowhere.txt")
    assert told.code == 2
    assert "nor such a file" in told.err


@pytest.mark.slow
@pytest.mark.parametrize("words", [("show",), ("svg",), ("route", "0101", "0102")])
def test_without_a_map_it_is_told_what_would_work(shell: Shell, words: tuple[str, ...]) -> None:
    told = shell("map", *words)
    assert told.code == 2
    assert "no map is named. There is no campaign" in told.err
    shell.good("new", "Moors")
    told = shell("map", *words)
    assert told.code == 2
    assert "`turnkeeper map use FILE`" in told.err


@pytest.mark.slow
def test_undone_the_map_is_out_of_use_and_redone_in_use_again(barrow: Shell, coast: str) -> None:
    barrow.good("map", "use", coast)
    barrow.good("undo")
    assert barrow("map", "show").code == 2
    barrow.good("redo")
    barrow.good("map", "show")
    assert barrow("map", "use", coast).code == 1


@pytest.mark.slow
def test_an_export_replays_on_a_machine_without_the_file(barrow: Shell, coast: str) -> None:
    barrow.good("map", "use", coast)
    barrow.good("do", "use map sample")
    text = barrow.good("export").out
    Path(coast).unlink()
    Path("sent.play").write_text(text)
    barrow.good("replay", "sent.play", "--into", "There")
    assert barrow.good("export", "-c", "There").out == text
    barrow.good("undo", "-c", "There")
    assert "Alder" in barrow.good("map", "show", "-c", "There").out


@pytest.mark.slow
def test_a_campaign_without_its_map_goes_on_until_the_map_is_needed(barrow: Shell, coast: str) -> None:
    barrow.good("map", "use", coast)
    (file,) = Path().glob("*.turnkeeper")
    with sqlite3.connect(file) as raw:
        raw.execute("DELETE FROM blobs WHERE length(data) = ?", (len(COAST),))
    raw.close()
    barrow.good("status")
    barrow.good("do", "note all is well")
    told = barrow("map", "show")
    assert told.code == 3
    assert "of this campaign cannot be read: it is not kept in the campaign" in told.err
    kept = barrow("play", stdin="use map sample\nuse map coast\nnote still here\n")
    assert kept.code == 3
    assert "cannot be read" in kept.err
    assert "still here" in kept.out
