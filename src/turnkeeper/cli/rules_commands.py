"""`rules list | show | diff | new | check | schema | why | coverage`: rule sets, read, begun and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from turnkeeper.app.library import rules_named
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.opening import read_text, write_new
from turnkeeper.cli.parser import Flag, Json, OptionsOption, RulesOption
from turnkeeper.cli.screen import table
from turnkeeper.rules import DEFAULT_GAME

if TYPE_CHECKING:
    from turnkeeper.views.rulesheet import Covered, OptionReading, Reason, RuleSheet, SheetSection

MOST_IN_A_ROW = 5
MOST_IDS = 4
WhichRules = Annotated[str, Parameter(help="The id of a built-in rule set, or a file.")]
app = App(name="rules", help="List, show, check and explain rule sets.", version_flags=[])


@app.command(name="list")
def list_rules(*, json: Json = False) -> None:
    """List the rule sets that come with the program, and the examples of home-made procedures."""
    from turnkeeper.views.rulesheet import listed

    found, out = listed(), screen.stdout()
    games = [
        (one.id, one.name, f"{one.rules} rules, {one.house} choices of the house")
        for one in found
        if not one.example
    ]
    examples = [(one.id, one.name, f"extends {one.extends}") for one in found if one.example]
    lines = (
        *table(out, games, ("bold", "", "dim")),
        "",
        "Examples of home-made procedures, to play by or to copy from:",
        *table(out, examples, ("bold", "", "dim")),
    )
    out.answer(found, lines, json=json)


@app.command
def show(
    which: WhichRules = DEFAULT_GAME,
    /,
    *,
    option: OptionsOption = (),
    house: Flag = False,
    json: Json = False,
) -> None:
    """Show a rule set: what it says, by which rules, and which other readings it offers as options.

    Parameters
    ----------
    house
        Only what the house chose where the sources are silent, and why.
    """
    from turnkeeper.views import rulesheet

    rules, out = rules_named(which, option), screen.stdout()
    if house:
        chosen = rulesheet.house(rules)
        rows = [(one.where, one.rule, one.why) for one in chosen]
        out.answer(chosen, table(out, rows, ("bold", "dim")), json=json)
    else:
        out.answer(rules, _sheet_drawn(out, rulesheet.sheet(rules)), json=json)


def _sheet_drawn(out: screen.Screen, told: RuleSheet) -> Iterator[str]:
    yield f"{out.bold(told.name)}  {out.dim(told.id)}"
    yield from screen.wrapped(f"{told.notice} {told.uncovered}".strip(), out.width)
    sections = [(section.name, _rows(section)) for section in told.sections]
    options = [
        (f"  {one.name}{' (on)' if one.on else ''}", ", ".join(one.rules), one.says) for one in told.options
    ]
    for name, rows in (*sections, *([("options", options)] if options else [])):
        yield from ("", out.bold(name), *table(out, rows, ("", "dim")))


def _rows(section: SheetSection) -> list[tuple[str, str, str]]:
    """Return the entries of a section as rows; a long entry has a row for each of its facts."""
    rows: list[tuple[str, str, str]] = []
    for entry in section.entries:
        long = len(entry.says) > MOST_IN_A_ROW
        says = entry.says if long else ("; ".join(entry.says),)
        ids = [
            ", ".join(entry.rules[at : at + MOST_IDS]) + ("," if at + MOST_IDS < len(entry.rules) else "")
            for at in range(0, len(entry.rules), MOST_IDS)
        ]
        names = [f"  {entry.name}" if entry.name else " "]
        rows += zip_longest(names, ids, says, fillvalue="")
    return rows


@app.command
def diff(one: WhichRules, other: WhichRules, /, *, json: Json = False) -> None:
    """Tell in plain words how two rule sets differ.

    Parameters
    ----------
    one
        The id of a built-in rule set, or a file.
    other
        Another, which it is held against.
    """
    from turnkeeper.views.rule_contrasts import contrasts

    first, second, out = rules_named(one), rules_named(other), screen.stdout()
    found = contrasts(first, second)
    lines = [line for each in found for line in screen.wrapped(str(each), out.width)]
    head = f"{first.ruleset.id} against {second.ruleset.id}"
    out.answer(found, [head, *lines] if lines else ["they say the same"], json=json)


@app.command(name="new")
def begin(name: str, /, *, like: WhichRules = DEFAULT_GAME) -> None:
    """Write a new rule file: only what a game must say, each value with its meaning.

    Parameters
    ----------
    name
        The name of your game; the file is called by it.
    like
        The rule set whose values it begins with, by its id or its file.
    """
    from turnkeeper.app.shelf.new_rules import id_of, new_rules

    rules, out = rules_named(like), screen.stdout()
    if not id_of(name):
        raise Stop(Exit.USAGE, f"{name[:40]!r} has no letter for the name of a file.", "such as: Our Game")
    file = Path(f"{id_of(name)}.toml")
    write_new(file, new_rules(name, rules))
    out.say(f"{file} is written. Change it, then: turnkeeper rules check {file}")


@app.command
def check(file: Path, /, *, json: Json = False) -> int:
    """Check a rule file, and list every problem at once, with line, column and a hint.

    Parameters
    ----------
    file
        A TOML file.
    """
    from turnkeeper.app.rulecheck import checked

    out, err = screen.stdout(), screen.stderr()
    found, _ = checked(read_text(file), str(file))
    err.say(found.said)
    out.answer(found.problems, map(str, found.problems), json=json)
    return Exit.REFUSED if found.problems else Exit.DONE


@app.command
def schema(*, json: Json = False) -> None:
    """Write the JSON Schema of rule files, for editors; it is JSON with and without --json."""
    del json
    from turnkeeper.rules.reading.schema import schema_text

    screen.stdout().write(schema_text())


@app.command
def why(
    rule: str,
    /,
    *,
    rules: RulesOption = "",
    option: OptionsOption = (),
    json: Json = False,
) -> None:
    """Explain a rule: what it says in our words, where it comes from, which entries carry it out.

    Parameters
    ----------
    rule
        Its id, such as G-LIGHT-2. Without --rules it is looked up in all games that come along.
    """
    from turnkeeper.views.rulesheet import explain, game_of

    out, found = screen.stdout(), explain(rules_named(rules or game_of(rule, DEFAULT_GAME), option), rule)
    blocks = (
        ("Says", [found.says]),
        ("Why", [found.why]),
        ("Where", [_places(found.carried_out_by)]),
        ("House", _told(found.house)),
        ("Options", _offered(found.options)),
    )
    heading = f"{out.bold(found.id)}  {out.dim(found.origin)}"
    out.answer(found, (heading, *_blocks(out, blocks)), json=json)


def _blocks(out: screen.Screen, blocks: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    for label, lines in blocks:
        yield from screen.block(out, label, filter(None, lines))


def _places(where: Iterable[str]) -> str:
    return ", ".join("the program itself" if place == "engine" else place for place in where)


def _told(reasons: Iterable[Reason]) -> Iterator[str]:
    """Yield each house choice on a line: its place, if not the whole rule, and its reason."""
    for reason in reasons:
        yield ": ".join([*filter(None, [_places(reason.where)]), reason.why])


def _offered(options: Iterable[OptionReading]) -> Iterator[str]:
    yield from (f"{one.option}{' (on)' if one.on else ''}: {one.says}" for one in options)


@app.command
def coverage(
    which: WhichRules = DEFAULT_GAME,
    /,
    *,
    option: OptionsOption = (),
    why: Flag = False,
    json: Json = False,
) -> None:
    """Show rule by rule where it stands in the data, and which tests and playthroughs show it.

    Parameters
    ----------
    why
        Also what the house chose and why, and the options that give another reading.
    """
    from turnkeeper.views.rulesheet import coverage as covered

    out, found = screen.stdout(), covered(rules_named(which, option))
    out.answer(found, _coverage_drawn(out, found, why=why), json=json)


def _coverage_drawn(out: screen.Screen, found: Sequence[Covered], *, why: bool) -> Iterator[str]:
    for one in found:
        origins = [one.origin, *(f"in part {origin}" for origin in one.also)]
        yield f"{out.bold(one.id)}  {out.dim(', '.join(origins))}"
        house = (("House", _told(one.reasons)), ("Options", _offered(one.options)))
        blocks = (
            ("Where", [_places(one.where) or "nowhere"]),
            ("Tests", one.tests or ["none"]),
            ("Played in", [", ".join(one.playthroughs) or "none"]),
            *(house if why else ()),
        )
        yield from _blocks(out, blocks)
    lacking = [f"{one.id} ({', '.join(one.missing)})" for one in found if one.missing]
    yield f"{len(found)} rules; {f'{len(lacking)} lack something' if lacking else 'nothing is missing'}"
    yield from screen.block(out, "Missing", lacking)
