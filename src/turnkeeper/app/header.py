"""The header of a playthrough: its rules and maps, brought along or known, its instant, its name.

Every fault is a problem with its place in the playthrough, also those in rules and maps brought along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from turnkeeper.app.maps.atlas import SAMPLE, Brought, map_from, sample_land
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.reading import read_calendar
from turnkeeper.chance.drivers import LONGEST_SEED
from turnkeeper.files.maps.textmapper import MapRefused
from turnkeeper.files.playthrough import EmbeddedText, Playthrough, Setting
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Problem, RulesFault, did_you_mean
from turnkeeper.rules.reading.load import builtin_text, known_ids, load_builtin, load_rules
from turnkeeper.rules.reading.switch import UnknownOptionError
from turnkeeper.time import ORIGIN, Instant, SpokenTimeError


class Beginning(Struct, frozen=True):
    """The header as read."""

    rules: RuleSet
    at: Instant
    called: str
    maps: tuple[Brought, ...] = ()
    calendars: tuple[CalendarData, ...] = ()


def value_of(playthrough: Playthrough, key: str) -> str:
    """Return the value of a key of the header, or an empty text."""
    found = playthrough.setting(key)
    return "" if found is None else found[1].plain


def read_header(
    playthrough: Playthrough, name: str, library: Callable[[str], str | None], problems: list[Problem]
) -> Beginning | None:
    """Return the header as read, or ``None`` after noting its faults."""
    rules = _rules(playthrough, name, library, problems)
    seed = playthrough.setting("seed")
    if seed is not None and len(seed[1].plain.encode()) > LONGEST_SEED:
        line, row = seed
        message = f"a seed has at most {LONGEST_SEED} bytes"
        problems.append(Problem(name, line, row.column, "", message, "shorten it"))
        return None
    maps = tuple(_maps(playthrough, name, problems))
    calendars = tuple(_calendars(playthrough, name, problems))
    if rules is None:
        return None
    at = _beginning(playthrough, name, rules, problems)
    stem = name.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    called = value_of(playthrough, "name") or stem or "playthrough"
    return None if at is None else Beginning(rules, at, called, maps, calendars)


def _maps(playthrough: Playthrough, name: str, problems: list[Problem]) -> Iterator[Brought]:
    """Yield the maps that the header names; one that cannot be had is noted and does not stop the rest."""
    for row, sheet in playthrough.maps():
        try:
            yield _map(row, sheet)
        except MapRefused as fault:
            wrong = fault.problem
            line = sheet.line + wrong.line - 1
            column = wrong.column + len("| ") if sheet.text else row.column
            problems.append(Problem(name, line, column, "", wrong.message, wrong.hint))


def _map(row: Setting, sheet: EmbeddedText) -> Brought:
    if sheet.text:
        return map_from(row.plain, sheet.text, row.plain)[0]
    if row.plain == SAMPLE:
        return sample_land()
    message = f"the map {row.plain[:60]!r} is missing"
    raise MapRefused(Problem(row.plain, 0, 1, "", message, f"write it as | lines below, or map: {SAMPLE}"))


def _calendars(playthrough: Playthrough, name: str, problems: list[Problem]) -> Iterator[CalendarData]:
    """Yield the calendars that the header brings along; one that is not in order is noted."""
    for row, sheet in playthrough.calendars():
        try:
            found = read_calendar(sheet.text, f"{row.plain}.toml")
        except RulesFault as fault:
            problems.extend(_in_sheet(one, name, {row.plain: sheet}) for one in fault.problems)
            continue
        if found.calendar.id == row.plain:
            yield found
        else:
            message = f"the calendar below calls itself {found.calendar.id!r}"
            hint = f"calendar: {found.calendar.id}"
            problems.append(Problem(name, sheet.line - 1, row.column, "", message, hint))


def _beginning(
    playthrough: Playthrough, name: str, rules: RuleSet, problems: list[Problem]
) -> Instant | None:
    begins = playthrough.setting("begins")
    if begins is None:
        return ORIGIN
    line, row = begins
    book = Rulebook(rules)
    try:
        return book.scale.parse_instant(row.plain, book.times_of_day)
    except SpokenTimeError as fault:
        column = row.column + fault.column - 1
        problems.append(Problem(name, line, column, "", fault.message, fault.hint or "begins: day 1 08:00"))
        return None


def _rules(
    playthrough: Playthrough, name: str, library: Callable[[str], str | None], problems: list[Problem]
) -> RuleSet | None:
    """Return the rule set that the header names, from the playthrough itself or from the library."""
    found = playthrough.setting("rules")
    if found is None:
        return None
    line, row = found
    wanted, sheets = row.plain, playthrough.sheets()

    def base(ruleset: str) -> str | None:
        return sheets[ruleset].text if ruleset in sheets else library(ruleset)

    text = base(wanted)
    if text is None:
        hint = did_you_mean(wanted, (*known_ids(), *sheets))
        message = f"there is no rule set {wanted[:60]!r}"
        problems.append(Problem(name, line, row.column, "", message, hint))
        return None
    options = tuple(value_of(playthrough, "options").split())
    try:
        if text == builtin_text(wanted) and not sheets and not options:
            return load_builtin(wanted)
        rules = load_rules(text, f"{wanted}.toml", base, options)
    except UnknownOptionError as fault:
        problems.append(_no_option(playthrough.setting("options") or found, name, fault))
        return None
    except RulesFault as fault:
        problems.extend(_in_sheet(problem, name, sheets) for problem in fault.problems)
        return None
    if rules.ruleset.id != wanted:
        message = f"the rules below call themselves {rules.ruleset.id!r}"
        problems.append(Problem(name, line, row.column, "", message, f"rules: {rules.ruleset.id}"))
    return rules


def _no_option(said: tuple[int, Setting], name: str, fault: UnknownOptionError) -> Problem:
    line, row = said
    column = row.column + max(row.value.find(fault.name), 0)
    return Problem(name, line, column, "", fault.message, fault.hint)


def _in_sheet(problem: Problem, name: str, sheets: Mapping[str, EmbeddedText]) -> Problem:
    """Return a problem of rules that the playthrough brings along at its place in the playthrough."""
    sheet = sheets.get(problem.file.removesuffix(".toml"))
    if sheet is None:
        return problem
    line, column = sheet.line + problem.line - 1, problem.column + len("| ")
    return Problem(name, line, column, problem.path, problem.message, problem.hint)
