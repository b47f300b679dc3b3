"""Scores: every number that is written of a character and that a ruling can change."""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.party import exertion
from turnkeeper.play.party.party import TENTHS, Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.people import Written

SCORES = ("hp", "most hp", "fatigue", "level", "carrying", "morale", "reaction")
COUNTS = ("most hp", "fatigue", "carrying", "mana", "most mana")
_OF_WRITTEN: dict[Written, tuple[str, ...]] = {
    "mana": ("mana", "most mana"),
    "die": ("die",),
    "order": ("order",),
    "modifier": ("modifier",),
    "initiative": ("initiative",),
}
_DICE = ("die", "initiative")


def known(book: Rulebook) -> tuple[str, ...]:
    """Return every score of a rule set."""
    written = (score for one in book.set.characters.written for score in _OF_WRITTEN[one])
    return (*SCORES, *written, *exertion.scores(book))


def least(score: str) -> int | None:
    """Return the least value of a score, or ``None`` if it may be negative."""
    if score in _DICE:
        return 2
    return 0 if score in COUNTS or exertion.exerted_score(score) else None


def ruled(one: Character, score: str, value: int) -> Character:
    """Return the character with a score that the referee set; mana is in points."""
    match score:
        case "hp":
            return replace(one, hp=value, most_hp=max(one.most_hp, value))
        case "most hp":
            return replace(one, most_hp=value)
        case "mana":
            return replace(one, mana=value * TENTHS, most_mana=max(one.most_mana, value))
        case "most mana":
            return replace(one, most_mana=value)
        case "die":
            return replace(one, hit_die=f"d{value}")
        case "initiative":
            return replace(one, initiative=f"d{value}")
        case "fatigue":
            return replace(one, fatigue=value)
        case "level" | "carrying" | "morale" | "reaction" | "order" | "modifier":
            return replace(one, **{score: value})
        case _ if exertion.exerted_score(score):
            return exertion.ruled(one, exertion.exerted_score(score), value)
        case attribute:
            others = tuple(pair for pair in one.attributes if pair[0] != attribute)
            return replace(one, attributes=(*others, (attribute, value)))
