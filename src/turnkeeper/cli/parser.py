"""The parser of the command line, built from the index, and the options that many commands share.

A command's module is imported when it is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter, UnknownCommandError, UnusedCliTokensError

from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.index import COMMANDS

LONGEST_MESSAGE = 300
FACES = "--faces"


def build() -> App:
    """Return the parser with every command, none of them loaded."""
    app = App(
        name="turnkeeper",
        help="Keeps strict time for a tabletop role-playing campaign.",
        help_format="plaintext",
        help_formatter="plain",
        version_flags=[],
        verbose=False,
        suppress_keyboard_interrupt=False,
        print_error=False,
        exit_on_error=False,
        result_action="return_value",
    )
    for entry in COMMANDS:
        app.command(entry.where, name=entry.name)
    return app


def run(words: Sequence[str]) -> int:
    """Parse a command line and carry it out; returns the exit code, raises `Stop` for a wrong one."""
    names = {entry.name for entry in COMMANDS}
    words = ["campaigns", *words[1:]] if words[:1] == ["shelf"] else words
    _require_command_first(words, names)
    try:
        result = build()(_faces_joined(words))
    except CycloptsError as fault:
        raise Stop(Exit.USAGE, _said(fault), _hint(words, fault, names)) from fault
    return result if isinstance(result, int) else Exit.DONE


def _require_command_first(words: Sequence[str], names: set[str]) -> None:
    """Raise `Stop` for an option before the command, which a command further on would have taken."""
    at = next((at for at, word in enumerate(words) if word in names), 0)
    if at and words[0].startswith("-"):
        better = shorten(" ".join(["turnkeeper", words[at], *words[:at], *words[at + 1 :]]))
        raise Stop(Exit.USAGE, f"{shorten(words[0])!r} stands after its command.", f"Say `{better}`.")


def _faces_joined(words: Sequence[str]) -> list[str]:
    """Return a command line in which faces that stand apart behind their option are one text.

    They are faces where nothing else follows up to the next option, and the command stands before them.

    >>> _faces_joined(["do", "wait", "--faces", "3", "check=4+5", "--json"])
    ['do', 'wait', '--faces', '3 check=4+5', '--json']
    >>> _faces_joined(["do", "--faces", "3", "wait", "2", "turns"])
    ['do', '--faces', '3', 'wait', '2', 'turns']
    """
    if FACES not in words:
        return list(words)
    from turnkeeper.chance.typed import read_faces_typed

    first = words.index(FACES) + 1
    end = next((at for at in range(first, len(words)) if words[at].startswith("-")), len(words))
    said = " ".join(words[first:end])
    if words[1 : first - 1] and said and all(one.answers for one in read_faces_typed(said)):
        return [*words[:first], said, *words[end:]]
    return list(words)


def _said(fault: CycloptsError) -> str:
    if isinstance(fault, UnusedCliTokensError) and fault.unused_tokens:
        return f"{shorten(fault.unused_tokens[0])!r} is too much here."
    return shorten(str(fault).strip())


def _hint(words: Sequence[str], fault: CycloptsError, names: set[str]) -> str:
    if words[0] in names:
        return f"`turnkeeper {words[0]} --help` shows what would work."
    if isinstance(fault, UnknownCommandError):
        said = shorten(" ".join(words))
        return f"`turnkeeper do {said}` says it to the campaign; `turnkeeper --help` lists the commands."
    return "`turnkeeper --help` shows what would work."


def shorten(text: str) -> str:
    """Return a text that was typed, or the beginning of one that is much too long."""
    return text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}..."


CampaignOption = Annotated[
    str,
    Parameter(
        name=["--campaign", "-c"],
        help="The campaign's file; else TURNKEEPER_CAMPAIGN, else the only one in this folder.",
        show_default=False,
    ),
]
Json = Annotated[
    bool, Parameter(name="--json", negative=(), help="Write JSON, for programs.", show_default=False)
]
RulesOption = Annotated[
    str, Parameter(name="--rules", help="The id of a built-in rule set, or a file (.toml).")
]
OptionsOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--option",
        negative=(),
        help="An option of the rule set to switch on; can be said again. `rules show` lists them.",
        show_default=False,
    ),
]
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
Verbose = Annotated[
    bool,
    Parameter(
        name="--verbose",
        negative=(),
        help="Tell every event by itself, in the words of the record.",
        show_default=False,
    ),
]
Text = Annotated[str, Parameter(show_default=False)]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"], show_default=False)]
