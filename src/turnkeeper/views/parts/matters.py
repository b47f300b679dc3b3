"""Open matters: questions to the referee, encounters, tasks cut short, and the commands that answer them.

All of it is put together from the state alone, so that every front end advises alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.hexes import name_of
from turnkeeper.play.clock import questions
from turnkeeper.play.clock.clock import said_ahead, said_left
from turnkeeper.play.dungeon import dark
from turnkeeper.play.dungeon.burning import is_out
from turnkeeper.play.dungeon.meeting import Meeting
from turnkeeper.play.fight import rounds, tide
from turnkeeper.play.fight.able import are_against
from turnkeeper.play.journey import leg_time, marches, remaining, travel, whereabouts
from turnkeeper.play.journey.marches import Marching
from turnkeeper.play.kernel.event import Task
from turnkeeper.play.kernel.scene import chart_in_use, outdoors
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration
from turnkeeper.views.parts import counts, possible, wayfaring
from turnkeeper.views.parts.fights import has_left, nobody_fights
from turnkeeper.views.parts.saying import named, per_mille
from turnkeeper.views.parts.steps import NextStep

MOST_NAMED = 6
IS_DARK = "it is dark"


class OpenQuestion(Struct, frozen=True):
    """A question put to the referee, and its possible answers."""

    text: str
    choices: tuple[str, ...]


class Matter(Struct, frozen=True):
    """An open matter: its subject, and commands that would answer it.

    A ``secret`` one is for the referee alone. ``steps`` are the commands as buttons, where asked for.
    """

    about: str
    says: tuple[str, ...]
    secret: bool = False
    steps: tuple[NextStep, ...] = ()

    @property
    def lead(self) -> str:
        """The subject, with a colon if commands follow; a question has its own mark."""
        about = f"{self.about} (secret)" if self.secret else self.about
        return about if about.endswith("?") or not self.says else f"{about}:"


class UnfinishedLine(Struct, frozen=True):
    """A task cut short: its rest, in words and in thousandths, and until when it can go on.

    It is ``secret`` where the rest is reckoned from a hex in which the party does not know to be.
    ``steps`` go on with it or give it up, for the one that was left last, where buttons are asked for; the
    others wait their turn.
    """

    what: str
    left: str
    left_of_1000: int
    until: str
    secret: bool
    steps: tuple[NextStep, ...] = ()
    ahead: str = ""

    def __str__(self) -> str:
        """Return it as one line: ``search, 2 turns left, lost at day 2 00:00``."""
        until = f", lost at {self.until}" if self.until else ""
        return f"{self.what}, {self.ahead or f'{self.left} left'}{until}"


def unfinished(state: State, book: Rulebook) -> tuple[UnfinishedLine, ...]:
    """Return the tasks cut short, the latest first."""
    return tuple(_unfinished(one, state, book) for one in reversed(state.unfinished))


def _ahead(task: Task, state: State, book: Rulebook) -> str:
    """Return the rest of a journey to the next hex, and to its end; empty for another task."""
    chart = chart_in_use(state, book)
    if task.kind != travel.KIND or chart is None or not leg_time.able(state, book):
        return ""
    way = remaining.ahead(state, book, chart, 1 - wayfaring.half_crossed(state, book))
    return "" if way is None else said_ahead(way.toward, way.left, way.whole, book)


def _unfinished(task: Task, state: State, book: Rulebook) -> UnfinishedLine:
    return UnfinishedLine(
        what=task.what,
        left=said_left(task, book),
        left_of_1000=per_mille(task.left.ms, task.takes.ms),
        until="" if task.until is None else book.scale.say_instant(task.until),
        secret=task.kind == travel.KIND and state.journey.off_the_way,
        ahead=_ahead(task, state, book),
    )


def going_on(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the commands that go on with the task cut short last, or give it up."""
    return ("resume", "abandon") if possible.resume(state, book) else ("abandon",)


# What waits


def matters(state: State, book: Rulebook) -> tuple[Matter, ...]:
    """Return the matters that wait for the referee, the most pressing first."""
    return tuple(_matters(state, book))


def _matters(state: State, book: Rulebook) -> Iterator[Matter]:
    may_pass = state.fight is None and state.count is None and possible.free(state, book)
    if state.question is not None:
        asked = state.question
        yield Matter(asked.text, choices(state, book))
    if state.tide is not None and state.tide.proposed and not nobody_fights(state):
        yield from _proposed(state.tide)
    if state.question is not None:
        return  # until it is answered nothing else goes on
    if state.count is not None:
        yield from (Matter(about, says) for about, says in counts.waits(state, book))
    elif state.fight is not None:
        yield from in_fight(state, book)
    elif any(one.is_open(state.now) for one in state.meetings):
        met = ", ".join(one.what for one in state.meetings)
        yield Matter(f"the party has met {met}", tuple(at_meeting(state, book)))
    if state.party.living and not seasons.is_light(state, book):
        rests = rests_of(state, book) if may_pass and outdoors(state, book) else ()
        yield Matter(IS_DARK, (*in_darkness(state, book), *rests))
    yield from _owed(state, book)
    yield from _travel(state, book) if may_pass and outdoors(state, book) else ()
    if state.unfinished:
        yield Matter(f"{state.unfinished[-1].what} was left unfinished", going_on(state, book))


def _proposed(now: tide.TideNow) -> Iterator[Matter]:
    """Yield the shifts of the Tide that are proposed, the latest first; an earlier one is called by name."""
    for number, one in enumerate(reversed(now.proposed)):
        named = f" {one.named}" if number else ""
        moment = tide.moment_said(one.moment, one.favours)
        says = (f"tide yes{named}", f"tide no{named}")
        yield Matter(f"the Tide would shift for the {one.favours}: {moment}", says, secret=True)


def choices(state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the commands that answer the open question now, in the order in which its table has them."""
    free = possible.free(state, book)
    return tuple(f"choose {name}" for name in questions.choices_now(state, book, free=free))


def in_fight(state: State, book: Rulebook) -> Iterator[Matter]:
    """Yield who acts now, or that the round may end; and that nobody is left to fight."""
    again = ("round",) if possible.another_round(state) else ()
    if nobody_fights(state):
        yield Matter("no enemy is left who fights", ("end fight", *again))
        return
    if has_left(state):
        yield Matter("nobody of the party is left in the fight", ("end fight", *again))
        return
    current = rounds.now(state)
    if current is None:
        yield Matter("a fight is going on", (*again, "end fight"))
        return
    several = 1 < len(current.who) <= MOST_NAMED
    each = tuple(f"done {named(name, book)}" for name in current.who) if several else ()
    acting = rounds.say_go(state, current.who, current.go.note)
    yield Matter(f"in the fight, now {acting}", ("done", *each, *again, "end fight"))


def _owed(state: State, book: Rulebook) -> Iterator[Matter]:
    """Yield who still has to exert an attribute of their own choice."""
    camp = book.set.camp
    dice = camp.unsheltered.exerts if camp is not None else ""
    for who in state.party.living if dice else ():
        if who.owes > 0:
            times = f" {who.owes} times" if who.owes > 1 else ""
            says = tuple(f"exert {name} for {named(who.name, book)}" for name, _ in who.attributes)
            yield Matter(f"{who.name} must exert {dice} of any attribute{times}", says)


def at_meeting(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the commands for those who were met in the order of play: surprise, reaction, fight, parting."""
    rules, several = book.set.reaction, len(state.meetings) > 1
    if any(throws_surprise(one, state, book) for one in state.meetings):
        yield "throw surprise"
    unsure = [one for one in state.meetings if not one.reaction] if rules is not None else []
    for one in unsure:
        yield f"reaction of {named(one.what, book)}" if len(unsure) > 1 else "reaction"
    attacking = [one for one in state.meetings if rules is not None and one.reaction in rules.hostile]
    fights = tuple(_fights(attacking, state, book))
    first = bool(attacking or unsure or rules is None or not rules.hostile)
    yield from fights if first else ()
    for one in state.meetings:
        yield f"part from {named(one.what, book)}" if several else "part"
    for one in state.meetings:
        if one.is_open(state.now):
            come = "come" if one.feet_at(state.now) else "be"
            yield f"let {named(one.what, book) if several else 'it'} {come}"
    yield from () if first else fights


def may_surprise(one: Meeting, state: State, book: Rulebook) -> bool:
    """Return whether nobody knows yet who is surprised as these are met, and the rules say who is."""
    found = state.taken is not None and state.taken.at == state.now
    return book.set.surprise is not None and one.met == state.now and not found


def throws_surprise(one: Meeting, state: State, book: Rulebook) -> bool:
    """Return whether surprise is still to be thrown for as these are met."""
    rules = book.set.surprise
    unsure = not one.reaction and not one.coming(state.now)
    return rules is not None and bool(rules.dice) and unsure and may_surprise(one, state, book)


def _fights(attacking: list[Meeting], state: State, book: Rulebook) -> Iterator[str]:
    """Yield the fights that could begin: with one of several that attacks, else with all who have names."""
    if book.set.fight is None or not state.party.able:
        return
    named_ones = are_against(state)
    for one in attacking:
        if len(state.meetings) > 1 or not named_ones:
            yield f"fight with {named(one.what, book)}"
    if named_ones:
        yield "fight"


def in_darkness(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the commands for the dark: light, and going on without it where that has to be said."""
    yield from lights(state, book)
    if dark.holds(state, book) is not None:
        yield dark.GO_ON


def answers(state: State, book: Rulebook) -> Iterator[str]:
    """Yield the commands that answer what holds the clock outside a fight; the first is the most likely."""
    if state.question is not None:
        yield from choices(state, book)
        return
    if any(one.is_open(state.now) for one in state.meetings):
        yield from at_meeting(state, book)
    if dark.holds(state, book) is not None:
        yield from in_darkness(state, book)


def lights(state: State, book: Rulebook) -> Iterator[str]:
    """Yield how it becomes light: a source that was put out, else one of the kinds that are there."""
    idle = next((one for one in state.lights.idle() if not is_out(book, one, state.now)), None)
    if idle is not None:
        here = state.party.find(idle.bearer) is not None
        yield f"light {idle.kind} for {named(idle.bearer, book)}" if here else f"light {idle.kind}"
        return
    left = [(name, kind.fuel or name) for name, kind in book.set.lights.items()]
    counted = [name for name, item in left if state.supplies.of(item)]
    there = counted or [name for name, item in left if state.supplies.of(item) is None]
    able = state.party.able
    if there:
        yield f"light {there[0]} for {named(able[0].name, book)}" if able else f"light {there[0]}"
    elif left:
        yield f"stock 1 {left[0][1]}"


def _travel(state: State, book: Rulebook) -> Iterator[Matter]:
    """Yield what those wait for who travel: a place on the map, the way, the end of the day's march."""
    if book.set.travel is None or not state.map.digest:
        return
    journey = state.journey
    if not journey.trail:
        place = _beginning(state, book)
        yield from [Matter("the party is not on the map yet", (f"stand at {place}",))] if place else ()
    elif journey.off_the_way:
        yield Matter("the party is lost and does not know it", ("find out",), secret=True)
    if whereabouts.under_way(state) is not None and whereabouts.march_done(state, book):
        yield from _march_done(state, book)


def _beginning(state: State, book: Rulebook) -> str:
    """Return a good hex to begin in: the first in which people live, else the first that can be entered."""
    chart = chart_in_use(state, book)
    if chart is None:
        return ""
    open_hexes = [tile.place for tile in chart.land.tiles if chart.passable(tile.place)]
    lived_in = (place for place in open_hexes if chart.settled(place))
    first = next(lived_in, open_hexes[0] if open_hexes else None)
    return "" if first is None else name_of(first)


def _march_done(state: State, book: Rulebook) -> Iterator[Matter]:
    today, needs = marches.marching(state, book), whereabouts.still_needed(state, book)
    if today is None or needs is None:
        return
    if today.watch_left < today.left:
        yield _watch_done(today, needs, book)
        return
    forced = ["force march"] if today.longer else []
    if not today.marched and needs > today.at_once:
        say = book.scale.say_clock
        about = f"the next hex takes {say(needs)}, longer than a day's march of {say(today.may)}"
        yield Matter(about, tuple(forced) or ("abandon",))
    else:
        yield Matter("the day's march is done", (*rests_of(state, book), *_until_dawn(book), *forced))


def _watch_done(today: Marching, needs: Duration, book: Rulebook) -> Matter:
    """Return the matter that waits when a watch is over for the march and the day is not."""
    march, say = marches.march_of(book), book.scale.say_clock
    watch = NO_TIME if march is None else book.duration(march.watch)
    if needs > watch:
        return Matter(f"the next hex takes {say(needs)}, longer than a watch of {say(watch)}", ("abandon",))
    return Matter("this watch reaches no other hex", (f"wait {say(today.watch_left)}",))


def _until_dawn(book: Rulebook) -> Iterator[str]:
    """Yield how the next day is waited for: who has rested already waits for nothing else."""
    if seasons.DAWN in book.set.time.times_of_day:
        yield f"wait until {seasons.DAWN}"


def rests_of(state: State, book: Rulebook) -> Iterator[str]:
    """Yield how the party spends a night under this rule set: the camp, and what sleeps or heals it all."""
    if book.set.camp is not None:
        yield from ["camp"] if possible.camp(state, book) else ["camp with shelter", "camp without shelter"]
    for one in book.set.activities.values():
        heals_all = one.heals is not None and one.heals.all
        overnight = bool(one.takes) and book.duration(one.takes) <= book.scale.day
        if (one.sleeps or (heals_all and overnight)) and possible.begin(one, state, book):
            yield one.says[0]
