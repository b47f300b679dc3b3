"""The interactive keeper without its terminal: a line is heard, something is done, and it is told.

Spoken commands go to the table; a few words are the keeper's own. `prompt` and `pipe` bring the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turnkeeper.app import branches as table_branches
from turnkeeper.app import log as table_log
from turnkeeper.app import stopwatch
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.codec import Unreadable
from turnkeeper.app.meaning.saying import is_allowed
from turnkeeper.app.outcomes import CommandDone, MovedTo, NotUnderstood, Outcome, QuestionAnswered
from turnkeeper.app.session import Session
from turnkeeper.app.understanding import understand
from turnkeeper.app.words import read_own, require_number, words_on
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.cli import glance, lookup_commands, screen, speak, story
from turnkeeper.cli.exits import Exit, Stop, as_stop
from turnkeeper.play.fight.able import now_up
from turnkeeper.play.kernel.event import Refusal, WantedFigure
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.record import RecordFault
from turnkeeper.views.asked import AskedInPlace, asked
from turnkeeper.views.command_forms import CommandForm, fill
from turnkeeper.views.complete import Completion, complete
from turnkeeper.views.enquiries.reading import answer
from turnkeeper.views.handbook import about, handbook, questions
from turnkeeper.views.parts.command_ways import entries
from turnkeeper.views.parts.fights import has_left, nobody_fights
from turnkeeper.views.parts.matters import matters
from turnkeeper.views.parts.saying import named
from turnkeeper.views.referee.folding import folds_of
from turnkeeper.views.referee.glance import glance as look
from turnkeeper.views.referee.offered import first_said

ROUND, TURN, END = "round", "act", "end fight"
SHOWN = 15
MOST_DIGITS = 9


class Repl:
    """A session for whoever types. ``failed`` is the exit code of the first line that failed."""

    def __init__(
        self,
        campaign: Campaign,
        *,
        dice: DiceKind = "seeded",
        ask: speak.Ask | None = None,
        verbose: bool = False,
    ) -> None:
        """Take the campaign, who is asked for faces when the dice are real, and if each event is told."""
        self.campaign = campaign
        self.out = screen.stdout()
        self.failed = Exit.DONE
        self._session = Session(campaign, dice, surface="terminal", answers=answer)
        self._seen = self._session.head
        self._ask = ask
        self._verbose = verbose
        self._own: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "status": self._status,
            "log": self._log,
            "why": self._why,
            "history": self._branches,
            "dice": self._dice,
        }

    def _step(self) -> str:
        """Return the step of an empty line: a turn in a count, a round in a fight, else what Enter does.

        A fight in which one side is left is over; of several who are up in a count the first acts. Outside
        of fights it is the first step that the screen offers too.
        """
        now = self.campaign.state
        if now.question is None and now.count is not None:
            up = now_up(now)
            return f"{TURN} by {named(up[0].name, self.campaign.book)}" if len(up) > 1 else TURN
        if now.question is None and now.fight is not None:
            return END if nobody_fights(now) or has_left(now) else ROUND
        return first_said(now, self.campaign.book)

    def hear(self, line: str) -> bool:
        """Carry out a line, an empty one as a step, and print the outcome; return whether to go on."""
        self._keep_time()
        text = line.strip() or self._step()
        own = read_own(text, self.campaign.language.verbs)
        if own is not None and own[0].word == "quit":
            return False
        try:
            if own is None or own[0].word not in self._own:
                self._say(text)
            else:
                word, rest = own
                if word.counted and rest:
                    require_number(text, rest)
                self._own[word.word](rest)
        except speak.TakenBack:
            self.out.say(self.out.dim("taken back; nothing was recorded"))
        except SaidInstead as instead:
            return self.hear(instead.text)
        except (Stop, SpeechError, RecordFault, Unreadable) as fault:
            self._no(as_stop(fault))
        self._seen = self._session.head
        return True

    def _keep_time(self) -> None:
        """Say what passed by the stopwatch at the table until now, before anything else is said."""
        try:
            outcome = stopwatch.keep(self._session)
            if isinstance(outcome, CommandDone):
                speak.tell(self.out, outcome, outcome.told, self.out, ())
                self._seen = self._session.head
            elif outcome is not None:
                speak.require_done(outcome, "stopwatch")
        except (Stop, RecordFault) as fault:
            self._no(as_stop(fault))

    def _say(self, text: str) -> None:
        before = matters(self.campaign.state, self.campaign.book)
        outcome = speak.carry_out(self._session, text, self._ask, self._seen)
        if self._ask is not None:
            if isinstance(outcome, Refusal) and outcome.fields:
                self.out.say(self.out.dim(f"  {outcome.message}: {outcome.hint}"))
                self.out.flush()
            outcome = completed(self._session, outcome, text, self._ask)
        match outcome:
            case CommandDone():
                lines = outcome.lines if self._verbose else outcome.told
                news = speak.news(self._session, outcome, before)
                speak.tell(self.out, outcome, lines, self.out, news)
            case MovedTo():
                speak.tell_move(self._session, outcome)
            case QuestionAnswered():
                self.out.say_all(outcome.answer)
            case _:
                pass
        try:
            speak.require_done(outcome, text)
        except Stop as stop:
            if stop.code is not Exit.HEAD_MOVED:
                raise
            self._no(stop)
            self.out.say(glance.toolbar(look(self.campaign)))

    def _no(self, stop: Stop) -> None:
        self.failed = self.failed or stop.code
        err = screen.stderr()
        self.out.flush()
        err.say(err.alarm(stop.message.removesuffix(".")))
        if stop.hint:
            err.say(err.dim("  " + stop.hint.replace("\n", "\n  ")))

    def _help(self, word: str) -> None:
        topics = (*handbook(self.campaign.language), questions())
        lines = lookup_commands.help_drawn(self.out, topics, word)
        self.out.say_all(lines)
        if not lines:
            raise Stop(Exit.USAGE, f"there is no command {word[:40]!r}.", about(topics, word)[1])

    def _status(self, rest: str) -> None:
        self.campaign.refresh()
        glance.show(self.out, self.campaign, every=rest == "all")

    def _log(self, rest: str) -> None:
        self.campaign.refresh()
        lines = table_log.latest(self.campaign, int(rest or SHOWN), each=self._verbose)
        folds = {} if self._verbose else folds_of(self.campaign, lines)
        dates = table_log.dates_of(self.campaign, lines)
        self.out.say_all(story.log_drawn(self.out, lines, folds, dates))

    def _why(self, rest: str) -> None:
        found = table_log.why(self.campaign, int(rest) if rest else None)
        if found is None:
            raise Stop(Exit.REFUSED, "there is no such line.", "log numbers the lines")
        self.out.say_all(story.because_drawn(self.out, found))

    def _branches(self, _rest: str) -> None:
        self.campaign.refresh()
        found = table_branches.branches(self.campaign)
        self.out.say_all(story.branches_drawn(self.out, self.campaign, found))

    def _dice(self, notation: str) -> None:
        lookup_commands.dice(notation)

    def complete(self, text: str) -> list[Completion]:
        """Return the words that could end a line: the commands', then the keeper's own."""
        found = complete(self.campaign, text)
        if " " in text.lstrip():
            return found
        begun = text.strip().casefold()
        own = [Completion(one.word, 0, one.meaning) for one in words_on("terminal")]
        return [*found, *(one for one in own if one.text.startswith(begun))]


class SaidInstead(Exception):  # noqa: N818 - whoever was asked said something else, which is no fault
    """A command that was said where a field of another was asked for."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def completed(session: Session, outcome: Outcome, text: str, ask: speak.Ask) -> Outcome:
    """Ask for what a refused command lacks and say it again, until nothing lacks.

    Raises what ``ask`` raises.
    """
    while (lacks := asked(session.campaign, outcome, text)) is not None:
        if lacks.form is None:
            figures = [(one, _number(one, ask)) for one in lacks.figures]
            outcome = session.write_down(figures, text)
        else:
            outcome = _fields_told(session, lacks, lacks.form, ask)
        outcome = speak.thrown(session, outcome, ask)
    return outcome


def _number(figure: WantedFigure, ask: speak.Ask) -> int:
    """Return a whole number, asked for until it is one."""
    said = ask(figure, "").strip()
    while not said.removeprefix("-").isdecimal() or len(said) > MOST_DIGITS:
        said = ask(figure, f"{said[:20]!r} is not a whole number").strip()
    return int(said)


def _fields_told(session: Session, lacks: AskedInPlace, form: CommandForm, ask: speak.Ask) -> Outcome:
    """Ask for the fields that a command lacks until they say it with the others.

    An empty line takes it back. What does for no field and can be said by itself is said instead.
    """
    entry = entries(session.campaign.book)[form.id]
    typed, wrong = dict(lacks.kept), ""
    while True:
        for one in form.fields:
            typed[one.name] = ask(one, wrong).strip()
            wrong = ""
            if not typed[one.name]:
                raise speak.TakenBack
        filled = fill(session.campaign, entry, entry.ways[form.way], typed)
        if filled.said is None or not is_allowed(session.campaign, filled.said):
            for one in form.fields:
                if _can_be_said(session.campaign, typed[one.name]):
                    raise SaidInstead(typed[one.name])
        if filled.said is not None:
            return session.carry_out(filled.said)
        wrong = filled.problem or next(iter(filled.problems.values()))


def _can_be_said(campaign: Campaign, text: str) -> bool:
    """Return whether a text means something by itself: a command, a question, or a word of the session."""
    own = read_own(text, campaign.language.verbs)
    asks = own is not None or answer(campaign, text) is not None
    return asks or not isinstance(understand(campaign, text), NotUnderstood)


def hear_all(campaign: Campaign, dice: DiceKind, lines: Iterable[str], *, verbose: bool = False) -> int:
    """Carry out the lines of a pipe or a file, skipping empty ones; return the first code of failure."""
    keeper = Repl(campaign, dice=dice, verbose=verbose)
    for line in lines:
        if line.strip() and not keeper.hear(line):
            break
    return keeper.failed
