"""What can be done: what could be said now stands first, and what was said lately before it."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

from tests.views.test_command_forms import campaign_of
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.people import somebody, words_of
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules import builtin_ids
from turnkeeper.views.command_forms import command_form, fill
from turnkeeper.views.doable import doable, recent
from turnkeeper.views.parts.command_ways import Entry, entries, required_fields
from turnkeeper.views.referee.row_menu import row_ways


def test_what_cannot_be_said_now_stands_behind_what_can() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow")
    ready = {one.id for one in doable(campaign) if one.ready}
    # Nothing burns, nothing was left unfinished, nobody fights, no timer runs.
    assert not ready & {"douse.douse", "resume.resume", "round.round", "end-timer.end"}
    assert ready >= {"light.light", "timer.timer", "weather.weather", "note.note", "note.secret", "next.next"}
    Session(campaign).say("light torch for Varda")
    assert "douse.douse" in {one.id for one in doable(campaign) if one.ready}


NOT_IN_A_FIGHT = {"wait.wait", "wait-until.wait", "stay-apart.stay", "travel-toward.travel", "travel-to.push"}


def ready(campaign: Campaign) -> set[str]:
    """Return the ids of the forms that stand first."""
    return {one.id for one in doable(campaign) if one.ready}


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_what_no_value_would_make_possible_now_stands_behind(rules: str) -> None:
    """In a fight the clock is the fight's: nobody waits, travels or stays behind."""
    campaign = campaign_of(rules)
    for _ in range(2):
        taken = [one.name for one in campaign.state.party.members]
        Session(campaign).say(f"party {words_of(somebody(taken, campaign.book), campaign.book)}")
    Session(campaign).say("enter dungeon Barrow")
    assert ready(campaign) >= {"wait.wait", "wait-until.wait", "stay-apart.stay"}
    for one in ("foes goblins 3 hp 4", "fight"):
        assert isinstance(Session(campaign).say(one), CommandDone)
    # Another side can join and anybody be hurt, whatever the values that were tried are refused for.
    assert ready(campaign) >= {"note.note", "hurt.hurt", "foes.foes", "timer.timer"}
    assert not ready(campaign) & NOT_IN_A_FIGHT


def test_a_command_that_wants_a_figure_first_can_be_said_for_it_is_asked_for() -> None:
    """G-INIT-1: a round is thrown under Wisdom, which nobody wrote."""
    assert "round.round" in ready(campaign_of("glog", "party Varda", "foes goblins 2", "fight"))


def test_what_was_said_lately_comes_first() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow", "light torch", "next")
    assert recent(campaign)[:3] == ("next.next", "light.light", "enter.enter")


STATES = {
    "town": ("enter settlement",),
    "delve": ("enter dungeon Barrow", "light torch"),
    "met": ("enter dungeon Barrow", "meet 3 goblins hp 4"),
    "fight": ("enter dungeon Barrow", "foes goblins 3 hp 4", "fight", "next"),
    "wild": ("enter wilderness", "use map sample", "stand at 0507"),
    "wild fight": ("enter wilderness", "foes goblins 3 hp 4", "fight"),
}
PUT_IN = ("2", "Zed", "torch", "1 turn", "goblins")
"""What one would type besides what a form offers: a number, a name, a light, a length, a side."""
MOST_PUT_IN = 250
MOST_AT_RANDOM = 12
NOBODY_WOULD = {"morale.morale"}
"""Commands that stand behind though a name that is not offered would do: the morale of the party's own."""


def at(rules: str, state: str) -> Campaign:
    """Return a campaign of two people in a state, as far as the rules of a game go there."""
    campaign = campaign_of(rules)
    for _ in range(2):
        taken = [one.name for one in campaign.state.party.members]
        Session(campaign).say(f"party {words_of(somebody(taken, campaign.book), campaign.book)}")
    for said in STATES[state]:
        Session(campaign).say(said)
    return campaign


def fillings(campaign: Campaign, entry: Entry) -> list[tuple[int, list[str], list[list[str]]]]:
    """Return for each form of a command its way, its fields, and what could be put into each of them."""
    found = []
    for number, way in enumerate(entry.ways):
        fields = {one.name: one for one in command_form(campaign, entry, number, {}).fields}
        for form in way.forms:
            names = sorted(slots.kinds_of(form))
            some = [[*fields[one].values, *filter(None, [fields[one].such]), *PUT_IN] for one in names]
            may = [[] if one in set(required_fields(form)) else [""] for one in names]
            found.append(
                (number, names, [[*without, *every] for without, every in zip(may, some, strict=True)])
            )
    return found


def is_done(campaign: Campaign, entry: Entry, number: int, typed: dict[str, str]) -> bool:
    """Return whether a filled form would be done now, or asked for in place."""
    filled = fill(campaign, entry, entry.ways[number], typed)
    if filled.said is None:
        return False
    decided = campaign.decide(filled.said, TypedFaces((), campaign.seeded(), then=False))
    return not isinstance(decided, Refusal) or bool(decided.wants or decided.fields)


def in_order(campaign: Campaign, entry: Entry) -> bool:
    """Return whether one who tries one thing after the other comes to what would be done."""
    return any(
        is_done(campaign, entry, number, dict(zip(names, typed, strict=True)))
        for number, names, values in fillings(campaign, entry)
        for most in (1, 9)  # first without what may be left out, then with it
        for typed in islice(product(*(some[:most] if "" in some else some for some in values)), MOST_PUT_IN)
    )


def at_random(campaign: Campaign, entry: Entry, chance: Random) -> bool:
    """Return whether one who puts in whatever there is comes to what would be done."""
    ways = fillings(campaign, entry)
    picked = (chance.choice(ways) for _ in range(MOST_AT_RANDOM))
    return any(
        is_done(
            campaign, entry, number, {name: chance.choice(of) for name, of in zip(names, values, strict=True)}
        )
        for number, names, values in picked
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_what_stands_in_front_can_be_done_and_what_stands_behind_cannot(rules: str) -> None:
    """A brute-force twin: whoever tries what a form offers finds what is done, or finds nothing."""
    amiss = []
    for state in STATES:
        campaign, chance = at(rules, state), Random(7)  # noqa: S311 - trials, not a secret
        every = entries(campaign.book)
        for one in doable(campaign):
            entry = every[one.id]
            if one.ready and not in_order(campaign, entry):
                amiss.append(f"{state}: {one.title} is in front")
            if not one.ready and one.id not in NOBODY_WOULD and at_random(campaign, entry, chance):
                amiss.append(f"{state}: {one.title} is behind")
    assert not amiss


@pytest.mark.parametrize("rules", builtin_ids())
def test_the_menu_of_a_row_has_what_could_be_said_now(rules: str) -> None:
    """Nobody casts yet, so that no casting can be disrupted; somebody can be stunned at any time."""
    campaign = at(rules, "wild fight")
    assert {one.id for one in row_ways(campaign)} <= ready(campaign)
    assert "disrupt.disrupt" not in {one.id for one in row_ways(campaign)}
    assert "effect-until.effect" in {one.id for one in row_ways(campaign)}


@pytest.mark.parametrize("rules", ["glog", "fifth"])
def test_nobody_moves_by_feet_or_rules_a_chance_in_a_fight_where_that_is_refused(rules: str) -> None:
    """G-ENC-1, the fifth game's checks: their tables are no chance in 6; feet are paced outside of fights."""
    assert not ready(at(rules, "fight")) & {"chance.chance", "move.move"}
