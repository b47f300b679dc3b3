"""What a browser without scripts sends of a form on a page: every field as it stands there."""

from __future__ import annotations

from html.parser import HTMLParser


class _Reader(HTMLParser):
    """Reads one form of a page, the one with an attribute of some value."""

    def __init__(self, attribute: str, value: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._wanted = (attribute, value)
        self._inside = False
        self._text: tuple[str, list[str]] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = self._wanted in said.items()
        if not self._inside or "disabled" in said:
            return
        name = said.get("name", "")
        match tag:
            case "input" if said.get("type") not in {"checkbox", "radio"} or "checked" in said:
                self._add(name, said.get("value", ""))
            case "textarea":
                self._text = (name, [])
            case "select":
                self._select = name
            case "option" if "selected" in said:
                self._add(self._select, said.get("value", ""))
            case _:
                return

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._text is not None:
            name, text = self._text
            # The line break with which a text area begins is none of its own.
            self._add(name, "".join(text).removeprefix("\n"))
            self._text = None
        elif tag == "form":
            self._inside = False

    def _add(self, name: str, value: str) -> None:
        if name:
            self.sent.setdefault(name, []).append(value)


def sent_of(page: str, value: str, attribute: str = "class") -> dict[str, list[str]]:
    """Return the fields sent of the form of a page that has an attribute of that value."""
    reader = _Reader(attribute, value)
    reader.feed(page)
    assert reader.sent, "there is no such form"
    return reader.sent
