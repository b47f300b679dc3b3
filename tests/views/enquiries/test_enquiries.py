"""Questions that a referee types: each is answered by exactly what was asked, and nothing is done."""

from __future__ import annotations

from itertools import product

import pytest

from tests.app.campaigns import replay_text
from tests.app.phrasebook import ANSWERS, ASKS, answered_rows, campaign_in, phrases
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import CommandDone, MovedTo, NotUnderstood, QuestionAnswered
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.patterns import pattern_of
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, read_form
from turnkeeper.views.enquiries import reading
from turnkeeper.views.enquiries.names import LISTED
from turnkeeper.views.enquiries.reading import answer
from turnkeeper.views.enquiries.table import ENQUIRIES
from turnkeeper.views.referee.glance import glance

SETTINGS = sorted({setting for setting, _, _ in answered_rows()})
OPENLY = {"anywhere": "0205", "thing": "arrows", "coming": "dragon"}


def ask(setting: str, said: str) -> tuple[str, ...]:
    """Return the answer to a question said at the session of a referee; asserts that nothing is done."""
    campaign = campaign_in(setting)
    session, before = Session(campaign, answers=answer), campaign.head.id
    outcome = session.say(said)
    assert session.head == before
    assert isinstance(outcome, QuestionAnswered), f"{said}: {outcome}"
    assert " " not in outcome.question, f"{said}: {outcome.question} alike"
    return outcome.answer


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_a_question_is_answered_by_what_was_asked_and_nothing_else(setting: str) -> None:
    rows = [(said, lines) for where, said, lines in answered_rows() if where == setting]
    wrong = [(said, told) for said, lines in rows if (told := ask(setting, said)) != lines]
    assert not wrong


@pytest.mark.slow
def test_no_question_of_the_phrasebook_does_anything() -> None:
    asked = [one for one in phrases() if any(each.startswith(ASKS) for each in one.meanings)]
    assert len(asked) > 100, ANSWERS
    for one in asked:
        assert ask(one.setting, one.said)


def said_in(parts: tuple[Part, ...], names: dict[str, str]) -> list[str]:
    """Return the ways to say a form with these names, optional words left out, one for each of its words."""
    ways: list[list[str]] = []
    for part in parts:
        match part:
            case Literal(word=word):
                ways.append(word.rstrip("!").split("|"))
            case Slot(kind=kind):
                ways.append([names[kind.rstrip("!?")]])
            case Optional():
                pass
    return [" ".join(words) for words in product(*ways)]


def named_in(setting: str) -> dict[str, str]:
    """Return a name of each kind that is there in a setting."""
    campaign = campaign_in(setting)
    listed = {kind: next(iter(names(campaign)), None) for kind, names in LISTED.items()}
    here = {"place": "0205"} if campaign.state.map.digest else {}
    here |= {"date": "1 June"} if campaign.state.calendar is not None else {}
    return OPENLY | here | {kind: one[0] for kind, one in listed.items() if one is not None}


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_way_to_ask_is_answered_and_records_nothing(setting: str) -> None:
    """The forms are taken at their word, and with every name that stands in a place of theirs."""
    names = named_in(setting)
    campaign = campaign_in(setting)
    before, unanswered = campaign.head.id, []
    for one in ENQUIRIES:
        for form in one.forms:
            if {slot.kind for slot in pattern_of(form).slots if slot.required} <= names.keys():
                for said in said_in(read_form(form), names):
                    outcome = Session(campaign, answers=answer).say(f"{said}?")
                    assert not isinstance(outcome, CommandDone | MovedTo), said
                    if not isinstance(outcome, QuestionAnswered) or not outcome.answer:
                        unanswered.append((one.name, said, outcome))
    assert campaign.head.id == before
    assert not unanswered


def test_each_way_to_ask_belongs_to_one_question() -> None:
    ways = [form for one in ENQUIRIES for form in (*one.forms, *one.names)]
    twice = {form for one in ENQUIRIES for form in one.names if form in one.forms}
    assert len(set(ways)) == len(ways) - len(twice)
    assert len({one.name for one in ENQUIRIES}) == len(ENQUIRIES)


@pytest.mark.slow
def test_the_order_of_the_table_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = answered_rows()
    usual = [answer(campaign_in(setting), said) for setting, said, _ in rows]
    reading._by_word.cache_clear()
    monkeypatch.setattr(reading, "ENQUIRIES", ENQUIRIES[::-1])
    turned = [answer(campaign_in(setting), said) for setting, said, _ in rows]
    reading._by_word.cache_clear()
    assert turned == usual


def test_what_is_proposed_or_said_is_no_question() -> None:
    """A statement is not answered, and a command put politely is one."""
    lit = campaign_in("lit")
    for said in (
        "how about we rest",
        "what about the torch",
        "Varda is hurt",
        "the torch is out",
        "we are lost",
    ):
        assert answer(lit, said) is None, said
    fight = campaign_in("fight")
    for said in ("goblin 2 is dead", "the goblins are all dead", "Orlo is down"):
        assert answer(fight, said) is None, said


def test_words_that_turn_a_question_are_never_left_out() -> None:
    lit = campaign_in("lit")
    unclear = NotUnderstood("unclear", "", 1)
    assert answer(lit, "how long will the torch not burn", unclear) is None
    assert answer(lit, "how long does the blasted torch last", unclear) is not None


def test_a_command_that_could_be_wanted_goes_before_a_question_read_loosely() -> None:
    """But not where it is asked how, what, when, who or where: that wants no deed."""
    wanted = NotUnderstood("unclear", "", 1, ("light torch",))
    lit = campaign_in("lit")
    assert answer(lit, "is the blasted torch burning", wanted) is None
    assert answer(lit, "how long does the blasted torch last", wanted) is not None


def test_where_nobody_asks_a_question_is_no_command() -> None:
    """A playthrough has no questions: it is told where one stands."""
    outcome = Session(campaign_in("lit")).say("what time is it")
    assert not isinstance(outcome, QuestionAnswered | CommandDone)


def told(campaign: Campaign, said: str) -> str:
    """Return the answer to a question, its lines in one."""
    found = answer(campaign, said)
    assert found is not None, said
    return " / ".join(found.answer)


def played(head: str, *said: str) -> Campaign:
    """Return the campaign of a playthrough."""
    replayed = replay_text(f"{head}seed: x\n\n" + "".join(f"> {one}\n" for one in said), "asked.play")
    assert replayed.campaign is not None, replayed.problems
    assert not replayed.problems, replayed.problems
    return replayed.campaign


def test_of_a_lost_party_a_distance_names_the_place_that_it_is_measured_from() -> None:
    """0506 is where it is; from 0606, where it believes to be, 12 h by road: 4 hexes of 3 h."""
    head = "rules: dungeon-game\nmap: sample\nbegins: day 1 06:00\n"
    said = ("party Varda cunning 12 brawn 10 agility 11", "use map sample", "leave for wilderness")
    lost = played(head, *said, "stand at 0506", "believe 0606")
    begins = "from 0606 Toll House, where the party believes to be, "
    assert (
        told(lost, "how far is Ferrowhythe")
        == f"{begins}to 0205 Ferrowhythe: 12 h over 4 hexes, a day's march"
    )
    assert told(lost, "are we lost").startswith("lost (secret): believes to be at 0606 Toll House")


def test_where_turns_go_round_the_table_who_is_next_is_the_next_at_the_table() -> None:
    said = ("party Varda dexterity 2 hp 6; Orlo dexterity 0 hp 8", "enter dungeon Crypt", "turn order")
    crypt = played("rules: torchlit\n", *said)
    now, then, *_ = crypt_seats = glance(crypt).clock.table
    assert sorted(crypt_seats) == ["Orlo", "Varda", "referee"]
    assert told(crypt, "whose turn is it") == f"now {now}, then {then}"
    assert told(crypt, "who's next") == then


def test_with_nobody_there_and_nothing_kept_it_says_so() -> None:
    empty = played("rules: glog\n", "note a beginning")
    assert told(empty, "who is in the party") == "nobody is in the party yet"
    assert told(empty, "how many days of food do we have") == "no rations are counted"
    assert told(empty, "who is hurt") == "no hit points are written"
    assert told(empty, "whose turn is it") == "nobody fights"
