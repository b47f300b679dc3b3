"""A total that matters to few commands falls one way where a plan says none of them: no law changes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tests.play.keeper import HOUR, Keeper, book_of
from tests.play.test_essence import GAMES, SAID, begun
from turnkeeper.app.plans.answering import plan_odds
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.distance import LET_COME, SURPRISED, THROW_SURPRISE
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.time import ORIGIN

TOLD = ("light torch for Varda", "douse torch", "part", "reaction", "fight", "foes ogre 1", "note x")


def away(keeper: Keeper, feet: int) -> State:
    """Return a state with what was met so far away."""
    met = tuple(replace(one, feet=feet) for one in keeper.state.meetings)
    return replace(keeper.state, meetings=met)


def outcome(keeper: Keeper, state: State, said: str) -> object:
    """Return the outcome of a command, and the essence after it, but for how far away anything is."""
    command = keeper.parse(said)
    if str(command.__struct_config__.tag) in {LET_COME, SURPRISED, THROW_SURPRISE}:
        return None
    told = decide(keeper.book, state, command, Seeded(b"away", said))
    if not isinstance(told, Decided):
        return told
    kinds = tuple(str(event.__struct_config__.tag) for event in told.events)
    after = replace(told.state, meetings=tuple(replace(one, feet=1) for one in told.state.meetings))
    return kinds, told.throws, told.answers, REGISTRY.essence(after, keeper.book)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("scene", range(3))
def test_how_far_away_a_thing_is_that_stays_there_matters_to_no_other_command(rules: str, scene: int) -> None:
    keeper = begun(rules, ORIGIN + HOUR * 6, scene)
    keeper.state = replace(keeper.state, meetings=())
    met = decide(keeper.book, keeper.state, keeper.parse("meet ogre"), Seeded(b"away", ""))
    assert isinstance(met, Decided)
    keeper.state = met.state
    if any(one.matters_to is None for one in met.throws):
        return
    for said in dict.fromkeys((*TOLD, *SAID)):
        try:
            near = outcome(keeper, away(keeper, 20), said)
        except SpeechError:
            continue
        assert near == outcome(keeper, away(keeper, 170), said), said


def test_d_enc_2_a_distance_matters_where_what_was_met_is_let_come() -> None:
    """2d6 times ten feet, at sixty feet a round: it is there after so many sixths of a round."""
    found = plan_odds(
        "rules: dungeon-game\n> party Varda\n> enter dungeon Barrow\n> light lantern\n> meet ogre\n"
        "> next\nwhen an encounter: > let ogre come\nwhen cut short: ignore\nask how long\n",
        "coming.plan",
    )
    law = found.answers[0].law
    sixth = book_of("dungeon-game").duration("1 round").ms // 6
    dice = Counter((first + second) * sixth for first, second in product(range(1, 7), repeat=2))
    chances = {value: Fraction(weight, law.total) for value, weight in law.weights}
    assert chances == {value: Fraction(ways, 36) for value, ways in dice.items()}


def test_a_distance_that_matters_to_nothing_is_not_told_apart() -> None:
    plan = "rules: dungeon-game\n> party Varda\n> enter dungeon B\n> light lantern\n> meet ogre\nask how long"
    assert plan_odds(plan, "met.plan").decisions < 8
    assert plan_odds(plan + "\nwhen an encounter: > let ogre be\n", "met.plan").decisions > 11
