"""What a rule set says of "every so often, if, roll, then": cadences, tables and the closed list of effects.

No effect holds code: each is one of the tagged kinds below, and a new kind is a change of the program.
"""

import re
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.chance.throws import Band
from turnkeeper.rules.model.cases import Case
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.marks import ListSize, Reads
from turnkeeper.rules.model.values import (
    TOTALS,
    TOTALS_PATTERN,
    ActivityName,
    Amount,
    AttributeName,
    ClimateName,
    DiceText,
    FacesTurned,
    ItemName,
    Length,
    LightName,
    NamedTime,
    Phrase,
    Positive,
    SceneName,
    SeasonName,
    TableName,
    Totals,
    TrackerName,
    WeatherName,
)

if TYPE_CHECKING:
    from turnkeeper.rules.model.trackers import Threshold

CheckedScenes: TypeAlias = Annotated[
    tuple[SceneName, ...], ListSize(1, "it is checked in no scene", "name one scene at least")
]


class EffectPart(Struct, frozen=True, tag_field="effect", forbid_unknown_fields=True):
    """What a table, a check or an activity brings about; under ``effect`` stands which."""


class MeetEncounter(EffectPart, frozen=True, tag="encounter"):
    """Something is met: what was foretold, else what the place's table says, else what the referee says."""


class Foretell(EffectPart, frozen=True, tag="foretell"):
    """A sign of the next encounter: it is settled now and remembered until it comes."""


class TickLight(EffectPart, frozen=True, tag="tick-light"):
    """Every lit source that burns by ticks uses up some; of named ``kinds``, only those."""

    ticks: Positive = 1
    kinds: tuple[LightName, ...] = ()


class BurnLights(EffectPart, frozen=True, tag="burn"):
    """Every lit source that burns by the table's time burns so long: time that is skipped is burnt too.

    An activity that says no length burns them for as long as it took, broken off or not.
    """

    lasts: Length = ""


class SaveOrTire(EffectPart, frozen=True, tag="save", omit_defaults=True):
    """Everybody saves with an attribute, ``against`` a difficulty where saves have one, or tires."""

    attribute: AttributeName
    against: int | None = None
    fatigue: Positive = 1


class LogNote(EffectPart, frozen=True, tag="note"):
    """A line in the log."""

    text: Phrase


class Fatigue(EffectPart, frozen=True, tag="fatigue"):
    """Everybody in the party takes slots of fatigue."""

    slots: Positive = 1


class BeginActivity(EffectPart, frozen=True, tag="activity"):
    """The party does an activity of the rule set; only as the answer to a question."""

    activity: ActivityName
    takes: Length = ""


class RollTable(EffectPart, frozen=True, tag="roll"):
    """Another table is rolled on."""

    table: TableName


class StartTimerEffect(EffectPart, frozen=True, tag="start-timer"):
    """A timer begins; without a length it runs until ended, or ``until`` an activity lifts it.

    With ``each_level`` it lasts so long for each level of whoever did what begins it; it is theirs, and is
    called after what that was about as well. One that lasts ``until`` an activity is that of the member who
    is named in doing what begins it, and else everybody's; where it must be ``unbroken``, it is lifted only
    by one that was done in one go.
    """

    timer: Phrase
    lasts: Length = ""
    warn: Length = ""
    until: ActivityName = ""
    unbroken: bool = False
    each_level: Annotated[bool, Reads("level")] = False


class EndTimerEffect(EffectPart, frozen=True, tag="end-timer"):
    """Every timer of that name ends; where it comes of something done to one person, only theirs."""

    timer: Phrase


class GainItem(EffectPart, frozen=True, tag="gain", omit_defaults=True):
    """The party comes by items: a number of them, or what dice come to."""

    item: ItemName
    count: Amount = 1
    dice: DiceText = ""


class LoseItem(EffectPart, frozen=True, tag="lose", omit_defaults=True):
    """The party loses items, as far as it counts them: a number of them, or what dice come to."""

    item: ItemName
    count: Amount = 1
    dice: DiceText = ""


class Uncover(EffectPart, frozen=True, tag="uncover"):
    """Hidden things where the party is come to light, but for what wants exact directions."""


class Veer(EffectPart, frozen=True, tag="veer"):
    """Who is lost leaves by a face further left (less than 0) or right; only on a table of navigation."""

    faces: FacesTurned


class ChangeWeather(EffectPart, frozen=True, tag="weather"):
    """The weather turns to a kind of the rule set."""

    weather: WeatherName


class NextWeather(EffectPart, frozen=True, tag="next-weather"):
    """The weather goes on by one step of a climate, or as it was foretold."""

    climate: ClimateName


class AddTo(EffectPart, frozen=True, tag="add", omit_defaults=True):
    """A tracker grows: by a number, or by what dice come to; a pool by a number of dice, a die by steps."""

    tracker: TrackerName
    count: Amount = 1
    dice: DiceText = ""


class TakeFrom(EffectPart, frozen=True, tag="take", omit_defaults=True):
    """A tracker shrinks: by a number, or by what dice come to; a pool by a number of dice, a die by steps."""

    tracker: TrackerName
    count: Amount = 1
    dice: DiceText = ""


class SetTo(EffectPart, frozen=True, tag="set"):
    """A tracker is at a number from now on, as a die has sides; an interval is as many lengths long."""

    tracker: TrackerName
    to: int


class Reset(EffectPart, frozen=True, tag="reset"):
    """A tracker begins anew: where it starts, empty, or thrown once more."""

    tracker: TrackerName


class ThrowPool(EffectPart, frozen=True, tag="throw"):
    """All the dice of a pool are thrown, and stay in it; or a die is, which may come out smaller."""

    tracker: TrackerName


TrackerEffect = AddTo | TakeFrom | SetTo | Reset | ThrowPool


ChoiceEffect = (
    LogNote
    | Fatigue
    | BeginActivity
    | StartTimerEffect
    | EndTimerEffect
    | GainItem
    | LoseItem
    | TickLight
    | BurnLights
    | ChangeWeather
    | TrackerEffect
)


class AnswerChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer the referee may give, and what follows from it."""

    name: Phrase
    do: tuple[ChoiceEffect, ...]


class AskReferee(EffectPart, frozen=True, tag="ask-referee"):
    """The clock stops until the referee chooses."""

    question: Phrase
    choices: tuple[AnswerChoice, ...]


Consequence = (
    MeetEncounter
    | Foretell
    | TickLight
    | BurnLights
    | LogNote
    | Fatigue
    | SaveOrTire
    | RollTable
    | StartTimerEffect
    | EndTimerEffect
    | GainItem
    | LoseItem
    | Uncover
    | ChangeWeather
    | NextWeather
    | TrackerEffect
)
"""What can follow by itself, wherever a rule set says what follows."""
Effect = Consequence | AskReferee | Veer


class TableEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a table: the totals it stands on, its name, and what follows.

    ``on`` is ``9``, ``2-4``, ``2 or less`` or ``12 or more``.
    """

    on: Totals
    name: Phrase
    text: str = ""
    do: tuple[Effect, ...] = ()


def band_of(entry: "TableEntry | Threshold") -> Band:
    """Return the totals that an entry or a threshold is on; raises ``ValueError`` where it cannot be read."""
    return band(entry.on, entry.name)


def band(totals: str, name: str = "") -> Band:
    """Return totals as said in a table: ``9``, ``2-4``, ``2 or less``; raises ``ValueError`` for others."""
    found = re.fullmatch(TOTALS_PATTERN, totals)
    if found is None:
        message = f"{totals!r} is not a total, a range such as 2-4, '2 or less' or '12 or more'"
        raise ValueError(message)
    first, last, open_end = found.groups()
    low = int(first)
    match open_end:
        case "less":
            return Band(name, None, low)
        case "more":
            return Band(name, low, None)
        case _:
            return Band(name, low, low if last is None else int(last))


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A throw and its entries, which cover all its totals once and only once."""

    dice: DiceText
    rule: Cite
    entries: Annotated[
        tuple[TableEntry, ...], ListSize(1, "a table needs entries", f"each stands on {TOTALS}")
    ]


_ONE_DIE = re.compile(r"1?d(\d{1,4})")


def chance_in(table: Table) -> int | None:
    """Return of how many a table is a chance: 6 for ``1`` against ``2-6`` on 1d6; else ``None``."""
    found = _ONE_DIE.fullmatch(table.dice)
    if found is None or len(table.entries) != 2:  # noqa: PLR2004 - it happens, or it does not
        return None
    try:
        first, last = map(band_of, table.entries)
    except ValueError:
        return None
    sides = int(found[1])
    whole = first.low in {None, 1} and last.high in {None, sides}
    return sides if whole and first.high is not None else None


class CheckWindow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which stretch a check falls into: dice pick one of those of length ``each``, counted from 1.

    With ``count`` there are as many checks as those dice come to, each in a stretch of its own throw.
    """

    dice: DiceText
    each: Length
    count: DiceText = ""


class Procedure(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A check that falls due by itself.

    ``every`` is its cadence, ``counted`` while in its scenes, or by the clock: on the units of the day
    themselves, whenever the scene was entered. The check is made at the end of each such length, or, with a
    ``window``, at the beginning of the window in it that the dice pick. ``at`` is a named time of day, for a
    check once a day, or for the windows that are counted from then. ``also_on`` are keywords, such as
    ``loud``, that cause a check of their own at once. The check rolls on ``table``, or lets what it says to
    ``do`` happen without a throw of its own, and only in its ``seasons`` and its ``weather``, if it names
    any. In some circumstances, its ``cases``, it rolls on another table, a table that is a chance has
    another chance, or it comes so often.
    """

    rule: Cite
    name: Phrase
    table: TableName = ""
    cases: tuple[Case, ...] = ()
    do: tuple[Consequence, ...] = ()
    scenes: CheckedScenes
    every: Length = ""
    counted: Literal["scene", "clock"] = "scene"
    window: CheckWindow | None = None
    at: NamedTime = ""
    seasons: tuple[SeasonName, ...] = ()
    weather: tuple[WeatherName, ...] = ()
    also_on: tuple[str, ...] = ()
    secret: bool = False
    also: tuple[Cite, ...] = ()
