"""Commands are declared once: command line, playthrough, help and completion agree about all of them."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest

from tests.app.campaigns import replay_text
from tests.cli.shell import Shell
from turnkeeper.app.library import create, in_memory
from turnkeeper.app.outcomes import CommandDone, MovedTo
from turnkeeper.app.session import Session
from turnkeeper.app.words import words_on
from turnkeeper.cli import lookup_commands, screen
from turnkeeper.cli.repl import Repl
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules import load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.complete import complete
from turnkeeper.views.handbook import QUESTIONS, handbook

LANGUAGE = Language(DECLARED, Rulebook(load_builtin("glog")))
EXAMPLES = [
    (str(one.command.__struct_config__.tag), example) for one in LANGUAGE.declared for example in one.examples
]
SAID = [example for _, example in EXAMPLES]
HANDBOOK = handbook(LANGUAGE)


@pytest.mark.parametrize("kind, example", EXAMPLES)
def test_every_example_is_a_command_of_its_own_kind(kind: str, example: str) -> None:
    assert LANGUAGE.parse(example).__struct_config__.tag == kind


def test_every_declared_command_is_in_help_with_its_forms_and_examples() -> None:
    topics = {topic.kind: topic for topic in HANDBOOK}
    for one in LANGUAGE.declared:
        topic = topics[str(one.command.__struct_config__.tag)]
        assert (topic.help, topic.group) == (one.help, one.group)
        assert topic.examples
        assert {*topic.examples} <= {*one.examples}
        assert topic.forms


@pytest.mark.slow
def test_every_declared_command_is_listed_by_commands(shell: Shell) -> None:
    listed = shell.good("commands", "--json").json
    kinds = [topic.kind for topic in HANDBOOK]
    assert [one["kind"] for one in listed] == [*kinds, QUESTIONS, "undo", "redo", "go", "stopwatch"]
    text = shell.good("commands", "--all").out
    for topic in HANDBOOK:
        assert all(example in text for example in topic.examples)


@pytest.mark.slow
def test_commands_leaves_out_what_the_rules_have_no_use_for(shell: Shell) -> None:
    # glog counts no segments and has no Tide of Battle; quest-of-destiny has both, and no rounds of tests.
    glog, quest = (shell.good("commands", "--rules", rules).out for rules in ("glog", "quest-of-destiny"))
    for verb in ("act ", "disrupt", "tide ", "repeat"):
        assert f"\n       {verb}" not in glog
    assert "--all lists them" in glog
    assert "act [" in quest
    assert "tide" in quest
    told = shell.good("commands", "act", "--rules", "glog").out
    assert "act" in told


@pytest.mark.parametrize("verb", LANGUAGE.verbs)
def test_every_verb_has_help_of_its_own(verb: str) -> None:
    shown = "\n".join(lookup_commands.help_drawn(screen.stdout(), HANDBOOK, verb))
    assert f"{verb}" in shown
    assert "Say" in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, said",
    [
        (("undo 2",), "undo: note elm; note ash"),
        (("u 2",), "undo: note elm; note ash"),
        (("UNDO 1000",), "undo: note elm; note ash; note oak; no more are left"),
        (("undo", "z"), "undo: note ash"),
        (("undo 2", "redo"), "redo: note ash"),
        (("undo 3", "r 2"), "redo: note oak; note ash"),
    ],
)
def test_the_words_of_the_session_say_the_same_on_every_surface(
    shell: Shell, words: tuple[str, ...], said: str
) -> None:
    """The command line, the prompt, the session of screen and API, a playthrough, the library."""
    notes = ("note oak", "note ash", "note elm")
    shell.good("new", "one", "--seed", "lantern")
    for text in notes:
        shell.good("do", text)
    assert [shell("do", text) for text in words][-1].out.splitlines()[0] == said
    shell.good("new", "two", "--seed", "lantern")
    lines = [f"> {text}" for text in words]
    typed = shell("play", "-c", "two", stdin="\n".join((*notes, *words)) + "\n").out.splitlines()
    assert typed[-2] == said
    text = "rules: glog\nseed: lantern\n" + "".join(f"> {note}\n" for note in notes)
    replayed = replay_text(text + "\n".join(lines) + f"\n= {said}\n", "words.play")
    assert not replayed.problems
    session = Session(in_memory("three", load_builtin("glog"), seed="lantern"))
    for note in notes:
        session.say(note)
    outcome = [session.say(text) for text in words][-1]
    assert isinstance(outcome, MovedTo)
    assert outcome.said == said
    assert replayed.campaign is not None
    assert session.head == replayed.campaign.head.id


@pytest.mark.slow
def test_each_word_of_the_terminal_is_carried_out_helped_with_and_completed(shell: Shell) -> None:
    shell.good("new", "one")
    told = "\n".join(lookup_commands.help_drawn(screen.stdout(), HANDBOOK))
    keeper = Repl(in_memory("two", load_builtin("glog")))
    for one in words_on("terminal"):
        assert f"\n{one.word} " in told, one.word
        assert one.word in {found.text for found in keeper.complete(one.word[:2])}
        for said in (one.word, *one.short):
            assert "is not a command" not in shell("play", stdin=f"{said}\n").err or one.word == "go", said


BEFORE = ("party Varda wisdom 12 hp 5/7; Orlo wisdom 9", "enter dungeon Barrow", "light torch for Orlo")


@pytest.fixture(scope="module")
def lit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a campaign in which `BEFORE` was said: a copy of it is another."""
    path, campaign = create(str(tmp_path_factory.mktemp("lit") / "one"), load_builtin("glog"), seed="lantern")
    session = Session(campaign)
    assert all(isinstance(session.say(said), CommandDone) for said in BEFORE)
    campaign.close()
    return path


@pytest.mark.slow
@pytest.mark.parametrize("example", SAID)
def test_do_and_playthrough_come_to_the_same(shell: Shell, lit: Path, example: str) -> None:
    """An example is carried out or refused by the rules; it is never a text that is no command."""
    copyfile(lit, lit.name)
    done = shell("do", example, "--json")
    text = "".join(f"> {said}\n" for said in [*BEFORE, example])
    replayed = replay_text(f"rules: glog\nseed: lantern\n{text}", "example.play")
    assert replayed.campaign is not None
    assert done.code in {0, 1}
    if done.code == 0:
        assert replayed.campaign.head.id == done.json["commit"]
    else:
        assert done.json["message"] in str(replayed.problems[0])


@pytest.mark.slow
def test_a_command_may_be_said_to_the_keeper_as_to_do(barrow: Shell) -> None:
    by_do = barrow.good("do", "search").out
    barrow.good("undo")
    assert barrow.good("play", stdin="search\n").out == by_do


@pytest.mark.slow
def test_every_verb_is_completed_from_its_first_letter() -> None:
    campaign = in_memory("barrow", load_builtin("glog"), seed="lantern")
    useful = {verb for topic in HANDBOOK if topic.offered for verb in topic.verbs}
    for verb in LANGUAGE.verbs:
        offered = [one.text for one in complete(campaign, verb[0])]
        assert (verb in offered) == (verb in useful)


@pytest.mark.slow
def test_the_sample_sessions_are_ordinary_playthroughs(shell: Shell) -> None:
    from turnkeeper.app import samples

    for name in (samples.DOOR, samples.SESSION):
        Path(name).write_text(samples.text_of(name))
        shell.good("replay", name)
