"""`new`, `do`, `status`: a campaign is begun, moved on and looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from turnkeeper.app.dice import DiceKind
from turnkeeper.cli import glance, screen, speak
from turnkeeper.cli.exits import Exit, Stop
from turnkeeper.cli.options import CampaignOption, Json, OptionsOption, RulesOption
from turnkeeper.rules import DEFAULT_GAME

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.app.maps.atlas import Brought
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
    seed: Annotated[str, Parameter(show_default=False)] = "",
    begin: Annotated[str, Parameter(show_default=False)] = "",
    json: Json = False,
) -> int:
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
    from turnkeeper.views.status import status

    ruleset = rules_named(rules, option)
    brought = _playable(map_, ruleset) if map_ else None
    path, campaign = create(name, ruleset, seed=seed, begin=begin)
    played_on = _played_on(campaign, brought) if brought else ""
    now, on = status(campaign), campaign.book.set.ruleset.options
    campaign.close()
    if json:
        screen.stdout().json({"file": str(path), "status": now})
        return Exit.DONE
    screen.stdout().say(str(path))
    err = screen.stderr()
    under = f"{now.rules} with {', '.join(on)}" if on else now.rules
    err.say(f"{now.campaign} begins on {now.now}, under {under}{played_on}.")
    err.say(
        'Next: `turnkeeper play`, or one command at a time: `turnkeeper do "party Varda wisdom 12; Orlo"`.'
    )
    return Exit.DONE


def _playable(which: str, ruleset: RuleSet) -> Brought:
    """Return a map that a campaign can be played on; tried in memory, so that no file is made for another."""
    from turnkeeper.app.library import in_memory
    from turnkeeper.cli.map_campaign import map_named

    brought, _ = map_named(which)
    _played_on(in_memory("trial", ruleset), brought)
    return brought


def _played_on(campaign: Campaign, brought: Brought) -> str:
    """Let a campaign be played on a map, and return what is said of that."""
    from turnkeeper.cli.map_campaign import used

    used(campaign, brought)
    return f", on the map {brought.name}"


def do(
    *words: str,
    campaign: CampaignOption = "",
    dice: DiceOption = "seeded",
    faces: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    json: Json = False,
) -> int:
    """Carry out one spoken command, such as: light torch for Orlo. `turnkeeper commands` lists them.

    Parameters
    ----------
    words
        The command; quotes around it are not needed.
    faces
        Faces of real dice for the next throws, such as "4+5 3": a blank parts throws, a plus joins dice.
    """
    if not words:
        raise Stop(Exit.USAGE, "nothing was said.", "For example: turnkeeper do search")
    return speak.do(words, campaign=campaign, dice=dice, faces=faces, json=json)


def status(*, campaign: CampaignOption = "", json: Json = False) -> int:
    """Show how things stand: date and time, scene, lights, timers, what is due, what was left unfinished."""
    return glance.status(campaign=campaign, json=json)
