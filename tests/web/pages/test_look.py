"""Shows what can be known of the look without a browser: contrast, and nothing inline that is forbidden."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from turnkeeper.web.render import HERE, STATIC

PAGES = sorted((HERE / "templates").rglob("*.html"))
OURS = sorted(path for path in STATIC.glob("*") if path.suffix in {".svg", ".js", ".css"})

_COLOUR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
READ = (
    ("ink", "paper"),
    ("ink", "plate"),
    ("soft", "paper"),
    ("soft", "plate"),
    ("ember", "paper"),
    ("ember", "plate"),
    ("cold", "paper"),
    ("cold", "plate"),
    ("on-ember", "ember"),
    ("paper", "ink"),
    ("on-night", "night"),
)
"""Which colour is read on which: at least 4.5 to 1 (WCAG 2.2, 1.4.3)."""
SEEN = (("edge", "paper"), ("focus", "paper"), ("focus", "plate"), ("ember", "hair"), ("edge", "hair"))
"""What must be told apart without being read: at least 3 to 1 (1.4.11), half of that within a bar."""


def _linear(part: int) -> float:
    """Return the light of one of three colours, from 0 to 255, as WCAG defines it."""
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _light(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours: from 1, alike, to 21, black on white."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_wcag_does() -> None:
    assert Fraction(contrast("#000000", "#ffffff")).limit_denominator(1000) == 21
    # A well-known pair: #767676 is the lightest grey that may stand on white.
    assert contrast("#767676", "#ffffff") >= 4.5 > contrast("#777777", "#ffffff")


def _palettes() -> dict[str, dict[str, str]]:
    found = _COLOUR.findall((STATIC / "screen.css").read_text("utf-8"))
    return {"light": {name: day for name, day, _ in found}, "dark": {name: night for name, _, night in found}}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_read_has_contrast_in_both_themes(theme: str) -> None:
    palette = _palettes()[theme]
    faint = {(a, b): contrast(palette[a], palette[b]) for a, b in READ}
    assert min(faint.values()) >= 4.5, faint


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_and_the_focus_are_seen_in_both_themes(theme: str) -> None:
    palette = _palettes()[theme]
    faint = {(a, b): contrast(palette[a], palette[b]) for a, b in SEEN}
    assert all(value >= (1.5 if "hair" in pair else 3) for pair, value in faint.items()), faint


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_template_has_a_style_or_a_script_of_its_own(page: Path) -> None:
    text = page.read_text("utf-8")
    assert not re.search(
        r"\sstyle\s*=|<style\b|\son[a-z]+\s*=\s*[\"']|javascript:|hx-on\b|[\"']js:", text, re.IGNORECASE
    )
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_page_says_a_word_of_the_program_to_those_who_play(page: Path) -> None:
    # Campaigns, Import, History and Open matters are what a person looks for.
    text = re.sub(r"\{[{%#].*?[}%#]\}", " ", page.read_text("utf-8"), flags=re.DOTALL)
    labels = re.findall(r">\s*([^<>]+?)\s*<(?=/(?:a|button|h[1-6]|legend|summary|th|title)\b)", text)
    said = " ".join(re.sub(r"<[^>]*>", " ", text).split())
    assert not re.search(r"\bshelf\b|\btake one in\b|\bactivation", said, re.IGNORECASE)
    assert not {"branches", "waiting"} & {label.lower() for label in labels}


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_nothing_of_ours_asks_another_host_for_anything(path: Path) -> None:
    text = path.read_text("utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://|//[a-z0-9-]+\.[a-z]{2,}/|@import", text)
    if path.suffix == ".svg":
        assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", text)
