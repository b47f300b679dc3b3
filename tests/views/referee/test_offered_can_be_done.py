"""What is offered can be done: in play at random over every game, no button of the bar is refused.

A button that only begins a command has the form of it, which could be filled in now.

A figure that nobody wrote down is no refusal of a button: it is asked for where the button stands.
"""

from __future__ import annotations

from random import Random

import pytest

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.views.command_forms import form_of
from turnkeeper.views.complete import complete
from turnkeeper.views.doable import is_ready
from turnkeeper.views.parts.command_ways import entries
from turnkeeper.views.parts.steps import StepBuilder
from turnkeeper.views.referee.offered import steps

PARTY = "party Varda hp 5/9; Orlo hp 4/4"
STARTS = (
    ("enter dungeon Barrow", "stock 6 torches", "light torch for Varda"),
    ("enter dungeon Barrow", "stock 6 torches", "meet goblins"),
    ("enter wilderness", "use map sample", "stand at Ferrowhythe", "stock 9 rations"),
)
"""Where play begins: by the light of a torch, before goblins in the dark, on a map."""
VALUED = ("douse", "end timer", "part from")
"""Commands that a listed value completes."""


def begun(rules: str, start: tuple[str, ...]) -> Campaign:
    """Return a campaign of a game whose party stands somewhere, as far as its rules go there."""
    campaign = in_memory("Barrow", load_builtin(rules))
    for said in (PARTY, *start):
        campaign.do(campaign.parse(said), campaign.seeded())
    return campaign


def refused(campaign: Campaign, said: str) -> str:
    """Return why a text is not done now, or nothing."""
    meant = understand(campaign, said)
    if isinstance(meant, NotUnderstood):
        return f"{said}: {meant.message}"
    told = campaign.decide(meant, TypedFaces((), campaign.seeded(), then=False))
    return f"{said}: {told.message}" if isinstance(told, Refusal) and not told.wants else ""


def unfit(campaign: Campaign, begins: str) -> str:
    """Return why the form of a command that is begun is of no use now, or nothing."""
    form = form_of(campaign, begins)
    if form is None:
        return f"{begins}: no form"
    return "" if is_ready(campaign, entries(campaign.book)[form.id]) else f"{begins}: whatever is filled in"


def refused_in_play(rules: str, start: tuple[str, ...], moves: int, seed: int) -> list[str]:
    """Return the buttons offered that would have been refused, while buttons are pressed at random."""
    campaign, chance, found = begun(rules, start), Random(seed), []  # noqa: S311 - a walk, not a secret
    for _ in range(moves):
        offers = steps(StepBuilder(campaign.state, campaign.book))
        buttons = [one.say for one in offers if not one.opens]
        found += [why for one in offers if one.opens and (why := unfit(campaign, one.say))]
        completed = [f"{one} {piece.text}" for one in VALUED for piece in complete(campaign, f"{one} ")]
        offered = [*buttons, *(one for one in completed if not one.split()[-1].isupper())]
        found += [why for said in offered if (why := refused(campaign, said))]
        if not buttons:
            break
        meant = understand(campaign, chance.choice(buttons))
        assert not isinstance(meant, NotUnderstood)
        campaign.do(meant, campaign.seeded())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_what_is_offered_can_be_done(rules: str) -> None:
    assert not [why for start in STARTS for why in refused_in_play(rules, start, 6, 0)]


@pytest.mark.long
@pytest.mark.parametrize("rules", builtin_ids())
def test_what_is_offered_can_be_done_however_long_one_plays(rules: str) -> None:
    walks = ((start, seed) for start in STARTS for seed in range(1, 9))
    assert not [why for start, seed in walks for why in refused_in_play(rules, start, 60, seed)]
