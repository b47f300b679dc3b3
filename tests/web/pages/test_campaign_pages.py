"""Campaigns, the form of a new one, settings and house rules, as a browser without scripts uses them."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.web.forms_sent import sent_of
from tests.web.served import Screen
from turnkeeper.app import sharing
from turnkeeper.app.library import open_campaign
from turnkeeper.app.shelf.folder import Shelf
from turnkeeper.rules import load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.figures import read_figures

pytestmark = pytest.mark.slow


def begun(browser: httpx.Client, name: str, **fields: str) -> str:
    """Begin a campaign and return its key."""
    there = browser.post("/new", data={"name": name, "rules": "glog", **fields}, follow_redirects=False)
    assert there.status_code == 303, there.text
    return there.headers["location"].removeprefix("/c/")


def people(*names: str) -> dict[str, str]:
    """Return the names in the rows of the table of people."""
    return {f"person.{number}.name": name for number, name in enumerate(names)}


def file_of(served: Screen, key: str) -> Path:
    found = Shelf(served.folder).find(key)
    assert found is not None
    return found[0]


def test_an_empty_folder_invites(browser: httpx.Client, served: Screen) -> None:
    for path in served.folder.glob("*.turnkeeper"):
        path.unlink()
    page = browser.get("/").text
    assert "No campaigns yet" in page
    assert 'href="/new"' in page


def test_a_campaign_is_begun_with_a_map_and_a_party(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Ferry", map="sample", **people("Varda", "Orlo"), option="glog:encounters-by-watch")
    with closing(open_campaign(file_of(served, key))) as campaign:
        assert campaign.state.map.digest
        assert campaign.book.set.ruleset.options == ("encounters-by-watch",)
        assert len(campaign.state.party.members) == 2
    assert f'href="/c/{key}"' in browser.get("/").text


def test_the_form_begins_in_the_morning_and_midnight_can_still_be_had(
    browser: httpx.Client, served: Screen
) -> None:
    page = browser.get("/new").text
    assert 'name="begin" autocomplete="off" placeholder="day 1 08:00" value="day 1 08:00"' in page
    assert '<details class="field-more">' in page
    for said, hour in (("day 1 08:00", 8), ("", 0)):
        with closing(open_campaign(file_of(served, begun(browser, f"At {hour}", begin=said)))) as campaign:
            assert campaign.state.now.ms == hour * 3_600_000


def test_what_is_wrong_is_told_at_its_field_and_all_that_was_typed_stands_there(
    browser: httpx.Client,
) -> None:
    typed = {
        "name": "",
        "rules": "cresthaven",
        "option": "cresthaven:update-2024",
        **people("Varda the wise", "", "<b>Orlo</b>"),
        "person.0.strength": "twelve",
        "person.2.hp": "4",
        "map": "own",
        "map_name": 'coast & "sea"',
        "begin": "noonish",
        "seed": "a b c",
    }
    files = {"map_file": ("coast.txt", b"0101 hills\n0102 \x01sea\n")}
    there = browser.post("/new", data=typed, files=files)
    assert there.status_code == 422
    page = there.text
    assert re.search(r'name="person.0.strength"[^>]*aria-describedby="wrong-person-0"', page)
    for field in ("name", "map_text", "begin"):
        assert f'id="wrong-{field}"' in page
        assert re.search(rf'name="{field}"[^>]*aria-describedby="wrong-{field}', page), field
    assert 'id="rules-cresthaven" value="cresthaven" checked' in page
    assert re.search(r'value="cresthaven:update-2024" checked', page)
    for kept in (
        'value="Varda the wise"',
        'value="twelve"',
        "&lt;b&gt;Orlo&lt;/b&gt;",
        "0101 hills",
        "coast &amp; &#34;sea&#34;",
        "noonish",
        "a b c",
    ):
        assert kept in page
    assert "<b>Orlo" not in page


def test_a_list_is_read_into_the_table_and_looked_at_before_anybody_begins(
    browser: httpx.Client, served: Screen
) -> None:
    before = len(Shelf(served.folder).names())
    typed = {"name": "Listed", "rules": "glog", **people("Ansa")}
    pasted = "Varda, Str 12, hp 5/7 fighter\nBram hireling"
    for path, does in (("/new", ""), ("/new/people", "read")):
        page = browser.post(path, data={**typed, "pasted": pasted, "do": does}).text
        assert "not read: fighter" in page
        sent = {name: values[-1] for name, values in sent_of(page, "/new", "action").items()}
        names = [sent[f"person.{number}.name"] for number in range(3)]
        assert names == ["Ansa", "Varda", "Bram"]
        assert (sent["person.1.strength"], sent["person.1.hp"], sent["person.2.hireling"]) == (
            "12",
            "5/7",
            "yes",
        )
    assert len(Shelf(served.folder).names()) == before
    sent = {name: value for name, value in sent.items() if name not in {"do", "suggested", "seed"}}
    there = browser.post("/new", data=sent, follow_redirects=False)
    with closing(open_campaign(file_of(served, there.headers["location"].removeprefix("/c/")))) as campaign:
        assert [one.hireling for one in campaign.state.party.members] == [False, False, True]
        assert len(campaign.lineage()) == 2  # the beginning, and all of them in one step


@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven", "quest-of-destiny"])
def test_the_table_has_the_columns_of_the_rules_that_are_chosen(browser: httpx.Client, rules: str) -> None:
    page = browser.post("/new/people", data={"rules": rules, "do": "columns"}).text
    names = {
        name.rpartition(".")[2] for name in sent_of(page, "/new", "action") if name.startswith("person.0.")
    }
    shown = set(re.findall(r'name="person\.0\.(\w+)"', page))
    assert shown == {"name", *(one.name for one in read_figures(Rulebook(load_builtin(rules))))}
    assert names <= shown


def test_rows_come_and_go_without_scripts(browser: httpx.Client) -> None:
    typed = {"rules": "glog", **people("Ansa", "Varda", "Orlo")}
    for does, expected in (
        ("remove.1", ["Ansa", "Orlo", ""]),
        ("row", ["Ansa", "Varda", "Orlo", ""]),
        ("somebody", ["Ansa", "Varda", "Orlo", "Bero"]),
    ):
        page = browser.post("/new/people", data={**typed, "do": does}).text
        assert re.findall(r'name="person\.\d+\.name"[^>]* value="([^"]*)"', page) == expected


@pytest.mark.parametrize(
    "name", ["קבר המלך", "🏰", "../../etc", "{{ 7*7 }}", "x" * 80, "<script>alert(1)</script>"]
)
def test_any_name_is_shown_as_it_is_and_leads_nowhere(
    browser: httpx.Client, served: Screen, name: str
) -> None:
    from html import escape

    key = begun(browser, name)
    assert file_of(served, key).parent == served.folder
    page = browser.get("/").text
    assert escape(name) in page.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")
    assert browser.get(f"/c/{key}/settings").status_code == 200


def test_a_campaign_is_renamed_while_its_page_was_open(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Before")
    assert browser.get(f"/c/{key}/settings").status_code == 200
    page = browser.post(f"/campaigns/{key}/rename", data={"name": "After all"})
    assert page.status_code == 200
    assert "After all has its new name." in page.text
    assert file_of(served, key).name == "After-all.turnkeeper"
    assert "After all" in browser.get(f"/c/{key}/settings").text
    wrong = browser.post(f"/campaigns/{key}/rename", data={"name": "y" * 81})
    assert wrong.status_code == 422
    assert "y" * 81 in wrong.text
    assert "at most 80" in wrong.text


def test_a_campaign_is_put_away_and_brought_back(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Sleeper")
    page = browser.post(f"/campaigns/{key}/archive").text
    assert "Sleeper is in the archive." in page
    assert browser.get(f"/c/{key}").status_code == 404
    assert browser.get(f"/c/{key}/export").status_code == 200
    assert "Sleeper is out of the archive." in browser.post(f"/campaigns/{key}/bring-back").text
    assert file_of(served, key).parent == served.folder
    with closing(open_campaign(file_of(served, key))):
        held = browser.post(f"/campaigns/{key}/archive")
        assert held.status_code == 409
        assert "open in another program" in held.text


def test_a_campaign_is_handed_on_and_taken_in(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Handed: on", **people("Varda"))
    file = browser.get(f"/c/{key}/export")
    assert 'filename="Handed-on.turnkeeper"' in file.headers["content-disposition"]
    text = browser.get(f"/c/{key}/export?form=playthrough")
    assert text.text.startswith("rules: glog\n")
    for name, data in (("x.turnkeeper", file.content), ("x.play", text.content)):
        page = browser.post("/import", files={"file": (name, data)})
        assert page.status_code == 200
        assert "is imported." in page.text
    names = Shelf(served.folder).names()
    assert {"Handed: on", "Handed: on 2", "Handed: on 3"} <= set(names)


def test_all_problems_of_a_file_are_told_with_their_places(browser: httpx.Client) -> None:
    wrong = b"rules: glog\n> dance\n= the moon fell\n> wait 0 turns\n"
    page = browser.post("/import", files={"file": ("wrong.play", wrong)})
    assert page.status_code == 422
    assert "line 2, column 3" in page.text
    assert "line 4" in page.text
    torn = browser.post("/import", files={"file": ("torn.turnkeeper", b"SQLite format 3\x00torn")})
    assert torn.status_code == 422
    assert "torn.turnkeeper is not a campaign" in torn.text
    assert browser.post("/import", files={"file": ("", b"")}).status_code == 422


def test_the_dice_of_a_table_are_chosen(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Dicey")
    page = browser.post(f"/c/{key}/settings", data={"dice": "typed"}).text
    assert 'value="typed" checked' in page
    assert sharing.read(file_of(served, key)).sharing.dice == "typed"


def test_a_map_is_brought_to_a_campaign_under_way(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Mapped")
    land = b'0101 hills "Tor"\n0102 frobnicate\n'
    page = browser.post(f"/c/{key}/map/import", data={"which": "own"}, files={"file": ("coast.txt", land)})
    assert page.status_code == 200
    assert "It is played on coast from now on." in page.text
    assert "frobnicate" in page.text
    with closing(open_campaign(file_of(served, key), read_only=True)) as campaign:
        assert campaign.state.map.name == "coast"
    wrong = browser.post(f"/c/{key}/map/import", files={"file": ("x.txt", b"0101 hills\n0102 \x01sea\n")})
    assert wrong.status_code == 422
    assert "line 2" in wrong.text
    assert browser.post(f"/c/{key}/map/import", files={"file": ("", b"")}).status_code == 422
    assert "played on <bdi>sample" in browser.post(f"/c/{key}/map/import", data={"which": "sample"}).text


def test_house_rules_are_written_tried_and_played_on_by(browser: httpx.Client, served: Screen) -> None:
    key = begun(browser, "Ruled", **people("Varda", "Orlo"))
    path = file_of(served, key)
    kept, _, _ = sharing.made(sharing.Sharing(dice="typed"), "Anna", 1)
    sharing.write(path, kept)
    page = browser.get(f"/c/{key}/house-rules").text
    form = sent_of(page, "house-form", "id")
    assert form["set:lights.torch.burns.ticks"] == form["was:lights.torch.burns.ticks"] == ["2"]
    form["set:ruleset.name"], form["set:lights.torch.burns.ticks"] = ["Ours"], ["many"]
    wrong = browser.post(f"/c/{key}/house-rules", data={**form, "do": "try"})
    assert wrong.status_code == 422
    form = sent_of(wrong.text, "house-form", "id")
    assert 'burns = { ticks = "many" }' in form["house"][0]
    assert re.search(
        r'name="set:lights.torch.burns.ticks"[^>]*value="many"[^>]*aria-invalid="true"', wrong.text
    )
    assert '<a class="place digits" href="#line-7"' in wrong.text
    form["set:lights.torch.burns.ticks"] = ["3"]
    file = browser.post(f"/c/{key}/house-rules", data={**form, "do": "file"})
    assert 'filename="glog-as-we-play-it.toml"' in file.headers["content-disposition"]
    assert "burns = { ticks = 3 }" in file.text
    tried = browser.post(f"/c/{key}/house-rules", data={**form, "do": "try"})
    assert tried.status_code == 200
    assert "Every command comes out as it did (1 in all)." in tried.text
    assert "<strong>burns ticks 3</strong>" in tried.text
    there = browser.post(
        f"/c/{key}/house-rules/play-on", data={"house": file.text, "instead": "true"}, follow_redirects=False
    )
    assert there.status_code == 303
    new = there.headers["location"].removeprefix("/c/")
    with closing(open_campaign(file_of(served, new))) as campaign:
        assert campaign.book.set.ruleset.name == "Ours"
        assert campaign.store.facts.name == "Ruled"
    agreed = sharing.read(file_of(served, new)).sharing
    assert (agreed.dice, [one.label for one in agreed.links]) == ("typed", ["Anna"])
    old = file_of(served, key)
    assert old.parent.name == "archive"
    assert sharing.read(old).sharing.links == ()


def test_a_house_file_is_taken_into_the_page(browser: httpx.Client) -> None:
    key = begun(browser, "Filed")
    house = (
        '[ruleset]\nid = "mine"\nname = "Mine & yours"\nextends = "glog"\n[lights.torch]\nburns.ticks = 5\n'
    )
    page = browser.post(f"/c/{key}/house-rules/open", files={"file": ("mine.toml", house.encode())})
    assert page.status_code == 200
    assert "Mine &amp; yours" in page.text
    assert re.search(r'name="set:lights.torch.burns.ticks"[^>]*value="5"', page.text)
    wrong = browser.post(f"/c/{key}/house-rules/open", files={"file": ("x.toml", b"[ruleset]\nid = 5\n")})
    assert wrong.status_code == 422
    assert "line 2" in wrong.text
    rules = browser.get(f"/c/{key}/house-rules/file")
    assert 'extends = "glog"' in rules.text
    new = browser.post("/new/by", data={"house": house})
    assert 'id="rules-own" value="own" checked' in new.text
    assert "burns.ticks = 5" in new.text
