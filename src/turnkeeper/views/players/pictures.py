"""The pictures that players may look at: of open handouts, and portraits where they are shown; no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.pictures import Picture
    from turnkeeper.app.sharing import Shown


def shown_picture(campaign: Campaign, digest: str, shown: Shown) -> Picture | None:
    """Return a picture by its digest if a handout, or a portrait that is shown, has it, else ``None``."""
    seen = {one.picture for one in campaign.state.handouts}
    seen |= {one.portrait for one in campaign.state.party.members} if shown.portraits else set()
    return campaign.pictures.find(digest) if digest and digest in seen else None
