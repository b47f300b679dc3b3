"""Examples can be typed as they stand, under every rule set that shows them."""

from __future__ import annotations

import pytest

from tests.play.keeper import book_of, keep
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.kernel.introducing.newcomers import example_people
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import known_ids, load_builtin
from turnkeeper.views.handbook import handbook
from turnkeeper.views.parts import possible

GAMES = ("glog", "dungeon-game", "cresthaven", "quest-of-destiny")


@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted(known_ids()))
def test_every_example_is_read_as_its_command(rules: str) -> None:
    book = Rulebook(load_builtin(rules))
    language = Language(DECLARED, book)
    kinds = {str(one.command.__struct_config__.tag): one.command for one in DECLARED}
    topics = [one for one in handbook(language) if one.offered]
    for topic in topics:
        assert all(type(language.parse(one)) is kinds[topic.kind] for one in topic.examples)
    assert [one.kind for one in topics if not one.examples] == []


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize(
    "said",
    ["fight ambush by goblins", "fight surprised party", "move 12 squares", "wait 3 turns", "rest 1 h"],
)
def test_an_example_is_shown_only_where_its_form_is_offered(rules: str, said: str) -> None:
    """C-MOVE-6 has squares, G-INIT-1 ambushes; Q-TIME-1 has phases for turns."""
    language = keep(rules=rules).language
    shown = [one for topic in handbook(language) if topic.offered for one in topic.examples]
    served = {
        "fight ambush by goblins": {"glog"},
        "fight surprised party": {"dungeon-game", "cresthaven"},
        "move 12 squares": {"cresthaven"},
        "wait 3 turns": {"glog", "dungeon-game", "cresthaven"},
        "rest 1 h": {"glog", "cresthaven"},
    }
    assert (said in shown) == (rules in served[said])


@pytest.mark.parametrize("rules", GAMES)
def test_the_example_of_people_has_what_a_first_round_asks_for(rules: str) -> None:
    """G-INIT-1: Wisdom; D-INIT-1: Agility; C-SURP-1: a modifier of Wisdom; Q-INIT-1: a die and an Order."""
    people = "; ".join(example_people(book_of(rules)))
    keeper = keep(f"party {people}", "foes goblins 6", "enter dungeon Barrow", rules=rules)
    first = () if rules == "quest-of-destiny" else ("round", "round")
    for said in ("fight", *first):
        keeper.do(said, dice=Seeded(b"people", said))
    assert keeper.state.fight is not None or keeper.state.count is not None


def test_a_rest_that_is_not_known_is_answered_with_one_that_is() -> None:
    keeper = keep("party Varda", rules="dungeon-game")
    hint = keeper.refused("effect ward until zort").hint
    assert hint == "effect ward until rest"
    assert keeper.refused("effect ward until shrot rest").hint == "did you mean 'short rest'?"


def test_another_round_is_offered_and_asks_for_what_its_order_is_thrown_under() -> None:
    """D-INIT-1: agility is thrown under, and of a hireling it was never written down."""
    keeper = keep("party Varda agility 12", "hire Bram", "foes goblins 2 hd 1", "fight", rules="dungeon-game")
    assert possible.another_round(keeper.state)
    refused = keeper.refused("round")
    assert refused.code == "no-attribute"
    assert [str(one) for one in refused.wants] == ["agility of Bram"]
    keeper.do("rule agility of Bram 10")
    keeper.do("round", dice=Seeded(b"people", "round"))
