"""Memory is given back between calls, and the memory limit is for one call."""

import gc
import subprocess
import sys

import pytest

import misere
from misere import D, E, Game, LimitReached, M, U, census, limits, questions, ruleset


def resident() -> int:
    """The bytes of memory that the process takes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS:"))


def large(n: int) -> Game:
    """A game with 300,000 followers, which it shares with no other number's game."""
    return Game("{" * 300_000 + f"{{{n}|*3}}" + "|*}" * 300_000)


@pytest.mark.skipif(sys.platform != "linux", reason="the system reports the memory of a process on Linux")
def test_memory_is_given_back_between_calls() -> None:
    before, sizes = resident(), []
    for n in range(40):
        assert large(n).rank > 300_000
        gc.collect()
        sizes.append(resident() - before)
    # A game takes 15 MB, and all of them together would take 600.
    assert max(sizes) < 300 << 20, sizes
    assert misere.memory_used() < 150 << 20


def test_what_lives_is_the_same_after_memory_is_given_back() -> None:
    games = misere.days(2)
    hashes = [hash(game) for game in games]
    known = {game: number for number, game in enumerate(games)}
    texts = [str(game) for game in games]
    universe = U("D({|-1,0})")
    before = [game.simplest(universe) for game in games]
    answers = dict(zip(before, texts))
    proved = games[100].compare(0, E, proof=True)
    why, classes = proved.why(), census(2, D, of=M)
    forms = [str(item.form) for item in classes.classes]
    position = ruleset("domineering")("2x5")
    value = position.value(E)
    # Make the workspace be replaced, more than once.
    for n in range(12):
        large(100 + n)
    assert [hash(game) for game in games] == hashes
    assert [str(game) for game in games] == texts
    assert all(known[Game(text)] == number for number, text in enumerate(texts))
    after = [game.simplest(universe) for game in games]
    assert after == before and all(form in answers for form in after)
    assert all(a == b and hash(a) == hash(b) for a, b in zip(before, after))
    assert universe == U("D({|-1,0})") and universe != E
    assert proved.why() == why and proved.check() == games[100].compare(0, E, proof=True).check()
    assert [str(item.form) for item in classes.classes] == forms
    assert classes.find("{0,*|*}").form == Game("{0,*|*}").simplest(D)
    assert classes.ge(0, 0)
    assert position.value(E) == value
    assert games[7] + games[8] == Game(texts[7]) + Game(texts[8])


def test_a_call_that_fits_also_fits_after_a_long_history() -> None:
    call = 'Game("{0,*|3}").compare("{1|*}", M), Game(500).outcome, Game("{9|*} + {0|7}").simplest(E)'
    program = f"from misere import *\nlimits(memory=300_000)\nprint(repr(({call})))"
    fresh = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    for n in range(9):
        large(200 + n)
        misere.days(2)[50 + n].simplest(U(f"D({{|{-1 - n},0}})"))
    with limits(memory=300_000):
        assert f"{eval(call)!r}\n" == fresh.stdout


def test_a_call_that_does_not_fit_fails_first_thing_and_later() -> None:
    program = """
from misere import *
for n in range(3):
    try:
        with limits(memory=2_000_000):
            ruleset("domineering")("4x5").value(M)
        print("fits")
    except LimitReached as reached:
        print(reached.code, "memory limit of 1 MiB" in str(reached))
    Game("{0,*|*}").simplest(D)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "limit True\n" * 3, run


def test_a_limit_is_for_one_call() -> None:
    with limits(memory=80_000_000):
        # Each takes less than the limit, and all together take more.
        for n in range(9):
            large(400 + n)
    with limits(memory=4_000_000), pytest.raises(LimitReached, match="memory limit"):
        large(300)


def test_a_list_that_can_be_read_once_is_read_once() -> None:
    with limits(memory=1_000), pytest.raises(LimitReached):
        questions.max((Game(n) for n in range(400)), M)
    assert questions.max((Game(n) for n in range(4)), M) == questions.max([0, 1, 2, 3], M)
