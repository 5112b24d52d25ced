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


class Whole:
    """Heaps of tokens, which are not split."""

    def options(self, heaps, player):
        return [tuple(sorted(heaps[:i] + (k,) + heaps[i + 1 :])) for i, h in enumerate(heaps) for k in range(h)]


class Heaps(Whole):
    def components(self, heaps):
        return [(h,) for h in heaps if h]


def test_components_are_added() -> None:
    assert ruleset(Heaps)((2, 3)).value(M) == Game("*2+*3").simplest(M)
    # Without components there are 84 positions.
    many = (3,) * 6
    assert ruleset(Heaps, most_positions=50)(many).value(M) == Game("6.*3").simplest(M)
    with pytest.raises(errors.LimitReached):
        ruleset(Whole, most_positions=50)(many).value(M)


def test_components_that_contradict_the_options_are_noticed() -> None:
    class Forgets(Heaps):
        """Only the first heap."""

        def components(self, heaps):
            return [(h,) for h in heaps[:1]]

    class Doubles(Heaps):
        """Each heap twice."""

        def components(self, heaps):
            return [(h,) for h in heaps for _ in range(2)]

    class Late(Heaps):
        """Right as long as no heap is empty."""

        def components(self, heaps):
            return [heaps] if 0 not in heaps else []

    class Partizan(Heaps):
        """Left may not play in the first of two heaps."""

        def options(self, heaps, player):
            whole = super().options(heaps, player)
            return whole if player == Player.RIGHT or len(heaps) < 2 else [h for h in whole if h[0] == heaps[0]]

    for rules, start in ((Forgets, (1, 2)), (Doubles, (1, 2)), (Late, (3, 2)), (Partizan, (1, 2))):
        with pytest.raises(errors.MisereError, match="are not its parts") as refused:
            ruleset(rules)(start).value(M)
        assert refused.value.code == "false-claim"
        assert rules.__name__ in str(refused.value)
    with pytest.raises(errors.MisereError, match="Left has other options in `.1,.` . `.1,.`"):
        ruleset(Partizan)((1, 2)).value(M)
    # A large position has small followers.
    with pytest.raises(errors.MisereError, match="are not its parts"):
        ruleset(Forgets)((9, 9, 9, 9)).value(M)


def test_exceptions_and_endless_play_are_told_as_without_components() -> None:
    class Raises(Heaps):
        def options(self, heaps, player):
            if heaps == (1,):
                raise ValueError("one heap")
            return super().options(heaps, player)

    class Endless(Heaps):
        def options(self, heaps, player):
            return [heaps]

    with pytest.raises(ValueError, match="one heap"):
        ruleset(Raises)((2, 2)).value(M)
    with pytest.raises(errors.EndlessError):
        ruleset(Endless)((2, 2)).value(M)


def test_a_repr_is_one_line_and_shows_all_signs() -> None:
    class Strange:
        def options(self, position, player):
            return []

        def text(self, position):
            return "a\n\x1b[31m\u202eb"

    own = ruleset(Strange, name="na\tme\x07")
    for text in (repr(own(0)), repr(own)):
        assert text.isprintable() and "\n" not in text, text
    assert "a" in repr(own(0)) and "b" in repr(own(0))


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
