"""Who acts at once in a count and falls only then; castings and blows in one segment; answers; Enter."""

from __future__ import annotations

from tests.play.keeper import Keeper, keep, of_kind
from tests.play.segments import acts, counted, one
from turnkeeper.play.fight.count import EffectCame
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin


def at_once(ours: int, theirs: int, *options: str) -> Keeper:
    """Return a fight of Varda and an ogre of these Orders, both of whose first turns are at 4."""
    rules = load_builtin("quest-of-destiny", options)
    keeper = keep(f"party Varda order {ours} hp 9", f"foes ogre 1 order {theirs}", rules=Rulebook(rules))
    keeper.do("fight", "4", "4")
    return keeper


def test_who_falls_by_an_equal_acts_in_the_segment_all_the_same_and_not_after_it() -> None:
    """Q-INIT-4: both at 4 with Order 12. The ogre's recovery of 6 brings a turn at 10, which never comes."""
    keeper = at_once(12, 12)
    keeper.do("act dagger by Varda")
    keeper.do("kill ogre")
    assert acts(keeper, "act dagger by ogre") == ["ogre"]
    assert keeper.refused("act dagger by ogre").code == "out"


def test_who_falls_by_a_higher_order_does_not_act_unless_the_table_reads_it_so() -> None:
    """Q-INIT-4: the highest Order goes first. By the option nobody falls before the segment is over."""
    keeper = at_once(12, 9)
    keeper.do("act dagger")
    keeper.do("kill ogre")
    assert keeper.refused("act dagger by ogre").code == "out"
    keeper = at_once(12, 9, "fall-at-the-end")
    keeper.do("act dagger")
    keeper.do("kill ogre")
    assert acts(keeper, "act dagger") == ["ogre"]


def test_who_has_acted_or_flees_or_was_down_before_is_owed_no_turn() -> None:
    keeper = at_once(12, 12)
    keeper.do("act dagger by ogre")
    keeper.do("kill ogre")
    assert keeper.refused("act dagger by ogre").code == "out"
    keeper = at_once(12, 12)
    keeper.do("act dagger by Varda")
    keeper.do("flee ogre")
    assert keeper.refused("act dagger by ogre").code == "out"
    keeper = at_once(12, 12)
    keeper.do("kill ogre")  # before any of the segment has acted: by something earlier
    assert keeper.refused("act dagger by ogre").code == "out"


def test_a_casting_takes_effect_at_once_with_the_blow_of_an_equal_that_fells_the_caster() -> None:
    """Q-REC-3, Q-INIT-4: cast at 4 for 2 and then 4, due at 6 as the ogre is, who did something for 2."""
    keeper = at_once(12, 12)
    keeper.do("cast light 2 then 4 by Varda")
    keeper.do("act for 2 by ogre")
    keeper.do("act dagger by ogre")
    keeper.do("hurt Varda 9")
    (effect,) = of_kind(keeper.do("act by Varda"), EffectCame)
    assert (effect.segment, effect.due) == (6, 10)
    assert keeper.told("act by Varda")[-1].startswith("round 1 segment 10, Varda: recovery action")


def test_a_blow_of_a_higher_order_in_the_segment_of_the_effect_disrupts_it_from_there() -> None:
    """Q-REC-7: the recovery of 4 counts from 6, the segment of the blow and of the effect."""
    keeper = at_once(9, 12)
    keeper.do("act for 2")
    keeper.do("cast light 2 then 4")
    keeper.do("act dagger")
    keeper.do("hurt Varda 9")
    assert one(keeper, "Varda").doing is None
    assert one(keeper, "Varda").due == 6 + 4


def test_a_blow_of_an_equal_comes_before_the_effect_where_the_table_says_it_first() -> None:
    """Q-INIT-4: equals may be ordered by the table, so no order of the roster lets the effect come first."""
    keeper = at_once(12, 12)
    keeper.do("cast light 2 then 4 by Varda")
    keeper.do("act for 2 by ogre")
    keeper.do("act dagger by ogre")
    keeper.do("disrupt Varda")
    assert one(keeper, "Varda").due == 6 + 4


def test_nobody_answers_their_own_turn_nor_while_they_cast_nor_before_a_first_turn() -> None:
    """Q-INIT-2, Q-REC-3, Q-REC-6; whoever waits for a first turn has not had it."""
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2), ("Sefa", 9, 3))
    keeper.do("act dagger")
    assert keeper.refused("opportunity by Varda").code == "own-turn"
    assert keeper.refused("opportunity by Orlo").code == "first-turn"
    keeper.do("delay")
    assert keeper.refused("opportunity by Orlo").hint == "step in Orlo"
    keeper.do("act draw")
    keeper.do("opportunity by Varda")
    keeper.do("cast light 3 then 4")
    assert keeper.refused("opportunity by Sefa").code == "busy"
    assert keeper.refused("act speak by Sefa").code == "busy"


def test_enter_recovers_for_the_down_and_does_as_before_for_the_healed() -> None:
    """Q-REC-3: unconscious there is only a recovery action, of 2; healed, Varda uses her dagger again."""
    keeper = at_once(12, 9)
    keeper.do("act dagger")
    keeper.do("act dagger")
    keeper.do("hurt Varda 9")
    assert keeper.told("act")[-1].startswith("round 1 segment 10, Varda: recovery action")
    keeper.do("act dagger by ogre")
    keeper.do("heal Varda 3")
    assert keeper.told("act")[-1].startswith("round 2 segment 2, Varda: dagger, recovery 6")
