"""The table's display: what a television or a projector shows of the players' view, as the referee chose.

It is made of the players' view and of nothing else, so that whatever players may not see is not here. What it
shows is an agreement of the table like the others (`app.sharing`) and no commit: undo leaves it as it is.
Beside it stand the pictures that players may look at.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.pictures import Picture
from turnkeeper.app.sharing import Displays, Sharing, Shown
from turnkeeper.views.players.view import HandoutSeen, PlayersView, players_view


class DisplayView(Struct, frozen=True):
    """What the display shows now, and the players' view of which it is a part; with a handout the one shown.

    Where what was chosen is not there, such as the order of a fight that is over, it shows the clock.
    """

    shows: Displays
    view: PlayersView
    handout: HandoutSeen | None = None


def display_view(campaign: Campaign, kept: Sharing) -> DisplayView:
    """Return the view on the display of a campaign, under the agreements of its table."""
    view, chosen = players_view(campaign, kept.shown), kept.display
    handout = None
    if chosen.shows == "handout" and view.handouts:
        latest = view.handouts[-1]
        handout = next((one for one in view.handouts if one.title == chosen.handout), latest)
    there = {
        "fight": view.order is not None,
        "map": view.map,
        "handout": handout is not None,
    }
    return DisplayView(chosen.shows if there.get(chosen.shows, True) else "clock", view, handout)


def shown_picture(campaign: Campaign, digest: str, shown: Shown) -> Picture | None:
    """Return a picture by its digest if a handout, or a portrait that is shown, has it, else ``None``."""
    seen = {one.picture for one in campaign.state.handouts}
    seen |= {one.portrait for one in campaign.state.party.members} if shown.portraits else set()
    return campaign.pictures.find(digest) if digest and digest in seen else None
