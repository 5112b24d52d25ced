"""Games as objects of Python."""

import asyncio
import copy
import pickle
import threading

import pytest

import misere
from misere import B, D, E, Game, I, M, N, Outcome, Player, Relation, U, errors, modulo, star


def test_a_game_is_made_from_text_an_integer_or_options() -> None:
    assert Game("{0,*|*}") == Game(left=[0, star], right=["*"])
    assert Game(2) == Game("2") == Game(left=[1])
    assert Game(-1) == Game(right=[0])
    assert Game(left=[0], right=[star], tombstones=(True, False)) == Game("{0,#|*}")
    assert Game("domineering(1x2)") == Game("-1")


def test_a_game_made_from_both_or_neither_is_refused() -> None:
    with pytest.raises(errors.ArgumentError, match="not from both"):
        Game("0", left=[0])
    with pytest.raises(errors.ArgumentError, match="text or options"):
        Game()
    with pytest.raises(errors.ArgumentError, match="must be a game, not float"):
        Game(0.5)


def test_equality_and_hash_mean_the_same_tree() -> None:
    g = Game("{-1|1}")
    assert g != Game(0) and len({g, Game("{-1|1}"), Game(0)}) == 2
    with modulo(E):
        assert g != Game(0) and g >= Game(0) and g <= 0
    assert Game(0) != 0 and Game(0) != "0" and Game(0) is not None


def test_sums_multiples_and_conjugates() -> None:
    g = Game("{0,*|*}")
    assert g + g + g == 3 * g == g * 3
    assert ~g == Game("{*|0,*}") == g.conjugate and ~~g == g
    assert 1 + g == g + "1" and sum([g, g], Game(0)) == 2 * g
    with pytest.raises(errors.ArgumentError, match="multiples by 0, 1, 2"):
        g * -1
    with pytest.raises(TypeError):
        g + 0.5
    with pytest.raises(TypeError):
        -g


def test_a_game_is_immutable_and_travels_as_text() -> None:
    for game in misere.days(2):
        assert pickle.loads(pickle.dumps(game)) == game
    g = Game("{0,#|*}")
    assert copy.deepcopy(g) is g and copy.copy(g) is g
    assert eval(repr(g)) == g
    with pytest.raises(AttributeError):
        g.left = []
    for universe in (M, D, E, B, N, I, U("D({|-1,0})")):
        assert pickle.loads(pickle.dumps(universe)) == universe
        assert eval(repr(universe)) == universe


def test_a_deep_game_is_ordinary() -> None:
    deep = Game(5_000)
    assert deep.rank == 5_000 and deep.left[0] == Game(4_999)
    assert pickle.loads(pickle.dumps(deep)) == deep


def test_a_game_with_millions_of_edges_travels_as_a_short_text() -> None:
    large = 8 * Game("{0,*|*}")
    sent = pickle.dumps(large)
    assert large.edges > 10**8 and len(sent) < 10_000 and pickle.loads(sent) == large


def test_words_are_equal_to_their_texts() -> None:
    assert Game("{0,*|*}").compare(0, D) is Relation.GREATER
    assert Relation.GREATER == ">" and str(Outcome.N) == "N"
    assert Game("*").outcome is Outcome.P and Player.LEFT.other is Player.RIGHT


def test_order_needs_a_universe() -> None:
    g, h = Game("{0,*|*}"), Game(0)
    for compare in (lambda: g < h, lambda: g <= h, lambda: g > h, lambda: g >= h):
        with pytest.raises(errors.NoUniverseError, match="with modulo"):
            compare()
        with modulo(D):
            compare()
    with pytest.raises(errors.NoUniverseError, match="`simplest` needs a universe"):
        g.simplest()
    with modulo("D"):
        assert g > h and g >= h and not g < h and not g <= h
        with modulo(B):
            assert not g > h and not g <= h
        assert g > h and str(g.simplest()) == "{0,■|*}"
    with modulo(I), pytest.raises(errors.UnsupportedError, match="equal or not"):
        g > h


def test_the_operators_agree_with_the_relation() -> None:
    games = misere.days(2)[::7]
    for universe in (M, D, E, B):
        with modulo(universe):
            for g in games:
                for h in games:
                    relation = g.compare(h, universe)
                    assert (g >= h) == (relation in "=>") and (g <= h) == (relation in "=<")
                    assert (g > h) == (relation == ">") and (g < h) == (relation == "<")


def test_threads_and_tasks_have_their_own_universe() -> None:
    g, h = Game("{0,*|*}"), Game(0)
    seen = {}

    def ask(universe: U) -> None:
        with modulo(universe):
            seen[str(universe)] = [g > h for _ in range(1_000)]

    threads = [threading.Thread(target=ask, args=(universe,)) for universe in (D, B)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(seen["D"]) == {True} and set(seen["B"]) == {False}

    async def task(universe: U) -> bool:
        with modulo(universe):
            await asyncio.sleep(0.01)
            return g > h

    async def both() -> list:
        return await asyncio.gather(task(D), task(B))

    assert asyncio.run(both()) == [True, False]


def test_an_answer_that_differs_between_players_is_no_truth_value() -> None:
    strong = Game("{0,*|*}").strong(E)
    assert strong.left and not strong.right
    with pytest.raises(TypeError, match=r"\.left or \.right"):
        bool(strong)
    assert Game("{0,*|*}").strong(E, player=Player.LEFT) is True
    assert not Game(1).invertible(D) and Game(1).invertible(D).cancels


def test_an_inverse_may_be_there_outside_of_the_universe_or_not_be_known() -> None:
    found = Game("{*,-1|0}").invertible(D)
    assert found and not found.in_monoid and found.inverse == Game("{0|*}")
    unknown = Game("{|-1,*}").invertible(U("D(-1)"))
    assert unknown.invertible is None and unknown.inverse is None and unknown.none_up_to == 2
    with pytest.raises(errors.Undecided, match="none_up_to: 2"):
        bool(unknown)


def test_membership_is_in() -> None:
    assert Game("{0,*|*}") in D and Game(1) not in D and Game(1) in E
    assert D.is_inside(E) and not E.is_inside(D)
