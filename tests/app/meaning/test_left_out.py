"""Each clause of a sentence is done, offered or told as left out: nothing is dropped in silence."""

from __future__ import annotations

import re

import pytest

from tests.app.campaigns import begun, do, lines
from tests.app.phrasebook import campaign_in, near_misses, phrases
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.saying import is_allowed
from turnkeeper.app.outcomes import CommandDone, NotUnderstood
from turnkeeper.app.session import Session
from turnkeeper.app.understanding import understand
from turnkeeper.app.words import read_own
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.sentence import FILLERS, NUMBERS, OPERATORS, PREPOSITIONS, bases

SENTENCES = (
    ("lit", "Varda lights a torch and carries the lantern"),
    ("lit", "Orlo scouts ahead and takes the lead"),
    ("lit", "Orlo picks the lock and opens the chest"),
    ("lit", "Bram breaks down the door, grins at them and bows"),
    ("lit", "we move 60 feet, whistling, as the rats watch from above"),
    ("lit", "the torch gutters in the draught and goes out, leaving a smell of pitch"),
    ("fight", "Varda hits goblin 2 for 3 and steps back"),
    ("fight", "Orlo kills goblin 1 and loots the body"),
    ("fight", "goblin 3 drops his spear and flees"),
    ("fight", "Bram is hit for 2 by an arrow and curses loudly"),
    ("count", "Ann attacks with her dagger and shouts a challenge"),
    ("road", "we make camp by the river and sing old songs"),
    ("fifth", "they take a short rest and bind their wounds"),
)
_CLAUSES = re.compile(r"[;!?]|\.(?= )|,|\b(?:and|but|so|while|whilst|because|since)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_EMPTY = FILLERS | PREPOSITIONS | OPERATORS | NUMBERS.keys()


def fighting() -> Campaign:
    campaign = begun()
    for said in (
        "party Varda wisdom 12 hp 5/7; Orlo wisdom 9 hp 4; Bram hp 6",
        "stock 3 torch",
        "stock 1 lantern",
        "stock 2 oil",
        "enter dungeon Barrow",
        "light torch for Varda",
    ):
        do(campaign, said)
    return campaign


def unaccounted(campaign: Campaign, said: str, meant: Understood) -> list[str]:
    """Return the clauses of which no word is in the command, nor told as left out."""
    language = campaign.language
    words = {one.casefold() for part in (meant.text, *meant.left) for one in _WORD.findall(part)}
    known = language.vocabulary(meant.command).union(*map(bases, words))
    known |= {one.name.casefold().split()[0] for one in campaign.state.party.members}
    known |= {one.name.casefold() for one in campaign.state.sides}
    found = []
    clauses = _CLAUSES.split(said.casefold())
    for clause in clauses if len(clauses) > 1 else ():
        told = [one for one in _WORD.findall(clause) if one not in _EMPTY and not one[0].isdigit()]
        units = any(campaign.book.scale.is_unit(one) for one in told)
        if len(told) > 1 and not units and not any(bases(one) & known for one in told):
            found.append(clause)
    return found


@pytest.mark.slow
def test_each_clause_is_in_the_command_or_named_as_left_out_or_nothing_is_done() -> None:
    said = [(one.setting, one.said) for one in (*phrases(), *near_misses())]
    dropped = []
    for setting, text in (*SENTENCES, *said):
        campaign = campaign_in(setting)
        if read_own(text, campaign.language.verbs) is not None:
            continue
        meant = understand(campaign, text)
        if not isinstance(meant, NotUnderstood) and meant.free and is_allowed(campaign, meant):
            dropped += [(text, meant.text, one) for one in unaccounted(campaign, text, meant)]
    assert not dropped


@pytest.mark.parametrize(
    "text, means, left",
    [
        ("Varda lights a torch and carries the lantern", "light torch for Varda", ("carries the lantern",)),
        ("Orlo picks the lock and opens the chest", "pick lock by Orlo", ("opens the chest",)),
        ("Varda douses the sputtering torch", "douse torch of Varda", ("sputtering",)),
        ("we hurry back to the entrance, 200 feet", "move 200 ft quickly", ("to the entrance",)),
        ("a slime oozes down from the ceiling", "meet slime", ("down from the ceiling",)),
    ],
)
def test_what_is_done_names_what_it_leaves_out(text: str, means: str, left: tuple[str, ...]) -> None:
    done = Session(fighting()).say(text)
    assert isinstance(done, CommandDone), done
    assert (done.understood, done.left) == (means, left)


@pytest.mark.parametrize(
    "text, choices",
    [
        ("light the lantern, pass it to Bram", ("light lantern", "hand lantern to Bram")),
        ("Varda searches the room and Orlo picks the lock", ("search by Varda", "pick lock by Orlo")),
        (
            "search the room, rest a turn and move on 60 feet",
            ("search the room", "rest 1 turn", "move 60 ft"),
        ),
        (
            "Bram is stunned and blind for an hour",
            ("timer stunned for Bram", "timer blinded 6 turns for Bram"),
        ),
    ],
)
def test_clauses_that_are_all_commands_are_offered_in_their_order(
    text: str, choices: tuple[str, ...]
) -> None:
    asked = understand(fighting(), text)
    assert isinstance(asked, NotUnderstood)
    assert asked.in_order
    assert asked.choices == choices


def test_of_commands_in_one_line_the_second_may_need_the_first() -> None:
    session = Session(fighting())
    asked = session.say("light the lantern, pass it to Bram")
    assert isinstance(asked, NotUnderstood)
    for number in ("1", "2"):
        assert isinstance(session.say(number), CommandDone)
    assert "lantern" in lines(session.campaign)[-1]
    assert "Bram" in lines(session.campaign)[-1]


@pytest.mark.parametrize(
    "text, one, left",
    [
        ("Orlo picks the lock and Bram opens the chest", "pick lock by Orlo", "Bram opens the chest"),
        ("we search the room but Bram stands guard", "search", "Bram stands guard"),
        ("Bram is hit for 2 while the other two run", "hurt Bram 2", "the other two run"),
    ],
)
def test_a_clause_with_a_name_or_a_number_is_asked_about_before_it_is_left_out(
    text: str, one: str, left: str
) -> None:
    asked = understand(fighting(), text)
    assert isinstance(asked, NotUnderstood)
    assert asked.choices[0] == one
    assert left in asked.message


def test_a_blow_on_two_foes_is_two_blows() -> None:
    asked = understand(campaign_in("fight"), "Varda hits goblin 1 for 3 and goblin 2 for 2")
    assert isinstance(asked, NotUnderstood)
    assert asked.choices == ("hurt goblin 1 3", "hurt goblin 2 2")


def test_it_and_him_are_who_the_clause_before_names() -> None:
    meant = understand(campaign_in("fight"), "goblin 2 hacks at Varda and hits him for three")
    assert isinstance(meant, Understood)
    assert meant.text == "hurt Varda 3"
    asked = understand(campaign_in("fight"), "Orlo slips behind goblin 2 and stabs it for five")
    assert isinstance(asked, NotUnderstood)
    assert asked.choices[0] == "hurt goblin 2 5"


def test_a_circumstance_ends_where_another_act_begins() -> None:
    said = "Bram drags the table against the door and we wait for two turns"
    meant = understand(campaign_in("lit"), said)
    assert isinstance(meant, Understood)
    assert (meant.text, meant.left) == ("wait 2 turns", ("Bram drags the table against the door",))
