"""The difference of two rule sets, said as a house file, leads from the one to the other."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from turnkeeper.files.rules_text import write_difference
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.differing import difference
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, example_ids, load_builtin, load_rules


def plain(rules: RuleSet) -> dict[str, object]:
    data: dict[str, object] = msgspec.to_builtins(rules)
    return data


def house(base: RuleSet, wanted: RuleSet) -> RuleSet:
    changes, remove = difference(plain(base), plain(wanted))
    about = base.ruleset
    head = {"id": "my-table", "name": "My table", "extends": about.id, "remove": remove}
    text = write_difference({"ruleset": {**head, "options": list(about.options)}, **changes})
    return load_rules(text, "my-table.toml", builtin_text)


def rules_alone(rules: RuleSet) -> RuleSet:
    """Return a set without what it says of itself."""
    return replace(rules, ruleset=load_builtin("glog").ruleset)


@pytest.mark.parametrize("example", example_ids())
def test_every_example_is_its_difference_from_what_it_extends(example: str) -> None:
    wanted = load_builtin(example)
    assert rules_alone(house(load_builtin(wanted.ruleset.extends), wanted)) == rules_alone(wanted)


@pytest.mark.parametrize("game", builtin_ids())
def test_a_game_differs_from_itself_in_nothing(game: str) -> None:
    data = plain(load_builtin(game))
    assert difference(data, data) == ({}, [])


@pytest.mark.slow
@pytest.mark.parametrize("game", builtin_ids())
def test_options_that_are_on_are_said_as_differences_too(game: str) -> None:
    plain_game = load_builtin(game)
    for option in plain_game.options:
        on = load_builtin(game, (option,))
        again = house(on, on)
        assert rules_alone(again) == rules_alone(on)


def test_what_goes_back_to_its_default_is_said_outright() -> None:
    base, wanted = plain(load_builtin("glog")), plain(load_builtin("glog"))
    torch = {"lights": {"torch": {"bright": 0, "plural": ""}}}
    del wanted["lights"]["torch"]["bright"], wanted["lights"]["torch"]["plural"]  # type: ignore[index]
    assert difference(base, wanted) == (torch, [])


def test_another_kind_is_told_whole_and_a_list_too() -> None:
    base, wanted = plain(load_builtin("glog")), plain(load_builtin("glog"))
    wanted["lights"]["torch"]["burns"] = {"by": "clock", "lasts": "1 h"}  # type: ignore[index]
    wanted["activities"]["read"]["says"] = ["read"]  # type: ignore[index]
    assert difference(base, wanted)[0] == {
        "activities": {"read": {"says": ["read"]}},
        "lights": {"torch": {"burns": {"by": "clock", "lasts": "1 h"}}},
    }


def test_an_entry_that_is_gone_is_left_out_by_name() -> None:
    base, wanted = plain(load_builtin("glog")), plain(load_builtin("glog"))
    del wanted["lights"]["candle"]  # type: ignore[attr-defined]
    del wanted["traps"]
    assert difference(base, wanted) == ({}, ["lights.candle", "traps"])


def test_what_has_no_value_to_say_is_left_out_by_where_it_stands() -> None:
    glog = load_builtin("glog")
    base, wanted = plain(glog), plain(glog)
    del wanted["time"]["times_of_day"]["noon"]  # type: ignore[index]
    del wanted["activities"]["night"]["heals"]  # type: ignore[index]
    del wanted["lights"]["torch"]["burns_in"]  # type: ignore[index]
    del wanted["travel"]["search"]  # type: ignore[attr-defined]
    changes, remove = difference(base, wanted)
    assert changes == {}
    assert remove == [
        "time.times_of_day.noon",
        "activities.night.heals",
        "lights.torch.burns_in",
        "travel.search",
    ]
    text = write_difference(
        {"ruleset": {"id": "my-table", "name": "Mine", "extends": "glog", "remove": remove}}
    )
    again = load_rules(text, "my-table.toml", builtin_text)
    assert list(again.time.times_of_day) == ["midnight", "dawn", "dusk"]
    assert again.activities["night"].heals is None
    assert again.lights["torch"].burns_in == {}
    assert again.travel is not None
    assert again.travel.search is None
    assert difference(base, plain(again))[1] == remove


def test_a_number_that_is_no_longer_said_is_left_out() -> None:
    base, wanted = plain(load_builtin("dungeon-game")), plain(load_builtin("dungeon-game"))
    del wanted["morale"]["with_hit_dice"]  # type: ignore[attr-defined]
    assert difference(base, wanted) == ({}, ["morale.with_hit_dice"])
