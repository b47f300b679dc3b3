"""A campaign written as the session that made it: a text that replays to the identical state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.exchange.playthrough import (
    Blank,
    Embedded,
    Faces,
    Fact,
    Playthrough,
    Row,
    Said,
    Setting,
    print_playthrough,
)
from turnkeeper.exchange.rules_text import standing_alone, write_rules
from turnkeeper.rules.load import builtin_text, digest, load_rules
from turnkeeper.table import codec, log
from turnkeeper.time import ORIGIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.chance.throws import Answer
    from turnkeeper.record import Commit, CommitId
    from turnkeeper.rules.ruleset import RuleSet
    from turnkeeper.table.campaign import Campaign

WIDTH = 100


def export_text(campaign: Campaign, tip: CommitId | None = None) -> str:
    """Return the playthrough of a campaign, from its beginning to a commit, else to its head.

    Replaying it gives the identical state, and with it the identical commits. It holds the faces of every
    throw, all lines of the log as facts, and the rules where they are not those that come with the program.
    """
    root, *commits = campaign.store.lineage(tip or campaign.head.id)
    rows = [*_header(campaign, root)]
    for commit in commits:
        rows += [Blank(), *_commit_rows(campaign, commit)]
    return print_playthrough(Playthrough(tuple(rows)))


def _header(campaign: Campaign, root: Commit) -> Iterator[Row]:
    facts, rules = campaign.store.facts, campaign.book.set
    yield Setting.of("rules", rules.ruleset.id)
    if not _comes_along(rules):
        yield from (Embedded(line) for line in write_rules(rules).splitlines())
    if facts.seed:
        yield Setting.of("seed", facts.seed)
    at = codec.decode_events(root.events)[0].at
    if at != ORIGIN:
        yield Setting.of("begins", campaign.book.scale.say_instant(at))
    if facts.name:
        yield Setting.of("name", facts.name)


def _comes_along(rules: RuleSet) -> bool:
    """Tell whether the program brings these very rules."""
    text = builtin_text(rules.ruleset.id)
    if text is None:
        return False
    ours = load_rules(text, f"{rules.ruleset.id}.toml", builtin_text)
    return digest(standing_alone(ours)) == digest(standing_alone(rules))


def _commit_rows(campaign: Campaign, commit: Commit) -> Iterator[Row]:
    yield from (Faces(text) for text in _wrapped(codec.decode_answers(commit.answers)))
    command = codec.decode_command(commit.command)
    if command is not None:
        yield Said(campaign.language.say(command))
    for line in log.lines_of(codec.decode_events(commit.events), commit.id, campaign.book):
        yield Fact(_flat(str(line)))


def _flat(text: str) -> str:
    """Return a line of the log as one line of text, its blanks kept."""
    return text if text.isprintable() else " ".join(text.split())


def _wrapped(answers: tuple[Answer, ...]) -> Iterator[str]:
    """Yield answers as they are typed, as many on a line as it holds."""
    said = ""
    for shows in (answer.shown for answer in answers):
        if said and len(said) + len(shows) >= WIDTH:
            yield said
            said = ""
        said = f"{said} {shows}".lstrip()
    if said:
        yield said
