"""The people of a campaign under way, as a browser without scripts and one with them change them."""

from __future__ import annotations

import re
from contextlib import closing

import httpx
import pytest

from tests.web.campaigns import begin, commits, link
from tests.web.served import Screen
from turnkeeper.app.library import SUFFIX, open_campaign
from turnkeeper.app.pictures import MOST_OF_PORTRAIT
from turnkeeper.play.party.party import Character

pytestmark = pytest.mark.slow
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def party(served: Screen, name: str) -> tuple[Character, ...]:
    with closing(open_campaign(served.folder / f"{name}{SUFFIX}", read_only=True)) as campaign:
        return campaign.state.party.members


def person(key: str, name: str) -> str:
    return str(httpx.URL(f"/c/{key}/person", params={"name": name}))


def test_people_are_added_by_the_table_in_one_step(browser: httpx.Client, served: Screen) -> None:
    key = begin(served.folder, "Added", "party Varda")
    rows = {"person.0.name": "Orlo", "person.0.hp": "5/7", "person.2.name": 'Bram "the Hawk"'}
    there = browser.post(f"/c/{key}/people", data={**rows, "person.2.hireling": "yes"})
    assert there.url.path == f"/c/{key}"
    assert [(one.name, one.hp, one.hireling) for one in party(served, "Added")] == [
        ("Varda", None, False),
        ("Orlo", 5, False),
        ("Bram “the Hawk”", None, True),
    ]
    assert len(commits(served.folder, "Added")) == 3  # the beginning, Varda, and both of them


def test_nobody_is_added_while_a_cell_is_wrong_or_a_list_was_not_looked_at(
    browser: httpx.Client, served: Screen
) -> None:
    key = begin(served.folder, "Amiss", "party Varda")
    for typed, told in (
        ({"person.0.name": "varda"}, "varda is in the party already"),
        ({"person.0.name": "Orlo", "person.0.hp": "lots"}, "hp wants a number such as 7 or 5/7"),
        ({}, "Nobody is in the table yet."),
        ({"pasted": "Orlo, hp 7"}, 'value="Orlo"'),
    ):
        page = browser.post(f"/c/{key}/people", data=typed)
        assert page.status_code == 422
        assert told in page.text
    assert [one.name for one in party(served, "Amiss")] == ["Varda"]


def test_a_card_writes_what_is_different_in_one_step(browser: httpx.Client, served: Screen) -> None:
    key = begin(served.folder, "Card", "party Varda wisdom 12 hp 5/7; Orlo")
    card = browser.get(person(key, "varda")).text
    assert re.search(r'name="sheet.wisdom"[^>]* value="12"', card)
    typed = {"sheet.wisdom": "", "sheet.hp": "6/9", "sheet.hireling": ["", "yes"]}
    typed["sheet.notes"] = "Fears water.\r\n\r\nOwes <money>."
    browser.post(person(key, "Varda"), data=typed)
    varda, orlo = party(served, "Card")
    assert (varda.attribute("wisdom"), varda.hp, varda.most_hp, varda.hireling) == (None, 6, 9, True)
    assert (varda.notes, orlo.notes) == ("Fears water. / Owes <money>.", "")
    assert commits(served.folder, "Card")[2:] == [
        "write Varda as wisdom none, hp 6/9, hireling yes, notes Fears water. / Owes <money>."
    ]
    assert "Fears water.\nOwes &lt;money&gt;." in browser.get(person(key, "Varda")).text


def test_a_card_loses_and_regains_hit_points_and_lets_its_owner_go(
    browser: httpx.Client, served: Screen
) -> None:
    key = begin(served.folder, "Hurt", "party Varda hp 5/7; Orlo")
    for does, left in (("hurt", 2), ("heal", 5)):
        browser.post(person(key, "Varda"), data={"do": does, "points": "3"})
        assert party(served, "Hurt")[0].hp == left
    assert (
        "How many hit points?" in browser.post(person(key, "Varda"), data={"do": "hurt", "points": "x"}).text
    )
    browser.post(person(key, "Varda"), data={"do": "dismiss"})
    assert [one.name for one in party(served, "Hurt")] == ["Orlo"]
    assert "Nobody of that name is here" in browser.get(person(key, "Varda")).text


def test_what_is_wrong_with_a_card_stands_at_its_figure_and_all_typed_stays(
    browser: httpx.Client, served: Screen
) -> None:
    key = begin(served.folder, "Wrong", "party Varda hp 5/7")
    page = browser.post(person(key, "Varda"), data={"sheet.wisdom": "lots", "sheet.notes": "kept"})
    assert page.status_code == 422
    assert re.search(r'name="sheet.wisdom"[^>]* value="lots"[^>]* aria-invalid="true"', page.text)
    assert ">kept</textarea>" in page.text
    assert "cannot have 9 of 7" in browser.post(person(key, "Varda"), data={"sheet.hp": "9/7"}).text
    assert (
        "Nothing on the card is different"
        in browser.post(person(key, "Varda"), data={"sheet.hp": "5/7"}).text
    )
    assert len(commits(served.folder, "Wrong")) == 2


def test_a_portrait_is_kept_with_the_campaign_and_is_a_picture_by_its_content(
    browser: httpx.Client, served: Screen
) -> None:
    key = begin(served.folder, "Faces", "party Varda; Orlo")
    for data in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF8", PNG + bytes(MOST_OF_PORTRAIT)):
        files = {"portrait": ("face.png", data, "image/png")}
        told = browser.post(person(key, "Varda"), data={}, files=files).text
        assert ("at most 300,000 bytes" if len(data) > MOST_OF_PORTRAIT else "this is no picture") in told
    browser.post(person(key, "Varda"), data={}, files={"portrait": ("x.html", PNG, "text/html")})
    digest = party(served, "Faces")[0].portrait
    shown = browser.get(f"/c/{key}/picture/{digest}")
    assert (shown.content, shown.headers["content-type"]) == (PNG, "image/png")
    assert f"picture/{digest}" in browser.get(f"/c/{key}").text
    assert f"picture/{digest}" in browser.get(person(key, "Varda")).text
    browser.post(person(key, "Varda"), data={"sheet.portrait": "none"})
    assert party(served, "Faces")[0].portrait == ""
    assert f"picture/{digest}" not in browser.get(f"/c/{key}").text


def test_a_portrait_that_was_not_handed_on_leaves_no_hole(browser: httpx.Client, served: Screen) -> None:
    lost = "5a" * 8
    key = begin(served.folder, "Lost", "party Varda", f"write Varda as portrait {lost}")
    assert f"picture/{lost}" not in browser.get(f"/c/{key}").text
    assert f"picture/{lost}" not in browser.get(person(key, "Varda")).text


def test_players_are_sent_a_portrait_only_where_portraits_are_shown(
    browser: httpx.Client, served: Screen
) -> None:
    key = begin(served.folder, "Shown", "party Varda; Orlo")
    browser.post(person(key, "Varda"), data={}, files={"portrait": ("face.png", PNG, "image/png")})
    digest, token = party(served, "Shown")[0].portrait, link(served.folder, "Shown")
    assert digest not in browser.get(f"/p/{token}").text
    assert browser.get(f"/p/{token}/picture/{digest}").status_code == 404
    browser.post(f"/c/{key}/sharing/shown", data={"portraits": "true"})
    assert f'data-picture="{digest}"' in browser.get(f"/p/{token}").text
    shown = browser.get(f"/p/{token}/picture/{digest}")
    assert (shown.content, shown.headers["content-type"]) == (PNG, "image/png")
    assert browser.get(f"/p/{token}/picture/{'5a' * 8}").status_code == 404


def test_a_card_gives_another_name_and_leaves_somebody_behind_until_they_are_back(
    browser: httpx.Client, served: Screen
) -> None:
    key = begin(served.folder, "Apart", "party Varda hp 5; Orlo hp 4")
    browser.post(person(key, "Orlo"), data={"do": "rename", "called": "Orlo  the Bold"})
    assert [one.name for one in party(served, "Apart")] == ["Varda", "Orlo the Bold"]
    # The earlier name still leads to the card.
    browser.post(person(key, "Orlo"), data={"do": "behind"})
    assert [one.name for one in party(served, "Apart")] == ["Varda"]
    assert "left behind, settlement" in browser.get(f"/c/{key}").text
    browser.post(f"/c/{key}/say", data={"text": 'rejoin "Orlo the Bold"'})
    assert [one.name for one in party(served, "Apart")] == ["Varda", "Orlo the Bold"]
