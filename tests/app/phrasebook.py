"""Phrases as referees type them, with what each means, from the tables of ``tests/phrases``.

A setting is a playthrough there; its table has a phrase and its meanings a line: commands in the words of a
form, ``own:WORD`` for a word of the session, ``asks:NAME`` for a question that is answered, ``?`` for what is
asked about, not understood or refused.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from tests.app.campaigns import replay_text
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.app.words import read_own
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.language import Understood
from turnkeeper.views.enquiries.reading import answer

FOLDER = Path(__file__).parents[1] / "phrases"
NEAR_MISSES = "near-misses"
ANSWERS = "answers"
UNCLEAR = "?"
OWN, ASKS = "own:", "asks:"


class Phrase(Struct, frozen=True):
    """A phrase in its setting, and what it may mean."""

    setting: str
    said: str
    meanings: tuple[str, ...]


@cache
def campaign_in(setting: str) -> Campaign:
    """Return the campaign of a setting, in memory; looking at phrases changes nothing of it."""
    file = FOLDER / f"{setting}.play"
    replayed = replay_text(file.read_text(encoding="utf-8"), file.name)
    assert not replayed.problems, replayed.problems
    assert replayed.campaign is not None
    return replayed.campaign


def _rows(file: Path) -> list[list[str]]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def phrases() -> list[Phrase]:
    """Return the phrases that are understood, setting by setting."""
    return [
        Phrase(file.stem, said, tuple(meanings.split(" | ")))
        for file in sorted(FOLDER.glob("*.tsv"))
        if file.stem not in {NEAR_MISSES, ANSWERS}
        for said, meanings in _rows(file)
    ]


def near_misses() -> list[Phrase]:
    r"""Return the phrases that must not be taken for something else; ``\x07`` is a control character."""
    return [
        Phrase(setting, _unescaped(said), tuple(meanings.split(" | ")))
        for setting, said, meanings in _rows(FOLDER / f"{NEAR_MISSES}.tsv")
    ]


def answered_rows() -> list[tuple[str, str, tuple[str, ...]]]:
    """Return questions: the setting, what is asked, the lines that answer it."""
    rows = _rows(FOLDER / f"{ANSWERS}.tsv")
    return [(setting, said, tuple(lines.split(" / "))) for setting, said, lines in rows]


def _unescaped(said: str) -> str:
    return said.encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\" in said else said


def meaning_of(campaign: Campaign, said: str) -> str:
    """Return the command that a phrase is understood as."""
    own = read_own(said, campaign.language.verbs)
    if own is not None and not (own[0].word == "go" and own[1]):
        return f"{OWN}{own[0].word}"
    asked = answer(campaign, said)
    understood = understand(campaign, said) if asked is None else None
    if isinstance(understood, NotUnderstood):
        asked = answer(campaign, said, understood)
    if asked is not None:
        return f"{ASKS}{asked.question}"
    return understood.text if isinstance(understood, Understood) else UNCLEAR


def canonical(campaign: Campaign, meaning: str) -> str:
    """Return a meaning as it would be printed."""
    if meaning == UNCLEAR or meaning.startswith((OWN, ASKS)):
        return meaning
    return campaign.parse(meaning).text


def is_refused(campaign: Campaign, meaning: str) -> bool:
    """Return whether the rules refuse what a phrase is understood as."""
    if meaning == UNCLEAR or meaning.startswith((OWN, ASKS)):
        return False
    return isinstance(campaign.decide(campaign.parse(meaning), campaign.seeded()), Refusal)


def holds(phrase: Phrase) -> bool:
    """Return whether a phrase is understood as meant; what may be unclear may be refused."""
    campaign = campaign_in(phrase.setting)
    meaning = meaning_of(campaign, phrase.said)
    if meaning in {canonical(campaign, one) for one in phrase.meanings}:
        return True
    return UNCLEAR in phrase.meanings and is_refused(campaign, meaning)
