"""What happened, as people are told it: many alike as one, nothing twice, and every event within reach."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app.campaigns import do, replay_text
from tests.often import times
from turnkeeper.app import log
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.export import export_text
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session

LAND = "| 0101 grass\n| 0102 hills\n| 0103 mountains\n| 0104 mountains\n"
SIX = ("Varda", "Orlo", "Ana", "Bea", "Cyd", "Dov")
PARTY = "; ".join(f"{name} strength 20" for name in SIX)
STORM = f"""rules: glog
map: country
{LAND}begins: day 1 07:00
> party {PARTY}
> tire Varda 2
> tire Orlo 1
> enter wilderness
> season summer
> no checks here for outdoors
> use map country
> stand at 0102
> weather storm
"""


def played(text: str) -> Campaign:
    replayed = replay_text(text, "told.play")
    assert replayed.campaign is not None
    assert replayed.problems == ()
    return replayed.campaign


def say(campaign: Campaign, text: str, *faces: str) -> CommandDone:
    done = Session(campaign).say(text, faces=faces)
    assert isinstance(done, CommandDone), done
    return done


def texts(done: CommandDone) -> list[str]:
    return [line.text for line in done.told]


# Many alike are one


def test_the_windows_of_a_night_in_the_wilds_are_named_by_their_times_alone() -> None:
    """G-HEX-6: one check in each two hours, at a d12 of ten minutes; the twelfth opens after 1 h 50."""
    campaign = played("rules: glog\nbegins: day 1 20:00\n> party Varda\n> enter wilderness\n")
    told = texts(say(campaign, "night", *["12"] * 9))
    assert len(told) == 2
    assert told[0].endswith("outdoor check 4 times: nothing")
    assert told[1] == "outdoor check windows: 21:50, 23:50, 01:50, 03:50, 05:50"


def test_six_people_a_mountain_hex_and_a_storm_tell_in_eight_lines_at_most() -> None:
    """A mountain hex takes 6 h, twice that in a storm; each of its 12 hours costs each a slot (G-FAT-2).

    In summer it is light until 20:00, so that no nightfall stops them (G-TIME-1).
    """
    done = say(played(STORM), "travel south")
    assert sum(line.kind == "fatigue-changed.1" for line in done.lines) == len(SIX) * 12
    assert len(done.told) <= 8
    # Varda had 2 slots and Orlo 1.
    each = "Varda 14, Orlo 13, Ana 12, Bea 12, Cyd 12, Dov 12"
    assert f"each takes 12 slots of fatigue: {each}; from 08:00 to 19:00" in texts(done)


def test_those_who_take_unlike_amounts_are_told_by_the_amount() -> None:
    campaign = played(STORM + "> tire Varda -1\n")
    for name in SIX[2:]:
        do(campaign, f"dismiss {name}")
    # Varda sheds 1 of 1 slot and Orlo 1 of 1: then neither has any, and each sheds what each had.
    do(campaign, "tire Varda 3")
    assert texts(say(campaign, "rest 3 h"))[-1:] == [
        "Varda sheds 3 slots of fatigue, has 1; Orlo sheds 1 slot of fatigue, has 0"
    ]


def test_a_folded_line_names_every_event_that_it_tells() -> None:
    done = say(played(STORM), "travel south")
    told = [number for line in done.told for number in (line.number, *line.others)]
    assert sorted(told) == [line.number for line in done.lines]
    folded = next(line for line in done.told if len(line.others) > 1)
    assert {done.lines[at - 1].kind for at in folded.others} == {"fatigue-changed.1"}
    assert folded.others == tuple(sorted(folded.others))
    assert folded.number > folded.others[-1]


def test_lines_stand_in_the_order_of_time() -> None:
    done = say(played(STORM), "travel south")
    assert all(one.at_ms <= other.at_ms for one, other in pairwise(done.told))


def night() -> Campaign:
    return played("rules: dungeon-game\nseed: 5eed\n> party Varda; Orlo\n> enter dungeon\n")


def test_a_night_in_which_nothing_happened_is_one_line() -> None:
    """A check each half hour makes 16 in 8 hours; 2 to 6 on 1d6 is nothing (D-ENC-1)."""
    done = say(night(), "wait 8 h", *["4"] * 16)
    assert [line.kind for line in done.lines].count("checked.1") == 16
    assert texts(done) == ["wait: 8 h; encounter check 16 times: nothing"]


def test_a_night_and_what_it_takes_are_one_line() -> None:
    """C-REST-2: a long rest of 8 h takes a ration each, which they have then eaten; G-HEAL-2: two watches."""
    rest = played("rules: cresthaven\nbegins: day 1 20:00\n> party Varda; Orlo\n> stock 9 rations\n")
    told = say(rest, "long rest")
    assert texts(told) == ["long rest: 8 h; used: 2 rations; the party has eaten"]
    assert len(told.lines) == 3
    slept = played("rules: glog\nbegins: day 1 20:00\n> party Varda; Orlo\n> stock 9 rations\n")
    (line,) = texts(say(slept, "night"))
    assert line.startswith("night: 2 watches. A good night")
    assert line.endswith("; used: 2 rations")


@pytest.mark.parametrize(
    "rules, where, night, told",
    [
        ("advanced", "settlement", "sleep", "sleep: 8 h; hours awake: nothing of 1 day"),  # V-REST-4
        ("classic", "dungeon", "sleep", "sleep: 8 h; weariness: nothing of 6 turns"),  # B-REST-1
        ("cresthaven", "settlement", "long rest", "long rest: 8 h; the party has eaten"),  # C-REST-2
        ("dungeon-game", "settlement", "camp with shelter", "camp: 1 watch; sheltered"),  # D-CAMP-1
        ("fifth", "settlement", "long rest", "long rest: 8 hours; timer a long rest is behind them: 16 h"),
        ("glog", "settlement", "night", "night: 2 watches. A good night: safe, with heat and food."),
        ("quest-of-destiny", "settlement", "sleep", "extended rest: 6 hours. The extended rest counts."),
        ("torchlit", "settlement", "rest", "rest: 8 h"),  # T-REST-1
    ],
)
def test_a_night_is_one_line_in_every_game(rules: str, where: str, night: str, told: str) -> None:
    """Nobody is hurt or hungry, and nothing is checked for: G-HEAL-2, Q-REST-1, F-REST-3."""
    at_eight = f"rules: {rules}\nbegins: day 1 20:00\n> party Varda; Orlo\n> enter {where}\n"
    campaign = played(at_eight + ("> no checks here\n" if where == "dungeon" else ""))
    assert texts(say(campaign, night)) == [told]


def test_those_whom_one_lack_keeps_from_recovering_are_told_in_one_line() -> None:
    """A day without food bars recovery (D-CAMP-4): Ana's day began 6 h after that of the others."""
    before = "rules: dungeon-game\n> party Varda hp 3/9; Orlo hp 2/6\n> stock 9 rations\n> wait 6 h\n"
    campaign = played(f"{before}> party Ana hp 1/6\n> wait 25 h\n")
    told = texts(say(campaign, "camp with shelter"))
    assert "Varda, Orlo, Ana not recovering: hungry, no food" in told


def test_hours_that_went_by_without_rest_are_told_as_one() -> None:
    """Weariness comes with each hour without a turn's rest (B-REST-1): what came of the first is told."""
    campaign = played("rules: classic\n> party Varda\n> enter dungeon\n> no checks here\n")
    assert texts(say(campaign, "wait 27 h"))[:2] == [
        "weariness: an hour without rest",
        "timer weary: 1 less to hit and to damage: until a rest",
    ]
    assert texts(say(campaign, "wait 3 h")) == ["wait: 3 h; weariness: an hour without rest, 3 times"]


def test_what_something_came_of_is_told_by_itself() -> None:
    # A watch of 6 h is left: two hours were four checks, the last of which was an encounter.
    done = say(night(), "wait 8 h", "4", "4", "4", "1")
    assert texts(done)[0] == "encounter check 1: encounter"
    assert texts(done)[-1] == "wait interrupted, 1 watch left; encounter check 3 times: nothing"


def test_a_check_of_which_nothing_came_is_no_event_of_the_night() -> None:
    """A 6 or 7 ticks every lit source, a 9 is for the referee to tell, 10 is nothing (G-ENC-2)."""
    dark = played("rules: glog\n> party Varda\n> enter dungeon\n")
    done = say(dark, "wait 6 turns", "6", "10", "7", "9", "10", "6")
    assert texts(done) == [
        "encounter check 9: local effect",
        "wait: 6 turns; encounter check 2 times: nothing; encounter check 3 times: light",
    ]
    lit = played("rules: glog\n> party Varda\n> enter dungeon\n> light torch\n")
    done = say(lit, "wait 2 turns", "6", "10")
    assert texts(done)[:2] == ["encounter check 6: light", "1 light ticks once"]


def test_one_check_is_told_by_itself() -> None:
    assert texts(say(night(), "wait 30 min", "4"))[-1] == "encounter check 4: nothing"


def test_a_secret_is_never_told_in_a_line_that_all_may_read() -> None:
    done = say(played(STORM.replace("> no checks here for outdoors\n", "")), "travel south")
    assert "referee" in {line.seen_by for line in done.lines}
    seen_by = {line.number: line.seen_by for line in done.lines}
    for line in done.told:
        assert {seen_by[number] for number in (line.number, *line.others)} == {line.seen_by}


@pytest.mark.slow
@settings(max_examples=times(20), deadline=None)
@given(st.lists(st.sampled_from(["wait 1 h", "search", "wait 3 h", "note x"]), max_size=3))
def test_whatever_is_said_every_event_is_told_once(said: list[str]) -> None:
    session = Session(night())
    for one in said:
        done = session.say(one)
        if isinstance(done, CommandDone):
            told = [number for line in done.told for number in (line.number, *line.others)]
            assert sorted(told) == [line.number for line in done.lines]


# What goes without saying


STANDING = "Most secrets come to light. The best hidden do not: they need exact directions."


def delve() -> Campaign:
    return played("rules: glog\n> party Varda\n> enter dungeon\n> no checks here\n> light torch\n")


def test_the_standing_words_of_a_search_are_told_once_in_a_place() -> None:
    campaign = delve()
    assert texts(say(campaign, "search")) == [f"search: 1 turn. {STANDING}"]
    assert texts(say(campaign, "search")) == ["search: 1 turn"]
    do(campaign, "note a draught")
    assert texts(say(campaign, "search")) == ["search: 1 turn"]
    do(campaign, "enter room Hall")
    assert texts(say(campaign, "search")) == [f"search: 1 turn. {STANDING}"]
    # The record keeps them each time.
    assert [line.text for line in log.lines(campaign)].count(f"search: 1 turn. {STANDING}") == 4


def test_after_an_undo_they_are_told_again() -> None:
    campaign = delve()
    first = texts(say(campaign, "search"))
    campaign.undo()
    assert texts(say(campaign, "search")) == first


# Facts, export, log and why


def test_a_fact_can_state_each_event_or_the_line_that_people_read() -> None:
    facts = (
        "= day 1 08:00  Varda takes 1 slot of fatigue, has 3 (G-FAT-2)\n"
        "= Orlo takes 1 slot of fatigue, has 13\n"
        "= each takes 12 slots of fatigue: Varda 14, Orlo 13, Ana 12, Bea 12, Cyd 12, Dov 12\n"
    )
    played(f"{STORM}> travel south\n{facts}")


@pytest.mark.slow
def test_a_fact_that_is_neither_does_not_hold() -> None:
    text = f"{STORM}> travel south\n= each takes 11 slots of fatigue: Varda 14\n"
    assert [one.message for one in replay_text(text, "told.play").problems] == ["this did not follow"]


def test_an_export_states_every_event_by_itself_and_replays() -> None:
    campaign = played(f"{STORM}> travel south\n")
    text = export_text(campaign)
    assert text.count("1 slot of fatigue, has") == len(SIX) * 12 + 1  # and the one that Orlo was given
    assert played(text).head.id == campaign.head.id


def test_why_keeps_everything_that_a_line_tells() -> None:
    campaign = played(f"{STORM}> travel south\n")
    shown = next(line for line in log.latest(campaign, 9, each=False) if "each takes" in line.text)
    because = log.why(campaign, shown.number)
    assert because is not None
    own = [str(line) for line in log.lines(campaign)]
    assert because.line.text.endswith("takes 1 slot of fatigue, has 12")
    assert because.told == shown
    assert list(because.each) == [own[number - 1] for number in (*shown.others, shown.number)]


@pytest.mark.parametrize("count", [1, 3, 8, 100])
def test_the_last_lines_are_the_end_of_the_whole_log(count: int) -> None:
    campaign = played(f"{STORM}> travel south\n> note on the pass\n")
    for each in (True, False):
        assert log.latest(campaign, count, each=each) == list(log.lines(campaign, each=each))[-count:]


# Lengths


def test_the_record_says_lengths_exactly_and_people_are_told_them_plainly() -> None:
    done = say(delve(), "wait 111 turns")
    assert done.lines[0].text.endswith(": 4 watches 15 turns")
    assert texts(done)[0].endswith(": 18 h 30")


def test_what_is_left_of_a_light_is_told_as_a_length_where_it_burns_by_the_clock() -> None:
    """A torch burns 6 turns, which are 3,600,000 ms (C-LIGHT-1); elsewhere 2 ticks (G-LIGHT-2)."""
    torch = "> party Varda\n> enter dungeon\n> light torch for Varda\n"
    by_clock, by_ticks = played(f"rules: cresthaven\n{torch}"), played(f"rules: glog\n{torch}")
    done = say(by_clock, "rule light torch 20 min left")
    assert [line.text for line in done.lines] == ["ruling: torch (Varda) is used up by 2400000 of 3600000"]
    assert texts(done) == ["ruling: torch (Varda) has 2 turns left"]
    assert texts(say(by_clock, "rule light torch 0 left"))[0] == "ruling: torch (Varda) has nothing left"
    assert texts(say(by_ticks, "rule light torch 1 left")) == ["ruling: torch (Varda) is used up by 1 of 2"]


def test_those_of_a_side_who_fall_or_flee_are_counted_as_people_count() -> None:
    campaign = played("rules: glog\n> party Varda\n> foes goblins 6\n> fight\n> down 2 goblins\n")
    done = say(campaign, "kill goblins 2")
    assert done.lines[0].text == "2 of goblins dead"
    assert texts(done)[0] == "2 goblins dead"
    assert texts(say(campaign, "flee 2 goblins"))[0] == "2 goblins flee"
    assert texts(say(campaign, "kill goblin 1"))[0] == "goblin 1 dead"
