"""What is offered anywhere can be said: no rule set offers what its rules never allow, in any state."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.play.keeper import Keeper, book_of
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.declare import Declared, Form
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.introducing.newcomers import example_people
from turnkeeper.play.kernel.speech import SpeechError, quote, read_form
from turnkeeper.play.registry import DECLARED, REGISTRY
from turnkeeper.rules import builtin_ids, example_ids

SETS = (*builtin_ids(), *example_ids())
SCENES = (
    ("enter dungeon Barrow", "light torch for Varda"),
    ("enter dungeon Barrow", "meet goblins", "foes goblins 3 hp 4", "fight", "round"),
    ("enter wilderness", "use map sample", "stand at Ferrowhythe", "stock 9 rations"),
    ("enter wilderness", "meet wolves", "foes wolves 2 hp 4"),
)
MET = ("enter dungeon Barrow", "light torch for Varda", "meet owlbear 70 ft away")
"""Where a party stands: underground, in a fight, on a map, with foes before a fight."""
SAMPLES = {
    "length": "10 min", "feet": "20 ft", "squares": "4", "area": "30 x 30 ft", "number": "3", "signed": "+1",
    "times": "2", "die": "d8", "dice": "1d6", "face": "north", "digest": "0" * 64, "until": "dawn",
    "who": "Varda", "text": "the lever", "name": "Bess", "what": "Bess", "people": "Nesta", "animals": "Bess",
    "amount": "2", "creatures": "goblin hp 3",
}  # fmt: skip
"""Something for each kind of slot that completes to nothing just now."""


@cache
def stands(rules: str, scene: tuple[str, ...]) -> Keeper:
    """Return a game under a rule set that stands in a scene, as far as its rules go there."""
    keeper = Keeper(book_of(rules))
    for said in (f"party {'; '.join(example_people(keeper.book))}", *scene):
        try:
            if not isinstance(keeper.ask(said, dice=Seeded(b"", "")), Refusal):
                keeper.do(said, dice=Seeded(b"", ""))
        except SpeechError:
            continue
    assert keeper.state.party.able
    return keeper


def said(one: Declared, form: Form, keeper: Keeper) -> str:
    """Return a form filled in: with what completes just now, else with something of the kind."""
    text = form.text
    for field, kind in slots.kinds_of(read_form(text)).items():
        values = REGISTRY.values(one, field, kind)
        found = next(iter(values(keeper.state, keeper.book)), None) if values is not None else None
        value = SAMPLES.get(kind, "x") if found is None else quote(found, frozenset())
        text = text.replace(f"{{{field}:{kind}}}", value)
    return text.replace("[", "").replace("]", "")


@pytest.mark.slow
@pytest.mark.parametrize("rules", SETS)
def test_what_a_rule_set_offers_its_rules_do_not_rule_out(rules: str) -> None:
    """In help, in completion and in the list of commands stands what can be said under these rules."""
    never = []
    for one in DECLARED:
        for form in one.forms(book_of(rules)):
            if not REGISTRY.serves(one, book_of(rules), form):
                continue
            for scene in SCENES:
                keeper = stands(rules, scene)
                text = said(one, form, keeper)
                try:
                    told = keeper.ask(text, dice=Seeded(b"", ""))
                except SpeechError:
                    continue
                if isinstance(told, Refusal) and told.never:
                    never.append((form.text, text, str(told)))
    assert not sorted(set(never))


def advised(told: Refusal) -> list[str]:
    """Return the commands that the hint of a refusal may advise, each alone."""
    return [one.strip() for one in re.split(r",? or |, (?:then )?|; |: ", told.hint) if one.strip()]


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_no_refusal_advises_what_its_rules_rule_out(rules: str) -> None:
    never = []
    for text in dict.fromkeys(text for one in DECLARED for text in one.examples):
        for scene in (*SCENES, MET):
            keeper = stands(rules, scene)
            told = answer(keeper, text)
            if not isinstance(told, Refusal):
                continue
            for hint in advised(told):
                then = answer(keeper, hint)
                if isinstance(then, Refusal) and then.never and hint != text:
                    never.append((text, str(told), hint, str(then)))
    assert not sorted(set(never))


def answer(keeper: Keeper, text: str) -> object:
    """Return the answer of the rules to a text, ``None`` for one that is no command."""
    try:
        return keeper.ask(text, dice=Seeded(b"", ""))
    except SpeechError:
        return None
