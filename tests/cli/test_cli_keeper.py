"""The interactive keeper: lines from a pipe, and keys at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from tests.app.campaigns import do
from tests.cli.shell import Shell
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import open_campaign
from turnkeeper.app.words import WORDS
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.cli import prompt
from turnkeeper.cli.prompt import dice_help
from turnkeeper.cli.repl import Repl
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration

ENTER, ESCAPE, CTRL_C, CTRL_D = "\r", "\x1b", "\x03", "\x04"


@pytest.fixture
def campaign(barrow: Shell) -> Iterator[Campaign]:
    """Return the barrow, open."""
    barrow.good("status")
    opened = open_campaign(Path("Barrow.turnkeeper"))
    yield opened
    opened.close()


@contextmanager
def _terminal() -> Iterator[PipeInput]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


def _typed(campaign: Campaign, keys: str, dice: DiceKind = "seeded") -> int:
    """Type keys at the keeper and then leave; returns the exit code."""
    with _terminal() as terminal:
        terminal.send_text(keys + CTRL_D)
        return prompt.keep(campaign, dice)


def _now(campaign: Campaign) -> str:
    return campaign.book.scale.say_instant(campaign.state.now)


@pytest.mark.slow
def test_one_key_passes_one_turn(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    assert _typed(campaign, ENTER) == 0
    assert _now(campaign) == "day 1 08:10"
    out = capsys.readouterr().out
    assert "day 1 08:10  encounter check" in out
    assert "everything is recorded" in out


@pytest.mark.slow
def test_in_a_fight_the_one_key_is_a_round_of_10_s(campaign: Campaign) -> None:
    """G-TIME-1: a round is 10 s; G-TIME-2: a fight runs in rounds, each of which passes when it is over."""
    from turnkeeper.cli.glance import toolbar
    from turnkeeper.views.referee.glance import glance

    for said in ("rule wisdom of Varda 12", "rule wisdom of Orlo 9", "fight enemies"):
        assert not isinstance(campaign.do(campaign.parse(said)), Refusal)
    begun = campaign.state.now
    assert _typed(campaign, ENTER + ENTER + ENTER) == 0
    assert campaign.state.now - begun == Duration(20_000)
    assert "fight, round 3" in toolbar(glance(campaign))


@pytest.mark.slow
def test_a_command_is_typed_and_undone_with_one_letter(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    before = campaign.head
    _typed(campaign, f"search{ENTER}u{ENTER}")
    assert campaign.head == before
    assert "undo: search, 2d6 = " in capsys.readouterr().out


@pytest.mark.slow
def test_what_is_begun_is_completed_in_its_place(campaign: Campaign) -> None:
    found = prompt.KeeperCompleter(Repl(campaign)).get_completions(Document("douse tor"), CompleteEvent())
    assert [(one.text, one.start_position) for one in found] == [("torch", -3)]


@pytest.mark.slow
def test_the_keepers_own_words_are_completed_too(campaign: Campaign) -> None:
    found = prompt.KeeperCompleter(Repl(campaign)).get_completions(Document("stat"), CompleteEvent())
    assert [one.text for one in found] == ["status"]


@pytest.mark.slow
def test_typed_dice_are_asked_for_and_wrong_faces_explained(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    _typed(campaign, f"search{ENTER}7 9{ENTER}\x15" + f"6 5{ENTER}", "typed")
    assert "encounter check 11: nothing" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["6+5", "6 5", "6,5", "11"])
def test_faces_may_be_typed_in_any_of_the_usual_ways(
    campaign: Campaign, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _typed(campaign, f"search{ENTER}{answer}{ENTER}", "typed")
    assert "encounter check 11: nothing" in capsys.readouterr().out


@pytest.mark.slow
def test_one_throw_can_be_left_to_the_campaigns_own_dice(barrow: Shell, campaign: Campaign) -> None:
    _typed(campaign, f"search{ENTER}r{ENTER}", "typed")
    typed = campaign.head
    campaign.undo()
    assert barrow.good("do", "search", "--json").json["commit"] == typed.id


@pytest.mark.slow
@pytest.mark.parametrize("key", [ESCAPE, CTRL_C, CTRL_D])
def test_a_command_is_taken_back_while_its_dice_are_asked_for(
    campaign: Campaign, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = campaign.head
    _typed(campaign, f"search{ENTER}{key}", "typed")
    assert campaign.head == before
    assert "taken back; nothing was recorded" in capsys.readouterr().out


@pytest.mark.slow
def test_an_interrupt_clears_the_line_and_nothing_more(campaign: Campaign) -> None:
    _typed(campaign, f"sear{CTRL_C}{ENTER}")
    assert _now(campaign) == "day 1 08:10"


@pytest.mark.slow
def test_what_was_said_before_comes_back_with_the_arrow(barrow: Shell, campaign: Campaign) -> None:
    barrow.good("do", "note the lever is rusted")
    barrow.good("do", "note the door is shut")
    campaign.refresh()
    depth, up = campaign.head.depth, "\x1b[A"
    _typed(campaign, f"{up}{up}{ENTER}")
    assert (campaign.head.depth, campaign.head.summary) == (depth + 1, "note the lever is rusted")


@pytest.mark.slow
def test_an_interruption_says_why_and_what_next(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    _typed(campaign, f"search 20 x 40 ft{ENTER}1+2{ENTER}3+4{ENTER}", "typed")
    out = capsys.readouterr().out
    assert "search interrupted, 1 turn left" in out
    for step in ("reaction", "part", "let it come", "abandon"):
        assert step in out


@pytest.mark.slow
def test_when_another_screen_was_quicker_it_is_told_and_the_state_read_again(
    barrow: Shell, campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    """T7."""
    barrow.good("do", "search", "--faces", "6+5")
    keeper = Repl(campaign)
    assert keeper.hear("search")
    assert "was quicker" in capsys.readouterr().err
    assert _now(campaign) == "day 1 08:10"
    keeper.hear("search")
    assert _now(campaign) == "day 1 08:20"


@pytest.mark.slow
def test_the_foot_of_the_screen_tells_clock_light_and_what_is_due(campaign: Campaign) -> None:
    from turnkeeper.cli.glance import toolbar
    from turnkeeper.views.referee.glance import glance

    wide = toolbar(glance(campaign))
    for shown in (
        "day 1 08:00",
        "dungeon Barrow, corridor",
        "torch (Orlo) 2 ticks",
        "encounter check in 1 turn",
    ):
        assert shown in wide
    assert len(toolbar(glance(campaign), 60)) <= 60


@pytest.mark.slow
def test_lines_from_a_pipe_are_carried_out_and_empty_ones_pass_nothing(barrow: Shell) -> None:
    told = barrow.good("play", stdin="note first\n\n  \nnote second\nquit\nnote third\n")
    assert [line.split("  ")[1] for line in told.out.splitlines()] == ["first", "second"]


@pytest.mark.slow
def test_a_line_that_fails_is_told_and_gives_its_exit_code_at_the_end(barrow: Shell) -> None:
    told = barrow("play", stdin="serch\ndismiss Nobody\nnote done\n")
    assert told.code == 2
    assert "did you mean 'search'?" in told.err
    assert told.out == "day 1 08:00  done\n"


@pytest.mark.slow
def test_the_keepers_own_words_work_in_a_pipe_too(barrow: Shell) -> None:
    own = "status\nlog 2\nwhy\nbranches\nsearch\nundo\nredo\nz\n?\n? light\nhelp time\n"
    told = barrow.good("play", stdin=own)
    for shown in ("Barrow", "undo: search", "redo: search", "light [N] LIGHT [for WHO]", "Rulings"):
        assert shown in told.out, shown


@pytest.mark.slow
@pytest.mark.parametrize("line", ["stauts", "? lihgt", "undo x", "log 0", "why 99", "go nowhere", "undo 99"])
def test_a_slip_in_the_keepers_own_words_is_told(barrow: Shell, line: str) -> None:
    told = barrow("play", stdin=f"{line}\n")
    assert told.code in {1, 2}
    assert told.err
    assert "Traceback" not in told.err


@pytest.mark.slow
def test_a_pipe_of_noise_is_refused_line_by_line(barrow: Shell) -> None:
    told = barrow("play", stdin="\0" * 10_000_000)
    assert told.code == 2
    assert len(told.err) < 1_000


@pytest.mark.slow
def test_typed_dice_in_a_pipe_say_which_throw_is_wanted(barrow: Shell) -> None:
    told = barrow("play", "--dice", "typed", stdin="search\n")
    assert told.code == 5
    assert "encounter check: 2d6" in told.err


def test_no_rule_set_takes_a_word_of_the_keeper() -> None:
    own = {said for one in WORDS.values() for said in (one.word, *one.short)}
    for one in builtin_ids():
        assert not own & set(Language(DECLARED, Rulebook(load_builtin(one))).verbs)


@pytest.mark.slow
def test_the_sample_without_a_terminal_plays_its_session_and_leaves_no_file(shell: Shell) -> None:
    told = shell.good("sample")
    assert "The barrow" in told.out
    assert "a lost priest" in told.out
    assert told.err == ""
    assert not list(Path().iterdir())


@pytest.mark.slow
def test_the_sample_at_a_terminal_says_five_things_to_type_and_where_it_lies(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from turnkeeper.cli.play_commands import sample

    with _terminal() as keys:
        for end in (sys.stdin, sys.stdout):
            monkeypatch.setattr(end, "isatty", lambda: True, raising=False)
        keys.send_text(ENTER + CTRL_D)
        assert sample() == 0
        out = capsys.readouterr().out
        for shown in ("Enter", "search", "status", "undo", "?", str(Path("sample.turnkeeper").resolve())):
            assert shown in out, shown
        keys.send_text(CTRL_D)
        assert sample() == 0
    assert "As it was left" in capsys.readouterr().out
    shell.good("status")


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_what_can_be_typed_for_a_throw_is_shown_as_far_as_there_is_room(width: int) -> None:
    shown = dice_help(width)
    assert len(shown) <= width
    assert ("their sum" in shown) == (width >= 80)


@pytest.mark.slow
def test_a_wrong_face_is_told_in_whole_words_and_nothing_typed_is_not_quoted(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    _typed(campaign, ENTER + "7+7" + ENTER + ENTER + "12" + ENTER, "typed")
    out = capsys.readouterr().out
    assert "  7 is not on a d6: 2d6 wants 2 faces from 1 to 6\n" in out
    assert "type faces such as 4+5, or a total\n" in out
    assert "encounter check 12: nothing" in out


@pytest.mark.slow
def test_a_figure_that_a_round_wants_is_asked_for_on_the_line(campaign: Campaign) -> None:
    """G-INIT-1: a first round is thrown under Wisdom; what is no number is asked for again."""
    _typed(campaign, f"hire Bram{ENTER}foes goblins 6{ENTER}fight{ENTER}choose fatigue{ENTER}")
    _typed(campaign, f"round{ENTER}nine{ENTER}9{ENTER}")
    assert campaign.head.summary.startswith("round")
    bram = campaign.state.party.find("Bram")
    assert bram is not None
    assert bram.attribute("wisdom") == 9


@pytest.mark.slow
def test_a_fight_against_nobody_asks_against_whom_and_ctrl_c_begins_none(campaign: Campaign) -> None:
    before = campaign.head.id
    _typed(campaign, f"fight{ENTER}{CTRL_C}")
    assert campaign.head.id == before
    _typed(campaign, f"fight{ENTER}6{ENTER}goblins{ENTER}")
    assert campaign.head.summary.startswith("fight 6 goblins")


@pytest.mark.slow
def test_enter_answers_an_open_question_with_its_first_choice(campaign: Campaign) -> None:
    do(campaign, "search", "8")  # weariness (G-ENC-2)
    assert Repl(campaign).hear("")
    assert campaign.state.question is None
    assert campaign.head.summary.startswith("choose rest")


@pytest.fixture
def count(shell: Shell) -> Iterator[Campaign]:
    """Return a count of segments in which Ann's turn comes first, and nobody has acted yet."""
    shell.good("new", "Duel", "--rules", "quest-of-destiny", "--seed", "duel")
    opened = open_campaign(Path("Duel.turnkeeper"))
    for said in ("party Ann order 12 hp 9", "foes goblins 2 order 8 hp 4"):
        do(opened, said)
    do(opened, "fight", "1", "5", "9")
    yield opened
    opened.close()


@pytest.mark.slow
def test_an_empty_line_takes_back_what_is_asked_for_in_place(count: Campaign) -> None:
    before = count.head
    assert _typed(count, ENTER + ENTER) == 0
    assert count.head == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "said, summary",
    [
        ("dagger", "act dagger"),
        ("Ann hits goblin 1 for 3", "hurt goblin 1 3"),
        ("end the fight", "end fight"),
        ('note "a long pause"', "note a long pause"),
    ],
)
def test_where_a_word_is_asked_for_another_command_is_carried_out_as_such(
    count: Campaign, said: str, summary: str
) -> None:
    _typed(count, ENTER + said + ENTER)
    assert count.head.summary.replace('"', "") == summary


@pytest.mark.slow
def test_a_word_of_the_session_is_none_that_is_asked_for(
    count: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    before = count.head
    _typed(count, f"{ENTER}status{ENTER}{ENTER}{ENTER}")
    assert count.head == before
    out = capsys.readouterr().out
    assert "Tide" in out
    assert "what does Ann do?" in out
