"""A sentence said more plainly, with the same meaning: ``spend a turn searching`` as ``search for a turn``.

Only what was not understood is said so. Nothing here knows a command, and no number is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from turnkeeper.spelling.hours import by_the_clock
from turnkeeper.spelling.idioms import in_plain_words
from turnkeeper.spelling.wordings import Wording, reworded

_WHO = r"(?P<who>(?:(?:(?:the|our|an?) )?[^\W\d_]+ )?)"
_POSTURES = (
    "stops?|pauses?|halts?|waits?|sits?(?: down)?|kneels?(?: down)?|crouch(?:es)?(?: down)?|bends?(?: down)?|"
    "settles? down|lies? down|steps? (?:up|in|forward)|walks? (?:up|over)|goes? (?:ahead|over)|"
    "leans? in|gathers? round|gets? ready|tries|turns?(?: (?:back|around))?"
)
_SETTING_ABOUT = re.compile(
    rf"^{_WHO}(?:(?:{_POSTURES}|strikes? (?:a )?(?:flint|match)|loses? heart|breaks?)(?: here)?,? (?:and|to)|"
    r"(?:decides?|wants?|ha(?:s|ve)|needs?|begins?|starts?|proceeds?|attempts?|prepares?|agrees?|chooses?|"
    r"(?:are |is |am )?(?:going|about|ready)|(?:take the |it is |it's )?time) to|"
    r"(?:stops?|pauses?|halts?|sits?(?: down)?|(?:flops?|slumps?|collapses?|settles?|drops?|beds?|lies?|"
    r"hunkers?|curls?|holes?|camps?)(?: down| up| in)?|"
    r"(?:it is |it's )?time) for(?= an? )|"
    r"(?:ha(?:s|ve)|takes?|makes?) a(?:nother)? (?:go|try|shot|stab|crack|turn|attempt) at(?= \w+ing ))"
    r" (?=[^\W\d_])",
    re.IGNORECASE,
)
"""Words that only lead to the act that follows: ``they stop to rest``."""
_BEGINNING = re.compile(
    rf"^{_WHO}(?:starts?|begins?|commences?|tries|(?:keeps?|carry|carries|goes|continues?)(?: on)?|"
    r"resorts? to|sets? about|gets? to|(?:is|are|gets?) busy|(?:is|are) now) (?=(?!going)[^\W\d_]+ing\b)",
    re.IGNORECASE,
)
"""Words that only begin the act that follows: ``Bram starts searching``."""
_AT_WORK = re.compile(
    r"\b(?:sets?|goes|gets?|starts?|is|are) (?:to |at |busy at )?work (?=on )", re.IGNORECASE
)
_ACTS = {
    "shot": "shoot", "blow": "strike", "peek": "look", "glance": "look",
    **dict.fromkeys(
        (
            "swing", "stab", "look", "search", "dash", "sprint", "run", "walk", "sneak", "strike", "attack",
            "listen", "kick", "shove", "push", "bash", "whack", "hit", "slash", "swipe",
            "check",
        ),
        "",
    ),
}  # fmt: skip
"""What one takes, makes or gives, and what one does so: ``takes a shot`` as ``shoots``."""
_KEEN = r"(?:(?:quick|good|hard|careful|mighty|solid|proper|closer|second|big|swift|hefty|thorough|little) )?"
_DOES_ONE = re.compile(
    rf"\b(?:takes?|ha(?:s|ve)|makes?|do(?:es)?|gives?|gets?(?: in)?|tries|aims|lands|throws|delivers) "
    rf"(?:an?|another|one) {_KEEN}(?P<act>{'|'.join(_ACTS)})\b(?! at dc)",
    re.IGNORECASE,
)
_GIVES = re.compile(
    rf"^{_WHO}gives? (?P<thing>(?:the|that|this|an?) (?:[^\W\d_]+ )?[^\W\d_]+|[^\W\d_]+ \d{{1,3}}) "
    rf"(?:an?|another|one) {_KEEN}(?P<act>{'|'.join(_ACTS)})\b",
    re.IGNORECASE,
)
_HANDED_LIT = re.compile(
    r"\b(?:gives?|hands?|pass(?:es)?) (?P<who>[^\W\d_]+) (?P<thing>(?:an?|another) [^\W\d_]+) and "
    r"(?P<does>lights?|kindles?) (?:it|one)\b",
    re.IGNORECASE,
)
"""A thing is handed on and lit: the light is theirs who have it."""
_IN_HAND = re.compile(
    r"\b(?:takes?|gets?|pulls?|brings?|digs?|fish(?:es)?|produces?|draws?|picks?|grabs?|unpacks?|finds?)"
    r"(?: (?:out|up|forth))?(?P<thing> (?:an?|the|his|her|their|another) [^\W\d_]+)(?: out)?(?: "
    r"(?:of|from) (?:the|his|her|their|a) [^\W\d_]+)? and "
    r"(?P<does>[^\W\d_]+) (?:it|one)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    rf"^{_WHO}(?:takes?|gets?|obtains?|grabs?|pulls?|brings?|readies|ready|unpacks?|produces?)"
    r"(?: out| up| forth)? and "
    r"(?=[^\W\d_]+ (?:an?|the|his|her|their|another) )",
    re.IGNORECASE,
)
_HAVE_DONE = re.compile(
    r"^(?:have|let|get|make) (?=(?!it\b|them\b|him\b|her\b|us\b|the\b|an?\b)[^\W\d_]+ [^\W\d_]+ )",
    re.IGNORECASE,
)
"""A character is made to do something: ``have Orlo light a torch``."""
_JOINS_WITH = re.compile(
    r"^(?P<who>.+?) (?:joins?|arrives?)(?: us| up| the party)? with (?P<has>.*\d.*)$", re.IGNORECASE
)
_FOR_TRAPS = re.compile(
    r"\b(?:check|test|probe|scan|feel|prod|poke|examine|inspect|look)(?P<s>s?)(?: over| at| around)? "
    r"(?:the |an? )?(?=(?:[^\W\d_]+ ){0,5}for traps?\b)",
    re.IGNORECASE,
)
"""How one looks for traps, where a game has no more than a search."""
_WHERE_WE_ARE = re.compile(
    r" (?:that )?(?:(?:we|they)(?:'re| are) (?:in|at|on)|where (?:we|they) (?:are|stand))$", re.IGNORECASE
)
_PURPOSE = re.compile(
    r",?(?: in order)? to (?:guard|scout|watch|mind|cover|see|check|hold|secure|protect|investigate)\b"
    r"[^\d]*$",
    re.IGNORECASE,
)
"""For what one goes or stays: it is no part of the act."""
_LEADING = re.compile(
    r"^(?:and|but|so|ok|okay|right|alright|well|now|anyway|suddenly|finally|meanwhile|guys),? "
    r"(?=\S)|^(?:it is|it's|its) (?:too |so |very |getting |pitch |still )?"
    r"(?:dark|late|early|quiet), (?=.)",
    re.IGNORECASE,
)
_IN_PASSING = re.compile(
    r",? (?:(?:for |in |during )?this (?:round|turn|segment|watch|time)|today|right now|for now|right away"
    r"|straight away|(?:all )?along the way|on the way|for good measure|just in case|to be safe|if possible"
    r"|before (?:they |we )?(?:moving|going|setting|heading|pressing|entering|leaving)\b[^\d]*"
    r"|to be on the safe side|as usual|as (?:best|quickly|quietly|fast) as .*"
    r"|(?:as|while) (?:we|they|he|she|you) (?:go(?:es)?|walks?|travels?|moves?|march(?:es)?)(?: along)?)$",
    re.IGNORECASE,
)
"""Words at the end of an act that change nothing of it."""
_GOES_THROUGH = re.compile(
    r"\b(?:go(?:es|ing)?|went) through (?=(?:the|a|his|her|their|its|all the|all their|[^\W\d_]+'s) "
    r"(?:[^\W\d_]+ )?"
    r"(?:barrels?|bod(?:y|ies)|pockets?|crates?|belongings?|chests?|drawers?|papers?|shel(?:f|ves)|rubble|things?"
    r"|packs?|bones|gear|debris|bags?|sacks?|junk|trash|books?|desks?|clothes|corpses?|wreckage|cupboards?)\b)",
    re.IGNORECASE,
)
_BAND = re.compile(
    r"\b(?:an? |the )?(?:patrol|group|band|pack|gang|swarm|horde|troop|bunch|squad|crowd|mob) of "
    r"(?=\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b)",
    re.IGNORECASE,
)
"""Those who come together, where they are counted."""
_BREAK_IN = re.compile(
    r"^(?P<who>(?:an?|some|several|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) [^,]+?) "
    r"(?:kick|burst|break|smash|crash|barge|bash)(?:e?s)? (?:in|down|open|through) (?:the |a )?door$",
    re.IGNORECASE,
)
"""Strangers who come in by the door."""
_SUPPLY = re.compile(
    (
        r"\b(?P<count>\d{1,4}|[^\W\d_]+) days?(?:'s?|s')?(?: worth)?(?: of)?(?: [^\W\d_]+)? "
        r"(?P<what>rations?|food|provisions)\b"
    ),
    re.IGNORECASE,
)
_ONCE_LIT = re.compile(
    r"\b(?:until|till|til) (?:the |that |our |his |her |their |my )?(?:[^\W\d_]+'s "
    r")?(?:torch|torches|lantern|candle|light|lights|fire|campfire)"
    r"(?: (?:has|have|is|are))? "
    r"(?:burn|burnt|burned|burns|go|goes|gone|run|runs|die|dies|gutter|gutters|fail|fails|spent|end|ends)"
    r"(?: (?:out|down|low|up|away))?$",
    re.IGNORECASE,
)
_FROM_FLAME = re.compile(
    r"(?<=[a-z]) (?:off|from|with)(?: of)? (?:the |his |her |their |our |my )?(?:old |last |other |first "
    r"|burning |dying )?"
    r"(?:one|torch|lantern|candle|[^\W\d_]+'s(?: torch| lantern| candle)?)$",
    re.IGNORECASE,
)
"""What a light is lit from."""
_OF_THEM = re.compile(r"^(?P<what>[^,]+), (?P<count>\d{1,3}|[^\W\d_]+) of them$", re.IGNORECASE)
_ALIGHT = re.compile(r"\b(?:light|lit|kindle|ignite)", re.IGNORECASE)
_WAY = re.compile(
    r"\b(?:makes?|finds?|picks?|wends?|threads?|works?) (?:my|our|your|their|his|her|its|the) way\b",
    re.IGNORECASE,
)
"""How one goes somewhere: ``we make our way back to town``."""
_THEN_IS = re.compile(r"\buntil it(?:'s| is) ", re.IGNORECASE)
_A_WHILE = re.compile(
    r" for (?:a (?:little |short )?(?:bit|while|spell)|some time|now)(?=$|[.!,])", re.IGNORECASE
)
_COUPLE = re.compile(r"\ba (couple|pair|dozen)(?: of)?\b(?= [^\W\d_])", re.IGNORECASE)
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
_NTH = re.compile(
    rf"\b(?P<till>until|till|for) the (?P<nth>{'|'.join(ORDINALS)}) of (?P<month>[^\W\d_]+)",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?P<until>wait|rest|stay|linger) for the (?P<day>\d{1,2})(?:st|nd|rd|th)? of (?P<month>[^\W\d_]+)",
    re.IGNORECASE,
)
_ENDINGS = ("st", "nd", "rd")


def _act(found: re.Match[str]) -> str:
    act = found["act"].casefold()
    return _ACTS[act] or act


def _dated(found: re.Match[str]) -> str:
    number = ORDINALS.index(found["nth"].casefold())
    ending = _ENDINGS[number] if number < len(_ENDINGS) else "th"
    till = "for" if found["till"].casefold() == "for" else "until"
    return f"{till} the {number + 1}{ending} of {found['month']}"


_BEFORE_IDIOMS = (Wording("", _LEADING, ""), Wording("through", _GOES_THROUGH, "search "))
_ASIDES = (Wording("", _IN_PASSING, ""), Wording("", _WHERE_WE_ARE, ""), Wording(" for ", _A_WHILE, ""))
_PLAINER = (
    Wording(" of ", _BAND, ""),
    Wording("door", _BREAK_IN, r"\g<who> appear"),
    Wording(" of them", _OF_THEM, r"\g<count> \g<what>"),
    Wording("day", _SUPPLY, r"\g<count> rations"),
    Wording("til", _ONCE_LIT, "until something happens"),
    Wording("", _HAVE_DONE, ""),
    Wording(" with ", _JOINS_WITH, r"\g<who> \g<has> joins"),
    Wording(" way", _WAY, "go"),
    Wording("trap", _FOR_TRAPS, lambda found: f"search{'es' if found['s'] else ''} "),
    Wording("until it", _THEN_IS, "until "),
    Wording(" and ", _FIRST, r"\g<who>"),
    Wording("", _SETTING_ABOUT, r"\g<who>"),
    Wording("ing", _BEGINNING, r"\g<who>"),
    Wording("work on ", _AT_WORK, "works "),
    Wording("give", _GIVES, lambda found: f"{found['who']}{_act(found)} {found['thing']}"),
    Wording("", _DOES_ONE, _act),
    Wording(" and ", _IN_HAND, r"\g<does>\g<thing>"),
    Wording(" and ", _HANDED_LIT, r"\g<does> \g<thing> for \g<who>"),
    Wording(" of ", _NTH, _dated),
    Wording(" for the ", _DATE, r"\g<until> until \g<day> \g<month>"),
)
"""How sentences are said more plainly, in this order: what one row leaves the next may match."""


def plainer(text: str, units: tuple[str, ...], numbers: Mapping[str, int]) -> str:
    """Return a sentence as it would be said more plainly, by the names of units and numbers; or as it is.

    >>> said = "they stop to rest", "Bram gets out a lantern and lights it", "spend a turn searching the room"
    >>> [plainer(one, ("turn",), {}) for one in said]
    ['they rest', 'Bram lights a lantern', 'searching the room for a turn']
    >>> said = "two turns of rest", "a turn's rest", "search the room"
    >>> [plainer(one, ("turn",), {"two": 2}) for one in said]
    ['rest for 2 turns', 'rest for a turn', 'search the room']
    """
    text = in_plain_words(reworded(" ".join(text.split()).rstrip("!"), _BEFORE_IDIOMS))
    text = reworded(by_the_clock(text, numbers), _ASIDES)
    if not any(one.casefold() in numbers for one in text.split()):
        text = _PURPOSE.sub("", text)
    text = _FROM_FLAME.sub("", text) if _ALIGHT.search(text) else text
    text = reworded(text, _PLAINER)
    for pattern in _of_lengths(units, tuple(numbers)):
        found = pattern.match(text)
        if found:
            parts = found.groupdict("")
            number, *unit = parts["length"].split()
            length = " ".join((str(numbers.get(number.casefold(), number)), *unit))
            return " ".join(f"{parts.get('who', '')} {parts.get('does', 'wait')} for {length}".split())
    return text


def counted(text: str, week: int, numbers: Mapping[str, int]) -> str:
    """Return a text with weeks in days, by the days of a week, and a couple or a dozen in digits.

    >>> counted("a couple of turns", 7, {}), counted("two weeks later", 10, {"two": 2})
    ('2 turns', '20 days later')
    """

    def days(found: re.Match[str]) -> str:
        said = found["number"].casefold()
        number = int(said) if said.isdecimal() else numbers.get(said, 1)
        return f"{number * week * (2 if found['unit'].casefold().startswith('f') else 1)} days"

    text = _COUPLE.sub(lambda found: "12" if found[1].casefold() == "dozen" else "2", text)
    return _weeks(tuple(numbers)).sub(days, text)


@lru_cache(maxsize=8)
def _weeks(numbers: tuple[str, ...]) -> re.Pattern[str]:
    number = rf"\d{{1,3}}|an?|another|the|next{''.join(f'|{one}' for one in numbers)}"
    return re.compile(rf"\b(?P<number>{number})\s+(?P<unit>weeks?|fortnights?)\b", re.IGNORECASE)


@lru_cache(maxsize=8)
def _of_lengths(units: tuple[str, ...], numbers: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Return how a length of time is said with the act that takes it."""
    names = "|".join(map(re.escape, units))
    number = rf"an?|another|the|one|\d{{1,3}}|{'|'.join(numbers)}"
    length = rf"(?P<length>half an hour|(?:{number}) (?:full |whole |more )?(?:{names})s?)"
    said = (
        rf"(?P<who>.*?)\b(?:spends?|takes?|uses?|needs?) {length} (?:on |in |to )?(?P<does>.+)$",
        rf"{length}(?:'s|s'|')? (?:of )?(?P<does>(?:rest|sleep|break|nap|breather|[^\W\d_]+ing)\b.*)$",
        rf"(?P<does>an? [^\W\d_]+) of {length}$",
        r"\+ ?(?P<length>\d{1,3} ?[^\W\d_]+)$",
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in said)
