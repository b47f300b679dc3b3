"""What referees type is understood as they mean it; the tables are in ``tests/phrases``."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.app.phrasebook import UNCLEAR, Phrase, campaign_in, holds, meaning_of, near_misses, phrases
from turnkeeper.app import understanding
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED

SETTINGS = sorted({one.setting for one in phrases()})
LONGEST = "tor" * 3_334


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_a_phrase_means_what_the_referee_means(setting: str) -> None:
    said = [one for one in phrases() if one.setting == setting]
    missed = [one.said for one in said if not holds(one)]
    assert len(missed) * 20 <= len(said), missed


@pytest.mark.slow
def test_a_near_miss_is_asked_refused_or_named_and_never_obeyed_as_something_else() -> None:
    wrong = [one for one in near_misses() if not holds(one)]
    assert not wrong


@pytest.mark.parametrize("said", [LONGEST, f"light {LONGEST}", "7" * 10_000, "light torch " * 900])
def test_a_phrase_of_ten_thousand_letters_means_nothing(said: str) -> None:
    assert holds(Phrase("lit", said, (UNCLEAR,)))


@pytest.mark.slow
def test_no_order_of_declarations_or_of_ways_to_say_them_decides_a_reading() -> None:
    chance = Random(5)  # noqa: S311 - an order to try, not a secret
    shuffled = [_turned(one) for one in chance.sample(DECLARED, len(DECLARED))]
    differing = []
    for setting in ("lit", "fight", "road", "count"):
        campaign = campaign_in(setting)
        usual = campaign.language
        said = [one.said for one in (*phrases(), *near_misses()) if one.setting == setting][::2]
        meant = [meaning_of(campaign, one) for one in said]
        campaign.language = Language(shuffled, campaign.book)
        try:
            differing += [
                one for one, was in zip(said, meant, strict=True) if meaning_of(campaign, one) != was
            ]
        finally:
            campaign.language = usual
    assert not differing


@pytest.mark.slow
def test_no_order_of_the_ways_to_a_meaning_decides_a_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [one for one in (*phrases(), *near_misses()) if one.setting in ("lit", "fight")][::3]
    meant = [meaning_of(campaign_in(one.setting), one.said) for one in said]
    monkeypatch.setattr(understanding, "WAYS", understanding.WAYS[::-1])
    assert [meaning_of(campaign_in(one.setting), one.said) for one in said] == meant


def _turned(one: Declared) -> Declared:
    """Return a declaration with its other ways to say it in the opposite order."""
    return replace(one, heard=lambda book: reversed(list(one.heard(book))))
