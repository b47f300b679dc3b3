"""Sheets: every form that is offered can be filled in, and what is filled in says the same command."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.play import strategies
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.play.clock.timing import STATES
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.introducing.animals import word_of
from turnkeeper.play.kernel.slots import KINDS, kinds_of, say_field
from turnkeeper.rules import builtin_ids, example_ids, load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.command_forms import beginning, begun, command_form, fill, form_of
from turnkeeper.views.handbook import examples
from turnkeeper.views.parts.command_ways import Entry, entries


def campaign_of(rules: str, *said: str) -> Campaign:
    campaign = in_memory("Barrow", load_builtin(rules), seed="lantern")
    for text in said:
        assert isinstance(Session(campaign).say(text), CommandDone), text
    return campaign


VALUES = {
    "number": "3",
    "signed": "2",
    "times": "3",
    "feet": "60",
    "squares": "12",
    "area": "20 x 20 ft",
    "length": "2 h",
    "until": "dawn",
    "text": "the lever by the altar",
    "about": "the altar, 3 paces off",
    "order": "Varda, goblins + Orlo",
    "dice": "1d6",
    "die": "d8",
    "face": "se",
    "digest": "0123abcd",
    "picture": "0123456789abcdef",
    "people": "Varda hp 5/7; Orlo",
    "sheet": "hp 5/7, notes the altar, 3 paces off",
}
NAME = "old until of Ash"


def require_said(campaign: Campaign, entry: Entry, number: int, typed: dict[str, str]) -> Command:
    """Return the command that fields say: its text parses to it, and half of it says what is missing."""
    way = entry.ways[number]
    filled = fill(campaign, entry, way, typed)
    assert filled.said is not None, (entry.id, typed, filled)
    assert campaign.language.parse(filled.said.text) == filled.said.command
    shown = command_form(campaign, entry, number, typed)
    assert (shown.said, shown.whole) == (filled.said.text, True)
    for name in typed:
        assert command_form(
            campaign, entry, number, {one: said for one, said in typed.items() if one != name}
        ).said
    return filled.said.command


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", [*builtin_ids(), *(pytest.param(one, marks=pytest.mark.long) for one in example_ids())]
)
def test_every_form_that_is_offered_gives_a_form_whose_fields_say_the_command(rules: str) -> None:
    campaign = campaign_of(rules)
    values = VALUES | {"animals": f"Bess {word_of(campaign.book)} 2"}
    for entry in entries(campaign.book).values():
        for number, way in enumerate(entry.ways):
            such = {one.name: one.such for one in command_form(campaign, entry, number, {}).fields}
            for form in way.forms:
                typed = {
                    name: values.get(kind) or (NAME if KINDS[kind].named else such[name] or "3")
                    for name, kind in kinds_of(form).items()
                }
                command = require_said(campaign, entry, number, typed)
                assert all(getattr(command, name) == value for name, value in way.fixed.items())


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_stands_in_its_fields_is_what_a_form_says(data: st.DataObject) -> None:
    campaign = in_memory("Barrow", load_builtin("glog"))
    entry = data.draw(st.sampled_from(list(entries(campaign.book).values())), label="entry")
    number = data.draw(st.integers(0, len(entry.ways) - 1), label="way")
    form = data.draw(st.sampled_from(entry.ways[number].forms), label="form")
    kinds = kinds_of(form)
    values = {name: data.draw(strategies.KINDS[kind], label=name) for name, kind in kinds.items()}
    typed = {name: say_field(kinds[name], value, campaign.book) for name, value in values.items()}
    command = require_said(campaign, entry, number, typed)
    assert command == entry.declared.command(**{**entry.ways[number].fixed, **values})


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_each_example_of_the_help_fills_a_form_that_says_it_again(rules: str) -> None:
    campaign = campaign_of(rules)
    for command, texts in examples(campaign.book).items():
        if not any(one.declared.command is command for one in entries(campaign.book).values()):
            continue
        for text in texts:
            meant = campaign.parse(text)
            found = begun(campaign, text)
            if found is None:
                # Some is said by a form that these rules do not offer.
                assert "advantage" in text
                continue
            entry, number, typed = found
            filled = fill(campaign, entry, entry.ways[number], typed)
            assert filled.said is not None
            assert filled.said.command == meant.command
            assert beginning(campaign, text), text


def test_a_form_has_fields_with_labels_bounds_examples_and_what_is_listed() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12; Orlo", "enter dungeon Barrow")
    light = entries(campaign.book)["light.light"]
    shown = command_form(campaign, light, 0, {})
    assert (shown.title, shown.whole) == ("Light …", False)
    by_name = {one.name: one for one in shown.fields}
    assert by_name["kind"].required
    assert not by_name["bearer"].required
    assert set(by_name["bearer"].values) == {"Varda", "Orlo"}
    assert "torch" in by_name["kind"].values
    # A number of times: 1 to 999,999.
    assert (by_name["count"].number, by_name["count"].least, by_name["count"].most) == (True, 1, 999_999)
    assert by_name["kind"].such in by_name["kind"].values
    assert by_name["bearer"].label == "For whom"
    full = command_form(campaign, light, 0, {"kind": "torch", "bearer": "Varda"})
    assert (full.said, full.whole) == ("light torch for Varda", True)


def test_a_form_says_what_is_missing_and_what_is_wrong_beside_its_field() -> None:
    campaign = campaign_of("glog")
    timer = entries(campaign.book)["timer.timer"]
    shown = command_form(campaign, timer, 0, {"name": "bless", "lasts": "2 sheep"})
    problems = {one.name: one.problem for one in shown.fields if one.problem}
    assert list(problems) == ["lasts"]
    assert "sheep" in problems["lasts"]
    assert shown.said == "timer bless 2 sheep"
    assert fill(campaign, timer, timer.ways[0], {"lasts": "2 h"}).problems == {
        "name": "this has to be said too"
    }
    # A warning needs an end: "timer NAME LENGTH [for WHO] [warn LENGTH]".
    assert "lasts" in fill(campaign, timer, timer.ways[0], {"name": "bless", "warn": "1 turn"}).problems


def test_no_two_forms_of_a_game_have_one_title() -> None:
    for rules in builtin_ids():
        titles = Counter(one.title for one in entries(Rulebook(load_builtin(rules))).values())
        assert [title for title, times in titles.items() if times > 1] == []
    glog = entries(Rulebook(load_builtin("glog")))
    assert glog["die.kill"].title == "Kill … (who)"
    assert glog["light.light"].title == "Light …"


def test_ways_to_say_a_command_are_chosen_where_they_say_different_things() -> None:
    campaign = campaign_of("dungeon-game")
    travel = entries(campaign.book)["travel-to.travel"]
    assert [one.shape for one in travel.ways] == ["travel to …", "travel to … by road"]
    filled = fill(campaign, travel, travel.ways[1], {"place": "Ferrowhythe"})
    assert filled.said is not None
    assert filled.said.text == "travel to Ferrowhythe by road"


def test_what_a_step_begins_opens_the_form_of_which_it_says_the_most() -> None:
    campaign = campaign_of("dungeon-game", "party Varda")
    opened = [form_of(campaign, text) for text in ("travel to ", "enter dungeon ", "camp ", "note ")]
    assert [one and one.id for one in opened] == ["travel-to.travel", "enter.enter", "camp.camp", "note.note"]
    assert opened[1] is not None
    assert [one.typed for one in opened[1].fields] == ["dungeon", ""]
    assert form_of(campaign, "sing ") is None


def test_half_a_command_opens_its_form_with_what_was_said() -> None:
    campaign = campaign_of("glog", "party Varda wisdom 12; Orlo")
    found = begun(campaign, "light torch for")
    assert found is not None
    assert (found[0].id, found[2]) == ("light.light", {"kind": "torch"})
    assert [one.id for one in beginning(campaign, "hand")] == ["hand-out.hand", "hand-light.hand"]
    assert begun(campaign, "frobnicate the altar") is None
    assert beginning(campaign, "") == ()


FOR_A_MOUSE = (
    "timer.timer",
    "remind.remind",
    "meet.meet",
    "foretell.next",
    "hide.hide",
    "party.hire",
    "summon.summon",
    "effect-until-rest.effect",
    "mounts.mounts",
    "vehicle.cart",
    "ritual.ritual",
    "cast.cast",
)
"""Commands whose names are nobody's yet: each can be said by choosing among what is offered."""


@pytest.mark.parametrize("rules", builtin_ids())
def test_who_has_only_a_mouse_is_offered_something_for_every_name(rules: str) -> None:
    campaign = campaign_of(rules, "party Varda; Orlo")
    for name in FOR_A_MOUSE:
        entry = entries(campaign.book).get(name)
        if entry is None:
            continue
        empty = command_form(campaign, entry, 0, {})
        chosen = {one.name: one.values[0] for one in empty.fields if one.required and not one.number}
        chosen |= {one.name: str(max(one.least, 1)) for one in empty.fields if one.required and one.number}
        assert command_form(campaign, entry, 0, chosen).whole, (name, chosen)


def test_names_that_are_offered_are_those_in_use_then_those_of_the_rules() -> None:
    campaign = campaign_of("dungeon-game", "party Varda", "timer fog of war 2 h", "creature harpy hp 3")

    def offered(form: str, field: str) -> tuple[str, ...]:
        made = command_form(campaign, entries(campaign.book)[form], 0, {})
        return next(one.values for one in made.fields if one.name == field)

    # The rituals of A Dungeon Game begin a sigil and a ceremony.
    assert offered("timer.timer", "name")[:3] == ("fog of war", "sigil", "ceremony")
    assert offered("meet.meet", "what")[:2] == ("harpy", "bandits")
    assert offered("party.hire", "members")[0].startswith("Ansa")


def test_what_can_be_but_one_thing_is_filled_in_until_it_is_taken_out() -> None:
    campaign = campaign_of("glog", "party Varda; Orlo", "enter dungeon Barrow", "light torch for Orlo")
    entry = entries(campaign.book)["hand-light.hand"]
    first = command_form(campaign, entry, 0, {"to": "Varda"})
    assert (first.whole, first.said) == (True, "hand torch to Varda")
    assert not command_form(campaign, entry, 0, {"to": "Varda", "kind": ""}).whole
    # Of two who bear one somebody has to be chosen.
    assert isinstance(Session(campaign).say("light candle for Varda"), CommandDone)
    assert not command_form(campaign, entry, 0, {"to": "Varda"}).whole


def test_a_ritual_offers_no_condition_as_its_name() -> None:
    campaign = campaign_of("dungeon-game", "party Varda", "effect charmed on Varda until rest")
    offered = {
        one.name: one.values
        for one in command_form(campaign, entries(campaign.book)["ritual.ritual"], 0, {}).fields
    }
    assert offered["name"]
    assert not {*offered["name"]} & {*STATES, "charmed"}


def test_a_timer_is_for_any_of_the_party_or_of_the_foes() -> None:
    campaign = campaign_of("glog", "party Varda; Orlo", "foes goblins 2")
    made = command_form(campaign, entries(campaign.book)["timer.timer"], 0, {})
    (who,) = (one.values for one in made.fields if one.name == "who")
    assert set(who) >= {"Varda", "Orlo", "goblin 1", "goblin 2"}


def test_an_example_is_said_in_units_that_every_rule_set_has() -> None:
    for rules in builtin_ids():
        campaign = campaign_of(rules)
        made = command_form(campaign, entries(campaign.book)["timer.timer"], 0, {})
        assert [one.such for one in made.fields if one.name == "name"] == ["bless"], rules
