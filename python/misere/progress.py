"""How far long calls are.

>>> from misere import E, progress, ruleset
>>> with progress():
...     print(ruleset("domineering")("2x3").value(E).text("ascii"))
{2,+-1||-1|0,#}
"""

import sys
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Any, Callable, List, NamedTuple, Optional, Type

__all__ = ["Step", "progress"]


class Step(NamedTuple):
    """How far a call is."""

    #: The position that is being worked on, or the table; empty if there is one question only.
    what: str
    #: The parts that are done: of a position its components, of a table its tasks.
    done: int
    #: All parts there are, or None while that is not known.
    total: Optional[int]
    #: The seconds since the call began.
    seconds: float
    #: The values found in this process, by all calls.
    values: int
    #: The comparisons made in this process, by all calls.
    comparisons: int
    #: The bytes that games and values take.
    memory: int
    #: Whether the call is over.
    is_over: bool


Show = Callable[[Step], Any]

#: The receiver of progress in this context. Threads and tasks of asyncio have their own.
CURRENT: "ContextVar[Optional[Show]]" = ContextVar("misere.progress", default=None)


class progress:
    """A block in which calls that take longer than half a second show how far they are.

    The bar is that of `tqdm <https://tqdm.github.io>`_, in notebooks its widget; without tqdm it is
    a line on standard error. ``progress(show)`` calls a function of yours with a :class:`Step`,
    some twenty times a second and once when the call is over; an exception that it raises ends
    the call.
    """

    def __init__(self, show: Optional[Show] = None) -> None:
        self.show = show
        self._tokens: "List[Token[Optional[Show]]]" = []

    def __enter__(self) -> "progress":
        self._tokens.append(CURRENT.set(self.show or _bar()))
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        CURRENT.reset(self._tokens.pop())


def tell(*step: Any) -> None:
    """Tells whoever shows progress in this context how far a call is."""
    show = CURRENT.get()
    if show is not None:
        show(Step(*step))


def _bar() -> Show:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)


class _Tqdm:
    """A bar of tqdm for each call."""

    def __init__(self, tqdm: Any) -> None:
        self.tqdm = tqdm
        self.bar: Any = None

    def __call__(self, step: Step) -> None:
        if self.bar is None:
            self.bar = self.tqdm(desc=_short(step.what), total=step.total, leave=False)
        bar = self.bar
        if bar.total != step.total:
            # A part of the work begins whose length is known, or is not known yet.
            bar.reset(total=step.total)
        bar.n = step.done
        bar.set_postfix_str(_work(step), refresh=False)
        bar.refresh()
        if step.is_over:
            bar.close()
            self.bar = None


class _Line:
    """A line on standard error, where that is a terminal."""

    def __call__(self, step: Step) -> None:
        if sys.stderr.isatty():
            line = "" if step.is_over else _line(step)
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def _line(step: Step) -> str:
    far = "" if not step.done else f"{step.done:,}" if step.total is None else f"{step.done:,} of {step.total:,}"
    parts = [_short(step.what), far, f"{step.seconds:.0f} s", _work(step)]
    return "; ".join(part for part in parts if part)


def _work(step: Step) -> str:
    return f"{step.values:,} values, {step.comparisons:,} comparisons, {step.memory >> 20} MiB"


def _short(what: str) -> str:
    """At most forty characters: a board may have hundreds."""
    return what if len(what) <= 40 else what[:39] + "…"
