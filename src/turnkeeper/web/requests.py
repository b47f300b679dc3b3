"""Reading requests in the same way in every handler: type, form, who asks, accepted encodings.

This module must not know any page.
"""

from __future__ import annotations

from litestar import Request
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.params import Body

from turnkeeper.web.link_access import LinkAccess

Asked = Request[None, None, State]
FORM = Body(media_type=RequestEncodingType.URL_ENCODED)
"""Marks what a form of a page sends."""


def by_script(request: Asked) -> bool:
    """Return whether a script of a page asks, which has a place for a piece; else a whole page is wanted."""
    return "HX-Request" in request.headers


def takes_packed(request: Asked) -> bool:
    """Return whether an answer may be packed."""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def guests_of(request: Asked) -> LinkAccess:
    """Return the links of all campaigns."""
    guests: LinkAccess = request.app.state["guests"]
    return guests
