"""Trials of activities: a check by who does it, or by whoever of the party is best at it.

What depends on its success is what the activity brings about; this module must not know what that is.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.clock import cases
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.mechanism import Occasion
from turnkeeper.play.party import abilities, saves
from turnkeeper.play.party.party import Character
from turnkeeper.rules.model.conduct import Trial


def require(decision: Decision, trial: Trial, who: str) -> None:
    """Refuse a trial of an attribute that was never written down of whoever would try it."""
    trier = _trier(decision, trial, who)
    if trier is not None and not trial.against:
        saves.require_checks(decision)
        used = abilities.meant(decision.book, trier, trial.attribute)
        abilities.require_written((trier,), used, such=abilities.usual(decision.book, used))


def tried(decision: Decision, trial: Trial, occasion: Occasion) -> Occasion | None:
    """Return the occasion of what a trial brings about, by who tried it; ``None`` where it fails.

    It fails without a throw where no case says a difficulty, and where nobody can try.
    """
    against = cases.difficulty(decision.state, decision.book, trial.against, decision.at)
    trier = _trier(decision, trial, occasion.who)
    if trier is None or (against is None and trial.against):
        return None
    tested = saves.throw(decision, trier, trial.attribute, trial.rule.id, against=against)
    if not tested.succeeded:
        return None
    return replace(occasion, who=trier.name, times=trial.exact if tested.exact else 1)


def _trier(decision: Decision, trial: Trial, who: str) -> Character | None:
    """Return who tries: the one who is named, or else the best of the party; ``None`` where nobody can."""
    able = [one for one in decision.state.party.able if who in {"", one.name}]
    worth = {one.name: abilities.adds(decision.book, one, trial.attribute) for one in able}
    return max(able, key=lambda one: worth[one.name], default=None)
