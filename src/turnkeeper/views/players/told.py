"""The sentences in which players are told of events: a closed list of kinds, each with its own sentence.

The sentence is built from fields that the party itself has seen. The line of the referee's log is never used:
an event that the table may know of still holds dice, scores and true places. A kind not on the list is not
told, so that a new kind of event says nothing until a sentence is written for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import alike
from turnkeeper.hexes import name_of
from turnkeeper.play.clock import clock
from turnkeeper.play.dungeon import dark, encounters, light, place
from turnkeeper.play.fight import count, falling, fight, foes, joining, leaving, rounds, wounds
from turnkeeper.play.fight.count import order_in
from turnkeeper.play.fight.counting import round_and_segment
from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.play.fight.sides import side_named
from turnkeeper.play.journey import camp, navigation, nights, travel
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party import fatigue, handouts, hunger, membership, party, provisions
from turnkeeper.play.sky import calendar_events, climate, country_weather, seasons, weather
from turnkeeper.play.state import State
from turnkeeper.record import CommitId
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.sentences import capitalised, joined
from turnkeeper.views.players.fuzzy import say_time
from turnkeeper.views.prose import Deed

if TYPE_CHECKING:
    from turnkeeper.app.sharing import Shown

MOST_LINES = 12
MOST_COMMITS = 60
"""The most commits that are looked through: what happened before them, players remember themselves."""
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
    for group in _backwards(campaign):
        event = group[-1]
        if fighting:
            met.update(acted(event))
            fighting = not isinstance(event, fight.FightBegan)
        text = sentences(group, scene) if len(told) < MOST_LINES else ""
        if text:
            told.append(ToldLine(say_time(scene.state, scene.book, event.at, shown.time), text))
        if len(told) >= MOST_LINES and (campaign.state.fight is None or not fighting):
            break
    return Lately(tuple(reversed(told)), frozenset(met))


_Kept: TypeAlias = "tuple[CommitId | None, tuple[tuple[Event, ...], ...]]"
_KEPT: WeakKeyDictionary[Campaign, dict[CommitId, _Kept]] = WeakKeyDictionary()
"""The commit before each that was read, and its events: none ever changes, and dozens are looked at often."""


def _backwards(campaign: Campaign) -> Iterator[tuple[Event, ...]]:
    """Yield the events of the latest commits that can matter here, the latest first, those alike as one."""
    kept = _KEPT.setdefault(campaign, {})
    at: CommitId | None = campaign.head.id
    for _ in range(MOST_COMMITS):
        if at is None:
            return
        if at not in kept:
            commit = campaign.store.commit(at)
            events = [
                one for one in codec.decode_events(commit.events) if type(one) in SENTENCES or acted(one)
            ]
            found = tuple(reversed(alike(events, campaign.book)))
            while len(kept) >= MOST_KEPT:
                del kept[next(iter(kept))]
            kept[at] = commit.parent, found
        at, groups = kept[at]
        yield from groups


def acted(event: Event) -> tuple[str, ...]:
    """Return the sides that the party saw in an event: they acted, or something befell them."""
    match event:
        case rounds.HasActed(who=who):
            return who
        case falling.SomeFell(side=side) | leaving.SomeFled(side=side) | foes.FoeHurt(side=side):
            return (side,)
        case _:
            return ()


def sentences(group: Sequence[Event], scene: Scene) -> str:
    """Return events that are alike as players are told them, each sentence once."""
    if len(group) > 1 and type(group[-1]) in SENTENCES_TOGETHER and group[-1].seen_by == "table":
        return SENTENCES_TOGETHER[type(group[-1])](group, scene)
    return " ".join(dict.fromkeys(filter(None, (sentence(one, scene) for one in group))))


def sentence(event: Event, scene: Scene) -> str:
    """Return an event as players are told it; nothing for one that is not on the list, or not for them."""
    says = SENTENCES.get(type(event))
    if says is None or (event.seen_by != "table" and type(event) not in TOLD_ANYHOW):
        return ""
    return says.format(event) if isinstance(says, str) else says(event, scene)


# People. Who joins and goes, falls and tires is seen by all; what is written of them is not told.


def _hp(event: party.HitPointsChanged, scene: Scene) -> str:
    if not event.by or event.ruled:
        return ""
    what = "is hurt" if event.by < 0 else "recovers"
    if scene.shown.numbers:
        what = f"{'loses' if event.by < 0 else 'regains'} {abs(event.by)} hp"
    return f"{event.who} {what}."


def _tired(some: Sequence[fatigue.FatigueChanged], scene: Scene) -> str:
    people = dict.fromkeys(one.who for one in some)
    are, more = "are" if len(people) > 1 else "is", "more" if some[-1].by > 0 else "less"
    return f"{joined(people)} {are} {more} {scene.book.set.characters.word('tired')}."


def _tired_doing(event: fatigue.FatigueChanged, scene: Scene) -> Deed:
    word, more = scene.book.set.characters.word("tired"), "more" if event.by > 0 else "less"
    if more == "more" and word == "tired":
        return Deed(event.who, "tires", "tire")
    return Deed(event.who, f"is {more} {word}", f"are {more} {word}")


def _hp_doing(event: party.HitPointsChanged, scene: Scene) -> Deed | None:
    if not event.by or event.ruled:
        return None
    if not scene.shown.numbers:
        return (
            Deed(event.who, "is hurt", "are hurt") if event.by < 0 else Deed(event.who, "recovers", "recover")
        )
    verb = "lose" if event.by < 0 else "regain"
    return Deed(event.who, f"{verb}s {abs(event.by)} hp", f"{verb} {abs(event.by)} hp")


# Light. Only those of the party bear lights that are told of; how much is left is not told here.


def _of_light(does: str) -> Callable[[light.LightLit, Scene], str]:
    """Return the sentence on a light that nobody bears or a bearer whom players know: ``Varda's torch``."""

    def says(event: light.LightLit, scene: Scene) -> str:
        one = scene.state.lights.find(event.light)
        if (
            one is None
            or not scene.shown.light
            or (one.bearer and scene.state.party.find(one.bearer) is None)
        ):
            return ""
        called = f"{one.bearer}'s {one.kind}" if one.bearer else f"a {one.kind}"
        return f"{capitalised(called)} {does}."

    return says


# Places. The party sees where it goes in; on the map only where it believes to be is told.


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


# Fights. What befalls a side is seen; its strength, morale and dice are not told.


def _some(event: falling.SomeFell | leaving.SomeFled, _scene: Scene) -> str:
    if isinstance(event, leaving.SomeFled):
        does = "surrender" if event.yields else "flee"
    else:
        does = "die" if event.dead and event.count == 1 else "fall"
    if event.count != 1:
        return f"{event.count} of the {event.side} {does}."
    return f"One of the {event.side} {does}s."


def _side_doing(event: falling.SomeFell | leaving.SomeFled, does: str, scene: Scene) -> Deed:
    do, side = does.removesuffix("s"), side_named(scene.state, event.side)
    if side is not None and side.count == 1:
        return Deed(f"the {event.side}", does, do)
    return Deed(f"the {event.side}", does, "flee" if do == "flee" else do, event.count)


def doing(event: Event, scene: Scene) -> Deed | None:
    """Return who did what where a story can join it with others; nothing for secrets."""
    found = DEEDS.get(type(event)) if event.seen_by == "table" else None
    return None if found is None else found(event, scene)


def _segment(event: count.Activated, scene: Scene) -> str:
    member, order = scene.state.party.find(event.name), order_in(scene.book)
    if member is None or order is None:
        return ""
    number, segment = round_and_segment(event.segment, order)
    return f"{member.name} acts, round {number} segment {segment}."


def _dated(scene: Scene, text: str) -> str:
    """Return a sentence of what the calendar brought, where players know the day."""
    return text if scene.shown.time != "nothing" else ""


# Each is only ever called with an event of its own kind: it is looked up by it.
SENTENCES: dict[type[Event], str | Callable[..., str]] = {
    membership.Joined: "{0.who.name} joins the party.",
    membership.MemberLeft: "{0.who} leaves the party.",
    membership.MemberApart: lambda one, _: f"{one.who} {'goes ahead' if one.ahead else 'stays behind'}.",
    membership.MemberBack: "{0.who} is back with the party.",
    membership.MemberRenamed: "{0.who} is called {0.name} from now on.",
    wounds.MemberDied: "{0.who} is dead.",
    party.HitPointsChanged: _hp,
    fatigue.FatigueChanged: lambda one, scene: _tired((one,), scene),
    leaving.MemberFled: lambda one, _: f"{one.who} {'surrenders' if one.yields else 'flees'}.",
    hunger.WentWithout: lambda one, _: (
        f"{', '.join(one.who) or 'The party'} is {one.condition}: no {one.what}."
    ),
    hunger.NeedFellDue: lambda one, _: f"{', '.join(one.who) or 'The party'} had no {one.what} for long.",
    hunger.MealReminded: lambda one, _: f"A meal is {'overdue' if one.overdue else 'due'}.",
    provisions.Fed: lambda one, _: f"{one.who or 'The party'} eats." if one.meal else "",
    light.LightLit: _of_light("is lit"),
    light.LightDoused: _of_light("is put out"),
    light.LightWentOut: _of_light("goes out"),
    light.LightRefuelled: _of_light("is refuelled"),
    dark.DarknessFell: lambda _, scene: "It is dark: nothing burns." if scene.shown.light else "",
    place.SceneEntered: lambda one, _: f"Into the {one.scene}{f': {one.name}' if one.name else ''}.",
    place.RoomEntered: lambda one, _: f"Into a room{f': {one.name}' if one.name else ''}.",
    place.CorridorEntered: "Into a corridor.",
    travel.JourneyBegan: _sets_out,
    travel.HexEntered: lambda one, scene: f"On to {name_of(one.believed)}." if scene.shown.map else "",
    travel.JourneyEnded: "The journey is at its end.",
    navigation.FoundOut: _found_out,
    clock.TaskEnded: _done,
    camp.CampMade: "Camp is made.",
    nights.NightInTheOpen: "A night in the open, without a camp.",
    weather.WeatherChanged: lambda one, scene: (
        f"The weather turns: {one.weather}." if scene.shown.weather else ""
    ),
    climate.WeatherStepped: lambda one, scene: f"The weather: {one.weather}." if scene.shown.weather else "",
    country_weather.CountryWeather: lambda one, scene: (
        f"The weather: {one.weather}." if scene.shown.weather else ""
    ),
    calendar_events.CalendarEventCame: lambda one, scene: _dated(scene, f"{one.name}."),
    calendar_events.CalendarEventNear: lambda one, scene: _dated(
        scene, f"{one.name} in {one.left} day{'' if one.left == 1 else 's'}."
    ),
    seasons.SeasonChanged: lambda one, scene: f"It is {one.season}." if scene.shown.weather else "",
    encounters.EncounterArrived: "Something comes in.",
    fight.FightBegan: "A fight begins.",
    RoundBegan: "Round {0.number}.",
    fight.FightEnded: "The fight is over.",
    joining.CountBegan: "The count begins.",
    count.Activated: _segment,
    count.CountEnded: "The count ends.",
    falling.SomeFell: _some,
    leaving.SomeFled: _some,
    handouts.HandedOut: "Handed out: {0.title}.",
    handouts.HandoutTakenBack: "Taken back: {0.title}.",
}
"""A text is filled in from the event, its ``{0}``; what hangs on more than its fields is worked out."""

DEEDS: dict[type[Event], Callable[..., Deed | None]] = {
    membership.Joined: lambda one, _: Deed(one.who.name, "joins the party", "join the party"),
    membership.MemberLeft: lambda one, _: Deed(one.who, "leaves the party", "leave the party"),
    membership.MemberApart: lambda one, _: (
        Deed(one.who, "goes ahead", "go ahead") if one.ahead else Deed(one.who, "stays behind", "stay behind")
    ),
    wounds.MemberDied: lambda one, _: Deed(one.who, "dies", "die"),
    party.HitPointsChanged: _hp_doing,
    fatigue.FatigueChanged: _tired_doing,
    leaving.MemberFled: lambda one, _: (
        Deed(one.who, "surrenders", "surrender") if one.yields else Deed(one.who, "flees", "flee")
    ),
    falling.SomeFell: lambda one, scene: _side_doing(one, "dies" if one.dead else "falls", scene),
    leaving.SomeFled: lambda one, scene: _side_doing(one, "surrenders" if one.yields else "flees", scene),
}
"""Of kinds that befall several in a row, who does what, for a story to join. `SENTENCES` tell them singly."""

SENTENCES_TOGETHER: dict[type[Event], Callable[..., str]] = {fatigue.FatigueChanged: _tired}
"""Of kinds that befall many at once, the sentence for all of them; others are told one after the other."""

TOLD_ANYHOW = frozenset({travel.HexEntered})
"""Kinds of which an event for the referee is told too: of these the sentence holds nothing but what the party
believes, and its absence would tell that the belief is wrong."""
