"""Tables of views by the names of what play declares: a name that play does not have would be a dead row."""

from __future__ import annotations

import re

import msgspec

from tests.house.sources import PACKAGE
from turnkeeper.play.registry import DECLARED, EVENT_KINDS
from turnkeeper.views.field_labels import LABELS, OF_COMMANDS
from turnkeeper.views.parts import usual_values


def test_labels_and_usual_values_are_those_of_fields_that_commands_have() -> None:
    fields = {
        (str(one.command.__struct_config__.tag), field.name)
        for one in DECLARED
        for field in msgspec.structs.fields(one.command)
    }
    asked = {*OF_COMMANDS, *usual_values.WORDS, usual_values.SUMMON, usual_values.ORDER}
    assert not asked - fields
    assert not LABELS.keys() - {field for _, field in fields}
    assert not (usual_values.LASTING | usual_values.MEETING) - {command for command, _ in fields}


def test_each_kind_of_event_that_a_view_names_is_one() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in EVENT_KINDS}
    named = {
        kind
        for module in (PACKAGE / "views").rglob("*.py")
        for kind in re.findall(r'"([a-z-]+\.\d+)"', module.read_text("utf-8"))
    }
    assert named
    assert not named - kinds
