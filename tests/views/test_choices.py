"""Each rule set tells in a sentence what it is, from its own data."""

from __future__ import annotations

from turnkeeper.rules.reading.load import known_ids
from turnkeeper.views.choices import rule_choices


def test_every_rule_set_that_comes_along_can_be_chosen() -> None:
    assert sorted(one.id for one in rule_choices()) == sorted(known_ids())
    assert all(one.says.endswith(".") for one in rule_choices())


def test_a_game_says_its_units_its_lights_and_its_fights() -> None:
    said = {one.id: one.says for one in rule_choices()}
    assert said["glog"] == (
        "Rounds of 10 seconds, turns of 10 minutes, watches of 4 hours. "
        "Lights burn by the ticks of the encounter check; in a fight each is tested against the foe. "
        "With travel, weather, seasons and morale."
    )
    # A segment of quest-of-destiny is a tenth of a round of 14.4 seconds.
    assert said["quest-of-destiny"].startswith("Segments of 1.44 seconds, rounds of 14.4 seconds")
    assert said["torch-dice"] == "Changes GLOG."


def test_options_come_with_the_game_that_offers_them() -> None:
    offered = {one.id: [option.name for option in one.options] for one in rule_choices()}
    assert offered["glog"] == ["weather-as-said", "encounters-by-watch"]
    assert offered["quest-of-destiny"] == ["fall-at-the-end"]
