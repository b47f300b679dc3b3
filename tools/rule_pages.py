"""Draws docs/rules: each built-in rule set's register as a page to read, and the page that leads to them."""

from __future__ import annotations

from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from turnkeeper.rules.reading.load import builtin_ids, load_builtin
from turnkeeper.views.rulesheet import BY_ENGINE, rule_texts, uncovered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.rules.model.cite import Origin
    from turnkeeper.rules.model.ruleset import RuleSet
    from turnkeeper.views.rulesheet import RuleText

FOLDER = PurePosixPath("docs/rules")
_MADE = "<!-- Made by tools/coverage from the rule set; change that, and run it. -->"
_ORIGINS: tuple[Origin, ...] = ("printed", "companion", "house")
_LEAD = """\
# The rules

Every rule of a built-in set has an id that never changes. The data cites it, a test and a playthrough show
it, and the program answers with it why something happened. The words are ours; the games' own are in their
books.

| origin | what it means |
|---|---|
| printed | in the text that the set carries out |
| companion | stated elsewhere by the same game, or by its closest family |
| house | the sources are silent or contradict themselves: our choice, with its reason, and yours to change |

A rule may have parts of another origin than its own: where the text gives a turn and no area, the area is the
house's.

| set | game | rules | printed | companion | house |
|---|---|---|---|---|---|
"""
_TAIL = """
`turnkeeper rules coverage glog` prints for each rule where it stands in the data and what shows it; with
`--why` also what the house chose. `turnkeeper rules why G-LIGHT-2` tells one rule. How to choose otherwise:
[switch a house rule](../how-to/switch-a-house-rule.md).

[ids.toml](ids.toml) is the list that no id may vanish from.
"""


def pages() -> Iterator[tuple[PurePosixPath, Callable[[], str]]]:
    """Yield every page by its path in the project, with what draws it."""
    yield FOLDER / "README.md", lead
    for ruleset in builtin_ids():
        yield FOLDER / f"{ruleset}.md", partial(page_of, ruleset)


def lead() -> str:
    """Return the page that leads to the others."""
    rows = "".join(_row(load_builtin(one)) for one in builtin_ids())
    return f"{_MADE}\n\n{_LEAD}{rows}{_TAIL}"


def _row(ruleset: RuleSet) -> str:
    about = ruleset.ruleset
    origins = [entry.origin for entry in ruleset.register.values()]
    counts = [len(origins), *(origins.count(origin) for origin in _ORIGINS)]
    return f"| [`{about.id}`]({about.id}.md) | {about.name} | {' | '.join(map(str, counts))} |\n"


def page_of(ruleset: str) -> str:
    """Return the page of a built-in rule set."""
    rules = load_builtin(ruleset)
    about = rules.ruleset
    parts = [_MADE, f"# {about.name}", f"`{about.id}`. {about.notice}", uncovered(rules)]
    return "\n\n".join(list(filter(None, parts)) + [_rule(one) for one in rule_texts(rules).values()]) + "\n"


def _rule(rule: RuleText) -> str:
    origin, *others = rule.origins
    partly = f", in part {' and '.join(others)}" if others else ""
    facts = list(_facts(rule))
    lines = [
        f"## {rule.id}",
        f"*{origin}{partly}*",
        _plain(rule.says),
        *(["\n".join(facts)] if facts else []),
    ]
    return "\n\n".join(lines)


def _facts(rule: RuleText) -> Iterator[str]:
    if rule.why:
        yield f"- Why: {_plain(rule.why)}"
    if rule.carried_out_by:
        yield f"- Stands at: {', '.join(map(_place, rule.carried_out_by))}"
    for reason in rule.house:
        yield f"- House, at {', '.join(map(_place, reason.where))}: {_plain(reason.why)}"
    for reading in rule.options:
        yield f"- Another reading, option `{reading.option}`: {_plain(reading.says)}"


def _place(path: str) -> str:
    return "the program itself" if path == BY_ENGINE else f"`{path}`"


def _plain(text: str) -> str:
    """Return a text with nothing in it that Markdown would take for a mark of its own."""
    return "".join(f"\\{sign}" if sign in "*_`<[" else sign for sign in " ".join(text.split()))
