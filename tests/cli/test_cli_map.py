"""`map`: shown, drawn, checked and walked over, on the sample land and on a file with faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from turnkeeper.cli import hexmap
from turnkeeper.hexes import LEXICON, Way, at, way_kind
from turnkeeper.hexes.words import WAYS

BAD = '0101 grass\n0102 hills gloop\n01x hills\n0103 sea "Unclosed\ninclude default.txt\n'


@pytest.fixture
def bad() -> str:
    Path("bad.txt").write_text(BAD)
    return "bad.txt"


def test_the_sample_is_shown_within_80_columns_without_colour(shell: Shell) -> None:
    told = shell.good("map", "show", "sample").out
    assert max(map(len, told.splitlines())) <= 80
    assert "\x1b" not in told
    for shown in ("The Wether Coast", "MM mountains", "= road", "0709 Wendbridge"):
        assert shown in told.replace("\xa0", " ")


def test_odd_columns_stand_one_line_higher(shell: Shell) -> None:
    """Two lines a hex; 0101 begins on the first line, 0201 on the second; so does 0102 on the third."""
    Path("four.txt").write_text("0101 sea\n0201 hills\n0102 hills\n0202 sea\n")
    lines = shell.good("map", "show", "four.txt").out.splitlines()
    assert lines[:6] == ["    01  02", "01  ~~", "    ~~  nn", "02  nn  nn", "    nn  ~~", "        ~~"]


def test_a_hex_is_told_with_all_that_the_referee_knows(shell: Shell) -> None:
    told = shell.good("map", "show", "sample", "wendbridge")
    assert told == shell.good("map", "show", "sample", "0709")
    for shown in ("The Wend Bridge", "The Sixth Arch", "market on the first day", "road Southway"):
        assert shown in told.out


def test_a_wide_map_is_cut_and_shown_from_anywhere(shell: Shell) -> None:
    Path("wide.txt").write_text("".join(f"{column}.01 hills\n" for column in range(100, 200)))
    assert "cut off after column 137" in shell.good("map", "show", "wide.txt").out
    rest = shell.good("map", "show", "wide.txt", "--from", "190.01").out
    assert "cut off" not in rest
    assert rest.splitlines()[0].split() == [f"{column}" for column in range(90, 100)]


def test_the_map_is_data_for_programs(shell: Shell) -> None:
    data = shell.good("map", "show", "sample", "--json").json
    assert len(data["hexes"]) == 234
    hall = shell.good("map", "show", "sample", "0709", "--json").json
    assert hall in data["hexes"]
    assert [one["hidden"] for one in hall["landmarks"]] == [False, True]


@pytest.mark.slow
def test_a_drawing_is_written_and_never_over_another_file(shell: Shell) -> None:
    shell.good("map", "svg", "sample", "-o", "coast.svg", "--party", "Wendbridge", "--route", "0709-0205")
    drawing = Path("coast.svg").read_text()
    assert drawing.startswith("<svg")
    assert 'class="map-party"' in drawing
    again = shell("map", "svg", "sample", "-o", "coast.svg")
    assert again.code == 3
    assert Path("coast.svg").read_text() == drawing


def test_a_drawing_for_players_holds_nothing_that_is_out_of_sight(shell: Shell) -> None:
    drawing = shell.good("map", "svg", "sample", "--party", "0709", "--sight", "1").out
    assert "Wendbridge" in drawing
    assert "Ferrowhythe" not in drawing
    assert shell("map", "svg", "sample", "--sight", "1").code == 2


def test_a_map_is_checked_and_every_problem_has_its_place(shell: Shell, bad: str) -> None:
    told = shell("map", "check", bad)
    assert told.code == 1
    assert [line.split(": ")[0] for line in told.out.splitlines()[:2]] == ["bad.txt:3:1", "bad.txt:4:10"]
    assert "gloop" in told.out
    assert "default.txt" in told.out
    data = shell("map", "check", bad, "--json").json
    assert (data["hexes"], len(data["problems"]), len(data["losses"])) == (3, 2, 3)


def test_a_map_with_faults_is_shown_all_the_same_and_says_so(shell: Shell, bad: str) -> None:
    told = shell.good("map", "show", bad)
    assert "nn hills" in told.out.replace("\xa0", " ")
    assert "2 problems" in told.err


@pytest.mark.slow
def test_the_best_way_is_told_hex_by_hex(shell: Shell) -> None:
    """0709 to 0708 and on to 0607 by road: fields are flat, 2, and a road halves: 1 each."""
    told = shell.good("map", "route", "sample", "Wendbridge", "0607").out
    assert told.splitlines()[-1] == "2 over 2 hexes, by the house default"
    data = shell.good(
        "map", "route", "sample", "0709", "0607", "--cost", "fields=7", "--road", "1", "--json"
    ).json
    # 0708 has fields, 7; 0607 is grass, 2, and the way by 0608, grass too, is 2 + 2.
    assert (data["cost"], data["house_default"]) == ("4", False)
    assert [leg["hex"] for leg in data["legs"]] == ["0709", "0608", "0607"]
    assert "*" in shell.good("map", "route", "sample", "0709", "0607", "--drawn").out


@pytest.mark.parametrize(
    "words, code, said",
    [
        (("map", "route", "sample", "0709", "0101"), 1, "no way from 0709 to 0101"),
        (("map", "route", "sample", "0709", "2525"), 2, "no hex 2525"),
        (("map", "route", "sample", "0709", "Wendbrigde"), 2, 'did you mean "Wendbridge"?'),
        (("map", "route", "sample", "0709", "0607", "--cost", "hills"), 2, "'hills' is no price"),
        (("map", "route", "sample", "0709", "0607", "--road", "0"), 2, "no divisor"),
        (("map", "svg", "sample", "--route", "0709"), 2, "no route"),
        (("map", "show", "nowhere.txt"), 3, "nowhere.txt"),
    ],
)
def test_what_cannot_be_done_is_told(shell: Shell, words: tuple[str, ...], code: int, said: str) -> None:
    told = shell(*words)
    assert told.code == code
    assert said in told.err
    assert told.out == ""


def test_an_empty_map_is_told(shell: Shell) -> None:
    Path("empty.txt").write_text("# nothing yet\n")
    assert "no hex" in shell.good("map", "show", "empty.txt").out
    assert shell.good("map", "svg", "empty.txt").out.startswith("<svg")


def test_every_word_that_is_known_has_a_sign() -> None:
    """But for those that say nothing by themselves: a colour, or how dense the trees are."""
    for sense in LEXICON.senses.values():
        silent = sense.only_tints or sense.qualifies
        assert silent or sense.name in hexmap.COUNTRY or sense.name in hexmap.SITES


def test_words_that_price_differently_are_asked_about_and_wrong_is_nothing(shell: Shell) -> None:
    """Of grass and swamp one is 2 h and one 6 (G-HEX-2); hilly woods and light forests are the text's own."""
    Path("odd.txt").write_text("0101 grass swamp\n0102 swamp grass\n0103 hilly woods\n0104 light forests\n")
    done = shell.good("map", "check", "odd.txt")
    games = "advanced, classic, cresthaven, dungeon-game, glog, quest-of-destiny"
    asked = f"grass and swamp price differently under {games}; the dearer counts. Which is meant?"
    assert done.out.splitlines() == [f"0101 and 1 more: {asked}"]
    (doubt,) = shell.good("map", "check", "odd.txt", "--json").json["doubts"]
    assert (doubt["words"], doubt["hexes"]) == (["grass", "swamp"], ["0101", "0102"])


@pytest.mark.parametrize(
    "word, shown",
    [
        ("road", "= road"),
        ("highway", "= road"),
        ("Street", "= road"),
        ("path", "- trail"),
        ("stream", "~ river"),
        ("wall", "! border"),
        ("tramway", "- trail"),
    ],
)
def test_a_way_of_any_word_is_shown_as_it_is_drawn(shell: Shell, word: str, shown: str) -> None:
    """What a picture draws as a road is one on the terminal, and what nobody knows is a trail on both."""
    Path("way.txt").write_text(f"0101 grass\n0102 grass\n0101-0102 {word}\n")
    told = shell.good("map", "show", "way.txt").out.replace("\xa0", " ")
    sign = shown[0]
    assert told.splitlines()[2:5:2] == [f"    {sign}", f"    {sign}"]
    assert shown in told
    way = Way(word, (at(1, 1), at(1, 2)))
    assert shown.endswith(way_kind(way))


def test_every_kind_of_way_that_is_drawn_has_a_sign() -> None:
    assert set(hexmap.WAYS) == set(WAYS)
