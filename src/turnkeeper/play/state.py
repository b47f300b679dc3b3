"""The state of a campaign at one commit: a frozen value, one slice for each mechanism of `play`."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from turnkeeper.play.clock.check_times import Settled
from turnkeeper.play.clock.questions import Question
from turnkeeper.play.clock.timing import Timers
from turnkeeper.play.clock.trackers import Trackers
from turnkeeper.play.clock.turn_order import TurnOrder
from turnkeeper.play.dungeon.burning import Lights
from turnkeeper.play.dungeon.meeting import Meeting
from turnkeeper.play.dungeon.place import Place
from turnkeeper.play.dungeon.secrets import Secret
from turnkeeper.play.fight.counting import Count, Habit
from turnkeeper.play.fight.rounds import Fighting
from turnkeeper.play.fight.sides import Side
from turnkeeper.play.fight.surprise import Taken
from turnkeeper.play.fight.tide import TideNow
from turnkeeper.play.journey.camp import Site
from turnkeeper.play.journey.caravan import Train
from turnkeeper.play.journey.journey import Journey
from turnkeeper.play.journey.mapping import MapInUse
from turnkeeper.play.kernel.event import Task
from turnkeeper.play.kernel.introducing.creatures import Creature
from turnkeeper.play.party.handouts import Handout
from turnkeeper.play.party.hit_dice import Spending
from turnkeeper.play.party.party import Party
from turnkeeper.play.party.provisions import Provisions
from turnkeeper.play.party.supplies import Supplies
from turnkeeper.play.sky.calendar import CalendarInUse
from turnkeeper.play.sky.climate import Skies
from turnkeeper.play.sky.seasons import Shift
from turnkeeper.time import ORIGIN, Instant


class State(Struct, frozen=True, omit_defaults=True):
    """The whole state. ``order`` is the number that the next new thing gets.

    ``foretold`` is the next encounter if it is already known; ``unfinished`` holds the interrupted tasks,
    the latest last; ``rested`` is rest not yet turned into relief, in milliseconds, ``mana_rested`` the same
    for mana; ``owed`` is a fraction of a millisecond of movement; ``camp`` is the last camp site; ``habits``
    are what combatants did last in a count; ``creatures`` are the kinds known to the referee, the one used
    last at the end; ``spending`` are those who may spend hit dice.
    """

    now: Instant = ORIGIN
    order: int = 0
    place: Place = Place()
    party: Party = Party()
    supplies: Supplies = Supplies()
    lights: Lights = Lights()
    timers: Timers = Timers()
    secrets: tuple[Secret, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    foretold: str | None = None
    question: Question | None = None
    unfinished: tuple[Task, ...] = ()
    rested: int = 0
    owed_parts: int = 0
    owed_of: int = 1
    sides: tuple[Side, ...] = ()
    fight: Fighting | None = None
    count: Count | None = None
    tide: TideNow | None = None
    map: MapInUse = MapInUse()
    journey: Journey = Journey()
    train: Train = Train()
    weather: Shift | None = None
    season: Shift | None = None
    windows: tuple[Settled, ...] = ()
    camp: Site | None = None
    provisions: Provisions = Provisions()
    mana_rested: int = 0
    taken: Taken | None = None
    trackers: Trackers = Trackers()
    handouts: tuple[Handout, ...] = ()
    habits: tuple[Habit, ...] = ()
    creatures: tuple[Creature, ...] = ()
    skies: Skies = Skies()
    turn_order: TurnOrder | None = None
    spending: Spending | None = None
    calendar: CalendarInUse | None = None

    @property
    def owed(self) -> Fraction:
        """Return the part of a millisecond that movement still owes the clock."""
        return Fraction(self.owed_parts, self.owed_of)
