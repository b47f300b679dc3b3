"""The fight as a track: an order of rounds, sides that throw, and the segments of a count."""

from __future__ import annotations

from tests.app.campaigns import WISE, begun, delving, do
from tests.views.parts.test_counts import counted
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.counts import CountView, count
from turnkeeper.views.parts.fights import FightView, fight, sides, tide
from turnkeeper.views.referee.view import referee_view


def order_of(campaign: Campaign) -> FightView:
    found = fight(campaign.state, campaign.book, commands=True)
    assert found is not None
    return found


def count_of(campaign: Campaign) -> CountView:
    found = count(campaign.state, campaign.book, commands=True)
    assert found is not None
    return found


def row(track: FightView) -> list[tuple[str, str, int]]:
    return [(one.who, one.state, one.go) for one in track.entries]


def movers(track: CountView) -> dict[tuple[int, int], list[tuple[str, int, bool]]]:
    return {
        (one.round, one.segment): [(mover.who, mover.count, mover.acted) for mover in one.movers]
        for one in track.segments
        if one.movers
    }


# Rounds


def test_before_the_first_round_nobody_stands_in_the_order() -> None:
    campaign = delving("foes goblins 3 morale 7", "fight")
    track = order_of(campaign)
    assert (track.kind, track.title, track.round, track.entries) == ("order", "no round yet", 0, ())
    assert [
        (one.name, one.standing, one.say) for one in sides(campaign.state, campaign.book, commands=True)
    ] == [
        ("goblins", 3, "morale goblins"),
    ]


def test_an_order_by_tests_is_a_row_with_who_has_acted_and_who_acts() -> None:
    """G-INIT-1: Varda's 5 is under her Wisdom and acts before the goblins, Orlo's 15 is not."""
    campaign = delving("foes goblins 3", "fight")
    do(campaign, "round", dice=WISE)
    track = order_of(campaign)
    assert (track.title, track.now, track.next, track.rule) == ("round 1", "Varda", "goblins", "G-INIT-1")
    assert row(track) == [("Varda", "acting", 0), ("goblins", "coming", 1), ("Orlo", "coming", 2)]
    assert [one.say for one in track.entries] == ["done", "", ""]
    assert [one.camp for one in track.entries] == ["party", "enemies", "party"]
    do(campaign, "done")
    do(campaign, "done goblin 2")
    track = order_of(campaign)
    assert row(track) == [("Varda", "acted", 0), ("goblins", "acting", 1), ("Orlo", "coming", 2)]
    assert track.entries[1].note == "has acted: 2"
    do(campaign, "down 2 goblins")
    # Of three goblins, numbers 1 and 2 are down; number 3 has still to act.
    goblins = order_of(campaign).entries[1]
    assert (goblins.standing, goblins.count, goblins.state) == (1, 3, "acting")
    do(campaign, "done")
    assert row(order_of(campaign))[1:] == [("goblins", "acted", 1), ("Orlo", "acting", 2)]
    do(campaign, "kill Orlo")
    track = order_of(campaign)
    assert (track.now, track.entries[2].state, track.entries[2].note) == ("all have acted", "out", "dead")


def test_sides_that_throw_act_as_one_and_each_of_them_can_be_done() -> None:
    """C-INIT-1: the higher die acts first; the members of the party act together."""
    campaign = begun(rules=load_builtin("cresthaven"))
    do(campaign, "party Varda; Orlo")
    do(campaign, "foes skeletons 5")
    do(campaign, "fight")
    do(campaign, "round", "5", "1")
    track = order_of(campaign)
    assert row(track) == [("Varda", "acting", 0), ("Orlo", "acting", 0), ("skeletons", "coming", 1)]
    assert [one.say for one in track.entries] == ["done Varda", "done Orlo", ""]
    assert {one.name: one.acting for one in referee_view(campaign).party} == {"Varda": True, "Orlo": True}


def test_those_taken_by_surprise_are_in_the_order_and_do_nothing() -> None:
    """D-ENC-2: whoever is surprised loses the first round."""
    campaign = begun(rules=load_builtin("dungeon-game"))
    do(campaign, "party Varda agility 12")
    do(campaign, "foes goblins 2")
    do(campaign, "fight surprised goblins")
    do(campaign, "round", "5")
    track = order_of(campaign)
    assert row(track)[-1][:2] == ("goblins", "surprised")
    assert (track.entries[-1].standing, track.entries[-1].camp) == (2, "enemies")
    assert track.notes[0] == "surprised: goblins"


# The count


def test_a_count_is_this_round_and_the_next_with_who_acts_where() -> None:
    """Q-REC-1: each acts at its own segment, and again when it has recovered."""
    campaign = counted("Varda order 9; Orlo order 12", 3, 7, 5, foes="ogre 1 order 10")
    track = count_of(campaign)
    assert (track.title, track.per_round) == ("nobody has acted yet", 10)
    assert [(one.round, one.segment) for one in track.segments] == [
        (number, segment) for number in (1, 2) for segment in range(1, 11)
    ]
    assert movers(track) == {
        (1, 3): [("Varda", 1, False)], (1, 5): [("ogre", 1, False)], (1, 7): [("Orlo", 1, False)],
    }  # fmt: skip
    assert (track.now, track.next) == ("Varda at round 1 segment 3", "ogre, segment 5")
    do(campaign, "act dagger")
    # A dagger costs 6 (Q-REC-2): 3 + 6 = 9. Where she acted she is shown as having done so.
    track = count_of(campaign)
    assert movers(track)[1, 3] == [("Varda", 1, True)]
    assert movers(track)[1, 9] == [("Varda", 1, False)]
    do(campaign, "act for 12")
    # The ogre's 5 + 12 = 17 is segment 7 of the second round.
    assert movers(count_of(campaign))[2, 7] == [("ogre", 1, False)]
    assert [one.tense for one in count_of(campaign).segments][:6] == [*["past"] * 4, "now", "coming"]


def test_of_a_side_those_at_one_segment_are_one_mover() -> None:
    """Forty foes are a few entries: 1 and 3 at segment 2, 2 at segment 4; who is up has a command."""
    campaign = counted("Varda order 20", 9, 2, 4, 2, foes="goblins 3 order 5")
    track = count_of(campaign)
    assert movers(track) == {
        (1, 2): [("goblin 1+3", 2, False)], (1, 4): [("goblin 2", 1, False)], (1, 9): [("Varda", 1, False)],
    }  # fmt: skip
    said = [mover.say for one in track.segments for mover in one.movers]
    assert said == ["act dagger by goblin 1", "", ""]
    do(campaign, "kill goblin 1")
    assert movers(count_of(campaign))[1, 2] == [("goblin 3", 1, False)]


def test_what_is_cast_spans_the_segments_until_it_takes_effect() -> None:
    """Q-REC-3: the effect comes when the casting is over, and the recovery is counted from then."""
    campaign = counted("Varda order 9", 3, 8, foes="ogre 1")
    do(campaign, "cast light 5 then 4")
    (span,) = count_of(campaign).spans
    # From segment 3, the third place, to 3 + 5 = 8, the eighth.
    assert (span.who, span.text, span.at, span.to, span.open) == ("Varda", "Varda casts light", 2, 7, False)
    at_eight = next(one for one in count_of(campaign).segments if (one.round, one.segment) == (1, 8))
    assert {mover.who: mover.what for mover in at_eight.movers} == {"Varda": "light", "ogre": ""}


def test_those_who_act_after_the_next_round_are_counted() -> None:
    campaign = counted("Varda order 9", 3, 5, foes="ogre 1")
    do(campaign, "act for 30")
    # 3 + 30 = 33 is beyond segment 20, the last of the second round.
    assert count_of(campaign).later == 1


def test_who_waits_is_said_beside_and_the_tide_is_shown() -> None:
    campaign = counted("Varda order 9", 3, 5, foes="ogre 1")
    do(campaign, "delay")
    track = count_of(campaign)
    assert track.notes[0] == "waiting: Varda"
    shown = tide(campaign.state)
    assert shown is not None
    assert (shown.value, shown.favours) == (0, "nobody")


def test_forty_foes_are_no_more_than_their_segments_hold() -> None:
    firsts = [1 + number % 10 for number in range(40)]
    campaign = counted("Varda order 20", 10, *firsts, foes="goblins 40 order 5")
    track = count_of(campaign)
    # Four goblins at each of ten segments, as one mover each; Varda beside the last four.
    assert [sum(one.count for one in segment.movers) for segment in track.segments[:10]] == [*[4] * 9, 5]
    assert [len(segment.movers) for segment in track.segments[:10]] == [*[1] * 9, 2]
