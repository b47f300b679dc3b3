"""What the referee says of a count: surprise, turns that move, what hampers, whom it hampers."""

from __future__ import annotations

import pytest

from tests.play.keeper import house_rules, keep, of_kind
from tests.play.segments import QUEST, acts, counted, due, fought, one, up
from turnkeeper.play.fight.segments.count_rulings import TurnMoved

# --- surprise


def test_the_totally_surprised_have_no_turn_before_round_2() -> None:
    """Q-SURP-1: 10 segments more: 3 and 8 become 13 and 18, which are 3 and 8 of round 2."""
    keeper = fought(6, 3, 8)
    assert keeper.told("surprise goblins totally")[:2] == [
        "goblin 1 acts at round 2 segment 3: totally surprised, +10",
        "goblin 2 acts at round 2 segment 8: totally surprised, +10",
    ]
    assert acts(keeper, "act for 6", "act for 6", "act for 6") == ["Varda", "Varda", "goblin 1"]


def test_the_partially_surprised_come_five_segments_later() -> None:
    """Q-SURP-1: 9 + 5 = 14."""
    keeper = fought(6, 9, 2)
    keeper.do("surprise goblin 1 partially")
    assert (due(keeper, "goblin 1"), due(keeper, "goblin 2")) == ((2, 4), (1, 2))


@pytest.mark.parametrize(
    "against, guard, adds",
    [("beaten", "on guard", 5), ("beaten", "off guard", 10), ("unbeaten", "off guard", 5)],
)
def test_against_a_hidden_side_it_depends_on_awareness_and_guard(against: str, guard: str, adds: int) -> None:
    """Q-SURP-2."""
    keeper = fought(6, 9, 2)
    keeper.do(f"surprise Varda {against} {guard}")
    assert one(keeper, "Varda").due == 6 + adds


def test_on_guard_and_unbeaten_is_no_surprise() -> None:
    """Q-SURP-2."""
    keeper = fought(6, 9, 2)
    assert keeper.refused("surprise Varda unbeaten on guard").code == "not-surprised"


def test_who_has_acted_or_waited_is_surprised_by_nothing() -> None:
    keeper = fought(1, 9, 2)
    keeper.do("delay")
    assert keeper.refused("surprise Varda totally").code == "acted"
    assert keeper.refused("surprise trolls totally").code == "unknown-fighter"
    keeper.do("act dagger")
    events = of_kind(keeper.do("surprise goblins partially"), TurnMoved)
    assert [moved.name for moved in events] == ["goblin 1"]  # goblin 2 has acted


def test_the_whole_party_is_surprised_at_once() -> None:
    keeper = fought(1, 4, 9, party="Varda order 12; Orlo order 3", foes=("ogre 1",))
    keeper.do("surprise party totally")
    assert (due(keeper, "Varda"), due(keeper, "Orlo"), due(keeper, "ogre")) == ((2, 1), (2, 4), (1, 9))


def test_a_surprise_said_with_the_fight_is_told_how_a_count_says_it() -> None:
    keeper = keep("party Varda", "foes goblins 2", rules=QUEST)
    assert keeper.refused("fight surprised goblins").hint == "fight, then surprise goblins totally"


# --- turns that move


def test_a_turn_is_moved_within_the_round_or_to_the_next_if_the_segment_has_passed() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 5), ("Sefa", 8, 8))
    acts(keeper, "act for 20", "act for 20")
    assert keeper.told("rule turn of Sefa 6") == ["Sefa acts at round 1 segment 6: ruling"]
    assert keeper.told("rule turn of Varda 4") == ["Varda acts at round 2 segment 4: ruling"]
    assert up(keeper) == ["Sefa"]
    assert keeper.refused("rule turn of Sefa 11").message == "a round has the segments 1 to 10"
    assert keeper.refused("rule turn of Bram 4").code == "unknown-fighter"


def test_a_ruling_ends_a_wait_and_undo_is_not_needed() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 5))
    keeper.do("delay")
    keeper.do("rule turn of Varda 3")
    assert up(keeper) == ["Varda"]
    assert not one(keeper, "Varda").waiting


def test_a_ruling_moves_what_is_being_cast() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 5))
    keeper.do("cast fireball 6 then 2")
    keeper.do("rule turn of Varda 3")
    assert keeper.told("act")[0].startswith("round 1 segment 3, fireball of Varda takes effect")


def test_of_two_words_on_surprise_the_later_stands() -> None:
    """Q-SURP-1: a starting initiative of 6 is 11 when partially surprised, 16 when totally; never 21."""
    keeper = fought(1, 2, 6)
    for how, first in (("partially", 11), ("totally", 16), ("partially", 11), ("unbeaten on guard", 6)):
        keeper.do(f"surprise goblin 2 {how}")
        assert one(keeper, "goblin 2").due == first
    keeper.do("surprise goblin 2 totally")
    assert keeper.refused("surprise goblin 2 totally").code == "same"
    # Varda has acted at 1 and goblin 1 at 2, at 5 and at 8: the segments that have passed do not come back.
    for said in ("act for 20", "act for 3", "act for 3", "act for 9"):
        keeper.do(said)
    keeper.do("surprise goblin 2 unbeaten on guard")
    assert one(keeper, "goblin 2").due == 8


def test_a_ruling_on_a_first_turn_is_what_surprise_adds_to() -> None:
    keeper = fought(1, 2, 6)
    keeper.do("surprise goblin 2 totally")
    keeper.do("rule turn of goblin 2 4")
    keeper.do("surprise goblin 2 partially")
    assert one(keeper, "goblin 2").due == 4 + 5


# --- burdens


@pytest.mark.parametrize("load, recovery", [("load over medium", 8), ("load over heavy", 11)])
def test_a_load_adds_to_every_recovery(load: str, recovery: int) -> None:
    """Q-REC-5: a dagger, 6, costs 2 more with a load over Medium, 5 more over Heavy; so do castings."""
    keeper = counted(("Varda", 12, 1))
    keeper.do(f"hamper Varda with {load}")
    keeper.do("act dagger")
    assert one(keeper, "Varda").due == 1 + recovery
    keeper.do("cast light 1 then 1")
    keeper.do("act")
    assert one(keeper, "Varda").due == 1 + recovery + 1 + 1 + recovery - 6
    before = one(keeper, "Varda").due or 0
    keeper.do("recover")
    assert one(keeper, "Varda").due == before + 2 + recovery - 6


def test_of_two_loads_the_one_said_last_is_the_load() -> None:
    """Q-REC-5: who is over Heavy is over Medium as well: 6 + 5, not 6 + 2 + 5; lighter again 6 + 2."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("hamper Varda with load over medium")
    keeper.do("hamper Varda with concentrating")
    assert keeper.told("hamper Varda with load over heavy") == [
        "Varda is no longer hampered: load over medium",
        "Varda is hampered: load over heavy",
    ]
    assert one(keeper, "Varda").burdens == ("concentrating", "load over heavy")
    keeper.do("act dagger")
    assert one(keeper, "Varda").due == 1 + 6 + 5
    keeper.do("hamper Varda with load over medium")
    keeper.do("act")
    assert one(keeper, "Varda").due == 12 + 6 + 2
    keeper.do("free Varda of load over medium")
    keeper.do("act")
    assert one(keeper, "Varda").due == 20 + 6


def test_burdens_of_no_kind_add_up() -> None:
    """Where a rule set does not say that two are of one kind, both hamper."""
    wounded = 'rule = { id = "Q-REC-5", origin = "house", why = "Blood." }\nadds = 3\n'
    book = house_rules(f"[fight.order.burdens.wounded]\n{wounded}", QUEST)
    keeper = counted(("Varda", 12, 1), rules=book)
    keeper.do("hamper Varda with load over medium")
    keeper.do("hamper Varda with wounded")
    keeper.do("act dagger")
    assert one(keeper, "Varda").due == 1 + 6 + 2 + 3


def test_what_is_free_stays_free_under_a_load() -> None:
    """House reading: a few words are no action that a load slows."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("hamper Varda with load over heavy")
    assert keeper.told("act speak") == ["Varda: speak, no recovery"]


def test_concentration_slows_movement_and_forbids_a_sprint() -> None:
    """Q-REC-5: shift +1, skirmish +2, no sprint. How long a movement takes is said, as no rule states it."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("hamper Varda with concentrating")
    keeper.do("act shift for 2")
    assert one(keeper, "Varda").due == 1 + 3
    keeper.do("act Skirmish for 2")
    assert one(keeper, "Varda").due == 4 + 4
    no = keeper.refused("act sprint for 2")
    assert (no.code, no.hint) == ("burden", "free Varda of concentrating")
    keeper.do("act dagger")
    assert one(keeper, "Varda").due == 8 + 6
    keeper.do("free Varda of concentrating")
    keeper.do("act sprint for 2")


def test_a_load_taken_off_makes_what_is_repeated_as_quick_as_it_was() -> None:
    """Q-REC-5: 6 + 5 = 11 with the load; then 6 again."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("hamper Varda with load over heavy")
    keeper.do("act dagger")
    assert one(keeper, "Varda").due == 12
    keeper.do("free Varda of load over heavy")
    keeper.do("act")
    assert one(keeper, "Varda").due == 18


def test_a_burden_that_is_not_known_or_changes_nothing_is_refused() -> None:
    keeper = counted(("Varda", 12, 1))
    assert keeper.refused("hamper Varda with load over hevy").hint == "did you mean 'load over heavy'?"
    assert keeper.refused("free Varda of load over heavy").code == "same"
    keeper.do("hamper Varda with load over heavy")
    assert keeper.refused("hamper Varda with load over heavy").code == "same"


def test_a_count_without_surprise_in_its_rules_says_how_turns_move() -> None:
    book = house_rules("[fight.order.surprise]\npartial = 1\ntotal = 2\n", QUEST)
    keeper = counted(("Varda", 12, 1), rules=book)
    keeper.do("surprise Varda totally")
    assert one(keeper, "Varda").due == 3
