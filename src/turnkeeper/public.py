"""Turnkeeper as a library: what `import turnkeeper` gives, written for programs. `docs/python.md` shows it.

Everything here is put together from the packages below; no screen and no terminal is imported.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from turnkeeper.app import library, log
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.codec import Unreadable
from turnkeeper.app.dice_odds import law_of
from turnkeeper.app.export import export_text
from turnkeeper.app.foretelling import ThrowAhead, ThrowsAhead
from turnkeeper.app.library import NoCampaign, rules_named
from turnkeeper.app.log import Because, Line
from turnkeeper.app.loose_dice import throw as throw_loose
from turnkeeper.app.outcomes import (
    CommandDone,
    MovedTo,
    NotUnderstood,
    Outcome,
    QuestionAnswered,
    Stale,
    ThrowWanted,
    WrongFaces,
)
from turnkeeper.app.plans.answering import PlanAnswer, PlanFault, PlanOdds
from turnkeeper.app.plans.answering import plan_odds as odds_of
from turnkeeper.app.plans.shipped import ShippedPlan, shipped_plans
from turnkeeper.app.replay import replay_text, replay_to
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.notation import Dice, parse_dice
from turnkeeper.chance.pools import Distribution, OddsError
from turnkeeper.chance.roll import Roll
from turnkeeper.chance.typed import split_faces
from turnkeeper.files.playthrough import PlaythroughFault
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import RecordFault
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Problem, RulesFault, UnknownNameError
from turnkeeper.rules.reading.load import builtin_ids, builtin_text
from turnkeeper.rules.reading.load import load_rules as read_rules
from turnkeeper.time import Duration, Instant, SpokenTimeError, TimeScale
from turnkeeper.views.enquiries.reading import answer
from turnkeeper.views.referee.facts import facts
from turnkeeper.views.referee.glance import Glance, glance

__all__ = [
    "Because",
    "CommandDone",
    "Dice",
    "DiceError",
    "DiceKind",
    "Distribution",
    "Duration",
    "Glance",
    "Instant",
    "Line",
    "MovedTo",
    "NoCampaign",
    "NotUnderstood",
    "OddsError",
    "OpenCampaign",
    "Outcome",
    "PlanAnswer",
    "PlanFault",
    "PlanOdds",
    "PlaythroughFault",
    "Problem",
    "QuestionAnswered",
    "RecordFault",
    "Refusal",
    "Roll",
    "RuleSet",
    "RulesFault",
    "ShippedPlan",
    "SpokenTimeError",
    "Stale",
    "ThrowAhead",
    "ThrowWanted",
    "ThrowsAhead",
    "TimeScale",
    "UnknownNameError",
    "Unreadable",
    "WrongFaces",
    "begin",
    "check_rules",
    "law",
    "load_rules",
    "open_campaign",
    "parse_dice",
    "plan_odds",
    "plans",
    "replay",
    "rule_sets",
    "throw",
]


class OpenCampaign:
    """A campaign that is open: words are said to it, it is looked at, and anything can be taken back.

    It belongs to the thread that opened it. ``with`` closes it.
    """

    def __init__(self, campaign: Campaign, dice: DiceKind = "seeded") -> None:
        """Take a campaign from `begin`, `open_campaign` or `replay`, and who answers its throws."""
        self._campaign = campaign
        self._session = Session(campaign, dice, answers=answer)

    def __enter__(self) -> Self:
        """Return the campaign itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Release its file. Everything that was answered as done is recorded already."""
        self._campaign.close()

    # What is said

    def say(self, text: str, faces: str = "", *, dice: DiceKind | None = None, seen: str = "") -> Outcome:
        """Carry out a command, or undo, redo and go as they are said; raises `RecordFault`.

        ``faces`` are what real dice show, a blank between throws, in order or by name: ``4+5 3``,
        ``encounter check=4+5``. A number is what the dice came to, before any modifier. ``dice`` answers the
        others:
        ``seeded``, or ``typed`` to be asked (`ThrowWanted`). With ``seen``, a `head`, nothing is done if the
        campaign has moved on since (`Stale`).
        """
        return self._session.say(text, seen, faces=split_faces((faces,)), dice=dice)

    def ask(self, text: str, faces: str = "") -> ThrowsAhead | Refusal | NotUnderstood | WrongFaces:
        """Return the throws that a command will need, in order; ``faces`` of some may be told."""
        return self._session.ask(text, split_faces((faces,)))

    def answer(self, faces: str) -> Outcome:
        """Answer the throw that is wanted, or a list of throws; ``r`` rolls the campaign's own dice."""
        return self._session.answer(faces)

    def give_up(self) -> Outcome:
        """Drop the command that waits for a throw."""
        return self._session.give_up()

    def undo(self, times: int = 1) -> Outcome:
        """Take back the last commands."""
        return self._session.undo(times=times)

    def redo(self, times: int = 1) -> Outcome:
        """Redo the commands undone last, with the same dice."""
        return self._session.redo(times=times)

    def go(self, commit: str) -> Outcome:
        """Go to any commit of any branch, named by the first letters of its id."""
        return self._session.go(commit)

    # How it stands

    @property
    def head(self) -> str:
        """The id of the commit where the campaign stands."""
        return self._session.head

    @property
    def wanted(self) -> ThrowWanted | None:
        """The throw that a command waits for, if any."""
        waiting = self._session.wanted
        return None if waiting is None else waiting.asked

    @property
    def now(self) -> Instant:
        """The game's clock."""
        return self._campaign.state.now

    @property
    def scale(self) -> TimeScale:
        """The units of time of its rules: reads instants and lengths, and says them."""
        return self._campaign.book.scale

    @property
    def rules(self) -> RuleSet:
        """The rule set that it is played by."""
        return self._campaign.book.set

    def view(self) -> Glance:
        """Return how the campaign stands, as the referee may see it: clock, place, lights, people."""
        self._session.refresh()
        return glance(self._campaign)

    def log(self, last: int = 0) -> list[Line]:
        """Return the log, the oldest line first; with ``last`` only the latest lines."""
        self._session.refresh()
        return log.latest(self._campaign, last) if last else list(log.lines(self._campaign))

    def why(self, number: int | None = None) -> Because | None:
        """Return why a line of the log happened; without its number, the last that a rule caused."""
        return log.why(self._campaign, number)

    def odds(self, plan: str, *, floats: bool = False) -> PlanOdds:
        """Return the exact odds of a plan from here on; nothing is recorded. Raises `PlanFault`.

        With ``floats`` they are worked out in floating point, and ``off`` bounds how far off they are.
        """
        self._session.refresh()
        return odds_of(plan, "plan", here=self._campaign, floats=floats)

    def export(self) -> str:
        """Return the campaign as a playthrough, which `replay` brings to the same state."""
        return export_text(self._campaign)


# Campaigns


def begin(  # noqa: PLR0913 - everything that is chosen once for a campaign
    name: str = "campaign",
    rules: str | RuleSet = DEFAULT_GAME,
    *,
    folder: Path | str | None = None,
    seed: str = "",
    at: str = "",
    dice: DiceKind = "seeded",
) -> OpenCampaign:
    """Begin a campaign in memory, or with a ``folder`` in the new file ``NAME.turnkeeper`` there.

    ``rules`` is a rule set, the id of a built-in one or the path of a file. ``seed`` decides the seeded dice,
    at random if empty; ``at`` is the first instant, such as ``day 1 08:00``. Raises `NoCampaign`,
    `RecordFault`, `RulesFault`, `UnknownNameError`, `SpokenTimeError` and ``OSError``.
    """
    chosen = rules_named(rules) if isinstance(rules, str) else rules
    if folder is None:
        return OpenCampaign(library.in_memory(name, chosen, seed=seed, begin=at), dice)
    return OpenCampaign(library.create(str(Path(folder) / name), chosen, seed=seed, begin=at)[1], dice)


def open_campaign(path: Path | str, *, dice: DiceKind = "seeded", read_only: bool = False) -> OpenCampaign:
    """Open the file of a campaign; raises `RecordFault`."""
    return OpenCampaign(library.open_campaign(Path(path), read_only=read_only), dice)


def replay(text: str, name: str = "playthrough", *, path: Path | str | None = None) -> OpenCampaign:
    """Replay a playthrough in memory, or into a new file, and check every fact in it.

    Raises `PlaythroughFault` with all problems, `RecordFault` where the file cannot be made.
    """
    replayed = replay_text(text, name, facts)
    if replayed.problems or replayed.campaign is None:
        raise PlaythroughFault(replayed.problems)
    if path is not None:
        replayed = replay_to(library.path_of(str(path)), text, name, facts)
    assert replayed.campaign is not None  # noqa: S101 - it was tried in memory
    return OpenCampaign(replayed.campaign)


# Rule sets


def load_rules(named: str, options: tuple[str, ...] = ()) -> RuleSet:
    """Load a rule set by the id of a built-in one or the path of a file, with some of its options on.

    Raises `RulesFault` with all problems, `UnknownNameError`, ``OSError`` and ``UnicodeDecodeError``.
    """
    return rules_named(named, options)


def rule_sets() -> tuple[str, ...]:
    """Return the ids of the rule sets that come along."""
    return builtin_ids()


def check_rules(text: str, name: str = "rules.toml") -> tuple[Problem, ...]:
    """Return every problem of the text of a rule set, none if it is in order."""
    try:
        read_rules(text, name, builtin_text)
    except RulesFault as fault:
        return tuple(fault.problems)
    return ()


# Dice


def throw(dice: str | Dice, times: int = 1, *, seed: str = "") -> list[Roll]:
    """Throw dice; the same seed gives the same. Raises `DiceError` for a text that is no dice."""
    return throw_loose(parse_dice(dice) if isinstance(dice, str) else dice, times, seed)


def law(dice: str | Dice) -> Distribution:
    """Return the exact law of dice: every value with its weight; raises `DiceError` and `OddsError`."""
    return law_of(parse_dice(dice) if isinstance(dice, str) else dice)


# Odds of plans


def plan_odds(plan: str, *, rules: str = "", floats: bool = False) -> PlanOdds:
    """Return the exact odds of a plan with a header of its own; raises `PlanFault` with all problems.

    With ``rules`` it is played by that rule set in place of the first that it names. With ``floats`` they are
    worked out in floating point, and ``off`` bounds how far off they are.
    """
    return odds_of(plan, "plan", rules=rules, floats=floats)


def plans() -> tuple[ShippedPlan, ...]:
    """Return the plans that come along, each with its text."""
    return shipped_plans()
