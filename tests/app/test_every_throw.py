"""A number typed is what the dice showed, at every throw of every game; what they cannot show is refused."""

from __future__ import annotations

import re
from random import Random

import pytest

from turnkeeper.app import codec
from turnkeeper.app.foretelling import ThrowsAhead
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone, ThrowWanted, WrongFaces
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.introducing.newcomers import example_people
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.rules.book import Rulebook

LIT = ("enter dungeon Barrow", "light torch for Varda")
SCENES = {
    "underground": LIT,
    "met": (*LIT, "meet owlbear 70 ft away"),
    "in a fight": (*LIT, "foes goblins 3 hp 4", "fight", "round"),
    "in the wilds": ("leave for wilderness", "use map sample", "stand at 0506", "no landmark in sight"),
}
SAID = (
    *(
        "reaction for Varda +1",
        "reaction -2",
        "throw surprise",
        "meet 2d4 wolves",
        "next",
        "search",
        "listen",
    ),
    *("foes wolves 2d4 hp 1d8-1", "foes rats 3 morale 7", "morale rats +1", "round", "count", "check now"),
    *("hire Bram morale 7", "morale Bram -1", "force door", "open door", "search for traps", "eat", "lunch"),
    *("check wisdom of Varda with advantage", "check agility of Varda", "save constitution of Varda"),
    *("exert 1d3 brawn of Varda", "short rest", "spend 1 hit dice by Varda", "long rest", "night", "camp"),
    *(
        "travel s 2 hexes",
        "search hex",
        "push n",
        "forage",
        "hunt",
        "wait 8 h",
        "turn order",
        "kill goblin 1",
    ),
)


def comes_to(dice: str, number: int) -> int:
    """Return the total of dice that showed a number, from their notation alone: ``2d6x10`` of 7 is 70."""
    total = number
    for part in re.findall(r"[x+-]\d+", re.sub(r"^\d+d\d+(k[hl]\d+)?", "", dice)):
        total = total * int(part[1:]) if part[0] == "x" else total + int(part)
    return total


def shows(dice: str) -> tuple[int, int, int]:
    """Return how many dice are thrown, how many of them count, and their sides."""
    found = re.match(r"(\d+)d(\d+)(?:k[hl](\d+))?", dice)
    assert found is not None, dice
    return int(found[1]), int(found[3] or found[1]), int(found[2])


def begun(rules: str, scene: tuple[str, ...]) -> Session:
    """Return a game whose party stands somewhere, as far as its rules go there."""
    loaded = load_builtin(rules)
    one = Session(in_memory("Barrow", loaded, seed="every throw"))
    for text in (f"party {'; '.join(example_people(Rulebook(loaded)))}", "stock 12 rations", *scene):
        one.say(text)
    return one


def refuses(one: Session, wanted: ThrowWanted) -> None:
    count, kept, sides = shows(wanted.dice)
    for faces in (str(kept * sides + 1), "0", "+".join(["1"] * (count + 1))):
        assert isinstance(one.answer(faces), WrongFaces), (wanted, faces)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
@pytest.mark.parametrize("rules", builtin_ids())
def test_a_number_is_what_the_dice_showed_and_what_is_added_is_worked_out(
    rules: str, scene: tuple[str, ...]
) -> None:
    one, tried, chance = begun(rules, scene), set[tuple[str, str]](), Random(rules)  # noqa: S311 - faces
    head = one.head
    for text in SAID:
        typed: list[tuple[str, int]] = []
        outcome = one.say(text, dice="typed")
        while isinstance(outcome, ThrowWanted):
            if (outcome.name, outcome.dice) not in tried:
                refuses(one, outcome)
                tried.add((outcome.name, outcome.dice))
            _, kept, sides = shows(outcome.dice)
            number = sum(chance.randint(1, sides) for _ in range(kept))
            typed.append((outcome.dice, number))
            outcome = one.answer(str(number))
        if typed:
            assert isinstance(outcome, CommandDone), (text, outcome)
            answers = codec.decode_answers(one.campaign.head.answers)
            assert [answer.total for answer in answers] == [comes_to(*throw) for throw in typed]
        while one.head != head:
            one.undo()
    assert tried


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
@pytest.mark.parametrize("rules", builtin_ids())
def test_the_throws_that_are_told_beforehand_are_those_asked_for_in_their_order(
    rules: str, scene: tuple[str, ...]
) -> None:
    one = begun(rules, scene)
    head = one.head
    for text in SAID:
        told = one.ask(text)
        if not isinstance(told, ThrowsAhead):
            continue
        asked: list[tuple[str, str]] = []
        outcome = one.say(text, dice="typed")
        while isinstance(outcome, ThrowWanted):
            asked.append((outcome.name, outcome.dice))
            outcome = one.answer("r")
        certain = [(throw.name, throw.dice) for throw in told.throws]
        assert asked[: len(certain)] == certain, text
        assert set(asked[len(certain) :]) <= {(throw.name, throw.dice) for throw in told.perhaps}, text
        while one.head != head:
            one.undo()
