"""Errors have the data of errors in JSON."""

import pickle

import pytest

import misere
from misere import D, Game, Undecided, errors, questions


def test_a_syntax_error_tells_the_place() -> None:
    with pytest.raises(errors.NotationError) as caught:
        Game("{0,")
    error = caught.value
    assert (error.code, error.field, error.at) == ("syntax", "text", 3)
    assert error.expected == "a game or `■`" and "not closed" in error.help
    assert error.data == {
        "ok": False,
        "code": "syntax",
        "message": error.message,
        "field": "text",
        "at": 3,
        "to": 3,
        "expected": error.expected,
        "help": error.help,
    }
    assert isinstance(error, ValueError) and isinstance(error, misere.MisereError)
    with pytest.raises(errors.NotationError) as caught:
        questions.compare("0", "}", D)
    assert caught.value.field == "h"
    with pytest.raises(errors.NotationError) as caught:
        questions.universe_lattice("D, X")
    assert (caught.value.field, caught.value.at, caught.value.to) == ("moduli", 3, 4)


def test_an_error_travels() -> None:
    with pytest.raises(errors.NotationError) as caught:
        Game("{0,")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is errors.NotationError and again.data == caught.value.data


@pytest.mark.parametrize(
    "ask, kind, code",
    [
        (lambda: Game("{1|*}").canonical(D), errors.NotInUniverseError, "not-in-universe"),
        (lambda: questions.census(3, "E"), errors.UnsupportedError, "too-large"),
        (lambda: Game("{0,#|*}").simplest("N"), errors.NotInUniverseError, "not-ordinary"),
        (lambda: Game("1").compare(0, "I"), errors.NotInUniverseError, "not-impartial"),
        (lambda: Game("*").simplest("I"), errors.UnsupportedError, "unsupported"),
        (lambda: misere.U("X"), errors.NotationError, "syntax"),
        (lambda: questions.days(-1), errors.ArgumentError, "argument"),
        (lambda: Game("0").options("Nobody"), errors.ArgumentError, "argument"),
        (lambda: Game("0").simplest(5), errors.ArgumentError, "argument"),
        (lambda: Game("0").prove("rank"), errors.ProofError, "no-proof"),
        (lambda: Game("0").prove("nonsense"), errors.ArgumentError, "unknown-question"),
        (lambda: misere.ruleset("nonsense"), errors.ArgumentError, "unknown-ruleset"),
        (lambda: questions.value(Game("*"), "E"), errors.ArgumentError, "not-a-position"),
        (lambda: questions.dead_ends_show("*"), errors.ArgumentError, "input"),
        (lambda: questions.draw("*", format="gif"), errors.ArgumentError, "argument"),
        (lambda: questions.draw("*", merge="yes"), errors.ArgumentError, "argument"),
        (lambda: questions.universe_lattice(D), errors.ArgumentError, "argument"),
        (lambda: questions.universe_lattice("D, X"), errors.NotationError, "syntax"),
        (lambda: questions.rulesets(named=3), errors.ArgumentError, "argument"),
    ],
)
def test_errors_have_their_codes(ask, kind, code) -> None:
    with pytest.raises(kind) as caught:
        ask()
    assert caught.value.code == code and caught.value.message


def test_an_answer_that_is_not_known_is_neither_yes_nor_no() -> None:
    # An end that is not blocked, for which neither a sum nor a strategy is found.
    universe = misere.U("D({|{{1|0}|{*|*}}})")
    for ask in (lambda: Game("{0,1,-1|*}").strong(universe), lambda: Game(0).compare("{0,1,-1|*}", universe)):
        with pytest.raises(Undecided) as caught:
            ask()
        assert caught.value.tried.startswith("sums of up to") and caught.value.code == "undecided"
        assert caught.value.data == {"ok": True, "known": False, "tried": caught.value.tried}
    with misere.modulo(universe), pytest.raises(Undecided):
        Game(0) >= Game("{0,1,-1|*}")
    # A later question is answered.
    assert Game(0).strong(universe).left is True
