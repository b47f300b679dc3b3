"""Random evenings: whatever was done, what the screen offers then can be said and is not refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app.campaigns import begun, do
from tests.often import times
from tests.views.referee.test_referee_steps import all_said, require_keys
from turnkeeper.app.campaign import Campaign
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.referee.view import referee_view

PEOPLE = {
    "glog": "party Varda strength 12 wisdom 12 hp 5/7; Orlo strength 9 wisdom 9 hp 4/4",
    "dungeon-game": "party Varda brawn 12 agility 10 cunning 11 hp 5/7; Orlo brawn 9 agility 13 cunning 8",
    "cresthaven": "party Varda elf hp 5/7; Orlo dwarf hp 4/4",
    "quest-of-destiny": "party Varda dexterity 12 resilience 11 hp 5/7; Orlo dexterity 9 resilience 8",
    "classic": "party Varda strength 12 wisdom 12 level 1 hp 5/7; Orlo strength 9 level 1 hp 4/4",
    "advanced": "party Varda strength 12 wisdom 12 level 1 hp 5/7; Orlo strength 9 level 1 hp 4/4",
    "fifth": "party Varda dexterity 14 constitution 12 strength 12 level 2 hp 9/12; Orlo dexterity 9 hp 8",
    "torchlit": "party Varda dexterity 2 hp 5/7; Orlo dexterity 0 hp 4/4",
}
BESIDES = (
    "enter dungeon Barrow", "enter room Hall", "leave for wilderness", "stand at 0507", "travel to 0409",
    "travel north", "foes goblins 5 hp 3 morale 7", "foes ogre 1 hp 9", "meet owlbear", "meet wolves",
    "light torch for Varda", "light lantern for Orlo", "hurt Orlo 3", "hurt Varda 3", "heal Orlo 4",
    "kill 1 goblins", "flee goblins", "more goblins 2", "timer bless 3 turns for Varda", "weather storm",
    "remind listen every 2 turns", "fight enemies", "count", "tire Varda 3",
    "stock 6 torches", "stock 1 ration",
    "enter settlement", "act dagger", "delay", "cast light 3 then 2", "focus 2", "kill Orlo", "dismiss Orlo",
    "mounts Bess hd 2; Nag hd 2", "navigator Varda", "treacherous country",
)  # fmt: skip
"""What a referee says besides what is offered; what does not fit is refused, and nothing has happened."""


def say(campaign: Campaign, text: str) -> None:
    """Say something that may be refused, or no command of this rule set."""
    try:
        campaign.do(campaign.parse(text))
    except SpeechError:
        assert text in BESIDES


def evening(rules: str, picks: list[int]) -> None:
    campaign = begun(rules=load_builtin(rules))
    for text in ("use map sample", PEOPLE[rules], "stock 6 rations"):
        do(campaign, text)
    for pick in picks:
        view = referee_view(campaign)
        require_keys(view, rules)
        offered = sorted(all_said(view))
        for text in offered:
            decided = campaign.decide(campaign.parse(text))
            # A figure that nobody wrote is asked for in place.
            refused = isinstance(decided, Refusal) and not decided.wants
            assert not refused, f"after {campaign.head.summary!r}: {text}: {decided}"
        say(
            campaign,
            offered[pick // 2 % len(offered)] if pick % 2 and offered else BESIDES[pick // 2 % len(BESIDES)],
        )
    head, view = campaign.head.id, referee_view(campaign)
    campaign.undo()
    campaign.go(head)
    assert referee_view(campaign) == view


@pytest.mark.slow
@settings(max_examples=times(40), deadline=None)
@given(rules=st.sampled_from(sorted(PEOPLE)), picks=st.lists(st.integers(0, 499), max_size=25))
def test_what_is_offered_can_be_done_whatever_was_done(rules: str, picks: list[int]) -> None:
    """T7, T9, T21: every command offered parses and is not refused, no key is on two, undo and redo agree."""
    evening(rules, picks)


@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted(PEOPLE))
def test_one_evening_of_each_game(rules: str) -> None:
    # Each of the referee's own commands in turn, with something that is offered after each.
    evening(rules, [number for at in range(12) for number in (at * 2, at * 14 + 1)])
