"""`log`, `why`, `undo`, `redo`, `branches`, `go`, `export`, `replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def searched(barrow: Shell) -> Shell:
    """Return a campaign in which two searches were made: 11, nothing, and 7, the light ticks."""
    barrow.good("do", "search", "--faces", "6+5")
    barrow.good("do", "search", "--faces", "3+4")
    return barrow


@pytest.mark.slow
def test_the_log_numbers_its_lines_and_why_explains_each(searched: Shell) -> None:
    # 1 the beginning, 2 and 3 people, 4 and 5 the dungeon and its darkness, 6 the torch; a search has two.
    lines = searched.good("log").out.splitlines()
    assert lines[7].split()[0] == "8"
    assert "encounter check 11: nothing (G-ENC-2)" in lines[7]
    why = searched.good("why", "8").out
    assert "2d6 came up 6 and 5: 11 in all" in why
    assert "house default" in why


@pytest.mark.slow
def test_why_alone_explains_the_last_thing_that_a_rule_caused(searched: Shell) -> None:
    searched.good("do", "note the lever is rusted")
    assert searched.good("why", "--json").json["rule"] == "G-ENC-2"


@pytest.mark.slow
def test_a_line_that_is_not_there_is_told(searched: Shell) -> None:
    told = searched("why", "999")
    assert (told.code, told.out) == (1, "")
    assert "no line 999" in told.err


@pytest.mark.slow
def test_the_log_shows_the_latest_lines_and_on_request_all(searched: Shell) -> None:
    for _ in range(15):
        searched.good("do", "search", "--faces", "6+5")
    assert len(searched.good("log").out.splitlines()) == 30
    assert searched.good("log", "-n", "1").out.startswith("41  ")
    # 11 lines up to the second search, and 15 searches of two lines.
    assert len(searched.good("log", "--all").out.splitlines()) == 11 + 15 * 2
    assert len(searched.good("log", "--all", "--json").json) == 11 + 15 * 2


@pytest.mark.slow
def test_the_log_as_markdown_has_a_heading_a_day_and_no_stray_marks(searched: Shell) -> None:
    searched.good("do", "note *never* trust [Orlo]")
    searched.good("do", "rule clock day 2 08:00")
    told = searched.good("log", "--markdown", "--all").out
    assert told.count("\n## day ") == 2
    assert r"\*never\* trust \[Orlo\]" in told


@pytest.mark.slow
def test_undo_and_redo_name_what_they_move_and_keep_the_dice(searched: Shell) -> None:
    """T9, at the command line."""
    log = searched.good("log", "--all").out
    assert searched.good("undo").out.startswith("undo: search, 2d6 = 7\n")
    assert searched.good("undo", "2").out.startswith("undo: search, 2d6 = 11; light torch")
    assert searched.good("redo", "3").out.splitlines()[-1] == "now day 1 08:20"
    assert searched.good("log", "--all").out == log


@pytest.mark.slow
def test_undo_beyond_the_beginning_undoes_what_it_can_and_says_so(searched: Shell) -> None:
    told = searched("undo", "99")
    assert told.code == 1
    assert told.out.splitlines()[0].endswith("; and 2 more; no more are left")
    assert "nothing is left to undo" in told.err


@pytest.mark.slow
def test_undo_as_json(searched: Shell) -> None:
    told = searched.good("undo", "--json").json
    assert told["moves"] == ["undo: search, 2d6 = 7"]
    assert told["now"] == "day 1 08:10"


@pytest.mark.slow
def test_an_undone_branch_stays_and_can_be_gone_to(searched: Shell) -> None:
    there = searched.good("status", "--json").json["head"]
    searched.good("undo")
    ahead = searched.good("branches", "--json").json["branches"]
    assert [(one["ahead"], one["own"]) for one in ahead] == [(True, 1)]
    searched.good("do", "make noise", "--faces", "6+6")
    left, here = searched.good("branches", "--json").json["branches"]
    assert (left["id"], left["here"], left["own"]) == (there, False, 1)
    assert here["here"]
    shown = searched.good("branches").out
    assert f"* {here['id'][:8]}" in shown
    assert there[:8] in shown
    searched.good("go", there[:8])
    assert searched.good("status", "--json").json["head"] == there


@pytest.mark.slow
def test_going_nowhere_is_refused(searched: Shell) -> None:
    assert searched("go", "zzz").code == 1
    assert searched("go", "").code == 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [("undo", "0"), ("redo", "-1"), ("log", "-n", "0"), ("undo", "two")])
def test_numbers_that_are_none_are_wrong_usage(searched: Shell, words: tuple[str, ...]) -> None:
    told = searched(*words)
    assert (told.code, told.out) == (2, "")


@pytest.mark.slow
def test_an_export_replays_to_the_same_state_in_a_new_campaign(searched: Shell) -> None:
    searched.good("export", "-o", "descent.play")
    told = searched.good("replay", "descent.play", "--into", "again")
    assert "all facts hold" in told.err
    before = searched.good("status", "-c", "Barrow", "--json").json
    after = searched.good("status", "-c", "again", "--json").json
    assert after["head"] == before["head"]
    assert after["lights"] == before["lights"]


@pytest.mark.slow
def test_an_export_goes_to_standard_output_and_replays_from_standard_input(searched: Shell) -> None:
    text = searched.good("export").out
    assert "> search\n" in text
    assert searched.good("replay", "--json", stdin=text).json["clock"]["instant"] == "day 1 08:20"


@pytest.mark.slow
def test_an_export_never_overwrites(searched: Shell) -> None:
    Path("notes.txt").write_text("mine")
    told = searched("export", "-o", "notes.txt")
    assert told.code == 3
    assert Path("notes.txt").read_text() == "mine"


@pytest.mark.slow
def test_a_branch_that_was_undone_can_be_exported(searched: Shell) -> None:
    there = searched.good("status", "--json").json["head"]
    searched.good("undo")
    assert searched.good("export").out.count("> search") == 1
    assert searched.good("export", "--branch", there[:10]).out.count("> search") == 2


def test_a_playthrough_that_does_not_hold_is_told_by_line_and_column_and_not_kept(shell: Shell) -> None:
    Path("bad.play").write_text("rules: glog\n> party Varda; Orlo\n> lihgt torch for Orlo\n")
    told = shell("replay", "bad.play", "--into", "bad")
    assert told.code == 1
    assert "bad.play:3:3: 'lihgt' is not a command" in told.err
    assert "light" in told.err
    assert not Path("bad.turnkeeper").exists()


def test_a_file_that_is_no_playthrough_is_refused(shell: Shell) -> None:
    Path("noise").write_bytes(bytes(range(256)) * 40)
    assert shell("replay", "noise").code == 3
    assert shell("replay", "nowhere.play").code == 3


@pytest.mark.slow
def test_sessions_are_listed_and_go_out_as_icalendar(searched: Shell) -> None:
    searched.good("do", "new session Deeper")
    searched.good("do", "note the deep")
    lines = searched.good("story", "--sessions").out.splitlines()
    assert [one.split("  ")[0] for one in lines] == ["Session 1", "Session 2: Deeper"]
    assert lines[1].endswith("day 1")
    text = searched.good("story", "--icalendar").out
    assert text.count("BEGIN:VEVENT") == 2
