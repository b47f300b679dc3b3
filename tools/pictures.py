"""Takes pictures of the screen: what nobody would show is best seen by looking at it.

The scenes are playthroughs: each becomes a campaign in a temporary folder, for which the real server answers.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from tests.web.people import Browsers, People, follows, listens
from tests.web.served import Screen
from turnkeeper.app import sharing
from turnkeeper.app.library import SUFFIX
from turnkeeper.app.replay import replay_to
from turnkeeper.views.referee.facts import facts

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
SCENES = ROOT / "tools" / "scenes"
PICTURES = ROOT / "docs" / "pictures"
SIZES = {"laptop": (1280, 800), "tablet": (768, 1024), "phone": (390, 844), "wall": (1920, 1080)}
WHOLE = frozenset({"laptop", "wall"})
"""Sizes in which the referee's screen is seen whole."""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# The first has no windows, and so costs half of what the others do.
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
KEY_LENGTH = 12
SETTLE_MS = 250


class Shot(NamedTuple):
    """A picture: of which scene's campaign, where, after what was clicked and which keys pressed.

    It ``shows`` something that comes only after that; until it is there no picture is taken.
    """

    name: str
    scene: str
    path: str = "/c/{key}"
    keys: tuple[str, ...] = ()
    click: str = ""
    shows: str = ""


class Place(NamedTuple):
    """Where the pages of a scene's campaign are: its key, and the token of a players' link."""

    key: str
    token: str


SHOTS = (
    Shot("empty", "empty"),
    Shot("delve", "delve"),
    Shot("dark", "dark"),
    Shot("aside", "dark", keys=("Escape",), shows="[data-key=i] >> nth=0"),
    Shot("question", "question"),
    Shot("fight", "fight"),
    Shot("count", "count"),
    Shot("sides", "sides"),
    Shot("journey", "journey"),
    Shot("lost", "lost"),
    Shot("camp", "camp"),
    Shot("crowded", "crowded"),
    Shot("dice", "dice"),
    Shot("stair", "stair"),
    Shot("pool", "pool"),
    Shot("wide", "wide"),
    Shot("wide-whole", "wide", click="[data-map-do=fit]"),
    Shot("palette", "delve", keys=("/", "l", "i", "g"), shows="#palette-offers [role=option] >> nth=0"),
    Shot("help", "delve", keys=("?",), shows=".help-keys kbd >> nth=0"),
    Shot("throw", "dice", keys=("d", "s"), shows="#part-throw .throw-faces"),
    Shot("done", "stair", keys=("n",), shows="#part-outcome:not(:empty)"),
    Shot("refused", "fight", keys=("/", *"search", "Enter"), shows="#palette-fault :visible >> nth=0"),
    Shot("why", "delve", click=".log .rule >> nth=0", shows="#sheet h2 >> nth=0"),
    Shot("meet", "camp", keys=("Shift+E",), shows="#meet .meet-form"),
    Shot("doing", "delve", keys=(":",), shows="#doing .doable-one >> nth=0"),
    Shot("people", "delve", "/c/{key}/people"),
    Shot("creatures", "fight", "/c/{key}/creatures"),
    Shot("calendar", "sides", "/c/{key}/calendar"),
    Shot("calendar-year", "sides", "/c/{key}/calendar/year"),
    Shot("odds", "delve", "/c/{key}/odds", shows=".odds-one >> nth=0"),
    Shot("story", "delve", "/c/{key}/story"),
    Shot("display", "delve", "/c/{key}/display"),
    Shot("display-fight", "count", "/c/{key}/display"),
    Shot("campaigns", "delve", "/"),
    Shot("import", "delve", "/", click="details.import summary", shows="details.import form"),
    Shot("new", "delve", "/new"),
    Shot("history", "delve", "/c/{key}/history"),
    Shot("log", "journey", "/c/{key}/log"),
    Shot("log", "delve", "/c/{key}/log"),
    Shot("access", "delve", "/access"),
    Shot("sharing", "delve", "/c/{key}/sharing"),
    Shot("settings", "delve", "/c/{key}/settings"),
    Shot("house-rules", "delve", "/c/{key}/house-rules"),
    Shot("loose", "delve", "/dice?dice=2d6&do=throw&seed=lantern&how=at-least&value=9"),
    Shot("loose-wrong", "delve", "/c/{key}/dice?dice=2d6%2B%2B"),
    Shot("loose-many", "delve", "/dice?dice=5000d6&value=17600"),
    Shot("loose-at-table", "delve", keys=("/", *"dice 4d6kh3", "Enter"), shows="#sheet .dice-total"),
    Shot("rules", "delve", "/rules?rule=G-LIGHT-2"),
    Shot("rule-set", "delve", "/rules/glog"),
    Shot("rule-house", "delve", "/rules/quest-of-destiny/house"),
    Shot("rule-coverage", "delve", "/c/{key}/rules/coverage"),
    Shot("rule-check", "delve", "/rules/check"),
    Shot("credits", "delve", "/credits"),
    Shot("player", "delve", "/p/{token}"),
    Shot("player-fight", "count", "/p/{token}"),
    Shot("player-journey", "journey", "/p/{token}"),
    Shot("player-calendar", "sides", "/p/{token}/calendar"),
)
README = (("delve", "laptop", "light"), ("journey", "laptop", "dark"), ("player", "phone", "light"))
"""What the README shows: which picture in which size and theme."""


def main(words: Sequence[str] | None = None) -> int:
    """Take the pictures that are asked for, in the words of the command line."""
    asked = _asked(words)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "campaigns"
        folder.mkdir()
        places = dict(_campaigns(folder, {shot.scene for shot in asked.shots}))
        screen = Screen(folder).start()
        try:
            _take(screen, places, asked)
        finally:
            screen.stop()
    if asked.readme:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for name, size, theme in README:
            taken = asked.folder / f"{name}-{size}-{theme}.png"
            if taken.exists():
                shutil.copyfile(taken, PICTURES / f"{name}.png")
    return 0


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pictures whose name begins so; several with commas")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--readme", action="store_true", help="renew docs/pictures too")
    asked = parser.parse_args(words)
    asked.shots = [shot for shot in SHOTS if shot.name.startswith(tuple(asked.only.split(",")))]
    if not asked.shots:
        parser.error(f"no picture's name begins with {asked.only}: {', '.join(shot.name for shot in SHOTS)}")
    return asked


def _campaigns(folder: Path, names: Container[str]) -> Iterator[tuple[str, Place]]:
    """Play each scene of these names into a file of its own; yield its name and where its pages are."""
    for scene in sorted(SCENES.glob("*.play")):
        if scene.stem not in names:
            continue
        path = folder / f"{scene.stem}{SUFFIX}"
        replayed = replay_to(path, scene.read_text("utf-8"), scene.name, facts)
        if replayed.problems or replayed.campaign is None:
            raise SystemExit("\n".join(map(str, replayed.problems)))
        shared, _, token = sharing.made(sharing.Sharing(), "everyone at the table", 0)
        sharing.write(path, shared)
        yield scene.stem, Place(replayed.campaign.store.facts.campaign[:KEY_LENGTH], token)
        replayed.campaign.close()


def _take(screen: Screen, places: Mapping[str, Place], asked: argparse.Namespace) -> None:
    from playwright.sync_api import sync_playwright

    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *as_root])
        for size in asked.size or SIZES:
            for theme in asked.theme or THEMES:
                _theme(browser, screen, places, size, theme, asked)
        browser.close()


def _theme(  # noqa: PLR0913, PLR0917 - a picture is of a browser, a server, a size and a theme
    browser: Browser,
    screen: Screen,
    places: Mapping[str, Place],
    size: str,
    theme: Literal["light", "dark"],
    asked: argparse.Namespace,
) -> None:
    page = People(Browsers(browser)).referee(screen, size=SIZES[size], theme=theme)
    for shot in asked.shots:
        path = shot.path.format(key=places[shot.scene].key, token=places[shot.scene].token)
        page.goto(screen.url(path))
        page.evaluate("document.fonts.ready")
        if shot.keys or (shot.click and page.locator(".table").count()):
            # Before that a key is pressed for nobody, and what it opened is closed by the first message.
            follows(page)
            listens(page)
        if shot.click:
            page.click(shot.click)
        for key in shot.keys:
            page.keyboard.press(key)
        if shot.shows:
            page.wait_for_selector(shot.shows, state="visible")
        page.wait_for_timeout(SETTLE_MS)
        page.screenshot(
            path=asked.folder / f"{shot.name}-{size}-{theme}.png",
            full_page=size not in WHOLE and not shot.keys,
        )
    page.context.close()


if __name__ == "__main__":
    sys.exit(main())
