"""`rules list | show | check | schema | why`: rule sets, read and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit
from turnkeeper.cli.files import read_text
from turnkeeper.cli.options import Json, RulesOption
from turnkeeper.cli.tables import table
from turnkeeper.table.library import rules_named

if TYPE_CHECKING:
    from turnkeeper.table.faults import Problem
    from turnkeeper.table.rulesheet import Section

MOST_IN_A_ROW = 5
Flag = Parameter(negative=(), show_default=False)
app = App(name="rules", help="List, show, check and explain rule sets.", version_flags=[])


@app.command(name="list")
def list_rules(*, json: Json = False) -> int:
    """List the rule sets that come with the program."""
    from turnkeeper.table.rulesheet import listed

    found, out = listed(), screen.stdout()
    if json:
        out.json(found)
        return Exit.DONE
    rows = [(one.id, one.name, f"{one.rules} rules, {one.house} choices of the house") for one in found]
    out.say_all(table(out, rows, ("bold", "", "dim")))
    return Exit.DONE


@app.command
def show(
    which: str = "glog",
    /,
    *,
    house: Annotated[bool, Flag] = False,
    json: Json = False,
) -> int:
    """Show a rule set: what it says, and by which rules.

    Parameters
    ----------
    which
        The id of a built-in rule set, or a file.
    house
        Only what the house chose where the sources are silent, and why.
    """
    from turnkeeper.table import rulesheet

    rules, out = rules_named(which), screen.stdout()
    if json:
        out.json(rulesheet.house(rules) if house else rules)
    elif house:
        rows = [(one.where, one.rule, one.why) for one in rulesheet.house(rules)]
        out.say_all(table(out, rows, ("bold", "dim")))
    else:
        about = rules.ruleset
        out.say_all(
            [f"{out.bold(about.name)}  {out.dim(about.id)}", *screen.wrapped(about.notice, out.width)]
        )
        for section in rulesheet.sheet(rules):
            out.say_all(["", out.bold(section.name)])
            out.say_all(table(out, _rows(section), ("", "dim")))
    return Exit.DONE


def _rows(section: Section) -> list[tuple[str, str, str]]:
    """Return the entries of a section as rows; a long entry has a row for each of its facts."""
    rows = []
    for entry in section.entries:
        long = len(entry.says) > MOST_IN_A_ROW
        says = entry.says if long else ("; ".join(entry.says),)
        first = (f"  {entry.name}" if entry.name else " ", ", ".join(entry.rules), says[0] if says else "")
        rows += [first, *(("", "", fact) for fact in says[1:])]
    return rows


@app.command
def check(file: Path, /, *, json: Json = False) -> int:
    """Check a rule file, and list every problem at once, with line, column and a hint.

    Parameters
    ----------
    file
        A TOML or YAML file.
    """
    from turnkeeper.rules.load import builtin_text, load_rules
    from turnkeeper.table.faults import RulesFault

    out, err = screen.stdout(), screen.stderr()
    problems: tuple[Problem, ...] = ()
    try:
        rules = load_rules(read_text(file), str(file), builtin_text)
        err.say(f"{file} is in order: {rules.ruleset.name}, {len(rules.register)} rules")
    except RulesFault as fault:
        problems = fault.problems
        err.say(f"{file} has {len(problems)} problem{'' if len(problems) == 1 else 's'}")
    if json:
        out.json(problems)
    else:
        out.say_all(str(problem) for problem in problems)
    return Exit.REFUSED if problems else Exit.DONE


@app.command
def schema(*, json: Json = False) -> int:
    """Write the JSON Schema of rule files, for editors; it is JSON with and without --json."""
    del json
    from turnkeeper.table.rulesheet import schema_text

    screen.stdout().write(schema_text())
    return Exit.DONE


@app.command
def why(rule: str, /, *, rules: RulesOption = "glog", json: Json = False) -> int:
    """Explain a rule: what it says in our words, where it comes from, which entries carry it out.

    Parameters
    ----------
    rule
        Its id, such as G-LIGHT-2.
    """
    from turnkeeper.table.rulesheet import explain

    out, found = screen.stdout(), explain(rules_named(rules), rule)
    if json:
        out.json(found)
        return Exit.DONE
    out.say(f"{out.bold(found.id)}  {out.dim(found.origin)}")
    for label, text in (("Says", found.says), ("Why", found.why), ("Where", ", ".join(found.carried_out_by))):
        out.say_all(screen.block(out, label, [text] if text else []))
    return Exit.DONE
