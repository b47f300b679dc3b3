"""What the form of house rules adds and takes out: the file that comes of it, and what it asks for."""

from __future__ import annotations

import pytest

from tests.app.formfilling import entries, entry, field, filled_least, sent
from turnkeeper.app.shelf.finding import found
from turnkeeper.app.shelf.form_parts import Form
from turnkeeper.app.shelf.forms import Edited, edited, form_of
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.rules.model.cite import Cite, RegisterEntry
from turnkeeper.rules.model.lights import ByClock, UntilEnded
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_ids, builtin_text, load_builtin, load_rules

# Each walks whole forms many times; `test_forms.py` is the quick look at them.
pytestmark = pytest.mark.slow

GLOG = load_builtin("glog")
MOSS = 'lights."glow moss"'


def pressed(form: Form, buttons: dict[str, list[str]]) -> Edited:
    """Return what comes of GLOG's form that was not looked through yet, with buttons pressed."""
    return edited(GLOG, sent(form, looked=False) | buttons)


def with_moss(**more: str) -> dict[str, list[str]]:
    """Return what a browser sends with a new kind of light in the form, burning until it is put out."""
    form = edited(GLOG, sent(form_of(GLOG), looked=False) | {"add:lights": ["glow moss"]}).form
    typed = sent(form) | {f"set:{MOSS}.burns.by": ["until-ended"], f"why:{MOSS}": ["It grows in our caves."]}
    return typed | {name.replace("__", f":{MOSS}").replace("_", "."): [value] for name, value in more.items()}


def ruled(came: Edited) -> RuleSet:
    assert came.rules is not None, came.form
    return came.rules


def test_a_new_entry_comes_with_its_fields_and_is_not_told_what_it_misses_before_anybody_looked() -> None:
    came = pressed(form_of(GLOG), {"add:lights": ["  glow  moss "]})
    assert came.reshaped
    assert came.rules is None
    assert (came.form.problems, came.form.focus) == (0, MOSS)
    moss = entry(came.form, MOSS)
    assert moss.ours
    assert moss.called is not None
    assert moss.called.typed == "glow moss"
    # What it takes is asked for, by kind; what has a default has it.
    burns = field(came.form, f"{MOSS}.burns.by")
    assert (burns.kind, burns.needed, burns.value) == ("choice", True, "")
    bright = field(came.form, f"{MOSS}.bright")
    assert (bright.kind, bright.needed, bright.value) == ("number", False, "0")
    # GLOG has rounds, turns, watches and days.
    assert field(came.form, f"{MOSS}.lighting").help.endswith(
        "A length in rounds, turns, watches, days, such as 3 turns."
    )


def test_what_a_new_entry_misses_is_told_at_its_fields_as_the_check_of_a_file_tells_it() -> None:
    form = pressed(form_of(GLOG), {"add:lights": ["glow moss"]}).form
    came = edited(GLOG, sent(form))
    assert came.rules is None
    told = {name: (one.message, one.hint) for name, _, one in entry(came.form, MOSS).slips}
    assert told == {
        f"{MOSS}.burns.by": ("by is missing", "known: clock, ticks, usage-dice, usage-die, until-ended"),
        f"why:{MOSS}": ("a house rule says why", 'add why = "..."'),
    }
    assert came.form.problems == 2


def test_what_is_added_becomes_a_house_file_with_a_rule_of_its_own() -> None:
    came = edited(GLOG, with_moss(set___bright="10"))
    assert came.text == (
        '[ruleset]\nid = "glog-as-we-play-it"\nname = "GLOG, as we play it"\nextends = "glog"\n\n'
        '[register.O-LIGHTS-GLOW-MOSS]\norigin = "house"\n'
        'says = "glow moss: the house has it among the lights."\nwhy = "It grows in our caves."\n\n'
        '[lights."glow moss"]\n'
        'rule = { id = "O-LIGHTS-GLOW-MOSS", origin = "house", why = "It grows in our caves." }\n'
        'burns = { by = "until-ended" }\nbright = 10\n'
    )
    rules = ruled(came)
    assert rules.lights["glow moss"].burns == UntilEnded()
    assert rules.lights["torch"] == GLOG.lights["torch"]


def test_a_form_leads_to_a_file_and_the_file_to_the_same_form_and_file() -> None:
    came = edited(GLOG, with_moss(says__="It glows."))
    again = form_of(ruled(came))
    moss = entry(again, MOSS)
    assert (moss.ours, moss.fresh, moss.says, moss.why) == (
        True,
        False,
        "It glows.",
        "It grows in our caves.",
    )
    assert moss.called is None  # a campaign may have lit it by that name
    assert house_file(ruled(came)) == came.text
    twice = edited(ruled(came), sent(again))
    assert twice.text == came.text
    assert ruled(twice) == ruled(came)


def test_nothing_typed_into_what_was_added_is_lost_while_it_is_wrong() -> None:
    came = edited(GLOG, with_moss(set___bright="much", says__="It glows.", set___reach="one  pace"))
    assert came.rules is None
    again = edited(GLOG, sent(came.form))
    for form in (came.form, again.form):
        assert field(form, f"{MOSS}.bright").value == "much"
        assert field(form, f"{MOSS}.bright").wrong
        assert field(form, f"{MOSS}.reach").value == "one  pace"
        assert entry(form, MOSS).says == "It glows."


def test_a_new_entry_is_called_otherwise_and_keeps_what_was_typed() -> None:
    came = edited(GLOG, with_moss(set___bright="10") | {f"called:{MOSS}": ["cave moss"]})
    rules = ruled(came)
    assert list(rules.lights) == ["torch", "lantern", "candle", "cave moss"]
    assert rules.lights["cave moss"].bright == 10
    assert rules.lights["cave moss"].rule == Cite("O-LIGHTS-CAVE-MOSS", "house", "It grows in our caves.")
    assert ruled(edited(GLOG, sent(came.form))) == rules


@pytest.mark.parametrize(
    "name, message",
    [
        ("Torch", "there is 'torch' already"),
        ("x" * 61, "the name is too long"),
    ],
)
def test_a_name_that_cannot_be_given_stays_where_it_was_typed(name: str, message: str) -> None:
    came = pressed(form_of(GLOG), {"add:lights": [name]})
    offer = next(one.offer for one in came.form.sections if one.name == "lights")
    assert offer is not None
    assert (offer.typed, [one.message for one in offer.wrong]) == (name, [message])
    assert came.form.problems == 1
    assert len(next(one.entries for one in came.form.sections if one.name == "lights")) == 3
    again = edited(GLOG, with_moss() | {f"called:{MOSS}": [name]})
    called = entry(again.form, MOSS).called
    assert called is not None
    assert (called.typed, [one.message for one in called.wrong]) == (name, [message])
    assert again.rules is None


def test_a_new_entry_needs_a_name() -> None:
    came = edited(GLOG, with_moss() | {f"called:{MOSS}": ["  "]})
    called = entry(came.form, MOSS).called
    assert called is not None
    assert [one.message for one in called.wrong] == ["it needs a name"]


def test_a_name_that_is_left_out_is_not_given_again() -> None:
    typed = sent(form_of(GLOG)) | {"without:lights.candle": ["1"]}
    rules = ruled(edited(GLOG, typed))
    came = edited(rules, sent(form_of(rules)) | {"add:lights": ["candle"]})
    offer = next(one.offer for one in came.form.sections if one.name == "lights")
    assert offer is not None
    assert [one.hint for one in offer.wrong] == ["play with it again, or say another name"]


def test_a_new_entry_is_taken_out_again_with_its_rule() -> None:
    came = edited(GLOG, with_moss() | {"drop": [MOSS]})
    assert came.reshaped
    assert edited(GLOG, sent(came.form)).text == house_file(GLOG).replace("\n\n", "\n")


def test_an_entry_of_the_house_is_left_out_with_its_rule_and_taken_back() -> None:
    rules = ruled(edited(GLOG, with_moss()))
    typed = sent(form_of(rules)) | {f"without:{MOSS}": ["1"]}
    without = edited(rules, typed)
    assert "glow moss" not in ruled(without).lights
    assert "O-LIGHTS-GLOW-MOSS" not in ruled(without).register
    # It stands in the form, left out, until somebody plays by the new rules.
    assert entry(without.form, MOSS).left_out
    assert edited(rules, sent(without.form)).text == without.text
    back = sent(without.form)
    del back[f"without:{MOSS}"]
    assert ruled(edited(rules, back)) == rules


def test_a_part_is_added_to_an_entry_and_rests_on_its_rule() -> None:
    came = pressed(form_of(GLOG), {"add": ["activities.search.relief"]})
    assert came.form.focus == "activities.search.relief"
    assert field(came.form, "activities.search.relief.each").needed
    typed = sent(came.form) | {"set:activities.search.relief.each": ["1 h"]}
    relief = ruled(edited(GLOG, typed)).activities["search"].relief
    assert relief is not None
    assert relief.rule == Cite(GLOG.activities["search"].rule.id, "house", "added by the house")
    typed["why:activities.search"] = ["Poking about is restful."]
    relief = ruled(edited(GLOG, typed)).activities["search"].relief
    assert relief is not None
    assert relief.rule.why == "Poking about is restful."


def test_a_part_is_taken_out_and_comes_back_as_it_was() -> None:
    came = pressed(form_of(GLOG), {"drop": ["activities.night.heals"]})
    assert "heals" not in came.text.replace("activities.night.heals", "")
    without = edited(GLOG, sent(came.form))
    assert 'remove = ["activities.night.heals"]' in without.text
    assert ruled(without).activities["night"].heals is None
    back = edited(GLOG, sent(without.form) | {"add": ["activities.night.heals"]})
    assert ruled(edited(GLOG, sent(back.form))).activities["night"].heals == GLOG.activities["night"].heals


def test_an_item_of_a_dictionary_is_added_by_its_name_and_taken_out() -> None:
    came = pressed(form_of(GLOG), {"add:time.times_of_day": ["tea"], "drop": ["time.times_of_day.noon"]})
    typed = sent(came.form) | {"set:time.times_of_day.tea": ["16:00"]}
    times = ruled(edited(GLOG, typed)).time.times_of_day
    assert times == {"midnight": "00:00", "dawn": "06:00", "dusk": "18:00", "tea": "16:00"}
    typed["set:time.times_of_day.tea"] = ["soon"]
    assert field(edited(GLOG, typed).form, "time.times_of_day.tea").wrong


def test_a_light_burns_otherwise_in_a_scene_that_is_named() -> None:
    came = pressed(form_of(GLOG), {"add:lights.torch.burns_in": ["dungeon"]})
    dungeon = "lights.torch.burns_in.dungeon"
    kind = edited(
        GLOG, sent(came.form, looked=False) | {f"set:{dungeon}.by": ["clock"], "fork": [f"{dungeon}.by"]}
    )
    assert kind.form.focus == dungeon
    assert kind.form.problems == 0
    typed = sent(kind.form) | {f"set:{dungeon}.lasts": ["6 turns"]}
    assert ruled(edited(GLOG, typed)).lights["torch"].burns_in["dungeon"] == ByClock("6 turns")


def test_an_empty_list_gets_its_first_row_and_loses_it() -> None:
    row = 'tables."encounter check".entries[5]'
    came = pressed(form_of(GLOG), {"add": [f"{row}.do"]})
    typed = sent(came.form) | {f"set:{row}.do[0].effect": ["fatigue"]}
    (effect,) = ruled(edited(GLOG, typed)).tables["encounter check"].entries[5].do
    assert effect.__class__.__name__ == "Fatigue"
    gone = pressed(edited(GLOG, typed).form, {"drop": [f"{row}.do[0]"]})
    assert edited(GLOG, sent(gone.form)).text == edited(GLOG, sent(form_of(GLOG))).text


def test_the_rows_that_follow_one_taken_out_keep_what_follows_from_them() -> None:
    # Of the encounter check's six rows the second ticks lights; the last two let nothing follow.
    table = 'tables."encounter check".entries'
    came = pressed(form_of(GLOG), {"drop": [f"{table}[0]"]})
    rows = GLOG.tables["encounter check"].entries
    typed = sent(came.form) | {f"set:{table}[0].on": ["5 or less"]}
    after = ruled(edited(GLOG, typed)).tables["encounter check"].entries
    assert [one.do for one in after] == [one.do for one in rows[1:]]


@pytest.mark.parametrize("row", range(5))
def test_what_a_form_says_after_a_row_is_gone_it_says_again_when_it_is_sent_again(row: int) -> None:
    # Its third row asks the referee, who may answer with something from which nothing follows.
    table = 'tables."outdoor check".entries'
    assert any(not one.do for one in GLOG.tables["outdoor check"].entries[2].do[0].choices)  # type: ignore[union-attr]
    came = edited(GLOG, sent(form_of(GLOG)) | {"drop": [f"{table}[{row}]"]})
    again = edited(GLOG, sent(came.form))
    assert again.rules == came.rules
    assert sent(again.form) == sent(came.form)


def test_a_section_that_a_game_has_not_is_added_and_one_that_it_has_is_left_out() -> None:
    came = pressed(form_of(GLOG), {"add": ["exertion"], "add:rituals": ["warding"]})
    assert {"exertion", "rituals"} <= {one.name for one in came.form.sections}
    typed = filled_least(came.form, GLOG, "exertion") | {"drop": ["rituals.warding"], "without:traps": ["1"]}
    rules = ruled(edited(GLOG, sent(edited(GLOG, typed).form)))
    assert rules.exertion is not None
    assert rules.exertion.rule == Cite("O-EXERTION", "house", "We like it so.")
    assert rules.register["O-EXERTION"] == RegisterEntry("house", "The house has exertion.", "We like it so.")
    assert rules.traps is None


def test_what_a_campaign_cannot_be_without_is_not_left_out() -> None:
    form = form_of(GLOG)
    assert not entry(form, "time").removable
    assert not entry(form, "characters").removable
    assert entry(form, "fight").removable


def test_what_was_added_to_rules_that_stand_alone_is_written_with_them() -> None:
    from msgspec.structs import replace

    alone = replace(GLOG, ruleset=replace(GLOG.ruleset, id="mine", name="Mine"))
    form = edited(alone, sent(form_of(alone), looked=False) | {"add:lights": ["glow moss"]}).form
    typed = sent(form) | {f"set:{MOSS}.burns.by": ["until-ended"], f"why:{MOSS}": ["It grows."]}
    came = edited(alone, typed)
    assert "extends" not in came.text
    assert ruled(came).lights["glow moss"].burns == UntilEnded()


def test_names_sent_for_what_cannot_be_there_change_nothing() -> None:
    typed = {
        "new:lights.torch": ["x"],
        "new:nowhere": ["x"],
        "with": ["lights.torch", "travel.march.save", "../x"],
        "gone": ["lights", "time.units", "register.G-LIGHT-2"],
        "drop": ["time.units[0].name"],
        "add": ["register"],
        "rows:tables": ["9"],
        "rows:tables.nowhere.entries": ["9"],
        "called:lights.torch": ["x"],
        "add:lights.torch.burns": ["x"],
    }
    assert edited(GLOG, typed).text == edited(GLOG, {}).text


def test_an_entry_is_found_by_words_that_it_is_called_by_before_those_that_it_says() -> None:
    form = form_of(GLOG)
    names = [one.name for one in found(form, "TORCH")]
    assert names[0] == "lights.torch"
    assert len(names) > 1
    assert found(form, "dungeon scene")[0].label == "Scenes: dungeon"
    assert found(form, "zeppelin") == found(form, "  ") == []


# Whatever can be added


def grown(rules: RuleSet, form: Form) -> Form:
    """Return a form with one more of everything that it offers to add, new entries by the name "new"."""
    typed = sent(form, looked=False)
    every = [section.offer for section in (*form.sections, *form.others)]
    fresh = [each for each in entries(form) if each.fresh]
    every += [one for each in fresh for part in each.joined.values() for one in part.offers]
    for offer in every:
        if offer is None:
            continue
        match offer.kind:
            case "named":
                typed[f"add:{offer.name}"] = ["new"]
            case "rows":
                typed[f"rows:{offer.name}"] = ["1"]
            case "part":
                typed["with"] = [*typed.get("with", []), offer.name]
    return edited(rules, typed).form


@pytest.mark.parametrize("choice", [0, 2])
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_whatever_can_be_added_is_played_by_or_told_at_its_field(ruleset: str, choice: int) -> None:
    rules = load_builtin(ruleset)
    form = form_of(rules)
    wanted = [one.name for one in (*form.sections, *form.others) if one.offer is not None]
    form = grown(rules, grown(rules, form))
    assert {one.name for one in form.sections} >= set(wanted)
    for _ in range(6):  # a field that forks has others behind it
        came = edited(rules, filled_least(form, rules, "", choice))
        form = came.form
        if not came.reshaped:
            break
    # Everything at once contradicts itself somewhere, and each time it is said where.
    assert not form.wrong
    told = [name for each in entries(form) for name, _, _ in each.slips]
    assert form.problems >= len(told) > 0
    assert not [one.name for each in entries(form) for one in each.fields if one.needed and not one.value]


@pytest.mark.parametrize("ruleset", builtin_ids())
def test_each_kind_that_can_be_added_is_played_by_or_told_at_its_field(ruleset: str) -> None:
    rules = load_builtin(ruleset)
    form = form_of(rules)
    played: list[str] = []
    for section in (*form.sections, *form.others):
        offer = section.offer
        if offer is None or (offer.kind == "part" and section.entries):
            continue
        button = {f"add:{offer.name}": ["new"]} if offer.kind == "named" else {"add": [offer.name]}
        came = edited(rules, sent(form, looked=False) | button)
        name = came.form.focus
        while came.reshaped:
            came = edited(rules, filled_least(came.form, rules, name))
        if came.rules is not None:
            played.append(section.name)
            assert load_rules(came.text, "ours.toml", builtin_text) == came.rules
            assert edited(came.rules, sent(form_of(came.rules))).text == came.text
        else:
            assert not came.form.wrong
            assert came.form.problems
    # These need nothing but themselves.
    assert {"scenes", "activities", "lights", "tables", "trackers", "weather"} <= set(played)
