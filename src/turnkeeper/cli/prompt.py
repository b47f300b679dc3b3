"""The keeper at a terminal: a prompt with completion, history, the clock at the foot of the screen.

The history is that of the campaign, read from its record and kept in memory: nothing is written anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.styles import Style

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import recent_commands
from turnkeeper.app.outcomes import ThrowWanted
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.cli import glance, screen
from turnkeeper.cli.repl import Repl
from turnkeeper.cli.speak import TakenBack
from turnkeeper.views.referee.glance import glance as look

if TYPE_CHECKING:
    from turnkeeper.cli.speak import Asked

PROMPT = "> "
# The longest that the terminal has room for is shown.
_DICE_HELP = (
    " faces such as 4+5, or their sum; 4 5 3: throws  ·  r: the campaign's own dice  ·  Escape: take it back",
    " faces (4+5) or their sum  ·  r: the campaign's dice  ·  Escape: take back",
    " 4+5 or 9  ·  r: roll  ·  Esc: back",
)


class KeeperCompleter(Completer):
    """Completion as the keeper knows it."""

    def __init__(self, keeper: Repl) -> None:
        self._keeper = keeper

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what could stand at the cursor."""
        del complete_event
        text = document.text_before_cursor
        for one in self._keeper.complete(text):
            yield Completion(one.text, one.start - len(text), display_meta=one.meaning)


def keep(campaign: Campaign, dice: DiceKind, *, verbose: bool = False) -> int:
    """Listen at the terminal until the speaker leaves; returns the exit code."""
    keeper = Repl(campaign, dice=dice, ask=ask, verbose=verbose)
    session: PromptSession[str] = PromptSession(
        PROMPT,
        completer=KeeperCompleter(keeper),
        complete_while_typing=True,
        history=_history(campaign),
        bottom_toolbar=lambda: " " + glance.toolbar(look(campaign), (keeper.out.width or 80) - 1),
        style=_style(keeper),
        enable_suspend=True,
    )
    going_on = True
    while going_on:
        keeper.out.flush()
        try:
            line = session.prompt()
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
        going_on = keeper.hear(line)
    keeper.out.say(keeper.out.dim("everything is recorded; `turnkeeper play` goes on here"))
    return 0


def _style(keeper: Repl) -> Style:
    foot = "noreverse bg:ansibrightblack fg:ansiwhite" if keeper.out.colour else "noreverse"
    return Style.from_dict({"bottom-toolbar": foot, "bottom-toolbar.text": foot})


def _history(campaign: Campaign) -> InMemoryHistory:
    history = InMemoryHistory()
    for said in recent_commands(campaign):
        history.append_string(said)
    return history


def dice_help(width: int | None) -> str:
    """Return how dice are answered, in as many words as a line of the terminal holds."""
    return next((one for one in _DICE_HELP if width is None or len(one) <= width), _DICE_HELP[-1])


def ask(wanted: Asked, wrong: str) -> str:
    """Ask for faces or what a command lacks; Escape, Ctrl-C or Ctrl-D take the whole command back."""
    keys = KeyBindings()

    @keys.add("escape", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    out = screen.stdout()
    if wrong:
        out.say_all(screen.wrapped(f"  {wrong}", out.width, indent=2))
        out.flush()
    session: PromptSession[str] = PromptSession(
        key_bindings=keys,
        bottom_toolbar=(lambda: dice_help(out.width)) if isinstance(wanted, ThrowWanted) else None,
        enable_suspend=True,
    )
    try:
        return session.prompt(f"  {wanted}? ")
    except (KeyboardInterrupt, EOFError):
        raise TakenBack from None
