"""What status shows of the last meal, of hunger and thirst, and of mana (C-ACT-3, C-FOOD-1, C-MANA-1)."""

from __future__ import annotations

from tests.app.campaigns import replay_text
from turnkeeper.app.campaign import Campaign
from turnkeeper.views.parts.due import all_due
from turnkeeper.views.referee.facts import facts
from turnkeeper.views.referee.glance import glance


def played(*said: str, rules: str = "cresthaven") -> Campaign:
    """Return a campaign after these commands."""
    text = f"rules: {rules}\n\n" + "".join(f"> {one}\n" for one in said)
    replayed = replay_text(text, "played.play")
    assert not replayed.problems
    assert replayed.campaign is not None
    return replayed.campaign


def needs(campaign: Campaign) -> tuple[str, ...]:
    return tuple(one.text for one in glance(campaign).needs)


def coming(campaign: Campaign) -> list[tuple[str, str]]:
    """Return the meals and provisions that are due, and when."""
    found = all_due(campaign.state, campaign.book)
    return [(one.at, one.what) for one in found if "meal" in one.what or "no " in one.what]


def test_the_next_meal_is_due_then_overdue_and_is_listed_until_it_is() -> None:
    assert coming(played("party Mira")) == [("day 1 04:00", "a meal is due")]
    assert coming(played("party Mira", "wait 4 h")) == [("day 1 06:00", "a meal is overdue")]
    assert coming(played("party Mira", "wait 6 h")) == []


def test_what_will_be_lacking_is_listed_once_it_is_counted() -> None:
    campaign = played("party Mira", "stock 2 rations", "stock 2 waterskins", "wait 6 h")
    assert coming(campaign) == [
        ("day 1 12:00", "no water: exhausted"),
        ("day 2 00:00", "no food: exhausted"),
    ]


def test_whose_need_it_is_is_said_where_it_is_not_everybody_s() -> None:
    """A day without food counts from when each joined (C-FOOD-1), and so do the 4 h to a meal (C-ACT-3)."""
    campaign = played("party Mira", "stock 2 rations", "wait 2 h", "party Bel", "wait 2 h")
    assert coming(campaign) == [
        ("day 1 06:00", "a meal is overdue"),
        ("day 2 00:00", "no food: Mira exhausted"),
        ("day 2 02:00", "no food: Bel exhausted"),
    ]
    assert needs(campaign) == ("a meal is due: nothing eaten yet (Mira)",)


def test_needs_name_what_is_lacking_and_the_last_meal() -> None:
    assert needs(played("party Mira")) == ("nothing eaten yet",)
    assert needs(played("party Mira", "stock 2 waterskins", "wait 12 h")) == (
        "exhausted: no water since day 1 00:00",
        "a meal is overdue: nothing eaten yet",
    )
    assert needs(played("party Mira", "wait 4 h")) == ("a meal is due: nothing eaten yet",)


def test_where_no_meals_are_kept_and_nobody_eats_nothing_is_shown() -> None:
    assert needs(played("party Varda", "stock 2 rations", "wait 2 days", rules="glog")) == ()
    assert needs(played("wait 1 day")) == ()
    assert coming(played("wait 1 h")) == []


def test_mana_is_shown_to_its_tenth_beside_the_most() -> None:
    campaign = played("party Mira mana 0/7; Orlo", "rest 1 h")
    assert [one.mana.text if one.mana else "" for one in glance(campaign).party] == ["0.7/7", ""]
    assert facts(campaign)["party"] == ("Mira: mana 0.7/7", "Orlo")
