"""The one way in which a test may skip: aloud, and never where everything is promised to be there."""

from __future__ import annotations

import os

import pytest


def needs(present: object, what: str) -> None:
    """Go on if ``present`` is true; else skip saying ``what`` is missing, or fail where ``CI`` is set.

    A test that skips in continuous integration is a test that nobody runs.
    """
    if present:
        return
    if os.environ.get("CI"):
        pytest.fail(f"this test needs {what}, which must be there in continuous integration")
    pytest.skip(f"needs {what}")
