"""When a campaign was played last, in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from turnkeeper.web.pages.campaigns import ago

DAY = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
HOUR = 3_600


@pytest.mark.parametrize(
    "seconds, said",
    [
        (-5, "just now"),  # a clock that was set back
        (60, "just now"),
        (5 * 60, "5 minutes ago"),
        (HOUR, "an hour ago"),
        (5 * HOUR, "5 hours ago"),
        (24 * HOUR, "yesterday"),
        (6 * 24 * HOUR, "6 days ago"),
        (7 * 24 * HOUR, "5 March"),
        (400 * 24 * HOUR, "5 March 2026"),
    ],
)
def test_when_it_was_is_said_as_people_say_it(seconds: int, said: str) -> None:
    assert ago(seconds, DAY) == said
