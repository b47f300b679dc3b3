"""Events of the calendar that make a check of the rule set as they begin, or throw on one of its tables.

What the rule set does not know, or has for other scenes than that of the party, is not made.
"""

from __future__ import annotations

from functools import partial

from turnkeeper.calendars.conditions import CalendarEvent
from turnkeeper.play.clock import checks
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Audience
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion
from turnkeeper.play.sky import calendar_events
from turnkeeper.time import Instant, Rank


def _schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule the checks of the events that begin after ``start`` up to ``until``: after all is told."""
    used = decision.state.calendar
    if used is None or not any(one.check for one in (*used.data.events, *used.own)):
        return
    coming = calendar_events.coming(decision.state, decision.book, until, start)
    for place, (at, one) in enumerate(coming):
        if one.check:
            decision.schedule(at, Rank.STARTS, place, partial(make, one))


def make(one: CalendarEvent, decision: Decision) -> None:
    """Make the check of an event; of a hidden one nobody is told what it was made for."""
    book, scene, name = decision.book, decision.state.place.scene, one.check.casefold()
    cause = "" if one.hidden else one.name
    named = {key: one for key, one in book.set.procedures.items() if one.name.casefold() == name}
    for key, procedure in named.items():
        if scene in procedure.scenes:
            checks.check(decision, key, procedure, cause)
    tables = () if named else [table for table in book.set.tables if table.casefold() == name]
    for table in tables:
        lookup = book.lookup(table)
        seen_by: Audience = "referee" if one.hidden else "table"
        checks.roll_on(decision, lookup, table, Occasion(lookup.throw.rule, seen_by, cause))


MECHANISM = Mechanism(schedules=_schedule)
