"""Where a journey says no face of a hex, or west or east, which are none, it is asked which is meant."""

from __future__ import annotations

import pytest

from tests.app.phrasebook import campaign_in
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.hexes import Face


@pytest.mark.parametrize(
    "said, choices",
    [
        ("head west", ("travel north-west", "travel south-west")),
        ("they ride due east for two hexes", ("travel north-east 2 hexes", "travel south-east 2 hexes")),
        ("march one watch", tuple(f"travel for 1 watch {face.words}" for face in Face)),
        ("we go west along the river", ("travel north-west", "travel south-west")),
    ],
)
def test_which_face_is_asked(said: str, choices: tuple[str, ...]) -> None:
    asked = understand(campaign_in("road"), said)
    assert isinstance(asked, NotUnderstood)
    assert asked.choices == choices


def test_where_something_lies_is_no_journey() -> None:
    asked = understand(campaign_in("road"), "the ruin lies to the west")
    assert isinstance(asked, NotUnderstood)
    assert not any(one.startswith("travel") for one in asked.choices)
