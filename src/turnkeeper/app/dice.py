"""Who answers throws at this table: the campaign's dice, faces said beforehand, or somebody who is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from turnkeeper.chance.drivers import Scripted, Typed
from turnkeeper.chance.throws import Answer, AnswerError, Throw, from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.chance.throws import Driver

DiceKind = Literal["seeded", "typed"]
BY_ITSELF = frozenset({"r", "roll"})


class TakenBack(Exception):  # noqa: N818 - somebody changed their mind, which is no fault
    """Whoever was asked for faces would rather not go on; nothing has happened."""


def at_the_table(ask: Callable[[Throw, str], str], otherwise: Driver) -> Typed:
    """Return real dice: each throw is asked for until faces fit it; ``r`` lets other dice answer that one.

    ``ask`` is given the throw and what was wrong with the answer before, and returns what was typed.
    """

    def answer(throw: Throw, number: int) -> Answer | None:
        wrong = ""
        while True:
            said = ask(throw, wrong).strip()
            if said.casefold() in BY_ITSELF:
                return otherwise.answer(throw, number)
            try:
                return from_text(throw, said)
            except AnswerError as fault:
                wrong = str(fault)

    return Typed(answer)


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
    return Scripted(faces, at_the_table(ask, campaign.seeded()) if ask else None)


def split_faces(said: Sequence[str]) -> tuple[str, ...]:
    """Return one text a throw: blanks part throws, ``+`` and ``,`` the dice of one.

    >>> split_faces(["4+5 3", "6,6"])
    ('4+5', '3', '6,6')
    """
    return tuple(word for text in said for word in text.split())
