"""Asked in place: what a command lacks is named and filled in; so a first fight begins in every game."""

from __future__ import annotations

import pytest

from tests.views.test_command_forms import campaign_of
from turnkeeper.app.outcomes import CommandDone, Outcome
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal, WantedFigure
from turnkeeper.rules import builtin_ids
from turnkeeper.views.asked import asked, suggested
from turnkeeper.views.command_forms import fill
from turnkeeper.views.parts.command_ways import entries

ANSWERS = {"foes": "goblins", "count": "3", "against": "10"}


def answered(session: Session, text: str) -> Outcome:
    """Say a text, and fill in what it asks for as often as it asks."""
    outcome = session.say(text)
    for _ in range(9):
        lacks = asked(session.campaign, outcome, text)
        if lacks is None:
            break
        if lacks.form is None:
            outcome = session.write_down([(one, 5) for one in lacks.figures], text)
            continue
        told = {one.name: ANSWERS.get(one.name) or one.values[0] for one in lacks.form.fields}
        entry = entries(session.campaign.book)[lacks.form.id]
        filled = fill(session.campaign, entry, entry.ways[lacks.form.way], dict(lacks.kept) | told)
        assert filled.said is not None
        outcome = session.carry_out(filled.said)
    return outcome


@pytest.mark.parametrize("rules", builtin_ids())
def test_a_first_fight_of_people_of_whom_only_the_names_are_written_asks_for_all_it_wants(rules: str) -> None:
    session = Session(campaign_of(rules, "party Varda; Orlo", "enter dungeon Barrow"))
    assert isinstance(answered(session, "fight"), CommandDone)
    state = session.campaign.state
    if state.question is not None:
        session.say(f"choose {state.question.choices[-1]}")
    acts = "round" if state.count is None else "act"
    assert isinstance(answered(session, acts), CommandDone)
    assert isinstance(answered(session, "hurt Varda 2"), CommandDone)


def test_a_refusal_names_whose_figures_it_wants_all_of_them_at_once() -> None:
    """G-INIT-1: a round is thrown under Wisdom."""
    session = Session(campaign_of("glog", "party Varda; Orlo; Bram wisdom 9", "foes goblins 2", "fight"))
    refused = session.say("round")
    assert isinstance(refused, Refusal)
    assert refused.wants == (WantedFigure("wisdom", "Varda"), WantedFigure("wisdom", "Orlo"))
    done = session.write_down([(refused.wants[0], 12), (refused.wants[1], 7)], "round", session.head)
    assert isinstance(done, CommandDone)
    # Each is a ruling of its own: to undo the round leaves them written.
    session.undo()
    orlo = session.campaign.state.party.find("Orlo")
    assert orlo is not None
    assert orlo.attribute("wisdom") == 7


def test_what_asks_for_nothing_is_only_refused() -> None:
    session = Session(campaign_of("glog", "party Varda"))
    for text in ("end fight", "dismiss Zed", "fight surprised Zed", "zort"):
        assert asked(session.campaign, session.say(text), text) is None


def test_what_a_refusal_says_would_work_can_be_said_where_it_is_a_command_that_is_allowed() -> None:
    campaign = campaign_of("dungeon-game", "party Varda", "enter wilderness", "weather rain")
    session = Session(campaign)
    same = session.say("weather rain")
    assert isinstance(same, Refusal)
    said = suggested(campaign, same)
    assert said != "weather rain"
    assert isinstance(session.say(said), CommandDone)
    # Words that are no command, and a command that would be refused too, stay words.
    no_command = Refusal("weather", "no such weather", "one of clear, rain")
    refused_too = Refusal("weather", "no such weather", campaign.parse("end fight").text)
    assert suggested(campaign, no_command) == suggested(campaign, refused_too) == ""
    assert suggested(campaign, Refusal("weather", "no such weather")) == ""
