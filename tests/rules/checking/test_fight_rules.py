"""What a rule file may and may not say of the order of a fight and of surprise in it (D-INIT-1, D-ENC-2)."""

from __future__ import annotations

import pytest

from turnkeeper.rules.model.orders import OrderBySides, OrderByTests
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Problem, RulesFault
from turnkeeper.rules.reading.load import builtin_text, load_rules

HEAD = '[ruleset]\nid = "house"\nname = "House rules"\nextends = "{base}"\n'


def house(differences: str, base: str = "dungeon-game") -> RuleSet:
    return load_rules(HEAD.format(base=base) + differences, "house.toml", builtin_text)


def problem(differences: str) -> Problem:
    with pytest.raises(RulesFault) as caught:
        house(differences)
    (one,) = caught.value.problems
    return one


def test_an_exact_throw_cannot_give_a_quick_action_and_fail() -> None:
    found = problem("[fight.order]\nequal = false\n")
    assert (found.path, found.hint) == ("fight.order.equal", "say equal = true")


@pytest.mark.parametrize(
    "said, path", [('attribute = "wisdom"', "traps.dice"), ('dice = "1d20"', "traps.attribute")]
)
def test_a_trap_with_a_test_of_its_own_has_dice_and_an_attribute(said: str, path: str) -> None:
    with pytest.raises(RulesFault) as caught:
        house(f"[traps]\n{said}\n", "glog")
    assert [(one.path, one.hint) for one in caught.value.problems] == [(path, "say both, or neither")]


def test_what_surprise_costs_is_a_length() -> None:
    assert problem('[surprise]\nloses = "a while"\n').path == "surprise.loses"


def test_only_in_a_count_is_anybody_surprised_in_part() -> None:
    found = problem('[surprise]\npartly = "1 round"\n')
    assert (found.path, found.hint) == ("surprise.partly", "leave it out")


def test_an_attribute_that_is_tested_is_one_of_the_characters() -> None:
    assert problem('[fight.order]\nattribute = "agillity"\n').hint == 'did you mean "agility"?'


def test_a_weapon_class_is_added_by_a_few_lines() -> None:
    rules = house(
        '[fight.order.weapons.lance]\nadds = 1\nrule = { id = "D-INIT-1", origin = "house", why = "Far." }\n'
    )
    assert rules.fight is not None
    assert isinstance(rules.fight.order, OrderByTests)
    assert rules.fight.order.weapons["lance"].adds == 1
    assert rules.fight.order.weapons["large melee"].adds == -2


def test_a_weapon_can_add_what_an_attribute_gives() -> None:
    cite = '{ id = "D-INIT-1", origin = "house", why = "Quick wits." }'
    gives = f'{{ attribute = "cunning", steps = [[13, 1], [16, 3]], rule = {cite} }}'
    rules = house(f"[fight.order.weapons.rapier]\nrule = {cite}\nadds = {gives}\n")
    assert rules.fight is not None
    assert isinstance(rules.fight.order, OrderByTests)
    rapier = rules.fight.order.weapons["rapier"]
    assert [rapier.worth({"agility": 18, "cunning": score}.get) for score in (12, 13, 16)] == [0, 1, 3]


def test_a_house_file_can_have_the_low_side_act_first() -> None:
    rules = house('[fight.order]\nfirst = "low"\n', "cresthaven")
    assert rules.fight is not None
    assert isinstance(rules.fight.order, OrderBySides)
    assert rules.fight.order.first == "low"
