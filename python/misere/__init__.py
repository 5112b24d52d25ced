"""A computer algebra system for misère combinatorial games.

>>> from misere import *
>>> G = Game("{0,*|*}")
>>> print(G.simplest(D))
{0,■|*}
>>> G.compare(0, D), G.compare(0, B)
(Relation.GREATER, Relation.INCOMPARABLE)
>>> with modulo(D):
...     G >= Game(0)
True

Games are compared modulo a universe: M (all games), D (dicots), E (dead-ending games), B
(blocking games), U("D({|-1,0})") and so on, N (normal play), or I (impartial games among
themselves). Every question of the commands is a function of :mod:`misere.questions`, a method of
games if it is about one, and a method of universes if it is asked modulo one.
"""

from . import errors, questions
from ._misere import Game, Position, Proved, Ruleset, Universe, __version__, memory_used
from .census import GameClass, census
from .context import limits, modulo, store
from .errors import LimitReached, MisereError, Undecided
from .progress import progress
from .questions import count, days
from .rulesets import catalogue, ruleset
from .words import Outcome, Player, Relation

U = Universe

M = Universe("M")
D = Universe("D")
E = Universe("E")
B = Universe("B")
N = Universe("N")
I = Universe("I")  # noqa: E741

#: The game in which both players can move to 0.
star = Game("*")

__all__ = [
    "B",
    "D",
    "E",
    "Game",
    "I",
    "LimitReached",
    "M",
    "MisereError",
    "N",
    "Outcome",
    "Player",
    "Position",
    "Proved",
    "Relation",
    "Ruleset",
    "U",
    "Undecided",
    "Universe",
    "catalogue",
    "census",
    "count",
    "days",
    "limits",
    "modulo",
    "progress",
    "questions",
    "ruleset",
    "star",
    "store",
]
