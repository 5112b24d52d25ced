"""Errors: why there is no answer, with the data of errors in JSON.

Every exception of the engine is a :class:`MisereError`; its ``code`` is the same stable word as
in batches and in ``--json``.

>>> from misere import Game
>>> try:
...     Game("{0,*|")
... except NotationError as error:
...     print(error.code, error.field, error.at)
syntax text 5
"""

from typing import Any, Dict, Optional, Type


class MisereError(Exception):
    """Why there is no answer."""

    #: A stable word for the kind of error, the same in every front end.
    code: str
    #: The error in a sentence.
    message: str
    #: The argument with the error.
    field: Optional[str]
    #: How many characters stand before the place of the error in the argument.
    at: Optional[int]
    #: How many characters stand before its end.
    to: Optional[int]
    #: What could have stood there.
    expected: Optional[str]
    #: Advice what to do instead.
    help: Optional[str]

    def __init__(self, data: Dict[str, Any]) -> None:
        self.data = data
        self.code = str(data.get("code", "undecided"))
        self.message = str(data.get("message", ""))
        self.field = data.get("field")
        self.at = data.get("at")
        self.to = data.get("to")
        self.expected = data.get("expected")
        self.help = data.get("help")
        super().__init__(data)

    def __str__(self) -> str:
        place = f" (in `{self.field}`, after {self.at} characters)" if self.at is not None else ""
        advice = f"\n{self.help}" if self.help else ""
        return f"{self.message}{place}{advice}"


class NotationError(MisereError, ValueError):
    """A text is not in the notation."""


class ArgumentError(MisereError, ValueError):
    """An argument is missing, or is not of its kind."""


class NoUniverseError(MisereError, TypeError):
    """A question about the order was asked without a universe."""


class UnsupportedError(MisereError, ValueError):
    """The question does not make sense, or has no known answer, modulo this universe."""


class NotInUniverseError(MisereError, ValueError):
    """The question is about games of a universe, and the game is not one."""


class LimitReached(MisereError):
    """Memory, time or the size of a text did not suffice: see :func:`misere.limits`."""


class EndlessError(MisereError, ValueError):
    """Play need not end: positions lead back to one that was before."""


class ProofError(MisereError):
    """The answer has no proof, or the checker does not accept it."""


class StoreError(MisereError):
    """The file is not a store of values, or cannot be read or written: see :func:`misere.store`."""


class Undecided(MisereError):
    """The answer is not known: what was ``tried`` decided nothing.

    The exception stands for an answer, not for a mistake: a question of whose truth nothing was
    found is neither answered yes nor no.
    """

    #: What was tried.
    tried: str

    def __init__(self, data: Dict[str, Any]) -> None:
        super().__init__(data)
        self.tried = str(data["tried"])
        self.message = f"unknown: tried {self.tried}"


_CLASSES: Dict[str, Type[MisereError]] = {
    "syntax": NotationError,
    "argument": ArgumentError,
    "name": ArgumentError,
    "unknown-question": ArgumentError,
    "unknown-ruleset": ArgumentError,
    "not-a-position": ArgumentError,
    "input": ArgumentError,
    "no-universe": NoUniverseError,
    "unsupported": UnsupportedError,
    "too-large": UnsupportedError,
    "no-picture": UnsupportedError,
    "not-in-universe": NotInUniverseError,
    "not-ordinary": NotInUniverseError,
    "not-impartial": NotInUniverseError,
    "limit": LimitReached,
    "endless": EndlessError,
    "no-proof": ProofError,
    "rejected": ProofError,
    "store": StoreError,
}


def from_object(data: Dict[str, Any]) -> MisereError:
    """The exception for an error as an object of JSON."""
    if data.get("known") is False:
        return Undecided(data)
    return _CLASSES.get(str(data["code"]), MisereError)(data)
