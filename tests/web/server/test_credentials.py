"""What is kept of who may come in: hashes alone, whole or not at all, and never a crash."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from turnkeeper.web.credentials import (
    CODE_S,
    DAY_S,
    KEPT_FOR_S,
    LONGEST_LABEL,
    MOST_SESSIONS,
    MOST_TOKENS,
    SEEN_EVERY_S,
    Credentials,
    hash_of,
)


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys.json"


def test_a_browser_that_entered_is_known_by_another_start_and_nothing_of_its_cookie_is_kept(
    path: Path,
) -> None:
    cookie = Credentials(path).admit()
    again = Credentials(path)
    assert again.browser(cookie)
    assert cookie not in path.read_text()
    assert again.cookie == Credentials(path).cookie


def test_each_start_has_a_key_of_its_own_that_is_kept_nowhere(path: Path) -> None:
    first, second = Credentials(path), Credentials(path)
    first.admit()
    assert first.opens(first.entrance)
    assert not second.opens(first.entrance)
    assert first.entrance not in path.read_text()
    assert len(first.entrance) == 32, "24 bytes in base 64"


def test_nobody_else_may_read_the_file(path: Path) -> None:
    Credentials(path).admit()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name], "nothing is left beside it"


def test_a_code_opens_once_and_not_for_long(path: Path) -> None:
    clock = Clock()
    keys = Credentials(path, now=clock)
    code = keys.code()
    assert [keys.opens(code), keys.opens(code), keys.opens(keys.entrance)] == [True, False, True]
    code = keys.code()
    clock.now += CODE_S + 1
    assert not keys.opens(code)
    assert not keys.opens("")


def test_a_token_ends_and_one_it_made_ends_no_later(path: Path) -> None:
    clock = Clock()
    keys = Credentials(path, now=clock)
    short, text = keys.make_token("board", "all", 2)
    child, its = keys.make_token("more", "all", 300, short)
    free, _ = keys.make_token("ours")
    assert (short.ends_s, child.ends_s, free.ends_s) == (1_000_000 + 2 * DAY_S, short.ends_s, None)
    clock.now += 2 * DAY_S - 1
    assert keys.program(text)
    assert {short.hash, child.hash, free.hash} == keys.standing()
    clock.now += 1
    assert not keys.program(text)
    assert not keys.program(its)
    assert keys.tokens == (free,)
    assert keys.standing() == {free.hash}


def test_a_token_of_before_may_do_all_and_has_no_end(path: Path) -> None:
    """As the file had it when tokens had neither scope nor end."""
    keys = Credentials(path)
    path.write_text(
        '{"name":"a","sessions":[],"tokens":'
        f'[{{"id":"1","label":"old","hash":"{hash_of("tk_old")}","made_s":1,"seen_s":1}}]}}'
    )
    old = keys.program("tk_old")
    assert old is not None
    assert (old.scope, old.ends_s) == ("all", None)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"name": 3}', b"\xff\xfe", b'{"name":"a","sessions":3}']
)
def test_a_damaged_file_is_put_aside_and_all_enter_anew(path: Path, damage: bytes) -> None:
    path.write_bytes(damage)
    keys = Credentials(path)
    assert path.with_name("keys.json.damaged").read_bytes() == damage
    assert keys.browser(keys.admit())


def test_a_hash_with_strange_letters_is_no_crash(path: Path) -> None:
    path.write_text('{"name":"a","sessions":[{"hash":"\u00e9","made_s":1,"seen_s":1}]}')
    assert not Credentials(path).browser("anything")


def test_the_oldest_browsers_are_forgotten_when_there_are_too_many(path: Path) -> None:
    keys = Credentials(path, now=Clock())
    cookies = [keys.admit() for _ in range(MOST_SESSIONS + 2)]
    assert [bool(keys.browser(one)) for one in cookies[:3]] == [False, False, True]
    assert keys.browser(cookies[-1])


def test_a_browser_that_was_not_seen_for_long_enters_anew_and_one_that_was_does_not(path: Path) -> None:
    clock = Clock()
    keys = Credentials(path, now=clock)
    seen, unseen = keys.admit(), keys.admit()
    clock.now += KEPT_FOR_S - SEEN_EVERY_S
    assert keys.browser(seen)
    clock.now += 2 * SEEN_EVERY_S
    keys.admit()
    assert keys.browser(seen)
    assert not keys.browser(unseen)


def test_what_another_program_changed_is_seen(path: Path) -> None:
    ours, theirs = Credentials(path), Credentials(path)
    ours.admit()
    token, text = theirs.make_token("board")
    assert ours.program(text)
    assert ours.revoke(token.id)
    assert not ours.revoke(token.id)
    assert not Credentials(path).program(text)


def test_who_leaves_is_not_known(path: Path) -> None:
    keys = Credentials(path)
    gone, stays = keys.admit(), keys.admit()
    keys.leave(gone)
    assert (bool(keys.browser(gone)), bool(keys.browser(stays))) == (False, True)
    keys.leave_all()
    assert not keys.browser(stays)


def test_a_cookie_is_no_token_and_a_token_is_no_cookie(path: Path) -> None:
    keys = Credentials(path)
    cookie, (_, token) = keys.admit(), keys.make_token("board")
    assert not keys.program(cookie)
    assert not keys.browser(token)
    assert not keys.opens(cookie)


def test_a_label_is_one_line_of_letters(path: Path) -> None:
    token, _ = Credentials(path).make_token("  a\r\nb\x00\u202ec  " + "d" * 200)
    assert token.label.startswith("a b c d")
    assert len(token.label) == LONGEST_LABEL


def test_there_are_not_more_tokens_than_one_can_look_through(path: Path) -> None:
    keys = Credentials(path)
    for _ in range(MOST_TOKENS):
        keys.make_token("board")
    with pytest.raises(ValueError, match="revoke one"):
        keys.make_token("one more")


def test_in_a_folder_that_is_not_there_keys_last_for_this_start(tmp_path: Path) -> None:
    keys = Credentials(tmp_path / "gone" / "keys.json")
    assert keys.browser(keys.admit())


@pytest.mark.parametrize("guess", ["", "\u00e9", "\udcff", "x" * 10_000, "a\x00b"])
def test_a_guess_of_any_letters_is_no_crash(path: Path, guess: str) -> None:
    keys = Credentials(path)
    keys.admit()
    assert not any((keys.opens(guess), keys.browser(guess), keys.program(guess)))
