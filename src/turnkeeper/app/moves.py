"""Words that move the head as they are said: undo, undo 3, redo 2, go and a commit.

The terminal understands them too. Whoever speaks says them among commands, and they are none: nothing is
recorded. This module must not know who says them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.app.campaign import Moved
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.record import Commit

MovingWord = Literal["undo", "redo", "go"]
WORDS: dict[str, MovingWord] = {"undo": "undo", "u": "undo", "z": "undo", "redo": "redo", "go": "go"}
"""Each word, and the one that it is short for."""
MOST_TIMES = 1_000_000
MOST_TOLD = 3


class Move(Struct, frozen=True):
    """A move of the head as it was said: ``times`` of undo and redo, ``to`` of go."""

    word: MovingWord
    times: int = 1
    to: str = ""


def read_move(text: str, verbs: Container[str]) -> Move | None:
    """Return the move that a text says; ``None`` for one that says none.

    A verb of the rule set goes before a word of ours, and ``go`` alone says no move. Raises ``SpeechError``
    for a number that is none.

    >>> read_move("Undo 3", ())
    Move(word='undo', times=3, to='')
    >>> read_move("search", ()), read_move("go", ())
    (None, None)
    """
    said, _, rest = text.strip().partition(" ")
    word, rest = WORDS.get(said.casefold()), rest.strip()
    if word is None or said.casefold() in verbs:
        return None
    if word == "go":
        return Move(word, to=rest) if rest else None
    return Move(word, require_number(text, rest) if rest else 1)


def require_number(text: str, said: str) -> int:
    """Return the number at the end of a text, which is at least 1; raises ``SpeechError``."""
    if said.isdecimal() and 1 <= int(said[:8]) <= MOST_TIMES:
        return int(said)
    column = len(text.rstrip()) - len(said) + 1
    raise SpeechError(text, column, f"{said[:40]!r} is not a number of at least 1", "as in undo 3")


def made(campaign: Campaign, move: Move) -> Moved | Refusal:
    """Move the head at once, however many commands that is; as far as there are any."""
    if move.word == "go":
        return campaign.go(move.to)
    way = list(behind(campaign, move.times) if move.word == "undo" else before(campaign, move.times))
    if move.times == 1 or not way:
        return campaign.undo() if move.word == "undo" else campaign.redo()
    gone = campaign.go(way[-1][1])
    if isinstance(gone, Refusal):
        return gone
    return Moved(gone.commit, f"{move.word}: {_listed([summary for summary, _ in way], move.times)}")


def behind(campaign: Campaign, most: int) -> Iterator[tuple[str, str]]:
    """Yield each command that undo takes back, the last first, with the commit where it then stands."""
    at = campaign.head
    while most > 0 and at.parent is not None:
        yield at.summary, at.parent
        at, most = campaign.store.commit(at.parent), most - 1


def before(campaign: Campaign, most: int) -> Iterator[tuple[str, str]]:
    """Yield each command that redo does again, in their order, with the commit where it then stands."""
    at: Commit = campaign.head
    while most > 0:
        following = campaign.store.redo_of(at.id)
        if following is None:
            return
        at, most = campaign.store.commit(following), most - 1
        yield at.summary, at.id


def _listed(told: list[str], asked: int) -> str:
    more = len(told) - MOST_TOLD
    listed = "; ".join(told[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")
    return listed if len(told) == asked else f"{listed}; no more are left"
