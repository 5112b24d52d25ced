"""Rulesets: those that are known, those of rules files, and those that are written in Python."""

from typing import Any, Dict, Hashable, Iterable, Optional, Protocol, Union

from . import questions
from ._misere import Position, Ruleset
from .errors import from_object
from .words import Player


class Rules(Protocol):
    """Rules that are written in Python.

    A position is any object that can be hashed and does not change. ``text(position)``, if it is
    there, writes one; ``components(position)``, if it is there, gives positions whose sum is the
    position. Components that contradict the options are noticed on small positions.
    """

    def options(self, position: Any, player: Player) -> Iterable[Hashable]:
        """The positions that the player can move to."""


def ruleset(
    rules: Union[str, Rules, type],
    *,
    name: Optional[str] = None,
    most_positions: int = 1_000_000,
) -> Ruleset:
    """The ruleset of a name, of the text of a rules file, or of an object with
    ``options(position, player)``.

    A text with more than one line is a rules file. Rules in Python are evaluated by the same
    engine as all others; play that need not end is an :class:`misere.errors.EndlessError`, and
    more than ``most_positions`` positions are a :class:`misere.errors.LimitReached`.

    >>> print(ruleset("clobber")("xo").value())
    *
    >>> snort = ruleset('''
    ... board  .
    ... left   . -> x  unless next to o
    ... right  as left, exchanging x and o
    ... ''')
    >>> print(snort("1x2").outcome)
    P
    >>> class Subtract:
    ...     def options(self, heap, player):
    ...         return [heap - n for n in (1, 2) if n <= heap]
    >>> print(ruleset(Subtract())(4).value("I"))
    *
    """
    return _make(rules, name, most_positions)


def _make(rules: Any, name: Optional[str], most_positions: int) -> Ruleset:
    made_from = (rules, name, most_positions)
    if isinstance(rules, str):
        if "\n" in rules.strip():
            return Ruleset.from_rules(rules, name or "own", made_from)
        return Ruleset.named(rules, made_from)
    if isinstance(rules, type):
        rules = rules()
    if not callable(getattr(rules, "options", None)):
        message = f"{type(rules).__name__} has no method options(position, player)"
        raise from_object({"ok": False, "code": "argument", "message": message, "field": "rules"})
    return Ruleset.own(rules, name or type(rules).__name__, most_positions, made_from)


def position_of(rules: Ruleset, position: Any) -> Position:
    """A position of a ruleset."""
    return rules(position)


def catalogue() -> Dict[str, str]:
    """The rulesets that are known: their names, each with its title."""
    return {entry.name: entry.title for entry in questions.rulesets()}
