"""Castings declared before the dice of a round: who is hurt before their go has lost them."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, house_rules, keep
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.combatants import troops
from turnkeeper.views.parts.fights import fight

SPOILT, EFFECT = "sleep of Vess is spoilt", "sleep of Vess takes effect"


def _fight(*said: str, rules: str | Rulebook = "classic") -> Keeper:
    people = "party Vess hp 5; Mira hp 6"
    return keep(people, "enter dungeon Barrow", "foes orcs 3 hp 4", "fight", *said, rules=rules)


def test_b_spell_3_a_wound_before_the_go_of_the_losing_side_spoils_what_was_declared() -> None:
    keeper = _fight()
    assert keeper.told("cast sleep by Vess") == ["Vess will cast sleep in round 1"]
    assert EFFECT not in keeper.told("round", "2", "5")
    assert keeper.told("hurt Vess 1") == ["Vess loses 1 hp, has 4", SPOILT]
    assert keeper.told("done") == ["orcs have acted"]


def test_b_spell_3_a_wound_of_somebody_else_spoils_nothing() -> None:
    keeper = _fight("cast sleep by Vess")
    keeper.do("round", "2", "5")
    assert keeper.told("hurt Mira 1") == ["Mira loses 1 hp, has 5"]
    assert keeper.told("done") == ["orcs have acted", EFFECT]


@pytest.mark.parametrize("theirs", [4, 5])
def test_b_spell_3_who_wins_the_throw_or_ties_it_is_not_spoilt_by_a_wound(theirs: int) -> None:
    """Equal throws act at once, and only a side that lost can be spoilt."""
    keeper = _fight("cast sleep by Vess")
    assert keeper.told("round", "5", str(theirs))[-1] == EFFECT
    assert keeper.told("hurt Vess 1") == ["Vess loses 1 hp, has 4"]


def test_b_spell_3_the_wounds_of_the_round_before_spoil_nothing() -> None:
    keeper = _fight()
    keeper.do("round", "2", "5")
    keeper.do("cast sleep by Vess")
    assert keeper.told("hurt Vess 1") == ["Vess loses 1 hp, has 4"]
    assert keeper.told("round", "5", "2")[-1] == EFFECT


def test_b_spell_3_who_falls_before_their_go_casts_nothing() -> None:
    keeper = _fight("cast sleep by Vess")
    keeper.do("round", "2", "5")
    assert SPOILT in keeper.told("kill Vess")


def test_b_spell_3_the_enemies_castings_are_spoilt_one_by_one() -> None:
    keeper = _fight("cast web by orc 2", "cast web by orc 3")
    keeper.do("round", "5", "2")
    assert keeper.told("hurt orc 2 1")[-1] == "web of orc 2 is spoilt"
    assert keeper.told("done")[-1] == "web of orc 3 takes effect"


def test_b_spell_3_a_save_that_failed_is_said_and_only_of_who_casts() -> None:
    keeper = _fight("cast sleep by Vess")
    keeper.do("round", "2", "5")
    assert keeper.told("disrupt Vess") == [SPOILT]
    refused = keeper.ask("disrupt Vess", [])
    assert "Vess casts nothing that could be disrupted" in str(refused)


def test_v_cast_2_a_casting_in_segments_is_disrupted_by_a_word_too() -> None:
    keeper = _fight(rules="advanced")
    keeper.do("round", "2", "2")
    keeper.do("cast sleep 3 by Vess")
    assert keeper.told("disrupt Vess") == [SPOILT]


def test_the_phases_walked_are_one_after_another_and_the_first_of_a_side_is_its_go() -> None:
    keeper = keep(
        "party Vess hp 5; Mira hp 6", "enter dungeon Barrow", "foes orcs 3 hp 4", "fight",
        "cast sleep by Vess", rules=Rulebook(load_builtin("classic", ("walk-the-phases",))),
    )  # fmt: skip
    keeper.do("round", "2", "5")
    for _ in range(4):
        assert EFFECT not in keeper.told("done")
    assert EFFECT in keeper.told("done")


def test_what_is_declared_anew_takes_the_place_of_what_was() -> None:
    keeper = _fight("cast web by Vess", "cast sleep by Vess")
    assert keeper.told("round", "5", "2")[1:] == [EFFECT]


def test_a_round_cut_short_has_seen_every_go_of_it() -> None:
    keeper = _fight("cast sleep by Vess")
    keeper.do("round", "2", "5")
    assert keeper.told("round", "2", "5")[-1] == EFFECT


@pytest.mark.parametrize(
    "rules, said, why",
    [
        ("classic", "cast sleep by orcs", "which of orcs casts? (cast sleep by orc 1)"),
        ("classic", "cast sleep", "who casts? (cast sleep by Vess)"),
        ("advanced", "cast sleep by Vess", "a casting takes segments in this game (cast sleep 3 by Vess)"),
        ("fifth", "cast sleep by Vess", "this game does not say when in a round a casting takes effect"),
    ],
)
def test_a_casting_that_a_game_cannot_take_is_refused_in_words_of_that_game(
    rules: str, said: str, why: str
) -> None:
    assert why in str(_fight(rules=rules).ask(said, []))


def test_a_house_file_that_says_only_what_spoils_a_casting_has_the_rest_from_its_game() -> None:
    spoilt = "[fight.order.casting]\nspoilt = { id = 'B-INIT-2', origin = 'printed' }\n"
    keeper = _fight("cast sleep by Vess", rules=house_rules(spoilt, "classic"))
    keeper.do("round", "2", "5")
    assert [one.rule for one in keeper.do("hurt Vess 1")][-1] == "B-INIT-2"


def test_no_casting_is_declared_without_a_fight_or_by_the_dead() -> None:
    before = keep("party Vess hp 5; Mira hp 6", rules="classic")
    assert "castings are declared in a fight" in str(before.ask("cast sleep by Vess", []))
    assert "Vess is dead and does not act in round 1" in str(
        _fight("kill Vess").ask("cast sleep by Vess", [])
    )


def test_what_is_declared_stands_in_the_status_and_in_the_line_of_its_caster() -> None:
    keeper = _fight("cast sleep by Vess")
    view = fight(keeper.state, keeper.book)
    assert view is not None
    assert view.lines[0] == "no round yet; declared Vess: sleep in round 1"
    lines = {one.name: one.facts for troop in troops(keeper.state, keeper.book) for one in troop.lines}
    assert lines["Vess"] == ("casts sleep in round 1",)
