"""`new`, `do` and `status`: one command at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from turnkeeper.cli.main import read_plain

SEARCHED = "search: 1 turn. Most secrets come to light. The best hidden do not: they need exact directions."


def test_new_makes_one_file_and_says_how_to_go_on(shell: Shell) -> None:
    told = shell.good("new", "Barrow")
    assert told.out == "Barrow.turnkeeper\n"
    assert "turnkeeper play" in told.err
    assert Path("Barrow.turnkeeper").is_file()


@pytest.mark.slow
def test_new_never_overwrites(shell: Shell) -> None:
    shell.good("new", "Barrow")
    before = Path("Barrow.turnkeeper").read_bytes()
    told = shell("new", "Barrow")
    assert (told.code, told.out) == (3, "")
    assert "nothing was overwritten" in told.err
    assert Path("Barrow.turnkeeper").read_bytes() == before


@pytest.mark.slow
def test_a_campaign_begins_when_it_is_told_to(shell: Shell) -> None:
    shell.good("new", "Barrow", "--begin", "day 3 06:40")
    assert shell.good("status", "--json").json["clock"]["instant"] == "day 3 06:40"


def test_a_beginning_that_is_no_instant_makes_no_campaign(shell: Shell) -> None:
    told = shell("new", "Barrow", "--begin", "yesterday")
    assert told.code == 2
    assert not list(Path().iterdir())


@pytest.mark.slow
def test_two_campaigns_without_a_seed_have_different_dice(shell: Shell) -> None:
    seeds = set()
    for name in ("one", "two"):
        shell.good("new", name)
        everybody = "; ".join(f"{letter} wisdom 10" for letter in "ABCDEFGHIJKL")
        for said in (f"party {everybody}", "fight enemies"):
            shell.good("do", said, "-c", name)
        # Twelve people come in the same order by chance about once in 12!, and nothing cuts a round short.
        seeds.add(shell.good("do", "round", "-c", name).out)
    assert len(seeds) == 2


@pytest.mark.slow
def test_the_same_seed_and_commands_give_the_same_dice(shell: Shell) -> None:
    outs = []
    for name in ("one", "two"):
        shell.good("new", name, "--seed", "lantern")
        shell.good("do", "enter dungeon Barrow", "-c", name)
        outs.append(shell.good("do", "make noise", "-c", name).out)
    assert outs[0] == outs[1]


@pytest.mark.slow
@pytest.mark.parametrize("words", [("search",), ("search", "20", "x", "20", "ft"), ("search 20 x 20 ft",)])
def test_a_command_needs_no_quotes(barrow: Shell, words: tuple[str, ...]) -> None:
    assert barrow.good("do", *words, "--faces", "6+5").out.startswith("day 1 08:10  search")


@pytest.mark.slow
def test_what_happened_goes_to_standard_output_and_nothing_else(barrow: Shell) -> None:
    told = barrow.good("do", "search", "--faces", "6+5")
    # 11 on the table of G-ENC-2 is nothing.
    assert told.out == (
        f"day 1 08:10  {SEARCHED} (G-SEARCH-2)\nday 1 08:10  encounter check 11: nothing (G-ENC-2)\n"
    )
    assert told.err == ""


@pytest.mark.slow
def test_what_waits_for_the_referee_goes_to_standard_error(barrow: Shell) -> None:
    told = barrow.good("do", "search 20 x 40 ft", "--faces", "1+2 3+4")
    assert "search interrupted, 1 turn left" in told.out
    # A 3 is an encounter; 7 x 10 ft off; the second of two turns of searching is left.
    assert "70 ft away" in told.out
    for step in ("reaction", "part", "let it come", "abandon"):
        assert step in told.err
        assert f"{step} |" not in told.out


@pytest.mark.slow
def test_the_quick_way_and_the_parser_do_the_same(barrow: Shell) -> None:
    quick = barrow.good("do", "search")
    barrow.good("undo")
    assert barrow.good("do", "search", "--dice", "seeded") == quick


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("do", "note", "x"),
        ("do", "note", "x", "-c", "Barrow", "--json"),
        ("do", "nonsense", "--campaign", "Barrow"),
        ("status", "--json"),
        ("undo", "-c", "Barrow"),
        ("redo", "--json"),
    ],
)
def test_the_quick_way_and_the_parser_say_the_same(barrow: Shell, words: tuple[str, ...]) -> None:
    assert read_plain(list(words[1:])) is not None
    quick = barrow(*words)
    if quick.code == 0 and words[0] in {"do", "undo"}:
        barrow.good({"do": "undo", "undo": "redo"}[words[0]])
    # An option given with = is beyond the quick way.
    if "-c" in words or "--campaign" in words:
        at = next(i for i, word in enumerate(words) if word in {"-c", "--campaign"})
        slow = (*words[:at], f"--campaign={words[at + 1]}", *words[at + 2 :])
    else:
        slow = (*words, "--campaign=Barrow")
    assert read_plain(list(slow[1:])) is None
    assert barrow(*slow) == quick


@pytest.mark.slow
def test_undo_of_several_takes_its_options_along(barrow: Shell) -> None:
    barrow.good("new", "other")
    assert barrow.good("undo", "2", "-c", "Barrow").out.splitlines()[0].count("; ") == 1


@pytest.mark.slow
def test_a_refusal_goes_to_standard_error_with_its_hint_and_exit_code_1(barrow: Shell) -> None:
    told = barrow("do", "dismiss", "Vrada")
    assert (told.code, told.out) == (1, "")
    assert "did you mean 'Varda'?" in told.err


@pytest.mark.slow
def test_a_mistyped_verb_gets_a_suggestion_and_exit_code_2(barrow: Shell) -> None:
    told = barrow("do", "serch")
    assert (told.code, told.out) == (2, "")
    assert "did you mean 'search'?" in told.err
    assert "Traceback" not in told.err


@pytest.mark.slow
def test_a_command_of_the_shell_said_with_do_is_pointed_out(barrow: Shell) -> None:
    told = barrow("do", "screen")
    assert told.code == 2
    assert "`turnkeeper screen`" in told.err


@pytest.mark.slow
def test_what_is_looked_up_is_shown_by_do_as_well(barrow: Shell) -> None:
    shown = barrow.good("status")
    for said in ("status", "show me the status", "How do things stand?"):
        assert barrow.good("do", said) == shown
    assert barrow.good("do", "log 1", "--json") == barrow.good("log", "--last", "1", "--json")


@pytest.mark.slow
def test_the_caret_stands_under_the_fault(barrow: Shell) -> None:
    told = barrow("do", "wait 3 blinks")
    text, caret = told.err.splitlines()[1:3]
    assert text[caret.index("^") :].startswith("blinks")


@pytest.mark.slow
def test_typed_dice_without_a_terminal_say_which_throw_is_wanted(barrow: Shell) -> None:
    told = barrow("do", "search", "--dice", "typed")
    assert (told.code, told.out) == (5, "")
    assert "encounter check: 2d6 (G-ENC-2)" in told.err
    assert "--faces" in told.err
    assert barrow.good("status", "--json").json["clock"]["instant"] == "day 1 08:00"


@pytest.mark.slow
def test_typed_dice_go_on_asking_after_the_faces_given(barrow: Shell) -> None:
    told = barrow("do", "search", "--dice", "typed", "--faces", "1+2")
    assert told.code == 5
    # A 3 is an encounter in a corridor, and its distance is the next throw.
    assert "encounter distance: 2d6x10" in told.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "faces, says", [("7+1", "not on a d6"), ("13", "2 to 12"), ("6+5 3", "left over: 3"), ("x", "type faces")]
)
def test_faces_that_do_not_fit_are_explained_and_nothing_is_recorded(
    barrow: Shell, faces: str, says: str
) -> None:
    told = barrow("do", "search", "--faces", faces)
    assert (told.code, told.out) == (2, "")
    assert says in told.err
    assert barrow.good("status", "--json").json["clock"]["instant"] == "day 1 08:00"


@pytest.mark.slow
def test_faces_may_be_given_one_throw_an_option(barrow: Shell) -> None:
    told = barrow.good("do", "search", "--faces", "1+2", "--faces", "3+4")
    assert "70 ft away" in told.out


@pytest.mark.slow
@pytest.mark.parametrize("faces", [["1+2", "3+4"], ["3", "encounter", "distance=7"], ["3", "7", "--json"]])
def test_faces_behind_their_option_need_no_quotes(barrow: Shell, faces: list[str]) -> None:
    told = barrow.good("do", "search", "--faces", *faces)
    assert "70 ft away" in told.out
    assert "thrown for you" not in told.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("--faces", "6+5", "search", "20x20"), ("search", "--faces", "6+5", "20x20")],
)
def test_words_behind_the_faces_are_the_command_s(barrow: Shell, words: tuple[str, ...]) -> None:
    assert barrow.good("do", *words).out.startswith("day 1 08:10  search 20 x 20 ft")


@pytest.mark.slow
def test_faces_may_be_given_by_name_and_what_was_thrown_besides_is_said(barrow: Shell) -> None:
    told = barrow.good("do", "search", "--faces", "distance=3+4 encounter check=1+2")
    assert "70 ft away" in told.out
    barrow.good("undo")
    told = barrow.good("do", "search", "--faces", "1+2")
    assert "thrown for you: encounter distance: 2d6x10 = " in told.err


@pytest.mark.slow
def test_the_throws_of_a_command_are_listed_and_nothing_is_recorded(barrow: Shell) -> None:
    told = barrow.good("do", "search", "--ask")
    assert told.out == (
        "1  encounter check: 2d6 (G-ENC-2)\n"
        "What is thrown after that depends on what these show; it may be:\n"
        "   encounter distance: 2d6x10 (G-ENC-4)\n"
    )
    known = barrow.good("do", "search", "--ask", "--faces", "1+2", "--json").json
    assert [throw["name"] for throw in known["throws"]] == ["encounter check", "encounter distance"]
    assert barrow.good("do", "note x", "--ask").out == "note x: no throw\n"
    assert barrow("do", "flibber", "--ask").code == 2
    assert barrow.good("status", "--json").json["clock"]["instant"] == "day 1 08:00"


@pytest.mark.slow
def test_undo_and_redo_are_one_move_of_many_commands_however_they_are_said(barrow: Shell) -> None:
    for text in ("note oak", "note ash", "note elm"):
        barrow.good("do", text)
    assert "undo: note elm; note ash" in barrow.good("undo", "2").out
    assert "redo: note ash; note elm" in barrow.good("do", "r 2").out
    assert "undo: note elm; note ash" in barrow.good("do", "undo 2").out
    assert "redo: note ash; note elm" in barrow.good("play", stdin="redo 2\n").out
    assert "undo: note elm; note ash" in barrow.good("play", stdin="u 2\n").out


@pytest.mark.slow
def test_do_as_json_tells_the_commit_and_the_lines(barrow: Shell) -> None:
    told = barrow.good("do", "search", "--faces", "6+5", "--json").json
    assert told["summary"] == "search, 2d6 = 11"
    assert [line["rule"] for line in told["lines"]] == ["G-SEARCH-2", "G-ENC-2"]
    assert told["interrupted"] is False


@pytest.mark.slow
def test_a_refusal_as_json_is_data_too(barrow: Shell) -> None:
    told = barrow("do", "choose rest", "--json")
    assert told.code == 1
    assert told.json["code"] == "no-question"


@pytest.mark.slow
def test_ten_megabytes_of_noise_are_refused_in_a_few_words(barrow: Shell) -> None:
    told = barrow("do", "noise \x07" * 1_500_000)
    assert (told.code, told.out) == (2, "")
    assert len(told.err) < 1_000
    assert "\x07" not in told.err


@pytest.mark.slow
def test_status_shows_everything_at_a_glance(barrow: Shell) -> None:
    barrow.good("do", "timer bless 3 turns for Varda warn 1 turn")
    barrow.good("do", "stock 12 rations")
    barrow.good("do", "search 20 x 40 ft", "--faces", "1+2 3+4")
    told = barrow.good("status")
    for shown in (
        "Barrow", "day 1 08:10", "dungeon Barrow, corridor", "torch (Orlo)", "2 ticks", "bless (Varda)",
        "2 turns", "encounter check", "70 ft away", "search, 1 turn left", "Varda", "12 ration",
        "let it come",
    ):  # fmt: skip
        assert shown in told.out, shown
    assert "\x1b" not in told.out
    assert told.err == ""


@pytest.mark.slow
def test_status_says_that_it_is_dark_and_what_would_help(barrow: Shell) -> None:
    barrow.good("do", "douse torch")
    told = barrow.good("status")
    assert "dark" in told.out
    assert "light torch for Orlo" in told.out


@pytest.mark.slow
def test_status_has_its_own_json(barrow: Shell) -> None:
    told = barrow.good("status", "--json").json
    assert told["lights"][0]["left_of_1000"] == 1000
    assert told["place"]["scene"] == "dungeon"


@pytest.mark.slow
def test_a_campaign_is_found_by_option_by_environment_and_alone(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shell("status").code == 3
    shell.good("new", "one")
    assert shell.good("status", "--json").json["campaign"] == "one"
    shell.good("new", "two")
    unclear = shell("status")
    assert unclear.code == 3
    assert "one.turnkeeper" in unclear.err
    assert "two.turnkeeper" in unclear.err
    assert shell.good("status", "-c", "two", "--json").json["campaign"] == "two"
    monkeypatch.setenv("TURNKEEPER_CAMPAIGN", "one.turnkeeper")
    assert shell.good("status", "--json").json["campaign"] == "one"
    assert shell.good("status", "--campaign", "two.turnkeeper", "--json").json["campaign"] == "two"


def test_a_campaign_that_is_not_there_is_told_with_those_that_are(barrow: Shell) -> None:
    told = barrow("do", "search", "-c", "Barow")
    assert told.code == 3
    assert "Barrow.turnkeeper" in told.err
    assert not Path("Barow.turnkeeper").exists()


PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.slow
def test_a_picture_is_handed_out_or_a_portrait_from_a_file_and_undone_as_one_command(shell: Shell) -> None:
    Path("letter.png").write_bytes(PNG + b"letter")
    shell.good("new", "Barrow")
    shell.good("do", "party Varda")
    assert "handed out: a torn letter" in shell.good("handout", "letter.png", "--title", "a torn letter").out
    assert "a portrait" in shell.good("portrait", "varda", "letter.png").out
    shell.good("undo", "2")
    assert shell.good("handout", "letter.png").out.rstrip().endswith("handed out: letter")


@pytest.mark.slow
def test_a_file_that_is_no_picture_or_too_large_a_portrait_is_refused(shell: Shell) -> None:
    Path("page.png").write_bytes(b"<svg/>")
    Path("large.png").write_bytes(PNG + bytes(300_000))
    shell.good("new", "Barrow")
    shell.good("do", "party Varda")
    assert "this is no picture" in shell("handout", "page.png").err
    assert "300,000 bytes" in shell("portrait", "Varda", "large.png").err
    assert shell("portrait", "Nobody", "page.png").code != 0
    assert shell("handout", "missing.png").code != 0


@pytest.mark.slow
def test_who_says_nothing_known_is_told_where_the_commands_stand(barrow: Shell) -> None:
    """A shell has no ``?``; in ``play`` it is typed at the prompt."""
    assert "  `turnkeeper commands` lists what can be said\n" in barrow("do", "F28").err
    told = barrow("play", stdin="F28\n").err
    assert "  type ? for the commands\n" in told
    assert "turnkeeper commands" not in told


def test_a_question_is_answered_by_a_line_and_nothing_is_recorded(shell: Shell) -> None:
    """With no throw, and as data: its lines stand in ``answer``."""
    shell.good("new", "Barrow")
    shell.good("do", "party Varda wisdom 12 hp 5/7; Orlo")
    before = shell.good("log").out
    assert shell.good("do", "who", "is", "hurt").out == "Varda hp 5/7\n"
    assert shell.good("do", "--json", "who is hurt?").json["answer"] == ["Varda hp 5/7"]
    assert shell.good("do", "--ask", "who is hurt").out == "who is hurt: no throw\n"
    assert shell.good("log").out == before


def test_the_keeper_answers_questions_one_line_each(shell: Shell) -> None:
    shell.good("new", "Barrow")
    told = shell.good("play", stdin="how many torches left\nstock 6 torch\nhow many torches left\n")
    first, _stocked, last = told.out.splitlines()
    assert (first, last) == ("no torches are counted", "6 torches")


def test_help_lists_what_can_be_asked(shell: Shell) -> None:
    shell.good("new", "Barrow")
    told = shell.good("play", stdin="help questions\n").out
    assert "how far it is to a place" in told
    assert "who is hurt" in told


def test_do_shows_how_things_stand_however_politely_it_is_asked(shell: Shell) -> None:
    shell.good("new", "Barrow")
    stands = shell.good("status").out
    assert shell.good("do", "status").out == stands
    assert shell.good("do", "status please").out == stands
    assert shell.good("do", "status all").out == stands


def test_dice_said_in_words_are_thrown(shell: Shell) -> None:
    shell.good("new", "Barrow")
    assert shell.good("do", "4d6 drop lowest").out.startswith("4d6dl1: ")
    assert shell.good("do", "50% chance").out.startswith("50 in 100: ")
    assert shell.good("do", "flip a coin").out.startswith("1d2: ")


@pytest.mark.parametrize("seed", range(6))
def test_a_chance_says_whether_it_came(shell: Shell, seed: int) -> None:
    told = shell.good("dice", "2 in 6", "--seed", str(seed)).out
    face = int(told.removeprefix("2 in 6: ").split()[0])
    assert told.endswith(": it happens\n" if face <= 2 else ": it does not happen\n")
