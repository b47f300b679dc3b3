"""What are the odds? A page that answers without scripts, beside an evening that waits for nothing."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from tests.web.campaigns import commits
from tests.web.doors import OURS, House
from turnkeeper.app.plans.answering import PlanMethod
from turnkeeper.app.plans.shipped import shipped_plans
from turnkeeper.views import odds_asked
from turnkeeper.views.odds_asked import MOST_PLANS, OddsQuestion, asked
from turnkeeper.web.odds_worker import OddsWorker
from turnkeeper.web.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar.testing import TestClient
    from litestar.types import ASGIApp

    Client = TestClient[ASGIApp]

DELVE = (
    "rules: glog\n> party Varda\n> enter dungeon B\n> light torch for Varda\nrepeat 2 times\n> next\nend\n"
)
ASKED = "when a question: > choose fatigue\nask chance of dark at the end\n"
ENDLESS = (
    "rules: glog\nmap: sample\nbegins: day 1 07:00\n> party Varda wisdom 12\n> enter wilderness\n"
    "> use map sample\n> stand at Ferrowhythe\n> travel to Wendbridge by road\nask when arrived\n"
)
FOREVER = OddsQuestion("", ENDLESS, how=PlanMethod(most=1_000_000))
"""Its open country outgrows what a page asks for within a second or two: so it may grow."""
LONG = (
    "rules: glog\n> party Varda; Orlo; Bram\n> enter dungeon B\n> light lantern for Varda\n"
    "> light torch for Orlo\nrepeat 200 times\n> next\nend\nwhen a question: > choose fatigue\n"
    "ask when an encounter\n"
)
HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("odds") / "campaigns")


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[Client]:
    with house.client(entered=True) as client:
        yield client


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def plan_of(page: str) -> str:
    found = re.search(r'<textarea id="odds-plan"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


@pytest.mark.slow
def test_what_lies_before_the_party_is_answered_without_scripts_and_nothing_is_recorded(
    house: House, client: Client
) -> None:
    address = f"/c/{house.key}/odds"
    before = commits(house.folder, "Barrow")
    plan = plan_of(client.get(address).text)
    assert "> next" in plan
    page = client.post(address, data={"plan": plan}, headers=OURS)
    assert page.status_code == 200
    assert "decisions of the rules" in words(page.text)
    assert plan_of(page.text).split() == plan.split()
    assert "<svg" in page.text
    assert commits(house.folder, "Barrow") == before


@pytest.mark.slow
def test_a_plan_is_played_many_times_and_says_how_far_a_chance_can_be_off(
    house: House, client: Client
) -> None:
    sent = {"plan": DELVE + ASKED, "how": "played"}
    said = words(client.post(f"/c/{house.key}/odds", data=sent, headers=OURS | HTMX).text)
    assert "Sampled 10,000 times: 19 times in 20 a chance is within 0.98 % of the true one." in said


@pytest.mark.slow
def test_a_plan_is_answered_in_floating_point_where_that_is_chosen(house: House, client: Client) -> None:
    sent = {"plan": DELVE + ASKED, "how": "floats"}
    page = client.post(f"/c/{house.key}/odds", data=sent, headers=OURS).text
    assert "In floating point, each chance within 1 in 10^1" in words(page)
    assert '<option value="floats" selected>' in page
    # Two ticks of 11 in 36 each put a torch out (G-ENC-2).
    assert "chance of dark at the end: 9.34 %" in words(page)
    reply = asked(OddsQuestion("", DELVE + ASKED, how=PlanMethod(floats=True)))
    assert reply.plan is not None
    assert reply.plan.floats


@pytest.mark.slow
def test_a_program_has_a_plan_played_too_and_a_sample_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = asked(OddsQuestion("", DELVE + ASKED, how=PlanMethod(sample=100)))
    assert reply.plan is not None
    assert reply.plan.sampled.startswith("sampled 100 times")
    monkeypatch.setattr(odds_asked, "MOST_SECONDS", 0)
    monkeypatch.setattr(odds_asked, "SAMPLED_SITUATIONS", 3)
    reply = asked(OddsQuestion("", DELVE + ASKED, how=PlanMethod(sample=100_000)))
    assert reply.plan is not None
    assert reply.plan.sampled.startswith("sampled 50 times")


@pytest.mark.slow
def test_the_seed_that_a_program_says_decides_its_sample(house: House, client: Client) -> None:
    def sampled(seed: str) -> object:
        asks = {"plan": DELVE + ASKED, "sample": 100, "seed": seed}
        told = client.post(f"/api/campaigns/{house.key}/odds", json=asks, headers=house.bearer)
        assert told.status_code == 200, told.text
        return told.json()["plan"]["answers"]

    north = sampled("north")
    assert sampled("north") == north
    assert any(sampled(seed) != north for seed in ("south", "east", "west"))


@pytest.mark.slow
def test_a_plan_of_its_own_and_another_beside_it(house: House, client: Client) -> None:
    other = DELVE.replace("2 times", "3 times")
    sent = {"plan": DELVE + ASKED, "beside": other + ASKED}
    said = words(client.post(f"/c/{house.key}/odds", data=sent, headers=OURS | HTMX).text)
    assert "9.34 % with the plan, 22.30 % with the plan beside it; 12.97 points more" in said


@pytest.mark.slow
def test_a_plan_that_comes_along_and_a_way_that_is_said(house: House, client: Client) -> None:
    page = client.get(f"/c/{house.key}/odds?named=winter-camp").text
    assert (
        plan_of(page).split()
        == next(one.text for one in shipped_plans() if one.name == "winter-camp").split()
    )
    page = client.get(f"/c/{house.key}/odds", params={"of": "search, then wait 1 h"}).text
    assert plan_of(page).startswith("> search\n> wait 1 h\nask how long")


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan, said",
    [
        ("", "this plan says nothing"),
        ("repeat until drak\n> next\nend\nask how many hats", "a plan cannot tell 'drak'"),
        ("> blargh", "the plan, line 1 'blargh' is not a command"),
        (f"{DELVE}vary times 1..{MOST_PLANS + 1}", "this varies into 61 plans"),
        ("> next\n" * 40_000, "at most 200,000 characters"),
        ("<script>alert(1)</script>", "a plan has no line"),
    ],
)
def test_what_is_wrong_stands_with_its_line_and_nothing_typed_is_lost(
    house: House, client: Client, plan: str, said: str
) -> None:
    page = client.post(f"/c/{house.key}/odds", data={"plan": plan}, headers=OURS)
    assert page.status_code == 422
    assert said in words(page.text)
    assert plan_of(page.text).split() == plan.split()
    assert "<script>alert" not in page.text


def test_all_problems_are_told_at_once() -> None:
    found = asked(OddsQuestion("", f"{DELVE}ask how many hats\nask chance of rain\n"))
    assert len(found.problems) == 2


@pytest.mark.slow
def test_what_takes_too_long_is_stopped_and_the_next_question_is_answered() -> None:
    async def evening() -> None:
        worker = OddsWorker(seconds=1)
        try:
            with pytest.raises(ProblemError) as caught:
                await worker.ask("a", FOREVER)
            assert caught.value.problem.code == "odds-too-long"
            slow = asyncio.create_task(worker.ask("a", FOREVER))
            await asyncio.sleep(0.2)
            began = perf_counter()
            await asyncio.sleep(0.05)
            assert perf_counter() - began < 1, "the loop stood still while odds were worked out"
            worker.stop("a")
            worker.stop("a")
            with pytest.raises(ProblemError) as caught:
                await slow
            assert caught.value.problem.code == "odds-stopped"
        finally:
            await worker.close()

    asyncio.run(evening())


@pytest.mark.slow
def test_how_far_it_is_is_told_and_what_is_stopped_keeps_what_was_found() -> None:
    async def evening() -> None:
        worker = OddsWorker(seconds=60)
        try:
            assert worker.far("a") is None
            slow = asyncio.create_task(worker.ask("a", OddsQuestion("", LONG)))
            while not (worker.far("a") or "").endswith("situations looked at"):
                assert not slow.done()
                await asyncio.sleep(0.05)
            assert worker.far("b") is None
            worker.stop("a")
            found = (await slow).plan
            assert found is not None
            assert found.stopped
            assert {row.value for row in found.answers[0].rows} >= {"1", "not known"}
            assert found.situations > 1
            assert worker.far("a") is None
        finally:
            await worker.close()

    asyncio.run(evening())


def test_plans_that_were_not_reached_when_it_was_stopped_say_so() -> None:
    reply = asked(OddsQuestion("", f"{DELVE}{ASKED}vary times 2..4\n"), lambda far: far.plan < 2)
    assert reply.compared is not None
    assert len(reply.compared.wrong) == 1
    assert "stopped" in reply.compared.wrong[0]


@pytest.mark.slow
def test_a_newer_question_stops_an_older_one_and_is_answered() -> None:
    async def evening() -> None:
        worker = OddsWorker(seconds=60)
        try:
            slow = asyncio.create_task(worker.ask("a", FOREVER))
            await asyncio.sleep(0.2)
            found = await worker.ask("a", OddsQuestion("", DELVE + ASKED))
            assert found.plan is not None
            assert found.plan.answers[0].sentence.startswith("chance of dark at the end: 9.34 %")
            with pytest.raises(ProblemError):
                await slow
        finally:
            await worker.close()

    asyncio.run(evening())


def test_a_broken_campaign_is_a_problem(house: House) -> None:
    path = house.folder / "broken.turnkeeper"
    path.write_bytes(b"no campaign" * 100)
    (problem,) = asked(OddsQuestion(str(path), "> next\nask how long\n")).problems
    assert problem.file == "campaign"
