"""Play a campaign on a map, from a file or on the sample land."""

from __future__ import annotations

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps.atlas import SAMPLE_FILE, SHOWN_DIGITS, Brought, sample_text
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.files.maps.textmapper import TextMap, read
from turnkeeper.play.journey.mapping import UseMap
from turnkeeper.play.kernel.event import Refusal


def sample() -> TextMap:
    """Return the sample land."""
    return read(sample_text(), SAMPLE_FILE)


def use(campaign: Campaign, brought: Brought) -> CommandDone | Refusal:
    """Play a campaign on a map from now on, and keep the map; raises `RecordFault`."""
    said = campaign.express(UseMap(brought.name, brought.digest[:SHOWN_DIGITS]))
    if isinstance(said, Refusal):
        return Refusal("unsayable", f"a map cannot be called {brought.name[:90]!r}", "--name COAST")
    campaign.atlas.bring(brought)
    done = Session(campaign).say(said.text)
    assert isinstance(done, CommandDone | Refusal)  # noqa: S101 - using a map throws no dice
    return done
