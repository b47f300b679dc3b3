"""The description of the API (OpenAPI 3.1): paths from the handlers, values from the very types they send."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.metadata import version
from inspect import cleandoc
from typing import Any, get_args, get_type_hints

import msgspec
from litestar import Litestar, Request, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, SecurityScheme, Tag
from litestar.response import Response
from msgspec import Struct

from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.web import api
from turnkeeper.web.api import events
from turnkeeper.web.api.telling import DESCRIPTIONS, statuses
from turnkeeper.web.problems import PROBLEM_JSON, ProblemDetails
from turnkeeper.web.requests import handlers_in
from turnkeeper.web.security import keys_of

REFS = "#/components/schemas/{name}"
TAGS = {
    "campaigns": "Campaigns as a whole.",
    "play": "Commands and answers to throws, and moves of the head.",
    "look": "How a campaign stands, what happened, and why.",
    "branches": "Everything that was ever played; nothing that was undone is lost.",
    "map": "The map on which a campaign is played.",
    "pictures": "Pictures of portraits and handouts.",
    "events": "Events as they happen.",
    "house rules": "A campaign's rules as a file, and played on by others.",
    "sharing": "What a table agrees on, and its players' links.",
    "players": "What a player's token shows.",
    "dice": "Dice outside any campaign.",
    "odds": "The chances of plans, worked out by the rules.",
    "rules": "Rule sets to begin with, to be read, and files of rules looked through.",
    "tokens": "Credentials of programs.",
}
ABOUT = """\
Everything that the screen does, for programs.

A program sends a token as `Authorization: Bearer`, made by `POST /api/tokens` from a browser that entered; \
a page of Turnkeeper's own is let in by its cookie, and then has to come from the same origin. Every no is a \
problem (RFC 9457) with a stable `code`, a sentence in `detail`, and where it helps a `hint` and a `column`.

A command names the commit that its sender `seen`; if another was quicker, it is not done and answered 409.
"""
COMMIT, BEFORE = "9960caf35d0ee81023bd1dd0b933b0cc", "3aa75c7899bd3ed22b80f343de80067f"
LINE: Mapping[str, object] = {
    "number": 1,
    "commit": COMMIT,
    "at_ms": 600_000,
    "at": "day 1 00:10",
    "text": "search: 1 turn. In the dark nothing comes to light.",
    "rule": "G-SEARCH-2",
    "kind": "task-ended.1",
    "seen_by": "table",
    "others": [],
}
EXAMPLES: Mapping[str, object] = {
    "SayRequest": {"text": "search", "seen": BEFORE, "faces": ["4+5"]},
    "CommandDone": {
        "outcome": "done",
        "commit": COMMIT,
        "summary": "search, 2d6 = 9",
        "interrupted": False,
        "already": False,
        "lines": [LINE],
        "told": [LINE],
    },
    "ThrowWanted": {
        "outcome": "asked",
        "text": "search",
        "name": "encounter check",
        "dice": "2d6",
        "rule": "G-ENC-2",
        "number": 1,
    },
    "MovedTo": {"outcome": "moved", "commit": BEFORE, "said": "undo: search, 2d6 = 9"},
    "NewCampaign": {"name": "The Barrow", "rules": DEFAULT_GAME, "party": "Varda wisdom 12\nOrlo wisdom 9"},
    "ProblemDetails": {
        "status": 422,
        "title": "Unprocessable Entity",
        "code": "speech",
        "detail": "'serch' is not a command",
        "hint": "did you mean 'search'?",
        "column": 1,
    },
    "HeadMovedMessage": {"head": BEFORE, "fork": BEFORE, "said": "enter dungeon Barrow"},
}


def _id_of(handler: HTTPRouteHandler) -> str:
    """Return the name of an operation: its module and its function, such as ``playing_say``."""
    function = _function_of(handler)
    return f"{function.__module__.rpartition('.')[2]}_{function.__name__}"


def _function_of(handler: HTTPRouteHandler) -> Callable[..., object]:
    """Return the function of a handler, also of one that runs in a thread, which Litestar wraps."""
    function: Callable[..., object] = getattr(handler.fn, "func", handler.fn)
    return function


CONFIG = OpenAPIConfig(
    title="Turnkeeper",
    version=version("turnkeeper"),
    description=ABOUT,
    license=License(name="MIT", identifier="MIT"),
    path="/api/description",
    render_plugins=[JsonRenderPlugin()],
    use_handler_docstrings=True,
    operation_id_creator=lambda handler, _method, _path: _id_of(handler),
    tags=[Tag(name=name, description=says) for name, says in TAGS.items()],
    security=[{"token": []}, {"cookie": []}],
    components=Components(
        security_schemes={
            "token": SecurityScheme(type="http", scheme="bearer", description="A program's token."),
            "player": SecurityScheme(type="http", scheme="bearer", description="A player's token."),
            "cookie": SecurityScheme(
                type="apiKey", name="turnkeeper", security_scheme_in="cookie", description="A browser's."
            ),
        }
    ),
)


def handlers() -> Iterator[HTTPRouteHandler]:
    """Yield every handler of the API, but for its description."""
    for handler in handlers_in(api):
        if isinstance(handler, HTTPRouteHandler) and handler is not description:
            yield handler


def _types(annotation: object) -> Iterator[type[Struct]]:
    """Yield the structs that an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        yield annotation
    for part in get_args(annotation):
        yield from _types(part)


@cache
def values() -> dict[str, Any]:
    """Return the schemas of all that is sent and taken, by name, as msgspec writes and checks them."""
    found: dict[type[Struct], None] = dict.fromkeys(
        (ProblemDetails, events.EventLine, events.HeadMovedMessage)
    )
    for handler in handlers():
        for hint in get_type_hints(_function_of(handler)).values():
            found |= dict.fromkeys(_types(hint))
    _, schemas = msgspec.json.schema_components(list(found), ref_template=REFS)
    for name, schema in schemas.items():
        schema["description"] = cleandoc(schema["description"])
        if name in EXAMPLES:
            schema["examples"] = [EXAMPLES[name]]
    return schemas


def described(app: Litestar, cookie: str) -> dict[str, Any]:
    """Return the whole description; ``cookie`` is the name of the browsers' cookie here."""
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
    drawn = whole["components"]["schemas"]
    whole["components"]["schemas"] = {name: values().get(name, schema) for name, schema in drawn.items()}
    whole["components"]["schemas"] |= values()
    whole["components"]["securitySchemes"]["cookie"]["name"] = cookie
    for path, method, operation in (
        (path, *one) for path, item in whole["paths"].items() for one in item.items()
    ):
        done = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        done["description"] = operation["description"].partition("\n")[0]
        operation["responses"] |= {str(status): _problem(status) for status in statuses(path, method)}
    file = {"schema": {"type": "string", "format": "binary"}}
    whole["paths"]["/api/campaigns/import"]["post"]["requestBody"] = {
        "description": "The file as it is.",
        "content": {"application/octet-stream": file},
        "required": True,
    }
    streamed = whole["paths"]["/api/campaigns/{key}/events"]["get"]["responses"]["200"]["content"]
    streamed["text/event-stream"]["schema"] = {
        "type": "string",
        "description": "Messages `line` with an `EventLine` as data, and `moved` with a `HeadMovedMessage`.",
    }
    return whole


def _problem(status: int) -> dict[str, Any]:
    schema = {"$ref": REFS.format(name="ProblemDetails")}
    return {"description": DESCRIPTIONS[status], "content": {PROBLEM_JSON: {"schema": schema}}}


@get("/openapi.json", include_in_schema=False)
async def description(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the description of this API."""
    return Response(_written(request.app, keys_of(request).cookie), media_type="application/json")


@lru_cache(maxsize=1)
def _written(app: Litestar, cookie: str) -> bytes:
    return msgspec.json.format(msgspec.json.encode(described(app, cookie)))


def router() -> Router:
    """Return the API under its path."""
    return Router("/api", route_handlers=[*handlers(), description], include_in_schema=True)
