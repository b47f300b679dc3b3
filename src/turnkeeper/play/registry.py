"""The registry: every mechanism of play, named once.

To add a mechanism, write a module with a `Mechanism` and name the module here.
"""

from __future__ import annotations

from typing import Union

from turnkeeper.play import clock_rulings, order_rulings, rulings, score_rulings
from turnkeeper.play.clock import (
    by_hand,
    calendar_checks,
    check_times,
    checks,
    clock,
    concentrating,
    passing,
    questions,
    resting,
    spending,
    timers,
    trackers,
    tracking,
    turn_order,
    weather_events,
)
from turnkeeper.play.dungeon import (
    activity,
    areas,
    creatures,
    dark,
    encounters,
    foretelling,
    lamps,
    letting,
    light,
    movement,
    place,
    reactions,
    rituals,
    secrets,
    table_clock,
    uneventful,
)
from turnkeeper.play.fight import (
    count,
    effects,
    facing,
    falling,
    fight,
    foes,
    joining,
    lasting,
    leaving,
    morale,
    rounds,
    running,
    surprise,
    tide,
    wounds,
)
from turnkeeper.play.fight.orders import initiative
from turnkeeper.play.fight.segments import (
    casting,
    count_rulings,
    declared,
    in_rounds,
    out_of_turn,
    repeating,
    together,
    turns,
    waiting,
)
from turnkeeper.play.journey import (
    camp,
    climates,
    exploring,
    hardship,
    mapping,
    mounts,
    navigation,
    nights,
    pacing,
    setting_out,
    travel,
    vehicles,
    whereabouts,
)
from turnkeeper.play.kernel.mechanism import Registry
from turnkeeper.play.party import (
    exertion,
    fatigue,
    handouts,
    hit_dice,
    mana,
    membership,
    notes,
    party,
    provisions,
    saves,
    sheets,
    supplies,
    wants,
    wielding,
)
from turnkeeper.play.sky import calendar, calendar_events, climate, country_weather, seasons, weather

MECHANISMS = tuple(
    module.MECHANISM
    for module in (
        passing,
        turn_order,
        uneventful,
        # Before the activities: "search the hex" must not be read as the activity "search" about a hex.
        exploring,
        activity,
        resting,
        spending,
        camp,
        rituals,
        movement,
        place,
        areas,
        mapping,
        timers,
        concentrating,
        light,
        dark,
        # Before the lamps: a handout must not be read as a light that is handed on.
        handouts,
        table_clock,
        lamps,
        tracking,
        checks,
        calendar_checks,
        weather_events,
        trackers,
        by_hand,
        check_times,
        encounters,
        foretelling,
        letting,
        reactions,
        creatures,
        weather,
        climate,
        country_weather,
        calendar,
        calendar_events,
        seasons,
        questions,
        party,
        membership,
        sheets,
        fatigue,
        hit_dice,
        mana,
        supplies,
        provisions,
        wants,
        mounts,
        vehicles,
        secrets,
        facing,
        falling,
        morale,
        saves,
        exertion,
        wounds,
        surprise,
        fight,
        initiative,
        count,
        joining,
        turns,
        together,
        in_rounds,
        casting,
        waiting,
        out_of_turn,
        declared,
        repeating,
        tide,
        # Before the rulings: a combatant's turn must not be read as a score.
        count_rulings,
        effects,
        lasting,
        running,
        # After running: its feet would be read as the name of a side.
        foes,
        leaving,
        wielding,
        whereabouts,
        climates,
        setting_out,
        travel,
        hardship,
        pacing,
        navigation,
        notes,
        clock_rulings,
        rulings,
        score_rulings,
        # After the rulings: a character's order is a score, the order of a round is not.
        rounds,
        order_rulings,
        nights,
        clock,
    )
)
REGISTRY = Registry(MECHANISMS)

DECLARED = REGISTRY.declared
evolve = REGISTRY.evolve
tell = REGISTRY.tell
happening = REGISTRY.happening
EVENT_KINDS = tuple(one.kind for each in MECHANISMS for one in each.events)
COMMAND_KINDS = tuple(one.command for one in DECLARED)
AnyEvent = Union[EVENT_KINDS]  # type: ignore[valid-type]  # noqa: UP007
AnyCommand = Union[COMMAND_KINDS]  # type: ignore[valid-type]  # noqa: UP007
