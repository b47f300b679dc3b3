"""The whole referee view of the screen and the API: the glance, and the parts for acting on it.

It is computed after each command: its cost follows the screen, not the campaign's length. Templates place
it and never look into the state.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import asdict, replace

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.record import CommitId
from turnkeeper.views.parts import encounters, matters
from turnkeeper.views.parts.encounters import CreatureField, CreatureLine, MeetingLine
from turnkeeper.views.parts.lights import LightLine
from turnkeeper.views.parts.matters import Matter, UnfinishedLine
from turnkeeper.views.parts.steps import NextStep, StepBuilder
from turnkeeper.views.referee import log
from turnkeeper.views.referee.glance import Glance, glance
from turnkeeper.views.referee.halts import Halt, halt
from turnkeeper.views.referee.log import LogPage
from turnkeeper.views.referee.offered import steps
from turnkeeper.views.referee.row_menu import RowWay, row_ways
from turnkeeper.views.referee.senses import LightLevel, Sound, light_level, sound_of
from turnkeeper.views.referee.strip import StripView, strip


class BackView(Struct, frozen=True):
    """What undo and redo would do: ``undo: search, 2d6 = 9``; ``can`` is false where there is nothing."""

    can: bool
    said: str


class RefereeView(Glance, frozen=True):
    """Everything on the referee's screen: the glance, the strip of the day, the next steps, and the log.

    ``light`` is how light it is where the party is, ``heard`` what the last command sounds like.
    ``kindles`` are the steps that make light where nothing burns, and that stand nowhere else; ``burns``
    says that this rule set has lights at all. ``asked`` and ``creatures`` are the questions about those
    met, and the kinds that are known, where an encounter waits to be told. ``row_ways`` are what else one in
    the fight can be chosen for.
    """

    strip: StripView
    steps: tuple[NextStep, ...]
    burns: bool
    light: LightLevel
    heard: Sound
    kindles: tuple[NextStep, ...]
    halt: Halt | None
    undo: BackView
    redo: BackView
    log: LogPage
    announcement: str
    asked: tuple[CreatureField, ...]
    creatures: tuple[CreatureLine, ...]
    row_ways: tuple[RowWay, ...] = ()

    @property
    def cards(self) -> tuple[MeetingLine, ...]:
        """The encounters that no fight has taken up, the one met last first."""
        return tuple(one for one in reversed(self.met) if not one.fought)

    @property
    def on_cards(self) -> tuple[str, ...]:
        """What the cards of encounters say when their buttons are pressed."""
        return tuple(step.say for one in self.cards for step in one.steps)

    @property
    def often(self) -> tuple[str, ...]:
        """The names that are offered beside the kinds that are known."""
        return encounters.often_wanted(self.creatures)

    @property
    def cut_short(self) -> tuple[UnfinishedLine, ...]:
        """The tasks left unfinished, each with those of its steps that the bar does not have."""
        return tuple(replace(one, steps=_but(one.steps, self.steps)) for one in self.unfinished)

    @property
    def also_waits(self) -> tuple[Matter, ...]:
        """The other open matters, each with the steps that neither the bar has nor what was cut short.

        One that has none of its own is told only where nothing else says what there is to do; that it is dark
        is told by the place.
        """
        elsewhere = (*self.steps, *(step for one in self.unfinished for step in one.steps))
        waits = (replace(one, steps=_but(one.steps, elsewhere)) for one in self.matters)
        told = self.fight is not None or self.count is not None or self.met or self.unfinished
        return tuple(one for one in waits if one.steps or not (told or one.about == matters.IS_DARK))


def _kindles(
    make: StepBuilder, lights: tuple[LightLine, ...], offered: tuple[NextStep, ...]
) -> tuple[NextStep, ...]:
    if make.state.lights.lit or make.state.question is not None:
        return ()
    told = {one.say for one in lights} | {one.say for one in offered}
    return make.all_advised(say for say in matters.lights(make.state, make.book) if say not in told)


def _but(steps: tuple[NextStep, ...], others: tuple[NextStep, ...]) -> tuple[NextStep, ...]:
    said = {one.say for one in others}
    return tuple(one for one in steps if one.say not in said)


def referee_view(campaign: Campaign, before: RefereeView | None = None) -> RefereeView:
    """Return the referee's view of a campaign now.

    ``before`` is the view seen last, if any: with it the announcement tells what was undone, and says
    nothing where nothing has changed.
    """
    state, book = campaign.state, campaign.book
    seen, make = glance(campaign, commands=True), StepBuilder(state, book)
    waits = tuple(replace(one, steps=make.all_advised(one.says)) for one in seen.matters)
    happened = codec.decode_events(campaign.head.events)
    stopped = halt(happened, campaign.head.id, waits, make)
    page, offered = log.log_page(campaign), steps(make)
    lately = [line for group in page.groups for line in group.lines]
    # The task cut short last has the steps that go on with it; the others wait their turn.
    latest = make.all_advised(matters.going_on(state, book)) if seen.unfinished else ()
    cut_short = (replace(one, steps=() if at else latest) for at, one in enumerate(seen.unfinished))
    enter = next((one.say for one in offered if one.first), "")
    met = tuple(replace(one, steps=encounters.steps(one, make, enter)) for one in seen.met)
    if stopped is not None:
        stopped = replace(stopped, steps=tuple(replace(one, first=one.say == enter) for one in stopped.steps))
    asks = any(one.met for one in met)
    parts = asdict(seen) | {"matters": waits, "unfinished": tuple(cut_short), "met": met}
    head, child = campaign.head, campaign.store.redo_of(campaign.head.id)
    undo = "nothing to undo: this is where the campaign began"
    redo = "nothing was undone here" if child is None else f"redo: {campaign.store.commit(child).summary}"
    return RefereeView(
        **parts,
        strip=strip(state, book, lately),
        steps=offered,
        burns=bool(book.set.lights),
        light=light_level(state, book, seen.lights),
        heard=sound_of(happened),
        kindles=_kindles(make, seen.lights, offered),
        halt=stopped,
        undo=BackView(head.parent is not None, undo if head.parent is None else f"undo: {head.summary}"),
        redo=BackView(child is not None, redo),
        log=page,
        announcement=_announced(campaign, before, seen.lights),
        asked=encounters.fields(book) if asks else (),
        creatures=encounters.creatures(state, book) if asks else (),
        row_ways=row_ways(campaign) if seen.troops else (),
    )


def _announced(campaign: Campaign, before: RefereeView | None, lights: tuple[LightLine, ...]) -> str:
    """Return the changes since an earlier view; without one, the effect of the last command."""
    known: dict[str, bool] = {}
    if before is not None:
        moved = "" if before.head == campaign.head.id else log.moved(campaign, CommitId(before.head))
        if moved or before.head == campaign.head.id:
            return moved
        known = {one.name: one.low for one in before.lights}
    low = [one for one in lights if one.lit and one.low and known.get(one.name) is False]
    return log.announcement(campaign, low)
