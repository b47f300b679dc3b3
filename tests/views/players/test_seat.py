"""What a player's link may do besides looking on: two things, both off at first, and nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.app.campaigns import delving
from turnkeeper.app.outcomes import ThrowWanted
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Link
from turnkeeper.views.players.seat import ANSWERED, BUSY, NOT_YOURS, Seat, answer, change_light, seat

ONLY_LOOKS = Link("1", "Ana", "", 0, "Varda")
LIGHTS = replace(ONLY_LOOKS, light=True)
ANSWERS = replace(ONLY_LOOKS, answers=True)


def session(*said: str, dice: str = "seeded") -> Session:
    made = Session(delving(*said))
    made.dice = "typed" if dice == "typed" else "seeded"
    return made


def burning(at: Session) -> list[str]:
    return [one.called for one in at.campaign.state.lights.burning()]


# Light


def test_a_link_without_grants_may_do_nothing() -> None:
    at = session()
    assert seat(at, ONLY_LOOKS) == Seat("Varda")
    before = at.head
    assert change_light(at, ONLY_LOOKS, "torch", "light").text == NOT_YOURS
    assert answer(at, ONLY_LOOKS, "any", "4").text == NOT_YOURS
    assert at.head == before


def test_a_granted_link_lights_and_douses_what_its_own_character_bears() -> None:
    at = session()
    assert change_light(at, LIGHTS, "torch", "light").text == "Your torch burns."
    assert burning(at) == ["torch (Orlo)", "torch (Varda)"]
    assert seat(at, LIGHTS) == Seat("Varda", burning=("torch",))
    assert change_light(at, LIGHTS, "torch", "douse").text == "Your torch is out."
    assert burning(at) == ["torch (Orlo)"]


def test_it_does_so_by_commands_like_any_other_which_can_be_undone() -> None:
    at = session()
    change_light(at, LIGHTS, "torch", "light")
    assert at.campaign.head.summary == "light torch for Varda"
    at.undo()
    assert burning(at) == ["torch (Orlo)"]


def test_t7_a_double_tap_lights_one_torch() -> None:
    at = session()
    first, head = change_light(at, LIGHTS, "torch", "light"), at.head
    assert change_light(at, LIGHTS, "torch", "light") == first
    assert at.head == head


def test_nobody_else_s_light_is_touched() -> None:
    at = session()
    change_light(at, LIGHTS, "torch", "douse")
    assert burning(at) == ["torch (Orlo)"]


@pytest.mark.parametrize("character", ["", "Nobody", "torch"])
def test_a_link_that_stands_for_nobody_of_the_party_lights_nothing(character: str) -> None:
    at = session()
    link = replace(LIGHTS, character=character)
    assert (change_light(at, link, "torch", "light").done, seat(at, link).unlit) == (False, ())


@pytest.mark.parametrize("kind", ["", "sun", 'torch" ; undo', "torch for Orlo"])
def test_what_is_no_light_of_the_rules_is_not_said_to_the_campaign(kind: str) -> None:
    at = session()
    before = at.head
    assert change_light(at, LIGHTS, kind, "light").text == NOT_YOURS
    assert at.head == before


def test_without_a_torch_left_it_is_said_and_none_is_offered() -> None:
    at = session("stock 1 torch", "use 1 torch")
    assert "torch" not in seat(at, LIGHTS).unlit
    assert change_light(at, LIGHTS, "torch", "light").text == "There is no torch left."


def test_one_who_is_down_lights_nothing() -> None:
    at = session("hurt Varda 9")
    assert seat(at, LIGHTS).unlit == ()
    assert change_light(at, LIGHTS, "torch", "light").done is False


# Throws


def asked(*links: Link) -> Session:
    """Return a session that waits for the check of a search, which the referee handed to the first link."""
    at = session(dice="typed")
    assert isinstance(at.say("search"), ThrowWanted)
    at.hand_over(links[0].id, 1)
    return at


def test_a_throw_is_shown_to_the_link_that_it_was_handed_to_and_to_no_other() -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    assert (mine.name, mine.dice, mine.shapes, mine.low, mine.high) == (
        "encounter check", "2d6", ("d6", "d6"), 2, 12,
    )  # fmt: skip
    assert seat(at, replace(ANSWERS, id="2")).asked is None
    assert seat(at, replace(ANSWERS, answers=False)).asked is None


def test_its_answer_counts_and_the_command_goes_on() -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    assert answer(at, ANSWERS, mine.ticket, "6+6").done
    assert at.wanted is None
    assert at.campaign.head.summary == "search, 2d6 = 12"


def test_throw_for_me_lets_the_campaign_s_dice_fall() -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    assert answer(at, ANSWERS, mine.ticket, "r").done
    assert at.campaign.head.summary.startswith("search, 2d6 = ")


def test_faces_that_do_not_fit_are_told_and_the_throw_still_waits() -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    told = answer(at, ANSWERS, mine.ticket, "7+7")
    assert not told.done
    assert seat(at, ANSWERS).asked == mine


@pytest.mark.parametrize("said", ["1+2 3+4", "1+2 5", "1 2 3 4", "encounter distance=3+4", "check=1+2", ""])
def test_a_player_answers_the_one_throw_that_was_handed_over_and_learns_of_no_other(said: str) -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    told = answer(at, ANSWERS, mine.ticket, said)
    assert not told.done
    assert "distance:" not in told.text
    assert seat(at, ANSWERS).asked == mine


def test_one_number_of_a_player_is_what_the_dice_showed_as_the_bounds_say() -> None:
    at = session(dice="typed")
    at.say("reaction for Varda +2")
    at.hand_over(ANSWERS.id, 1)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    assert (mine.dice, mine.low, mine.high) == ("2d6+2", 2, 12)
    # G-REACT-1: 10 and 2 are 12.
    assert answer(at, ANSWERS, mine.ticket, "10").done
    assert at.campaign.head.summary == "reaction for Varda +2, 2d6+2 = 12"


def test_the_first_answer_counts_whoever_gives_it() -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    at.answer("6+6", at.head)
    head = at.head
    assert answer(at, ANSWERS, mine.ticket, "1+1").text == ANSWERED
    assert at.head == head


def test_a_late_answer_is_not_taken_for_another_throw() -> None:
    """The referee takes the command back and says another: the ticket was for the first."""
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    at.give_up()
    at.say("listen" if "listen" in at.campaign.language.verbs else "make noise")
    at.hand_over(ANSWERS.id, 1)
    assert answer(at, ANSWERS, mine.ticket, "6+6").text == ANSWERED


def test_a_throw_that_was_taken_back_from_a_link_is_not_theirs_any_more() -> None:
    at = asked(ANSWERS)
    mine = seat(at, ANSWERS).asked
    assert mine is not None
    at.hand_over("", 1)
    assert seat(at, ANSWERS).asked is None
    assert answer(at, ANSWERS, mine.ticket, "6+6").text == ANSWERED


def test_a_light_is_not_lit_while_a_throw_is_waited_for() -> None:
    """It would take the referee's own command away."""
    at = asked(ANSWERS)
    assert change_light(at, LIGHTS, "torch", "light").text == BUSY
    assert at.wanted is not None


def test_handing_over_a_throw_that_is_not_waited_for_is_refused() -> None:
    at = session()
    assert type(at.hand_over("1", 1)).__name__ == "Refusal"
