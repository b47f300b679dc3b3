"""A length of time in a sentence is never swallowed: a command lasts that long, or it is asked about."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from tests.app.phrasebook import Phrase, campaign_in, is_refused, meaning_of, near_misses, phrases
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.play.decide import Decided
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.kernel.language import Understood
from turnkeeper.time import Duration, SpokenTimeError, parse_until

NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_UNITS = "hours?|days?|watch(?:es)?|turns?|rounds?|segments?|minutes?|min|h|s|moments?|phases?"
_COUNTED = re.compile(
    rf"(?<![\w./-])(\d{{1,3}}|{'|'.join(NUMBERS)}) (?:more )?((?:{_UNITS})\b)",
    re.IGNORECASE,
)
_LENGTH = re.compile(rf"(?:\d+ (?:{_UNITS})(?: |$))+")
_UNTIL = re.compile(r"\buntil ([^,;]+)$", re.IGNORECASE)
_FOOD = re.compile(r"\b(?:rations|food)\b")
_SEGMENTS = re.compile(r"\b(?:for|focus) (\d+)\b")
"""Where fights are counted by segments, a bare number of them is said."""


def _lengths(campaign: Campaign, text: str) -> set[Duration]:
    found = set()
    for one in _LENGTH.findall(text):
        with suppress(SpokenTimeError):
            found.add(campaign.book.scale.parse_duration(one.strip()))
    with suppress(SpokenTimeError):
        bare = _SEGMENTS.findall(text)
        found |= {campaign.book.scale.parse_duration(f"{one} segments") for one in bare}
    return found


def _counted(campaign: Campaign, said: str) -> list[Duration]:
    found = []
    for number, unit in _COUNTED.findall(said):
        with suppress(SpokenTimeError):
            count = NUMBERS.get(number.casefold(), number)
            found.append(campaign.book.scale.parse_duration(f"{count} {unit}"))
    return found


def _instants(campaign: Campaign, text: str) -> set[Duration]:
    found = _UNTIL.search(text)
    if found is not None:
        words = found[1].split()
        for end in range(len(words), 0, -1):
            with suppress(SpokenTimeError):
                state, book = campaign.state, campaign.book
                return {
                    parse_until(" ".join(words[:end]), state.now, book.scale, book.times_of_day) - state.now
                }
    return set()


def _elapsed(campaign: Campaign, said: str) -> set[Duration]:
    """Return how long what a phrase means goes on, by carrying it out."""
    meant = understand(campaign, said)
    if isinstance(meant, Understood) and isinstance(meant.command, Do):
        takes = campaign.book.activity(meant.command.activity).takes
        return {campaign.book.duration(takes)} if takes else set()
    decided = None if isinstance(meant, NotUnderstood) else campaign.decide(meant, campaign.seeded())
    if not isinstance(decided, Decided):
        return set()
    tasks = [one for one in decided.state.unfinished if one not in campaign.state.unfinished]
    return {decided.state.now - campaign.state.now, *(one.takes for one in tasks)}


def _swallows(one: Phrase) -> bool:
    campaign, text = campaign_in(one.setting), re.sub(r'"[^"]*"', "", one.said)
    told = [] if _FOOD.search(text) else _counted(campaign, text)
    wanted = {Duration(sum(each.ms for each in told))} | set(told) if told else _instants(campaign, text)
    meaning = meaning_of(campaign, one.said) if wanted else "?"
    if meaning == "?" or meaning.startswith(("own:", "note ")) or is_refused(campaign, meaning):
        return False
    held = _lengths(campaign, meaning) | _instants(campaign, meaning)
    return wanted.isdisjoint(held) and wanted.isdisjoint(_elapsed(campaign, one.said))


@pytest.mark.slow
def test_a_length_or_an_end_in_a_sentence_is_held_or_asked_or_refused() -> None:
    assert not [(one.setting, one.said) for one in (*phrases(), *near_misses()) if _swallows(one)]


@pytest.mark.parametrize(
    "setting, said, choices",
    [
        # Night underground begins at midnight: dawn is 6 h off, a night of the GLOG takes two watches, 8 h.
        ("lit", "sleep till morning", ("night", "wait until morning")),
        ("classic-road", "sleep for 10 hours", ("sleep", "wait 60 turns")),
        ("lit", "Orlo searches for three turns", ("search by Orlo the thief", "wait 3 turns")),
        ("lit", "Varda is paralysed for 1d6 turns", ("timer paralysed for Varda",)),
        ("road", "it's now 2pm", ("wait until 2pm", "rule clock 2pm")),
    ],
)
def test_what_lasts_otherwise_than_is_said_is_asked_about(
    setting: str, said: str, choices: tuple[str, ...]
) -> None:
    campaign = campaign_in(setting)
    meant = understand(campaign, said)
    assert isinstance(meant, NotUnderstood)
    assert meant.choices == choices
    assert not meant.in_order


def test_an_answer_to_a_question_how_long_is_not_asked_about_again() -> None:
    asked = [("lit", "sleep till morning"), ("cres-road", "sleep 4 hours"), ("lit", "search until noon")]
    for setting, said in asked:
        meant = understand(campaign_in(setting), said)
        assert isinstance(meant, NotUnderstood)
        for choice in meant.choices:
            assert not isinstance(understand(campaign_in(setting), choice), NotUnderstood)
