"""`commands` and `dice`: what can be said, and dice without a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Annotated

from cyclopts import Parameter

from turnkeeper.app.dice_odds import OddsTable
from turnkeeper.app.words import words_on
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.opening import opened
from turnkeeper.cli.parser import CampaignOption, Flag, Json, OptionsOption, Text
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.views.handbook import QUESTIONS, Topic, about, groups

NamedRules = Annotated[
    str,
    Parameter(
        name="--rules",
        help="The id of a built-in rule set, or a file (.toml); else the campaign's.",
        show_default=False,
    ),
]
MOST_TIMES = 10_000
All = Annotated[
    bool,
    Parameter(
        name="--all", negative=(), show_default=False, help="List those too that the rules have no use for."
    ),
]


def commands(  # noqa: PLR0913 - the options of a command
    about: str = "",
    /,
    *,
    campaign: CampaignOption = "",
    rules: NamedRules = "",
    option: OptionsOption = (),
    all: All = False,  # noqa: A002 - the name of the option
    json: Json = False,
) -> None:
    """List what can be said to `do` and `play`, or what can be said about one thing.

    It is what the rule set of the campaign has a use for; without a campaign, and no other named, that of
    the default game.

    Parameters
    ----------
    about
        A command or a group, such as light.
    """
    from turnkeeper.views.handbook import about as topics_about
    from turnkeeper.views.handbook import handbook_of

    topics, out = handbook_of(_rules_of(campaign, rules, option)), screen.stdout()
    if about:
        found, hint = topics_about(topics, about)
        if not found:
            raise Stop(Exit.USAGE, f"there is no command {about[:40]!r}.", hint)
        topics = tuple(found)
    shown = topics if about or all else tuple(one for one in topics if one.offered)
    out.answer(topics, _topics_drawn(out, shown, len(topics) - len(shown)), json=json)


def _topics_drawn(out: screen.Screen, shown: Sequence[Topic], more: int) -> Iterator[str]:
    for number, (group, found) in enumerate(groups(shown).items()):
        yield from ["", out.bold(group)] if number else [out.bold(group)]
        for topic in found:
            yield from ("", *topic_drawn(out, topic))
    if more:
        yield from ("", out.dim(f"{more} more commands are of no use under these rules; --all lists them."))


def _rules_of(campaign: str, rules: str, option: tuple[str, ...]) -> RuleSet:
    """Return the rule set that is named, else that of the campaign, else the one that all begin with."""
    from turnkeeper.app.library import NoCampaign, rules_named

    if not rules and not option:
        try:
            with opened(campaign, read_only=True) as table:
                return table.book.set
        except NoCampaign:
            if campaign:
                raise
    return rules_named(rules or DEFAULT_GAME, option)


def dice(
    notation: str,
    /,
    *,
    odds: Flag = False,
    times: int = 1,
    seed: Text = "",
    json: Json = False,
) -> None:
    """Throw dice and show every die, or show their exact odds.

    Parameters
    ----------
    notation
        Such as 3d6, 4d6kh3, d66, 1d6!, 2 in 6, max(1d6,1d8) or 1d20+5>=15.
    odds
        The exact chance of every value, as a table with bars.
    times
        How often to throw.
    seed
        A text that decides what comes up; without it nobody knows.
    """
    from turnkeeper.app.dice_odds import odds_data, odds_of
    from turnkeeper.app.loose_dice import throw, told
    from turnkeeper.chance.notation import parse_dice

    out, parsed = screen.stdout(), parse_dice(notation)
    if odds:
        if json:
            out.json(odds_data(parsed))
        else:
            out.say_all(odds_drawn(out, odds_of(parsed)))
        return
    if not 1 <= times <= MOST_TIMES:
        raise Stop(Exit.USAGE, f"{times} times is not possible.", f"From 1 to {MOST_TIMES:,}.")
    rolls = throw(parsed, times, seed)
    data = [{"dice": str(parsed), "faces": one.faces, "total": one.total} for one in rolls]
    out.answer(data, (told(parsed, one) for one in rolls), json=json)


MOST_FORMS = 5
OWN = {
    "(empty line)": "one step of the scene passes: a turn underground, a round in a fight, a turn in a count",
    **{
        one.word: one.meaning + (f" ({', '.join(one.short)})" if one.short else "")
        for one in words_on("terminal")
    },
}


def help_drawn(out: screen.Screen, topics: Sequence[Topic], word: str = "") -> list[str]:
    """Return help about a word, or about everything; nothing for a word that no command has."""
    if not word:
        return list(_everything(out, topics))
    found, _ = about(topics, word)
    if not found and word in OWN:
        return [f"{out.bold(word)}  {OWN[word]}"]
    return [line for number, topic in enumerate(found) for line in topic_drawn(out, topic, number)]


def _everything(out: screen.Screen, topics: Sequence[Topic]) -> Iterator[str]:
    for group, found in groups(one for one in topics if one.offered).items():
        forms = [form for topic in found for form in _short(topic)]
        yield from screen.block(out, group, screen.flowed(forms, out.inner_width))
    unused = dict.fromkeys(one.verbs[0] for one in topics if not one.offered)
    if unused:
        yield from screen.block(out, "No use here", screen.flowed(list(unused), out.inner_width))
    yield ""
    widest = max(map(len, OWN))
    for word, meaning in OWN.items():
        row = f"{screen.padded(out.bold(word), widest)}  {meaning}"
        yield from screen.wrapped(row, out.width, indent=widest + 2)


def _short(topic: Topic) -> list[str]:
    """Return the first form of a command; of one that has very many, the names: ``search``, ``pick lock``.

    Of what can be asked, the examples.
    """
    if topic.kind == QUESTIONS:
        return list(topic.examples)
    if len(topic.forms) <= MOST_FORMS:
        return [topic.forms[0]]
    names = (" ".join(takewhile(_is_bare, form.split())) for form in topic.forms)
    return list(dict.fromkeys(filter(None, names)))


def _is_bare(word: str) -> bool:
    return word.islower() and not word.startswith("[")


def topic_drawn(out: screen.Screen, topic: Topic, number: int = 0) -> Iterator[str]:
    """Yield one command: what it does, how it is said, examples."""
    if number:
        yield ""
    yield from screen.wrapped(topic.help, out.width)
    yield from screen.block(out, "Say", topic.forms)
    yield from screen.block(out, "Examples", topic.examples)


WIDEST_BAR = 40
NARROWEST_BAR = 10


def odds_drawn(out: screen.Screen, odds: OddsTable) -> Iterator[str]:
    """Yield the odds as a table: value, chance, percent, percent of at least so much, bar."""
    yield f"{out.bold(odds.dice)}  {odds.said}"
    table = [("value", "chance", "percent", "at least")]
    table += [(row.name, row.chance, row.percent, row.at_least) for row in odds.rows]
    rows = [row if odds.exact else (row[0], *row[2:]) for row in table]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = WIDEST_BAR if out.width is None else out.width - sum(widths) - 2 * len(widths) - 1
    cells = max(NARROWEST_BAR, min(WIDEST_BAR, left))
    bars = ["", *(out.bar(row.of_1000, cells).rstrip() for row in odds.rows)]
    for row, bar in zip(rows, bars, strict=True):
        line = "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{line}  {out.warm(bar)}".rstrip() if bar else out.dim(line)
