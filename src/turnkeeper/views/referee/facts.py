"""The referee's view as texts: what a fact such as ``= status lights: torch (Orlo): 1 tick`` must equal.

Stored playthroughs hold these keys and words: both stay as they are. Each fact looks at one part alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.sky.country_weather import elsewhere
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.parts.clock import clock
from turnkeeper.views.parts.counts import CountView, count
from turnkeeper.views.parts.due import due
from turnkeeper.views.parts.encounters import meetings
from turnkeeper.views.parts.fights import FightView, fight, sides, tide
from turnkeeper.views.parts.lights import lights
from turnkeeper.views.parts.matters import unfinished
from turnkeeper.views.parts.party import caravan, members, needs, supplies
from turnkeeper.views.parts.place import place
from turnkeeper.views.parts.timers import more_timers, timers, trackers
from turnkeeper.views.parts.wayfaring import wayfaring

NONE = "none"


class StandingTexts(Mapping[str, tuple[str, ...]]):
    """The texts of each of ``KEYS``, worked out when they are asked for."""

    def __init__(self, campaign: Campaign) -> None:
        """Take the campaign as it stands."""
        self._campaign = campaign

    def __getitem__(self, key: str) -> tuple[str, ...]:
        """Return the texts of a key; of several things a text for each; ``none`` where it is empty.

        A length can be stated exactly, or as people are told it.
        """
        state, book = self._campaign.state, self._campaign.book
        if key in _ABOUT:
            found = list(_ABOUT[key](self._campaign))
        else:
            found = [text for each in (book, book.plain) for text in _FACTS[key](state, each)]
        return tuple(dict.fromkeys(filter(None, found))) or (NONE,)

    def __iter__(self) -> Iterator[str]:
        """Yield the keys."""
        return iter(KEYS)

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(KEYS)


def facts(campaign: Campaign) -> StandingTexts:
    """Return the state of a campaign as facts say it, by key."""
    return StandingTexts(campaign)


def _wayfaring(state: State, book: Rulebook) -> Iterator[str]:
    travel = wayfaring(state, book)
    told = {} if travel is None else travel.told
    yield from (f"{subject}: {text}" for subject, text in (told | clock(state, book).told).items())


def _party(state: State, book: Rulebook) -> Iterator[str]:
    for one in members(state, book):
        told = (
            "hireling" if one.hireling else "",
            one.condition,
            f"level {one.level}" if one.level != 1 else "",
            *(f"{gauge.name} {gauge.text}" for gauge in one.gauges),
            one.weary,
            one.burdened,
            ", ".join(one.exerted),
            *one.facts,
        )
        yield f"{one.name}: {', '.join(filter(None, told))}".removesuffix(": ")


def _lines(found: FightView | CountView | None) -> tuple[str, ...]:
    return () if found is None else ("; ".join(found.lines),)


_ABOUT: dict[str, Callable[[Campaign], Iterable[str]]] = {
    "campaign": lambda campaign: (campaign.store.facts.name,),
    "rules": lambda campaign: (campaign.book.set.ruleset.name,),
    "commit": lambda campaign: (campaign.head.id,),
}
_FACTS: dict[str, Callable[[State, Rulebook], Iterable[str]]] = {
    "now": lambda state, book: (clock(state, book).instant,),
    "now_ms": lambda state, _book: (str(state.now.ms),),
    "in_units": lambda state, book: (clock(state, book).in_units,),
    "within": lambda state, book: (clock(state, book).within,),
    "step": lambda state, book: (clock(state, book).step,),
    "date": lambda state, book: (clock(state, book).date,),
    "beside": lambda state, book: clock(state, book).beside,
    "moons": lambda state, book: clock(state, book).moons,
    "events": lambda state, book: clock(state, book).events,
    "weather": lambda state, book: (clock(state, book).weather,),
    "forecast": lambda state, book: (clock(state, book).told.get("forecast", ""),),
    "elsewhere": lambda state, _book: elsewhere(state),
    "season": lambda state, book: (clock(state, book).season,),
    "scene": lambda state, book: (place(state, book).scene,),
    "place": lambda state, book: (place(state, book).name,),
    "spot": lambda state, book: (place(state, book).spot,),
    "dark": lambda state, book: ("yes" if place(state, book).dark else "no",),
    "area": lambda state, book: place(state, book).area,
    "rate": lambda state, book: (place(state, book).rate,),
    "wayfaring": _wayfaring,
    "party": _party,
    "lights": lambda state, book: (
        f"{one.name}{'' if one.lit else ', not lit'}: {one.left}" for one in lights(state, book)
    ),
    "timers": lambda state, book: (
        f"{one.name}: {one.left}"
        for one in sorted(timers(state, book, most=len(state.timers.live)), key=attrgetter("number"))
    ),
    "more_timers": lambda state, _book: (str(more_timers(state)),),
    "trackers": lambda state, book: map(str, trackers(state, book)),
    "due": lambda state, book: (f"{one.at}: {one.what}" for one in due(state, book)),
    "supplies": lambda state, book: (one.text for one in supplies(state, book)),
    "needs": lambda state, book: (one.text for one in needs(state, book)),
    "mounts": lambda state, book: () if (train := caravan(state, book)) is None else train.mounts,
    "vehicles": lambda state, book: () if (train := caravan(state, book)) is None else train.vehicles,
    "sides": lambda state, book: (one.text for one in sides(state, book)),
    "unfinished": lambda state, book: map(str, unfinished(state, book)),
    "handouts": lambda state, _book: (one.title for one in state.handouts),
    "encounter": lambda state, book: ("; ".join(one.text for one in meetings(state, book)),),
    "foretold": lambda state, _book: (state.foretold or "",),
    "question": lambda state, _book: (state.question.text if state.question else "",),
    "choices": lambda state, _book: state.question.choices if state.question else (),
    "fight": lambda state, book: _lines(fight(state, book)),
    "count": lambda state, book: _lines(count(state, book)),
    "tide": lambda state, _book: (
        () if (now := tide(state)) is None else ("; ".join((now.text, *now.proposed)),)
    ),
}
KEYS: tuple[str, ...] = (*_ABOUT, *_FACTS)
