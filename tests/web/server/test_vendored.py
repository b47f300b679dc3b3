"""Shows that what is kept of other people's work is as published, and with its licence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turnkeeper.web.vendored import HOME, LIST, Package, fingerprint, vendored

TESTS = Path(__file__).parents[1] / "vendor"
HOMES = pytest.mark.parametrize("home", [HOME, TESTS], ids=["screen", "tests"])
STATIC = HOME.parent


@HOMES
def test_every_file_has_an_entry_and_every_entry_its_file(home: Path) -> None:
    named = [one.kept for package in vendored(home).packages for one in package.files]
    assert sorted([*named, LIST]) == sorted(path.name for path in home.iterdir())


@HOMES
def test_every_file_is_the_one_that_was_published(home: Path) -> None:
    for package in vendored(home).packages:
        for one in package.files:
            assert fingerprint((home / one.kept).read_bytes()) == one.sha256, one.kept


@HOMES
def test_every_package_says_whose_it_is_and_brings_the_text_of_its_licence(home: Path) -> None:
    for package in vendored(home).packages:
        assert package.copyright
        assert package.source.startswith("https://")
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.integrity)
        assert re.search(_called(package), _licence_text(home, package))


def _called(package: Package) -> str:
    names = {"0BSD": "Zero-Clause BSD", "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1", "MPL-2.0": "Mozilla"}
    return names[package.licence]


def _licence_text(home: Path, package: Package) -> str:
    assert package.licences
    return "".join((home / name).read_text("utf-8") for name in package.licences)


def test_the_style_sheet_asks_for_fonts_that_are_there() -> None:
    kept = {one.kept for package in vendored().packages for one in package.files}
    asked = re.findall(r'url\("vendor/([^"]+)"\)', (STATIC / "screen.css").read_text("utf-8"))
    assert asked
    assert set(asked) <= kept
