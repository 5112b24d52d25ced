"""The universe of a ``with`` block, limits, and the store of values."""

import atexit
import os
import re
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Optional, Type, Union

from . import _misere
from ._misere import Universe
from .errors import from_object

#: The universe of the ``with modulo(...)`` around. Threads and tasks of asyncio have their own.
CURRENT: "ContextVar[Optional[Universe]]" = ContextVar("misere.modulo", default=None)


class modulo:
    """A block in which games are compared modulo a universe.

    Inside, ``<``, ``<=``, ``>`` and ``>=`` work, and questions need not say modulo what; ``==``
    is the same tree inside and outside.

    >>> from misere import Game, D, E, modulo
    >>> with modulo(D):
    ...     Game("{0,*|*}") > Game(0)
    True
    >>> Game("{0,*|*}") > Game(0)
    Traceback (most recent call last):
        ...
    misere.errors.NoUniverseError: `>` needs a universe: games have an order only modulo one
    write G.compare(H, E), or compare inside `with modulo(E):`
    """

    def __init__(self, universe: Union[Universe, str]) -> None:
        self.universe = universe if isinstance(universe, Universe) else Universe(universe)
        self._tokens: "list[Token[Optional[Universe]]]" = []

    def __enter__(self) -> Universe:
        self._tokens.append(CURRENT.set(self.universe))
        return self.universe

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        CURRENT.reset(self._tokens.pop())


class _Unchanged:
    """The type of an argument that is left out."""

    def __repr__(self) -> str:
        return "..."


UNCHANGED = _Unchanged()


class limits:
    """Limits on the memory and the time of each call, for the whole process.

    The memory is what a call takes beyond what was taken when it began; calls that compute at the
    same time share the limit. A limit that is left out stays as it is. The limits hold from the call on; used in a ``with``
    statement, they hold inside the block. A call that reaches a limit raises
    :class:`misere.errors.LimitReached`, and what was computed before stays usable.

    >>> with limits(memory="2GiB", time=60):
    ...     limits()
    limits(memory=2147483648, time=60.0)
    """

    memory: int
    time: Optional[float]

    def __init__(
        self,
        *,
        memory: Union[int, str, None] = None,
        time: Union[float, None, _Unchanged] = UNCHANGED,
    ) -> None:
        self._before = _misere.get_limits()
        self.memory, self.time = self._before
        if memory is not None:
            self.memory = _bytes(memory)
        if not isinstance(time, _Unchanged):
            if time is not None and not float(time) > 0:
                raise _refuse(f"a time limit is a number of seconds above 0, not {time}")
            self.time = None if time is None else float(time)
        _misere.set_limits(self.memory, self.time)

    def __enter__(self) -> "limits":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        _misere.set_limits(*self._before)

    def __repr__(self) -> str:
        return f"limits(memory={self.memory}, time={self.time})"


class store:
    """A file that keeps the values of positions, for the whole process.

    Values that are in the file are recalled and not computed; those that are computed are written
    every ``checkpoint`` seconds and at the end of each call, so that a process that is killed loses
    little. A file that does not exist is made. Values are kept from the call on; used in a ``with``
    statement, inside the block. Several processes, and the command ``misere --store``, may use one
    file: one that writes is waited for, ``checkpoint`` seconds at most. A file that cannot be used is
    a :class:`misere.errors.StoreError`. If the file cannot be written while a call computes, the
    call goes on with a warning, and the end of the block raises the error.

    >>> import os, tempfile
    >>> from misere import E, ruleset
    >>> file = os.path.join(tempfile.mkdtemp(), "values.db")
    >>> with store(file) as kept:
    ...     print(ruleset("domineering")("2x3").value(E).text("ascii"))
    {2,+-1||-1|0,#}
    >>> with store(file) as again:
    ...     print(ruleset("domineering")("2x3").value(E).text("ascii"))
    {2,+-1||-1|0,#}
    >>> kept.computed > 0, again.computed, again.recalled > 0
    (True, 0, True)
    """

    path: str

    def __init__(self, path: "Union[str, os.PathLike[str]]", checkpoint: float = 30) -> None:
        if not float(checkpoint) > 0:
            raise _refuse(f"a checkpoint is a number of seconds above 0, not {checkpoint}")
        self.path = os.path.abspath(path)
        self._store = _misere.Store(self.path, float(checkpoint))
        self._before = _misere.set_store(self._store)
        atexit.register(self._store.finish)

    @property
    def computed(self) -> int:
        """How many values were computed since the file was opened."""
        return self._store.computed

    @property
    def recalled(self) -> int:
        """How many values were found in the file since it was opened."""
        return self._store.recalled

    def __enter__(self) -> "store":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        _misere.set_store(self._before)
        atexit.unregister(self._store.finish)
        self._store.finish()

    def __repr__(self) -> str:
        return f"<store {self.path}: {self.computed} values computed, {self.recalled} recalled>"


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_UNITS.update({"ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40})


def _bytes(memory: Union[int, str]) -> int:
    if isinstance(memory, int):
        if memory <= 0:
            raise _refuse(f"a memory limit is a number of bytes above 0, not {memory}")
        return memory
    read = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]i?)?b?\s*", memory.lower())
    if not read:
        raise _refuse(f"{memory!r} is not an amount of memory: write for example \"2GiB\"")
    return int(float(read[1]) * _UNITS[read[2] or ""])


def _refuse(message: str) -> Exception:
    return from_object({"ok": False, "code": "argument", "message": message})
