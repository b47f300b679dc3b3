"""What can be wrong with words, and the no of the rules: gathered for front ends, which only tell it."""

from __future__ import annotations

from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.pools import OddsError
from turnkeeper.chance.throws import AnswerError
from turnkeeper.play.event import Refusal
from turnkeeper.play.speech import SpeechError
from turnkeeper.rules.problems import Problem, RulesFault, UnknownNameError
from turnkeeper.table.codec import Unreadable
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
