"""A form of house rules as a browser sends it, and somebody who fills in the least that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.app.shelf.form_parts import Entry, Field, Form
    from turnkeeper.rules.model.ruleset import RuleSet


def entries(form: Form) -> list[Entry]:
    return [entry for section in form.sections for entry in section.entries]


def entry(form: Form, name: str) -> Entry:
    return next(one for one in entries(form) if one.name == name)


def field(form: Form, name: str) -> Field:
    return next(one for each in entries(form) for one in each.fields if one.name == name)


def sent(form: Form, *, looked: bool = True) -> dict[str, list[str]]:
    """Return what a browser sends of a form that nobody touched, looked through before or not."""
    typed = {
        "name": [form.name],
        "options": ["shown"],
        "option": [one.name for one in form.switches if one.is_on],
    }
    if looked:
        typed["looked"] = ["1"]
    for section in (*form.sections, *form.others):
        for name, value in section.marks:
            typed.setdefault(name, []).append(value)
        for one in section.entries:
            typed |= _entry(one)
    return typed


def _entry(one: Entry) -> dict[str, list[str]]:
    typed: dict[str, list[str]] = {}
    if not one.left_out:
        typed[f"why:{one.name}"] = [one.why]
    if one.called is not None:
        typed[f"called:{one.name}"] = [one.called.typed]
    if one.ours and not one.left_out:
        typed[f"says:{one.name}"] = [one.says]
    if one.removable and not one.fresh:
        typed[f"has:{one.name}"] = ["1"]
    if one.left_out:
        typed[f"without:{one.name}"] = ["1"]
    for each in one.fields:
        value = each.value.replace("\n", "\r\n")
        typed[f"set:{each.name}"] = ["", *filter(None, [value])] if each.kind == "switch" else [value]
    return typed


def least(one: Field, rules: RuleSet, choice: int = 0) -> str:
    """Return the least that can stand in a field; of a choice the one of that number, counted round."""
    last = one.name.rpartition(".")[2]
    names = {
        "table": rules.tables,
        "attribute": rules.characters.attributes,
        "scenes": rules.scenes,
        "activity": rules.activities,
        "weather": rules.weather,
    }
    match one.kind:
        case "choice":
            return one.choices[choice % len(one.choices)]
        case "number":
            return "1"
        case "dice":
            return "1d6"
        case "duration":
            return "1 h"
        case _ if last == "on":
            return "1-6"
        case _ if names.get(last):
            return next(iter(names[last]))
        case _:
            return "word"


def filled_least(form: Form, rules: RuleSet, name: str, choice: int = 0) -> dict[str, list[str]]:
    """Return what a browser sends once all that something new needs has the least that it can have.

    While there may be more fields behind those filled in, it asks for them and not to be looked through.
    """
    empty = any(one.needed and not one.value for each in entries(form) for one in each.fields)
    typed = sent(form, looked=not empty) | ({"fork": ["any"]} if empty else {})
    for one in entries(form):
        if one.ours and not one.why:
            typed[f"why:{one.name}"] = ["We like it so."]
        for each in one.fields:
            if each.needed and not each.value and each.name.startswith(name):
                typed[f"set:{each.name}"] = [least(each, rules, choice)]
    return typed
