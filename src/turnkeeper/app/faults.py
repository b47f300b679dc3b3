"""What can be wrong with words, and the no of the rules: gathered for front ends, which only tell it."""

from __future__ import annotations

from turnkeeper.app.codec import Unreadable
from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.pools import OddsError
from turnkeeper.chance.throws import AnswerError
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.rules.problems import Problem, RulesFault, UnknownNameError
from turnkeeper.time import SpokenTimeError

__all__ = [
    "AnswerError",
    "DiceError",
    "OddsError",
    "Problem",
    "Refusal",
    "RulesFault",
    "SpeechError",
    "SpokenTimeError",
    "UnknownNameError",
    "Unreadable",
]
