"""Looking: how a campaign stands, what happened and why, what could be said, and its branches."""

from __future__ import annotations

from typing import Annotated, TypeVar

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from turnkeeper.app.log import Because
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.problems import UnknownNameError
from turnkeeper.views.command_forms import CommandForm, command_form
from turnkeeper.views.doable import CommandEntry, doable
from turnkeeper.views.handbook import Topic, handbook, own_topics, questions
from turnkeeper.views.parts.command_ways import entries
from turnkeeper.views.players.display import DisplayView, display_view
from turnkeeper.views.referee import searching, tree
from turnkeeper.views.referee.log import LogPage, log_page, why_at
from turnkeeper.views.referee.looking_back import look_back
from turnkeeper.views.referee.palette import Suggestions, suggestions
from turnkeeper.views.referee.view import RefereeView
from turnkeeper.views.rulesheet import RuleText, explain
from turnkeeper.views.story import Story, story
from turnkeeper.web.api.playing import LONGEST_TEXT
from turnkeeper.web.link_access import agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.problems import refuse, require

Told = TypeVar("Told", tree.CommitLine, tree.CommitDetails)
MOST_GROUPS = 200
MOST_LINES = 2_000
MOST_NODES = 200
MOST_WORDS = 200

Commit = Annotated[
    str, PathParameter(description="A commit, by the first letters of its id.", max_length=64, min_length=1)
]
Upto = Annotated[str, QueryParameter(description="The last commit shown; the head if unsaid.", max_length=64)]


class FormRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command by the id of its form, one of its ways (from 0), and what its fields hold, by name."""

    id: Annotated[str, Meta(max_length=80, examples=["light.light"])]
    way: Annotated[int, Meta(ge=0, le=1000)] = 0
    fields: Annotated[
        dict[str, Annotated[str, Meta(max_length=LONGEST_TEXT)]],
        Meta(max_length=100, examples=[{"kind": "torch", "bearer": "Varda"}]),
    ] = {}


class BranchList(Struct, frozen=True):
    """The ends of branches, the latest first; ``more`` of them are not listed."""

    ends: tuple[tree.End, ...]
    more: int


@get("/campaigns/{key:str}/view", tags=["look"], summary="The referee's view")
async def view(
    table: OpenTable,
    at: Annotated[
        str, QueryParameter(max_length=64, description="The commit to look back to; the head if unsaid.")
    ] = "",
) -> RefereeView:
    """Return all that the referee's screen shows at a glance, in the rule set's own words.

    With ``at`` it is how it stood at that commit; nothing is changed.
    """

    def found(session: Session) -> RefereeView | Refusal:
        told = look_back(session.campaign, at)
        return told if isinstance(told, Refusal) else told.view

    told = await table.look(found)
    if isinstance(told, Refusal):
        refuse(404, told.code, told.message, told.hint)
    return told


@get("/campaigns/{key:str}/log", tags=["look"], summary="The log")
async def log(
    table: OpenTable,
    upto: Upto = "",
    commands: Annotated[
        int, QueryParameter(ge=1, le=MOST_GROUPS, description="The most commands to return.")
    ] = 20,
    find: Annotated[
        str, QueryParameter(description="Words that each command has to hold.", max_length=MOST_WORDS)
    ] = "",
) -> LogPage:
    """Return the latest commands up to a commit, the oldest first, each with what happened.

    ``older`` of the answer is the ``upto`` of the page before; it is empty on the first. ``folds`` are the
    stretches of it in which nothing happened. With words to ``find`` it has the commands that hold all of
    them.
    """
    if find.strip():
        return await table.look(lambda session: searching.find(session.campaign, find, upto, commands))
    return await table.look(lambda session: log_page(session.campaign, upto, commands, MOST_LINES, 0))


@get("/campaigns/{key:str}/story", tags=["look"], summary="The story of a session")
async def tell_story(
    table: OpenTable,
    session: Annotated[int, QueryParameter(ge=0, description="Which session; 0 is the latest.")] = 0,
    *,
    secrets: Annotated[bool, QueryParameter(description="Also what players were not told, marked.")] = False,
) -> Story:
    """Return a session in the players' words, by days and places, and the titles of all sessions."""
    shown = agreed(table.path).sharing.shown
    told = await table.look(lambda at: story(at.campaign, shown, session, secrets=secrets))
    return require(told, "no-session", "There is no such session.", "`sessions` of the latest lists them.")


@get("/campaigns/{key:str}/display", tags=["look"], summary="What the table's display shows")
async def display(table: OpenTable) -> DisplayView:
    """Return the display as it stands, made of the players' view; `PATCH sharing` chooses it."""
    return await table.look(lambda at: display_view(at.campaign, agreed(table.path).sharing))


@get("/campaigns/{key:str}/why/{ref:str}", tags=["look"], summary="Why it happened")
async def why(
    table: OpenTable,
    ref: Annotated[str, PathParameter(description="The `ref` of a line of the log.", max_length=80)],
) -> Because:
    """Return why a line of the log happened: its command, its rule in our words, the dice."""
    because = await table.run(lambda session: why_at(session.campaign, ref))
    return require(because, "no-line", "There is no such line.", "`ref` stands beside each line of the log.")


@get("/campaigns/{key:str}/rules/{rule:str}", tags=["look"], summary="A rule")
async def rule(
    table: OpenTable,
    rule: Annotated[str, PathParameter(description="A rule's id, such as G-ENC-1.", max_length=80)],
) -> RuleText:
    """Return a rule of the campaign's rule set in our words, with its origin."""
    try:
        return await table.run(lambda session: explain(session.campaign.book.set, rule))
    except UnknownNameError as fault:
        refuse(404, "no-rule", fault.message, fault.hint)


@get("/campaigns/{key:str}/commands", tags=["look"], summary="What can be said")
async def commands(table: OpenTable) -> tuple[Topic, ...]:
    """Return every command under the campaign's rules, then the session's own words: undo, redo, go."""

    def found(session: Session) -> tuple[Topic, ...]:
        return (*handbook(session.campaign.language), questions(), *own_topics(session.campaign.language))

    return await table.run(found)


@get("/campaigns/{key:str}/complete", tags=["look"], summary="Completion")
async def complete(
    table: OpenTable,
    text: Annotated[str, QueryParameter(max_length=LONGEST_TEXT, description="What was typed so far.")] = "",
) -> Suggestions:
    """Return completions of a text, and its fault."""
    return await table.run(lambda session: suggestions(session.campaign, text))


@get("/campaigns/{key:str}/doable", tags=["look"], summary="What can be done")
async def doable_now(table: OpenTable) -> tuple[CommandEntry, ...]:
    """Return every command as a form to fill in, by its id, and whether it could be said just now."""
    return await table.run(lambda session: doable(session.campaign))


@post(
    "/campaigns/{key:str}/form",
    tags=["look"],
    summary="A command to fill in",
    status_code=200,
    scope="look",
)
async def form_of_command(table: OpenTable, data: JSONBody[FormRequest]) -> CommandForm:
    """Return the fields of a command, and what it says with those that are filled in; nothing is done.

    When it is ``whole``, `POST say` carries out the text ``said``.
    """
    return await _form_of_command(table, data)


async def _form_of_command(table: OpenTable, data: FormRequest) -> CommandForm:
    def found(session: Session) -> CommandForm | None:
        entry = entries(session.campaign.book).get(data.id)
        return None if entry is None else command_form(session.campaign, entry, data.way, data.fields)

    made = await table.run(found)
    return require(made, "no-command", "These rules have no such command.", "`GET doable` lists them.")


@post(
    "/campaigns/{key:str}/sheet",
    tags=["look"],
    summary="A command to fill in, by its former path",
    status_code=200,
    scope="look",
    deprecated=True,
)
async def form_by_its_former_path(table: OpenTable, data: JSONBody[FormRequest]) -> CommandForm:
    """Return the same, for programs that were written when a form was called a sheet."""
    return await _form_of_command(table, data)


# BranchList


@get("/campaigns/{key:str}/branches", tags=["branches"], summary="Branches")
async def branches(table: OpenTable) -> BranchList:
    """Return the ends of all branches: nothing that was undone is lost."""
    ends, more = await table.look(lambda session: tree.ends(session.campaign))
    return BranchList(tuple(ends), more)


@get("/campaigns/{key:str}/commits", tags=["branches"], summary="A line of commits")
async def commits(
    table: OpenTable,
    upto: Upto = "",
    count: Annotated[
        int, QueryParameter(ge=1, le=MOST_NODES, description="The most commits to return.")
    ] = tree.MOST,
) -> tree.CommitLine:
    """Return the commits that lead to one, the oldest first, with the forks beside them.

    Without ``upto``: those around the head, with what redo would lead to.
    """

    def found(session: Session) -> tree.CommitLine | Refusal:
        if not upto:
            return tree.around(session.campaign, count)
        last = session.campaign.named(upto)
        return last if isinstance(last, Refusal) else tree.up_to(session.campaign, last, count)

    return _known(await table.look(found))


@get("/campaigns/{key:str}/commits/{commit:str}", tags=["branches"], summary="A commit")
async def commit(table: OpenTable, commit: Commit) -> tree.CommitDetails:
    """Return one commit: what was said, what happened, and how far it is from the head."""
    return _known(await table.run(lambda session: tree.about(session.campaign, commit)))


def _known(told: Told | Refusal) -> Told:
    if isinstance(told, Refusal):
        refuse(404, told.code, told.message, told.hint)
    return told
