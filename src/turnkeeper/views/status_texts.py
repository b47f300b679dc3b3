"""The status as plain texts: what a fact such as ``= status lights: torch (Orlo): 1 tick`` must equal.

Each field of `views.Status` has a key here; a field of several things has a text for each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnkeeper.views import wayfaring
from turnkeeper.views.counts import CountView, TideView
from turnkeeper.views.fights import FightView
from turnkeeper.views.status import DueView, LightView, MemberView, Status, TimerView, status
from turnkeeper.views.wayfaring import Wayfaring

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign

NONE = "none"
KEYS: tuple[str, ...] = tuple(field.name for field in msgspec.structs.fields(Status))


def facts(campaign: Campaign) -> dict[str, tuple[str, ...]]:
    """Return the texts of every field of a campaign's status, by its key."""
    now = status(campaign)
    return {key: texts(now, key) for key in KEYS}


def texts(now: Status, key: str) -> tuple[str, ...]:
    """Return the texts of a field of the status, one of ``KEYS``; ``none`` where it is empty."""
    value: object = getattr(now, key)
    if isinstance(value, Wayfaring):
        return tuple(f"{subject}: {text}" for subject, text in wayfaring.told(value)) or (NONE,)
    found = tuple(map(_text, value)) if isinstance(value, tuple) else (_text(value),)
    return tuple(text for text in found if text) or (NONE,)


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case LightView(called=called, lit=lit, left=left):
            return f"{called}: {left}" if lit else f"{called}, not lit: {left}"
        case TimerView(called=called, left=left):
            return f"{called}: {left}"
        case DueView(what=what, at=at):
            return f"{at}: {what}"
        case MemberView():
            return _member(value)
        case FightView(lines=lines) | CountView(lines=lines):
            return "; ".join(lines)
        case TideView(line=line, proposed=proposed):
            return "; ".join((line, *proposed))
        case _:
            return str(value)


def _member(one: MemberView) -> str:
    parts = [
        "hireling" if one.hireling else "",
        one.condition,
        f"level {one.level}" if one.level != 1 else "",
        f"hp {one.hp}" if one.hp else "",
        f"mana {one.mana}" if one.mana else "",
        f"fatigue {one.fatigue}" if one.fatigue else "",
        one.burdened,
        one.exerted,
        one.load,
        f"wields {one.wields}" if one.wields else "",
    ]
    told = ", ".join(part for part in parts if part)
    return f"{one.name}: {told}" if told else one.name
