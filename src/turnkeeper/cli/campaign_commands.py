"""`new`, `do`, `status`, `undo`, `redo`, `go`, `branches`: a campaign begun, moved on, looked at."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from turnkeeper.app import branches as table_branches
from turnkeeper.app.maps.atlas import Brought
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.cli import glance, screen, speak
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.opening import opened
from turnkeeper.cli.parser import CampaignOption, Json, OptionsOption, RulesOption, Text, Verbose
from turnkeeper.cli.story import branches_drawn
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.model.ruleset import RuleSet

DiceOption = Annotated[
    DiceKind,
    Parameter(name="--dice", help="The campaign's own dice, or yours: typed in as they are asked for."),
]


def new(  # noqa: PLR0913 - one for each option of the command line
    name: str,
    /,
    *,
    rules: RulesOption = DEFAULT_GAME,
    option: OptionsOption = (),
    map_: Annotated[str, Parameter(name="--map", show_default=False)] = "",
    seed: Text = "",
    begin: Text = "",
    json: Json = False,
) -> None:
    """Begin a campaign in the file NAME.turnkeeper; nothing is ever overwritten.

    Parameters
    ----------
    name
        What the campaign is called; a path puts it into another folder.
    map_
        A Text Mapper file to play on, or `sample`; the campaign keeps it.
    seed
        A text that decides all seeded dice; without it they are seeded at random.
    begin
        When it begins, such as "day 1 08:00".
    """
    from turnkeeper.app.library import create, rules_named
    from turnkeeper.play.kernel.introducing.newcomers import example_people
    from turnkeeper.views.referee.view import referee_view

    ruleset = rules_named(rules, option)
    brought = _playable(map_, ruleset) if map_ else None
    path, campaign = create(name, ruleset, seed=seed, begin=begin)
    played_on = ""
    if brought is not None:
        from turnkeeper.cli.map_campaign import used

        used(campaign, brought)
        played_on = f", on the map {brought.name}"
    now, on = referee_view(campaign), campaign.book.set.ruleset.options
    campaign.close()
    screen.stdout().answer({"file": str(path), "status": now}, [str(path)], json=json)
    if json:
        return
    err = screen.stderr()
    under = f"{now.rules} with {', '.join(on)}" if on else now.rules
    err.say(f"{now.campaign} begins on {now.clock.instant}, under {under}{played_on}.")
    people = "; ".join(example_people(campaign.book))
    err.say(f'Next: `turnkeeper play`, or one command at a time: `turnkeeper do "party {people}"`.')


def _playable(which: str, ruleset: RuleSet) -> Brought:
    """Return a map that a campaign can be played on; tried in memory, so that no file is made for another."""
    from turnkeeper.app.library import in_memory
    from turnkeeper.cli.map_campaign import map_named, used

    brought, _ = map_named(which)
    used(in_memory("trial", ruleset), brought)
    return brought


def do(  # noqa: PLR0913 - a command of the shell has its options
    *words: str,
    campaign: CampaignOption = "",
    dice: DiceOption = "seeded",
    faces: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    ask: Annotated[bool, Parameter(negative=())] = False,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Carry out one spoken command, such as: light torch for Orlo. `turnkeeper commands` lists them.

    Parameters
    ----------
    words
        The command; quotes around it are not needed.
    faces
        What real dice showed, such as 4+5 3: a blank parts throws, a plus joins dice; or by the name of the
        throw, such as encounter check=4+5. Before other words they stand in quotes.
    ask
        Do nothing, and list the throws that it needs, in order.
    """
    if not words:
        raise Stop(Exit.USAGE, "nothing was said.", "For example: turnkeeper do search")
    if ask:
        speak.ask_ahead(words, campaign=campaign, faces=faces, json=json)
    else:
        speak.do(words, campaign=campaign, dice=dice, faces=faces, json=json, verbose=verbose)


Every = Annotated[
    bool, Parameter(name="--all", negative=(), help="Tell every turn to come in a fight.", show_default=False)
]


def status(*, campaign: CampaignOption = "", every: Every = False, json: Json = False) -> None:
    """Show how things stand: date and time, scene, lights, timers, what is due, what was left unfinished."""
    glance.status(campaign=campaign, every=every, json=json)


Times = Annotated[int, Parameter(help="How many commands.")]


def undo(times: Times = 1, /, *, campaign: CampaignOption = "", json: Json = False) -> None:
    """Take back the last command, or the last so many. Nothing is lost: redo does them again."""
    speak.undo_or_redo("undo", times, campaign=campaign, json=json)


def redo(times: Times = 1, /, *, campaign: CampaignOption = "", json: Json = False) -> None:
    """Do again what was taken back, with the same dice."""
    speak.undo_or_redo("redo", times, campaign=campaign, json=json)


def go(commit: str, /, *, campaign: CampaignOption = "", json: Json = False) -> None:
    """Go to any commit on any branch.

    Parameters
    ----------
    commit
        The first letters of its id, as `branches` and `log --json` show it.
    """
    speak.go(commit, campaign=campaign, json=json)


def branches(*, campaign: CampaignOption = "", json: Json = False) -> None:
    """List every end that was reached, also what was undone; `go` leads there."""
    out = screen.stdout()
    with opened(campaign, read_only=True) as table:
        found = table_branches.branches(table)
        value = {"head": table.head.id, "branches": found}
        out.answer(value, branches_drawn(out, table, found), json=json)
