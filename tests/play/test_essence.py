"""Essence: two states of equal essence answer the same command alike, and are of equal essence again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from random import Random

import msgspec
import pytest

from tests.play.keeper import DAY, HOUR, Keeper, book_of, past_of
from tests.play.test_set_back import FIGHTS, LAND, PEOPLE, QUIET, ROADS, SCENES, START
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import MECHANISMS, REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import ORIGIN, Instant

GAMES = tuple(PEOPLE)
games = pytest.mark.parametrize("rules", GAMES)
SAID = tuple(one for one in (*QUIET, *ROADS, *FIGHTS) if "day " not in one)


def begun(rules: str, at: Instant, scene: int) -> Keeper:
    """Return a game that begins at an instant, its party in one of the scenes."""
    keeper = Keeper(Rulebook(book_of(rules).set, LAND), at)
    for number, said in enumerate((PEOPLE[rules], *START, *SCENES[scene % len(SCENES)])):
        outcome(keeper, said, str(number), go_on=True)
    return keeper


def outcome(keeper: Keeper, said: str, dice: str, *, go_on: bool = False) -> tuple[Hashable, Hashable]:
    """Return the outcome of a command, without names of instants, and the essence after it."""
    try:
        command = keeper.parse(said)
    except SpeechError:
        return "not said", None
    past = past_of(tuple(keeper.events))
    told = decide(keeper.book, keeper.state, command, Seeded(b"essence", dice), past)
    if not isinstance(told, Decided):
        return (told.code if isinstance(told, Refusal) else "needed"), None
    if go_on:
        keeper.state = told.state
        keeper.events.extend(told.events)
    kinds = tuple(str(event.__struct_config__.tag) for event in told.events)
    throws = tuple((one.name, one.dice, one.bands) for one in told.throws)
    return (kinds, throws, told.answers), essence(keeper, told.state)


def essence(keeper: Keeper, state: State) -> Hashable:
    found = REGISTRY.essence(state, keeper.book)
    hash(found)
    return found


def test_each_slice_of_the_state_belongs_to_one_mechanism() -> None:
    claimed = [name for one in MECHANISMS for name in one.slices]
    assert sorted(claimed) == sorted({*State.__struct_fields__} - {"now", "order"})


def test_a_mechanism_claims_no_slice_that_the_state_has_not() -> None:
    fields = {one.name for one in msgspec.structs.fields(State)}
    assert all(name in fields for one in MECHANISMS for name in one.slices)


def shifted(rules: str, seed: int, steps: int) -> None:
    random = Random(seed)  # noqa: S311 - what is said in a test, not a secret
    early = begun(rules, ORIGIN + HOUR * 6, seed)
    # Seasons that go by days begin anew after a whole cycle of them; without them a day is like another.
    lasts = [book_of(rules).duration(one.lasts) for one in book_of(rules).set.seasons.values() if one.lasts]
    late = begun(rules, ORIGIN + HOUR * 6 + sum(lasts, DAY * 0) + (DAY * 0 if lasts else DAY * 3), seed)
    if lasts:
        outcome(early, "season winter", "s", go_on=True)
        outcome(late, "season winter", "s", go_on=True)
    for step in range(steps):
        said = random.choice(SAID)
        ours = outcome(early, said, str(step), go_on=True)
        assert ours == outcome(late, said, str(step), go_on=True), said


@games
@pytest.mark.parametrize("seed", range(4))
def test_a_game_shifted_in_time_is_of_equal_essence_at_each_step(rules: str, seed: int) -> None:
    """No instant, number or day of its own is left in an essence: that is how odds would never end."""
    shifted(rules, seed, 30)


@pytest.mark.long
@games
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games_shifted_in_time_are_of_equal_essence(rules: str, seed: int) -> None:
    shifted(rules, seed, 120)


DETOURS = (
    ("timer shadow 5 min", "end timer shadow"),
    ("note x", "note y"),
    ("remind mule every 1 day", "end timer mule"),
    ("hide ring", "note z"),
)
"""What leaves nothing behind but numbers that were given, or the same in both."""


@games
@pytest.mark.parametrize("seed", range(4))
def test_a_detour_that_leaves_nothing_behind_makes_no_difference(rules: str, seed: int) -> None:
    random = Random(seed)  # noqa: S311
    straight, round_about = begun(rules, ORIGIN + HOUR * 6, seed), begun(rules, ORIGIN + HOUR * 6, seed)
    for said in DETOURS[seed % 3]:
        outcome(round_about, said, "detour", go_on=True)
    assert straight.state.order == 0 or straight.state is not round_about.state
    for step in range(25):
        said = random.choice(SAID)
        ours = outcome(straight, said, str(step), go_on=True)
        assert ours == outcome(round_about, said, str(step), go_on=True), said


DELVE = (
    *("next", "next", "next", "search", "part", "part", "resume", "abandon", "choose rest", "choose fatigue"),
    *("light torch for Varda", "douse torch", "light lantern for Orlo", "make noise", "wait 5 min"),
    *("timer bless 10 min", "end timer bless", "rest 10 min", "hurt Varda 1", "heal Varda 1"),
)
UNDERGROUND = frozenset({"dungeon"})
"""What is said underground, by those who stay there."""


def congruent(rules: str, seeds: range, steps: int) -> int:
    """Check the law on pairs of states of equal essence that delves come to; return how many pairs."""
    alike: defaultdict[Hashable, list[Keeper]] = defaultdict(list)
    for seed in seeds:
        random = Random(seed)  # noqa: S311
        keeper = begun(rules, ORIGIN + HOUR * 6, 1)
        for step in range(steps):
            outcome(keeper, random.choice(DELVE), f"{seed} {step}", go_on=True)
            alike[REGISTRY.essence(keeper.state, keeper.book, UNDERGROUND)].append(keeper.copy())
    pairs = 0
    for found in alike.values():
        first = found[0]
        others = [other for other in found[1:] if other.state != first.state]
        for other in others[:2]:
            pairs += 1
            for said in dict.fromkeys(DELVE):
                assert confined(first, said) == confined(other, said), said
    return pairs


def confined(keeper: Keeper, said: str) -> Hashable:
    """Return the outcome of a command, and the essence after it as long as nobody leaves the dungeon."""
    told, _ = outcome(keeper, said, "same")
    after = keeper.copy()
    outcome(after, said, "same", go_on=True)
    return told, REGISTRY.essence(after.state, after.book, UNDERGROUND)


@pytest.mark.slow
@games
def test_states_of_equal_essence_answer_the_same_command_alike(rules: str) -> None:
    assert congruent(rules, range(4), 60) > 0


@pytest.mark.long
@games
def test_very_many_states_of_equal_essence_answer_alike(rules: str) -> None:
    assert congruent(rules, range(40), 200) > 0


@games
@pytest.mark.parametrize("scenes", [UNDERGROUND, None])
def test_essences_known_again_are_those_made_from_the_whole_state(
    rules: str, scenes: frozenset[str] | None
) -> None:
    """States have equal numbers if and only if they are of equal essence, in whatever order they are met."""
    random = Random(rules)  # noqa: S311
    keeper = begun(rules, ORIGIN + HOUR * 6, 1)
    met = [keeper.state]
    for step in range(60):
        outcome(keeper, random.choice(DELVE if scenes else SAID), str(step), go_on=True)
        met.append(keeper.state)
    within = scenes or frozenset(keeper.book.set.scenes)
    essences = REGISTRY.essences(keeper.book)
    random.shuffle(met)
    pairs = {(essences.of(state, within), REGISTRY.essence(state, keeper.book, within)) for state in met * 2}
    assert len({number for number, _ in pairs}) == len({whole for _, whole in pairs}) == len(pairs)


def test_underground_an_essence_within_the_scene_forgets_the_hour() -> None:
    """Ten turns with nothing met leave the same future as none, but for the light: here there is none."""
    keeper = begun("glog", ORIGIN + HOUR * 6, 1)
    dungeon = frozenset({"dungeon"})
    before = REGISTRY.essence(keeper.state, keeper.book, dungeon)
    keeper.state = msgspec.structs.replace(keeper.state, now=keeper.state.now + HOUR)
    assert REGISTRY.essence(keeper.state, keeper.book, dungeon) == before
    assert REGISTRY.essence(keeper.state, keeper.book) != REGISTRY.essence(
        msgspec.structs.replace(keeper.state, now=keeper.state.now + HOUR), keeper.book
    )
