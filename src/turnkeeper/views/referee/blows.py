"""What was chosen and typed in the rows of a fight, as the one command that says it.

The words are those of the commands' own declarations. This module decides nothing: what makes no sense is
refused as it would be if it were typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turnkeeper.app.campaign import Campaign
from turnkeeper.play.clock.timers import StartTimer
from turnkeeper.play.fight.falling import Fell
from turnkeeper.play.fight.lasting import LastUntil
from turnkeeper.play.fight.leaving import FleeFight, Rouse
from turnkeeper.play.fight.segments.turns import Act
from turnkeeper.play.fight.wounds import Die, Heal, Hurt
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.several import joined
from turnkeeper.play.score_rulings import RuleScore
from turnkeeper.time import SpokenTimeError

LAST, ACT = "last", "act"
THEIR_TURN, UNTIL_ENDED = "turn", "ended"
"""How long something lasts that has no length: until they have acted, until it is ended."""
MOST_DIGITS = 9
_ON: dict[str, Callable[[str], Command]] = {
    "down": lambda who: Fell(side=who),
    "kill": Die,
    "flee": FleeFight,
    "surrender": lambda who: FleeFight(who, yields=True),
    "rouse": Rouse,
}
_BY: dict[str, Callable[[str, int], Command]] = {
    "hurt": Hurt,
    "heal": Heal,
    "hp": lambda who, points: RuleScore("hp", who, points),
}


def blow(campaign: Campaign, act: str, who: Sequence[str], points: str, state: str) -> str:
    """Return the command that does something to those chosen: ``hurt goblin 1+3 4``.

    ``points`` with a plus heal. An act such as ``last 2 rounds: stunned`` begins a ``state`` that lasts, by
    default the one that was typed; ``last turn: stunned`` lasts until they have acted. To ``act`` in a count
    takes what was chosen as the ``state``, and ``points`` as the segments that it costs.
    """
    names, number = joined(who), points.strip()
    command: Command | None = None
    if act in _ON and names:
        command = _ON[act](names)
    elif act in _BY and names and number.lstrip("+-").isdecimal() and len(number) <= MOST_DIGITS:
        act = "heal" if act == "hurt" and number.startswith("+") else act
        command = _BY[act](names, abs(int(number)))
    elif act == ACT and names:
        command = Act(
            state, int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else None, names
        )
    elif act.startswith(LAST) and names:
        command = _lasting(campaign, act, names, state)
    return (
        f"{act.partition(' ')[0]} {names} {number}".strip()
        if command is None
        else campaign.language.say(command)
    )


def _lasting(campaign: Campaign, act: str, names: str, state: str) -> Command | None:
    length, _, said = act.removeprefix(LAST).partition(":")
    name, length = " ".join((said.strip() or state).split()), length.strip()
    if not name:
        return None
    if length == THEIR_TURN:
        return LastUntil(name, on=names)
    if length == UNTIL_ENDED:
        return StartTimer(name, who=names)
    try:
        return StartTimer(name, campaign.book.scale.parse_duration(length), names)
    except SpokenTimeError:
        return None
