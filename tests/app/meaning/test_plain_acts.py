"""What the rules say nothing of is done at once, or asked about where it is work or a way."""

from __future__ import annotations

import pytest

from tests.app.phrasebook import campaign_in
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.play.decide import Decided


@pytest.mark.parametrize("setting", ["lit", "classic", "torchlit", "fifth", "road"])
@pytest.mark.parametrize("said", ["open the door", "close the chest", "pull the lever", "knock on the door"])
def test_what_takes_a_moment_is_noted_and_takes_no_time(setting: str, said: str) -> None:
    campaign = campaign_in(setting)
    meant = understand(campaign, said)
    assert not isinstance(meant, NotUnderstood)
    assert meant.text == f"note {said}"
    told = campaign.decide(meant, campaign.seeded())
    assert isinstance(told, Decided)
    assert told.state.now == campaign.state.now


@pytest.mark.parametrize(
    "setting, said, choices",
    [
        ("cres", "dig a hole", ("spend 1 turn on digging a hole", "note dig a hole")),
        (
            "fifth",
            "listen at the door",
            ("spend 10 minutes on listening at the door", "note listen at the door"),
        ),
        ("cres", "spike the door", ("spend 1 turn on spiking the door", "note spike the door")),
        (
            "lit",
            "Bram climbs the rope",
            ("spend 1 turn on climbing the rope by Bram", "note Bram climbs the rope"),
        ),
        ("lit", "open the stuck lid", ("spend 1 turn on opening the stuck lid", "note open the stuck lid")),
    ],
)
def test_what_is_work_or_a_way_is_asked_about(setting: str, said: str, choices: tuple[str, ...]) -> None:
    """A step of the scene is a turn underground, ten minutes in fifth."""
    asked = understand(campaign_in(setting), said)
    assert isinstance(asked, NotUnderstood)
    assert asked.choices == choices


def test_how_far_a_way_is_can_be_said_where_feet_are_counted() -> None:
    by_feet, without = (understand(campaign_in(one), "cross the bridge") for one in ("lit", "road"))
    assert isinstance(by_feet, NotUnderstood)
    assert isinstance(without, NotUnderstood)
    assert "move 30 ft" in by_feet.message
    assert "ft" not in without.message


@pytest.mark.parametrize(
    "setting, said, means",
    [("cres", "open the door", "open door"), ("lit", "Bram bashes the door", "break door by Bram")],
)
def test_what_the_rules_know_is_theirs(setting: str, said: str, means: str) -> None:
    meant = understand(campaign_in(setting), said)
    assert not isinstance(meant, NotUnderstood)
    assert meant.text == means


@pytest.mark.parametrize(
    "said",
    [
        "don't open the door",
        "open the door?",
        "open the door if it is locked",
        "open 3 doors",
        "open the door for 2 turns",
        "put out the wrong torch",
        "the dragon opens the door",
        "open",
    ],
)
def test_what_is_denied_asked_counted_or_done_by_nobody_known_is_not_noted(said: str) -> None:
    meant = understand(campaign_in("lit"), said)
    assert isinstance(meant, NotUnderstood) or not meant.text.startswith("note")


def test_an_act_of_a_moment_beside_a_command_is_told_as_left_out() -> None:
    meant = understand(campaign_in("lit"), "Orlo picks the lock and opens the chest")
    assert not isinstance(meant, NotUnderstood)
    assert (meant.text, meant.left) == ("pick lock by Orlo the thief", ("opens the chest",))
    other = understand(campaign_in("lit"), "Varda searches the room and Orlo listens at the door")
    assert isinstance(other, NotUnderstood)
