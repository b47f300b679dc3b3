"""Which face of the hex a journey goes through, where none is said, or west or east, which are no faces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.app.outcomes import NotUnderstood, asked
from turnkeeper.play.journey import places
from turnkeeper.play.journey.setting_out import TravelToward
from turnkeeper.play.kernel.scene import outdoors

if TYPE_CHECKING:
    from turnkeeper.app.meaning.saying import Saying

LONGEST = 160
_SIDEWAYS = re.compile(
    r"\b(?:towards? the |to the |due )?(?<![-\w])(?P<side>west|east)(?:wards?|erly)?\b(?! of\b)",
    re.IGNORECASE,
)


_GOES = re.compile(
    r"(?:(?:we|they|the party) )?(?:travel|march|walk|ride|hike|trek|journey|press on|push on)s?\b",
    re.IGNORECASE,
)


def which_face(saying: Saying) -> NotUnderstood | None:
    """Return the question which face of the hex a journey goes through."""
    return _beside_it(saying) or _any(saying)


def _any(saying: Saying) -> NotUnderstood | None:
    """Return the question which way a journey goes that only tells how long it is: ``march one watch``."""
    found = _GOES.match(saying.text) if len(saying.text) <= LONGEST else None
    if found is None or not outdoors(saying.campaign.state, saying.campaign.book):
        return None
    choices = []
    for face in places.faces(saying.campaign.state, saying.campaign.book):
        meant = saying.read(f"{saying.text.rstrip(' .!')} {face}")
        if isinstance(meant, NotUnderstood) or not isinstance(meant.command, TravelToward):
            return None
        choices.append(meant.text)
    return asked("which way?", tuple(choices)) if choices else None


def _beside_it(saying: Saying) -> NotUnderstood | None:
    """Return the question which of the two faces beside west or east it is."""
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
