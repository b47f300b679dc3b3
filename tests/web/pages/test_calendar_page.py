"""The page of a campaign's calendar: its month, a day of it, and how a campaign gets a calendar."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.app.campaigns import begun, do
from tests.web.campaigns import commits
from tests.web.doors import OURS, House
from tests.web.guesthouse import emptied, house
from turnkeeper.app.library import create
from turnkeeper.app.sharing import Shown
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.players.calendar import players_month
from turnkeeper.views.referee.calendar import campaign_month
from turnkeeper.web import render

HILLS = """{"months": [{"name": "Up", "days": 5, "description": "<i>steep</i>"}, {"name": "Down", "days": 4}],
 "translations": {"en": {"label": "Two Hills"}}, "id": "hills", "year": {"currentYear": 3},
 "weekdays": [{"name": "A"}, {"name": "B"}]}"""


@pytest.fixture
def at(tmp_path: Path) -> House:
    return House(tmp_path / "campaigns")


@pytest.mark.slow
def test_a_campaign_gets_a_calendar_and_its_month_is_looked_at_day_by_day(at: House) -> None:
    with at.client(entered=True) as client:
        where = f"/c/{at.key}/calendar"
        assert "Choose a calendar" in client.get(where).text
        given = {"which": (None, "harvest"), "date": (None, "30 Harvest 1042")}
        shown = client.post(where, files=given, headers=OURS)
        assert "Harvest 1042" in shown.text
        assert 'aria-current="date"' in shown.text
        after = client.get(f"{where}?day={10**19}")
        assert after.status_code in {200, 400}
        month = client.get(where).text
        later = month.split('rel="next"')[0].rpartition("day=")[2].partition('"')[0]
        assert "Sheafnight 1042" in client.get(f"{where}?day={later}").text
    assert commits(at.folder, "Barrow")[-1] == "use calendar harvest from 30 Harvest 1042"


@pytest.mark.slow
def test_each_moon_that_turns_has_a_disc_a_full_one_bright_and_a_new_one_dark(at: House) -> None:
    with at.client(entered=True) as client:
        given = {"which": (None, "harvest"), "date": (None, "1 Thaw 1")}
        month = client.post(f"/c/{at.key}/calendar", files=given, headers=OURS).text
        days = [part.partition("</a>")[0] for part in month.split('<a class="day')[1:]]
        turning = [day for day in days if "day-moon" in day]
        assert turning
        for day in turning:
            told = day.partition('day-moon" title="')[2].partition('"')[0].split(", ")
            discs = day.count("moon-full"), day.count("moon-new")
            assert discs == (sum("full" in one for one in told), sum("new" in one for one in told))


def test_the_events_of_a_month_are_listed_by_their_days_and_secret_ones_for_the_referee_alone() -> None:
    """A telephone has no room for their names in the days themselves."""
    campaign = begun()
    for said in (
        "use calendar harvest from 3rd of Harvest 1042",
        "event The Great Fair every 5th of Harvest",
        "secret event Poisoning every 5th of Harvest",
    ):
        do(campaign, said)
    seen = players_month(campaign, Shown("exact"))
    page = render.part("player_calendar.html", campaign="Barrow", token="", month=seen)
    players = page.partition('class="month-told"')[2]
    listed = players.partition("</ul>")[0]
    assert "5</span> <span>The Great Fair</span>" in listed
    assert listed.count("<li>") == 1
    assert "Poisoning" not in players
    referees = render.part("_month.html", month=campaign_month(campaign))
    assert ">Poisoning</span>" in referees


@pytest.mark.slow
def test_an_event_with_a_check_is_put_into_the_calendar_by_hand(at: House) -> None:
    with at.client(entered=True) as client:
        where = f"/c/{at.key}/calendar"
        given = {"which": (None, "gregorian"), "date": (None, "1 May 2024")}
        day = (
            client.post(where, files=given, headers=OURS)
            .text.partition('name="day" value="')[2]
            .partition('"')[0]
        )
        said = {"day": day, "name": "Blood Moon", "yearly": "on", "check": "encounter check"}
        assert "Kept" in client.post(f"{where}/event", data=said, headers=OURS).text
        said = {"day": day, "name": "Dread", "check": "what no game has"}
        assert client.post(f"{where}/event", data=said, headers=OURS).status_code == 422
    last = commits(at.folder, "Barrow")[-1]
    assert last == "event Blood Moon makes encounter check every 1st of May"


@pytest.mark.slow
def test_a_calendar_stands_beside_and_its_month_is_looked_at(at: House) -> None:
    with at.client(entered=True) as client:
        where = f"/c/{at.key}/calendar"
        for which, date, beside in (("gregorian", "1 May 1900", ""), ("julian", "18 April 1900", "on")):
            given = {"which": (None, which), "date": (None, date), "beside": (None, beside)}
            client.post(where, files=given, headers=OURS)
        shown = client.get(where)
        assert "18th of April 1900" in shown.text.partition("By other calendars")[2]
        assert "May 1900" in shown.text.partition('id="month-title"')[2].partition("</h2>")[0]
        other = client.get(f"{where}?by=julian").text
        assert "April 1900" in other.partition('id="month-title"')[2].partition("</h2>")[0]
        assert "by=julian" in other.split('rel="next"')[0].rpartition("day=")[2]
        assert "An event on this day" not in other
        assert "April" in client.get(f"{where}/year?by=julian").text
        assert "Julian: Wednesday" not in client.get(f"/c/{at.key}").text
        assert "Julian: Tuesday, 18th of April" in client.get(f"/c/{at.key}").text
        after = client.post(f"{where}/drop", data={"by": "julian"}, headers=OURS)
        assert "By other calendars" not in after.text
        assert client.post(f"{where}/drop", data={"by": "<b>"}, headers=OURS).status_code == 422
    said = commits(at.folder, "Barrow")
    assert said[-2:] == ["also use calendar julian from 18 April 1900", "drop calendar julian"]


@pytest.mark.slow
def test_a_file_of_another_program_is_used_with_an_account_of_what_is_lost(at: House) -> None:
    with at.client(entered=True) as client:
        where = f"/c/{at.key}/calendar"
        file = {"file": ("hills.json", HILLS.encode(), "application/json")}
        shown = client.post(where, data={"date": ""}, files=file, headers=OURS)
        assert "months[0].description" in shown.text
        assert "&lt;i&gt;steep" in shown.text
        assert "1st of Up 3" in shown.text
        client.post(f"/c/{at.key}/undo", data={"seen": ""}, headers=OURS)
        assert "Choose a calendar" in client.get(where).text


@pytest.mark.slow
def test_a_year_shows_its_months_and_leads_to_them(at: House) -> None:
    with at.client(entered=True) as client:
        where = f"/c/{at.key}/calendar"
        assert "Choose a calendar" in client.get(f"{where}/year").text
        client.post(
            where, files={"which": (None, "harvest"), "date": (None, "30 Harvest 1042")}, headers=OURS
        )
        year = client.get(f"{where}/year").text
        # Thirteen months and four feasts have days in 1042, as its file lists them.
        assert year.count('class="year-month"') == 17
        assert 'aria-current="date"' in year
        later = year.split('rel="next"')[0].rpartition("day=")[2].partition('"')[0]
        assert ">1043 <" in client.get(f"{where}/year?day={later}").text


def players(shown: Shown, *ways: str) -> list[tuple[int, str]]:
    """Return the answer to a player who asks for the calendar of a campaign with a hidden event."""
    path, campaign = create(str(emptied() / "Barrow"), load_builtin("glog"), seed="5eed")
    for said in (
        "party Varda",
        "use calendar harvest from 3rd of Harvest 1042",
        "event Fair lasts 2 days on 5th of Harvest 1042",
        "secret event zqomen on 6th of Harvest 1042",
        "note zqnote",
    ):
        do(campaign, said)
    campaign.close()

    async def going() -> list[tuple[int, str]]:
        async with house(path, shown) as there:
            answers = [await there.get(way) for way in ways]
            return [(one.status_code, one.text) for one in answers]

    return asyncio.run(going())


@pytest.mark.slow
def test_players_see_the_month_and_its_open_events_and_nothing_else() -> None:
    (_, page), (code, month), (_, chosen) = players(Shown(), "", "/calendar", "/calendar?day=411645")
    assert "/calendar" in page
    assert code == 200
    assert "Harvest 1042" in month
    assert month.count("Fair") >= 2
    assert not {one for one in ("zqomen", "zqnote") if one in month + chosen}  # "zq" may stand in a key
    # Where they are told nothing of the time they are told no date either.
    (_, page), (code, _) = players(Shown("nothing"), "", "/calendar")
    assert code == 404
    assert "/calendar" not in page


@pytest.mark.slow
def test_an_event_is_put_on_a_day_and_taken_out_again_without_a_command_being_typed(at: House) -> None:
    with at.client(entered=True) as client:
        where = f"/c/{at.key}/calendar"
        client.post(where, files={"which": (None, "plain"), "date": (None, "3 First month 2")}, headers=OURS)
        # Day 0 is the 1st of the first month of year 1; its twelve months have 30 days.
        event = {"day": "362", "name": "Market; Day", "yearly": "on", "hidden": "on"}
        refused = client.post(f"{where}/event", data=event, headers=OURS)
        assert refused.status_code == 422
        shown = client.post(f"{where}/event", data={**event, "name": "Market Day"}, headers=OURS)
        assert "hidden from players" in shown.text
        assert commits(at.folder, "Barrow")[-1] == "secret event Market Day every 3rd of First month"
        next_year = client.get(f"{where}?day={362 + 360}").text
        assert "Market Day" in next_year
        gone = client.post(
            f"{where}/event", data={"day": "362", "name": "Market Day", "drop": "on"}, headers=OURS
        )
        assert "Market Day <button>" not in gone.text
        assert commits(at.folder, "Barrow")[-1] == "drop event Market Day"


@pytest.mark.slow
@pytest.mark.parametrize(
    "which, date, file, told",
    [
        ("plain", "31st of First month 2", ("none.toml", b""), "the nearest"),
        ("plain", "", ("none.toml", b""), "date"),
        ("nonesuch", "1", ("none.toml", b""), "Choose a calendar, or a file."),
        ("", "", ("x.json", b'{"months": [}'), "x.json:1:13: this is not JSON"),
        ("", "", ("x.toml", b"parts = []"), "x.toml"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_changes(
    at: House, which: str, date: str, file: tuple[str, bytes], told: str
) -> None:
    with at.client(entered=True) as client:
        said = {"which": which, "date": date}
        shown = client.post(f"/c/{at.key}/calendar", data=said, files={"file": file}, headers=OURS)
        assert shown.status_code == 422
        assert told in shown.text
        assert "Choose a calendar" in client.get(f"/c/{at.key}/calendar").text
