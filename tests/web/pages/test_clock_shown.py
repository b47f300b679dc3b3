"""The clock on the screen: what the weather will be here, and what it was in other country."""

from __future__ import annotations

from tests.app.campaigns import begun, do
from tests.play.keeper import CALM
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.referee.view import referee_view
from turnkeeper.web import render


def test_the_weather_of_country_behind_stands_with_the_forecast() -> None:
    """X-SKY-3: of the ten shares of the heights the last is a storm."""
    campaign = begun(rules=load_builtin("weather-that-lasts"))
    for said in ("party Varda", "enter wilderness", "use map sample", "stand at 0304"):
        do(campaign, said, dice=CALM)
    assert "Elsewhere" not in render.part("parts/clock.html", view=referee_view(campaign))
    do(campaign, "climate heights at 0305", dice=CALM)
    do(campaign, "stand at 0305", "10", dice=CALM)
    shown = render.part("parts/clock.html", view=referee_view(campaign))
    assert "Elsewhere: usual clear" in shown
    assert "storm" in shown


def test_the_clock_has_as_many_lines_with_a_turn_order_as_without_one() -> None:
    """The bar below it does not move when the turns are thrown for: from the highest on, round the table."""
    campaign = begun(rules=load_builtin("torchlit"))
    for said in ("party Varda dexterity 2; Orlo dexterity 1", "enter dungeon"):
        do(campaign, said, dice=CALM)
    before = render.part("parts/clock.html", view=referee_view(campaign))
    do(campaign, "turn order", "5", "20", "1")
    after = render.part("parts/clock.html", view=referee_view(campaign))
    assert before.count("<p") == after.count("<p")
    assert "now Orlo, then referee" in after
    assert "round 1 in the dungeon</p>" in after
