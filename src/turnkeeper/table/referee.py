"""What the referee's screen shows at one glance, put together from its parts.

Everything is said in the rule set's own words, and only what this rule set and scene need is there: a part
with nothing to say is empty. It is computed after each command, so that it costs what is shown and not what
ever happened. Templates place it and never look into the state.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.table.burndown import LampView, TimerLine, TrackerLine
from turnkeeper.table.clockface import ClockView
from turnkeeper.table.company import MemberLine, NeedLine, SupplyLine
from turnkeeper.table.halts import Halt, Waiting
from turnkeeper.table.lately import LogPage
from turnkeeper.table.steps import Step
from turnkeeper.table.strip import StripView
from turnkeeper.table.tracks import Track
from turnkeeper.table.views import DueView


class PlaceView(Struct, frozen=True):
    """Where the party is: scene, place, room or corridor. ``dark`` tells that it has no light there."""

    scene: str
    name: str
    spot: str
    outdoors: bool
    dark: bool
    facts: tuple[str, ...] = ()


class TravelView(Struct, frozen=True):
    """The journey in short: ``where`` it truly is, the goal ahead, what is left of today's march.

    ``lost`` says what only the referee knows. ``lines`` are subject and text of the rest.
    """

    where: str
    hex: str
    lost: str
    goal: str
    march: str
    march_done: bool
    lines: tuple[tuple[str, str], ...] = ()


class MeetingLine(Struct, frozen=True):
    """What was met, how far away or when it comes, and how it takes to the party; ``text`` says all of it."""

    what: str
    text: str
    reaction: str = ""


class UnfinishedLine(Struct, frozen=True):
    """What was cut short: what is left of it, in words and in thousandths, and until when it can go on.

    ``steps`` go on with it or give it up, for the one that was left last; the others wait their turn.
    """

    what: str
    left: str
    left_of_1000: int
    until: str = ""
    steps: tuple[Step, ...] = ()


class BackView(Struct, frozen=True):
    """What undo and redo would do: ``undo: search, 2d6 = 9``; ``can`` is false where there is nothing."""

    can: bool
    said: str


class RefereeView(Struct, frozen=True):
    """Everything on the referee's screen; ``head`` is the commit that it shows."""

    campaign: str
    rules: str
    head: str
    clock: ClockView
    strip: StripView
    place: PlaceView
    travel: TravelView | None
    lights: tuple[LampView, ...]
    party: tuple[MemberLine, ...]
    timers: tuple[TimerLine, ...]
    more_timers: int
    trackers: tuple[TrackerLine, ...]
    due: tuple[DueView, ...]
    supplies: tuple[SupplyLine, ...]
    needs: tuple[NeedLine, ...]
    mounts: tuple[str, ...]
    vehicles: tuple[str, ...]
    met: tuple[MeetingLine, ...]
    foretold: str
    fight: Track | None
    unfinished: tuple[UnfinishedLine, ...]
    steps: tuple[Step, ...]
    halt: Halt | None
    waiting: tuple[Waiting, ...]
    undo: BackView
    redo: BackView
    log: LogPage
    announcement: str
