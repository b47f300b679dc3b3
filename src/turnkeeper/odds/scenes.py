"""The scenes that the party can come to from each place of a plan on, as far as they are known.

What an essence leaves out depends on them: underground, and never out again, the hour of the day does not
matter. Where a scene is met that was not thought of, the plan is explored anew.
"""

from __future__ import annotations

from turnkeeper.odds.program import Elapsed, EndPlan, Jump, LoopCount, Program, Return, Tell, Test, Toss


class ScenesAhead:
    """The scenes ahead, by the instruction of the plan's own steps at which the party stands."""

    def __init__(self, program: Program) -> None:
        """Begin with none known."""
        self._program = program
        self._seen: dict[int, set[str]] = {}
        self._ahead: dict[int, frozenset[int]] = {}
        self._known: dict[int, frozenset[str]] = {}

    def met(self, at: int, scene: str) -> bool:
        """Note the scene of a situation; returns whether one before was met without a thought of it."""
        if scene in self._seen.get(at, ()):
            return False
        before = [one for one in self._seen if at in self._from(one)]
        unthought = any(scene not in self.of(one) for one in before)
        self._seen.setdefault(at, set()).add(scene)
        self._known.clear()
        return unthought

    def of(self, at: int) -> frozenset[str]:
        """Return the scenes from an instruction on."""
        known = self._known.get(at)
        if known is None:
            scenes = {scene for one in self._from(at) for scene in self._seen.get(one, ())}
            known = self._known[at] = frozenset(scenes)
        return known

    def _from(self, at: int) -> frozenset[int]:
        found = self._ahead.get(at)
        if found is None:
            seen, ahead = {at}, [at]
            while ahead:
                new = [one for one in self._next(ahead.pop()) if one not in seen]
                seen.update(new)
                ahead += new
            found = self._ahead[at] = frozenset(seen)
        return found

    def _next(self, at: int) -> tuple[int, ...]:
        match self._program.instructions[at]:
            case Tell():
                return (at + 1,)
            case Jump(to=to):
                return (to,)
            case Test() | Elapsed() | LoopCount() | Toss() as fork:
                return (fork.yes, fork.no)
            case EndPlan() | Return():
                return ()
