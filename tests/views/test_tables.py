"""Tables of views by the names of what play declares: a name that play does not have would be a dead row."""

from __future__ import annotations

import re

import msgspec

from tests.house.sources import PACKAGE
from tests.play.keeper import book_of
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.registry import DECLARED, EVENT_KINDS
from turnkeeper.play.state import State
from turnkeeper.views.field_labels import LABELS, label_of
from turnkeeper.views.parts.usual_values import usual


class SeeSign(Command, frozen=True, tag="see-sign-here"):
    """See a sign."""

    name: str


def test_labels_and_usual_values_are_those_of_fields_that_commands_have() -> None:
    fields = {one.command: {field.name for field in msgspec.structs.fields(one.command)} for one in DECLARED}
    assert not [one.command for one in DECLARED if {*one.labels, *one.usual} - fields[one.command]]
    assert not LABELS.keys() - set().union(*fields.values())
    assert any(one.labels for one in DECLARED)
    assert any(one.usual for one in DECLARED)


def test_a_command_says_itself_how_its_fields_are_called_and_what_is_usual_in_them() -> None:
    """A mechanism that is added touches no list of views."""
    see = declare(
        SeeSign, lambda _decision, _command: None, says="see {name:name}", examples="see comet",
        labels={"name": "Which sign"}, usual={"name": lambda state, _book: [f"comet {state.order}"]},
    )  # fmt: skip
    state, book = State(order=7), book_of()
    assert label_of(see, "name") == "Which sign"
    assert list(usual(state, book, see, "name", "name")) == ["comet 7"]
    assert label_of(see, "where") == LABELS["where"]


def test_no_view_lists_the_commands_that_have_something_of_their_own() -> None:
    """A tag of a command of two words stands in no view: what belongs to a command it declares."""
    tags = {tag for one in DECLARED if "-" in (tag := str(one.command.__struct_config__.tag))}
    named = {
        (module.name, word)
        for module in (PACKAGE / "views").rglob("*.py")
        for word in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', module.read_text("utf-8"))
        if word in tags
    }
    assert not named


def test_each_kind_of_event_that_a_view_names_is_one() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in EVENT_KINDS}
    named = {
        kind
        for module in (PACKAGE / "views").rglob("*.py")
        for kind in re.findall(r'"([a-z-]+\.\d+)"', module.read_text("utf-8"))
    }
    assert named
    assert not named - kinds
