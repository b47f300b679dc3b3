"""A campaign played again under other rules, as a campaign of its own, and the differences in outcome.

Every command is said again with the faces that fell for it; a throw that was not made before is made by the
campaign's own dice. The campaign that it was made from stays as it is. Why so: `docs/decisions`, 0016.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from turnkeeper.app import codec, log
from turnkeeper.app.campaign import Campaign, Recorded, blobs_of, facts_for, root_of
from turnkeeper.app.maps.atlas import Brought
from turnkeeper.app.replay import Create, in_file
from turnkeeper.chance.drivers import Seeded
from turnkeeper.chance.throws import Answer, AnswerError, Throw, from_text
from turnkeeper.play.journey.mapping import MapUsed
from turnkeeper.play.kernel.event import Event, Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.sky.calendar import CalendarUsed
from turnkeeper.record import Commit
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.model.ruleset import RuleSet

MOST_TOLD = 200
"""The most commands that are told in full; of the others only the number."""


class Differently(Struct, frozen=True):
    """A command that came out differently: lines that are gone, lines that are new, or why it was not done.

    ``number`` counts the commands from 1.
    """

    number: int
    command: str
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    refused: str = ""


class Rehearsed(Struct, frozen=True):
    """A campaign under other rules; ``thrown`` counts the throws that had to be made anew.

    ``different`` is the number of commands that came out differently, of which the first are told.
    """

    campaign: Campaign
    commands: int
    different: int
    thrown: int
    told: tuple[Differently, ...]


class _AsBefore:
    """The faces that fell before, each where it still fits a throw; the campaign's dice for all others."""

    def __init__(self, answers: tuple[Answer, ...], otherwise: Seeded) -> None:
        self._answers = answers
        self._otherwise = otherwise
        self.thrown = 0

    def answer(self, throw: Throw, number: int) -> Answer | None:
        """Return the faces that fell before for the throw of that number, or those that fall now."""
        if number < len(self._answers):
            try:
                return from_text(throw, self._answers[number].shown)
            except AnswerError:
                pass
        self.thrown += 1
        return self._otherwise.answer(throw, number)


def rehearsed(
    campaign: Campaign, rules: RuleSet, *, create: Create = MemoryStore.create, new_id: str = "rehearsal"
) -> Rehearsed:
    """Return a campaign played again under other rules, from its beginning to where it stands.

    ``create`` makes its store, in memory if not said. Branches that were left are not played. Raises
    `RecordFault` and `codec.Unreadable`.
    """
    facts = campaign.store.facts
    root, *commits = campaign.store.lineage(campaign.head.id)
    at = codec.decode_events(root.events)[0].at
    anew = Campaign(
        create(facts_for(facts.name, new_id, facts.seed, rules), root_of(rules, at), blobs=blobs_of(rules))
    )
    told: list[Differently] = []
    different = thrown = 0
    for number, commit in enumerate(commits, 1):
        events = codec.decode_events(commit.events)
        _bring(campaign, anew, events)
        found, dice = _again(campaign, anew, number, commit, events)
        thrown += dice
        if found is not None:
            different += 1
            told += [found] if len(told) < MOST_TOLD else []
    return Rehearsed(anew, len(commits), different, thrown, tuple(told))


def played_on(campaign: Campaign, rules: RuleSet, path: Path, new_id: str) -> Rehearsed:
    """Return the same, kept in a new file; nothing is overwritten. Raises `RecordFault`."""
    return rehearsed(campaign, rules, create=in_file(path), new_id=new_id)


def _bring(campaign: Campaign, anew: Campaign, events: list[Event]) -> None:
    for event in events:
        if isinstance(event, MapUsed):
            anew.atlas.bring(Brought(event.name, event.digest, campaign.atlas.text(event.digest)))
        elif isinstance(event, CalendarUsed):
            anew.atlas.bring_calendar(event.data)


def _again(
    campaign: Campaign, anew: Campaign, number: int, commit: Commit, events: list[Event]
) -> tuple[Differently | None, int]:
    """Say a command again; return the difference in outcome, if any, and the throws made anew."""
    command = codec.decode_command(commit.command)
    assert command is not None  # noqa: S101 - only a root has none
    said = campaign.language.say(command)
    dice = _AsBefore(codec.decode_answers(commit.answers), anew.seeded())
    try:
        done = anew.do(anew.parse(said), dice)
    except SpeechError as fault:
        return Differently(number, said, refused=f"{fault.message}: {fault.hint}".removesuffix(": ")), 0
    if isinstance(done, Refusal):
        return Differently(number, said, refused=str(done)), 0
    assert isinstance(done, Recorded)  # noqa: S101 - every throw was answered
    before = Counter(_lines(campaign, events, commit.id))
    after = Counter(_lines(anew, done.events, done.commit.id))
    gone, new = tuple((before - after).elements()), tuple((after - before).elements())
    return (Differently(number, said, gone, new) if gone or new else None), dice.thrown


def _lines(campaign: Campaign, events: list[Event] | tuple[Event, ...], commit: str) -> Iterator[str]:
    for line in log.lines_of(events, commit, campaign.book):
        yield f"{line.at}  {line.text}"
