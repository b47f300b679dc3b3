"""What waits stands there once: what was cut short has a line of its own."""

from __future__ import annotations

from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.referee.view import referee_view
from turnkeeper.web import render


def test_what_an_encounter_cut_short_waits_until_the_fight_that_follows_is_over() -> None:
    session = Session(in_memory("Barrow", load_builtin("glog"), seed="waiting"))
    for said, *faces in (
        ("party Varda wisdom 12",),
        ("enter dungeon Barrow",),
        ("light torch for Varda",),
        ("wait 5 minutes",),
        ("wait 10 minutes", "3", "7"),  # G-ENC-2: an encounter at 00:10, 2d6 x 10 ft away, five minutes left
        ("foes goblins 4 morale 7",),
        ("fight", "9"),
    ):
        assert isinstance(session.say(said, faces=tuple(faces)), CommandDone), said
    assert "Give up: wait" not in render.part("parts/unfinished.html", view=referee_view(session.campaign))
    assert isinstance(session.say("end fight"), CommandDone)
    after = referee_view(session.campaign)
    part = render.part("parts/unfinished.html", view=after)
    assert part.count("5 min left") == 1
    assert [one.label for one in after.steps].count("Give up: wait") == 1
    assert "was left unfinished" not in part
