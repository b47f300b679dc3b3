"""Navigation: saves against losing the way, veering, and finding out that one is lost.

A party that fails is lost and does not know it: it truly leaves by another face than it means to,
and from then on believes it is elsewhere. It finds out by its next good save, by a place that it knows, or
because the referee says so; then it knows where it is.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.hexes import Hex, name_of
from turnkeeper.play.clock import cases
from turnkeeper.play.journey import exploring, leg_time, marches
from turnkeeper.play.journey.journey import Plan, here
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Audience, Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, party, saves
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import Veer
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.rules.model.travel import Navigation
from turnkeeper.time import ORIGIN, Instant, Rank


class SetNavigator(Command, frozen=True, tag="navigator"):
    """Say who finds the way, and whether they know the area; unsaid it is the ablest."""

    who: str
    knows: bool = False


class CarryMap(Command, frozen=True, tag="carry-map"):
    """The party has a map of this land, or has none: with one it does not lose its way."""

    carried: bool = True


class RuleSight(Command, frozen=True, tag="landmark-in-sight"):
    """Rule whether a landmark is in sight; landmarks as mapped leaves it to the map."""

    in_sight: bool | None = None


class RuleCountry(Command, frozen=True, tag="treacherous"):
    """Rule that the way is hard to find here, or that it is easy again."""

    treacherous: bool = True


class TellLost(Command, frozen=True, tag="find-out"):
    """A party that is lost finds out where it is."""


class NavigatorSet(Event, frozen=True, tag="navigator-set.1"):
    """The party's navigator was set."""

    who: str
    knows: bool = False


class MapCarried(Event, frozen=True, tag="map-carried.1"):
    """The party got a map of the land, or lost it."""

    carried: bool


class SightRuled(Event, frozen=True, tag="sight-ruled.1"):
    """The referee ruled whether a landmark is in sight; ``None`` leaves it to the map."""

    in_sight: bool | None = None


class CountryRuled(Event, frozen=True, tag="country-ruled.1"):
    """The referee ruled whether the way is hard to find here."""

    treacherous: bool


class WayKept(Event, frozen=True, tag="way-kept.1"):
    """The party kept its way or lost it, by a throw or a save, or ``needless`` made either needless."""

    lost: bool
    needless: str = ""
    rolled: Rolled | None = None


class Veered(Event, frozen=True, tag="veered.1"):
    """The lost party leaves by another face than it means to, ``faces`` to the right, or left below 0."""

    entry: str
    faces: int
    rolled: Rolled


class FoundOut(Event, frozen=True, tag="found-out.1"):
    """The party found out where it truly is, and how."""

    where: Hex
    why: str


def find_the_way(decision: Decision, chart: Chart) -> None:
    """Look for the way if a save is due in this stretch of travel.

    What spares the party a save does so only while it lasts: a party that leaves the road within the watch
    still has to save.
    """
    rules = decision.book.set.navigation
    if rules is None or not (decision.state.journey.spared or _due(decision, rules)):
        return
    needless = _needless(decision, chart, rules)
    if needless and not _due(decision, rules):
        return
    if needless:
        decision.record(WayKept(lost=False, needless=needless, rule=rules.rule.id, seen_by="referee"))
        if decision.state.journey.astray and needless not in {"map", "guide"}:
            find_out(decision, f"a {needless} puts the party right")
        return
    was_lost = decision.state.journey.off_the_way
    lost, finder = _thrown(decision, rules) if rules.dice else _saved(decision, rules)
    if lost:
        if rules.holds == "latest" or not decision.state.journey.plan.veer:
            _veer(decision, rules)
    elif was_lost and "save" in rules.found_out:
        find_out(decision, f"{finder} finds the way again")


def _saved(decision: Decision, rules: Navigation) -> tuple[bool, str]:
    """Return whether the navigator's save loses the way, and the navigator's name."""
    nobody = "nobody of the party can find the way"
    who = guide(decision.state, decision.book, rules) or refuse("nobody", nobody, "party Varda cunning 12")
    edge = _edge(decision, rules, who)
    against = cases.difficulty(decision.state, decision.book, rules.cases, decision.at)
    thrown = saves.save if against is None else saves.check
    tested = thrown(decision, who, rules.attribute, rules.rule.id, edge, against=against, seen_by="referee")
    decision.record(WayKept(not tested.succeeded, rule=rules.rule.id, seen_by="referee"))
    return not tested.succeeded, who.name


def _thrown(decision: Decision, rules: Navigation) -> tuple[bool, str]:
    """Return whether dice lose the way in this country, and who finds it otherwise."""
    case = cases.fitting(decision.state, decision.book, rules.cases, "hits", decision.at)
    hits = 0 if case is None else case.hits or 0
    bands = (Band("lost", None, hits), Band("on course", hits + 1, None))
    answer, rolled = decision.roll(Throw("losing the way", rules.dice, bands, rules.rule.id))
    lost = answer.band == 0
    decision.record(WayKept(lost, rolled=rolled, rule=rules.rule.id, seen_by="referee"))
    return lost, "the party"


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Pause a party on the way where the next save falls due, in the middle of a hex too."""
    rules, checked = decision.book.set.navigation, decision.state.journey.checked
    if rules is None or (checked is None and not rules.each):
        return
    due = _next_due(decision, rules, start if checked is None or rules.each else checked)
    if start < due < until:
        decision.schedule(due, Rank.STARTS, decision.state.order, Decision.pause)


def _due(decision: Decision, rules: Navigation) -> bool:
    checked = decision.state.journey.checked
    if checked is None or decision.at >= _next_due(decision, rules, checked):
        return True
    return not rules.each and checked < marches.march_began(decision.state, decision.book, decision.at)


def _next_due(decision: Decision, rules: Navigation, after: Instant) -> Instant:
    """Return when a save falls due on the way after another, in a march that goes on for so long."""
    if not rules.each:
        return after + decision.book.scale.day
    each = decision.book.duration(rules.each)
    return after + (each - (after - ORIGIN) % each)


def _needless(decision: Decision, chart: Chart, rules: Navigation) -> str:
    """Return the reason that makes a save needless: a map, a landmark in sight, a road; else empty."""
    journey = decision.state.journey
    if "map" in rules.exempt and journey.charted:
        return "map"
    if "guide" in rules.exempt and journey.knows and journey.navigator:
        return "guide"
    on_the_road = not journey.astray and chart.road(here(decision), journey.plan.path[0])
    if "road" in rules.exempt and on_the_road:
        return "road"
    if "landmark" in rules.exempt:
        ruled = journey.in_sight
        if exploring.landmark_in_sight(decision, chart) if ruled is None else ruled:
            return "landmark"
    return ""


def _edge(decision: Decision, rules: Navigation, who: Character) -> int:
    journey = decision.state.journey
    # To cross a hex is not to explore it: that takes the time of a search.
    explored = "explored" in rules.advantage and here(decision) in journey.searched
    knows = journey.knows and journey.navigator == who.name
    paced = leg_time.edge(decision.state, decision.book)
    return (1 if explored or knows or paced > 0 else 0) - (1 if journey.treacherous or paced < 0 else 0)


def guide(state: State, book: Rulebook, rules: Navigation) -> Character | None:
    """Return the character who finds the way: the one named, else the ablest of those who can act."""
    able = state.party.able
    named = next((one for one in able if one.name == state.journey.navigator), None)
    return named or max(able, key=lambda one: abilities.adds(book, one, rules.attribute), default=None)


def _veer(decision: Decision, rules: Navigation) -> None:
    lookup = decision.book.lookup(rules.veer)
    answer, rolled = decision.roll(lookup.throw)
    entry = lookup.entries[answer.band]
    faces = next((one.faces for one in entry.do if isinstance(one, Veer)), 0)
    decision.record(Veered(entry.name, faces, rolled, rule=lookup.throw.rule, seen_by="referee"))


def recognise(decision: Decision, chart: Chart, *, known: bool) -> None:
    """Find out on entering a hex that gives the party's whereabouts away."""
    rules = decision.book.set.navigation
    if rules is None or not decision.state.journey.astray:
        return
    where = here(decision)
    if known and "explored" in rules.found_out:
        find_out(decision, "the party has been here before")
    elif "settlement" in rules.found_out and chart.settled(where):
        find_out(decision, "people live here")


def find_out(decision: Decision, why: str) -> None:
    """Record that a lost party finds out where it truly is; does nothing if it is not lost."""
    journey = decision.state.journey
    if not journey.off_the_way:
        return
    rules = decision.book.set.navigation
    rule = rules.rule.id if rules is not None else ""
    seen_by: Audience = "table" if journey.astray else "referee"
    decision.record(FoundOut(here(decision), why, rule=rule, seen_by=seen_by))


def _set_navigator(decision: Decision, command: SetNavigator) -> None:
    who = party.living(decision, command.who)
    decision.record(NavigatorSet(who.name, command.knows))


def _tell_lost(decision: Decision, _command: TellLost) -> None:
    here(decision)
    if not decision.state.journey.off_the_way:
        refuse("not-lost", "the party is where it believes to be", "stand at puts it elsewhere")
    find_out(decision, "the referee says so")


def _kept(state: State, event: WayKept) -> State:
    journey, lost = state.journey, state.journey.lost
    if event.lost:
        lost = lost or event.at
    else:
        # A party that keeps the way in the middle of a hex goes where it means to, however it veered before.
        journey = replace(journey, plan=replace(journey.plan, veer=0))
        lost = lost if journey.astray else None
    journey = replace(journey, checked=event.at, spared=bool(event.needless), lost=lost)
    return replace(state, journey=journey)


def _veered(state: State, event: Veered) -> State:
    plan = replace(state.journey.plan, veer=event.faces)
    return replace(state, journey=replace(state.journey, plan=plan))


def _found_out(state: State, event: FoundOut) -> State:
    journey = state.journey
    plan = replace(journey.plan, veer=0)
    if journey.astray:
        # The way ahead from the believed place is of no use; only the goal stays.
        plan = Plan(plan.path[-1:], plan.called, plan.pushed, by_road=plan.by_road)
        journey = journey.stood(event.at, event.where, event.where)
    return replace(state, journey=replace(journey, plan=plan, lost=None))


def _tell_kept(event: WayKept, _book: Rulebook) -> str:
    if event.needless:
        return f"no save for the way: {event.needless}"
    thrown = f"the way {event.rolled.shown}: " if event.rolled is not None else ""
    return f"{thrown}the party loses its way" if event.lost else f"{thrown}the party keeps its way"


def _tell_sight(event: SightRuled, _book: Rulebook) -> str:
    if event.in_sight is None:
        return "landmarks are in sight as the map has them"
    return f"{'a' if event.in_sight else 'no'} landmark is in sight"


MECHANISM = Mechanism(
    group="Travel",
    commands=(
        declare(
            SetNavigator,
            _set_navigator,
            says=(Form("navigator {who:who} knows the area", {"knows": True}), "navigator {who:who}"),
            heard=(
                "{who:who} navigates|leads|guides|navigator|guide [way|takes|over|as]",
                "{who:who} finds|shows|takes way|lead",
                "navigator|guide|leader {who:who}",
                "make {who:who} navigator|guide",
            ),
            examples=("navigator Varda", "navigator Varda knows the area"),
        ),
        declare(
            CarryMap,
            lambda decision, command: decision.record(MapCarried(command.carried)),
            says=("carry a map", Form("carry no map", {"carried": False})),
            heard=(
                "take|get|have|has|carry|use|buy map [land]",
                Form("have|has|carry|lose no map", {"carried": False}),
                Form("lose map", {"carried": False}),
            ),
            examples=("carry a map", "carry no map"),
        ),
        declare(
            RuleSight,
            lambda decision, command: decision.record(SightRuled(command.in_sight, seen_by="referee")),
            says=(
                Form("landmark in sight", {"in_sight": True}),
                Form("no landmark in sight", {"in_sight": False}),
                "landmarks as mapped",
            ),
            examples=("landmark in sight", "landmarks as mapped"),
        ),
        declare(
            RuleCountry,
            lambda decision, command: decision.record(CountryRuled(command.treacherous, seen_by="referee")),
            says=("treacherous country", Form("easy country", {"treacherous": False})),
            examples="treacherous country",
        ),
        declare(
            TellLost,
            _tell_lost,
            says="find out",
            heard=(
                "find|realise|realize|discover|learn out",
                "realise|realize|discover|notice lost",
                "work|figure out lost|where [are]",
            ),
            examples="find out",
            step=StepKind("find out", "travel", ("find out",)),
        ),
    ),
    events=(
        happens(
            NavigatorSet,
            lambda state, event: replace(
                state, journey=replace(state.journey, navigator=event.who, knows=event.knows)
            ),
            lambda event, _book: f"{event.who} finds the way{', and knows the area' if event.knows else ''}",
        ),
        happens(
            MapCarried,
            lambda state, event: replace(state, journey=replace(state.journey, charted=event.carried)),
            lambda event, _book: f"the party has {'a' if event.carried else 'no'} map of the land",
        ),
        happens(
            SightRuled,
            lambda state, event: replace(state, journey=replace(state.journey, in_sight=event.in_sight)),
            _tell_sight,
        ),
        happens(
            CountryRuled,
            lambda state, event: replace(
                state, journey=replace(state.journey, treacherous=event.treacherous)
            ),
            lambda event, _book: f"the way is {'' if event.treacherous else 'not '}hard to find here",
        ),
        happens(WayKept, _kept, _tell_kept),
        happens(Veered, _veered, lambda event, _book: f"veers {event.rolled.shown}: {event.entry}"),
        happens(
            FoundOut,
            _found_out,
            lambda event, _book: f"the party finds out that it is at {name_of(event.where)}: {event.why}",
        ),
    ),
    serves=lambda book: book.set.navigation is not None,
)
