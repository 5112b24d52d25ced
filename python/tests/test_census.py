"""The classes of a day."""

import sys
import time

import pytest

import misere
from misere import D, E, Game, I, M, N, census, count, questions


def test_a_census_is_the_answer_of_the_table() -> None:
    for universe in (E, D, M, I):
        assert list(census(2, universe)) == questions.census(2, universe) == universe.census(2)
    assert len(census(2, D, of=M)) == count(2, D, of=M) == 193
    assert (len(census(2, E)), census(2, E).games) == (196, 232)


def test_a_class_knows_its_conjugate_and_is_found() -> None:
    days = census(2, E)
    for item in days.classes:
        assert item.conjugate is not None
        assert days[item.conjugate].form == (~item.form).simplest(E)
        assert item.game.simplest(E) == item.form and item.game in E
        assert days.find(item.game).number == item.number
        assert item.strong == tuple(item.form.strong(E))
        assert item.invertible == bool(item.game.invertible(E))
    assert days.find(3) is None and days[-1].number == 195
    with pytest.raises(IndexError):
        days[196]


def test_the_covers_are_the_order() -> None:
    days = census(1, E)
    below = {(g, h) for g in range(4) for h in range(4) if g != h and days.ge(g, h)}
    with misere.modulo(E):
        forms = list(days)
        assert below == {(g, h) for g in range(4) for h in range(4) if forms[g] > forms[h]}
    assert set(census(2, M).covers()) == set(census(2, M).to_networkx().edges)


def test_tables_of_pandas_polars_and_networkx() -> None:
    pandas = pytest.importorskip("pandas")
    table = census(2, E).to_pandas()
    assert isinstance(table, pandas.DataFrame) and len(table) == 196
    assert dict(table["outcome"].value_counts()) == {"N": 109, "L": 39, "R": 39, "P": 9}
    assert table["invertible"].sum() == 46 and table["trees"].sum() == 232
    assert table["form"][0] == Game(0)
    polars = pytest.importorskip("polars")
    assert census(2, E).to_polars().filter(polars.col("invertible")).height == 46
    networkx = pytest.importorskip("networkx")
    graph = census(2, E).to_networkx()
    assert networkx.is_directed_acyclic_graph(graph) and graph.nodes[0]["form"] == Game(0)


def test_a_census_becomes_a_table_within_half_a_second() -> None:
    pytest.importorskip("pandas")
    began = time.perf_counter()
    census(2, E).to_pandas()
    assert time.perf_counter() - began < 5


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="pip install polars"):
        census(1, E).to_polars()


def test_numbers_are_whole_numbers_of_any_size() -> None:
    assert count(3, D) == 1268 and isinstance(count(3, D), int)
    assert count(2, N) == 22
