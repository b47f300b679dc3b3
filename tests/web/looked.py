"""axe-core on a page: what would keep somebody out, by WCAG 2.2 AA and by good practice."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).with_name("vendor") / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
COLOURS = ("color-contrast",)
"""What alone hangs on how a page is lit: with other colours its parts, names and sizes are the same."""
# Letters of other fonts, until ours are there, are of other sizes. What a bar at the edge of the window cuts
# in two is too small to hit only until one scrolls: so it is measured again where nothing lies over it.
_RUN = """async ([tags, within, rules]) => {
    await document.fonts.ready;
    const look = async (where, runOnly) =>
        (await axe.run(where, {runOnly, resultTypes: ["violations"], preload: false})).violations;
    const only = rules.length ? {type: "rule", values: rules} : {type: "tag", values: tags};
    const found = await look(within || document, only);
    const small = found.find((rule) => rule.id === "target-size");
    if (!small) return found;
    const before = scrollY, still = [];
    for (const node of small.nodes) {
        const target = document.querySelector(node.target[0]);
        target.scrollIntoView({block: "center", behavior: "instant"});
        if ((await look(target, {type: "rule", values: ["target-size"]})).length) still.push(node);
    }
    scrollTo({top: before, behavior: "instant"});
    small.nodes = still;
    return found;
}"""


# Brought to the middle of the window, a control is under the finger that touches its middle. What is there
# for ears alone is for no finger, and a label stands for its field.
_REACHED = """() => {
    const controls = "button, summary, select, textarea, a[href], [role=slider], input:not([type=hidden])";
    const within = document.querySelector("dialog[open]") ?? document;
    const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const sizes = (one) => one.getBoundingClientRect();
    const amiss = [...within.querySelectorAll(controls)].filter((one) => {
        if (!seen(one) || one.disabled || one.closest("[inert], .unseen, .skip")) return false;
        if (sizes(one).width < 4) return false;
        one.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
        const {left, right, top, bottom} = one.getClientRects()[0] ?? sizes(one);
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const label = over?.closest("label")?.control;
        return left < -1 || right > innerWidth + 1 || !(one.contains(over) || label === one);
    });
    scrollTo({top: 0, behavior: "instant"});
    return amiss.map((one) => one.localName + " " + (one.textContent.trim() || one.name || one.className));
}"""


def out_of_reach(page: Page) -> list[str]:
    """Return the controls that are covered or stick out of the window, by what they say."""
    found: list[str] = page.evaluate(_REACHED)
    return found


@cache
def _script() -> str:
    return AXE.read_text("utf-8")


def barriers(page: Page, within: str = "", rules: tuple[str, ...] = ()) -> list[str]:
    """Return the findings of axe on the page as it stands, or within a part of it, a line for each element.

    All rules of `TAGS` are looked at, or those alone that are named.
    """
    # Evaluated by the browser's debugger, where the page's policy against foreign scripts does not reach.
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(_script() + "; undefined")
    found: list[dict[str, Any]] = page.evaluate(_RUN, [TAGS, within, [*rules]])
    return [
        f"{rule['id']} ({rule['help']}): {node['target']} {node['html'][:200]}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
