"""The referee's view as texts: what a fact such as ``= status lights: torch (Orlo): 1 tick`` must equal.

Stored playthroughs hold these keys and words: both stay as they are. Each fact looks at one part alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

from turnkeeper.views.parts import caravans, counts, due, fights, lights, matters, party, timers, wayfaring
from turnkeeper.views.parts.clock import clock
from turnkeeper.views.parts.place import place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.parts.party import MemberLine

NONE = "none"


class StandingTexts(Mapping[str, tuple[str, ...]]):
    """The texts of each of ``KEYS``, worked out when they are asked for."""

    def __init__(self, campaign: Campaign) -> None:
        """Take the campaign as it stands."""
        self._campaign = campaign

    def __getitem__(self, key: str) -> tuple[str, ...]:
        """Return the texts of a key; of several things a text for each; ``none`` where it is empty."""
        state, book = self._campaign.state, self._campaign.book
        found = _ABOUT[key](self._campaign) if key in _ABOUT else _FACTS[key](state, book)
        return tuple(text for text in found if text) or (NONE,)

    def __iter__(self) -> Iterator[str]:
        """Yield the keys."""
        return iter(KEYS)

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(KEYS)


def facts(campaign: Campaign) -> StandingTexts:
    """Return what facts can say of how a campaign stands, by key."""
    return StandingTexts(campaign)


def _wayfaring(state: State, book: Rulebook) -> Iterator[str]:
    travel = wayfaring.wayfaring(state, book)
    told = {} if travel is None else travel.told
    yield from (f"{subject}: {text}" for subject, text in (told | clock(state, book).told).items())


def _lights(state: State, book: Rulebook) -> Iterator[str]:
    for one in lights.lights(state, book):
        yield f"{one.name}: {one.left}" if one.lit else f"{one.name}, not lit: {one.left}"


def _timers(state: State, book: Rulebook) -> Iterator[str]:
    every_one = timers.timers(state, book, most=len(state.timers.live))
    yield from (f"{one.name}: {one.left}" for one in sorted(every_one, key=attrgetter("number")))


def _party(state: State, book: Rulebook) -> Iterator[str]:
    for one in party.members(state, book):
        told = ", ".join(filter(None, _member(one)))
        yield f"{one.name}: {told}" if told else one.name


def _member(one: MemberLine) -> tuple[str, ...]:
    return (
        "hireling" if one.hireling else "",
        one.condition,
        f"level {one.level}" if one.level != 1 else "",
        f"hp {one.hp.text}" if one.hp is not None else "",
        f"mana {one.mana.text}" if one.mana is not None else "",
        f"fatigue {one.fatigue}" if one.fatigue else "",
        one.burdened,
        ", ".join(one.exerted),
        one.load,
        f"wields {one.wields}" if one.wields else "",
    )


def _mounts(state: State, book: Rulebook) -> tuple[str, ...]:
    caravan = caravans.caravan(state, book)
    return () if caravan is None else caravan.mounts


def _vehicles(state: State, book: Rulebook) -> tuple[str, ...]:
    caravan = caravans.caravan(state, book)
    return () if caravan is None else caravan.vehicles


def _encounter(state: State, book: Rulebook) -> Iterator[str]:
    yield "; ".join(one.text for one in matters.meetings(state, book))


def _fight(state: State, book: Rulebook) -> Iterator[str]:
    fight = fights.fight(state, book)
    yield "" if fight is None else "; ".join(fight.lines)


def _count(state: State, book: Rulebook) -> Iterator[str]:
    count = counts.count(state, book)
    yield "" if count is None else "; ".join(count.lines)


def _tide(state: State, book: Rulebook) -> Iterator[str]:
    tide = fights.tide(state, book)
    yield "" if tide is None else "; ".join((tide.text, *tide.proposed))


_ABOUT: dict[str, Callable[[Campaign], Iterable[str]]] = {
    "campaign": lambda campaign: (campaign.store.facts.name,),
    "rules": lambda campaign: (campaign.book.set.ruleset.name,),
    "commit": lambda campaign: (campaign.head.id,),
}
_FACTS: dict[str, Callable[[State, Rulebook], Iterable[str]]] = {
    "now": lambda state, book: (clock(state, book).instant,),
    "now_ms": lambda state, _book: (str(state.now.ms),),
    "in_units": lambda state, book: (clock(state, book).in_units,),
    "step": lambda state, book: (clock(state, book).step,),
    "weather": lambda state, book: (clock(state, book).weather,),
    "season": lambda state, book: (clock(state, book).season,),
    "scene": lambda state, book: (place(state, book).scene,),
    "place": lambda state, book: (place(state, book).name,),
    "spot": lambda state, book: (place(state, book).spot,),
    "dark": lambda state, book: ("yes" if place(state, book).dark else "no",),
    "area": lambda state, book: place(state, book).area,
    "rate": lambda state, book: (place(state, book).rate,),
    "wayfaring": _wayfaring,
    "party": _party,
    "lights": _lights,
    "timers": _timers,
    "more_timers": lambda state, book: (str(timers.more_timers(state, book)),),
    "trackers": lambda state, book: map(str, timers.trackers(state, book)),
    "due": lambda state, book: (f"{one.at}: {one.what}" for one in due.due(state, book)),
    "supplies": lambda state, book: (one.text for one in party.supplies(state, book)),
    "needs": lambda state, book: (one.text for one in party.needs(state, book)),
    "mounts": _mounts,
    "vehicles": _vehicles,
    "sides": lambda state, book: (one.text for one in fights.sides(state, book)),
    "unfinished": lambda state, book: map(str, matters.unfinished(state, book)),
    "handouts": matters.handouts,
    "encounter": _encounter,
    "foretold": lambda state, _book: (state.foretold or "",),
    "question": lambda state, _book: (state.question.text if state.question else "",),
    "choices": lambda state, _book: state.question.choices if state.question else (),
    "fight": _fight,
    "count": _count,
    "tide": _tide,
}
KEYS: tuple[str, ...] = (*_ABOUT, *_FACTS)
