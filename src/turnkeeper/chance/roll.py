"""Throwing dice and reading faces: one evaluation for both, every die kept and shown.

Each expression is compiled once, into one function that throws and one that shows. Both walk the faces in the
order thrown, so a roll can be told again from its faces alone: that is how a record is replayed. This module
must not know where faces come from, nor what the total means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, assert_never

from msgspec import Struct

from turnkeeper.chance.expression import (
    Chance,
    Digits,
    Expression,
    Fate,
    Leaf,
    Number,
    Operation,
    Pool,
    dice_in,
    leaves,
    pool_kept,
    throws_again,
)
from turnkeeper.chance.limits import MAX_CHAIN
from turnkeeper.chance.notation import Dice
from turnkeeper.chance.show import Shower, compile_shower

Die = Callable[[int], int]
"""Given the number of sides, a face from 1 to that."""

_Throw = Callable[[Die, list[int]], int]
"""Throws what it needs, adds each face to the list and returns the value."""

_ThrowAll = Callable[[Die], tuple[int, tuple[int, ...]]]
"""Throws a whole expression and returns its value and all faces."""

_ThrowMany = Callable[[Die, list[int]], list[int]]
"""Throws as `_Throw` does, and returns the value of each die of a pool."""


_MOST_COMPILED: Final = 1024


class FacesError(ValueError):
    """Faces that do not fit the dice: too few, too many, not on the die. The message says what would fit."""


class Roll(Struct, frozen=True, gc=False):
    """The outcome of a roll: the total, and every face in the order thrown.

    Dropped dice, those that were thrown again and those that exploded are among the faces; a die of `4dF` has
    faces 1 to 3.
    """

    dice: Dice
    total: int
    faces: tuple[int, ...]

    @property
    def shown(self) -> str:
        """The whole roll as a line: dropped dice in brackets, `1->4` thrown again, `6!3` exploded.

        >>> from turnkeeper.chance.notation import parse_dice
        >>> read_faces(parse_dice("4d6kh3+2"), (6, 5, 1, 4)).shown
        '4d6kh3+2: [6 5 (1) 4]+2 = 17'
        """
        dice = self.dice
        return (_compiled.get(dice) or _compile_dice(dice))[1](self.total, self.faces)


def roll_dice(dice: Dice, die: Die) -> Roll:
    """Return the roll of dice whose every face comes from `die`, called once a face, in order."""
    total, faces = (_compiled.get(dice) or _compile_dice(dice))[0](die)
    return Roll(dice, total, faces)


def read_faces(dice: Dice, faces: tuple[int, ...]) -> Roll:
    """Return the roll that faces already thrown make; raises `FacesError` unless they fit exactly.

    >>> from turnkeeper.chance.notation import parse_dice
    >>> read_faces(parse_dice("4d6dl1"), (6, 5, 1, 4)).total
    15
    """
    given = iter(faces)

    def die(sides: int) -> int:
        face = next(given, None)
        if face is None:
            raise FacesError(f"{dice} wants {wanted(dice)}; {_count(len(faces))} too few")
        if not 1 <= face <= sides:
            raise FacesError(f"{face} is not on a d{sides}: {dice} wants {wanted(dice)}")
        return face

    roll = roll_dice(dice, die)
    if len(roll.faces) < len(faces):
        raise FacesError(f"{dice} wants {wanted(dice)}; {_count(len(faces))} too many")
    return roll


def _count(faces: int) -> str:
    return f"{faces} is" if faces == 1 else f"{faces} are"


def wanted(dice: Dice) -> str:
    """Return in words which faces the dice want.

    >>> from turnkeeper.chance.notation import parse_dice
    >>> wanted(parse_dice("1d20+2d6"))
    '1 face from 1 to 20, then 2 faces from 1 to 6'
    """
    return ", then ".join(filter(None, map(_wanted, leaves(dice.expression)))) or "no faces"


def _wanted(leaf: Leaf) -> str:
    count, sides = dice_in(leaf)
    said = f"{count} {'face' if count == 1 else 'faces'} from 1 to {sides}" if count else ""
    match leaf:
        case Pool() if throws_again(leaf):
            return f"{said} and one more for each die thrown again"
        case Fate():
            return f"{said} (1 minus, 2 blank, 3 plus)"
        case _:
            return said


class _Compiled(NamedTuple):
    throw: _ThrowAll
    show: Shower


_compiled: Final[dict[Dice, _Compiled]] = {}
"""Notations in use: a plain dictionary, cleared when full, costs a third of `lru_cache` for every roll."""


def _compile_dice(dice: Dice) -> _Compiled:
    if len(_compiled) >= _MOST_COMPILED:
        _compiled.clear()
    return _compiled.setdefault(dice, _Compiled(_compile_all(dice.expression), compile_shower(dice)))


def _compile_all(expression: Expression) -> _ThrowAll:
    """Return a thrower of a whole expression, a short one for `3d6`, `4d6kh3+2` and their like."""
    match expression:
        case Pool() as pool if not throws_again(pool):
            return _compile_plain(pool, 0)
        case Operation("+" | "-" as sign, (Pool() as pool, Number(number))) if not throws_again(pool):
            return _compile_plain(pool, number if sign == "+" else -number)
        case _:
            return _compile_whole(expression)


def _compile_plain(pool: Pool, plus: int) -> _ThrowAll:
    wants = (pool.sides,) * pool.count
    kept = pool_kept(pool)
    start, stop = kept.start, kept.stop

    def throw(die: Die) -> tuple[int, tuple[int, ...]]:
        faces: list[int] = []
        for each in wants:
            faces.append(die(each))  # noqa: PERF401 - a comprehension is a call more
        return sum(faces, plus), tuple(faces)

    def throw_and_keep(die: Die) -> tuple[int, tuple[int, ...]]:
        faces: list[int] = []
        for each in wants:
            faces.append(die(each))  # noqa: PERF401 - as above
        return sum(sorted(faces)[start:stop], plus), tuple(faces)

    if pool.keep:
        return throw_and_keep
    return _compile_few(pool.sides, plus).get(pool.count, throw)


def _compile_few(sides: int, plus: int) -> dict[int, _ThrowAll]:
    """Return by their number what throws one, two or three dice, without a list in between."""

    def one(die: Die) -> tuple[int, tuple[int, ...]]:
        face = die(sides)
        return face + plus, (face,)

    def two(die: Die) -> tuple[int, tuple[int, ...]]:
        faces = first, second = die(sides), die(sides)
        return first + second + plus, faces

    def three(die: Die) -> tuple[int, tuple[int, ...]]:
        faces = first, second, third = die(sides), die(sides), die(sides)
        return first + second + third + plus, faces

    return {1: one, 2: two, 3: three}


def _compile_whole(expression: Expression) -> _ThrowAll:
    thrower = _compile(expression)

    def throw(die: Die) -> tuple[int, tuple[int, ...]]:
        faces: list[int] = []
        return thrower(die, faces), tuple(faces)

    return throw


def _compile(expression: Expression) -> _Throw:
    match expression:
        case Number(value):
            return lambda _die, _faces: value
        case Pool():
            return _compile_pool(expression)
        case Digits() | Fate() | Chance():
            return _compile_alone(expression)
        case Operation("+", (left, right)):
            first, second = _compile(left), _compile(right)
            return lambda die, faces: first(die, faces) + second(die, faces)
        case Operation(operands=operands):
            combine, parts = expression.combine, list(map(_compile, operands))
            return lambda die, faces: int(combine(*[part(die, faces) for part in parts]))
    assert_never(expression)


def _compile_alone(leaf: Digits | Fate | Chance) -> _Throw:
    many = _many(*dice_in(leaf))
    match leaf:
        case Digits():
            return lambda die, faces: 10 * (pair := many(die, faces))[0] + pair[1]
        case Fate(count):
            return lambda die, faces: sum(many(die, faces)) - 2 * count
        case Chance(hits):
            return lambda die, faces: int(many(die, faces)[0] <= hits)
    assert_never(leaf)


def _compile_pool(pool: Pool) -> _Throw:
    kept = pool_kept(pool)
    many = _many_again(pool) if throws_again(pool) else _many(pool.count, pool.sides)
    if pool.keep is None:
        return lambda die, faces: sum(many(die, faces))
    start, stop = kept.start, kept.stop
    return lambda die, faces: sum(sorted(many(die, faces))[start:stop])


def _many(count: int, sides: int) -> _ThrowMany:
    """Return a thrower of dice that are each thrown once; it returns their faces."""
    wants = (sides,) * count

    def throw(die: Die, faces: list[int]) -> list[int]:
        values = list(map(die, wants))
        faces += values
        return values

    return throw


def _many_again(pool: Pool) -> _ThrowMany:
    """Return a thrower of dice that may be thrown again; it returns the values of each."""
    sides, reroll = pool.sides, pool.reroll
    chain = range(MAX_CHAIN if pool.explode else 0)

    def throw_face(die: Die, faces: list[int]) -> int:
        face = die(sides)
        faces.append(face)
        if face == reroll:
            face = die(sides)
            faces.append(face)
        return face

    def throw_die(die: Die, faces: list[int]) -> int:
        value = face = throw_face(die, faces)
        for _ in chain:
            if face != sides:
                break
            face = throw_face(die, faces)
            value += face
        return value

    return lambda die, faces: [throw_die(die, faces) for _ in range(pool.count)]
