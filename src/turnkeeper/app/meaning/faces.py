"""West and east, which are no faces of a hex: which of the two faces beside it is meant is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.app.outcomes import NotUnderstood, asked
from turnkeeper.play.journey.setting_out import TravelToward

if TYPE_CHECKING:
    from turnkeeper.app.meaning.saying import Saying

LONGEST = 160
_SIDEWAYS = re.compile(
    r"\b(?:towards? the |to the |due )?(?<![-\w])(?P<side>west|east)(?:wards?|erly)?\b(?! of\b)",
    re.IGNORECASE,
)


def which_face(saying: Saying) -> NotUnderstood | None:
    """Return the question which face of the hex a journey to the west or east goes through."""
    text = saying.text
    found = _SIDEWAYS.search(text) if len(text) <= LONGEST else None
    if found is None or len(_SIDEWAYS.findall(text)) > 1:
        return None
    choices = []
    for face in (f"north-{found['side'].casefold()}", f"south-{found['side'].casefold()}"):
        meant = saying.read(f"{text[: found.start()]}{face}{text[found.end() :]}")
        if isinstance(meant, NotUnderstood) or not isinstance(meant.command, TravelToward):
            return None
        choices.append(meant.text)
    return asked(f"{found['side'].casefold()} is no face of a hex", tuple(choices), found.start() + 1)
