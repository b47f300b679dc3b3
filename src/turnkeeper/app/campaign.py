"""One open campaign: commands are decided on its head, recorded as commits, undone and done again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.branches import commits_ahead, commits_behind
from turnkeeper.app.maps.atlas import CampaignAtlas
from turnkeeper.app.outcomes import MovedTo
from turnkeeper.app.pictures import CampaignPictures, picture_of
from turnkeeper.chance.drivers import Seeded
from turnkeeper.chance.throws import Driver
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import NOTHING, fold, happened_by
from turnkeeper.play.journey.mapping import MapUsed
from turnkeeper.play.kernel.event import Command, Event, Past, Refusal
from turnkeeper.play.kernel.language import Language, Understood
from turnkeeper.play.registry import DECLARED
from turnkeeper.play.state import State
from turnkeeper.record import FORMAT, CampaignFacts, Commit, CommitId, Store, UnknownCommit, make_commit
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import digest, encode_rules
from turnkeeper.time import ORIGIN, Instant

SNAPSHOT_EVERY = 100
ID_DIGITS = 32
SHOWN_THROWS = 3
MOST_TOLD = 3
"""The most commands that a move of the head names."""
BEGINNING = "the campaign begins"


class Recorded(Struct, frozen=True):
    """A command was carried out and recorded: its commit and what happened."""

    commit: Commit
    events: tuple[Event, ...]


def facts_for(name: str, campaign: str, seed: str, ruleset: RuleSet) -> CampaignFacts:
    """Return the facts of a campaign that begins now."""
    return CampaignFacts(FORMAT, campaign, name, seed, digest(ruleset), now_ms())


def now_ms() -> int:
    """Return the wall clock in Unix milliseconds."""
    return time.time_ns() // 1_000_000


def root_of(ruleset: RuleSet, at: Instant = ORIGIN) -> Commit:
    """Return the first commit of a campaign under a rule set, its clock at an instant."""
    event = begin(Rulebook(ruleset), at)
    return make_commit(None, codec.encode(None), codec.encode([]), codec.encode([event]), BEGINNING, now_ms())


def blobs_of(ruleset: RuleSet) -> dict[str, bytes]:
    """Return the blobs a campaign keeps beside its commits: its resolved rule set, under its digest."""
    return {digest(ruleset): encode_rules(ruleset)}


@lru_cache(maxsize=16)
def _language_of(kept: bytes) -> Language:
    """Return the commands as spoken under the rules that a campaign keeps; those of one game share them."""
    return Language(DECLARED, Rulebook(codec.decode_kept_rules(kept)))


class Campaign:
    """A campaign at its head. Not for two threads at once; two processes are kept apart by the store."""

    def __init__(self, store: Store) -> None:
        """Open the campaign of a store: its rules, and the state at its head; raises `codec.Unreadable`."""
        self.store = store
        self.atlas = CampaignAtlas(store)
        self.pictures = CampaignPictures(store)
        self.language = _language_of(store.blob(store.facts.rules_digest))
        self.book = self.language.book.on(self.atlas)
        self._seed = store.facts.seed.encode()
        self.head = store.commit(store.head())
        self.moves = 0
        self.state, self._since_snapshot = self._load(self.head.id)

    def _load(self, at: CommitId) -> tuple[State, int]:
        """Return the state at a commit, from the nearest snapshot on, and how many commits lie between."""
        kept = self.store.nearest_snapshot(at)
        state = None if kept is None else codec.decode_state(kept[1])
        above = kept[0] if kept is not None and state is not None else None
        past = None if above is None else self._past(above)
        rows = self.store.events(at, above=above)
        events = [event for row in rows for event in codec.decode_events(row)]
        try:
            return fold(events, state or NOTHING, past), len(rows)
        except LookupError as fault:
            message = f"this campaign cannot be read: {fault}"
            raise codec.Unreadable(message) from fault

    def states_along(self, commits: Sequence[Commit]) -> Iterator[tuple[list[Event], State]]:
        """Yield the events of commits that follow each other, each with the state that they led to."""
        above = commits[0].parent if commits else None
        state = NOTHING if above is None else self._load(above)[0]
        for commit in commits:
            events = codec.decode_events(commit.events)
            past = None if commit.parent is None else self._past(commit.parent)
            state = fold(events, state, past)
            yield events, state

    def _past(self, head: CommitId) -> Past:
        """Return the states of the line up to a commit, by instants: each is loaded when it is asked for."""

        def state_at(to: Instant) -> State:
            commit = self.store.commit(head)
            while commit.parent is not None:
                events = codec.decode_events(commit.events)
                happened = happened_by(events, to)
                if happened == len(events):
                    return self._load(commit.id)[0]
                if happened:
                    return fold(events[:happened], self._load(commit.parent)[0], self._past(commit.parent))
                commit = self.store.commit(commit.parent)
            return self._load(commit.id)[0]

        return state_at

    def _stand_at(self, commit: Commit) -> None:
        """Take a commit as the head; ``moves`` counts how often."""
        self.head = commit
        self.moves += 1

    def refresh(self) -> None:
        """Look again: another program may have moved the head."""
        head = self.store.head()
        if head != self.head.id:
            self._stand_at(self.store.commit(head))
            self.state, self._since_snapshot = self._load(head)

    def seeded(self) -> Seeded:
        """Return the campaign's own dice for a command on the head."""
        return Seeded(self._seed, self.head.id)

    def as_of(self, commit: Commit) -> Campaign:
        """Return this campaign as it stood at a commit, to be looked at: nothing is recorded on it."""
        then = copy(self)
        then.head = commit
        then.state, _ = self._load(commit.id)
        return then

    def parse(self, text: str) -> Understood:
        """Return the command that a text says, and its canonical text; raises `SpeechError`."""
        return self.language.understand(text)

    def express(self, command: Command) -> Understood | Refusal:
        """Return a command that was made, not said, with its text: every record can be handed on as text."""
        try:
            return self.language.express(command)
        except LookupError:
            return Refusal(
                "unsayable", "a name in this command cannot be said", "use plain words of 1 to 80 letters"
            )

    def do(self, said: Understood, driver: Driver | None = None) -> Recorded | Needed | Refusal:
        """Decide a command on the head and record it; raises `RecordFault`, and then nothing was recorded."""
        decided = self.decide(said, driver)
        return self.record(said, decided) if isinstance(decided, Decided) else decided

    def decide(self, said: Understood, driver: Driver | None = None) -> Decided | Needed | Refusal:
        """Return the decision on a command at the head; nothing is recorded.

        Raises `codec.Unreadable` when the map is needed and is gone.
        """
        past = self._past(self.head.id)
        return decide(self.book, self.state, said.command, driver or self.seeded(), past)

    def record(self, said: Understood, decided: Decided) -> Recorded:
        """Record a decision made on this head; raises `RecordFault`, and then nothing was recorded.

        A map or picture that a commit names is kept before it: a kill in between leaves only an unused one.
        """
        for event in decided.events:
            if isinstance(event, MapUsed):
                self.atlas.keep(event.digest)
            elif picture := picture_of(event):
                self.pictures.keep(picture)
        commit = make_commit(
            self.head,
            codec.encode(said.command),
            codec.encode(decided.answers),
            codec.encode(decided.events),
            _summary(said, decided),
            now_ms(),
        )
        due = self._since_snapshot + 1 >= SNAPSHOT_EVERY
        snapshot = codec.encode_state(decided.state) if due else None
        self._stand_at(self.store.append(commit, snapshot=snapshot))
        if self.head.events != commit.events:
            # The same command with the same dice stood there already, recorded by an earlier program.
            self.state, self._since_snapshot = self._load(self.head.id)
            return self.latest()
        self.state = decided.state
        self._since_snapshot = 0 if due else self._since_snapshot + 1
        return Recorded(self.head, decided.events)

    def latest(self) -> Recorded:
        """Return the record of the head itself."""
        return Recorded(self.head, tuple(codec.decode_events(self.head.events)))

    def undo(self, times: int = 1) -> MovedTo | Refusal:
        """Move the head back by a number of commits, at once, as far as there are any."""
        way = list(commits_behind(self, times))
        if not way:
            return Refusal("nothing-to-undo", "nothing is left to undo", "this is where the campaign began")
        return self._go(way[-1][1], "undo", [summary for summary, _ in way], times)

    def redo(self, times: int = 1) -> MovedTo | Refusal:
        """Move the head on over the commands undone last, at once, as far as there are any."""
        way = list(commits_ahead(self, times))
        if not way:
            return Refusal("nothing-to-redo", "nothing was undone here", "branches lists what else there is")
        return self._go(way[-1].id, "redo", [one.summary for one in way], times)

    def go(self, start_of_id: str) -> MovedTo | Refusal:
        """Move the head to any commit, named by the first letters of its id."""
        found = self.named(start_of_id)
        if isinstance(found, Refusal):
            return found
        if found.id == self.head.id:
            return Refusal("here", "the campaign stands there already")
        return self._go(found.id, "at", [found.summary])

    def named(self, start_of_id: str) -> Commit | Refusal:
        """Return the one commit of any branch whose id begins with these letters."""
        wanted = start_of_id.strip().casefold()
        if len(wanted) == ID_DIGITS:
            # A whole id needs no search through all there are.
            with suppress(UnknownCommit):
                return self.store.commit(CommitId(wanted))
        found = [one for one in self.reachable() if one.id.startswith(wanted)] if wanted else []
        if len(found) != 1:
            what = "no commit" if not found else f"{len(found)} commits"
            return Refusal(
                "commit", f"{what} found whose id begins with {wanted[:40]!r}", "branches lists the tips"
            )
        return found[0]

    def reachable(self) -> list[Commit]:
        """Return every commit of every branch, the older ones of a line first."""
        seen: dict[CommitId, Commit] = {}
        for tip in self.store.tips():
            for commit in self.store.lineage(tip.id):
                seen.setdefault(commit.id, commit)
        return list(seen.values())

    def _go(self, to: CommitId, how: str, told: list[str], times: int = 1) -> MovedTo:
        """Move the head to a commit, and say what that does to the commands told."""
        self.store.move(to, expected=self.head.id)
        self._stand_at(self.store.commit(to))
        self.state, self._since_snapshot = self._load(to)
        more, short = len(told) - MOST_TOLD, len(told) < times
        listed = "; ".join(told[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")
        return MovedTo(to, f"{how}: {listed}" + ("; no more are left" if short else ""), short)

    def lineage(self) -> list[tuple[Commit, list[Event]]]:
        """Return the commits from the beginning to the head, each with its events."""
        return [(commit, codec.decode_events(commit.events)) for commit in self.store.lineage(self.head.id)]

    def settle(self) -> None:
        """Bring the campaign's file up to date, so that a copy of it alone is complete."""
        self.store.settle()

    def close(self) -> None:
        """Close the store."""
        self.store.close()


def _summary(said: Understood, decided: Decided) -> str:
    """Return a command and its dice in one line: ``search, 2d6 = 9``."""
    falls = [
        f"{throw.dice} = {answer.shown if answer.total is None else answer.total}"
        for throw, answer in zip(decided.throws, decided.answers, strict=True)
    ]
    more = ["..."] if len(falls) > SHOWN_THROWS else []
    return ", ".join([said.text, *falls[:SHOWN_THROWS], *more])
