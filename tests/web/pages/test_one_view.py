"""The terminal, the screen and the API tell one and the same view, in every game and in every scene.

Every text of the view is given a mark of its own, wherever it stands in it: what a front end shows is then
known by the marks, and nothing is taken for shown because another part happens to have the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
import pytest
from litestar.testing import TestClient
from msgspec import Struct, inspect, structs

from tests.web.campaigns import KEY_LENGTH
from tests.web.doors import House
from turnkeeper.app.library import create
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.cli import glance as terminal
from turnkeeper.cli import screen
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.views.referee.glance import Glance, glance
from turnkeeper.views.referee.view import RefereeView, referee_view
from turnkeeper.web.pages import referee

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from turnkeeper.app.campaign import Campaign

DELVE = ("enter dungeon Barrow", "stock 6 torches", "light torch for Varda", "timer potion 30 min")
ABROAD = (
    "leave for wilderness",
    "use map sample",
    "stand at Ferrowhythe",
    "stock 9 rations",
    "stay behind Orlo",
)
SCENES = {
    "delve": (*DELVE, "wait 5 min", "enter room Hall", "hurt Orlo 4"),
    "encounter": (*DELVE, "meet goblins 60 ft away"),
    "fight": (*DELVE, "meet goblins", "fight with goblins", "next"),
    "travel": (*ABROAD, "travel to Orrel's Garth by road"),
    "camp": (*ABROAD, "wait 12 h", "camp with shelter", "sleep", "wait 1 h"),
}
"""What is said from the beginning, as far as a game has it: what its rules refuse is left out."""
SEEN_IN = {
    "encounter": ("met",),
    "fight": ("fight", "count"),
    "travel": ("travel", "absent"),
    "camp": ("absent",),
}
"""A part that has something to say in a scene, or another one that has in its place."""
MARK = re.compile(r"\[\[\d+\]\]")
Place = tuple[str, ...]
Value = TypeVar("Value")


class Marked:
    """A view whose texts each have a mark, and where in the view each mark stands."""

    def __init__(self, view: RefereeView) -> None:
        self.places: dict[str, Place] = {}
        self.view: RefereeView = self._marked(view, ())

    def at_a_glance(self, bare: Glance) -> Glance:
        """Return the part of the view that a front end without buttons is given."""
        parts = (one for one in bare.__struct_fields__ if getattr(bare, one))
        return structs.replace(bare, **{one: getattr(self.view, one) for one in parts})

    def told(self, shown: str) -> set[Place]:
        """Return where in the view the texts stand that are shown."""
        return {self.places[mark] for mark in MARK.findall(shown)}

    def _marked(self, value: Value, at: Place) -> Value:
        made: object = value
        if isinstance(value, Struct):
            kinds = _kinds(type(value))
            parts = {one: getattr(value, one) for one in value.__struct_fields__ if one not in kinds}
            made = structs.replace(
                value, **{key: self._marked(one, (*at, key)) for key, one in parts.items()}
            )
        elif isinstance(value, tuple):
            made = tuple(self._marked(one, (*at, str(number))) for number, one in enumerate(value))
        elif isinstance(value, dict):
            made = {key: self._marked(one, (*at, key)) for key, one in value.items()}
        elif isinstance(value, str) and value:
            mark = f"[[{len(self.places)}]]"
            self.places[mark] = at
            made = value + mark
        return made  # type: ignore[return-value]


@cache
def _kinds(of: type) -> frozenset[str]:
    """Return the fields that hold one of some fixed words: a front end may tell those by a picture."""
    told = inspect.type_info(of)
    assert isinstance(told, inspect.StructType)
    return frozenset(one.name for one in told.fields if _is_fixed(one.type))


def _is_fixed(kind: inspect.Type) -> bool:
    several = isinstance(kind, inspect.UnionType) and any(map(_is_fixed, kind.types))
    return several or isinstance(kind, inspect.LiteralType)


def parts(seen: Glance) -> Iterator[tuple[str, set[Place]]]:
    """Yield the parts of a view that say something, each with its rows: itself, where it is no list."""
    for part in seen.__struct_fields__:
        value = getattr(seen, part)
        if isinstance(value, tuple) and value:
            yield part, {(part, str(number)) for number in range(len(value))}
        elif isinstance(value, Struct):
            yield part, {(part,)}


def texts(value: object) -> Iterator[str]:
    """Yield the texts of a part that are no mere words."""
    if isinstance(value, Struct):
        said = (one for one in value.__struct_fields__ if one not in _kinds(type(value)))
        yield from texts(tuple(getattr(value, one) for one in said))
    elif isinstance(value, tuple):
        yield from (text for one in value for text in texts(one))
    elif isinstance(value, str) and len(value) > 4:
        yield value


def begun(folder: Path, rules: str) -> Campaign:
    """Return a new campaign of a game with two people in it."""
    score = next(iter(load_builtin(rules).characters.attributes))
    _, campaign = create(str(folder / rules), load_builtin(rules), seed="lantern")
    # 3 is a score where scores are written, and a modifier where those are.
    said = f"party Varda {score} 3 hp 5/9; Orlo {score} 3 hp 4"
    assert isinstance(Session(campaign).say(said), CommandDone)
    return campaign


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("views") / "campaigns")


@pytest.mark.parametrize("rules", builtin_ids())
def test_terminal_screen_and_api_tell_one_view(house: House, rules: str) -> None:
    campaign = begun(house.folder, rules)
    session, start = Session(campaign), campaign.head.id
    with house.client(entered=True) as client:
        for scene, said in SCENES.items():
            session.go(start)
            for each in said:
                session.say(each)
            seen = glance(campaign)
            assert any(getattr(seen, one) for one in SEEN_IN.get(scene, ("lights",))), (
                scene,
                "shows nothing",
            )
            differ = list(_differences(client, campaign, scene))
            assert not differ
    campaign.close()


def _differences(
    client: TestClient[ASGIApp], campaign: Campaign, scene: str
) -> Iterator[tuple[str, str, dict[str, set[Place]]]]:
    view, key = referee_view(campaign), campaign.store.facts.campaign[:KEY_LENGTH]
    given, written = client.get(f"/api/campaigns/{key}/view").content, StringIO()
    assert msgspec.json.decode(given, type=RefereeView) == view, scene
    terminal.show(screen.Screen(written), campaign, json=True)
    assert written.getvalue().encode().rstrip() == given, scene

    marked, bare = Marked(view), glance(campaign)
    drawn = "\n".join(terminal.drawn(screen.Screen(written), marked.at_a_glance(bare), every=True))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(referee, "referee_view", lambda *_: marked.view)
        page = client.get(f"/c/{key}").text
    assert view.clock.season in drawn, scene
    assert view.clock.large in drawn, scene
    shown = {"terminal": drawn, "screen": unescape(page)}
    places = {"terminal": marked.told(drawn), "screen": marked.told(page)}
    for part, rows in parts(bare):
        told = {by: {row for row in rows if any(at[: len(row)] == row for at in places[by])} for by in shown}
        if told["terminal"] == told["screen"]:
            continue
        # One that has none of them tells them otherwise: what falls due is drawn on the strip of the day.
        other = [shown[by] for by in shown if not told[by]]
        if not any(text in each for text in texts(getattr(bare, part)) for each in other):
            yield scene, part, told
