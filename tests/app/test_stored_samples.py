"""A stored sample of every kind of event and command must load for ever, and to the same value.

``samples/events.json`` and ``samples/commands.json`` hold them, a line each. Once a version of the program
has been released its lines are never changed: a kind that changes gets a new number and new lines, and the
old ones go on loading.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from turnkeeper.app import codec
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.timers import StartTimer
from turnkeeper.play.kernel.event import Rolled
from turnkeeper.play.registry import COMMAND_KINDS, EVENT_KINDS
from turnkeeper.time import Duration, Instant

SAMPLES = Path(__file__).parent / "samples"


def lines_of(name: str) -> list[str]:
    """Return the samples of a file, each as the text of its line."""
    first, *lines, last = (SAMPLES / f"{name}.json").read_text(encoding="utf-8").splitlines()
    assert (first, last) == ("[", "]")
    return [line.removesuffix(",") for line in lines]


EVENTS, COMMANDS = lines_of("events"), lines_of("commands")


def read_event(line: str) -> object:
    (event,) = codec.decode_events(f"[{line}]".encode())
    return event


def read_command(line: str) -> object:
    return codec.decode_command(line.encode())


VALUES = [*map(read_event, EVENTS), *map(read_command, COMMANDS)]


def tags(kinds: tuple[type[msgspec.Struct], ...]) -> set[object]:
    return {kind.__struct_config__.tag for kind in kinds}


def parts(value: object) -> Iterator[msgspec.Struct]:
    """Give every value of a kind of its own within a value, itself included."""
    match value:
        case msgspec.Struct():
            yield value
            for name in value.__struct_fields__:
                yield from parts(getattr(value, name))
        case tuple():
            for inner in value:
                yield from parts(inner)
        case _:
            return


@pytest.mark.parametrize("line", EVENTS, ids=lambda line: str(json.loads(line)["event"]))
def test_a_stored_event_loads_to_the_same_value(line: str) -> None:
    """Whatever were lost or read differently would not be written again as it stands."""
    (event,) = codec.decode_events(f"[{line}]".encode())
    assert json.loads(codec.encode([event])) == [json.loads(line)]


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: str(json.loads(line)["command"]))
def test_a_stored_command_loads_to_the_same_value(line: str) -> None:
    assert json.loads(codec.encode(codec.decode_command(line.encode()))) == json.loads(line)


def test_every_kind_has_a_sample() -> None:
    assert {json.loads(line)["event"] for line in EVENTS} >= tags(EVENT_KINDS)
    assert {json.loads(line)["command"] for line in COMMANDS} >= tags(COMMAND_KINDS)


@pytest.mark.slow
def test_every_field_of_every_kind_has_a_sample_that_is_not_its_default() -> None:
    told: dict[type[msgspec.Struct], set[str]] = {}
    for value in VALUES:
        for part in parts(value):
            fields = msgspec.structs.fields(part)
            own = {field.name for field in fields if getattr(part, field.name) != field.default}
            told.setdefault(type(part), set()).update(own)
    lacking = {
        f"{kind.__name__}.{name}"
        for kind, names in told.items()
        for name in kind.__struct_fields__
        if name not in names
    }
    assert lacking == set()


def test_a_sample_is_a_line_that_people_can_read() -> None:
    for line in (*EVENTS, *COMMANDS):
        assert line == json.dumps(json.loads(line), ensure_ascii=False)
        assert len(line) < 600


def test_the_name_of_a_kind_of_event_ends_in_its_version() -> None:
    for tag in tags(EVENT_KINDS):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*\.[1-9][0-9]*", str(tag)), tag
    for tag in tags(COMMAND_KINDS):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", str(tag)), tag


def test_two_samples_read_by_hand() -> None:
    assert read_event(
        '{"event": "checked.1", "check": "encounter check", "table": "barrow", "entry": "nothing",'
        ' "rolled": {"dice": "2d6", "faces": [6, 5], "total": 11}, "at": [600000], "rule": "G-ENC-2"}'
    ) == Checked(
        "encounter check", "barrow", "nothing", Rolled("2d6", (6, 5), 11), at=Instant(600_000), rule="G-ENC-2"
    )
    assert read_command(
        '{"command": "timer", "name": "bless", "lasts": [1800000], "who": "Varda"}'
    ) == StartTimer("bless", Duration(1_800_000), "Varda")
