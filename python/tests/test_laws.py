"""Laws that hold for all games, tried on games that Hypothesis makes."""

import pytest

pytest.importorskip("hypothesis")

from hypothesis import find, given, settings
from hypothesis import strategies as st

from misere import B, D, E, Game, M, Relation, modulo
from misere.strategies import games

UNIVERSES = st.sampled_from([M, D, E, B])
TURNED = {Relation.GREATER: Relation.LESS, Relation.LESS: Relation.GREATER}


@given(games(), games(), games(), UNIVERSES)
@settings(deadline=None, max_examples=50)
def test_sums_keep_the_order(g, h, x, universe) -> None:
    if not all(game in universe for game in (g, h, x)):
        return
    with modulo(universe):
        assert not g >= h or g + x >= h + x


@given(games(), games(), UNIVERSES)
@settings(deadline=None)
def test_conjugates_turn_the_order_round(g, h, universe) -> None:
    relation = g.compare(h, universe)
    assert (~g).compare(~h, universe) == TURNED.get(relation, relation)
    assert h.compare(g, universe) == TURNED.get(relation, relation)


@given(games(), UNIVERSES)
@settings(deadline=None)
def test_a_simplest_form_is_equal_and_simplest(g, universe) -> None:
    simplest = g.simplest(universe)
    assert g.compare(simplest, universe) is Relation.EQUAL
    assert simplest.simplest(universe) == simplest


@given(games(universe=E, rank=4))
@settings(deadline=None)
def test_games_of_a_universe_are_in_it(g) -> None:
    assert g in E and g.rank <= 4


@given(games(), games(), UNIVERSES)
@settings(deadline=None, max_examples=50)
def test_a_separator_separates(g, h, universe) -> None:
    found = g.separator(h, universe)
    if g.compare(h, universe) in (Relation.GREATER, Relation.EQUAL):
        assert found is None
        return
    starts = "LN" if found.starter == "Left" else "LP"
    assert (h + found.form).outcome in starts and (g + found.form).outcome not in starts


def test_a_counterexample_is_small() -> None:
    # Not every game of E is invertible; Hypothesis shrinks an example to a few edges.
    found = find(games(universe=E), lambda g: not g.invertible(E))
    assert found.edges <= 5 and Game("*").invertible(E).cancels is False
