"""What a typed text means at a campaign's head: in the words of a form, else as a referee would say it.

Readings are ranked by what they take for granted, then by what the rules allow now; two that are as near are
asked about. Looking at a reading records nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app.dice import TypedFaces
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError, UnknownVerbError, suggest
from turnkeeper.play.registry import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.declare import Declared
    from turnkeeper.play.kernel.language import Heard, Understood

MOST_LOOKED_AT = 6
MOST_CHOICES = 4
SHORTEST = 2
"""So many letters of a verb are enough, where only one command can be meant."""
NEAR = 3
"""A reading that costs so much more than another is not what was meant, even where the other is refused."""


def understand(campaign: Campaign, text: str, known: Iterable[str] = ()) -> Understood | NotUnderstood:
    """Return what a text means at the head; ``known`` are other words that could have been meant."""
    language = campaign.language

    def offers(command: Declared, field: str, kind: str) -> Iterable[str] | None:
        values = REGISTRY.values(command, field, kind)
        return None if values is None else values(campaign.state, campaign.book)

    def serves(command: Declared) -> bool:
        return REGISTRY.serves(command, campaign.book)

    def heard(text: str) -> list[Heard]:
        return language.hear(text, offers, serves)

    found: list[Heard] = []
    try:
        strict = language.weigh(text, offers)
    except SpeechError as fault:
        found = heard(text)
        if not any(_is_allowed(campaign, one.said) for one in found[:MOST_LOOKED_AT]):
            longer = (one for said in _spelled_out(fault, text, language.verbs) for one in heard(said))
            found = [one for one in longer if _is_allowed(campaign, one.said)] or found
        if not found:
            ways = language.forms_near(text, serves)
            return _not_understood(fault, ways, (*language.verbs, *known))
    else:
        canonical = strict.said.text == text and _is_allowed(campaign, strict.said)
        if strict.cost == 0 or canonical:
            return strict.said
        # What a form says is refused with its own reason, unless it took more for granted than another.
        found = [strict, *(one for one in heard(text) if one.cost < strict.cost)]
    return _chosen(campaign, found)


def _spelled_out(fault: SpeechError, text: str, verbs: Iterable[str]) -> Iterator[str]:
    """Yield a text with its first word spelled out, where that begins other verbs: ``se`` is ``search``."""
    begun, _, rest = text.strip().partition(" ")
    if isinstance(fault, UnknownVerbError) and len(begun) >= SHORTEST:
        for verb in sorted(verbs):
            if verb.startswith(begun.casefold()):
                yield f"{verb} {rest}"


def _chosen(campaign: Campaign, found: list[Heard]) -> Understood | NotUnderstood:
    """Return the cheapest reading that the rules allow now, or the cheapest; ask where two are as near.

    A reading that takes more for granted is not looked at: what is refused is refused with its own reason.
    """
    ranked = sorted(found, key=lambda one: one.rank)
    near_first = [one for one in ranked if one.cost <= ranked[0].cost + NEAR][:MOST_LOOKED_AT]
    if len(found) == 1:
        return found[0].said
    allowed = [one for one in near_first if _is_allowed(campaign, one.said)]
    best = (allowed or found)[0]
    near = [one.said.text for one in allowed if one.rank == best.rank]
    if len(near) <= 1:
        return best.said
    choices = tuple(near[:MOST_CHOICES])
    told = ", ".join(f"{number} {way}" for number, way in enumerate(choices, 1))
    return NotUnderstood("this could mean more than one thing", f"say {told}", 1, choices)


def _is_allowed(campaign: Campaign, said: Understood) -> bool:
    driver = TypedFaces((), campaign.seeded(), then=False)
    return not isinstance(campaign.decide(said, driver), Refusal)


def _not_understood(fault: SpeechError, ways: list[str], known: Iterable[str]) -> NotUnderstood:
    """Return the fault with what would be understood: by its meaning first, by its letters last."""
    hint = fault.hint
    if isinstance(fault, UnknownVerbError):
        hint = f"say: {' or '.join(ways)}" if ways else suggest(fault.verb, known)
    return NotUnderstood(fault.message, hint, fault.column)
