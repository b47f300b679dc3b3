"""What are the odds? Plans answered from where a campaign stands, and those that come along."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta

from turnkeeper.app.plans.answering import PlanMethod
from turnkeeper.app.plans.shipped import ShippedPlan, shipped_plans
from turnkeeper.odds.reading import MOST_CHARACTERS
from turnkeeper.views.odds_asked import OddsQuestion, OddsReply
from turnkeeper.web.odds_worker import OddsWorker
from turnkeeper.web.open_tables import OpenTable

PlanText = Annotated[str, Meta(max_length=MOST_CHARACTERS, examples=["> wait 1 h\nask how many encounters"])]


class OddsRequest(PlanMethod, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan, perhaps another beside it, and how they are answered: at most ``most`` situations are explored.

    With a ``sample`` they are played that often in place of the exact answer, by the dice of a ``seed`` and
    for some seconds at most; else with ``floats`` they are answered in floating point.
    """

    plan: PlanText
    beside: Annotated[str, Meta(max_length=MOST_CHARACTERS)] = ""


@post(
    "/campaigns/{key:str}/odds",
    tags=["odds"],
    summary="The odds of a plan",
    status_code=200,
    scope="look",
)
async def odds_of_plan(table: OpenTable, worker: OddsWorker, data: JSONBody[OddsRequest]) -> OddsReply:
    """Return the odds of a plan, or of two side by side; or all its problems. Nothing is recorded.

    A plan without a header begins where the campaign stands. A newer question of the same campaign stops an
    older one.
    """
    return await worker.ask(table.key, OddsQuestion(str(table.path), data.plan, data.beside, data.method))


@get("/odds/plans", tags=["odds"], summary="Plans that come along", sync_to_thread=True)
def known_plans() -> tuple[ShippedPlan, ...]:
    """Return every plan that comes along: its name, what it is about, and its text."""
    return shipped_plans()
