"""Between values and the bytes that the record keeps: commands, answers, events and snapshots of the state.

The kinds of events and commands carry their names and versions in the bytes; a command without a number is
the first version of its kind. A kind that was ever stored stays readable. A snapshot can be thrown away: its
version goes up with every change of the state's shape or of a part's meaning (`docs/decisions`, 0009).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar, get_args

import msgspec

from turnkeeper.chance.throws import Answer
from turnkeeper.play.kernel.event import Command, Event
from turnkeeper.play.registry import EVENT_KINDS, AnyCommand, AnyEvent
from turnkeeper.play.state import State
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import decode_rules
from turnkeeper.time import ORIGIN, Instant, SortedMap

Decoded = TypeVar("Decoded")
SNAPSHOT_VERSION = 14
_FAULTS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Snapshot(msgspec.Struct, frozen=True):
    """A state as it is kept, with the version of its form: one of another version is not used."""

    version: int
    state: State


class Versioned(msgspec.Struct, frozen=True):
    """Of a snapshot only its version, which can be read whatever the rest has become."""

    version: int


def _to_plain(value: object) -> object:
    if isinstance(value, SortedMap):
        return value.items()
    raise TypeError(type(value))


def _from_plain(kind: Any, value: object) -> object:  # noqa: ANN401 - msgspec hands over whatever was annotated
    key, inner = get_args(kind)
    return SortedMap.of(msgspec.convert(value, list[tuple[key, inner]]))  # type: ignore[valid-type]


_ENCODER = msgspec.json.Encoder(enc_hook=_to_plain)


class _Stamped(msgspec.Struct, frozen=True):
    """Of an event only its instant."""

    at: Instant = ORIGIN


_RAW = msgspec.json.Decoder(list[msgspec.Raw])
_STAMPS = msgspec.json.Decoder(list[_Stamped])
_ANSWERS = msgspec.json.Decoder(tuple[Answer, ...])
_VERSION = msgspec.json.Decoder(Versioned)


# A decoder of one kind takes a fraction of a millisecond to make, one of all kinds as much as many commands.
FEW = 2_000
"""The most events that are decoded kind by kind; whoever reads more has use for the decoder of all kinds."""


class _Tagged(msgspec.Struct, frozen=True):
    """Of an event only its kind."""

    event: str


_TAG = msgspec.json.Decoder(_Tagged)
_BY_TAG = {str(kind.__struct_config__.tag): kind for kind in EVENT_KINDS}


@cache
def _kind(tag: str) -> msgspec.json.Decoder[Event]:
    """Return the decoder of a kind of event; raises ``msgspec.ValidationError`` for one not known."""
    kind = _BY_TAG.get(tag)
    if kind is None:
        message = f"Invalid value {tag!r}"
        raise msgspec.ValidationError(message)
    return msgspec.json.Decoder(kind)


@cache
def _all_kinds() -> msgspec.json.Decoder[list[Event]]:
    return msgspec.json.Decoder(list[AnyEvent])


@cache
def _snapshots() -> msgspec.json.Decoder[Snapshot]:
    return msgspec.json.Decoder(Snapshot, dec_hook=_from_plain)


class _Events:
    """Reads events: the first few kind by kind, then with the decoder of all kinds."""

    def __init__(self) -> None:
        self.read = 0

    def decode(self, kept: bytes) -> list[Event]:
        """Return the events of a commit."""
        if self.read > FEW:
            return _all_kinds().decode(kept)
        events = [_kind(_TAG.decode(raw).event).decode(raw) for raw in _RAW.decode(kept)]
        self.read += len(events)
        return events


_EVENTS = _Events()


@cache
def _commands() -> msgspec.json.Decoder[Command | None]:
    """Return the decoder of commands: only a log or an export needs it, and it takes time to make."""
    return msgspec.json.Decoder(AnyCommand | None)


class Unreadable(ValueError):  # noqa: N818 - named by what is wrong, as the record's faults are
    """Bytes of the record that this program cannot read."""


def encode(value: Command | Sequence[Event] | Sequence[Answer] | None) -> bytes:
    """Return a command, events or answers as the record keeps them."""
    return _ENCODER.encode(value)


def _read(decode: Callable[[bytes], Decoded], kept: bytes, what: str) -> Decoded:
    try:
        return decode(kept)
    except _FAULTS as fault:
        message = f"{what} of this campaign cannot be read: {fault}"
        raise Unreadable(message) from fault


def decode_events(kept: bytes) -> list[Event]:
    """Return the events of a commit; raises `Unreadable` for a kind that is not known."""
    return _read(_EVENTS.decode, kept, "an event")


def count_events(kept: bytes) -> int:
    """Return how many events a commit holds, without reading them; raises `Unreadable`."""
    return len(_read(_RAW.decode, kept, "the events"))


def instants(kept: bytes) -> set[Instant]:
    """Return the instants of the events of a commit, without reading the rest; raises `Unreadable`."""
    return {one.at for one in _read(_STAMPS.decode, kept, "the events")}


def decode_command(kept: bytes) -> Command | None:
    """Return the command of a commit, ``None`` for the root's; raises `Unreadable`."""
    return _read(_commands().decode, kept, "a command")


def decode_answers(kept: bytes) -> tuple[Answer, ...]:
    """Return the answers of a commit; raises `Unreadable`."""
    return _read(_ANSWERS.decode, kept, "the dice")


def decode_kept_rules(kept: bytes) -> RuleSet:
    """Return the rule set that a campaign keeps; raises `Unreadable` for one of another program."""
    return _read(decode_rules, kept, "the rules")


def encode_state(state: State) -> bytes:
    """Return a state as a snapshot keeps it."""
    return _ENCODER.encode(Snapshot(SNAPSHOT_VERSION, state))


def decode_state(kept: bytes) -> State | None:
    """Return the state of a snapshot, or ``None`` for one of another version: it is then worked out anew."""
    try:
        if _VERSION.decode(kept).version != SNAPSHOT_VERSION:
            return None
        return _snapshots().decode(kept).state
    except _FAULTS:
        return None
