"""The pictures that players may look at: those of the handouts that lie open now, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.pictures import Picture


def handed_out(campaign: Campaign, digest: str) -> Picture | None:
    """Return a picture by its digest if a handout has it; ``None`` for any other."""
    shown = any(one.picture == digest for one in campaign.state.handouts if one.picture)
    return campaign.pictures.find(digest) if shown else None
