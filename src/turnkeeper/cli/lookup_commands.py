"""`commands` and `dice`: what can be said, and dice without a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from turnkeeper.cli import helping, screen
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.odds import odds_drawn
from turnkeeper.cli.opening import opened
from turnkeeper.cli.options import CampaignOption, Json, OptionsOption
from turnkeeper.rules import DEFAULT_GAME

if TYPE_CHECKING:
    from turnkeeper.rules.model.ruleset import RuleSet

NamedRules = Annotated[
    str,
    Parameter(
        name="--rules",
        help="The id of a built-in rule set, or a file (.toml); else the campaign's.",
        show_default=False,
    ),
]
MOST_TIMES = 10_000
Flag = Parameter(negative=(), show_default=False)
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
) -> int:
    """List what can be said to `do` and `play`, or what can be said about one thing.

    It is what the rule set of the campaign has a use for; without a campaign, and no other named, that of
    the default game.

    Parameters
    ----------
    about
        A command or a group, such as light.
    """
    from turnkeeper.views.handbook import about as topics_about
    from turnkeeper.views.handbook import groups, handbook_of

    topics, out = handbook_of(_rules_of(campaign, rules, option)), screen.stdout()
    if about:
        found, hint = topics_about(topics, about)
        if not found:
            raise Stop(Exit.USAGE, f"there is no command {about[:40]!r}.", hint)
        topics = tuple(found)
    if json:
        out.json(topics)
        return Exit.DONE
    shown = topics if about or all else tuple(one for one in topics if one.offered)
    for number, (group, found) in enumerate(groups(shown).items()):
        out.say_all(["", out.bold(group)] if number else [out.bold(group)])
        for topic in found:
            out.say_all(["", *helping.topic_drawn(out, topic)])
    if len(shown) < len(topics):
        more = f"{len(topics) - len(shown)} more commands are of no use under these rules; --all lists them."
        out.say_all(["", out.dim(more)])
    return Exit.DONE


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
    odds: Annotated[bool, Flag] = False,
    times: int = 1,
    seed: Annotated[str, Parameter(show_default=False)] = "",
    json: Json = False,
) -> int:
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
    from turnkeeper.app.loose_dice import throw
    from turnkeeper.chance.notation import parse_dice

    out, parsed = screen.stdout(), parse_dice(notation)
    if odds:
        if json:
            out.json(odds_data(parsed))
        else:
            out.say_all(odds_drawn(out, odds_of(parsed)))
        return Exit.DONE
    if not 1 <= times <= MOST_TIMES:
        raise Stop(Exit.USAGE, f"{times} times is not possible.", f"From 1 to {MOST_TIMES:,}.")
    rolls = throw(parsed, times, seed)
    if json:
        out.json([{"dice": str(parsed), "faces": one.faces, "total": one.total} for one in rolls])
    else:
        out.say_all(one.shown for one in rolls)
    return Exit.DONE
