"""Surprise before a fight: an ambusher's check against what each of the party notices (C-SURP-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play import movement
from turnkeeper.play.course import refuse
from turnkeeper.play.declare import declare
from turnkeeper.play.event import Command, Event, happens, passed
from turnkeeper.time import Duration

if TYPE_CHECKING:
    from turnkeeper.play.course import Course
    from turnkeeper.rules.book import Rulebook

MOST_CHECK = 1000


class Noticed(Struct, frozen=True):
    """What somebody notices, and whether they are surprised all the same."""

    who: str
    notice: int
    surprised: bool


class Ambush(Command, frozen=True, tag="ambush"):
    """Somebody lies in wait, and their check came to this."""

    check: int


class Ambushed(Event, frozen=True, tag="ambushed.1"):
    """An ambusher's check was set against what each notices at this pace; the surprised lose a length."""

    check: int
    pace: str
    noticed: tuple[Noticed, ...]
    loses: Duration


def _ambush(course: Course, command: Ambush) -> None:
    rules = course.book.set.surprise
    if rules is None:
        refuse("no-surprise", "this rule set has no check for surprise", "note who is surprised")
    if course.state.fight is not None:
        refuse("fight", "the fight has begun: nobody can be surprised any more", "end fight")
    if abs(command.check) > MOST_CHECK:
        refuse("number", f"a check of {command.check:,} is beyond {MOST_CHECK:,}", "ambush 14")
    people = course.state.party.able
    if not people:
        refuse("nobody", "nobody of the party can be surprised", f"party Varda {rules.attribute} 1")
    lacking = next((one.name for one in people if one.attribute(rules.attribute) is None), "")
    if lacking:
        hint = f"rule {rules.attribute} of {lacking} 0"
        refuse("no-attribute", f"the {rules.attribute} of {lacking} was never written down", hint)
    pace, _ = movement.pace_of(course, "")
    least = rules.base + rules.by_pace.get(pace, 0)
    noticed = tuple(
        Noticed(one.name, notice, surprised=command.check > notice)
        for one in people
        for notice in (least + (one.attribute(rules.attribute) or 0),)
    )
    loses = course.book.duration(rules.loses)
    course.record(Ambushed(command.check, pace, noticed, loses, at=course.at, rule=rules.rule.id))


def _tell_ambushed(event: Ambushed, book: Rulebook) -> str:
    surprised = [f"{one.who} ({one.notice})" for one in event.noticed if one.surprised]
    ready = [f"{one.who} ({one.notice})" for one in event.noticed if not one.surprised]
    lost = f"surprised, losing {book.scale.say(event.loses)}: {', '.join(surprised)}"
    told = ([lost] if surprised else []) + ([f"not surprised: {', '.join(ready)}"] if ready else [])
    return f"ambush {event.check}: {'; '.join(told)}"


EVENTS = (happens(Ambushed, passed, _tell_ambushed),)
COMMANDS = (
    declare(
        Ambush,
        _ambush,
        group="Fight",
        help="Somebody lies in wait: their check against what each of the party notices at its pace.",
        says="ambush {check:number}",
        examples="ambush 14",
    ),
)
