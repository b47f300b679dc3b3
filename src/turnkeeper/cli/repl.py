"""The interactive keeper without its terminal: a line is heard, something is done, and it is told.

Spoken commands go to the table; a few words are the keeper's own. `prompt` and `pipe` bring the lines.
"""

from __future__ import annotations

from collections.abc import Callable

from turnkeeper.app import branches as table_branches
from turnkeeper.app import log as table_log
from turnkeeper.app.campaign import Campaign, Moved
from turnkeeper.app.dice import DiceKind, TakenBack
from turnkeeper.app.faults import AnswerError, Refusal, SpeechError, Unreadable
from turnkeeper.app.spoken import Happened, ThrowWanted, carry_out
from turnkeeper.chance.throws import Throw
from turnkeeper.cli import faults, glance, helping, screen, speak, story
from turnkeeper.cli.exits import Exit, Stop, sentence
from turnkeeper.record import HeadMoved, RecordFault
from turnkeeper.spelling import nearest
from turnkeeper.views.advice import advice
from turnkeeper.views.complete import Completion, complete
from turnkeeper.views.handbook import about, handbook
from turnkeeper.views.status import status

STEP, ROUND, TURN = "next", "round", "act"
SHOWN = 15
MOST_MOVES = 1_000_000


class Repl:
    """Keeps one campaign for whoever types. ``failed`` is the exit code of the first line that failed."""

    def __init__(
        self,
        campaign: Campaign,
        *,
        dice: DiceKind = "seeded",
        ask: Callable[[Throw, str], str] | None = None,
    ) -> None:
        """Take the campaign, and who is asked for faces when the dice are real."""
        self.campaign = campaign
        self.out = screen.stdout()
        self.failed = Exit.DONE
        self._dice = dice
        self._ask = ask
        self._own: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "help": self._help,
            "status": self._status,
            "log": self._log,
            "why": self._why,
            "undo": self._undo,
            "u": self._undo,
            "z": self._undo,
            "redo": self._redo,
            "branches": self._branches,
            "go": self._go,
        }

    def _step(self) -> str:
        """Return what the one key means: a turn in a count, a round in a fight, else a step of the scene."""
        now = status(self.campaign)
        if now.count is not None:
            return TURN
        return STEP if now.fight is None else ROUND

    def hear(self, line: str) -> bool:
        """Do what a line says, an empty one being a step, and tell it; returns whether to go on listening."""
        text = line.strip() or self._step()
        word, _, rest = text.partition(" ")
        word = word.casefold()
        if word.startswith("?"):
            word, rest = "?", text[1:]
        if word in helping.LEAVE and word not in self.campaign.language.verbs:
            return False
        try:
            own = None if word in self.campaign.language.verbs else self._own.get(word)
            if own is None:
                self._say(text)
            else:
                own(rest.strip())
        except TakenBack:
            self.out.say(self.out.dim("taken back; nothing was recorded"))
        except HeadMoved as fault:
            self._no(faults.as_stop(fault))
            self.campaign.refresh()
            self.out.say(glance.toolbar(status(self.campaign)))
        except (Stop, SpeechError, AnswerError, RecordFault, Unreadable) as fault:
            self._no(faults.as_stop(self._better(fault, word)))
        return True

    def _say(self, text: str) -> None:
        before = advice(self.campaign)
        match carry_out(self.campaign, text, dice=self._dice, ask=self._ask):
            case Happened() as done:
                speak.tell(self.out, done.lines)
                news = [one for one in advice(self.campaign) if done.interrupted or one not in before]
                speak.tell_advice(self.out, news)
            case ThrowWanted() as wanted:
                raise Stop(Exit.THROW_NEEDED, f"throw {wanted}; nothing was recorded.")
            case Refusal() as no:
                raise Stop(Exit.REFUSED, sentence(no.message), no.hint)

    def _better(self, fault: Exception, word: str) -> Exception:
        """Return a fault with the keeper's own words among the suggestions."""
        if not isinstance(fault, SpeechError) or word in self.campaign.language.verbs:
            return fault
        near = nearest(word, [*self._own, *helping.LEAVE])
        hint = f"did you mean {near!r}?" if near and "did you mean" not in fault.hint else fault.hint
        return SpeechError(fault.text, fault.column, fault.message, hint)

    def _no(self, stop: Stop) -> None:
        self.failed = self.failed or stop.code
        err = screen.stderr()
        self.out.flush()
        err.say(err.alarm(stop.message.removesuffix(".")))
        if stop.hint:
            err.say(err.dim("  " + stop.hint.replace("\n", "\n  ")))

    def _help(self, word: str) -> None:
        topics = handbook(self.campaign.language)
        lines = helping.help_drawn(self.out, topics, word)
        self.out.say_all(lines)
        if not lines:
            raise Stop(Exit.USAGE, f"there is no command {word[:40]!r}.", about(topics, word)[1])

    def _status(self, _rest: str) -> None:
        self.campaign.refresh()
        glance.show(self.out, self.campaign)

    def _log(self, rest: str) -> None:
        self.campaign.refresh()
        lines = table_log.latest(self.campaign, _number(rest, SHOWN))
        self.out.say_all(story.log_drawn(self.out, lines))

    def _why(self, rest: str) -> None:
        found = table_log.why(self.campaign, _number(rest, 0) or None)
        if found is None:
            raise Stop(Exit.REFUSED, "there is no such line.", "log numbers the lines")
        self.out.say_all(story.because_drawn(self.out, found))

    def _undo(self, rest: str) -> None:
        self._moved(table_branches.undo(self.campaign, _number(rest, 1)))

    def _redo(self, rest: str) -> None:
        self._moved(table_branches.redo(self.campaign, _number(rest, 1)))

    def _go(self, rest: str) -> None:
        self._moved([self.campaign.go(rest)])

    def _moved(self, moves: list[Moved | Refusal]) -> None:
        for move in moves:
            if isinstance(move, Refusal):
                raise Stop(Exit.REFUSED, f"{move.message}.", move.hint)
            self.out.say(move.said)
        self.out.say(self.out.dim(f"now {status(self.campaign).now}"))

    def _branches(self, _rest: str) -> None:
        self.campaign.refresh()
        found = table_branches.branches(self.campaign)
        self.out.say_all(story.branches_drawn(self.out, self.campaign, found))

    def complete(self, text: str) -> list[Completion]:
        """Return what could stand at the end of a line: the commands' words, then the keeper's own."""
        found = complete(self.campaign, text)
        if " " in text.lstrip():
            return found
        own = [Completion(word, 0, meaning) for word, meaning in helping.OWN.items() if word.isalpha()]
        return found + [one for one in own if one.text.startswith(text.strip().casefold())]


def _number(said: str, otherwise: int) -> int:
    if not said:
        return otherwise
    if not said.isdecimal() or not 1 <= int(said[:8]) <= MOST_MOVES:
        raise Stop(Exit.USAGE, f"{said[:40]!r} is not a number of at least 1.")
    return int(said)
