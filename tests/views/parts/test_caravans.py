"""Mounts and vehicles in the status, and what completion offers of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.play.journey.mounts import MountPushed
from turnkeeper.play.kernel.event import Event, Rolled
from turnkeeper.play.registry import evolve
from turnkeeper.play.state import State
from turnkeeper.rules import load_builtin
from turnkeeper.time import Instant
from turnkeeper.views.complete import complete
from turnkeeper.views.parts.party import caravan
from turnkeeper.views.referee.glance import glance

DAY_MS = 86_400_000
SAID = (
    "party Varda; Orlo",
    "mounts Bess hd 2; Nag hd 3; Old Ox hd 4",
    "cart Blue",
    "hitch Old Ox to Blue",
    "load 3 items on Bess",
    "load 7 items on Blue",
)


def begun(*said: str) -> Campaign:
    """Return a campaign of the dungeon-game after these commands."""
    campaign = in_memory("marsh", load_builtin("dungeon-game"), seed="lantern")
    for one in said:
        assert isinstance(Session(campaign).say(one), CommandDone), one
    return campaign


def pushed(state: State, name: str, *days: int) -> State:
    """Return the state after a mount was pushed at noon on these days, and lived."""
    for day in days:
        noon = Instant((day - 1) * DAY_MS + DAY_MS // 2)
        event: Event = MountPushed(name, day, 1, 2, dies=False, rolled=Rolled("1d6", (6,), 6), at=noon)
        state = evolve(state, event)
    return state


def test_the_status_lists_mounts_and_vehicles_with_their_loads_d_hex_8() -> None:
    view = glance(begun(*SAID)).caravan
    assert view is not None
    assert view.mounts == (
        "Bess: hd 2, ridden by Varda, 3 of 4 items",
        "Nag: hd 3, ridden by Orlo, 0 of 6 items",
        "Old Ox: hd 4, pulls Blue",
    )
    assert view.vehicles == ("cart Blue: pulled by Old Ox, 7 of 12 items",)


def test_the_status_says_for_how_many_days_in_a_row_a_mount_was_pushed_d_hex_5() -> None:
    campaign = begun("mounts Bess hd 2")

    def shown(now_day: int, *days: int) -> str:
        state = pushed(campaign.state, "Bess", *days)
        at = Instant((now_day - 1) * DAY_MS + DAY_MS // 2)
        found = caravan(replace(state, now=at), campaign.book)
        assert found is not None
        return found.mounts[0]

    assert shown(1, 1).endswith(", pushed 1 day")
    assert shown(2, 1, 2).endswith(", pushed 2 days in a row")
    assert shown(3, 1, 2).endswith(", pushed 2 days in a row")  # today it may still be pushed
    assert shown(4, 1, 2) == "Bess: hd 2, 0 of 4 items"  # a day of rest ended the row
    assert shown(4, 1, 2, 4).endswith(", pushed 1 day")


@pytest.mark.parametrize(
    "text, lines",
    [
        ("car", ["cart"]),
        ("hitch ", ["hitch Bess", "hitch Nag"]),
        ("hitch Bess to ", ["hitch Bess to Blue"]),
        ("unhitch ", ["unhitch Old Ox"]),
        ("load 4 items on ", ["load 4 items on Bess", "load 4 items on Nag", "load 4 items on Blue"]),
        ("leave behind O", ["leave behind Old Ox"]),
        ("vehicle w", ["vehicle wagon"]),
    ],
)
def test_completion_knows_the_mounts_and_what_they_can_do(text: str, lines: list[str]) -> None:
    offered = [text[: one.start] + one.text for one in complete(begun(*SAID), text)]
    assert [line for line in offered if line in lines] == lines
    assert "hitch Old Ox" not in offered  # it pulls already
