"""House rules as a form: what it shows, and the house file that comes of it, its problems at their fields."""

from __future__ import annotations

import pytest

from tests.app.formfilling import entry, field, sent
from turnkeeper.app.shelf.forms import Edited, edited, form_of
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.rules.model.lights import ByClock
from turnkeeper.rules.model.procedures import LogNote
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, digest, load_builtin, load_rules

GLOG = load_builtin("glog")


def filled(rules: RuleSet = GLOG, **typed: str) -> Edited:
    """Return what comes of a form with these fields, their dots written as two underlines."""
    form = form_of(rules)
    changed = {f"set:{name.replace('__', '.')}": [value] for name, value in typed.items()}
    return edited(rules, sent(form) | changed)


def ruled(came: Edited) -> RuleSet:
    assert came.rules is not None, came.form
    return came.rules


@pytest.mark.parametrize("ruleset", [*builtin_ids(), "one-minute-rounds"])
def test_a_form_that_nobody_touched_changes_nothing(ruleset: str) -> None:
    rules = load_builtin(ruleset)
    form = form_of(rules)
    assert not any(one.changed for section in form.sections for one in section.entries)
    came = edited(rules, sent(form))
    assert "remove" not in came.text
    assert came.text.count("[") == 1  # the head, and no section
    again = ruled(came)
    assert (again.lights, again.tables, again.register) == (rules.lights, rules.tables, rules.register)


def test_a_field_says_what_its_own_set_says_and_of_what_kind_it_is() -> None:
    form = form_of(GLOG)
    assert (form.base, form.name) == ("glog", "GLOG, as we play it")
    ticks = field(form, "lights.torch.burns.ticks")
    assert (ticks.kind, ticks.value, ticks.own, ticks.within) == ("number", "2", "2", "burns")
    lighting = field(form, "lights.torch.lighting")
    assert (lighting.kind, lighting.value) == ("duration", "1 round")
    assert "takes to light it" in lighting.help
    assert field(form, 'tables."outdoor check".dice').kind == "dice"
    assert field(form, "lights.torch.lighting_counts").choices == ("always", "in-fights")
    assert field(form, "scenes.dungeon.dark").kind == "switch"
    assert field(form, "activities.read.says").value == "read\ndecipher\nsort"
    assert field(form, "lights.torch.reach").rare
    assert not any(
        one.name.endswith((".rule.id", ".also")) for s in form.sections for e in s.entries for one in e.fields
    )


def test_beside_each_entry_stand_its_rules_their_origin_and_the_reason() -> None:
    because = entry(form_of(GLOG), "lights.torch").because
    assert [one.rule for one in because] == ["G-LIGHT-2", "G-LIGHT-1", "G-LIGHT-3", "G-LIGHT-3", "G-LIGHT-4"]
    assert because[0].says == "A torch is out at its second tick, a lantern at its fourth."
    assert because[0].origin == "printed"
    assert because[-1].why.startswith("Nothing ticks outside dungeons.")


def test_the_house_file_says_only_what_was_changed() -> None:
    came = filled(lights__torch__burns__ticks="3", scenes__dungeon__dark="")
    assert came.text == (
        '[ruleset]\nid = "glog-as-we-play-it"\nname = "GLOG, as we play it"\nextends = "glog"\n\n'
        "[scenes.dungeon]\ndark = false\n\n"
        "[lights.torch]\nburns = { ticks = 3 }\n"
    )
    rules = ruled(came)
    assert rules.lights["torch"].rule.origin == "house"
    assert rules.lights["torch"].plural == "torches"
    changed = [one.name for section in came.form.sections for one in section.entries if one.changed]
    assert changed == ["scenes.dungeon", "lights.torch"]
    assert field(came.form, "lights.torch.burns.ticks").own == "2"


def test_a_reason_is_kept_with_the_rule() -> None:
    typed = sent(form_of(GLOG))
    typed["set:lights.torch.burns.ticks"] = ["3"]
    typed["why:lights.torch"] = ["Our torches are long."]
    torch = ruled(edited(GLOG, typed)).lights["torch"].rule
    assert (torch.id, torch.origin, torch.why) == ("G-LIGHT-2", "house", "Our torches are long.")


def test_another_kind_of_mechanism_asks_for_what_it_needs() -> None:
    came = filled(lights__torch__burns__by="clock")
    assert came.rules is None
    (wrong,) = field(came.form, "lights.torch.burns.lasts").wrong
    assert wrong.message == "lasts is missing"
    again = sent(came.form)
    again["set:lights.torch.burns.lasts"] = ["6 turns"]
    burns = ruled(edited(GLOG, again)).lights["torch"].burns
    assert isinstance(burns, ByClock)
    assert burns.lasts == "6 turns"


def test_a_table_has_one_row_more_which_is_then_filled_in() -> None:
    table = 'tables."encounter check".entries'
    came = edited(GLOG, sent(form_of(GLOG)) | {"more": [table]})
    assert came.rules is None  # two rows of the same totals
    again = sent(came.form)
    assert again[f"rows:{table}"] == ["7"]
    assert field(came.form, f"{table}[6].on").wrong or field(came.form, f"{table}[5].on").wrong
    again[f"set:{table}[5].on"], again[f"set:{table}[6].on"] = ["10-11"], ["12"]
    again[f"set:{table}[6].name"] = ["omen"]
    entries = ruled(edited(GLOG, again)).tables["encounter check"].entries
    assert [(one.on, one.name) for one in entries[5:]] == [("10-11", "nothing"), ("12", "omen")]


@pytest.mark.slow
def test_a_row_is_taken_out_and_the_others_keep_what_was_typed() -> None:
    table = 'tables."encounter check".entries'
    typed = sent(form_of(GLOG))
    typed[f"set:{table}[5].on"] = ["9-12"]
    came = edited(GLOG, typed | {"drop": [f"{table}[4]"]})
    entries = ruled(came).tables["encounter check"].entries
    assert [(one.on, one.name) for one in entries[3:]] == [("8", "weariness"), ("9-12", "nothing")]
    assert edited(GLOG, sent(came.form)).text == came.text


@pytest.mark.slow
def test_an_effect_of_another_kind_is_filled_in_where_it_stands() -> None:
    row = 'tables."encounter check".entries[1].do[0]'
    came = edited(GLOG, sent(form_of(GLOG)) | {f"set:{row}.effect": ["note"]})
    assert came.rules is None
    assert field(came.form, f"{row}.text").wrong
    again = sent(came.form) | {f"set:{row}.text": ["Footsteps."]}
    (effect,) = ruled(edited(GLOG, again)).tables["encounter check"].entries[1].do
    assert effect == LogNote("Footsteps.")


def test_every_problem_is_told_at_its_field_and_nothing_typed_is_lost() -> None:
    came = filled(
        lights__torch__burns__ticks="many",
        lights__torch__lighting="1 roundd",
        lights__lantern__bright="-5",
        time__times_of_day__dawn="sunrise",
        morale__dice="2d",
    )
    assert came.rules is None
    wrong = {
        one.name: one.value
        for section in came.form.sections
        for each in section.entries
        for one in each.fields
        if one.wrong
    }
    # A light whose burning cannot be read is not looked at further.
    assert wrong["lights.torch.burns.ticks"] == "many"
    assert wrong["lights.lantern.bright"] == "-5"
    assert wrong["morale.dice"] == "2d"
    assert wrong["time.times_of_day.dawn"] == "sunrise"
    assert field(came.form, "lights.torch.lighting").value == "1 roundd"
    assert came.form.problems >= len(wrong)


@pytest.mark.slow
def test_an_entry_is_left_out_and_taken_back() -> None:
    typed = sent(form_of(GLOG))
    typed["without:lights.candle"] = ["1"]
    without = ruled(edited(GLOG, typed))
    assert "candle" not in without.lights
    form = form_of(without)
    assert entry(form, "lights.candle").left_out
    typed = sent(form)
    del typed["without:lights.candle"]
    assert "candle" in ruled(edited(without, typed)).lights


def test_what_others_need_cannot_be_left_out_unnoticed() -> None:
    typed = sent(form_of(GLOG))
    typed["without:tables.weather"] = ["1"]
    came = edited(GLOG, typed)
    assert came.rules is None
    assert field(came.form, "procedures.weather.table").wrong
    assert entry(came.form, "tables.weather").left_out


@pytest.mark.slow
def test_an_option_tells_both_readings_and_is_switched_on_and_off() -> None:
    (switch,) = form_of(GLOG).switches
    assert switch.rules == ("G-HEX-6",)
    assert switch.off == GLOG.register["G-HEX-6"].says
    assert switch.on == "Outdoors one check a watch, at its end, with one chance in six."
    typed = sent(form_of(GLOG))
    on = ruled(edited(GLOG, typed | {"option": [switch.name]}))
    assert on.ruleset.options == (switch.name,)
    assert "outdoors by watch" in on.procedures
    again = sent(form_of(on))
    assert again["option"] == [switch.name]
    off = ruled(edited(on, again | {"option": []}))
    assert off.ruleset.options == ()
    assert off.procedures == GLOG.procedures


def test_an_option_that_nobody_offers_is_a_problem() -> None:
    came = edited(GLOG, sent(form_of(GLOG)) | {"option": ["no-such"]})
    assert came.rules is None
    assert any("no-such" in one.message for one in came.form.wrong)


@pytest.mark.slow
def test_house_rules_are_changed_over_the_set_that_comes_along() -> None:
    once = ruled(filled(lights__torch__burns__ticks="3"))
    form = form_of(once)
    assert (form.base, form.name) == ("glog", "GLOG, as we play it")
    ticks = field(form, "lights.torch.burns.ticks")
    assert (ticks.value, ticks.own, ticks.changed) == ("3", "2", True)
    twice = filled(once, lights__lantern__burns__ticks="6")
    assert "burns = { ticks = 3 }" in twice.text
    assert "burns = { ticks = 6 }" in twice.text
    # And what is set back is no difference any more, but for the reason that was kept.
    back = filled(once, lights__torch__burns__ticks="2")
    assert "burns" not in back.text


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


def test_rules_that_stand_alone_are_written_whole() -> None:
    from msgspec.structs import replace

    alone = replace(GLOG, ruleset=replace(GLOG.ruleset, id="mine", name="Mine"))
    form = form_of(alone)
    assert (form.base, form.name) == ("mine", "Mine")
    came = filled(alone, lights__torch__burns__ticks="3")
    assert "extends" not in came.text
    assert ruled(came).lights["torch"].burns.ticks == 3  # type: ignore[union-attr]


def test_what_is_sent_for_a_field_that_there_is_not_changes_nothing() -> None:
    typed = {"set:lights.torch.rule.id": ["X"], "set:register.G-LIGHT-2.says": ["X"], "set:../../x": ["1"]}
    assert edited(GLOG, typed).text.count("[") == 1
