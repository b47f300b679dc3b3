"""A rule set as its file states it: one frozen value, every entry with the rule it carries out.

This is the shape of the TOML and of the published schema; lengths and dice are still text here. What the
game asks of a rule set at run time is in `rules.book`, and how an option is switched on in `reading.switch`.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from turnkeeper.rules.model.abilities import Checks
from turnkeeper.rules.model.camp import Camp, Provision
from turnkeeper.rules.model.cases import Danger
from turnkeeper.rules.model.cite import CitesRules, RegisterEntry
from turnkeeper.rules.model.climate import Climate
from turnkeeper.rules.model.conduct import Activity, PaceKind, SceneKind
from turnkeeper.rules.model.endurance import Concentration, Recovery, StrainRules
from turnkeeper.rules.model.lights import LightKind, TableClock
from turnkeeper.rules.model.marks import ListSize
from turnkeeper.rules.model.movement import Race, Rates, Surprise
from turnkeeper.rules.model.orders import Order
from turnkeeper.rules.model.people import Characters, EncounterPlace, Fight, Morale, Reaction, Traps
from turnkeeper.rules.model.procedures import Procedure, StartTimerEffect, Table
from turnkeeper.rules.model.terrain import Terrain
from turnkeeper.rules.model.trackers import Tracker
from turnkeeper.rules.model.travel import Mounts, Navigation, Travel
from turnkeeper.rules.model.values import (
    DangerName,
    EntryName,
    OptionName,
    RaceName,
    ReadingInWords,
    RuleSetId,
    SetName,
    TimeOfDay,
)
from turnkeeper.rules.model.weather import SeasonKind, WeatherKind
from turnkeeper.time import UnitSpec

Scenes: TypeAlias = Annotated[
    dict[EntryName, SceneKind],
    ListSize(1, "there is no scene to play in", 'such as [scenes.dungeon], step = "1 turn"'),
]


class RuleSetHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which rule set this is, whose facts it states, and which one it differs from.

    ``remove`` names entries of the extended set that this one leaves out, such as ``lights.candle``, or what
    stands in one, such as ``lights.torch.burns_in.wilderness``; ``options`` are the options that are on.
    ``made_from`` is said by a set that was written with everything merged in: then the register may hold what
    nothing cites any more.
    """

    id: RuleSetId
    name: SetName
    notice: str = ""
    extends: str = ""
    remove: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    made_from: str = ""


class Timekeeping(CitesRules, frozen=True):
    """The units of the game, and the named times of a day such as ``dawn = "06:00"``."""

    units: tuple[UnitSpec, ...]
    times_of_day: dict[str, TimeOfDay] = {}


Tree: TypeAlias = Annotated[object, Meta(extra_json_schema={"description": "What a rule set says there."})]
"""Plain data of a rule file: it has no shape of its own until it is merged."""


class Option(CitesRules, frozen=True):
    """Another reading: the rule it is of, what it says in one sentence, and what it changes.

    ``changes`` holds differences, and ``remove`` names of entries, as a rule set that extends another says
    them. An option that is on has neither any more: they are made.
    """

    says: ReadingInWords
    changes: dict[str, Tree] = {}
    remove: tuple[str, ...] = ()


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything one game says of time and of the procedures that hang on it."""

    ruleset: RuleSetHead
    register: dict[EntryName, RegisterEntry]
    time: Timekeeping
    scenes: Scenes
    characters: Characters
    paces: dict[EntryName, PaceKind] = {}
    activities: dict[EntryName, Activity] = {}
    lights: dict[EntryName, LightKind] = {}
    procedures: dict[EntryName, Procedure] = {}
    tables: dict[EntryName, Table] = {}
    trackers: dict[EntryName, Tracker] = {}
    encounters: EncounterPlace | None = None
    reaction: Reaction | None = None
    morale: Morale | None = None
    fight: Fight | None = None
    traps: Traps | None = None
    terrain: dict[EntryName, Terrain] = {}
    travel: Travel | None = None
    navigation: Navigation | None = None
    mounts: Mounts | None = None
    checks: Checks | None = None
    strains: dict[EntryName, StrainRules] = {}
    recovery: Recovery | None = None
    camp: Camp | None = None
    weather: dict[EntryName, WeatherKind] = {}
    climates: dict[EntryName, Climate] = {}
    seasons: dict[EntryName, SeasonKind] = {}
    options: dict[OptionName, Option] = {}
    races: dict[RaceName, Race] = {}
    movement: Rates | None = None
    surprise: Surprise | None = None
    provisions: dict[EntryName, Provision] = {}
    table_clock: TableClock | None = None
    dangers: dict[DangerName, Danger] = {}
    concentration: Concentration | None = None

    @property
    def order(self) -> Order | None:
        """Who acts when in a fight; ``None`` where the table says so, or nothing is said of fights."""
        return None if self.fight is None else self.fight.order

    @property
    def rituals(self) -> dict[str, Activity]:
        """The activities that are tried, where one of them begins what lasts so long for each level."""
        lasting = (effect for one in self.activities.values() if one.trial is not None for effect in one.do)
        if not any(isinstance(effect, StartTimerEffect) and effect.each_level for effect in lasting):
            return {}
        return {name: one for name, one in self.activities.items() if one.trial is not None}

    @property
    def meals(self) -> Provision | None:
        """The provision of which meals are kept; ``None`` where none are."""
        return next((one for one in self.provisions.values() if one.due), None)
