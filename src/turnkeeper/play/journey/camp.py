"""The camp: shelter from a tent or from the terrain, and the night that is slept under it.

An interrupted night is still one night: the shelter found when the camp was made holds until it is slept
out. From one dawn to the next there is one night: another camp after it was slept out restores nothing.
The effects of a night, with a camp or without, are in `nights`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.clock import questions, resting
from turnkeeper.play.clock.clock import TaskEnded, carry_out
from turnkeeper.play.journey import journey, nights
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, Task, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.camp import Camp, NaturalShelter
from turnkeeper.time import Duration, Instant

KIND = "camp"
SAID = "said"
NATURAL = "natural"


class Site(Struct, frozen=True, omit_defaults=True):
    """The last camp of the party: since when, whether it was sheltered, and ``again`` on the same day."""

    at: Instant
    sheltered: bool
    terrain: str = ""
    again: bool = False


class MakeCamp(Command, frozen=True, tag="camp"):
    """Camp for the night: under a counted tent, in natural shelter if it is found, or as you say."""

    terrain: str = ""
    shelter: bool | None = None
    lasts: Duration | None = None


class CampMade(Event, frozen=True, tag="camp-made.1"):
    """A camp was made. ``shelter`` is a tent, ``natural``, as ``said``, or empty for none.

    Where natural shelter was searched for, ``up_to`` is the highest throw that finds it. It is ``again``
    where the night of that day was slept already.
    """

    shelter: str = ""
    terrain: str = ""
    season: str = ""
    up_to: int | None = None
    rolled: Rolled | None = None
    again: bool = False


def pursue(decision: Decision, task: Task) -> None:
    """Carry out a camp as far as it goes; its night does not count as one in the open."""
    decision.camping = True
    carry_out(decision, task, _finish)
    decision.camping = False


def _finish(decision: Decision, task: Task) -> None:
    decision.record(TaskEnded.of(task, slept=True))
    rules, site = _rules(decision), decision.state.camp
    if site is None or not site.again:
        sheltered = site is not None and site.sheltered
        nights.pass_night(decision, rules.sheltered if sheltered else rules.unsheltered)
    resting.end_lasting(decision, "camp", rests=True)


def _rules(decision: Decision) -> Camp:
    rules = decision.book.set.camp
    if rules is None:
        rule_out("no-camp", "this rule set says nothing of camps", "wait, and note how they slept")
    return rules


def _camp(decision: Decision, command: MakeCamp) -> None:
    questions.require_free(decision)
    rules = _rules(decision)
    least = decision.book.duration(rules.takes)
    if command.lasts is not None and command.lasts < least:
        refuse("length", f"a camp takes {rules.takes} at least", f"camp for {rules.takes}")
    again = _slept_today(decision.state, decision.book)
    decision.record(replace(_make(decision, rules, command), again=again))
    takes = command.lasts or least
    pursue(decision, Task("camp", decision.state.order, takes, takes, rule=rules.rule.id, kind=KIND))


def _slept_today(state: State, book: Rulebook) -> bool:
    """Return whether a camp of this day, from dawn to dawn, was slept out; without a dawn, from midnight."""
    site, slept = state.camp, state.journey.slept
    if site is None or slept is None or not (slept > site.at or site.again):
        return False
    dawn = seasons.next_time(state, book, seasons.DAWN, site.at)
    return state.now < (dawn or book.scale.start_of("day", site.at) + book.scale.day)


def _make(decision: Decision, rules: Camp, command: MakeCamp) -> CampMade:
    """Return the camp that is made: as said, with a tent, or as the search for shelter turns out."""
    if command.shelter is not None:
        return CampMade(SAID if command.shelter else "", rule=rules.rule.id)
    if rules.tent and decision.state.supplies.of(rules.tent):
        return CampMade(rules.tent, rule=rules.rule.id)
    natural = rules.natural
    terrain = command.terrain.casefold() or _terrain_here(decision)
    if natural is None or not terrain:
        where = f"camp in {next(iter(natural.found))}, " if natural is not None and natural.found else ""
        refuse("shelter", "is the camp sheltered, or what country is it in?", f"{where}camp with shelter")
    return _search(decision, natural, terrain)


def _search(decision: Decision, natural: NaturalShelter, terrain: str) -> CampMade:
    """Search for natural shelter; where it is sure to be found nothing is thrown."""
    row = natural.found.get(terrain)
    if row is None:
        hint = closest(terrain, natural.found, "one of " + ", ".join(natural.found))
        refuse("unknown-terrain", f"nothing is said of shelter in {terrain}", f"{hint}; or camp with shelter")
    season = _season(decision, row)
    up_to = row[season]
    if up_to >= parse_dice(natural.dice).maximum:
        return CampMade(NATURAL, terrain, season, up_to, rule=natural.rule.id)
    bands = (Band("shelter", None, up_to), Band("none", up_to + 1, None))
    answer, rolled = decision.roll(Throw("natural shelter", natural.dice, bands, natural.rule.id))
    found = NATURAL if answer.band == 0 else ""
    return CampMade(found, terrain, season, up_to, rolled, rule=natural.rule.id)


def _terrain_here(decision: Decision) -> str:
    """Return the shelter row of the terrain where the party is; empty where no map is in use."""
    here = journey.terrain(decision.state, decision.book)
    return "" if here is None else here[1].shelter or here[0]


def _season(decision: Decision, row: dict[str, int]) -> str:
    """Return the current season if the row has it, else the first season of the row."""
    now = seasons.of(decision.state, decision.book).casefold()
    return now if now in row else next(iter(row))


def _made(state: State, event: CampMade) -> State:
    return replace(state, camp=Site(event.at, bool(event.shelter), event.terrain, event.again))


def _tell(event: CampMade, book: Rulebook) -> str:
    again = "; the night since dawn was slept already, and no other restores anything" if event.again else ""
    return f"{_tell_shelter(event, book)}{again}"


def _tell_shelter(event: CampMade, _book: Rulebook) -> str:
    if event.up_to is None:
        by = "" if event.shelter == SAID else f": {event.shelter}"
        return f"camp, sheltered{by}" if event.shelter else "camp, without shelter"
    where = f"{event.terrain} in {event.season}"
    thrown = f" {event.rolled.shown} against {event.up_to}" if event.rolled is not None else ", always"
    found = f"found{thrown}" if event.shelter else f"not found{thrown}"
    return f"camp, natural shelter {found} ({where})"


def _tell_plainly(event: CampMade, book: Rulebook) -> str:
    return _tell(event, book).removeprefix("camp, ")


def _country(_state: State, book: Rulebook) -> Iterable[str]:
    natural = book.set.camp.natural if book.set.camp is not None else None
    return () if natural is None else natural.found


def _essence(seen: Outlook) -> Hashable:
    """Return the last camp, and for two days how long ago it was made."""
    site, late = seen.state.camp, seen.book.scale.day.ms * 2
    return None if site is None else (timeless(site), min(seen.ago(site.at), late) if seen.outdoors else None)


MECHANISM = Mechanism(
    group="Activities",
    commands=(
        declare(
            MakeCamp,
            _camp,
            says=(
                Form("camp with shelter [for {lasts:length}]", {"shelter": True}),
                Form("camp without shelter [for {lasts:length}]", {"shelter": False}),
                "camp [in {terrain:what}] [for {lasts:length}]",
            ),
            heard=(
                "camp|encamp|bivouac [tonight]",
                "make|set|pitch|build camp|tents|tent [for] [in {terrain:what}] [night]",
                "camp|encamp [here] [for] night",
                (
                    "camp|encamp|bivouac|sleep|slumber|tents [make|set|pitch|up|here|camp|tents|and] [for] "
                    "{lasts:length}"
                ),
                "pass|spend|stay night [here]",
                "bed|settle down [for] [night]",
                "halt|stop|settle|finish|done for day|tonight [here]",
                "sleep|rest for|through night",
                Form("sleep|turn in|night|tonight", cost=2),
                Form("sleep [well|soundly|tonight]", cost=2),
                "look|search|seek|find shelter camp [and|for]",
                Form(
                    "look|search|seek|find|scout|take shelter|campsite|cover [for] [good|safe|dry]",
                    cost=1,
                    asks="shelter is looked for as camp is made, which takes its time",
                ),
                Form(
                    "camp|sleep|night under|in|with cover|roof|tent|tents|shelter [for] [night]",
                    {"shelter": True},
                ),
                Form("build|make|raise shelter [and] [camp]", {"shelter": True}),
                Form("camp|sleep|night under|in sky|stars|open [open|clear|air]", {"shelter": False}),
            ),
            examples=("camp", "camp in forest", "camp with shelter"),
            completes={"terrain": _country},
            step=StepKind("camp", "do", ("camp",)),
        ),
    ),
    events=(happens(CampMade, _made, _tell, begins=True, plainly=_tell_plainly),),
    serves=lambda book: book.set.camp is not None,
    resumes={KIND: pursue},
    slices=("camp",),
    essence=_essence,
)
