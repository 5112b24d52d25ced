"""The types of arguments: what may stand for a game, a universe, a position and a ruleset."""

from typing import Union

from ._misere import Game, Position, Ruleset, Universe

#: A game, a position, a text or an integer.
GameLike = Union[Game, Position, str, int]

#: A universe, or its name.
UniverseLike = Union[Universe, str]

#: A position, or a text such as ``domineering(2x4)``.
PositionLike = Union[Position, str]

#: A ruleset, or its name.
RulesetLike = Union[Ruleset, str]

__all__ = ["GameLike", "PositionLike", "RulesetLike", "UniverseLike"]
