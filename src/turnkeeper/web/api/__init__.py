"""The JSON API: what the screen does, for programs, described by OpenAPI.

Everything goes through the same session, acts and views as the screen. A program shows a token; a page of
ours would be let in by its cookie too. This package must not know how pages look.
"""

from __future__ import annotations

from litestar import Router

from turnkeeper.web.api.describing import CONFIG, description, handlers

__all__ = ["CONFIG", "HANDLERS"]

HANDLERS = (
    Router(
        "/api",
        route_handlers=[*handlers(), description],
        include_in_schema=True,
    ),
)
