"""What a refused command asks for in place: figures that nobody wrote, or fields that were not said.

Terminal, screen and API ask for the same; this module must not know how.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.saying import is_allowed
from turnkeeper.app.outcomes import Outcome
from turnkeeper.play.kernel.event import Refusal, WantedFigure
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.views.command_forms import CommandForm, begun, command_form
from turnkeeper.views.figures import ReadBy, read_figures


class AskedInPlace(Struct, frozen=True):
    """What would let a refused command, ``text``, be said again: figures to write down, or a form.

    The fields of the ``form`` are those that are wanted; ``kept`` are the others, as they were said. ``why``
    are the rules that read the figures, one for each score.
    """

    text: str
    figures: tuple[WantedFigure, ...]
    form: CommandForm | None = None
    kept: tuple[tuple[str, str], ...] = ()
    why: tuple[ReadBy, ...] = ()


def asked(campaign: Campaign, outcome: Outcome, text: str) -> AskedInPlace | None:
    """Return the request of an outcome for words or figures; ``None`` where nothing more would help."""
    if not isinstance(outcome, Refusal) or not (outcome.wants or outcome.fields):
        return None
    if outcome.wants:
        scores = {one.score for one in outcome.wants}
        read = (one.why[0] for one in read_figures(campaign.book) if one.name in scores)
        return AskedInPlace(text, outcome.wants, why=tuple(dict.fromkeys(read)))
    found = begun(campaign, text)
    if found is None:
        return None
    entry, number, typed = found
    whole = command_form(campaign, entry, number, typed)
    wanted = tuple(replace(one, required=True) for one in whole.fields if one.name in outcome.fields)
    kept = tuple((name, said) for name, said in typed.items() if name not in outcome.fields)
    return AskedInPlace(text, (), replace(whole, fields=wanted), kept) if wanted else None


def suggested(campaign: Campaign, outcome: Outcome) -> str:
    """Return the advice of a refusal, where it is a command that the rules allow now; else nothing."""
    if not isinstance(outcome, Refusal) or not outcome.hint:
        return ""
    try:
        said = campaign.parse(outcome.hint)
    except SpeechError:
        return ""
    return said.text if is_allowed(campaign, said) else ""
