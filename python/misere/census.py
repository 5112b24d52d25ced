"""The classes of the games that are born by a day."""

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional

from . import _misere
from ._misere import Game, GameClass

if TYPE_CHECKING:
    import networkx
    import pandas
    import polars


class census(_misere.CensusData):
    """The games of a universe of rank at most ``day``, up to equality modulo a universe.

    A census is a sequence of classes; ``for`` goes through their simplest forms, which are the
    answer of the question ``census``. Any universe goes to day 2, D to day 3 and I to day 4.

    >>> from misere import E
    >>> days = census(2, E)
    >>> len(days), days.games
    (196, 232)
    >>> [str(form) for form in census(1, E)]
    ['0', '1', '-1', '*']
    """

    def __iter__(self) -> Iterator[Game]:
        return iter([self[number].form for number in range(len(self))])

    @property
    def classes(self) -> List[GameClass]:
        """The classes, in the structural order of their simplest forms."""
        return [self[number] for number in range(len(self))]

    def columns(self) -> Dict[str, List[Any]]:
        """The table of the classes, column by column."""
        classes = self.classes
        strong = [c.strong or (None, None) for c in classes]
        return {
            "form": [c.form for c in classes],
            "game": [c.game for c in classes],
            "day": [c.day for c in classes],
            "trees": [c.trees for c in classes],
            "outcome": [str(c.outcome) for c in classes],
            "strong_left": [left for left, _ in strong],
            "strong_right": [right for _, right in strong],
            "invertible": [c.invertible for c in classes],
            "conjugate": [c.conjugate for c in classes],
        }

    def to_pandas(self) -> "pandas.DataFrame":
        """The table as a DataFrame of pandas, with games as objects."""
        table: "pandas.DataFrame" = _needed("pandas").DataFrame(self.columns())
        return table

    def to_polars(self) -> "polars.DataFrame":
        """The table as a DataFrame of polars, with games as texts."""
        columns = self.columns()
        for name in ("form", "game"):
            columns[name] = [str(game) for game in columns[name]]
        table: "polars.DataFrame" = _needed("polars").DataFrame(columns)
        return table

    def to_networkx(self) -> "networkx.DiGraph[int]":
        """The Hasse diagram as a graph of networkx: an edge leads from a class to each class
        that it covers. Nodes are numbers of classes and have the columns of the table."""
        graph: "networkx.DiGraph[int]" = _needed("networkx").DiGraph()
        columns = self.columns()
        for number in range(len(self)):
            graph.add_node(number, **{name: column[number] for name, column in columns.items()})
        graph.add_edges_from(self.covers())
        return graph

    def _repr_svg_(self) -> Optional[str]:
        return self.svg() if len(self) <= 40 and self.modulo.has_order else None

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, most: int = 20) -> str:
        """The table in HTML, with at most so many classes; a note says how many are left out."""
        columns = self.columns()
        shown = min(len(self), most)
        head = "".join(f"<th>{_escaped(name)}</th>" for name in ["", *columns])
        rows = "".join(
            f"<tr><th>{number}</th>"
            + "".join(f"<td>{_escaped(column[number])}</td>" for column in columns.values())
            + "</tr>"
            for number in range(shown)
        )
        left_out = len(self) - shown
        note = f"<p>{left_out} more classes</p>" if left_out else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{note}"

    def __repr__(self) -> str:
        return f"<census of {self.of} by day {self.day} modulo {self.modulo}: {len(self)} classes>"


def _escaped(cell: Any) -> str:
    text = "" if cell is None else {True: "yes", False: ""}.get(cell, str(cell)) if isinstance(cell, bool) else str(cell)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _needed(module: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"this needs {module}: pip install {module}") from error
