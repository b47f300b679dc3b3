"""The sentences in which players are told of events: a closed list of kinds, each with its own sentence.

The sentence is built from fields that the party itself has seen. The line of the referee's log is never used:
an event that the table may know of still holds dice, scores and true places. What is not on the list is not
told, so that a new kind of event says nothing until a sentence is written for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.hexes import name_of
from turnkeeper.play.clock import clock
from turnkeeper.play.dungeon import dark, encounters, light, place
from turnkeeper.play.fight import facing, fight, foes, rounds, wounds
from turnkeeper.play.fight.segments import count, joining
from turnkeeper.play.fight.segments.count import order_in
from turnkeeper.play.fight.segments.counting import round_and_segment
from turnkeeper.play.journey import camp, navigation, nights, travel
from turnkeeper.play.party import fatigue, handouts, party, provisions
from turnkeeper.play.sky import seasons, weather
from turnkeeper.views.players.fuzzy import say_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.sharing import Shown
    from turnkeeper.play.kernel.event import Event
    from turnkeeper.play.state import State
    from turnkeeper.record import CommitId
    from turnkeeper.rules.book import Rulebook

MOST_LINES = 12
MOST_COMMITS = 60
"""So many commits are looked through: what happened before them, players remember themselves."""
MOST_KEPT = 4 * MOST_COMMITS


class ToldLine(Struct, frozen=True):
    """Something that happened, in our own words, and when, as exactly as players may know."""

    when: str
    text: str


class Scene(Struct, frozen=True):
    """The input of a sentence: the state now, the rules, and the players' settings."""

    state: State
    book: Rulebook
    shown: Shown


class Lately(Struct, frozen=True):
    """What players are told of the latest commits, the oldest first, and the sides that showed themselves."""

    told: tuple[ToldLine, ...]
    met: frozenset[str]


def lately(campaign: Campaign, shown: Shown) -> Lately:
    """Return the sentences for players on the latest events up to the head."""
    scene = Scene(campaign.state, campaign.book, shown)
    told: list[ToldLine] = []
    met: set[str] = set()
    fighting = True
    for event in _backwards(campaign):
        if fighting:
            met.update(_acted(event))
            fighting = not isinstance(event, fight.FightBegan)
        text = sentence(event, scene) if len(told) < MOST_LINES else ""
        if text:
            told.append(ToldLine(say_time(scene.state, scene.book, event.at, shown.time), text))
        if len(told) >= MOST_LINES and (campaign.state.fight is None or not fighting):
            break
    return Lately(tuple(reversed(told)), frozenset(met))


class _Read(NamedTuple):
    """Of a commit the one before it, and the events that can matter here, the latest first."""

    parent: CommitId | None
    events: tuple[Event, ...]


_KEPT: WeakKeyDictionary[Campaign, dict[CommitId, _Read]] = WeakKeyDictionary()
"""What was read of each campaign: a commit never changes, and every change of the game looks at dozens."""


def _backwards(campaign: Campaign) -> Iterator[Event]:
    kept = _KEPT.setdefault(campaign, {})
    at: CommitId | None = campaign.head.id
    for _ in range(MOST_COMMITS):
        if at is None:
            return
        read = kept.get(at) or _read(campaign, at, kept)
        yield from read.events
        at = read.parent


def _read(campaign: Campaign, at: CommitId, kept: dict[CommitId, _Read]) -> _Read:
    commit = campaign.store.commit(at)
    events = reversed(codec.decode_events(commit.events))
    found = _Read(commit.parent, tuple(one for one in events if type(one) in SENTENCES or _acted(one)))
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[at] = found
    return found


def _acted(event: Event) -> tuple[str, ...]:
    """Return the sides that the party saw in an event: they acted, or something befell them."""
    match event:
        case rounds.HasActed(who=who):
            return who
        case facing.SomeFell(side=side) | foes.SomeFled(side=side) | foes.FoeHurt(side=side):
            return (side,)
        case _:
            return ()


def sentence(event: Event, scene: Scene) -> str:
    """Return an event as players are told it; nothing for one that is not on the list, or not for them."""
    says = SENTENCES.get(type(event))
    if says is None or (event.seen_by != "table" and type(event) not in TOLD_ANYHOW):
        return ""
    return says(event, scene)


# People. Who joins and goes, falls and tires is seen by all; what is written of them is not told.


def _hp(event: party.HitPointsChanged, scene: Scene) -> str:
    if not event.by:
        return ""
    what = "is hurt" if event.by < 0 else "recovers"
    if scene.shown.numbers:
        what = f"{'loses' if event.by < 0 else 'regains'} {abs(event.by)} hp"
    return f"{event.who} {what}."


def _tires(event: fatigue.FatigueChanged, _scene: Scene) -> str:
    return f"{event.who} is more tired." if event.by > 0 else f"{event.who} is less tired."


def _without(event: provisions.WentWithout, _scene: Scene) -> str:
    who = ", ".join(event.who) or "The party"
    return f"{who} {'are' if len(event.who) > 1 else 'is'} {event.condition}: no {event.what}."


def _meal(event: provisions.MealReminded, _scene: Scene) -> str:
    return "A meal is overdue." if event.overdue else "A meal is due."


# Light. Only those of the party bear lights that are told of; how much is left is not told here.


def _light(scene: Scene, which: int) -> str:
    """Return the name of a light whose bearer players know: ``Varda's torch``; empty for others."""
    one = scene.state.lights.find(which)
    if one is None:
        return ""
    kind = one.kind
    if not one.bearer:
        return f"a {kind}"
    return f"{one.bearer}'s {kind}" if scene.state.party.find(one.bearer) is not None else ""


def _of_light(does: str) -> Callable[[light.LightLit, Scene], str]:
    def says(event: light.LightLit, scene: Scene) -> str:
        called = _light(scene, event.light)
        return f"{called[0].upper()}{called[1:]} {does}." if called and scene.shown.light else ""

    return says


# Places. The party sees where it goes in; on the map only where it believes to be is told (D-NAV-2).


def _scene(event: place.SceneEntered, _scene: Scene) -> str:
    return f"Into the {event.scene}" + (f": {event.name}." if event.name else ".")


def _room(event: place.RoomEntered, _scene: Scene) -> str:
    return f"Into a room: {event.name}." if event.name else "Into a room."


def _hex(event: travel.HexEntered, scene: Scene) -> str:
    return f"On to {name_of(event.believed)}." if scene.shown.map else ""


def _sets_out(event: travel.JourneyBegan, scene: Scene) -> str:
    # Not what the goal is called: its label may stand on the referee's map alone.
    goal = f" for {name_of(event.path[-1])}" if event.path and scene.shown.map else ""
    return f"The party sets out{goal}."


def _found_out(event: navigation.FoundOut, scene: Scene) -> str:
    where = f": {name_of(event.where)}" if scene.shown.map else ""
    return f"The party was lost, and knows again where it is{where}."


def _done(event: clock.TaskEnded, scene: Scene) -> str:
    # Of a task only the rule set's own word: what it was about may be the referee's.
    return f"Done: {event.activity}." if event.activity in scene.book.set.activities else ""


# The sky, as far as players see it.


def _weather(event: weather.WeatherChanged, scene: Scene) -> str:
    return f"The weather turns: {event.weather}." if scene.shown.weather else ""


def _season(event: seasons.SeasonChanged, scene: Scene) -> str:
    return f"It is {event.season}." if scene.shown.weather else ""


# Fights. What befalls a side is seen; its strength, morale and dice are not told.


def _fell(event: facing.SomeFell, _scene: Scene) -> str:
    verb = "dies" if event.dead else "falls"
    return (
        f"One of the {event.side} {verb}." if event.count == 1 else f"{event.count} of the {event.side} fall."
    )


def _fled(event: foes.SomeFled, _scene: Scene) -> str:
    return (
        f"One of the {event.side} flees." if event.count == 1 else f"{event.count} of the {event.side} flee."
    )


def _segment(event: count.Activated, scene: Scene) -> str:
    member, order = scene.state.party.find(event.name), order_in(scene.book)
    if member is None or order is None:
        return ""
    number, segment = round_and_segment(event.segment, order)
    return f"{member.name} acts, round {number} segment {segment}."


def _round(event: fight.RoundBegan, _scene: Scene) -> str:
    return f"Round {event.number}."


def _fixed(text: str) -> Callable[[Event, Scene], str]:
    return lambda _event, _scene: text


def _named(text: str, field: str) -> Callable[[Event, Scene], str]:
    return lambda event, _scene: text.format(getattr(event, field))


# Each is only ever called with an event of its own kind: it is looked up by it.
SENTENCES: dict[type[Event], Callable[..., str]] = {
    party.Joined: lambda event, _scene: f"{event.who.name} joins the party.",
    party.MemberLeft: _named("{} leaves the party.", "who"),
    wounds.MemberDied: _named("{} is dead.", "who"),
    party.HitPointsChanged: _hp,
    fatigue.FatigueChanged: _tires,
    foes.MemberFled: _named("{} flees.", "who"),
    provisions.WentWithout: _without,
    provisions.MealReminded: _meal,
    provisions.Fed: lambda event, _scene: f"{event.who or 'The party'} eats." if event.meal else "",
    light.LightLit: _of_light("is lit"),
    light.LightDoused: _of_light("is put out"),
    light.LightWentOut: _of_light("goes out"),
    light.LightRefuelled: _of_light("is refuelled"),
    dark.DarknessFell: lambda _event, scene: "It is dark: nothing burns." if scene.shown.light else "",
    place.SceneEntered: _scene,
    place.RoomEntered: _room,
    place.CorridorEntered: _fixed("Into a corridor."),
    travel.JourneyBegan: _sets_out,
    travel.HexEntered: _hex,
    travel.JourneyEnded: _fixed("The journey is at its end."),
    navigation.FoundOut: _found_out,
    clock.TaskEnded: _done,
    camp.CampMade: _fixed("Camp is made."),
    nights.NightInTheOpen: _fixed("A night in the open, without a camp."),
    weather.WeatherChanged: _weather,
    seasons.SeasonChanged: _season,
    encounters.EncounterArrived: _fixed("Something comes in."),
    fight.FightBegan: _fixed("A fight begins."),
    fight.RoundBegan: _round,
    fight.FightEnded: _fixed("The fight is over."),
    joining.CountBegan: _fixed("The count begins."),
    count.Activated: _segment,
    count.CountEnded: _fixed("The count ends."),
    facing.SomeFell: _fell,
    foes.SomeFled: _fled,
    handouts.HandedOut: _named("Handed out: {}.", "title"),
    handouts.HandoutTakenBack: _named("Taken back: {}.", "title"),
}

TOLD_ANYHOW = frozenset({travel.HexEntered})
"""Kinds of which an event for the referee is told too: of these the sentence holds nothing but what the party
believes, and its absence would tell that the belief is wrong."""
