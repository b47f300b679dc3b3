"""The names of 4, 8, 16, 24 or 40 phases of one length, as Fantasy-Calendar and Calendarium know them."""

from __future__ import annotations

from turnkeeper.calendars.model import MoonPhase
from turnkeeper.calendars.sky import EIGHT

_STEPS = {
    8: ("",),
    16: ("", " fading"),
    24: (" rising", "", " fading"),
    40: (" rising", " risen", "", " fading", " faded"),
}
GRANULARITIES = (4, *_STEPS)


def phase_names(count: int) -> tuple[str, ...]:
    """Return the names of so many phases, the new moon first.

    >>> phase_names(24)[:3], phase_names(24)[-1]
    (('new moon', 'new moon fading', 'waxing crescent rising'), 'new moon rising')
    """
    if count == 4:  # noqa: PLR2004 - the quarters alone
        return EIGHT[::2]
    steps = _STEPS[count]
    names = [name + step for name in EIGHT for step in steps]
    begin = steps.index("")
    return (*names[begin:], *names[:begin])


def equal_phases(count: int) -> tuple[MoonPhase, ...]:
    """Return so many phases of equal length; of eight their usual names need not be said."""
    return () if count == len(EIGHT) else tuple(MoonPhase(name) for name in phase_names(count))
