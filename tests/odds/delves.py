"""A short delve under each rule set that comes along, explored once: laws of the odds are tried on it."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from turnkeeper.app.plans.answering import hear, made_ready
from turnkeeper.odds.chain import Chain
from turnkeeper.odds.explore import explore
from turnkeeper.odds.law import law_of
from turnkeeper.odds.playing import PlainPlayer
from turnkeeper.odds.program import Program
from turnkeeper.odds.questions import Law, inquiry_of
from turnkeeper.rules.reading.load import builtin_ids, builtin_text

RULES = builtin_ids()
PEOPLE = {"cresthaven": "party Varda strength 0; Orlo strength 0"}
ANSWERS = {"glog": "choose fatigue"}
TURNS = 3


class Delve(NamedTuple):
    """A delve made ready, its chain, and what plays it plainly."""

    program: Program
    chain: Chain
    player: PlainPlayer

    def laws(self) -> dict[str, Law]:
        """Return the law of each question, by its text."""
        return {one.ask.text: law_of(self.chain, inquiry_of(one)) for one in self.program.queries}


def people(rules: str) -> str:
    """Return who goes."""
    return PEOPLE.get(rules, "party Varda; Orlo")


def answer(rules: str) -> str:
    """Return the answer to a question of the rules."""
    return ANSWERS.get(rules, "choose rest")


@cache
def delve(rules: str) -> Delve:
    """Return the delve under a rule set."""
    text = (
        f"rules: {rules}\n> {people(rules)}\n> enter dungeon Barrow\n> light torch for Varda\n"
        f"repeat until dark, at most {TURNS} times\n  > next\nend\n"
        f"with chance 1 in 3\n  stop early\nend\nwhen a question: > {answer(rules)}\n"
        "ask when dark\nask how many encounters\nask how many encounters by 20 min\n"
        "ask chance of an encounter by 30 min\nask most fatigue at the end\nask lights burning by 20 min\n"
        "ask how long\nask how long by 30 min\n"
    )
    program, campaign = made_ready(text, "delve", None, builtin_text)
    heard = partial(hear, campaign)
    chain = explore(program, campaign.book, campaign.state, heard)
    return Delve(program, chain, PlainPlayer(program, campaign.book, campaign.state, heard))
