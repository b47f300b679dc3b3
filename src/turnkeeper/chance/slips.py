"""What people mistype in dice notation, and what to tell them.

A slip is known by the text on both sides of the place where reading stopped. This module must not know the
grammar, only that place.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from turnkeeper.chance.limits import DiceError
from turnkeeper.spelling import nearest

_WORDS: Final = ("max", "min", "in")


class Slip(NamedTuple):
    """A common fault: how the text before and after its place looks, and the words for it.

    The caret stands after what `after` matched where `past` is set, else on its first letter. The hint may
    quote groups of `after`.
    """

    before: str
    after: str
    message: str
    hint: str
    past: bool = False


_ENDS: Final = r"[0-9%f)!]\s*$"
_OPERATOR: Final = r"[-+*/x\u00d7\u00f7\u2212<>=\u2264\u2265\u2260]"
_SLIPS: Final = (
    Slip(r"^\s*$", r"$", "no dice are given", "3d6"),
    Slip(r"[0-9]$", r"[.][0-9]", "only whole numbers are allowed", "(1d6*3)/2 for one and a half times 1d6"),
    Slip(_ENDS, r"k\s*([0-9]+)", "which dice are kept?", r"kh\1 keeps the highest, kl\1 lowest"),
    Slip(r"d\s*[0-9]+\s*$", r"d([0-9]+)", "which dice are dropped?", r"dh\1 drops the highest, dl\1 lowest"),
    Slip(_ENDS, r"kh?\s*(?![hl0-9])", "how many dice are kept?", "kh3 keeps the three highest", past=True),
    Slip(_ENDS, r"kl\s*(?![0-9])", "how many dice are kept?", "kl3 keeps the three lowest", past=True),
    Slip(_ENDS, r"(d[hl])\s*(?![0-9])", "how many dice are dropped?", r"\g<1>1 drops one", past=True),
    Slip(_ENDS, r"r\s*(?![0-9])", "which face is rerolled?", "r1 rerolls ones, once", past=True),
    Slip(r"", r"d(?!\s*[0-9%fhl])", "a die needs its number of sides", "d6, d20, d%", past=True),
    Slip(r"", r"-?\s*in\b(?!\s*\()", "'in' stands between two plain numbers", "2 in 6"),
    Slip(r"(max|min)\s*$", r"", "the values to choose from stand in brackets", "max(1d6,1d8)"),
    Slip(r"=\s*$", r">", "this comparison is written the other way round", ">="),
    Slip(r"=\s*$", r"<", "this comparison is written the other way round", "<="),
    Slip(_OPERATOR + r"\s*$", _OPERATOR, "two operators stand side by side", "take one away"),
    Slip(_OPERATOR + r"\s*$", r"$", "something must follow the operator", "2d6+1"),
    Slip(r"(^|[(,])\s*$", _OPERATOR, "something must stand before the operator", "2d6+1"),
    Slip(r"[(,]\s*$", r"[,)]", "a value is missing here", "max(1d6,1d8)"),
    Slip(_ENDS, r"[(]|[0-9]|d\s*[0-9%f]|max|min", "an operator is missing here", "2d6+3, 2*(1d6+1)"),
    Slip(_ENDS, r",", "a comma only parts the values of max( , ) and min( , )", "max(1d6,1d8)"),
)


def explain(text: str, position: int) -> DiceError:
    """Return the fault of a text that could not be read on from a position, counted from 0."""
    before, after = text[:position], text[position:]
    for slip in _SLIPS:
        found = re.match(slip.after, after.rstrip() if slip.after == "$" else after, re.IGNORECASE)
        if found and re.search(slip.before, before, re.IGNORECASE):
            column = position + 1 + (len(found[0].rstrip()) if slip.past else 0)
            return DiceError(slip.message, hint=found.expand(slip.hint), column=column)
    return _brackets(text, position) or _unknown(after, position)


def _brackets(text: str, position: int) -> DiceError | None:
    """Return the fault of a bracket without its partner, if reading stopped because of one."""
    if text[position : position + 1] == ")":
        return DiceError("this bracket closes nothing", hint="take it away", column=position + 1)
    still_open: list[int] = []
    for column, letter in enumerate(text[:position], 1):
        if letter == "(":
            still_open.append(column)
        elif letter == ")" and still_open:
            still_open.pop()
    if still_open and not text[position:].strip():
        return DiceError("this bracket is never closed", hint="add )", column=still_open[-1])
    return None


def _unknown(after: str, position: int) -> DiceError:
    """Return the fault of a letter or word that means nothing, with the nearest word that does."""
    found = re.match(r"[^\W\d_]+", after)
    word = found[0] if found else after[:1]
    near = nearest(word, _WORDS, alike=50)
    hint = f"did you mean {near}?" if near else "dice look like 3d6, 4d6kh3, 2d6+1, 2 in 6"
    name = f"{word[:20]!r}" if word.strip() else "this"
    return DiceError(f"{name} means nothing in dice notation", hint=hint, column=position + 1)
