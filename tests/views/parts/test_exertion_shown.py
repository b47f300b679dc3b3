"""What is exerted and what is owed, as status and advice tell it."""

from __future__ import annotations

from tests.app.campaigns import begun, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules import load_builtin
from turnkeeper.views.parts.matters import matters
from turnkeeper.views.referee.glance import glance

DUNGEON_GAME = load_builtin("dungeon-game")


def campaign(*said: str) -> Campaign:
    """Return a campaign of Varda, with two attributes written, and Bram, with none."""
    made = begun(rules=DUNGEON_GAME)
    for one in ("party Varda brawn 12 cunning 13; Bram", *said):
        do(made, one)
    return made


def test_status_tells_what_is_exerted_beside_what_is_written() -> None:
    made = campaign()
    assert glance(made).party[0].exerted == ()
    do(made, "exert 1d3 brawn of Varda", "3")
    varda = glance(made).party[0]
    assert (varda.attributes, varda.exerted) == ("brawn 9 of 12, cunning 13", ("brawn 9 of 12",))


def test_advice_tells_who_owes_and_what_would_settle_it() -> None:
    """D-CAMP-2; of Bram no attribute is written, and he owes nothing."""
    made = campaign("camp without shelter", "camp without shelter")
    (owed,) = matters(made.state, made.book)
    assert owed.about == "Varda must exert 1d3 of any attribute 2 times"
    assert owed.says == ("exert brawn for Varda", "exert cunning for Varda")
    for step in owed.says:
        do(made, step)
    assert matters(made.state, made.book) == ()
