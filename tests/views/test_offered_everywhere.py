"""Help, the list of commands and completion offer one and the same: what the rules of a campaign allow."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.words import WORDS
from turnkeeper.play.kernel import slots
from turnkeeper.play.registry import DECLARED, REGISTRY
from turnkeeper.rules import builtin_ids, example_ids, load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.complete import complete
from turnkeeper.views.handbook import QUESTIONS, handbook_of


def served(rules: str) -> set[str]:
    """Return the forms that a rule set serves, as help shows them."""
    book = Rulebook(load_builtin(rules))
    return {
        slots.plain(form.text)
        for one in DECLARED
        for form in one.forms(book)
        if REGISTRY.serves(one, book, form)
    }


def said_by(forms: Iterable[str]) -> set[str]:
    """Return forms with everything in brackets said, and left out."""
    found: set[str] = set()
    for form in forms:
        before, bracket, rest = form.partition("[")
        if not bracket:
            found.add(" ".join(form.split()))
            continue
        inner, _, after = rest.partition("]")
        found |= said_by((f"{before}{inner}{after}", f"{before}{after}"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*builtin_ids(), *example_ids()])
def test_help_and_completion_offer_what_the_rules_allow_and_all_of_it(rules: str) -> None:
    """That none of it is ruled out is held by tests/play/kernel/test_offered.py."""
    book = Rulebook(load_builtin(rules))
    paces = "|".join(pace.adverbs(name)[0] for name, pace in book.set.paces.items())
    # Help names the paces of the rules where completion offers them one by one.
    listed = {
        form.replace(f"[{paces}]", "[PACE]") if paces else form
        for topic in handbook_of(book.set)
        if topic.offered and topic.kind != QUESTIONS
        for form in topic.forms
    }
    # What several forms have in common is listed once, with the rest in brackets.
    assert said_by(listed - {own.form for own in WORDS.values()}) == said_by(served(rules))
    campaign: Campaign = in_memory("Barrow", load_builtin(rules))
    begun = {piece.text for piece in complete(campaign, "")}
    assert begun == {form.split(maxsplit=1)[0] for form in served(rules)}


def test_what_the_rules_never_allow_is_not_completed_word_by_word_either() -> None:
    campaign = in_memory("Barrow", load_builtin("glog"))
    assert not complete(campaign, "ambush ")
    assert campaign.parse("ambush 14").text == "ambush 14"
