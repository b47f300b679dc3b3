"""A time of day that a text only tells: whether to wait until then or to set the clock is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app.outcomes import NotUnderstood, asked
from turnkeeper.play.kernel.sentence import NUMBERS
from turnkeeper.spelling.hours import time_told

if TYPE_CHECKING:
    from turnkeeper.app.meaning.saying import Saying


def asked_of_the_clock(saying: Saying) -> NotUnderstood | None:
    """Return the question whether to wait until the time of day that a text tells, or ``None``.

    Time that passes burns lights and brings all that falls due; a clock that is set only ends what runs.
    """
    told = time_told(" ".join(saying.text.split()), NUMBERS)
    ways = (f"wait until {told}", f"rule clock {told}") if told else ()
    choices = tuple(way for way in ways if saying.allows(saying.campaign.parse(way)))
    return asked(f"does time pass until {told}, or is the clock set?", choices) if choices else None
