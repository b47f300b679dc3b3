"""A new campaign from a filled-in form: one call from nothing to the first turn.

All that is wrong is told at once, each thing at its field; it is tried in memory first, so that no file is
made for a campaign that could not begin. This module must not know how a form looks.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from turnkeeper.app.campaign import Campaign, blobs_of, facts_for, root_of
from turnkeeper.app.library import NoCampaign, beginning, in_memory, random_id, seed_for
from turnkeeper.app.maps import atlas, using
from turnkeeper.app.maps.atlas import Brought
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.people import JOIN, commands_of
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.folder import WrongField, free_path, name_said
from turnkeeper.app.shelf.naming import free_name, stem_for, tidied
from turnkeeper.files.maps import textmapper
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import RulesFault, UnknownNameError
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules
from turnkeeper.rules.reading.switch import UnknownOptionError
from turnkeeper.time import Instant, SpokenTimeError

PLACES = (
    "The Salt Stair", "The Drowned Mill", "Under Harrow Hill", "The Nine Lanterns", "The Sunken Abbey",
    "A Winter at Wendbridge", "The Glass Warren", "Where the Road Ends",
)  # fmt: skip
"""Names for campaigns, where nothing else was thought of."""
OWN = "own"
"""Where one of several is chosen, this is what a user brings along."""
MOST_PARTY_LINES = 60


class Wanted(Struct, frozen=True):
    """The form of a new campaign, as it was typed.

    ``rules`` is the id of a rule set that comes with the program, or ``own`` for ``house``, the text of a
    house file. ``map`` is empty for none, ``sample``, or ``own`` for ``map_text``. ``party`` has a person on
    each line.
    """

    name: str
    rules: str = DEFAULT_GAME
    house: str = ""
    options: tuple[str, ...] = ()
    begin: str = ""
    seed: str = ""
    map: str = ""
    map_name: str = ""
    map_text: str = ""
    party: str = ""


class Begun(Struct, frozen=True):
    """A new campaign: its file, its id, its name; ``note`` says where it differs from the request."""

    path: Path
    campaign: str
    name: str
    note: str = ""


class _Plan(Struct, frozen=True):
    """All that a campaign begins with, read and found in order so far."""

    name: str
    rules: RuleSet
    at: Instant
    seed: str
    map: Brought | None
    people: tuple[str, ...]


def begin(folder: Path, wanted: Wanted, taken: Iterable[str] = ()) -> Begun | list[WrongField]:
    """Begin a campaign in a new file of a folder, or return everything wrong with the form.

    A name that is ``taken`` is numbered rather than refused. Raises `RecordFault`.
    """
    slips: list[WrongField] = []
    plan = _planned(wanted, slips)
    if slips or plan is None:
        return slips
    name = free_name(plan.name, taken)
    path, campaign_id = free_path(folder, stem_for(name)), random_id()
    from turnkeeper.record.sqlite import SqliteStore

    facts = facts_for(name, campaign_id, plan.seed, plan.rules)
    store = SqliteStore.create(path, facts, root_of(plan.rules, plan.at), blobs=blobs_of(plan.rules))
    campaign = Campaign(store)
    try:
        _set_out(campaign, plan)
    finally:
        campaign.close()
    note = "" if name == plan.name else f"There is a {plan.name} already, so this one is called {name}."
    return Begun(path, campaign_id, name, note)


def _set_out(campaign: Campaign, plan: _Plan) -> None:
    """Carry out the first commands; each was tried before."""
    if plan.map is not None:
        using.use(campaign, plan.map)
    for said in commands_of(plan.people):
        Session(campaign).say(said)


def _planned(wanted: Wanted, slips: list[WrongField]) -> _Plan | None:
    """Return the plan of a campaign, after noting everything wrong with the form."""
    name = name_said(wanted.name)
    if isinstance(name, WrongField):
        slips.append(name)
    seed = _seed(wanted, slips)
    brought = _map(wanted, slips)
    rules = _rules(wanted, slips)
    if rules is None:
        return None
    at = _at(wanted, rules, slips)
    people = tuple(_tried(wanted, rules, brought, slips))
    if isinstance(name, WrongField) or at is None:
        return None
    return _Plan(name, rules, at, seed, brought, people)


def _seed(wanted: Wanted, slips: list[WrongField]) -> str:
    try:
        return seed_for(wanted.seed.strip())
    except NoCampaign as fault:
        slips.append(WrongField("seed", str(fault), fault.hint))
        return ""


def _map(wanted: Wanted, slips: list[WrongField]) -> Brought | None:
    match wanted.map:
        case "sample":
            return atlas.map_from(atlas.SAMPLE, atlas.sample_text(), atlas.SAMPLE)[0]
        case map_ if map_ == OWN and wanted.map_text.strip():
            called = tidied(wanted.map_name) or "map"
            try:
                return atlas.map_from(called, wanted.map_text, "the map")[0]
            except textmapper.MapRefused as fault:
                wrong = fault.problem
                slips.append(WrongField("map_text", wrong.message, wrong.hint, wrong.line, wrong.column))
                return None
        case map_ if map_ == OWN:
            slips.append(WrongField("map_text", "There is no map yet.", "choose a file, or paste its lines"))
            return None
        case _:
            return None


def rules_of(wanted: Wanted) -> RuleSet | None:
    """Return the rules that a form asks for, or ``None`` while they are not in order."""
    return _rules(wanted, [])


def suggested_name(taken: Iterable[str]) -> str:
    """Return a name for a campaign of which nobody has thought of one yet."""
    used = {one.casefold() for one in taken}
    return next((one for one in PLACES if one.casefold() not in used), PLACES[0])


def _rules(wanted: Wanted, slips: list[WrongField]) -> RuleSet | None:
    if wanted.rules == OWN and not wanted.house.strip():
        slips.append(WrongField("house", "There are no house rules yet.", "choose a file, or paste its text"))
        return None
    try:
        if wanted.rules == OWN:
            return load_rules(wanted.house, "the house rules", builtin_text, wanted.options)
        # By its id alone: what was typed must not become a path.
        return load_builtin(wanted.rules, wanted.options)
    except UnknownOptionError as fault:
        slips.append(WrongField("options", f"{fault.message}.", fault.hint))
    except UnknownNameError as fault:
        slips.append(WrongField("rules", f"{fault.message}.", fault.hint))
    except RulesFault as fault:
        slips += [
            WrongField("house", f"{one.path}: {one.message}".lstrip(": "), one.hint, one.line, one.column)
            for one in fault.problems
        ]
    return None


def _at(wanted: Wanted, rules: RuleSet, slips: list[WrongField]) -> Instant | None:
    try:
        return beginning(rules, wanted.begin.strip())
    except SpokenTimeError as fault:
        slips.append(WrongField("begin", fault.message, fault.hint or "such as day 1 08:00", 1, fault.column))
        return None


def _tried(wanted: Wanted, rules: RuleSet, brought: Brought | None, slips: list[WrongField]) -> list[str]:
    """Return the people of the party as they are said, after trying the first commands in memory."""
    trial = in_memory("trial", rules)
    if brought is not None:
        used = using.use(trial, brought)
        if isinstance(used, Refusal):
            slips.append(WrongField("map_name" if wanted.map == OWN else "map", used.message, used.hint))
    people: list[str] = []
    for number, line in enumerate(wanted.party.splitlines(), 1):
        said = line.strip().strip(";").strip()
        if not said:
            continue
        if len(people) == MOST_PARTY_LINES:
            slips.append(
                WrongField("party", f"At most {MOST_PARTY_LINES} people begin.", "add them later", number)
            )
            break
        people.append(said)
        slip = _join(trial, said, number, line.index(said[0]))
        if slip is not None:
            slips.append(slip)
    return people


def _join(trial: Campaign, said: str, line: int, before: int) -> WrongField | None:
    """Add one line of people to the party, and return its faults."""
    match Session(trial).say(JOIN + said):
        case NotUnderstood(message=message, hint=hint, column=column):
            # The form says `party` by itself.
            hint = hint.replace(f"say it as {JOIN}", "such as ")
            return WrongField("party", message, hint, line, before + max(1, column - len(JOIN)))
        case Refusal(message=message, hint=hint):
            return WrongField("party", message, hint, line, before + 1)
        case _:
            return None
