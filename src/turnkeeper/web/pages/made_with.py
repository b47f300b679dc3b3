"""The page that says what the screen is made with of other people's work, and under which licences."""

from __future__ import annotations

from litestar import Response, get

from turnkeeper.web import render
from turnkeeper.web.vendored import vendored


@get("/credits", opt={"open": True}, sync_to_thread=False)
def credits_page() -> Response[str]:
    """Return the list of what is vendored."""
    return render.page("credits.html", {"packages": vendored().packages})


HANDLERS = (credits_page,)
