"""What stands beside lights and supplies: filled up, handed on, one more, one less, where that can be."""

from __future__ import annotations

from tests.views.test_command_forms import campaign_of
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.views.parts.lights import lights
from turnkeeper.views.parts.party import supplies

LIT = ("party Varda; Orlo", "stock 3 oil", "enter dungeon Barrow")


def said(campaign: Campaign, text: str) -> None:
    assert isinstance(Session(campaign).say(text), CommandDone), text


def test_a_lantern_that_has_burnt_is_filled_up_while_there_is_oil_and_a_torch_never() -> None:
    """C-LIGHT-1: a lantern burns oil by the clock."""
    campaign = campaign_of("cresthaven", *LIT, "light lantern for Varda", "light torch for Orlo")
    assert [one.refuel for one in lights(campaign.state, campaign.book, commands=True)] == ["", ""]
    said(campaign, "wait 1 turn")
    shown = {one.kind: one.refuel for one in lights(campaign.state, campaign.book, commands=True)}
    assert shown == {"lantern": "refuel lantern of Varda", "torch": ""}
    said(campaign, "use 2 oil")
    # The third went into the lantern when it was lit.
    assert {one.refuel for one in lights(campaign.state, campaign.book, commands=True)} == {""}


def test_a_light_is_handed_on_where_there_is_somebody_else() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12", "enter dungeon Barrow", "light torch for Varda")
    assert [one.handed for one in lights(campaign.state, campaign.book, commands=True)] == [False]
    said(campaign, "party Orlo")
    assert [one.handed for one in lights(campaign.state, campaign.book, commands=True)] == [True]


def test_a_supply_goes_up_and_down_and_not_below_nothing() -> None:
    campaign = campaign_of("glog", "stock 1 torch")
    (torch,) = supplies(campaign.state, campaign.book)
    said(campaign, torch.more)
    assert [one.count for one in supplies(campaign.state, campaign.book)] == [2]
    said(campaign, torch.less)
    said(campaign, torch.less)
    assert [(one.count, one.less) for one in supplies(campaign.state, campaign.book)] == [(0, "")]
