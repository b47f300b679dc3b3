"""Loose dice on the screen: odds by hand arithmetic, what is typed wrong marked, nothing of it recorded."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tests.web.campaigns import commits
from tests.web.doors import House
from tests.web.pages.test_hostile_text import hostile_texts, require_harmless
from turnkeeper.app.dice_odds import MOST_ROWS, asked, odds_of
from turnkeeper.app.loose_dice import LONGEST_DICE
from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.pools import OddsError
from turnkeeper.web.api import dice as api
from turnkeeper.web.pages import odds
from turnkeeper.web.pages.odds import columns_of, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from litestar.testing import TestClient
    from litestar.types import ASGIApp

    Client = TestClient[ASGIApp]

HTMX = {"HX-Request": "true"}
PATIENCE_S = 30
"""So long a test that has failed already waits for it to be so."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("dice") / "campaigns")


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    with house.client(entered=True) as client:
        yield client


def words(page: str) -> str:
    """Return the text of a page, without its tags and with single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def rows(page: str) -> dict[str, list[str]]:
    """Return the rows of the table of odds by their values."""
    found = re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</th>(.*?)</tr>", page)
    return {value: [unescape(one) for one in re.findall(r"<td>(.*?)</td>", cells)] for value, cells in found}


@pytest.mark.slow
def test_without_dice_there_is_only_what_dice_can_be(client: Client) -> None:
    page = client.get("/dice")
    assert page.status_code == 200
    assert "What dice can be" in page.text
    assert '<svg class="odds-drawn' not in page.text
    for notation in ("4d6kh3", "d66", "2 in 6", "1d20+5>=15"):
        assert f">{notation.replace('>', '&gt;')}</a>" in page.text


@pytest.mark.slow
def test_every_example_leads_to_its_odds(client: Client) -> None:
    for link in re.findall(r"<dt class=\"digits\"><a href=\"([^\"]+)\"", client.get("/dice").text):
        assert client.get(unescape(link)).text.count("odds-column") > 1, link


@pytest.mark.slow
def test_two_dice_come_to_nine_or_more_ten_times_of_thirty_six(client: Client) -> None:
    page = client.get("/dice", params={"dice": "2d6", "how": "at-least", "value": "9"}).text
    # 4 + 3 + 2 + 1 = 10 of 36 ways: 5/18.
    assert "At least 9: 5/18 , 27.78 % , one in 3.6" in words(page)
    assert "From 2 to 12, mean 7, standard deviation 2.4152." in words(page)
    # 7: six of 36 ways, and 21 of 36 on either side with it.
    assert rows(page)["7"] == ["1/6", "16.67", "58.33", "58.33"]
    assert rows(page)["12"] == ["1/36", "2.78", "2.78", "100.00"]
    assert len(rows(page)) == 11


@pytest.mark.parametrize(
    "how, value, said",
    [("at-most", "1", "At most 1: never"), ("at-least", "2", "At least 2: always"), ("exactly", "7", "1/6")],
)
def test_never_and_always_are_said_so(client: Client, how: str, value: str, said: str) -> None:
    assert said in words(client.get("/dice", params={"dice": "2d6", "how": how, "value": value}).text)


def test_the_drawing_says_what_the_table_says(client: Client) -> None:
    page = client.get("/dice", params={"dice": "4d6kh3"}).text
    titles = [unescape(one) for one in re.findall(r"<title>(\d+: .*?)</title>", page)]
    assert titles == [f"{value}: {chance}, {cent} %" for value, (chance, cent, *_) in rows(page).items()]
    assert "style=" not in page


def test_columns_stand_side_by_side_and_the_likeliest_is_the_highest() -> None:
    columns = columns_of(odds_of(parse_dice("2d6")), asked(parse_dice("2d6"), "at-least", 9))
    # 11 values: each has a place of 100/11 = 9.09 percent; 7 is the sixth.
    assert [one.height for one in columns][5] == "100.00%"
    assert columns[0].height == "16.60%"  # 1/36 of 6/36, in thousandths
    assert [one.label for one in columns if one.label] == ["2", "4", "6", "8", "10", "12"]
    assert [one.meant for one in columns] == [False] * 7 + [True] * 4
    assert columns[1].x.startswith("9.")


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["1", "1d6", "d66", "1d100", "5000d6", "1d20000", "d6*1000"])
def test_every_drawing_stays_within_its_frame(notation: str) -> None:
    columns = columns_of(odds_of(parse_dice(notation), MOST_ROWS), None)

    def number(text: str) -> float:
        return float(text.removesuffix("%"))

    assert all(number(one.x) >= 0 and number(one.width) > 0 for one in columns)
    assert all(number(one.x) + number(one.width) <= 100 for one in columns)
    assert all(number(one.y) + number(one.height) == pytest.approx(100) for one in columns)
    assert percent(10_000) == "100.00%"


def test_dice_are_thrown_and_the_same_seed_throws_the_same(client: Client) -> None:
    asked_for = {"dice": "3d6", "do": "throw", "times": "4", "seed": "lantern"}
    first, again = (client.get("/dice", params=asked_for).text for _ in range(2))
    thrown = re.findall(r"dice-faces digits\">3d6: (\d) (\d) (\d) = (\d+)<", first)
    assert len(thrown) == 4
    assert all(sum(map(int, faces)) == int(total) for *faces, total in thrown)
    assert thrown == re.findall(r"dice-faces digits\">3d6: (\d) (\d) (\d) = (\d+)<", again)
    assert "nothing keeps them" in first


def test_nothing_is_thrown_unasked(client: Client) -> None:
    assert "dice-faces" not in client.get("/dice", params={"dice": "3d6", "times": "4"}).text


def test_a_slip_is_marked_at_its_place_and_what_was_typed_stays(client: Client) -> None:
    page = client.get("/dice", params={"dice": "2d6++", "do": "odds"})
    assert page.status_code == 422
    assert "2d6+<mark>+</mark>" in page.text
    assert "two operators stand side by side" in page.text
    assert "take one away" in page.text
    assert 'value="2d6++"' in page.text
    assert 'aria-invalid="true" aria-describedby="wrong-dice"' in page.text


@pytest.mark.slow
def test_within_a_page_it_is_a_piece_that_is_put_in_whatever_came_of_it(client: Client) -> None:
    for notation in ("2d6", "2d6++"):
        piece = client.get("/dice", params={"dice": notation}, headers=HTMX)
        assert piece.status_code == 200
        assert piece.text.lstrip().startswith('<div id="dice-tray"')
        assert "<html" not in piece.text


@pytest.mark.slow
def test_odds_that_take_too_long_are_not_told_and_the_dice_fall_all_the_same(client: Client) -> None:
    page = client.get("/dice", params={"dice": "5000d6kh2500", "do": "throw"})
    assert page.status_code == 200
    assert "would take over" in page.text
    assert "They can be thrown all the same" in page.text
    assert "dice-total" in page.text


@pytest.mark.slow
def test_beside_a_campaign_it_has_its_menu_and_the_campaign_learns_nothing(
    client: Client, house: House
) -> None:
    before = commits(house.folder, "Barrow")
    page = client.get(f"/c/{house.key}/dice", params={"dice": "2d6", "do": "throw"}).text
    assert f'action="/c/{house.key}/dice"' in page
    assert f'<a href="/c/{house.key}/dice" aria-current="page">Dice</a>' in page
    assert commits(house.folder, "Barrow") == before


@pytest.mark.slow
def test_the_campaigns_and_the_table_lead_to_the_dice(client: Client, house: House) -> None:
    assert '<a href="/dice">Dice</a>' in client.get("/").text
    assert f'<a href="/c/{house.key}/dice">Dice</a>' in client.get(f"/c/{house.key}").text


@hostile_texts
def test_whatever_is_typed_into_it_is_shown_as_it_was_typed(client: Client, hostile: str) -> None:
    for field in ("dice", "value", "times", "seed", "how", "do"):
        asked_for = {"dice": "2d6", "do": "throw", "value": "7"} | {field: hostile}
        for headers in ({}, HTMX):
            answer = client.get("/dice", params=asked_for, headers=headers)
            assert answer.status_code in {200, 422}, (field, answer.status_code)
            require_harmless(answer.text, answer.headers, field)


def test_a_program_asks_for_one_chance(client: Client, house: House) -> None:
    told = client.get("/api/dice/chance", params={"dice": "2d6", "value": 9}, headers=house.bearer).json()
    assert told == {
        "how": "at-least",
        "value": 9,
        "said": "at least 9",
        "chance": "5/18",
        "percent": "27.78",
        "one_in": "3.6",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "work, path",
    [
        ((odds, "tray"), "/dice?dice=1d1000000"),
        ((api, "odds_data"), "/api/dice/odds?dice=2d6"),
        ((api, "asked"), "/api/dice/chance?dice=2d6&value=9"),
    ],
)
def test_while_dice_are_reckoned_others_are_answered(
    client: Client, house: House, monkeypatch: pytest.MonkeyPatch, work: tuple[ModuleType, str], path: str
) -> None:
    """The largest law there is takes seconds: another page comes before the dice do."""
    usual: Callable[..., object] = getattr(*work)
    begun, answered = Event(), Event()

    def reckoned(*said: object) -> object:
        begun.set()
        assert answered.wait(PATIENCE_S), "nobody else was answered meanwhile"
        return usual(*said)

    monkeypatch.setattr(*work, reckoned)
    with ThreadPoolExecutor(1) as somebody:
        page = somebody.submit(client.get, path, headers=house.bearer)
        assert begun.wait(PATIENCE_S)
        assert client.get("/credits").status_code == 200
        assert not page.done()
        answered.set()
        assert page.result().status_code == 200


@pytest.mark.parametrize(
    "notation", ["900d900d", "1d1000001", "10001d6", "99999999999d6", "1d6" + "+1d6" * 51]
)
def test_nonsense_is_refused_with_the_limit_that_the_terminal_has(client: Client, notation: str) -> None:
    with pytest.raises(DiceError) as limit:
        parse_dice(notation)
    page = client.get("/dice", params={"dice": notation})
    if len(notation) > LONGEST_DICE:
        assert f"at most {LONGEST_DICE} letters" in words(page.text)
        return
    assert page.status_code == 422
    assert limit.value.message in words(page.text)


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["900d900", "10000d6!", "100d1000!", "1000d1000000"])
def test_odds_beyond_the_limit_are_refused_with_the_words_of_the_terminal(
    client: Client, notation: str
) -> None:
    with pytest.raises(OddsError) as limit:
        odds_of(parse_dice(notation))
    assert str(limit.value) in words(client.get("/dice", params={"dice": notation}).text)
