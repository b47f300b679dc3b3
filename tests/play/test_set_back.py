"""The clock set back: what hangs on it equals what it was at that instant, in fights and counts too (T2)."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.often import times
from tests.play.keeper import CALM, MINUTE, Keeper, book_of, keep, past_of
from tests.play.wayfarers import OneLand, column
from turnkeeper.app import codec
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.clock_rulings import ClockRuled, ClockSetBack, RuleClock
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.place import Place
from turnkeeper.play.fold import fold, happened_by
from turnkeeper.play.journey.caravan import Train
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.party import provisions
from turnkeeper.play.party.party import Party
from turnkeeper.play.registry import tell
from turnkeeper.play.state import State
from turnkeeper.rules import builtin_ids
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Instant

LAND = OneLand(column(*("grass", "hills", "forest", "grass TOWER") * 3))
GLOG, DUNGEON, CRESTHAVEN, QUEST = "glog", "dungeon-game", "cresthaven", "quest-of-destiny"
TALL = "party Varda dexterity 12 wisdom 12 strength 12 constitution 12"
PEOPLE = {
    GLOG: "party Varda wisdom 12 strength 10 hp 5/7; Orlo wisdom 9 hp 3/3; Bram wisdom 7 morale 7",
    DUNGEON: "party Varda agility 12 brawn 12 cunning 12 hp 9; Orlo agility 10 hp 6; Bram agility 9 hp 4",
    CRESTHAVEN: "party Varda elf strength 0 wisdom 1 hp 8; Orlo dwarf strength 1 wisdom -1 hp 9; Bram human",
    QUEST: "party Varda order 12 hp 12; Orlo order 9 hp 6; Bram order 9",
    "classic": f"{TALL} hp 5/7; Orlo hp 3/3; Bram morale 7",
    "advanced": f"{TALL} hp 5/7; Orlo hp 3/3; Bram morale 7",
    "fifth": f"{TALL} hp 9/12 level 2; Orlo dexterity 10 constitution 14 hp 14; Bram hp 4",
    "torchlit": f"{TALL} hp 5/7; Orlo dexterity 9 hp 3/3; Bram dexterity 7",
}
START = ("use map land", "stock 12 torches", "stock 9 rations", "stock 3 oil")
SCENES = (
    *(("leave for wilderness", "stand at 0101"), ("enter dungeon Barrow",), ("leave for settlement",)),
    ("enter dungeon Barrow", "wait 7 min", "foes goblins 4 morale 7 hp 4", "foes rats 2", "fight", "round"),
)
QUIET = (
    *("next", "wait 7 min", "wait 90 s", "wait 3 h", "search", "resume", "resume", "part", "part", "abandon"),
    *(
        "light torch for Varda",
        "light lantern for Orlo",
        "douse torch",
        "hand torch to Bram",
        "refuel lantern",
    ),
    *(
        "timer bless 25 min for Varda warn 5 min",
        "timer curse",
        "end timer curse",
        "remind mule every 35 min",
    ),
    *("rule timer bless 40 min left", "rule light torch 20 min left", "rule light torch 1 left"),
    *("hurt Varda 2", "heal Varda 1", "tire Orlo 1", "kill Bram", "rule hp of Orlo 2", "stock 1 torch"),
    *("use 1 ration", "meet owlbear", "reaction", "shout", "make noise", "next encounter is owlbear"),
    *("choose rest", "choose fatigue", "lunch", "eat", "drink", "rest 40 min", "short rest", "long rest"),
    *("night", "camp in forest", "extended rest", "exert 1d4 brawn of Varda", "break door", "listen"),
    *("season winter", "hand out letter saying Come", "take back handout letter", "hide key", "count"),
    *(
        "mounts Bess hd 2; Nag hd 3",
        "load 2 items on Bess",
        "cart Blue",
        "hitch Nag to Blue",
        "party Sefa hp 4",
    ),
    *("dismiss Sefa", "note x", "enter room Hall", "move 120 ft", "leave for settlement", "ambush 12"),
    *(
        "foes goblins 3 morale 7 hp 4",
        "foes trolls 1 morale 8 hp 9",
        "foes rats 3 hp 2",
        "fight",
        "fight",
        "fight ambush by goblins",
    ),
    *(
        "rest",
        "sleep",
        "rest until dawn",
        "forage",
        "throw surprise",
        "let it come",
        "let it be",
        "in the dark",
    ),
    *("stay behind Orlo", "rejoin Orlo", "send ahead Bram", "rejoin Bram", "concentrate on web by Varda"),
    *("effect ward until rest", "effect ward until short rest for Varda", "check now", "weather storm"),
)
ROADS = (
    *(
        "travel s",
        "travel s",
        "travel s 3 hexes",
        "force march",
        "search hex",
        "look out",
        "find out",
        "resume",
    ),
    *("wait until 05:30", "wait until day 2 05:30", "camp in forest", "part", "travel n", "navigator Varda"),
)
FIGHTS = (
    *(
        "more goblins 2",
        "surprised",
        "round",
        "round",
        "round",
        "done",
        "done",
        "done Varda",
        "act",
        "act for 5",
    ),
    *(
        "act for 3",
        "act for 7",
        "act dagger",
        "delay",
        "wait for 3",
        "cast light 3 then 4",
        "recover by Orlo",
    ),
    *("opportunity by Orlo", "tide +1", "tide yes", "tide no", "repeat for 2 rounds", "join count goblins"),
    *(
        "hurt goblin 1 3",
        "hurt goblin 2 4",
        "kill goblin 1",
        "kill 1 goblins",
        "flee goblins 1",
        "hurt Bram 2",
    ),
    *("morale goblins", "morale Bram", "end fight", "end count", "wield dagger by Varda", "charge 60 ft"),
    *("next", "throw surprise", "effect bless until Varda has acted", "rule order Varda, goblins"),
    *("cast sleep by Orlo", "flee Varda", "summon wolves 2 for Varda", "vanish wolves", "rouse goblin 1"),
    *("timer stun 2 rounds for Orlo", "wait 90 s", "kill Bram", "heal Bram 1", "foes wolves 2 morale 6 hp 3"),
)


class Walk:
    """A random walk through a game: the state after each instant, and what was said since."""

    def __init__(self, rules: str, seed: bytes) -> None:
        self.keeper = Keeper(Rulebook(book_of(rules).set, LAND), Instant(6 * 60 * MINUTE.ms))
        self.seed, self.said = seed, list[str]()
        self.at = dict[Instant, tuple[State, int, int]]()
        for said in (PEOPLE[rules], *START, *SCENES[seed[-1] % len(SCENES)]):
            self.say(said)

    def likely(self) -> tuple[str, ...]:
        """Return the texts that people may say now, some of them in vain."""
        state = self.keeper.state
        if state.fight is not None or state.count is not None:
            return FIGHTS
        return QUIET if state.journey.where is None else ROADS

    def say(self, said: str) -> list[tuple[Instant, str]]:
        """Say something with dice of its own; return the lines that are told, each with its instant."""
        try:
            command = self.keeper.parse(said)
        except SpeechError:
            return []
        keeper, number = self.keeper, len(self.said)
        past, dice = past_of(tuple(keeper.events)), Seeded(self.seed, str(number))
        decided = decide(keeper.book, keeper.state, command, dice, past)
        self.said.append(said)
        if not isinstance(decided, Decided):
            return []
        keeper.state = decided.state
        keeper.events.extend(decided.events)
        self.at[keeper.now] = (keeper.state, len(self.said), len(keeper.events))
        return [(event.at, tell(event, keeper.book)) for event in decided.events]

    def at_earlier(self, state: State, number: int, count: int) -> Walk:
        """Return the walk as it was after a number of commands and a number of events."""
        other = copy(self)
        other.keeper = self.keeper.copy()
        other.keeper.state, other.keeper.events = state, self.keeper.events[:count]
        other.said, other.at = self.said[:number], {}
        return other


def hanging(state: State) -> State:
    """Return the part of a state that hangs on the clock, all else as if it had never been written."""
    members = (
        replace(
            one, attributes=(), level=1, most_hp=0, morale=None, carrying=0, reaction=0, most_mana=0,
            hit_die="", race="", order=None, modifier=0, initiative="",
        )
        for one in state.party.members
        if one.name != "Sefa"
    )  # fmt: skip
    journey = replace(state.journey, notes=(), navigator="", knows=False, charted=False, in_sight=None,
                      treacherous=False, laden=())  # fmt: skip
    found = tuple(one for one in state.secrets if one.found is not None)
    return replace(
        state, order=0, place=Place(), party=Party(tuple(members)), secrets=found, train=Train(),
        journey=journey, habits=(), creatures=(),
    )  # fmt: skip


def stays(state: State) -> object:
    """Return the part that is kept of the present, and changes what hangs on the clock where it differs."""
    return state.place.scene, state.place.name, [one.name for one in state.party.members]


def walked(rules: str, seed: int, steps: int) -> tuple[Walk, Random]:
    random = Random(seed)  # noqa: S311 - what is said in a test, not a secret
    walk = Walk(rules, str(seed).encode())
    for _ in range(steps):
        walk.say(random.choice(random.choice((walk.likely(), QUIET))))
    return walk, random


ANY = Seeded(b"any", "0")
games = pytest.mark.parametrize("rules", builtin_ids())


def holds(rules: str, seed: int, steps: int) -> None:
    """Walk, set the clock back to one of the instants of the walk, compare, and walk on as before."""
    walk, random = walked(rules, seed, steps)
    keeper = walk.keeper
    # What begins at an instant has happened by it: those instants are left at which something began unseen.
    earlier = sorted(at for at, (*_, count) in walk.at.items() if happened_by(keeper.events, at) == count)
    fought = [at for at in earlier if walk.at[at][0].fight is not None or walk.at[at][0].count is not None]
    at = random.choice(random.choice((fought or earlier, earlier)))
    if at == keeper.now:
        return
    then, number, count = walk.at[at]
    walk.said.append("the clock is ruled")
    last = keeper.state
    keeper.do(RuleClock(keeper.book.scale.say_instant(at)))
    back = keeper.state
    assert back.now == at
    assert back.order == last.order
    if then.journey.where is None:
        back = replace(back, journey=then.journey)
    # In another scene what burned burns by that scene; somebody who came since helps in the fight of then.
    if stays(then) == stays(last):
        assert hanging(back) == hanging(then)
    assert codec.decode_state(codec.encode_state(back)) == back
    if replace(back, order=then.order) != then:
        return  # what was written, hidden or entered since stays
    again = walk.at_earlier(then, number, count)
    walk.said, on = walk.said[:number], walk.said[number:-1]
    for said in on:
        assert walk.say(said) == again.say(said)


@pytest.mark.slow
@games
@settings(max_examples=times(25))
@given(seed=st.integers(0, 1 << 32))
def test_at_any_instant_it_is_as_it_was_then_and_goes_on_as_it_went_on(rules: str, seed: int) -> None:
    holds(rules, seed, 40)


@pytest.mark.slow
@games
def test_in_long_walks_too_it_is_as_it_was_then_and_goes_on_as_it_went_on(rules: str) -> None:
    for seed in range(30):
        holds(rules, seed, 120)


# --- in a fight and in a count


def test_in_a_fight_the_round_the_order_and_who_stood_are_as_they_were() -> None:
    keeper = keep(PEOPLE[CRESTHAVEN], "foes goblins 3 morale 7 hp 4", rules=CRESTHAVEN)
    keeper.do("fight")
    keeper.do("round", "6", "1")
    keeper.do("done", dice=ANY)
    keeper.do("kill goblin 1", dice=ANY)
    first = keeper.state
    # The minute of round 1 passes when it is over: all that was done in it had happened by 0:30.
    keeper.do("round", dice=ANY)
    keeper.do("kill goblin 2", dice=ANY)
    keeper.do("hurt Varda 8", dice=ANY)
    keeper.do("rule clock 00:00:30")
    assert (keeper.state.fight, keeper.state.sides, keeper.state.party) == (
        first.fight,
        first.sides,
        first.party,
    )
    assert keeper.state.now == Instant(MINUTE.ms // 2)
    # Of the round that goes on again half a minute is left.
    keeper.do("round", dice=ANY)
    assert keeper.state.now == Instant(MINUTE.ms)


def test_in_a_count_who_fell_stands_in_the_queue_and_the_tide_is_where_it_was() -> None:
    keeper = keep(PEOPLE[QUEST], "foes goblins 2", rules=QUEST)
    keeper.do("fight", "3", "5", "6", "8", "9")
    keeper.do("act for 7")
    then = keeper.state
    for said in ("act for 3", "kill goblin 1", "kill Orlo", "tide +2", "act for 4", "act for 4"):
        keeper.do(said)
    assert keeper.state.tide != then.tide
    keeper.do(RuleClock(keeper.book.scale.say_instant(then.now)))
    assert (keeper.state.count, keeper.state.tide, keeper.state.sides) == (then.count, then.tide, then.sides)
    assert keeper.state.party == then.party


def test_a_fight_that_was_over_by_now_goes_on_again() -> None:
    keeper = keep(PEOPLE[CRESTHAVEN], "foes goblins 3 morale 7 hp 4", rules=CRESTHAVEN)
    keeper.do("fight")
    keeper.do("round", "6", "1")
    then = keeper.state
    keeper.do("end fight", dice=CALM)
    keeper.do("wait 1 h", dice=CALM)
    keeper.do("rule clock 00:00:59")
    assert (keeper.state.fight, keeper.state.sides) == (then.fight, then.sides)


# --- the line that it goes back on


def test_what_the_clock_was_set_back_over_does_not_come_back() -> None:
    keeper = keep("party Varda hp 9/9", "wait 1 h", "hurt Varda 1", "wait 1 h", "hurt Varda 2", "wait 1 h")
    keeper.do("rule clock 01:30")
    keeper.do("hurt Varda 4")
    keeper.do("wait 2 h")
    for said, hp in (("02:30", 4), ("01:30", 4), ("01:29", 8), ("00:30", 9)):
        keeper.do(f"rule clock {said}")
        assert [one.hp for one in keeper.state.party.members] == [hp], said
    assert fold(keeper.events) == keeper.state


def test_who_went_and_came_back_since_is_as_hungry_as_then() -> None:
    """A day without food has its price (C-FOOD-1): a day from 00:00, though Orlo ate elsewhere."""
    keeper = keep("party Varda; Orlo", "stock 9 rations", rules=CRESTHAVEN)
    for said in ("wait 20 h", "stay behind Orlo", "wait 1 h", "rejoin Orlo", "wait 1 h", "rule clock 19:00"):
        keeper.do(said)
    assert [one.joined for one in keeper.state.party.members] == [Instant(0), Instant(0)]
    (lack,) = provisions.lacks(keeper.state, keeper.book, Instant(24 * 60 * MINUTE.ms))
    assert not lack.who


def test_before_the_beginning_it_is_as_it_began() -> None:
    keeper = keep("light torch", "wait 1 h", "timer bless 1 h", "rule clock day 0 12:00")
    assert (keeper.state.lights.lit, len(keeper.state.timers.live)) == ((), 0)
    assert keeper.state.now < Instant(0)
    assert fold(keeper.events) == keeper.state


def test_who_and_what_was_written_since_stays_as_it_is() -> None:
    keeper = keep("party Varda wisdom 12 hp 9/9", "wait 1 h", "party Sefa hp 4/6", "rule wisdom of Varda 8")
    for said in ("hurt Sefa 4", "hurt Varda 3", "tire Sefa 2", "kill Sefa", "hide key", "wait 1 h"):
        keeper.do(said)
    keeper.do("rule clock 00:30")
    varda, sefa = keeper.state.party.members
    assert (varda.written("wisdom"), varda.hp == keep("party Varda hp 9/9").state.party.members[0].hp) == (
        8,
        True,
    )
    assert not sefa.down
    assert [one.name for one in keeper.state.secrets] == ["key"]


# --- as the clock was once set back


def once(keeper: Keeper, to: Instant) -> State:
    """Return the state after the clock was set back as it was before fights came back with it."""
    event = ClockRuled(keeper.now, at=to)
    return fold([event], keeper.state, past_of(keeper.events))


def test_an_old_record_leaves_a_fight_where_it_stood_and_takes_its_losses_back() -> None:
    keeper = keep(
        PEOPLE[CRESTHAVEN], "foes goblins 3 morale 7 hp 4", "light torch for Varda", rules=CRESTHAVEN
    )
    keeper.do("fight")
    keeper.do("round", "6", "1")
    keeper.do("done", dice=ANY)
    keeper.do("round", dice=ANY)
    keeper.do("kill goblin 1", dice=ANY)
    now, half = keeper.state, Instant(MINUTE.ms // 2)
    back = once(keeper, half)
    assert (back.fight, back.tide, back.now) == (now.fight, now.tide, half)
    assert ([one.dead for one in now.sides], [one.dead for one in back.sides]) == ([1], [0])
    over = keeper.copy()
    over.do("end fight", dice=CALM)
    assert (once(over, Instant(MINUTE.ms)).fight, once(over, Instant(MINUTE.ms)).sides) == (None, ())
    assert once(keeper, Instant(-1)).fight is None


def test_an_old_record_moves_a_count_along_and_leaves_the_turns() -> None:
    keeper = keep(PEOPLE[QUEST], "foes goblins 2", rules=QUEST)
    keeper.do("fight", "3", "5", "6", "8", "9")
    keeper.do("act for 7")
    keeper.do("act for 9")
    now, to = keeper.state, Instant(keeper.now.ms - 1_000)
    back = once(keeper, to)
    assert now.count is not None
    assert back.count == replace(now.count, began=Instant(now.count.began.ms - 1_000))
    assert fold([ClockSetBack(now.now, at=to)], now, past_of(keeper.events)).count != back.count
