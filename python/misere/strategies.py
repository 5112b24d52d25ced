"""Strategies for Hypothesis: games, and games of a universe.

>>> from hypothesis import given
>>> from misere import E, strategies
>>> @given(strategies.games(universe=E, rank=3))
... def conjugates_exchange_the_players(g):
...     assert (~g).rank == g.rank and g in E
>>> conjugates_exchange_the_players()
"""

from functools import lru_cache
from typing import List, Optional

from hypothesis import strategies as st

from ._misere import Game, Universe
from .questions import days

__all__ = ["games"]


def games(
    *, universe: Optional[Universe] = None, rank: int = 3, options: int = 3
) -> "st.SearchStrategy[Game]":
    """Games of rank at most ``rank`` in which a player has at most ``options`` options, in a
    universe if one is given. Hypothesis shrinks them towards games with few and simple options.

    A universe is closed under options, so that a game is built from games of the universe, and
    examined once more: its ends must be ends of the universe.
    """
    small = st.sampled_from(_small(universe, min(rank, 2)))
    below = small
    for _ in range(2, rank):
        below = st.one_of(small, _built(below, universe, options))
    return below


def _built(
    below: "st.SearchStrategy[Game]", universe: Optional[Universe], options: int
) -> "st.SearchStrategy[Game]":
    some = st.lists(below, max_size=options, unique=True)
    built = st.builds(lambda left, right: Game(left=left, right=right), some, some)
    return built if universe is None else built.filter(lambda game: game in universe)


@lru_cache(maxsize=None)
def _small(universe: Optional[Universe], rank: int) -> List[Game]:
    """The games of rank at most 0, 1 or 2, the simplest first."""
    small = [game for game in days(rank) if universe is None or game in universe]
    return sorted(small, key=lambda game: (game.rank, game.edges))
