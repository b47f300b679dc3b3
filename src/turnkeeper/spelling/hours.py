"""Hours of the day as they are spoken, said as a clock shows them: ``3 in the afternoon`` as ``3 p.m.``."""

from __future__ import annotations

import re
from collections.abc import Mapping

OTHER_NAMES = {
    **dict.fromkeys(("sunrise", "sunup", "daybreak", "daylight", "first light", "morning"), "dawn"),
    **dict.fromkeys(("sunset", "sundown", "nightfall", "evening", "twilight"), "dusk"),
    "midday": "noon",
}
"""Other names that people have for times of day."""
_NAMES = "|".join(sorted({*OTHER_NAMES, "dawn", "dusk", "noon", "midnight"}, key=len, reverse=True))
_TOMORROW = re.compile(
    rf"\b(?P<time>{_NAMES}|\d{{1,2}}(?::\d\d)?(?: ?[ap]\.?m\.?)?) tomorrow\b",
    re.IGNORECASE,
)
_OF_THE_DAY = re.compile(
    r"\b(?P<hour>\d{1,2}|[^\W\d_]+)(?P<minutes>:\d\d)?(?: o'clock)? "
    r"(?:in the (?P<half>morning|afternoon|evening)|at night)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?P<part>half|quarter|a quarter) (?P<way>past|to) (?P<hour>[^\W\d_]+|\d{1,2})\b"
    r"(?P<later> p\.?m\.?| in the (?:afternoon|evening)| at night)?|"
    r"\b(?P<sharp>[^\W\d_]+|\d{1,2}) o'clock\b",
    re.IGNORECASE,
)
_SETS_OUT = re.compile(
    r"^(?:(?:we|they|the party) )?(?:set|head|move|ride|leave|start|get|go|break camp)s?"
    r"(?: (?:off|out|going|moving|started|again|on))? at "
    r"(?=(?:tomorrow )?(?:first light|dawn|daybreak|sunrise|sunup|noon|midday|dusk|sunset|midnight)$)",
    re.IGNORECASE,
)
"""How one does nothing until a time of day: ``set off at dawn``."""
_MAY_TELL = re.compile(r"til|tomorrow|o'clock|\b(?:half|quarter|before|after|in the|at)\b", re.IGNORECASE)
_TILL = re.compile(r"(?:\btill|(?<!\w)'?til)(?= [\w'])", re.IGNORECASE)
_APART = re.compile(r"\b[^\W\d_]+(?= [^\W\d_]+ (?:before|after)\b)", re.IGNORECASE)
"""How many units before or after a time: ``two hours after noon``."""
_IT_IS = re.compile(
    rf"^(?:(?:it is|it's|its)(?: now| already| about)?|make it|say it is|say it's) "
    rf"(?P<time>{_NAMES}|\d{{1,2}}:\d\d(?: ?[ap]\.?m\.?)?|\d{{1,2}} ?[ap]\.?m\.?)"
    r"(?: (?:now|already|on the clock))?[.!]?$"
    r"|^the sun (?:(?:has|is) )?(?P<sun>sets|rises|set|risen|rising|setting|goes down|comes up)[.!]?$",
    re.IGNORECASE,
)
"""What time it is, as it is told: one may wait until then, or set the clock."""
_RISES = frozenset(("rises", "risen", "rising", "comes up"))
_NOON = 12


def time_told(text: str, numbers: Mapping[str, int]) -> str:
    """Return the time of day that a text tells, by the names of numbers; nothing where it tells none.

    >>> time_told("it's half past three at night", {"three": 3}), time_told("the sun sets", {})
    ('15:30', 'dusk')
    >>> time_told("it is late", {})
    ''
    """
    found = _IT_IS.match(by_the_clock(text, numbers))
    if found is None or found["time"]:
        return "" if found is None else found["time"]
    return "dawn" if found["sun"].casefold() in _RISES else "dusk"


def by_the_clock(text: str, numbers: Mapping[str, int]) -> str:
    """Return a text with its hours as a clock shows them, by the names of numbers.

    >>> by_the_clock("wait until three in the afternoon", {"three": 3}), by_the_clock("at 12 at night", {})
    ('wait until 3 p.m.', 'at 12 a.m.')
    >>> by_the_clock("keep camp at first light tomorrow", {}), by_the_clock("people in the morning", {})
    ('keep camp at tomorrow first light', 'people in the morning')
    """

    def shown(found: re.Match[str]) -> str:
        said, half = found["hour"].casefold(), (found["half"] or "").casefold()
        hour = numbers.get(said, int(said) if said.isdecimal() else 0)
        if not 1 <= hour <= _NOON:
            return found[0]
        early = half == "morning" or (hour == _NOON and not half)
        return f"{hour}{found['minutes'] or ''} {'a.m.' if early else 'p.m.'}"

    def past(found: re.Match[str]) -> str:
        said = (found["hour"] or found["sharp"]).casefold()
        hour = numbers.get(said, int(said) if said.isdecimal() else 0)
        if not 1 <= hour <= _NOON:
            return found[0]
        minutes = 0 if found["sharp"] else 30 if found["part"].casefold() == "half" else 15
        before = bool(minutes) and found["way"].casefold() == "to"
        hour += _NOON * (bool(found["later"]) and hour < _NOON)
        total = hour * 60 - minutes if before else hour * 60 + minutes
        return f"{total // 60:02}:{total % 60:02}"

    if _MAY_TELL.search(text) is None:
        return text
    text = _TILL.sub("until", text)
    text = _APART.sub(lambda found: str(numbers.get(found[0].casefold(), found[0])), text)
    text = _TOMORROW.sub(r"tomorrow \g<time>", _OF_THE_DAY.sub(shown, _PAST.sub(past, text)))
    return _SETS_OUT.sub("wait until ", text)
