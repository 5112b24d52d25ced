"""The classes of the games that are born by a day."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from . import questions
from ._misere import Game, Universe
from .context import CURRENT
from .typing import GameLike, UniverseLike
from .words import Outcome, Relation

if TYPE_CHECKING:
    import networkx
    import pandas
    import polars


class GameClass(NamedTuple):
    """A class of games that are equal modulo a universe."""

    #: The number of the class in its census.
    number: int
    #: The simplest form of the class, modulo I the canonical form.
    form: Game
    #: The smallest game of the class: of least rank, then with fewest edges.
    game: Game
    #: The day on which the class is born.
    day: int
    #: How many games of the census are in the class, as trees.
    trees: int
    #: The outcome of the class.
    outcome: Outcome
    #: Whether the class is strong for Left and for Right, or None where nothing is strong.
    strong: Optional[Tuple[bool, bool]]
    #: Whether the class is invertible, or None where that is not known.
    invertible: Optional[bool]
    #: The number of the class of the conjugates, or None where there is no such class.
    conjugate: Optional[int]


class census:
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

    #: The day by which the games are born.
    day: int
    #: The universe by which the games are compared.
    modulo: Universe
    #: The classes, in the structural order of their simplest forms.
    classes: List[GameClass]

    def __init__(
        self, day: int, modulo: Optional[UniverseLike] = None, *, of: Optional[UniverseLike] = None
    ) -> None:
        universe = CURRENT.get() if modulo is None else modulo
        rows = questions.census_list(day, universe, of=of)
        # An answer for both players has no truth value; a pair has one.
        pairs = [None if row.strong is None else (row.strong.left, row.strong.right) for row in rows]
        self.classes = [GameClass(*row)._replace(strong=pair) for row, pair in zip(rows, pairs)]
        self.day = day
        self.modulo = universe if isinstance(universe, Universe) else Universe(str(universe))
        self._of = of

    @cached_property
    def of(self) -> Universe:
        """The universe whose games are examined."""
        return questions.census_summary(self.day, self.modulo, of=self._of).of

    @property
    def games(self) -> int:
        """How many games there are, as trees."""
        return sum(item.trees for item in self.classes)

    def __len__(self) -> int:
        return len(self.classes)

    def __getitem__(self, at: int) -> GameClass:
        return self.classes[at]

    def __iter__(self) -> Iterator[Game]:
        return iter([item.form for item in self.classes])

    def find(self, game: GameLike) -> Optional[GameClass]:
        """The class of a game, if the game is equal to a game of the census."""
        found = (item for item in self.classes if self._compared(game, item) == Relation.EQUAL)
        return next(found, None)

    def ge(self, g: int, h: int) -> bool:
        """Whether one class is at least another, both given as numbers of classes."""
        return self._compared(self[g].form, self[h]) in (Relation.EQUAL, Relation.GREATER)

    def _compared(self, game: GameLike, item: GameClass) -> Relation:
        return questions.compare(game, item.form, self.modulo)

    def covers(self) -> List[Tuple[int, int]]:
        """The pairs of classes of which the first covers the second, as numbers of classes."""
        return [(pair.above, pair.below) for pair in questions.census_covers(self.day, self.modulo, of=self._of)]

    def svg(self) -> str:
        """The Hasse diagram as an SVG document."""
        return str(questions.census_hasse(self.day, self.modulo, of=self._of, format="svg"))

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
