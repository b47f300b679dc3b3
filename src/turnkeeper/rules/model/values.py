"""The types of single values in a rule set: numbers with bounds, lengths, dice, words, names, references.

Each is a plain number or text with its mark. What a mark is for, and who reads it, is told in `marks`. The
patterns are such as every editor reads, and a text that does not match one is refused by the checks as well.
"""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from turnkeeper.rules.model.marks import Bounds, NeededIf, Reference, TextForm

LONGEST_NAME = 60
LARGEST_NUMBER = 1_000_000
"""No number of a rule set is larger, above nothing or below."""
MOST_DICE = 100
"""The most dice in a pool: nobody throws more."""

# Numbers

Positive: TypeAlias = Annotated[int, Bounds(1)]
Factor: TypeAlias = Annotated[
    int | str,
    Bounds(1, hint='a whole number from 1 up, such as 2, or a ratio of two, such as "3/2"'),
    TextForm(
        "Ratio",
        "A ratio of whole numbers, such as 3/2.",
        "^[1-9][0-9]{0,2}(?:/[1-9][0-9]{0,2})?$(?!\\n)",
        "{value!r} is no factor",
        'a whole number from 1 up, such as 2, or a ratio of two, such as "3/2"',
    ),
]
"""How many times as much: a whole number, or a ratio as text. ``Fraction`` takes both."""
Chance: TypeAlias = Annotated[
    str,
    TextForm(
        "Chance",
        "A chance below 1 as a ratio of whole numbers, such as 3/10; 0 is never.",
        "^(?:0|[1-9][0-9]{0,2}/[1-9][0-9]{0,2})$(?!\\n)",
        "{value!r} is no chance",
        'a ratio of two whole numbers, such as "3/10"',
    ),
]
NotNegative: TypeAlias = Annotated[int, Bounds(0)]
Percent: TypeAlias = Annotated[
    int,
    Bounds(1, 100, *["{value} percent is no part of a load"] * 2, hint="1 to 100"),
]
Amount: TypeAlias = Annotated[
    int, Bounds(1, hint='at least 1; add and take are two effects: effect = "take"')
]
PercentOfMana: TypeAlias = Annotated[
    int,
    Bounds(
        1,
        100,
        high="{value} percent: mana is kept in tenths of a point",
        hint="10, 20, 30 and so on up to 100",
        step=10,
    ),
]
FacesTurned: TypeAlias = Annotated[
    int,
    Bounds(
        -5,
        5,
        *["a hex has six faces: {value} is no turn"] * 2,
        hint="-1 is the next face to the left",
        never=0,
    ),
]
HexesAway: TypeAlias = Annotated[int, Bounds(0, 50)]
"""All hexes within that are looked at from every hex: a land is seldom wider."""
DieSides: TypeAlias = Annotated[
    int, Bounds(2, 1_000, *["there is no die with {value} sides"] * 2, hint="2 to 1,000")
]
FullPool: TypeAlias = Annotated[
    int, Bounds(1, MOST_DICE, high="a pool of {value:,} dice has no end: nobody throws so many")
]
BareDice: TypeAlias = Annotated[
    int,
    Bounds(0, MOST_DICE, *["{value} dice cannot be thrown for an empty pool"] * 2, hint=f"0 to {MOST_DICE}"),
]
LowResult: TypeAlias = Annotated[int, Bounds(1, low="no die shows {value}, so it would burn for ever")]
UsageDieSides: TypeAlias = Annotated[int, Bounds(2, low="a die with {value} sides never shows more than 1")]

# Lengths, dice and other notations; spaces are blanks or ends of lines

_S = "[ \\n]*"
_GAP = "[ \\n]+"
_LETTER = "[^ \\n!-@[-`{-~]"
_UNIT = f"{_LETTER}+(?:['-]{_LETTER}+)*"
_ARTICLE = "(?:[Aa][Nn]?|[Oo][Nn][Ee])"
_COUNTED = f"[0-9]+(?:\\.[0-9]+)?{_S}{_UNIT}"
_WORDED = f"(?:[Hh][Aa][Ll][Ff](?:{_GAP}{_ARTICLE})?|{_ARTICLE}){_GAP}{_UNIT}"
_AND = f"(?:[Aa][Nn][Dd]{_S})?"
_LENGTH = (
    f"^(?!{_S}0+(?:\\.0+)?{_S}{_UNIT}{_S}$){_S}(?:{_COUNTED}|{_WORDED})"
    f"(?:{_S}(?:,{_S})?{_AND}{_COUNTED}|(?:{_S},{_S}|{_GAP}){_AND}{_WORDED})*{_S}$"
)
_DIE = f"[0-9]*{_S}[dD]{_S}(?:[0-9]+|%|[fF])(?:{_S}(?:[kKdD][hHlL]{_S}[0-9]+|[rR]{_S}[0-9]+|!))*"
_CHANCE = f"[0-9]+{_S}(?:-{_S})?[iI][nN]{_S}(?:-{_S})?[0-9]+"
_OPEN = f"(?:{_S}(?:\\(|[mM](?:[aA][xX]|[iI][nN]){_S}\\(|[-\u2212]))*{_S}"
_CLOSE = f"(?:{_S}\\))*{_S}"
_OPERATOR = "(?:>=|<=|!=|<>|==|[-+*xX/,<>=\u2212\u00d7\u00f7\u2264\u2265\u2260])"
_TERM = f"{_OPEN}(?:{_CHANCE}|{_DIE}|[0-9]+){_CLOSE}"
_CLOCK = "[0-9]{1,7}:[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,3})?)?"
_CONTROL = "\\u0000-\\u0009\\u000b-\\u001f\\u007f"
_WORD = f"[^ \\nA-Z{_CONTROL}]+"

SHOWN_PATTERN = f"^[^{_CONTROL}]*$"
"""Any text without control characters, but for the ends of lines."""
TOTALS = "9, 2-4, 2 or less, or 12 or more"
TOTALS_PATTERN = f"^{_S}(-?[0-9]+){_S}(?:(?:-|to){_S}(-?[0-9]+)|or (less|more))?{_S}$"
AREA_PATTERN = f"^{_S}(0*[1-9][0-9]{{0,5}}){_S}[x*]{_S}(0*[1-9][0-9]{{0,5}}){_S}(?:ft|feet|')?{_S}$"
_ID = "^[a-z0-9][a-z0-9_-]*$(?!\\n)"
_PHRASE = f"^[^{_CONTROL}]*[^ \\n{_CONTROL}][^{_CONTROL}]*$"
_NAME = f"^[^ \\n{_CONTROL}](?:[^\\n{_CONTROL}]*[^ \\n{_CONTROL}])?$(?!\\n)"

Length: TypeAlias = Annotated[
    str,
    TextForm("Length", "A length of time, such as 1 turn or 1 h 20 min.", _LENGTH, reads="duration"),
]
DiceText: TypeAlias = Annotated[
    str,
    TextForm(
        "Dice", "Dice, such as 2d6, 1d4+1 or 1 in 6.", f"^{_TERM}(?:{_OPERATOR}{_TERM})*$", reads="dice"
    ),
]
TimeOfDay: TypeAlias = Annotated[
    str,
    TextForm(
        "TimeOfDay",
        "A time of day, such as 06:00.",
        f"^{_S}(?:(?:[aA][tT]{_GAP})?{_CLOCK}|[^ \\n0-9][^:]*[0-9]{_S}[^0-9:]*){_S}$",
        reads="time of day",
    ),
]


def _totals(hint: str) -> TextForm:
    message = "{value!r} is not a total, a range such as 2-4, '2 or less' or '12 or more'"
    return TextForm("Totals", f"Totals: {TOTALS}.", TOTALS_PATTERN, message, hint)


Totals: TypeAlias = Annotated[str, _totals(TOTALS)]
CountReached: TypeAlias = Annotated[str, _totals("3, 1-3, 0 or less, or 12 or more")]
Area: TypeAlias = Annotated[
    str,
    TextForm(
        "Area",
        "An area in feet, such as 20 x 20 ft.",
        AREA_PATTERN,
        "{value!r} is not an area; write it as 20 x 20 ft",
    ),
]

# Words


def _phrase(message: str = "the {field} is blank", hint: str = "say it in a few words") -> TextForm:
    return TextForm("Phrase", "A few words, or a sentence.", _PHRASE, message, hint)


Phrase: TypeAlias = Annotated[str, _phrase()]
SetName: TypeAlias = Annotated[str, _phrase("the name is blank", "")]
RuleInWords: TypeAlias = Annotated[str, _phrase("says is blank", "state the rule in your own words")]
ReadingInWords: TypeAlias = Annotated[
    str, _phrase("says is blank", "state the other reading in one sentence")
]
HouseReason: TypeAlias = Annotated[
    str, NeededIf("origin", "house", "a house rule says why", 'add why = "..."')
]
SpokenWords: TypeAlias = Annotated[
    str,
    TextForm(
        "SpokenWords",
        "Words that are said in a command: in small letters, one space between.",
        f"^{_WORD}(?: {_WORD})*$(?!\\n)",
        "{value!r} cannot be said",
        "words in small letters, one space between",
    ),
]

# Names that are given

RuleSetId: TypeAlias = Annotated[
    str,
    TextForm(
        "RuleSetId",
        "The id of a rule set: small letters, digits and hyphens.",
        _ID,
        "{value!r} is no id",
        "small letters, digits and hyphens, such as my-table",
        LONGEST_NAME,
    ),
]
OptionName: TypeAlias = Annotated[
    str,
    TextForm(
        "OptionName",
        "The name of an option: small letters, digits, hyphens and points.",
        "^[a-z0-9][a-z0-9_.-]*$(?!\\n)",
        "{value!r} is no name of an option",
        "small letters, digits, hyphens and points, such as update-2024",
        LONGEST_NAME,
    ),
]
EntryName: TypeAlias = Annotated[
    str,
    TextForm(
        "EntryName",
        f"The name of an entry: 1 to {LONGEST_NAME} characters, without spaces around them.",
        _NAME,
        "{value!r} is no name",
        f"1 to {LONGEST_NAME} characters, without spaces around them",
        LONGEST_NAME,
    ),
]
RaceName: TypeAlias = Annotated[
    str,
    TextForm(
        "RaceName",
        "A race: one word in small letters.",
        "^[^ \\n0-9A-Z!-/:-@[-`{-~]+$(?!\\n)",
        "a race is one word in small letters",
        "it is said among what is written of somebody: party Mira elf strength 1",
        LONGEST_NAME,
    ),
]
VehicleName: TypeAlias = Annotated[
    str,
    TextForm(
        "VehicleName",
        "A kind of vehicle: words in small letters, with a space or hyphen between.",
        "^[a-z]+(?:[ -][a-z]+)*$(?!\\n)",
        "{value!r} cannot be said",
        "words in small letters, one space between",
    ),
]
DangerName: TypeAlias = Annotated[
    str,
    TextForm(
        "DangerName",
        "A danger: one word in small letters.",
        "^[^ \\n0-9A-Z!-/:-@[-`{-~]+$(?!\\n)",
        "a danger is one word in small letters",
        "it is said of a place: place is deadly",
        LONGEST_NAME,
    ),
]
ItemName: TypeAlias = Annotated[
    str,
    TextForm(
        "ItemName",
        "One of an item, in small letters, such as ration.",
        f"^[^A-Z{_CONTROL}]*[^ \\nA-Z{_CONTROL}][^A-Z{_CONTROL}]*$",
        "{value!r} is no item",
        "one of it, in small letters, such as ration",
    ),
]

# Names that are referred to

SceneName: TypeAlias = Annotated[str, Reference("scenes", "scene")]
TerrainName: TypeAlias = Annotated[str, Reference("terrain", "terrain")]
TableName: TypeAlias = Annotated[str, Reference("tables", "table")]
ActivityName: TypeAlias = Annotated[str, Reference("activities", "activity")]
LightName: TypeAlias = Annotated[str, Reference("lights", "light")]
TrackerName: TypeAlias = Annotated[str, Reference("trackers", "tracker")]
PaceName: TypeAlias = Annotated[str, Reference("paces", "pace")]
KnownRace: TypeAlias = Annotated[str, Reference("races", "race")]
SeasonName: TypeAlias = Annotated[str, Reference("seasons", "season")]
WeatherName: TypeAlias = Annotated[str, Reference("weather", "weather")]
ClimateName: TypeAlias = Annotated[str, Reference("climates", "climate")]
AttributeName: TypeAlias = Annotated[str, Reference("attributes", "attribute")]
NamedTime: TypeAlias = Annotated[str, Reference("times of day", "time of day")]
RuleId: TypeAlias = Annotated[str, Reference("register", "rule")]


def is_id(text: str) -> bool:
    """Return whether a text may be the id of a rule set: small letters, digits and hyphens.

    >>> is_id("my-table"), is_id("../glog")
    (True, False)
    """
    return re.search(_ID, text) is not None and len(text) <= LONGEST_NAME
