"""Rulesets of the catalogue, of rules files, and in Python."""

import itertools
import pickle

import pytest

import misere
from misere import D, E, Game, M, Outcome, Player, U, errors, ruleset


class Clobber:
    """A piece moves onto a piece of the opponent next to it, which is taken away."""

    def options(self, board, player):
        own, other = ("x", "o") if player == "Left" else ("o", "x")
        rows, columns = len(board), len(board[0])
        for i, j in itertools.product(range(rows), range(columns)):
            for k, l in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                if 0 <= k < rows and 0 <= l < columns and (board[i][j], board[k][l]) == (own, other):
                    cells = [list(row) for row in board]
                    cells[i][j], cells[k][l] = ".", own
                    yield tuple("".join(row) for row in cells)

    def text(self, board):
        return "/".join(board)


def test_clobber_in_python_equals_the_built_in_on_all_boards_of_3_by_3() -> None:
    own, known = ruleset(Clobber()), ruleset("clobber")
    boards = ["".join(cells) for cells in itertools.product("xo.", repeat=9)]
    assert len(boards) == 19_683
    for cells in boards:
        board = (cells[:3], cells[3:6], cells[6:])
        assert own(board).value(D) == known("/".join(board)).value(D), board


def test_a_position_has_options_a_game_and_a_value() -> None:
    board = ruleset("domineering")("2x2")
    assert [p.text for p in board.left] == [p.text for p in ruleset("domineering")("2x2").left]
    assert len(board.left) == 2 and board.outcome is Game("domineering(2x2)").outcome is Outcome.P
    assert board.game == Game("domineering(2x2)")
    assert board.value(E) == board.game.simplest(E) and board.value() == board.value(board.home)
    assert Game(board) == board.game and misere.questions.simplest(board, E) == board.value(E)
    with misere.modulo(M):
        assert board.value() == board.game.simplest(M)
    assert "domineering lies in" in board.how(E)


def test_a_board_is_a_text_or_a_list_of_rows() -> None:
    clobber = ruleset("clobber")
    expected = clobber("xo./..x")
    assert clobber(["xo.", "..x"]) == clobber([list("xo."), list("..x")]) == expected
    assert clobber([[1, -1, 0], [0, 0, 1]]) == expected and hash(clobber(["xo.", "..x"])) == hash(expected)
    numpy = pytest.importorskip("numpy")
    assert clobber(numpy.array([[1, -1, 0], [0, 0, 1]])) == expected
    assert ruleset("nim")([3, 4]) == ruleset("nim")("3,4")
    for wrong in (5, [[2]], [["xo"]]):
        with pytest.raises(errors.ArgumentError):
            clobber(wrong)
    with pytest.raises(errors.NotationError) as caught:
        clobber("xoz")
    assert (caught.value.field, caught.value.at) == ("position", 2)


def test_rules_are_read_from_a_text() -> None:
    snort = ruleset("board  .\nleft   . -> x  unless next to o\nright  as left, exchanging x and o\n", name="mine")
    assert snort.name == "mine"
    for board in ("1x3", "2x2"):
        assert snort(board).value(E) == ruleset("snort")(board).value(E)
    with pytest.raises(errors.NotationError) as caught:
        ruleset("board  .\nleft   nonsense\n")
    assert caught.value.field == "rules"
    with pytest.raises(errors.EndlessError):
        ruleset("board  .\nleft   x. -> .x\nright  x. -> .x\n left .x -> x.\n")


class Walk:
    """A token goes round."""

    def options(self, place, player):
        return [(place + 1) % 5]


class Climb:
    """A token goes up for ever."""

    def options(self, place, player):
        return [place + 1]


def test_play_that_need_not_end_is_refused() -> None:
    with pytest.raises(errors.EndlessError) as caught:
        ruleset(Walk())(0).value(M)
    assert caught.value.code == "endless" and "0" in caught.value.message
    with pytest.raises(misere.LimitReached, match="more than 1000 positions"):
        ruleset(Climb(), most_positions=1000)(0).value(M)


def test_an_exception_of_the_rules_reaches_the_caller_and_spoils_nothing() -> None:
    class Moody:
        fails = True

        def options(self, heap, player):
            if heap == 1 and self.fails:
                raise LookupError("not today")
            return range(heap)

    rules = Moody()
    moody = ruleset(rules)
    with pytest.raises(LookupError, match="not today"):
        moody(3).value("M")
    rules.fails = False
    assert moody(3).value("M") == Game("*3").simplest(M)


def test_positions_must_be_hashable() -> None:
    class Lists:
        def options(self, position, player):
            return [[1]]

    with pytest.raises(errors.ArgumentError, match="tuples"):
        ruleset(Lists())(0).value(M)
    with pytest.raises(errors.ArgumentError, match="no method options"):
        ruleset(object())


def test_rules_in_python_may_ask_about_their_own_positions() -> None:
    class Nested:
        def options(self, heap, player):
            if heap > 1:
                assert own(heap - 1).outcome in list(Outcome)
            return range(heap)

    own = ruleset(Nested())
    assert own(4).value(M) == Game("*4").simplest(M)


def test_components_are_added() -> None:
    class Heaps:
        asked = []

        def options(self, heaps, player):
            self.asked.append(heaps)
            return [tuple(sorted(heaps[:i] + (k,) + heaps[i + 1 :])) for i, h in enumerate(heaps) for k in range(h)]

        def components(self, heaps):
            return [(h,) for h in heaps if h]

    assert ruleset(Heaps)((2, 3)).value(M) == Game("*2+*3").simplest(M)
    assert all(len(heaps) == 1 for heaps in Heaps.asked)


def test_positions_and_rulesets_travel() -> None:
    for position in (ruleset("domineering")("2x3"), ruleset(Clobber())(("xo",))):
        again = pickle.loads(pickle.dumps(position))
        assert again.text == position.text and again.value(E) == position.value(E)
    assert ruleset("domineering")("2x2") != ruleset("cram")("2x2")


def test_every_ruleset_of_the_catalogue_has_a_value() -> None:
    names = misere.catalogue()
    assert "domineering" in names and len(names) > 10
    for name in names:
        if "(" in name:
            continue
        rules = ruleset(name)
        for example in rules.examples[:1]:
            position = rules(example)
            assert position.text and str(position)
            assert rules(position.text).text == position.text


def test_a_player_is_a_word() -> None:
    seen = []

    class Notes:
        def options(self, position, player):
            seen.append(player)
            return []

    ruleset(Notes())(0).value(M)
    assert set(seen) == {Player.LEFT, Player.RIGHT}
    assert U("D") == D
