"""Questions of what runs and what comes: timers, trackers, checks, what falls due, what was left undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked
from turnkeeper.views.parts.due import DueLine, all_due
from turnkeeper.views.parts.timers import TimerLine, timers

MOST_TIMERS = 60
FIRST = 3


def due(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what comes next."""
    found = [_said(one) for one in islice(all_due(asked.state, asked.book), FIRST)]
    yield from found or ["nothing comes by itself"]


def _said(one: DueLine) -> str:
    return f"{one.what}: {one.at}, {one.left if one.left == 'now' else f'in {one.left}'}"


def check(asked: EnquiryAsked) -> Iterator[str]:
    """Answer when the next check is made by itself."""
    found = (one for one in all_due(asked.state, asked.book) if one.kind == "check")
    yield next(map(_said, found), "no check comes by itself here")


def running(asked: EnquiryAsked) -> Iterator[str]:
    """Answer which timers run."""
    yield from _timers(asked.now.timers) or ["no timer runs"]
    if asked.now.more_timers:
        yield f"and {asked.now.more_timers} more"


def timer(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how long a timer lasts."""
    name = asked.name("timer").casefold()
    every = timers(asked.state, asked.book, most=MOST_TIMERS)
    yield from _timers(one for one in every if one.name.partition(" (")[0].casefold() == name)


def _timers(found: Iterable[TimerLine]) -> list[str]:
    return [f"{one.name}: {one.left}{f', until {one.until}' if one.until else ''}" for one in found]


def until(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how long it is until something that comes by itself and has words of that name."""
    name = asked.name("what")
    words = frozenset(name.casefold().split())
    each = (
        one for one in all_due(asked.state, asked.book) if words <= frozenset(one.what.casefold().split())
    )
    yield next(map(_said, each), f"nothing called {name!r} comes by itself")


def tracker(asked: EnquiryAsked) -> Iterator[str]:
    """Answer where a tracker stands."""
    yield from (str(one) for one in asked.now.trackers if one.name == asked.name("tracker"))


def trackers(asked: EnquiryAsked) -> Iterator[str]:
    """Answer where every tracker stands."""
    yield from map(str, asked.now.trackers) if asked.now.trackers else ["these rules keep no tracker"]


def unfinished(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what was left unfinished."""
    yield from map(str, asked.now.unfinished) if asked.now.unfinished else ["nothing is left unfinished"]


def waits(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what waits for the referee."""
    found = [f"{one.lead} {' | '.join(one.says)}".rstrip() for one in asked.now.matters]
    yield from found or ["nothing waits"]


ENQUIRIES = (
    Enquiry(
        "check",
        "when the next check is made",
        check,
        """
        when|long|soon|many check|encounter|wandering [next|check|encounter|monster|due|how|before|turns|
            rounds|time|random|made|roll]
        when|long|soon next encounter|monster|check [wandering|how|random|check|encounter]
        what next check
        """,
        "next check|encounter|wandering [check|monster|encounter|roll|random]",
    ),
    Enquiry(
        "due",
        "what comes next",
        due,
        """
        what|anything next|due|coming|upcoming|comes [soon|happens|due|next]
        what happens next|soon
        when next thing|event
        when something|anything happens|due [next]
        """,
    ),
    Enquiry(
        "timers",
        "which timers run",
        running,
        """
        what|which|any|how timers|effects|spells|conditions [running|active|going|there|many]
        what|which|anything|is|are running|active [effects|spells|anything|conditions|timers]
        """,
        """
        list|show|check timers|effects
        timers|effects [running|active]
        """,
    ),
    Enquiry(
        "timer",
        "how long a timer lasts",
        timer,
        """
        how|what long|much|many {timer:timer} [time|lasts|goes|before|rounds|turns|minutes|wears|off|
            run|up|out|ends|over]
        when {timer:timer} [ends|runs|out|wears|off|expires|over|stops|does|fades|up]
        is|are|does {timer:timer} active|running|up|on|last|going|over|lasting|still [still|there]
        """,
        "time|left {timer:timer}",
    ),
    Enquiry(
        "until",
        "how long it is until something of a name",
        until,
        "how long|soon until|till! {what:coming}",
    ),
    Enquiry(
        "tracker",
        "where a tracker stands",
        tracker,
        """
        what|how|where|which {tracker:tracker} [stands|high|much|full|big|many|level|doing]
        {tracker:tracker}
        """,
    ),
    Enquiry(
        "trackers",
        "where every tracker stands",
        trackers,
        "what|how trackers [stand]",
        """
        list|show|check trackers
        trackers
        """,
    ),
    Enquiry(
        "unfinished",
        "what was left unfinished",
        unfinished,
        """
        what|anything unfinished|interrupted|middle [off|task|before]
        what were|are doing [before]
        how camp|search|journey|task going
        how much|long camp|search|task left [more|on]
        """,
    ),
    Enquiry(
        "waits",
        "what waits for the referee",
        waits,
        """
        what waits|pending [matters]
        what question [open]
        what need answer|decide [next]
        """,
    ),
)
