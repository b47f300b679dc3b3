"""Fatigue: how several slots of one command are told."""

from __future__ import annotations

from tests.play.keeper import HOUR, book_of
from turnkeeper.app.log import alike, tell_all
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party.fatigue import FatigueChanged
from turnkeeper.time import Instant

GLOG = book_of("glog")


def lines(*events: Event) -> list[str]:
    return [tell_all(group, GLOG) for group in alike(events, GLOG)]


def tired(*hours: int) -> list[FatigueChanged]:
    return [FatigueChanged("Varda", 1, now, at=Instant(HOUR.ms * at)) for now, at in enumerate(hours, 1)]


def test_slots_that_fell_due_one_after_another_say_when() -> None:
    """G-FAT-2: who goes over their slots wants to know at which hour."""
    assert lines(*tired(8, 9, 10)) == ["Varda takes 3 slots of fatigue, has 3; at 08:00, 09:00, 10:00"]
    assert lines(*tired(*range(2, 16))) == ["Varda takes 14 slots of fatigue, has 14; from 02:00 to 15:00"]
    assert lines(*tired(8)) == ["Varda takes 1 slot of fatigue, has 1"]
