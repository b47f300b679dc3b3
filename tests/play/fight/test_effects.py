"""Effects across scales: until somebody has acted, until a rest, for rounds, hours and days; T18."""

from __future__ import annotations

import pytest

from tests.play.keeper import CALM, ByName, Keeper, keep, of_kind
from tests.play.segments import QUEST, SEGMENT, acts, counted, fought
from turnkeeper.play.clock.timers import TimerEnded
from turnkeeper.play.fight.effects import EffectFreed
from turnkeeper.time import Duration, Instant

WISE = ByName({**CALM.faces, "wisdom of Varda": "5", "wisdom of Orlo": "15"})


def running(keeper: Keeper) -> list[str]:
    return [timer.name for timer in keeper.state.timers.live.values()]


def ended(keeper: Keeper, said: str) -> list[str]:
    return [over.called for over in of_kind(keeper.do(said, dice=CALM), TimerEnded)]


# --- a count


def test_it_lasts_until_the_end_of_the_next_activation() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    keeper.do("act for 3")
    assert keeper.told("effect bless until Varda has acted") == [
        "timer bless: until Varda has acted",
        "bless ends with the next activation of Varda",
    ]
    assert ended(keeper, "act for 5 by Orlo") == []
    assert ended(keeper, "act for 5 by Varda") == ["bless"]


def test_a_casting_is_one_activation_that_ends_with_its_effect() -> None:
    keeper = counted(("Varda", 12, 1))
    keeper.do("effect bless until Varda has acted")
    assert ended(keeper, "cast light 2 then 2") == []
    assert ended(keeper, "act") == ["bless"]


def test_a_focus_is_one_activation_that_ends_with_what_follows() -> None:
    keeper = counted(("Varda", 12, 1))
    keeper.do("effect bless until Varda has acted")
    assert ended(keeper, "focus 2") == []
    assert ended(keeper, "act bow") == ["bless"]


def test_a_disruption_ends_the_activation() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    keeper.do("effect bless until Varda has acted")
    keeper.do("cast light 2 then 2")
    assert ended(keeper, "disrupt Varda") == ["bless"]


def test_neither_free_words_nor_a_wait_nor_an_answer_end_it() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    keeper.do("act for 1")
    keeper.do("effect bless until Varda has acted")
    for said in ("act speak", "delay", "act for 5 by Orlo", "opportunity by Varda"):
        assert ended(keeper, said) == []
    assert ended(keeper, "step in Varda for 3") == ["bless"]


def test_when_the_one_leaves_first_it_lasts_until_ended_and_the_log_says_so() -> None:
    keeper = fought(1, 2, 3)
    keeper.do("effect fear until goblin 1 has acted")
    keeper.do("kill goblin 1")
    keeper.do("act dagger")
    assert keeper.told("act dagger")[:2] == [
        "goblin 1 is dead: fear lasts until ended",
        "goblin 1 is out of the count: dead",
    ]
    assert running(keeper) == ["fear"]
    keeper.do("end timer fear")


def test_who_left_before_the_end_of_the_fight_frees_it_as_well() -> None:
    keeper = fought(5, 2, 3)
    keeper.do("effect fear until goblin 1 has acted")
    keeper.do("vanish goblins")
    assert keeper.told("end fight")[0] == "goblin 1 is gone: fear lasts until ended"
    rounds = keep("party Varda wisdom 12; Orlo wisdom 9", "fight enemies", "round", dice=WISE)
    rounds.do("effect glow until Orlo has acted")
    rounds.do("dismiss Orlo")
    assert rounds.told("end fight")[:2] == ["round 1: 1 round", "Orlo acts no more: glow lasts until ended"]


def test_when_the_fight_ends_first_it_lasts_as_long_as_it_would_have_in_it() -> None:
    """Varda acted at 1 with 6 and would act again at 7, 6 segments or 8.64 s from the start."""
    keeper = fought(1, 2, 3)
    keeper.do("act dagger")
    keeper.do("effect bless until Varda has acted")
    keeper.do("act for 20")  # goblin 1 at 2
    (freed,) = of_kind(keeper.do("end fight"), EffectFreed)
    assert freed.left == Duration(5 * SEGMENT)
    keeper.do("wait 7 s")  # 1.44 s have passed, and so 8.44 s
    assert running(keeper) == ["bless"]
    (over,) = of_kind(keeper.do("wait 1 s"), TimerEnded)
    assert over.at == Instant(6 * SEGMENT)


def test_of_one_who_waits_the_next_turn_is_not_known() -> None:
    keeper = counted(("Varda", 12, 1), ("Orlo", 10, 2))
    keeper.do("delay")
    keeper.do("effect bless until Varda has acted")
    (freed,) = of_kind(keeper.do("end count"), EffectFreed)
    assert freed.left is None
    assert keeper.told("end timer bless") == ["timer bless ended"]


def test_one_that_was_ended_by_hand_is_not_ended_twice() -> None:
    keeper = counted(("Varda", 12, 1))
    keeper.do("effect bless until Varda has acted")
    keeper.do("end timer bless")
    assert ended(keeper, "act dagger") == []
    assert of_kind(keeper.do("end count"), EffectFreed) == []


def test_a_clock_set_back_before_its_end_lets_it_last_again() -> None:
    """T2: it was over at segment 4, 4.32 s in; set back to 2 s it runs, until the next turn."""
    keeper = counted(("Varda", 12, 1))
    keeper.do("act for 3")
    keeper.do("effect bless until Varda has acted")
    assert ended(keeper, "act for 3") == ["bless"]
    keeper.do("rule clock 00:00:02")
    assert running(keeper) == ["bless"]
    assert ended(keeper, "act for 3") == ["bless"]


def test_a_stranger_and_the_dead_have_no_next_turn() -> None:
    keeper = fought(1, 2, 3)
    assert keeper.refused("effect bless until Bram has acted").code == "unknown-fighter"
    keeper.do("kill goblin 1")
    assert keeper.refused("effect bless until goblin 1 has acted").code == "out"
    assert keep("party Varda", rules=QUEST).refused("effect bless until Varda has acted").code == "no-fight"


# --- every scale


@pytest.mark.parametrize(
    "length, ms",
    [
        ("3 segments", 3 * SEGMENT), ("2 rounds", 28_800), ("1 moment", 144_000), ("2 phases", 1_440_000),
        ("5 hours", 18_000_000), ("3 days", 259_200_000),
    ],
)  # fmt: skip
def test_a_length_of_any_scale_begun_in_a_fight_burns_on_after_it(length: str, ms: int) -> None:
    """Q-TIME-1, Q-TIME-2: at 14.4 s a round; the fight ends at segment 3, after 2 segments."""
    keeper = fought(1, 2, 3)
    keeper.do(f"timer ward {length}")
    acts(keeper, "act for 9", "act for 9", "act for 9")
    keeper.do("end fight")
    (over,) = of_kind(keeper.do("wait 4 days", dice=CALM), TimerEnded)
    assert over.at.ms == ms


def test_with_no_length_it_runs_until_ended() -> None:
    """T18."""
    keeper = fought(1, 2, 3)
    keeper.do("timer curse")
    keeper.do("end fight")
    assert ended(keeper, "wait 100 days") == []
    assert running(keeper) == ["curse"]


# --- until a rest


def test_until_a_rest_ends_with_any_rest_and_until_one_with_that() -> None:
    keeper = keep(
        "party Varda", "effect ward until rest", "effect might until extended rest for Varda", rules=QUEST
    )
    assert [timer.called for timer in keeper.state.timers.live.values()] == ["ward", "might (Varda)"]
    assert ended(keeper, "wait 5 hours") == []
    assert ended(keeper, "search") == []
    assert ended(keeper, "short rest") == ["ward"]
    assert ended(keeper, "extended rest") == ["might (Varda)"]


def test_a_rest_that_is_cut_short_ends_nothing() -> None:
    """Q-REST-1: a short rest is lost when it is interrupted."""
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch for Varda", rules=QUEST)
    keeper.do("effect ward until rest")
    keeper.do("wait 1 phase 6 min", dice=CALM)
    assert of_kind(keeper.do("short rest", "1", dice=ByName({"encounter distance": "2+2"})), TimerEnded) == []
    assert running(keeper) == ["ward"]


def test_a_rest_that_the_rule_set_does_not_know_is_refused() -> None:
    keeper = keep("party Varda", rules=QUEST)
    no = keeper.refused("effect ward until long rest")
    assert no.code == "unknown-rest"
    assert keeper.refused("effect ward until dawn").code == "unknown-rest"


@pytest.mark.parametrize(
    "rules, rest", [("glog", "night"), ("cresthaven", "short rest"), ("dungeon-game", "short rest")]
)
def test_every_game_says_what_its_rests_are(rules: str, rest: str) -> None:
    keeper = keep("party Varda", "stock 9 rations", "effect ward until a rest", rules=rules)
    assert ended(keeper, rest) == ["ward"]


def test_a_camp_is_a_rest() -> None:
    keeper = keep("party Varda", "enter wilderness", "effect ward until rest", rules="dungeon-game")
    keeper.do("season summer")
    found = keeper.do("camp with shelter", dice=ByName({**CALM.faces, "encounter check": "6"}))
    assert [over.called for over in of_kind(found, TimerEnded)] == ["ward"]


# --- where rounds are counted


def test_in_rounds_it_is_the_end_of_their_go_in_the_next_round() -> None:
    """House reading: Varda tests 5 under 12 and acts before the goblins in round 2 as well."""
    keeper = keep("party Varda wisdom 12", "foes goblins 2", "fight", "round", dice=WISE)
    keeper.do("effect bless until Varda has acted")
    assert of_kind(keeper.do("done Varda"), TimerEnded) == []  # that is this round's go
    keeper.do("round", dice=WISE)
    assert [over.called for over in of_kind(keeper.do("done Varda"), TimerEnded)] == ["bless"]


def test_in_rounds_where_nobody_says_who_has_acted_the_round_ends_it() -> None:
    keeper = keep("party Varda wisdom 12", "foes goblins 2", "fight", "round", dice=WISE)
    assert keeper.told("effect fear until goblins has acted")[-1] == (
        "fear lasts until goblins have acted in round 2"
    )
    assert of_kind(keeper.do("round", dice=WISE), TimerEnded) == []
    assert [over.called for over in of_kind(keeper.do("round", dice=WISE), TimerEnded)] == ["fear"]


def test_in_rounds_one_who_is_out_frees_it() -> None:
    keeper = keep("party Varda wisdom 12", "foes goblins 2", "fight", "round", dice=WISE)
    assert keeper.told("effect fear until goblin 2 has acted")[-1] == (
        "fear lasts until goblin 2 has acted in round 2"
    )
    keeper.do("round", dice=WISE)
    keeper.do("kill goblin 2", dice=WISE)
    (freed,) = of_kind(keeper.do("round", dice=WISE), EffectFreed)
    assert freed.left is None
    assert keeper.refused("effect fear until goblin 2 has acted").code == "out"


def test_in_rounds_the_end_of_the_fight_leaves_it_to_the_end_of_its_round() -> None:
    """One round of 10 s was fought; the next would end at 20 s (G-TIME-1)."""
    keeper = keep("party Varda wisdom 12", "foes goblins 2", "fight", "round", dice=WISE)
    keeper.do("effect bless until Varda has acted")
    (over,) = of_kind(keeper.do("end fight", dice=WISE), TimerEnded)
    assert over.at.ms == 20_000
