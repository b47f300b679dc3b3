"""Who answers throws at this table: the campaign's dice, faces said beforehand, or somebody who is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from turnkeeper.chance.drivers import Scripted
from turnkeeper.chance.throws import Answer, AnswerError, Throw, from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnkeeper.chance.throws import Driver
    from turnkeeper.table.campaign import Campaign

DiceKind = Literal["seeded", "typed"]
BY_ITSELF = frozenset({"r", "roll"})


class TakenBack(Exception):  # noqa: N818 - somebody changed their mind, which is no fault
    """Whoever was asked for faces would rather not go on; nothing has happened."""


class AtTheTable:
    """Real dice: each throw is asked for until faces fit it; ``r`` lets other dice answer that one.

    ``ask`` is given the throw and what was wrong with the answer before, and returns what was typed.
    """

    def __init__(self, ask: Callable[[Throw, str], str], otherwise: Driver) -> None:
        """Take the question to put, and the dice that answer for ``r``."""
        self._ask = ask
        self._otherwise = otherwise
        self._given: dict[int, Answer | None] = {}

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return what was typed for the throw of that number, asking if it is a new one."""
        if number not in self._given:
            self._given[number] = self._asked(throw, number)
        return self._given[number]

    def _asked(self, throw: Throw, number: int) -> Answer | None:
        wrong = ""
        while True:
            said = self._ask(throw, wrong).strip()
            if said.casefold() in BY_ITSELF:
                return self._otherwise.answer(throw, number)
            try:
                return from_text(throw, said)
            except AnswerError as fault:
                wrong = str(fault)


def dice_for(
    campaign: Campaign,
    kind: DiceKind = "seeded",
    faces: Sequence[str] = (),
    ask: Callable[[Throw, str], str] | None = None,
) -> Driver:
    """Return who answers a command's throws: first the faces given, then the dice of that kind.

    With ``typed`` dice and nobody to ask, throws beyond the faces stay unanswered.
    """
    if kind == "seeded":
        return Scripted(faces, campaign.seeded())
    return Scripted(faces, AtTheTable(ask, campaign.seeded()) if ask else None)


def split_faces(said: Sequence[str]) -> tuple[str, ...]:
    """Return one text a throw: blanks part throws, ``+`` and ``,`` the dice of one.

    >>> split_faces(["4+5 3", "6,6"])
    ('4+5', '3', '6,6')
    """
    return tuple(word for text in said for word in text.split())
