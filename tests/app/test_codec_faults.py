"""Bytes that cannot be read give one plain fault, whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.campaigns import delving
from turnkeeper.app import codec

READERS: tuple[Callable[[bytes], object], ...] = (
    codec.decode_events,
    codec.decode_command,
    codec.decode_answers,
    codec.decode_kept_rules,
)
BROKEN = (
    b"",
    b"{",
    b"7",
    b"\xff\xfe",
    b'["\xff"]',
    b"[" * 100_000,
    b'[["4","5"]]',
)
OF_EVENTS = (
    b'[{"event":"no-such-kind.1","at":[0]}]',
    b'[{"event":"noted.1","at":[0]}]',  # its text is missing
    b'[{"event":"noted.1","at":[0.5],"text":"half a millisecond"}]',
    b'[{"event":"noted.1","at":["x"],"text":"not a number"}]',
)
OF_COMMANDS = (
    b'{"command":"no-such-command"}',
    b'{"command":"note"}',
    b'{"command":"note","text":"x","who":"unknown field"}',
)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("kept", BROKEN)
def test_what_is_broken_is_unreadable_and_nothing_else(read: Callable[[bytes], object], kept: bytes) -> None:
    with pytest.raises(codec.Unreadable, match="of this campaign cannot be read"):
        read(kept)


@pytest.mark.parametrize("kept", OF_EVENTS)
def test_an_event_with_a_part_missing_or_wrong_is_unreadable(kept: bytes) -> None:
    """T25: half a millisecond is no instant."""
    with pytest.raises(codec.Unreadable, match="an event of this campaign cannot be read"):
        codec.decode_events(kept)


@pytest.mark.parametrize("kept", OF_COMMANDS)
def test_a_command_with_a_part_missing_or_unknown_is_unreadable(kept: bytes) -> None:
    with pytest.raises(codec.Unreadable, match="a command of this campaign cannot be read"):
        codec.decode_command(kept)


@given(st.binary(max_size=60))
def test_noise_is_unreadable_or_read(kept: bytes) -> None:
    for read in READERS:
        with suppress(codec.Unreadable):
            read(kept)


@given(st.binary(max_size=60))
def test_noise_is_no_snapshot(kept: bytes) -> None:
    assert codec.decode_state(kept) is None


def test_a_snapshot_is_read_back_and_one_of_another_version_is_not() -> None:
    state = delving("timer bless 3 turns", "light lantern for Varda", "rest 20 min").state
    kept = codec.encode_state(state)
    assert codec.decode_state(kept) == state
    version = b'"version":%d'
    other = kept.replace(version % codec.SNAPSHOT_VERSION, version % (codec.SNAPSHOT_VERSION + 1), 1)
    assert other != kept
    assert codec.decode_state(other) is None
    assert codec.decode_state(kept[: len(kept) // 2]) is None


def test_what_was_left_out_by_default_is_read_as_its_default() -> None:
    (noted,) = codec.decode_events(b'[{"event":"noted.1","at":[5],"text":"x"}]')
    assert (noted.rule, noted.seen_by) == ("", "table")
