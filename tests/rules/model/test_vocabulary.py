"""How many games each field of a rule file serves: a vocabulary is worth what several of them say in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields

from tests.app.test_snapshot_shape import reachable
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import example_ids

NUMBER = "how many: one in every game, and a house file can say another"
DICE = "thrown in place of a number that the games say"
CITES = "a part that can cite further rules, as its like do in some game"
OWN_TEST = "what is tested for traps, where it is not what is tested for the order of a fight"
WHY_UNSAID = {
    "Activity.needs": "a timer that must run first: the games bar by one that runs; kept rule sets have it",
    "AddTo.count": NUMBER,
    "AddTo.dice": DICE,
    "BurnLights.lasts": "how long, where it is no activity whose own length counts",
    "Case.between": "circumstances by the time of day, beside those by scene, country and level",
    "CheckWindow.count": DICE,
    "ClimateByFlower.also": CITES,
    "ClimateByFlower.terrain": "which country has a climate: the example leaves that to the map",
    "ClimateByStay.also": CITES,
    "ClimateByStay.terrain": "which country has a climate: the example leaves that to the map",
    "Concentration.divided": "half of the points lost in every game that saves for it",
    "Fatigue.slots": NUMBER,
    "Fight.off_clock": "rounds that take no time: in every game they take some",
    "GainItem.count": NUMBER,
    "Interval.table": "the next length from a table, where it is not from dice",
    "LightKind.lighting_counts": "that lighting counts outside of fights: the house reading offers it",
    "LoadStep.slowed": "a load that makes so many times as slow; the games take feet off",
    "NaturalShelter.also": CITES,
    "OrderByEach.first": "the high end begins in every game that throws for each",
    "PoolTracker.reads": "the highest die of a pool, where the example reads the lowest",
    "Procedure.secret": "a check that players are told nothing of",
    "PushDies.most": "a chance that never grows over a number",
    "RegisterEntry.engine": "rules that the program itself carries out: kept rule sets have them",
    "Relief.dice": "mana that comes back by dice; the games give a share of the most",
    "RuleSetHead.made_from": "written by the program when a rule set is begun, and no rule",
    "SaveOrTire.fatigue": NUMBER,
    "SeasonKind.also": CITES,
    "StartTimerEffect.warn": "a warning before a timer ends, as timers that are said have",
    "TakeFrom.count": NUMBER,
    "TickLight.ticks": NUMBER,
    "Traps.also": CITES,
    "Traps.attribute": OWN_TEST,
    "Traps.dice": OWN_TEST,
    "Traps.equal": OWN_TEST,
    "Travel.usual": "another usual pace than the first that is named",
    "VehicleKind.also": CITES,
    "Want.also": CITES,
    "Want.fewer": "how much of a need is too little: less than one in every game",
}
"""The fields that no game, option or example sets to anything but its default, and why each is kept."""


def _parts(value: object) -> Iterator[Struct]:
    """Yield every part of a rule set, itself included."""
    inner: object = ()
    match value:
        case Struct():
            yield value
            inner = [getattr(value, one.name) for one in fields(value)]
        case dict():
            inner = value.values()
        case tuple() | list():
            inner = value
        case _:
            return
    for one in inner:
        yield from _parts(one)


def _said_in(rules: RuleSet) -> Iterator[str]:
    """Yield the fields in which a rule set says something; what is at its default is not said."""
    for part in _parts(rules):
        for one in fields(part):
            said = getattr(part, one.name)
            empty = one.default_factory in {dict, list, tuple} and not said
            if said != one.default and not empty:
                yield f"{type(part).__name__}.{one.encode_name}"


def games_of_fields() -> dict[str, set[str]]:
    """Return, for each field in which some game says something of its own, the games that do.

    What is at its default is not said. An option counts by what it is, not by what it would change.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for game in builtin_ids():
        for name in _said_in(load_builtin(game)):
            found[name].add(game)
    return found


def test_at_most_one_field_in_three_serves_a_single_game() -> None:
    games = games_of_fields()
    alone = [name for name, those in games.items() if len(those) == 1]
    assert len(builtin_ids()) == 8
    assert len(alone) * 3 <= len(games), sorted(alone)


def test_each_field_that_serves_no_game_has_a_reason_and_no_other_has_one() -> None:
    """An option of a game and an example are data that come along as well: what serves them serves."""
    sets = [load_builtin(game) for game in (*builtin_ids(), *example_ids())]
    sets += [
        load_builtin(one.ruleset.id, (name,)) for one in sets[: len(builtin_ids())] for name in one.options
    ]
    said = {name for rules in sets for name in _said_in(rules)}
    there = {f"{kind.__name__}.{one.encode_name}" for kind in reachable(RuleSet) for one in fields(kind)}
    assert there - said == set(WHY_UNSAID)
