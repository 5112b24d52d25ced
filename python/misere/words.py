"""The words of answers: relations, outcomes and players."""

from enum import Enum


class Word(str, Enum):
    """A word of an answer: a member is equal to its text."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Relation(Word):
    """How G compares with H.

    >>> Relation.GREATER == ">"
    True
    """

    EQUAL = "="
    GREATER = ">"
    LESS = "<"
    INCOMPARABLE = "||"


class Outcome(Word):
    """Who wins: Left, the next player, the previous player or Right."""

    L = "L"
    N = "N"
    P = "P"
    R = "R"


class Player(Word):
    """A player."""

    LEFT = "Left"
    RIGHT = "Right"

    @property
    def other(self) -> "Player":
        """The opponent."""
        return Player.RIGHT if self is Player.LEFT else Player.LEFT
