"""A text of house rules as it is written: its problems, its switches, its fields, what is found in it."""

from __future__ import annotations

import pytest

from turnkeeper.app.shelf.house_edit import edited
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.app.shelf.house_text import HouseText, entries_found, house_text, options_of
from turnkeeper.app.shelf.often import OftenField, often_changed, often_fields
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, digest, load_builtin, load_rules

GLOG = load_builtin("glog")
BEGUN = '[ruleset]\nid = "ours"\nname = "Ours"\nextends = "glog"\n'
ROW = 'tables."encounter check".entries'


def ruled(house: HouseText) -> RuleSet:
    assert house.rules is not None, house.found
    return house.rules


def field(house: HouseText, name: str) -> OftenField:
    return next(one for one in often_fields(house) if one.name == name)


def typed(text: str, **fields: str) -> HouseText:
    """Return a text after its fields were changed, their dots written as two underlines."""
    house = house_text(text)
    sent: dict[str, list[str]] = {}
    for written, value in fields.items():
        name = written.replace("__", ".")
        sent |= {f"set:{name}": [value], f"was:{name}": [field(house, name).value]}
    return edited(text, sent).house


# What a text says


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [*builtin_ids(), "one-minute-rounds"])
def test_the_text_of_rules_that_nobody_changed_says_nothing_but_what_it_is(ruleset: str) -> None:
    rules = load_builtin(ruleset)
    text = house_file(rules)
    assert text.count("[") == 1
    again = ruled(house_text(text))
    assert (again.lights, again.tables, again.register) == (rules.lights, rules.tables, rules.register)


@pytest.mark.slow
@pytest.mark.parametrize("example", ["underclock", "one-minute-rounds", "tension-pool"])
def test_a_house_file_leads_to_the_rules_that_it_was_made_of(example: str) -> None:
    text = (builtin_text(example) or "").replace(f'id = "{example}"', 'id = "ours"')
    rules = load_rules(text, "ours.toml", builtin_text)
    again = load_rules(house_file(rules), "ours.toml", builtin_text)
    assert digest(again) == digest(load_rules(house_file(again), "ours.toml", builtin_text))
    assert (again.procedures, again.lights, again.register) == (
        rules.procedures,
        rules.lights,
        rules.register,
    )


@pytest.mark.slow
def test_rules_that_stand_alone_are_written_whole() -> None:
    from msgspec.structs import replace

    alone = replace(GLOG, ruleset=replace(GLOG.ruleset, id="mine", name="Mine"))
    text = house_file(alone)
    assert "extends" not in text
    house = typed(text, lights__torch__burns__ticks="3")
    assert ruled(house).lights["torch"].burns.ticks == 3  # type: ignore[union-attr]


@pytest.mark.slow
def test_every_problem_is_told_at_once_at_its_line_and_at_its_field() -> None:
    text = BEGUN + (
        '\n[lights.torch]\nburns = { ticks = "many" }\n\n[lights.lantern]\nbright = -5\n'
        '\n[morale]\ndice = "2d"\n\n[activities.search]\ntakes = "1 turnn"\n'
    )
    house = house_text(text)
    assert house.rules is None
    assert [one.line for one in house.found.problems] == [7, 10, 13, 16]
    assert field(house, "lights.torch.burns.ticks").value == "many"
    for name in (
        "lights.torch.burns.ticks",
        "lights.lantern.bright",
        "morale.dice",
        "activities.search.takes",
    ):
        assert field(house, name).wrong
        assert field(house, name).line
    assert [one.changed for one in often_changed(house)].count(0) > 0


def test_a_text_that_cannot_be_read_tells_where_and_is_left_as_it_is() -> None:
    text = BEGUN + "[lights.torch]\nburns = {\n"
    done = edited(text, {"leave": ["lights.candle"], "do": ["insert"], "section": ["lights"]})
    assert done.house.text == text
    assert done.house.data is None
    assert [one.line for one in done.house.found.problems] == [6]


def test_a_base_that_there_is_not_is_told_and_nothing_else_breaks() -> None:
    house = house_text(BEGUN.replace('"glog"', '"no such game at all"') + "\n[lights.torch]\nbright = 3\n")
    assert [one.line for one in house.found.problems] == [4]
    assert list(often_fields(house)) == []


# Fields


@pytest.mark.slow
def test_a_field_says_what_the_base_says_and_of_what_kind_it_is() -> None:
    house = typed(BEGUN, lights__torch__burns__ticks="3")
    ticks = field(house, "lights.torch.burns.ticks")
    assert (ticks.label, ticks.value, ticks.base, ticks.allowed.kind) == ("burns ticks", "3", "2", "number")
    assert ticks.changed
    assert ticks.allowed.bounds == "At least 1."
    assert ticks.line == 7
    assert field(house, "scenes.dungeon.dark").allowed.kind == "switch"
    assert field(house, "lights.torch.burns.by").allowed.kind == "mechanism"
    assert "clock" in field(house, "lights.torch.burns.by").allowed.choices
    assert field(house, f"{ROW}[0].on").label == "encounter"
    assert "in feet" in field(house, "lights.torch.bright").help


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_game_has_fields_of_its_own_for_what_is_changed_most_often(ruleset: str) -> None:
    house = house_text(house_file(load_builtin(ruleset)))
    sections = {one.name for one in often_changed(house)}
    assert {"ruleset", "lights", "activities", "procedures", "scenes", "fight"} <= sections
    assert not [one.name for one in often_fields(house) if one.changed or one.wrong or not one.label]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_whatever_is_typed_into_a_field_is_in_the_text_and_back_in_the_field(ruleset: str) -> None:
    text = house_file(load_builtin(ruleset))
    # Of each sort in each section one.
    sorts = {(one.path[0], one.path[-1]): one for one in often_fields(house_text(text))}
    for one in sorts.values():
        choices = [each for each in one.allowed.choices if each != one.value]
        value = {"switch": "" if one.value else "on", "number": "1234"}.get(one.allowed.kind, "so be it")
        wanted = choices[0] if choices else value
        after = edited(text, {f"set:{one.name}": [wanted], f"was:{one.name}": [one.value]}).house
        assert field(after, one.name).value == wanted, one.name
        assert after.text.startswith(text.split("name =")[0])


def test_changing_a_field_keeps_comments_and_all_the_rest_of_the_text() -> None:
    text = BEGUN + "\n# Soaked twice.\n[lights.torch]\nburns = { ticks = 3 } # long\n\n# The end.\n"
    house = typed(text, lights__torch__burns__ticks="4", lights__torch__bright="30")
    assert house.text == text.replace("ticks = 3 } # long", "ticks = 4 } # long\nbright = 30")
    assert ruled(house).lights["torch"].rule.origin == "house"


def test_a_field_that_was_not_touched_does_not_overwrite_the_text() -> None:
    text = BEGUN + "\n[lights.torch]\nburns = { ticks = 5 }\n"
    name = "lights.torch.burns.ticks"
    assert edited(text, {f"set:{name}": ["3"], f"was:{name}": ["3"]}).house.text == text
    assert edited(text, {"set:lights.torch.rule.id": ["X"], "set:../../x": ["1"]}).house.text == text


@pytest.mark.slow
def test_a_mechanism_of_another_kind_comes_with_what_it_needs() -> None:
    house = typed(BEGUN, lights__torch__burns__by="clock")
    assert 'burns = { by = "clock", lasts = ' in house.text
    assert house.rules is not None
    assert field(house, "lights.torch.burns.lasts").base is None


@pytest.mark.slow
def test_the_rows_of_a_table_are_said_whole_and_what_is_wrong_with_them_is_told() -> None:
    name = f"{ROW}[0].on"
    house = edited(BEGUN, {f"set:{name}": ["2-5"], f"was:{name}": ["2-4"]}).house
    assert field(house, f"{ROW}[1].on").wrong
    again = f"{ROW}[1].on"
    sent = {
        f"set:{again}": ["6"],
        f"was:{again}": ["5"],
        f"set:{ROW}[2].on": ["7"],
        f"was:{ROW}[2].on": ["6-7"],
    }
    entries = ruled(edited(house.text, sent).house).tables["encounter check"].entries
    assert [one.on for one in entries] == ["2-5", "6", "7", "8", "9", "10-12"]


# Switches


@pytest.mark.slow
def test_an_option_tells_both_readings_and_is_switched_on_and_off() -> None:
    offered = {one.name: one for one in options_of(house_text(BEGUN))}
    assert set(offered) == set(GLOG.options)
    switch = offered["encounters-by-watch"]
    assert switch.rules == ("G-HEX-6",)
    assert switch.off == GLOG.register["G-HEX-6"].says
    assert switch.on == "Outdoors one check a watch, at its end, with one chance in six."
    on = edited(BEGUN, {"option": [switch.name]}).house
    assert on.text == BEGUN + f'options = ["{switch.name}"]\n'
    assert "outdoors by watch" in ruled(on).procedures
    assert [one.name for one in options_of(on) if one.is_on] == [switch.name]
    assert edited(on.text, {"option": [switch.name], "option-was": [switch.name]}).house.text == on.text
    off = edited(on.text, {"option-was": [switch.name]}).house
    assert ruled(off).procedures == GLOG.procedures


def test_an_option_that_nobody_offers_is_a_problem_on_its_line() -> None:
    house = edited(BEGUN, {"option": ["no-such"]}).house
    assert [(one.line, "no-such" in one.message) for one in house.found.problems] == [(5, True)]


# Entries


def test_an_entry_is_found_by_words_that_it_is_called_by_before_those_that_it_says() -> None:
    house = house_text(BEGUN)
    names = [one.name for one in entries_found(house, "TORCH")]
    assert names[0] == "lights.torch"
    assert len(names) > 1
    (torch, *_) = entries_found(house, "second tick")
    assert torch.rules[0] == ("G-LIGHT-2", "A torch is out at its second tick, a lantern at its fourth.")
    assert entries_found(house, "zeppelin") == entries_found(house, "  ") == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_entry_can_be_put_into_the_text_and_changes_nothing_by_that(ruleset: str) -> None:
    rules = load_builtin(ruleset)
    begun = house_file(rules)
    names = [one.name for one in entries_found(house_text(begun), "e")]
    assert len(names) > 20
    done = edited(begun, {"take": names})
    again = ruled(done.house)
    for section in ("lights", "tables", "activities", "procedures", "weather"):
        for name, one in getattr(rules, section).items():
            held = getattr(again, section)[name]
            assert {
                each: getattr(held, each) for each in held.__struct_fields__ if each not in {"rule", "also"}
            } == {each: getattr(one, each) for each in one.__struct_fields__ if each not in {"rule", "also"}}
    assert all(one.line for one in entries_found(done.house, "e"))


def test_an_entry_that_the_text_says_is_gone_to_and_not_said_twice() -> None:
    done = edited(BEGUN, {"take": ["lights.torch"]})
    assert done.house.text.split("\n")[done.line - 1 :][:2] == ["# A kind of light source.", "[lights.torch]"]
    again = edited(done.house.text, {"take": ["lights.torch"]})
    assert again.house.text == done.house.text
    assert again.line == done.house.line(("lights", "torch"))


@pytest.mark.slow
def test_an_entry_is_left_out_and_comes_back_when_its_name_is_deleted() -> None:
    done = edited(BEGUN, {"leave": ["lights.candle"]})
    assert "candle" not in ruled(done.house).lights
    assert done.house.text == BEGUN + 'remove = ["lights.candle"]\n'
    more = edited(done.house.text, {"leave": ["weather.snow", "lights.candle"]}).house.text
    assert more == BEGUN + 'remove = ["lights.candle", "weather.snow"]\n'
    assert "candle" in ruled(house_text(more.replace('"lights.candle", "weather.snow"', ""))).lights


def test_what_others_need_cannot_be_left_out_unnoticed() -> None:
    house = edited(BEGUN, {"leave": ["tables.weather"]}).house
    assert house.rules is None
    assert any("weather" in one.message for one in house.found.problems)


# Examples


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_an_example_of_whatever_a_game_has_is_in_order_as_it_is(ruleset: str) -> None:
    rules = load_builtin(ruleset)
    begun = house_file(rules)
    for section in ("scenes", "paces", "activities", "lights", "procedures", "tables", "terrain", "weather"):
        if not getattr(rules, section):
            continue
        done = edited(begun, {"do": ["insert"], "section": [section], "called": [" glow  moss "]})
        again = ruled(done.house)
        assert list(getattr(again, section)) == [*getattr(rules, section), "glow moss"], section
        assert getattr(again, section)["glow moss"].rule.origin == "house"
        assert done.house.text.split("\n")[done.line - 1].startswith("[register.O-")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_an_example_of_what_a_game_has_not_is_in_order_or_told_in_its_own_lines(ruleset: str) -> None:
    from turnkeeper.rules.reading.fields import section_names

    begun = house_file(load_builtin(ruleset))
    for section in (one for one in section_names() if one not in house_text(begun).own):
        done = edited(begun, {"do": ["insert"], "section": [section]})
        assert f"[{section}" in done.house.text
        assert all(one.line > done.line for one in done.house.found.problems), (section, done.house.found)


@pytest.mark.slow
def test_an_example_says_what_each_line_means_and_what_else_can_be_said() -> None:
    house = edited(BEGUN, {"do": ["insert"], "section": ["lights"], "called": ["torch"]}).house
    assert '[lights."torch 2"]' in house.text  # there is a torch
    assert "# `burns` holds everywhere but in the scenes that `burns_in` names.\nburns = {" in house.text
    assert "# `bright` and `shadow` are in feet, the shadow beyond the bright.\n# bright = " in house.text
    assert 'why = "Why you play it so."' in house.text
    again = edited(house.text, {"do": ["insert"], "section": ["lights"], "called": ["torch"]}).house
    assert '[lights."torch 3"]' in again.text
    assert again.rules is not None


def test_what_is_commented_out_can_be_said() -> None:
    house = edited(BEGUN, {"do": ["insert"], "section": ["weather"], "called": ["ash rain"]}).house
    damp = house.text.replace("# damp = ", "damp = ").replace("# travel = ", "travel = ")
    assert damp != house.text
    assert ruled(house_text(damp)).weather["ash rain"].damp


def test_nothing_is_inserted_for_a_section_that_there_is_not() -> None:
    assert edited(BEGUN, {"do": ["insert"], "section": ["ruleset", "nowhere"]}).house.text == BEGUN
    assert edited(BEGUN, {"take": ["nowhere"], "leave": ["nowhere"]}).house.text == BEGUN
