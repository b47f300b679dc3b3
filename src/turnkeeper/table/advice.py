"""What is waiting for the referee, and the commands that would answer it.

Each is put together from the state alone, so that status, the keeper and any later surface advise alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play import dark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.table.campaign import Campaign


class Advice(Struct, frozen=True):
    """Something that waits for the referee: what it is, and commands that would answer it."""

    about: str
    steps: tuple[str, ...]

    @property
    def lead(self) -> str:
        """What it is, with the mark that leads over to the commands; a question has its own."""
        return self.about if self.about.endswith("?") else f"{self.about}:"


def advice(campaign: Campaign) -> tuple[Advice, ...]:
    """Return what waits for the referee, the most pressing first; empty when nothing does."""
    return tuple(_all(campaign.state, campaign.book))


def _all(state: State, book: Rulebook) -> Iterator[Advice]:
    if state.question is not None:
        asked = state.question
        yield Advice(asked.text, tuple(f"choose {name}" for name in asked.choices))
    if state.fight is not None:
        yield Advice("a fight is going on", ("round", "end fight"))
    elif state.meeting is not None:
        met = ", ".join(one.what for one in state.meetings)
        yield Advice(f"the party has met {met}", tuple(_at_meeting(state, book)))
    if state.party.living and not dark.is_light(state, book):
        yield Advice("it is dark", tuple(_lights(state, book)))
    yield from _owed(state, book)
    if state.unfinished:
        yield Advice(f"{state.unfinished[-1].what} was left unfinished", ("resume", "abandon"))


def _owed(state: State, book: Rulebook) -> Iterator[Advice]:
    """Yield who still has to exert an attribute of their own choice (D-CAMP-2)."""
    camp = book.set.camp
    dice = camp.unsheltered.exerts if camp is not None else ""
    for who in state.party.living if dice else ():
        if who.owes.value > 0:
            times = f" {who.owes.value} times" if who.owes.value > 1 else ""
            steps = tuple(f"exert {name} for {who.name}" for name, _ in who.attributes)
            yield Advice(f"{who.name} must exert {dice} of any attribute{times}", steps)


def _at_meeting(state: State, book: Rulebook) -> Iterator[str]:
    if book.set.reaction is not None and not all(one.reaction for one in state.meetings):
        yield "reaction"
    if book.set.fight is not None:
        yield "fight"
    names = dict.fromkeys(one.what for one in state.meetings)
    yield from ["part"] if len(names) == 1 else [f"part from {name}" for name in names]


def _lights(state: State, book: Rulebook) -> Iterator[str]:
    idle = next(iter(state.lights.idle()), None)
    if idle is not None:
        yield f"light {idle.kind} for {idle.bearer}" if idle.bearer else f"light {idle.kind}"
        return
    kind = next(iter(book.set.lights), None)
    if kind is not None:
        yield f"light {kind} for {state.party.living[0].name}"
