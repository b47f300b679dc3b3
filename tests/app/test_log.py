"""The log in words, and why each line of it happened."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, delving, do, lines
from tests.play.keeper import ByName
from turnkeeper.app import log
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import Because, in_words, why
from turnkeeper.play.kernel.event import Rolled
from turnkeeper.rules.reading.load import load_builtin


def because(campaign: Campaign, number: int | None = None) -> Because:
    found = why(campaign, number)
    assert found is not None
    return found


def number_of(campaign: Campaign, text: str) -> int:
    """Return the number of the last line that holds a text."""
    return [line.number for line in log.lines(campaign) if text in line.text][-1]


def test_a_line_is_time_text_and_rule() -> None:
    campaign = delving()
    do(campaign, "search", "4+5")
    assert lines(campaign)[-1] == "day 1 00:10  encounter check 9: local effect (G-ENC-2)"


def test_lines_are_numbered_from_the_beginning_and_name_their_commit() -> None:
    campaign = delving()
    done = do(campaign, "search", "4+5")
    told = list(log.lines(campaign))
    assert [line.number for line in told] == list(range(1, len(told) + 1))
    assert [line.commit for line in told[-2:]] == [done.commit.id] * 2
    assert [line.kind for line in told[-2:]] == ["task-ended.1", "checked.1"]
    assert [line.at_ms for line in told[-2:]] == [600_000] * 2


def test_what_only_the_referee_sees_is_marked_so_in_the_log() -> None:
    campaign = delving(
        "hide silver key", "secret note Orlo is a spy", "next encounter is owlbear", "note dust"
    )
    assert [line.seen_by for line in log.lines(campaign)][-4:] == ["referee", "referee", "referee", "table"]


def test_the_log_is_that_of_the_way_to_the_head() -> None:
    campaign = delving("note left")
    campaign.undo()
    do(campaign, "note right")
    assert [line.text for line in log.lines(campaign)][-1] == "right"
    assert "left" not in " ".join(lines(campaign))


# Why


def test_why_tells_the_rule_its_origin_the_command_the_meaning_and_the_dice() -> None:
    campaign = delving()
    do(campaign, "search", "4+5")
    told = because(campaign)
    assert (told.rule, told.command) == ("G-ENC-2", "search, 2d6 = 9")
    assert told.origin.startswith("a house default of this rule set")
    assert told.says.startswith("The encounter check reads: 2 to 4 an encounter")
    assert told.meaning == "Something happens that belongs to this place."
    assert told.dice == ("2d6 came up 4 and 5: 9 in all",)
    assert any("lists no results" in one for one in told.house)


@pytest.mark.parametrize(
    "said,faces,text,rule,origin",
    [
        ("enter room Hall 20 x 20 ft", (), "room Hall", "G-SEARCH-1", "printed"),
        ("search 30 x 30 ft", ("12", "12", "12"), "search", "G-SEARCH-2", "printed"),
        ("pick lock", ("12",), "pick lock", "G-ACT-1", "printed"),
        ("break door", ("12", "12"), "break door", "G-ACT-2", "printed"),
        ("identify wand", ("12",), "identify", "G-ACT-5", "companion"),
        ("next", ("3", "3+4"), "70 ft away", "G-ENC-4", "printed"),
        ("next", ("6",), "ticks once", "G-ENC-2", "house"),
        ("reaction", ("3+4",), "reaction", "G-REACT-1", "printed"),
        ("fight enemies", ("12",), "fight", "G-ACT-3", "printed"),
        ("lunch", ("12",) * 5 + ("4", "12"), "regains", "G-HEAL-1", "companion"),
        ("light lantern", (), "lantern lit", "G-LIGHT-2", "printed"),
    ],
)
def test_every_rule_that_acts_is_cited_with_its_origin(
    said: str, faces: tuple[str, ...], text: str, rule: str, origin: str
) -> None:
    campaign = delving()
    do(campaign, said, *faces)
    told = because(campaign, number_of(campaign, text))
    assert told.rule == rule
    assert told.origin == log.ORIGINS[origin]
    assert told.says


@pytest.mark.parametrize(
    "weapon, origin",
    [("dagger", "printed"), ("long sword", "companion"), ("unarmed", "house"), ("two-handed", "house")],
)
def test_the_origin_is_that_of_the_entry_an_event_is_about(weapon: str, origin: str) -> None:
    """Q-REC-2 prints the speed of a dagger; that of a long sword is a companion's, others are ours."""
    campaign = begun(rules=load_builtin("quest-of-destiny"))
    for said in ("party Ann order 12 hp 9", "count", f"act {weapon}"):
        do(campaign, said)
    told = because(campaign)
    assert (told.rule, told.origin) == ("Q-REC-2", log.ORIGINS[origin])


def test_why_of_a_meeting_shows_the_dice_that_chose_it_and_those_of_its_distance() -> None:
    campaign = delving("use table reaction for encounters")
    do(campaign, "next", "3", "4+4", "3+4")
    told = because(campaign)
    assert told.line.text == "encounter: favourable, 70 ft away and coming"
    assert told.dice == ("2d6x10 came up 3 and 4: 70 in all", "2d6 came up 4 and 4: 8 in all")


def test_why_of_a_round_shows_every_test() -> None:
    campaign = delving()
    do(campaign, "fight enemies", "12")
    do(campaign, "round", "5", "15")
    told = because(campaign, number_of(campaign, "round 1: before"))
    assert told.dice == ("Varda: 1d20 came up 5", "Orlo: 1d20 came up 15")
    assert told.rule == "G-INIT-1"


def test_why_of_what_no_rule_caused_names_the_command_alone() -> None:
    campaign = delving("note a draught")
    told = because(campaign, number_of(campaign, "a draught"))
    assert (told.rule, told.origin, told.says, told.house, told.dice) == ("", "", "", (), ())
    assert told.command == "note a draught"


def test_without_a_number_it_is_the_last_line_that_a_rule_caused() -> None:
    campaign = delving()
    do(campaign, "search", "4+5")
    do(campaign, "note a draught")
    assert because(campaign).line.text == "encounter check 9: local effect"


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_there_is_no_why_of_a_line_that_is_not_there(number: int) -> None:
    assert why(delving(), number) is None


def test_there_is_no_why_before_any_rule_acted() -> None:
    assert why(begun()) is None


@pytest.mark.parametrize(
    "rolled,words",
    [
        (Rolled("2d6", (4, 5), 9), "2d6 came up 4 and 5: 9 in all"),
        (Rolled("3d6", (1, 2, 3), 6), "3d6 came up 1, 2 and 3: 6 in all"),
        (Rolled("1d20", (9,), 9), "1d20 came up 9"),
        (Rolled("1d6+3", (4,), 7), "1d6+3 came up 4: 7 in all"),
        (Rolled("2d6", (), 9), "2d6 came to 9, by the referee's own count"),
    ],
)
def test_dice_are_told_in_words(rolled: Rolled, words: str) -> None:
    assert in_words(rolled) == words


def test_a_trap_sprung_shows_each_test_in_its_why() -> None:
    """G-MOVE-2."""
    campaign = delving("rule wisdom of Orlo 10")
    do(campaign, "move 50 ft quickly")
    do(campaign, "trap pit", dice=ByName({"wisdom of Varda": "5", "wisdom of Orlo": "15"}))
    told = because(campaign)
    assert (told.rule, told.dice) == ("G-MOVE-2", ("Varda: 1d20 came up 5", "Orlo: 1d20 came up 15"))
    assert told.line.text.endswith("one action: Varda")


def test_why_gives_the_houses_reason_for_the_source_at_hand_and_not_for_another() -> None:
    """G-LIGHT-2: two ticks of a torch are printed, two of a candle are the house's choice."""
    campaign = begun()
    do(campaign, "light torch")
    assert because(campaign).house == ()
    do(campaign, "light candle")
    (reason,) = because(campaign).house
    assert "candle" in reason
