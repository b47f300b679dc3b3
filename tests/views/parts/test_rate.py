"""What status shows of the party's rate and of everybody's load (C-MOVE-2, C-MOVE-3)."""

from __future__ import annotations

from tests.app.campaigns import replay_text
from turnkeeper.app.campaign import Campaign
from turnkeeper.views.referee.glance import glance


def played(*said: str, rules: str = "cresthaven") -> Campaign:
    """Return a campaign after these commands."""
    text = f"rules: {rules}\n\n" + "".join(f"> {one}\n" for one in ("enter dungeon Barrow", *said))
    replayed = replay_text(text, "played.play")
    assert not replayed.problems
    assert replayed.campaign is not None
    return replayed.campaign


def test_the_rate_is_at_the_pace_of_the_last_move_and_names_the_slowest() -> None:
    """A laden halfling's 45 ft are 4 1/2 with care."""
    people = "party Mira elf strength 0; Bram halfling strength 0 carrying 60"
    assert glance(played(people)).place.rate == "45 ft in 1 round normally, as Bram"
    assert (
        glance(played(people, "move 9 ft cautiously")).place.rate == "4 1/2 ft in 1 round cautiously, as Bram"
    )
    # Nobody runs on without saying so (C-MOVE-5).
    assert glance(played(people, "move 9 ft running")).place.rate == "45 ft in 1 round normally, as Bram"


def test_who_cannot_move_is_named() -> None:
    assert glance(played("party Mira elf strength 0 carrying 100")).place.rate == "none: Mira cannot move"


def test_a_party_of_nobody_and_a_game_without_rates_show_none() -> None:
    assert glance(played()).place.rate == ""
    assert glance(played("party Varda", rules="glog")).place.rate == ""


def test_each_member_has_their_load_and_their_race() -> None:
    campaign = played(
        "party Mira elf strength 1 carrying 40; Orlo strength 0 carrying 51",
        "party Bram dwarf strength 0 carrying 100; Sif; Wulf strength 0",
    )
    assert [(one.race, one.load) for one in glance(campaign).party] == [
        ("elf", "40 of 125 lb"),
        ("", "51 of 100 lb, encumbered"),
        ("dwarf", "100 of 100 lb, cannot move"),
        ("", ""),
        ("", ""),
    ]


def test_what_somebody_carries_where_no_rule_weighs_it_is_said_to_count_for_nothing() -> None:
    """The encumbered are named in one game (D-HEX-3) and hampered in the other (Q-REC-5)."""
    for rules in ("dungeon-game", "quest-of-destiny"):
        (varda, orlo) = glance(played("party Varda carrying 60; Orlo", rules=rules)).party
        assert (varda.load, orlo.load) == ("carrying 60, which no rule weighs", "")
    # Where slots are counted it shows by what is over (G-FAT-4).
    assert glance(played("party Varda strength 10 carrying 9", rules="glog")).party[0].load == ""
