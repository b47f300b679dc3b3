"""Somebody's hand on a page, which counts what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class Hand:
    """Presses and clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def press(self, *keys: str) -> None:
        """Press keys one after the other, without looking."""
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1

    def click(self, *places: Locator) -> None:
        """Click on the first that is seen of each place, one after the other."""
        for place in places:
            place.locator("visible=true").first.click()
            self.count += 1
