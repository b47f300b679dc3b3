"""Mounts, carts and wagons: who rides, what is carried, and what pushing costs (D-HEX-5, D-HEX-8)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.play.keeper import DAY, Keeper, house_rules, keep, of_kind
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.journey.caravan import REMEMBERED, Going, Mount, Train, going, riders
from turnkeeper.play.journey.mounts import MOST, BringMounts, MountDied, MountPushed, day_of, push
from turnkeeper.play.kernel.decision import Decision, ThrowNeeded
from turnkeeper.play.kernel.introducing.animals import Animal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import REGISTRY, tell
from turnkeeper.time import Instant

SLEDGE = """
[mounts.vehicles.sledge]
rule = { id = "D-HEX-8", origin = "house", why = "The north has snow." }
fewest = 3
most = 3
carries = 1
"""


def train(*said: str) -> Keeper:
    """Return a game of the dungeon-game after these commands."""
    return keep(*said, rules="dungeon-game", dice=None)


def pushed(keeper: Keeper, day: int, *faces: str) -> Decision:
    """Push every mount on a day, with these faces, and let it have happened."""
    decision = Decision(keeper.book, keeper.state, TypedFaces(faces), REGISTRY)
    push(decision, day)
    assert len(decision.answers) == len(faces), "not every throw was asked"
    keeper.state = decision.state
    keeper.events.extend(decision.events)
    return decision


def mount(keeper: Keeper, name: str) -> Mount:
    """Return the mount of that name."""
    found = keeper.state.train.mount(name)
    assert found is not None
    return found


def load_of(keeper: Keeper, name: str) -> int:
    """Return how many items a mount or a vehicle carries."""
    found = keeper.state.train.mount(name) or keeper.state.train.vehicle(name)
    assert found is not None
    return found.load


# Who comes along


def test_mounts_join_with_their_hit_dice() -> None:
    keeper = train()
    assert keeper.told("mounts Bess hd 2; Nag, hd 3") == ["Bess hd 2 comes along", "Nag hd 3 comes along"]
    assert [(one.name, one.hd) for one in keeper.state.train.mounts] == [("Bess", 2), ("Nag", 3)]


@pytest.mark.parametrize(
    "said, message, hint",
    [
        ("mounts Bess", "Bess is a mount with no HD", "mounts Bess hd 2"),
        ("mounts Bess hd", "Bess is a mount with no HD", "mounts Bess hd 2"),
        ("mounts Bess hd two", "the HD of Bess is a whole number, not 'two'", "mounts Bess hd 2"),
        ("mounts Bess hd 2 hd 3", "the HD of Bess is a whole number, not '2 hd 3'", "mounts Bess hd 2"),
        ("mounts hd 2", "a mount begins with its name", "say it as mounts Bess hd 2; Nag hd 3"),
        ("mounts ;", "no mount was named", "say it as mounts Bess hd 2; Nag hd 3"),
    ],
)
def test_a_mount_with_no_hd_or_no_name_is_no_mount(said: str, message: str, hint: str) -> None:
    with pytest.raises(SpeechError) as fault:
        train().parse(said)
    assert fault.value.message.startswith(message)
    assert fault.value.hint == hint


@pytest.mark.parametrize("hd", [0, -2, MOST["hd"] + 1])
def test_hd_are_at_least_one(hd: int) -> None:
    refusal = train().refused(BringMounts((Animal("Bess", hd),)))
    assert (refusal.code, refusal.hint) == ("hit-dice", "mounts Bess hd 2")
    assert f"Bess cannot have {hd}" in refusal.message


def test_a_name_is_one_mount_or_one_vehicle_whatever_its_case() -> None:
    keeper = train("mounts Bess hd 2")
    for said in ("mounts bess hd 3", "cart BESS"):
        assert keeper.refused(said).code == "twice"
    assert keeper.refused("mounts Nag hd 2; nag hd 2").code == "twice"
    assert keeper.state.train.mount("nag") is None


def test_a_vehicle_is_one_of_the_rule_set() -> None:
    keeper = train()
    assert keeper.told("wagon Old Tom") == ["the wagon Old Tom comes along"]
    refusal = keeper.refused("vehicle wagn called Red")
    assert (refusal.message, refusal.hint) == (
        "this rule set has no vehicle 'wagn'", "did you mean 'wagon'?",
    )  # fmt: skip
    assert keeper.refused("vehicle ship called Red").hint == "there are: cart, wagon"


def test_a_house_file_adds_a_vehicle_which_is_then_a_command() -> None:
    """Rule sets are data: a sledge takes three animals and carries what they have in hit dice."""
    keeper = keep("mounts A hd 1; B hd 1; C hd 2", "sledge Snow", rules=house_rules(SLEDGE, "dungeon-game"))
    for name in "ABC":
        keeper.do(f"hitch {name} to Snow")
    # Three animals with 1 + 1 + 2 hit dice, times 1.
    keeper.do("load 4 items on Snow")
    assert keeper.refused("load 1 item on Snow").code == "overload"


@pytest.mark.parametrize(
    "said",
    [
        "mounts Bess hd 2", "cart Blue", "wagon Old Tom", "hitch Bess to Blue", "unhitch Bess",
        "load 4 items on Bess", "unload 1 item from Bess", "leave behind Bess", "put down Bess",
    ],
)  # fmt: skip
def test_without_mounts_in_the_rule_set_it_is_said_how_a_house_file_adds_them(said: str) -> None:
    refusal = keep().refused(said)
    assert refusal.code == "no-mounts"
    assert "[mounts]" in refusal.hint


def test_who_is_not_there_is_told_with_who_is() -> None:
    keeper = train("mounts Bess hd 2", "cart Blue")
    assert keeper.refused("unhitch Bes").hint == "did you mean 'Bess'?"
    assert keeper.refused("unhitch Blue").message == "Blue is no mount"
    assert keeper.refused("hitch Bess to Bess").message == "Bess is no vehicle"
    assert keeper.refused("leave behind Nag").hint == "status lists what comes along"


# Loads, D-HEX-8


def test_a_mount_carries_items_equal_to_twice_its_hd_d_hex_8() -> None:
    keeper = train("mounts Bess hd 2")
    assert keeper.told("load 3 items on Bess") == ["3 items loaded on Bess, which carries 3"]
    refusal = keeper.refused("load 2 items on bess")  # 2 HD x 2 = 4 items, and 3 are there
    assert (refusal.code, refusal.message) == (
        "overload",
        "Bess carries 4 items at most and has 3, so 1 more",
    )
    assert refusal.hint == "load 1 item on Bess"
    keeper.do(refusal.hint)
    assert keeper.refused("load 1 item on Bess").hint == "unload 1 item from Bess"
    assert load_of(keeper, "Bess") == 4


def test_a_cart_carries_three_times_the_hd_hitched_to_it_d_hex_8() -> None:
    keeper = train("mounts Bess hd 2; Nag hd 3", "cart Blue", "hitch Nag to Blue")
    keeper.do("load 9 items on Blue")  # 3 x 3 HD
    refusal = keeper.refused("load 1 item on Blue")
    assert refusal.hint == "unload 1 item from Blue, or hitch more animals to Blue"
    keeper.do("hitch Bess to Blue")
    keeper.do("load 6 items on Blue")  # 3 x (3 + 2) HD = 15
    assert keeper.refused("load 1 item on Blue").hint == "unload 1 item from Blue"


def test_a_cart_takes_one_or_two_animals_a_wagon_two_to_twelve_d_hex_8() -> None:
    names = [f"Ox {number}" for number in range(13)]
    keeper = train("mounts " + "; ".join(f"{name} hd 1" for name in names), "cart Blue", "wagon Old Tom")
    for name in names[:2]:
        keeper.do(f"hitch {name} to Blue")
    refusal = keeper.refused("hitch Ox 2 to Blue")
    assert refusal.message == "the cart Blue takes 2 animals at most, and that many pull it"
    for name in names[:2]:
        keeper.do(f"unhitch {name}")
    for name in names[:12]:
        keeper.do(f"hitch {name} to Old Tom")
    assert keeper.refused("hitch Ox 12 to Old Tom").code == "too-many"


def test_what_is_unloaded_was_there() -> None:
    keeper = train("mounts Bess hd 2", "load 3 items on Bess")
    assert keeper.told("unload 2 items from Bess") == ["2 items unloaded from Bess, which carries 1"]
    refusal = keeper.refused("unload 2 items from Bess")
    assert (refusal.message, refusal.hint) == ("Bess carries 1 item", "unload 1 item from Bess")
    keeper.do(refusal.hint)
    assert keeper.refused("unload 1 item from Bess").message == "Bess carries nothing"


# Hitching


def test_a_mount_pulls_one_vehicle_and_carries_nothing_meanwhile() -> None:
    keeper = train("mounts Bess hd 2", "cart Blue", "cart Red", "load 1 item on Bess")
    loaded = keeper.refused("hitch Bess to Blue")
    assert (loaded.code, loaded.hint) == ("loaded", "unload 1 item from Bess")
    keeper.do(loaded.hint)
    assert keeper.told("hitch Bess to Blue") == ["Bess is hitched to Blue"]
    twice = keeper.refused("hitch Bess to Red")
    assert (twice.message, twice.hint) == ("Bess is hitched to Blue already", "unhitch Bess")
    assert keeper.refused("load 1 item on Bess").code == "hitched"
    assert keeper.told("unhitch Bess") == ["Bess is unhitched"]
    assert keeper.refused("unhitch Bess").code == "not-hitched"


def test_a_vehicle_that_nothing_pulls_is_not_loaded() -> None:
    keeper = train("mounts Bess hd 2", "cart Blue")
    refusal = keeper.refused("load 1 item on Blue")
    assert (refusal.code, refusal.hint) == ("unhitched", "hitch Bess to Blue first")


def test_the_dead_pull_and_carry_nothing() -> None:
    keeper = train("mounts Bess hd 2; Nag hd 2", "cart Blue", "hitch Bess to Blue", "load 2 items on Nag")
    assert keeper.told("put down Bess") == ["Bess is dead; Blue has one animal less"]
    assert keeper.told("put down Nag") == ["Nag is dead; 2 items lie there"]
    for said in ("hitch Bess to Blue", "unhitch Bess", "load 1 item on Nag", "put down Nag"):
        assert keeper.refused(said).code == "dead"
    assert (load_of(keeper, "Nag"), mount(keeper, "Bess").pulls) == (0, "")


def test_what_is_left_behind_stays_with_its_load() -> None:
    keeper = train("mounts Bess hd 2", "cart Blue", "hitch Bess to Blue", "load 5 items on Blue")
    assert keeper.told("leave behind Blue") == ["Blue stays behind with 5 items"]
    assert mount(keeper, "Bess").pulls == ""
    assert keeper.told("sell Bess") == ["Bess stays behind"]
    assert keeper.state.train == Train()
    keeper.do("mounts Bess hd 4")  # the name is free again


# Getting along


def test_all_ride_when_each_of_them_has_a_mount_that_pulls_nothing() -> None:
    keeper = train("party Varda; Orlo", "mounts Bess hd 2; Nag hd 2; Ox hd 4")
    assert going(keeper.state, keeper.book) == Going(mounted=True, pushable=True)
    assert riders(keeper.state) == {"Bess": "Varda", "Nag": "Orlo"}
    keeper.do("load 4 items on Bess")  # a rider is no item (D-HEX-8, H)
    assert going(keeper.state, keeper.book).mounted
    keeper.do("put down Nag")
    assert riders(keeper.state) == {"Bess": "Varda", "Ox": "Orlo"}


def test_nobody_rides_while_one_has_to_walk() -> None:
    """The party goes at its slowest member's pace (D-HEX-3)."""
    keeper = train("party Varda; Orlo", "mounts Bess hd 2")
    assert going(keeper.state, keeper.book) == Going()
    keeper.do("kill Orlo")
    assert going(keeper.state, keeper.book).mounted  # the dead need no mount
    assert going(train("mounts Bess hd 2").state, keeper.book) == Going()  # nobody is there to ride


def test_a_cart_comes_along_when_something_pulls_it() -> None:
    keeper = train("party Varda", "mounts Bess hd 2; Nag hd 3", "cart Blue")
    stuck = going(keeper.state, keeper.book)
    assert (stuck.mounted, stuck.hitched, stuck.pushable) == (True, True, False)
    assert stuck.stuck == "the cart Blue has nothing to pull it"
    assert stuck.hint == "hitch Bess to Blue, or leave behind Blue"
    keeper.do("hitch Bess to Blue")
    assert going(keeper.state, keeper.book) == Going(mounted=True, hitched=True, pushable=True)
    keeper.do("put down Nag")
    assert going(keeper.state, keeper.book) == Going(hitched=True)  # Bess pulls and is not ridden
    keeper.do("leave behind Blue")
    assert going(keeper.state, keeper.book) == Going(mounted=True, pushable=True)


def test_a_wagon_with_one_animal_does_not_move_d_hex_8() -> None:
    keeper = train("party Varda", "mounts Bess hd 2", "wagon Old Tom", "hitch Bess to Old Tom")
    stuck = going(keeper.state, keeper.book)
    assert stuck.stuck == "the wagon Old Tom needs 2 animals, and has Bess"
    assert stuck.hint == "leave behind Old Tom"


def test_a_cart_whose_animal_is_taken_away_carries_too_much_d_hex_8() -> None:
    keeper = train("mounts Bess hd 1; Nag hd 3", "cart Blue", "hitch Bess to Blue", "hitch Nag to Blue")
    keeper.do("load 12 items on Blue")  # 3 x (1 + 3) HD
    keeper.do("unhitch Nag")
    stuck = going(keeper.state, keeper.book)
    assert stuck.stuck == "the cart Blue carries 12 items, and Bess can pull 3"
    keeper.do(stuck.hint)
    assert (stuck.hint, load_of(keeper, "Blue")) == ("unload 9 items from Blue", 3)
    assert going(keeper.state, keeper.book).stuck == ""


# Pushing, D-HEX-5


def odds_of_death(keeper: Keeper, day: int) -> Fraction:
    """Return how likely the first mount is to die if it is pushed on a day: deadly faces among the six."""
    decision = Decision(keeper.book, keeper.state, TypedFaces(()), REGISTRY)
    with pytest.raises(ThrowNeeded) as asked:
        push(decision, day)
    throw = asked.value.throw
    assert (throw.dice, [band.name for band in throw.bands]) == ("1d6", ["dies", "lives"])
    return Fraction(sum(throw.band_of(face) == 0 for face in range(1, 7)), 6)


def test_a_push_kills_two_in_six_and_one_more_each_day_up_to_certainty_d_hex_5() -> None:
    keeper = train("mounts Bess hd 2")
    for day, sixths in ((1, 2), (2, 3), (3, 4), (4, 5)):
        assert odds_of_death(keeper, day) == Fraction(sixths, 6), day
        pushed(keeper, day, "6")
    assert odds_of_death(keeper, 5) == 1
    pushed(keeper, 5, "6")
    assert mount(keeper, "Bess").dead


def test_it_is_never_more_than_six_in_six_d_hex_5() -> None:
    """Eight days in a row would be 2 + 7 = 9 in 6."""
    keeper = train("mounts Bess hd 2")
    days = tuple(range(1, 8))
    beast = replace(mount(keeper, "Bess"), pushes=days)
    keeper.state = replace(keeper.state, train=Train((beast,)))
    (event,) = of_kind(pushed(keeper, 8, "6").events, MountPushed)
    assert (event.run, event.dies_up_to, event.dies) == (8, 6, True)


def test_a_day_of_rest_begins_the_count_anew_d_hex_5() -> None:
    keeper = train("mounts Bess hd 2")
    pushed(keeper, 1, "6")
    pushed(keeper, 2, "6")
    assert odds_of_death(keeper, 3) == Fraction(4, 6)
    assert odds_of_death(keeper, 4) == Fraction(2, 6)  # day 3 was a rest
    assert odds_of_death(keeper, 9) == Fraction(2, 6)


def test_one_roll_a_mount_a_day_however_often_it_is_pushed_d_hex_5() -> None:
    keeper = train("mounts Bess hd 2; Nag hd 2")
    assert len(pushed(keeper, 1, "3", "4").answers) == 2
    assert pushed(keeper, 1).events == []
    keeper.do("mounts Ox hd 4")
    (event,) = pushed(keeper, 1, "5").events  # only the one that came since
    assert isinstance(event, MountPushed)
    assert event.name == "Ox"


def test_the_throw_is_told_with_what_kills() -> None:
    keeper = train("mounts Bess hd 2")
    told = [tell(event, keeper.book) for day in (1, 2) for event in pushed(keeper, day, "4").events]
    assert told == [
        "push of Bess 4 (dies on 2 or less): lives",
        "push of Bess 4 (dies on 3 or less, day 2 in a row): lives",
    ]


def test_a_mount_that_dies_leaves_its_rider_and_its_load_and_stops_the_clock_d_hex_5() -> None:
    keeper = train(
        "party Varda; Orlo", "mounts Bess hd 2; Nag hd 2", "load 3 items on Bess", "load 1 item on Nag"
    )
    calm = pushed(keeper, 1, "3", "3")
    assert not calm.stopped
    decision = pushed(keeper, 2, "3", "1")
    assert decision.stopped
    assert [tell(event, keeper.book) for event in of_kind(decision.events, MountDied)] == [
        "Bess is dead; Varda goes on foot, 3 items lie there",
        "Nag is dead; Orlo goes on foot, 1 item lies there",
    ]
    assert {event.rule for event in decision.events} == {"D-HEX-5"}
    assert (load_of(keeper, "Bess"), load_of(keeper, "Nag")) == (0, 0)
    assert not going(keeper.state, keeper.book).mounted
    assert pushed(keeper, 3).events == []  # the dead are pushed no more


def test_what_pulls_is_pushed_too_and_its_load_stays_on_the_cart_d_hex_5() -> None:
    keeper = train("mounts Nag hd 3", "cart Blue", "hitch Nag to Blue", "load 9 items on Blue")
    decision = pushed(keeper, 1, "2")
    assert [tell(event, keeper.book) for event in decision.events][
        -1
    ] == "Nag is dead; Blue has one animal less"
    assert load_of(keeper, "Blue") == 9
    assert going(keeper.state, keeper.book).stuck == "the cart Blue has nothing to pull it"


def test_where_a_rule_set_asks_no_price_nothing_is_thrown() -> None:
    free = house_rules('remove = ["mounts.push_dies"]\n', "dungeon-game")
    assert pushed(keep("mounts Bess hd 2", rules=free, dice=None), 1).events == []
    assert pushed(keep(dice=None), 1).events == []


def test_a_day_is_numbered_as_the_clock_says_it_and_begins_at_midnight() -> None:
    book = train().book
    assert [day_of(Instant(ms), book) for ms in (0, DAY.ms // 2, DAY.ms - 1, DAY.ms)] == [1, 1, 1, 2]


# The clock set back


def test_a_clock_set_back_undoes_the_push_the_death_the_load_and_the_hitching_t2() -> None:
    keeper = train("party Varda", "mounts Bess hd 2; Nag hd 3", "cart Blue", "load 2 items on Bess")
    keeper.do("wait 1 h")
    before = keeper.state.train
    keeper.do("wait 1 h")
    keeper.do("load 1 item on Bess")
    keeper.do("hitch Nag to Blue")
    keeper.do("load 8 items on Blue")
    pushed(keeper, 1, "2", "6")
    assert mount(keeper, "Bess").dead
    keeper.do("rule clock 01:00")
    assert keeper.state.train.mounts == before.mounts
    assert load_of(keeper, "Bess") == 2
    assert load_of(keeper, "Blue") == 0
    assert odds_of_death(keeper, 1) == Fraction(2, 6)
    assert len(pushed(keeper, 1, "6", "6").answers) == 2  # the day's roll is to be made again


def test_a_clock_set_back_keeps_what_was_before_and_brings_back_no_vehicle_left_behind_t2() -> None:
    keeper = train("mounts Nag hd 3", "cart Blue", "hitch Nag to Blue", "load 4 items on Blue")
    keeper.do("wait 1 h")
    keeper.do("unhitch Nag")
    keeper.do("rule clock 00:30")
    assert mount(keeper, "Nag").pulls == "Blue"
    assert load_of(keeper, "Blue") == 4
    keeper.do("wait 1 h")
    keeper.do("leave behind Blue")
    keeper.do("rule clock 00:45")
    assert mount(keeper, "Nag").pulls == ""


def test_what_is_remembered_of_a_mount_is_bounded() -> None:
    beast = Mount("Bess", 2)
    for day in range(1, REMEMBERED + 10):
        beast = beast.pushed(day)
    assert len(beast.pushes) == REMEMBERED
    assert beast.pushed_on(REMEMBERED + 9)
