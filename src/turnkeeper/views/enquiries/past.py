"""When something was last done or last happened, as the log tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import told_of
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.clock import TaskEnded
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.fight.fight import FightBegan
from turnkeeper.play.journey.camp import CampMade
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party.provisions import Fed
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked

FARTHEST = 2_000
"""The most commands that are looked back over."""
Matches = Callable[[Event, Rulebook], bool]


def _slept(event: Event, book: Rulebook) -> bool:
    return isinstance(event, TaskEnded) and (event.slept or _is(event, book, "sleeps"))


def _rested(event: Event, book: Rulebook) -> bool:
    return isinstance(event, TaskEnded) and (_slept(event, book) or _is(event, book, "rests"))


def _is(event: TaskEnded, book: Rulebook, what: str) -> bool:
    activity = book.set.activities.get(event.activity)
    return activity is not None and bool(getattr(activity, what))


def _timed(book: Rulebook) -> frozenset[str]:
    """Return the checks that come by themselves in some scene."""
    return frozenset(one.procedure.name for several in book.cadences.values() for one in several)


def _ate(event: Event, book: Rulebook) -> bool:
    if isinstance(event, TaskEnded):
        activity = book.set.activities.get(event.activity)
        return activity is not None and bool(activity.eats or activity.rations)
    return isinstance(event, Fed)


_MEAL, _SLEEP, _REST = ("meal", _ate), ("sleep", _slept), ("rest", _rested)
_FIGHT = ("fight", lambda event, _book: isinstance(event, FightBegan))
_MET = ("encounter", lambda event, _book: isinstance(event, EncounterMet))
_CHECK = ("check", lambda event, book: isinstance(event, Checked) and event.check in _timed(book))
_CAMP = ("camp", lambda event, _book: isinstance(event, CampMade))
_DEEDS: Mapping[str, tuple[str, Matches]] = {
    **dict.fromkeys(("eat", "meal", "food", "lunch", "dinner", "breakfast"), _MEAL),
    **dict.fromkeys(("sleep", "night"), _SLEEP),
    "rest": _REST,
    **dict.fromkeys(("fight", "combat", "battle"), _FIGHT),
    **dict.fromkeys(("encounter", "meet", "monster", "wandering"), _MET),
    **dict.fromkeys(("check", "encounter check", "wandering check", "roll"), _CHECK),
    "camp": _CAMP,
}
"""The deeds that are asked about in any game, by each of their names, and the events that tell of them."""


def deeds(book: Rulebook) -> Iterable[str]:
    """Return the names of deeds: those of any game, and the activities of these rules."""
    activities = (word for one in book.set.activities.values() for word in one.says)
    return dict.fromkeys((*_DEEDS, *activities))


def last(asked: EnquiryAsked) -> Iterator[str]:
    """Answer when something was last done: by the log, else by the meals that are kept."""
    said = asked.name("deed").casefold()
    keys = {key for key, one in asked.book.set.activities.items() if said in one.says}
    name, matches = _DEEDS.get(said) or (
        said,
        lambda event, _book: isinstance(event, TaskEnded) and event.activity in keys,
    )
    found = _line_of(asked.campaign, matches)
    kept = next((one.text for one in asked.now.needs), "") if name == "meal" else ""
    yield found or kept or f"the log tells of no {name}"


def _line_of(campaign: Campaign, matches: Matches) -> str:
    """Return the latest line of the log that tells of an event; empty where none does."""
    commit = campaign.head
    for _ in range(FARTHEST):
        events = codec.decode_events(commit.events)
        places = [at for at, one in enumerate(events, 1) if matches(one, campaign.book)]
        if places:
            told = told_of(campaign, commit, events)
            line = next((one for one in told if places[-1] in (one.number, *one.others)), None)
            if line is not None:
                return f"{line.at}: {line.text}"
        if commit.parent is None:
            break
        commit = campaign.store.commit(commit.parent)
    return ""


ENQUIRIES = (
    Enquiry(
        "last",
        "when something was last done",
        last,
        """
        when last|previous {deed:deed} [time|happened]
        how since|ago {deed:deed} [long|last|many|much|turns|time|passed|hours|days]
        since {deed:deed} [long|last|time]
        did|have {deed:deed} yet|already|today|tonight [today|yet]
        did|have {deed:deed} this hour|turn|day|morning|evening|night|round|watch
        last {deed:deed}
        """,
        "last|previous {deed:deed}",
    ),
)
