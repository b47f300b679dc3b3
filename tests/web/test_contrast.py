"""In every light of the referee's page words keep their contrast, in both themes (WCAG 2.2, 1.4.3 and 11)."""

from __future__ import annotations

import re
from itertools import product

import pytest

from turnkeeper.web.render import STATIC

WORDS, SIGNS = 4.5, 3.0
THEMES = ("light", "dark")
LIGHTS = ("day", "bright", "low", "dark")
GROUNDS = ("paper", "plate")
_SAID = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")


def colours(block: str, theme: str) -> dict[str, str]:
    """Return the colours that a rule sets in a theme, by their names."""
    which = THEMES.index(theme)
    return {name: (both[which] or one) for name, *both, one in _SAID.findall(block)}


def in_light(light: str, theme: str) -> dict[str, str]:
    """Return the colours of the page in a light, as the style sheets give them; the dark is dark in both."""
    sheet, mood = ((STATIC / name).read_text("utf-8") for name in ("screen.css", "mood.css"))
    root = sheet[sheet.index(":root {") : sheet.index(":root[data-theme")]
    theme = "dark" if light == "dark" else theme
    found = colours(root, theme)
    if light != "day":
        start = mood.index(f'[data-light="{light}"]) {{')
        found |= colours(mood[start : mood.index("}", start)], theme)
    return {"shade": "#ffffff"} | found


def shaded(colour: str, shade: str) -> str:
    """Return a colour where the shade lies on it, which is multiplied by it."""
    both = ((int(colour[at : at + 2], 16), int(shade[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{one * other // 255:02x}" for one, other in both)


def luminance(colour: str) -> float:
    """Return how bright a colour is, as WCAG reckons it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours: 1 for the same, 21 for black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("light, theme", list(product(LIGHTS, THEMES)))
def test_words_and_signs_stand_out_in_every_light(light: str, theme: str) -> None:
    page = in_light(light, theme)
    pairs = [(word, ground, WORDS) for word in ("ink", "soft", "ember", "cold") for ground in GROUNDS]
    pairs += [(sign, ground, SIGNS) for sign in ("edge", "focus") for ground in GROUNDS]
    pairs += [("on-ember", "ember", WORDS), ("on-night", "night", WORDS)]
    for shade in ("#ffffff", page["shade"]):
        shown = {name: shaded(colour, shade) for name, colour in page.items()}
        assert not [pair for pair in pairs if contrast(shown[pair[0]], shown[pair[1]]) < pair[2]]


def test_the_darker_it_is_the_darker_is_the_page() -> None:
    for theme in THEMES:
        grounds = [luminance(in_light(light, theme)["paper"]) for light in LIGHTS[1:]]
        assert grounds == sorted(grounds, reverse=True)


def test_contrast_is_reckoned_as_the_guideline_says() -> None:
    """Black on white is 21 to 1; #767676 on white is the lightest grey of 4.5 to 1, #777777 falls short."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") >= WORDS > contrast("#777777", "#ffffff")
