"""The types of arguments: what may stand for a game, and for a universe."""

from typing import Union

from ._misere import Game, Position, Universe

#: A game, a position, a text or an integer.
GameLike = Union[Game, Position, str, int]

#: A universe, or its name.
UniverseLike = Union[Universe, str]

__all__ = ["GameLike", "UniverseLike"]
