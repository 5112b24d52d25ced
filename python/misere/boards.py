"""Boards as lists of rows."""

from typing import Any

from .errors import from_object

_CELLS = {0: ".", 1: "x", -1: "o"}


def text(board: Any) -> str:
    """The text of a board that is given as rows, or of heaps that are given as numbers.

    A row is a text, or a list of cells; a cell is a character, or a number: 0 for an empty cell,
    1 for a piece of Left, -1 for a piece of Right. Arrays of numpy are lists of rows. A list of
    numbers is a list of heaps.

    >>> text(["xo.", "..x"])
    'xo./..x'
    >>> text([[1, -1, 0], [0, 0, 1]])
    'xo./..x'
    >>> text([3, 4, 5])
    '3,4,5'
    """
    if hasattr(board, "tolist"):
        board = board.tolist()
    try:
        rows = list(board)
    except TypeError:
        raise _refuse(f"a position is a text or a list of rows, not {type(board).__name__}") from None
    if rows and all(isinstance(row, int) for row in rows):
        return ",".join(str(row) for row in rows)
    return "/".join("".join(_cell(cell) for cell in row) for row in rows)


def _cell(cell: Any) -> str:
    if isinstance(cell, str) and len(cell) == 1:
        return cell
    try:
        return _CELLS[cell]
    except (KeyError, TypeError):
        raise _refuse(f"a cell is a character, or 0, 1 or -1, not {cell!r}") from None


def _refuse(message: str) -> Exception:
    return from_object({"ok": False, "code": "argument", "message": message, "field": "position"})
