"""The rule set as the game asks it: lengths as durations, tables as throws, names found, cites looked up.

A `Rulebook` wraps one checked `RuleSet` and remembers its results. It is a value in all but
memory: two books over equal sets answer alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cached_property
from math import lcm

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.hexes import Land
from turnkeeper.rules.atlas import NO_MAPS, Atlas
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.conduct import Activity, PaceKind
from turnkeeper.rules.model.lights import Burns, LightKind
from turnkeeper.rules.model.procedures import (
    AskReferee,
    Effect,
    Procedure,
    RollTable,
    TableEntry,
    band_of,
    chance_in,
)
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.rules.model.trackers import Budget, Interval
from turnkeeper.time import ORIGIN, Duration, TimeScale


class Lookup(Struct, frozen=True):
    """A table made ready: the throw that asks it, and its entries in the order of the throw's bands."""

    throw: Throw
    entries: tuple[TableEntry, ...]


class Cadence(Struct, frozen=True):
    """A procedure that falls due by itself in a scene: every so often, or else once a day.

    ``begun`` orders those of one instant: older than all that is begun at the table, and among themselves as
    the rule set has them.
    """

    name: str
    procedure: Procedure
    every: Duration | None
    begun: int


class Rulebook:
    """One rule set, ready to be asked, and the maps that it is played on."""

    def __init__(self, ruleset: RuleSet, atlas: Atlas = NO_MAPS) -> None:
        """Take a rule set that has been checked, and where maps are found."""
        self.set = ruleset
        self.atlas = atlas
        self.scale = TimeScale.build(ruleset.time.units)
        self._durations: dict[str, Duration] = {}
        self._lookups: dict[tuple[str, str], Lookup] = {}
        self._charts: dict[str, Chart] = {}
        self._questions: dict[str, tuple[AskReferee, ...]] = {}

    def on(self, atlas: Atlas) -> Rulebook:
        """Return the same rules where maps are found in an atlas; what was looked up in them is shared."""
        found = copy(self)
        found.atlas, found._charts = atlas, {}  # noqa: SLF001 - it is one of ours
        found.__dict__.pop("plain", None)  # it is of the atlas from before
        return found

    @cached_property
    def plain(self) -> Rulebook:
        """The same rules, with lengths said as people say them: for texts that are not read back."""
        plain = copy(self)
        plain.scale = self.scale.plain
        return plain

    def duration(self, text: str) -> Duration:
        """Return the length that a text of the rule set names, such as ``60 rounds``."""
        known = self._durations.get(text)
        if known is None:
            known = self._durations[text] = self.scale.parse_duration(text)
        return known

    def land(self, digest: str) -> Land:
        """Return the land of a map by its full digest; raises ``LookupError`` when the atlas has none."""
        land = self.atlas.land(digest)
        if land is None:
            message = f"there is no map with the digest {digest}"
            raise LookupError(message)
        return land

    def chart(self, digest: str) -> Chart:
        """Return a map as this rule set reads it; raises ``LookupError`` when the atlas has no such map."""
        known = self._charts.get(digest)
        if known is None:
            from turnkeeper.rules.model.terrain import Chart

            roads = self.set.travel.roads if self.set.travel is not None else None
            known = Chart(self.land(digest), self.set.terrain, roads.kinds if roads is not None else ())
            self._charts[digest] = known
        return known

    def lookup(self, name: str, modifier: int = 0) -> Lookup:
        """Return a table made ready to be rolled on, its throw changed by a modifier."""
        table = self.set.tables[name]
        dice = f"{table.dice}{modifier:+d}" if modifier else table.dice
        known = self._lookups.get((name, dice))
        if known is None:
            bands = tuple(band_of(entry) for entry in table.entries)
            throw = Throw(name, dice, _open_ends(bands) if modifier else bands, table.rule.id)
            known = self._lookups[name, dice] = Lookup(throw, table.entries)
        return known

    def chance_in(self, name: str) -> int | None:
        """Return of how many a table is a chance: 6 for ``1`` against ``2-6`` on 1d6; else ``None``."""
        return chance_in(self.set.tables[name])

    def lookup_at(self, name: str, hits: int) -> Lookup:
        """Return a table that is a chance made ready, its first entry standing on a number of its totals."""
        usual = self.lookup(name)
        first, last = usual.throw.bands
        bands = (Band(first.name, 1, hits), Band(last.name, hits + 1, self.chance_in(name)))
        shown = bands if hits != self.chance_in(name) else bands[:1]
        return Lookup(Throw(usual.throw.name, usual.throw.dice, shown, usual.throw.rule), usual.entries)

    def questions(self, table: str) -> tuple[AskReferee, ...]:
        """Return the questions a table can put to the referee, in the order of its entries."""
        known = self._questions.get(table)
        if known is None:
            effects = (effect for entry in self.set.tables[table].entries for effect in entry.do)
            known = tuple(effect for effect in effects if isinstance(effect, AskReferee))
            self._questions[table] = known
        return known

    def effects_of(self, table: str) -> Iterator[Effect]:
        """Yield all effects that a table can have, those of tables that it rolls on among them."""
        for effect in (effect for entry in self.set.tables[table].entries for effect in entry.do):
            yield effect
            if isinstance(effect, RollTable):
                yield from self.effects_of(effect.table)

    def burns(self, kind: LightKind, scene: str) -> Burns:
        """Return the currency in which a kind of light burns in a scene."""
        return kind.burns_in.get(scene, kind.burns)

    @cached_property
    def times_of_day(self) -> dict[str, Duration]:
        """Return the named times of a day as lengths since midnight."""
        return {name: self._since_midnight(text) for name, text in self.set.time.times_of_day.items()}

    @cached_property
    def travel_paces(self) -> dict[str, PaceKind]:
        """Return the paces at which one travels, the slowest first; none where the rule set knows but one."""
        kinds = {name: one for name, one in self.set.paces.items() if one.travels is not None}
        return dict(sorted(kinds.items(), key=lambda one: one[1].way)) if self.set.travel is not None else {}

    @cached_property
    def listeners(self) -> dict[str, tuple[tuple[str, Procedure], ...]]:
        """Return, for each keyword, the procedures that it sets off."""
        heard: dict[str, tuple[tuple[str, Procedure], ...]] = {}
        for name, procedure in self.set.procedures.items():
            for keyword in procedure.also_on:
                heard[keyword] = (*heard.get(keyword, ()), (name, procedure))
        return heard

    @cached_property
    def cadences(self) -> dict[str, tuple[Cadence, ...]]:
        """Return, for each scene, the procedures that fall due by themselves there."""
        due: dict[str, tuple[Cadence, ...]] = {}
        procedures = self.set.procedures
        for begun, (name, procedure) in enumerate(procedures.items(), -len(procedures)):
            if procedure.every or procedure.at:
                every = self.duration(procedure.every) if procedure.every else None
                for scene in procedure.scenes:
                    due[scene] = (*due.get(scene, ()), Cadence(name, procedure, every, begun))
        return due

    @cached_property
    def timed(self) -> dict[str, tuple[str, ...]]:
        """Return, for each scene, the names of the trackers that its time counts for."""
        counted: dict[str, tuple[str, ...]] = {}
        for name, tracker in self.set.trackers.items():
            if isinstance(tracker.counts, Budget | Interval):
                for scene in tracker.counts.scenes:
                    counted[scene] = (*counted.get(scene, ()), name)
        return counted

    @cached_property
    def times_in_season(self) -> dict[str, dict[str, Duration]]:
        """Return, for each season, the named times of its days as lengths since midnight."""
        sun = {
            name: {"dawn": self._since_midnight(season.dawn), "dusk": self._since_midnight(season.dusk)}
            for name, season in self.set.seasons.items()
        }
        return {name: {**self.times_of_day, **times} for name, times in sun.items()}

    @cached_property
    def season_days(self) -> dict[str, int]:
        """Return the length of each season in days; 0 for one that does not end."""
        return {
            name: self.duration(season.lasts) // self.scale.day if season.lasts else 0
            for name, season in self.set.seasons.items()
        }

    @cached_property
    def days_of_seasons(self) -> int:
        """Return how many days all seasons last together; 0 where one of them does not end."""
        return sum(self.season_days.values()) if all(self.season_days.values()) else 0

    @cached_property
    def season_after(self) -> dict[str, str]:
        """Return which season follows each."""
        names = list(self.set.seasons)
        return dict(zip(names, (*names[1:], *names[:1]), strict=True))

    @cached_property
    def first_weather(self) -> str:
        """Return the weather in which a campaign begins; empty if the rule set has none."""
        kinds = self.set.weather
        return next((name for name, kind in kinds.items() if kind.start), next(iter(kinds), ""))

    @cached_property
    def weather_toil(self) -> int:
        """Return the least number of milliseconds that holds every time in which a weather tires, whole."""
        toils = (kind.tires_every for kind in self.set.weather.values() if kind.tires_every)
        return lcm(*(self.duration(text).ms for text in toils))

    def _since_midnight(self, time_of_day: str) -> Duration:
        return self.scale.parse_instant(f"day 1 {time_of_day}") - ORIGIN

    def activity(self, name: str) -> Activity:
        """Return the activity of that key."""
        return self.set.activities[name]

    def cites(self, *, offered: bool = False) -> Iterator[tuple[str, Cite]]:
        """Yield every cite of the rule set with the place where it stands, such as ``lights.torch``.

        What an option cites does not hold before it is on, and then the entries that it changed say so: the
        cites of options come only with ``offered``.
        """
        asked = self.set if offered else replace(self.set, options={})
        yield from _cites(msgspec.to_builtins(asked), "")


def _open_ends(bands: tuple[Band, ...]) -> tuple[Band, ...]:
    """Open the outermost bands, so that a modified throw always lands in one."""
    lows = [band.low for band in bands]
    highs = [band.high for band in bands]
    lowest = None if None in lows else min(low for low in lows if low is not None)
    highest = None if None in highs else max(high for high in highs if high is not None)
    return tuple(
        Band(band.name, None if band.low == lowest else band.low, None if band.high == highest else band.high)
        for band in bands
    )


def _cites(value: object, path: str) -> Iterator[tuple[str, Cite]]:
    from turnkeeper.rules.model.cite import Cite, is_cite

    if isinstance(value, dict):
        if is_cite(value):
            yield path, msgspec.convert(value, Cite)
            return
        for key, inner in value.items():
            yield from _cites(inner, path if key in {"rule", "also"} else f"{path}.{key}".lstrip("."))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _cites(inner, path)
