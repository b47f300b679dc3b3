"""Sentences that only suppose or recall something: the command they could want is offered, not done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.app.outcomes import NotUnderstood

if TYPE_CHECKING:
    from turnkeeper.play.kernel.language import Understood

# In small letters: May can be somebody.
_SUPPOSES = re.compile(
    r"\b(?:could|might|may|would(?! (?:like|rather)\b)|almost|nearly|pretends?|pretending|refuses?|dreams?)\b"
)
_RECALLS = re.compile(r"\b(?:yesterday|last (?:night|turn|round|watch|week|time))\b", re.IGNORECASE)


def only_supposed(text: str, meant: Understood) -> NotUnderstood | None:
    """Return the question whether a command is meant of which a text only supposes or recalls something.

    What a form says in its own words is meant, and so is a word that is part of a name or a remark.
    """
    if not meant.free:
        return None
    supposes, recalls = _SUPPOSES.search(text), _RECALLS.search(text)
    if supposes is not None and supposes[0] not in meant.text:
        return _asked("this only tells what could be", supposes, meant)
    return None if recalls is None else _asked("this tells what was before", recalls, meant)


def _asked(message: str, found: re.Match[str], meant: Understood) -> NotUnderstood:
    return NotUnderstood(message, f"did you mean {meant.text!r}?", found.start() + 1, (meant.text,))
