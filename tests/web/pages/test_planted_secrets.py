"""Every text that a form takes is filled with a word of its own, which no page of a player may hold.

The forms and fields come from the declarations, so that a new field is searched for without a line here.
`test_player_secrets` plays whole sessions; here each field is said once in each game and scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import get_args

import msgspec
import pytest

from tests.app.secretive import MAP, MARK, SEED, tell_all
from turnkeeper.app.campaign import Campaign, Recorded
from turnkeeper.app.library import in_memory
from turnkeeper.app.maps import atlas, using
from turnkeeper.app.people import commands_of, somebody, words_of
from turnkeeper.app.sharing import Display, Displays, Sharing, Shown
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.files.people_list import PersonRow
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.introducing.animals import word_of
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import REGISTRY
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.views.command_forms import command_form, fill
from turnkeeper.views.maps.view import draw_land
from turnkeeper.views.parts.command_ways import Entry, entries, required_fields
from turnkeeper.views.players.calendar import players_month
from turnkeeper.views.players.display import display_view
from turnkeeper.views.players.view import players_view
from turnkeeper.views.story import story
from turnkeeper.web import render
from turnkeeper.web.pages.map import map_shown

pytestmark = pytest.mark.slow

ALL = Shown("exact", numbers=True, story=True, portraits=True)
SCENES = {
    "underground": (
        "enter dungeon Barrow",
        "light torch for Orlo",
        "use calendar harvest from 3rd of Harvest 1042",
    ),
    "outdoors": ("enter wilderness", "stand at 0101"),
    "in a fight": ("enter dungeon Barrow", "light torch for Orlo", "foes goblins 3 hp 4", "fight", "round"),
}
LATER = ("done", "round", "done", "end fight", "end count", "wait 1 h")
MEANT = {
    "party.party members": "who joins is seen by all",
    "party.hire members": "who joins is seen by all",
    "rename.rename name": "a name in the party is everybody's",
    "enter.enter name": "the party sees where it goes in",
    "enter-room.enter name": "the party sees the room where it stands",
    "hand-out.hand title": "it is handed to the players",
    "hand-out.hand text": "it is handed to the players",
    "new-session.new title": "the story that players read is headed by it",
    "foes.foes name": "a side is named once it acts",
    "foes.meet name": "a side is named once it acts",
    "creature.creature creatures": "a side of its kind is named once it acts",
    "summon.summon name": "whoever is summoned is on the party's side",
}
"""The fields whose words players get, with the reason; every other word is the referee's."""
READ = {
    "add-calendar-event.event when": "a date",
    "add-calendar-event.secret when": "a date",
    "use-calendar.use date": "a date",
    "use-calendar.also date": "a date",
    "rule-order.rule order": "those who act",
}
"""The fields that take any word and refuse what is not such."""
OF_KIND = {"people": "{} hp 5", "sheet": "notes {}", "creatures": "{} hp 3", "order": "Varda, {}"}


def word_for(entry: Entry, number: int, field: str) -> str:
    """Return a word that nothing else holds, and that no longer one begins with."""
    told = f"{entry.id} {'abcdefghijklmnop'[number]} {field}"
    return f"{MARK}{''.join(filter(str.isalpha, told))}{MARK[::-1]}"


def texts(campaign: Campaign, entry: Entry, number: int) -> dict[str, str]:
    """Return the fields of a way that take any word, each with a text that holds its own."""
    found = {}
    shapes = OF_KIND | {"animals": f"{{}} {word_of(campaign.book)} 2"}
    for field, kind in entry.ways[number].kinds.items():
        text = shapes.get(kind, "{}").format(word_for(entry, number, field))
        try:
            slots.read_field(kind, text, campaign.book)
        except SpeechError:
            continue
        found[field] = text
    return found


def sayings(campaign: Campaign, entry: Entry, number: int) -> Iterator[dict[str, str]]:
    """Yield ways to fill in a form: all its texts planted, then each alone, what else it needs as offered."""
    planted = texts(campaign, entry, number)
    fields = command_form(campaign, entry, number, {}).fields
    offered = {one.name: next(iter(one.values), "") or one.such or "3" for one in fields}
    alone: set[str] = set()
    for form in entry.ways[number].forms:
        here = {field: offered[field] for field in required_fields(form)}
        mine = {field: text for field, text in planted.items() if field in slots.kinds_of(form)}
        yield from ([here | mine] if mine.keys() - alone else [])
        here |= {field: offered[field] for field, kind in slots.kinds_of(form).items() if kind == "who"}
        yield from (here | {field: text} for field, text in mine.items() if field not in alone)
        alone |= mine.keys()


def pages(campaign: Campaign) -> str:
    """Return the players' pages and each picture of the table's display, as they are sent."""
    land, seen = map_shown(campaign, players=True), players_view(campaign, ALL)
    mine = {"view": seen, "story": True, "map": land, "portraits": (), "grants": "", "own": ""}
    parts = [*render.parts("player", **mine).values()]
    for shows in get_args(Displays):
        shown = display_view(campaign, Sharing(shown=ALL, display=Display(shows)))
        parts += render.parts("display", display=shown, view=shown.view, map=land).values()
    drawn = draw_land(campaign, "", players=True)
    parts += [drawn.svg + repr(drawn.signs)] if drawn is not None else []
    tale, month = story(campaign, ALL), players_month(campaign, ALL)
    parts += [render.part("player_story.html", story=tale, token="", base="")]
    parts += [render.part("player_calendar.html", campaign="", token="", month=month)] if month else []
    return "".join(parts).casefold()


class Planted:
    """A campaign in which every text of every form is said, and where each of the words came out."""

    def __init__(self, rules: str, said: Iterable[str]) -> None:
        """Begin a game whose party stands in a scene."""
        self.campaign = in_memory("Barrow", load_builtin(rules), seed=SEED)
        self.words: dict[str, str] = {}
        self.leaked: set[str] = set()
        brought, _ = atlas.map_from("land", MAP.replace(MARK, "x"), "land.txt")
        using.use(self.campaign, brought)
        book = self.campaign.book
        cells = {
            **somebody([], book).cells,
            # A score where scores are written, and a modifier where those are.
            **dict.fromkeys(book.set.characters.attributes, "3"),
            "hp": "9/9",
        }
        people = commands_of(words_of(PersonRow(name, cells), book) for name in ("Varda", "Orlo"))
        for one in (*people, "hire Bram morale 7", *said):
            self.say(one)

    def say(self, text: str) -> None:
        """Say something; what these rules refuse is passed over."""
        with suppress(SpeechError):
            self.campaign.do(self.campaign.parse(text), self.dice)

    @property
    def dice(self) -> TypedFaces:
        """Return the campaign's dice."""
        return TypedFaces((), self.campaign.seeded())

    def plant(self) -> None:
        """Say every text of every form, and look at what players get after each."""
        for entry in entries(self.campaign.book).values():
            for number in range(len(entry.ways)):
                for typed in sayings(self.campaign, entry, number):
                    self._plant(entry, number, typed)

    def _plant(self, entry: Entry, number: int, typed: dict[str, str]) -> None:
        here = {word: name for name, text in typed.items() if (word := word_for(entry, number, name)) in text}
        if here.keys() <= self.words.keys():
            return
        filled = fill(self.campaign, entry, entry.ways[number], typed)
        if filled.said is None:
            return
        before = self.stands
        if not isinstance(self.campaign.do(filled.said, self.dice), Recorded):
            return
        self.words |= {word: f"{entry.id} {name}" for word, name in here.items()}
        self.look_again()
        if self.stands != before:
            self.campaign.undo()

    @property
    def stands(self) -> object:
        """Return the words that have to stay so that the next can be said."""
        state = self.campaign.state
        fighting = (state.fight is None, state.count is None)
        open_ = REGISTRY.hold(state, self.campaign.book)
        return state.place.scene, [one.name for one in state.party.able], fighting, open_

    def look_again(self) -> None:
        """Look at all that the page and the display are made of, but for the map, the month and the story."""
        self.look(msgspec.json.encode(players_view(self.campaign, ALL)).decode().casefold())

    def look(self, text: str) -> None:
        """Note which of the words stand in a text."""
        self.leaked |= {field for word, field in self.words.items() if word in text}


def played(rules: str, scene: str) -> Planted:
    """Return a game with all that was planted in a scene, and what was seen of it then and later."""
    planted = Planted(rules, SCENES[scene])
    planted.plant()
    for one in LATER:
        planted.say(one)
        planted.look_again()
    planted.look(pages(planted.campaign))
    return planted


@pytest.fixture(scope="module")
def games() -> tuple[Planted, ...]:
    """Return every game in every scene, with all that was planted."""
    return tuple(played(rules, scene) for rules in builtin_ids() for scene in SCENES)


def test_no_text_of_any_form_reaches_players_but_those_that_are_meant_for_them(
    games: tuple[Planted, ...],
) -> None:
    assert set().union(*(one.leaked for one in games)) == set(MEANT)


def test_every_text_that_names_something_new_was_planted(games: tuple[Planted, ...]) -> None:
    """What only names what there is already is refused with another word, and needs no search."""
    said = set().union(*(one.words.values() for one in games))
    assert new_texts(games) - said == set(READ)


def new_texts(games: Iterable[Planted]) -> set[str]:
    """Return the fields of all games that take a word of one's own."""
    return {
        f"{entry.id} {field}"
        for campaign in {one.campaign.store.facts.rules_digest: one.campaign for one in games}.values()
        for entry in entries(campaign.book).values()
        for number, way in enumerate(entry.ways)
        for field in texts(campaign, entry, number)
        if slots.KINDS[kind := way.kinds[field]].open or REGISTRY.values(entry.declared, field, kind) is None
    }


def test_the_search_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    tell_all(monkeypatch)
    assert {"note.secret text", "hide.hide name", "foretell.next what"} <= played(
        "glog", "underground"
    ).leaked
