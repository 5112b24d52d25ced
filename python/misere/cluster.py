"""Many games and positions on a cluster: short tasks that can be repeated, on Dask.

The client is the user's: a laptop (``distributed.LocalCluster``), Slurm (``dask_jobqueue``) or a
cloud. What is asked of many things is cut into tasks of a few of them; the results of a task are
a file, so that what is there is not computed again and a worker that dies loses one task.

>>> from misere import cluster
>>> table = cluster.values("domineering", ["1x2", "2x2", "2x3"], "E")
>>> [row["value"] for row in table]
['-1', '+-1', '{2,+-1||-1|0,#}']
>>> cluster.census("domineering", ["1x2", "2x1", "1x3", "2x2"], "E")
[{'value': '1', 'outcome': 'R', 'positions': 1, 'first': '2x1'}, \
{'value': '-1', 'outcome': 'L', 'positions': 2, 'first': '1x2'}, \
{'value': '+-1', 'outcome': 'P', 'positions': 1, 'first': '2x2'}]
>>> cluster.sample("outcome", 3, "E", rank=2)
[{'game': '{-1|0,1}', 'outcome': 'N'}, {'game': '{-1|*}', 'outcome': 'N'}, \
{'game': '{0|*}', 'outcome': 'R'}]
"""

import hashlib
import json
import os
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Union

from . import questions
from ._misere import Game, Ruleset, Universe, __version__, memory_used
from .errors import Undecided
from .progress import tell
from .rulesets import ruleset

if TYPE_CHECKING:
    import distributed

__all__ = ["Store", "census", "rows", "sample", "search", "values"]

Row = Dict[str, Any]


class Store:
    """A folder with results: for what is asked a folder, for every task a file in it, written
    aside and renamed, so that no file is ever half written. Tasks of any size, by any number of
    workers, add to it."""

    def __init__(self, folder: Union[str, Path], asked: Row) -> None:
        whole = json.dumps([__version__, asked], sort_keys=True)
        self.folder = Path(folder) / _digest(whole)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.asked = asked

    def read(self) -> Dict[str, Row]:
        """All rows that are there, by what they are about."""
        found: Dict[str, Row] = {}
        for path in sorted(self.folder.glob("*.json")):
            found.update(json.loads(path.read_text(encoding="utf-8"))["rows"])
        return found

    def write(self, rows: Dict[str, Row]) -> None:
        """Keeps the rows of a task, by what they are about."""
        handle, aside = tempfile.mkstemp(dir=self.folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"version": __version__, "asked": self.asked, "rows": rows}, file)
        os.replace(aside, self.folder / (_digest("\n".join(rows)) + ".json"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def compute(items: Sequence[str], asked: Row, answer: Callable[[Row, str], Row], folder: Optional[str]) -> Dict[str, Row]:
    """The rows of one task: what a worker does."""
    rows = {item: answer(asked, item) for item in items}
    if folder is not None:
        Store(folder, asked).write(rows)
    return rows


def rows(
    answer: Callable[[Row, str], Row],
    asked: Row,
    items: Iterable[str],
    *,
    client: "Optional[distributed.Client]" = None,
    store: Union[str, Path, None] = None,
    size: Optional[int] = None,
    retries: int = 5,
) -> List[Row]:
    """A row ``answer(asked, item)`` for every item, in the order of the items.

    With a ``client`` the tasks run on its workers, ``size`` items each, or as many as give every
    worker eight tasks; without one they run here. A task whose worker died is tried again, up to
    ``retries`` times. With a ``store``, a folder that all workers see, what is there is not computed
    again; ``asked`` and the version of the package name what is there, so that ``asked`` must say
    all that the answer depends on.
    """
    every = list(dict.fromkeys(items))
    folder = None if store is None else str(Path(store).resolve())
    found = {} if folder is None else Store(folder, asked).read()
    missing = [item for item in every if item not in found]
    if size is None:
        workers = 1 if client is None else max(1, len(client.scheduler_info()["workers"]))
        size = min(1_000, -(-len(missing) // (8 * workers)) or 1)
    tasks = [missing[at : at + size] for at in range(0, len(missing), size)]
    began = time.monotonic()
    done = len(every) - len(missing)
    for some in _computed(tasks, asked, answer, folder, client, retries):
        found.update(some)
        done += len(some)
        seconds = time.monotonic() - began
        tell(asked.get("question", ""), done, len(every), seconds, 0, 0, memory_used(), False)
    tell(asked.get("question", ""), done, len(every), time.monotonic() - began, 0, 0, memory_used(), True)
    return [found[item] for item in every]


def _computed(
    tasks: List[List[str]],
    asked: Row,
    answer: Callable[[Row, str], Row],
    folder: Optional[str],
    client: "Optional[distributed.Client]",
    retries: int,
) -> Iterator[Dict[str, Row]]:
    """The rows of the tasks, as they end."""
    if client is None:
        for task in tasks:
            yield compute(task, asked, answer, folder)
        return
    workers: Any = client
    # A task has no effect but its file, so that it may be run twice.
    futures = workers.map(
        compute, tasks, asked=asked, answer=answer, folder=folder, retries=retries, pure=False
    )
    try:
        for future in _ending(futures):
            yield future.result()
    finally:
        workers.cancel(futures)


def _ending(futures: List[Any]) -> Any:
    """The tasks as they end; others may be added."""
    import distributed

    as_completed: Any = distributed.as_completed
    return as_completed(futures)


@lru_cache(maxsize=None)
def _rules(rules: str) -> Ruleset:
    """The ruleset, once for each worker: it remembers the positions that it explored."""
    return ruleset(rules)


def _name(universe: Union[Universe, str]) -> str:
    return (universe if isinstance(universe, Universe) else Universe(universe)).text("ascii")


def _value(asked: Row, position: str) -> Row:
    at = _rules(asked["rules"])(position)
    value = at.value(Universe(asked["modulo"]))
    return {"position": position, "value": value.text("ascii"), "outcome": str(at.outcome)}


def values(
    rules: str, positions: Iterable[str], modulo: Union[Universe, str], **how: Any
) -> List[Row]:
    """The values of positions of a ruleset modulo a universe, in the order of the positions.

    ``rules`` is the name of a ruleset or the text of a rules file. :func:`rows` says how ``client``,
    ``store``, ``size`` and ``retries`` are used.
    """
    asked = {"question": "value", "rules": rules, "modulo": _name(modulo)}
    every = list(positions)
    found = {row["position"]: row for row in rows(_value, asked, every, **how)}
    return [found[position] for position in every]


def census(
    rules: str, positions: Iterable[str], modulo: Union[Universe, str], **how: Any
) -> List[Row]:
    """The values that occur among positions: how many positions have each, and the first.

    Values are in the order of their birthdays and sizes. Arguments are those of :func:`values`.
    """
    found: Dict[str, Row] = {}
    for row in values(rules, positions, modulo, **how):
        value = found.setdefault(
            row["value"],
            {"value": row["value"], "outcome": row["outcome"], "positions": 0, "first": row["position"]},
        )
        value["positions"] += 1
    return sorted(found.values(), key=lambda row: _size(row["value"]))


def _size(value: str) -> Any:
    game = Game(value)
    return (game.rank, game.edges, len(value))


def _answer(asked: Row, game: str) -> Row:
    ask = getattr(questions, asked["question"])
    given = [Universe(asked["modulo"])] if asked["modulo"] is not None else []
    try:
        answer = ask(Game(game), *given)
    except Undecided as unknown:
        return {"game": game, asked["question"]: None, "tried": unknown.tried}
    return {"game": game, **_plain(asked["question"], answer)}


def _plain(question: str, answer: Any) -> Row:
    """An answer as JSON has it: the fields of a record, or one field with the name of the
    question."""
    if hasattr(answer, "_asdict"):
        fields = answer._asdict().items()
        return {name if name == question else f"{question}_{name}": _cell(value) for name, value in fields}
    return {question: _cell(answer)}


def _cell(value: Any) -> Any:
    if isinstance(value, Game):
        return value.text("ascii")
    if hasattr(value, "_asdict"):
        return {name: _cell(field) for name, field in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [_cell(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)


def sample(
    question: str,
    number: int,
    of: Union[Universe, str],
    *,
    rank: int = 3,
    seed: int = 1,
    modulo: Union[Universe, str, None] = None,
    **how: Any,
) -> List[Row]:
    """The answers of a question about so many random games of a universe: the same games for the
    same seed.

    The question is one about a single game. If it is asked modulo a universe, that is ``modulo``,
    or else ``of``. :func:`rows` says how ``client``, ``store``, ``size`` and ``retries`` are used.
    """
    asked = _asked(question, of, modulo)
    every = [game.text("ascii") for game in questions.random(rank, _name(of), number=number, seed=seed)]
    found = {row["game"]: row for row in rows(_answer, asked, every, **how)}
    return [found[game] for game in every]


def _asked(question: str, of: Union[Universe, str], modulo: Union[Universe, str, None]) -> Row:
    lines = {line["name"]: line for line in questions.TABLE}
    line = lines.get(question)
    if line is None or [p[0] for p in line["parameters"] if p[2]] != ["g"]:
        about = ", ".join(n for n, line in lines.items() if [p[0] for p in line["parameters"] if p[2]] == ["g"])
        raise ValueError(f"{question!r} is not a question about one game: ask one of {about}")
    universe = (of if modulo is None else modulo) if line["modulo"] else None
    return {"question": question, "modulo": None if universe is None else _name(universe)}


def search(
    test: Callable[[Game], bool],
    games: Iterable[Union[Game, str]],
    *,
    most: int = 1,
    client: "Optional[distributed.Client]" = None,
    size: int = 100,
    retries: int = 5,
) -> List[Game]:
    """Games for which a test is true: at most so many, those that were found first.

    Workers get the test as Dask sends functions. Games may be an endless iterator: they are
    taken as workers become free. Nothing is kept in a store, since a function has no name that
    says what it computes.

    >>> from misere import E, cluster
    >>> from misere.questions import days
    >>> cluster.search(lambda g: g.outcome == "P" and g.compare(0, E) == ">", days(2))
    []
    """
    texts = (game if isinstance(game, str) else game.text("ascii") for game in games)
    found: List[Game] = []
    for answers in _searched(test, texts, size, client, retries):
        found += [Game(game) for game in answers]
        if len(found) >= most:
            break
    return found[:most]


def _passing(games: Sequence[str], test: Callable[[Game], bool]) -> List[str]:
    return [game for game in games if test(Game(game))]


def _searched(
    test: Callable[[Game], bool],
    texts: Iterator[str],
    size: int,
    client: "Optional[distributed.Client]",
    retries: int,
) -> Iterator[List[str]]:
    from itertools import islice

    tasks = iter(lambda: list(islice(texts, size)), [])
    if client is None:
        for task in tasks:
            yield _passing(task, test)
        return
    workers: Any = client
    ahead = 2 * max(1, len(workers.scheduler_info()["workers"]))

    def send(task: List[str]) -> Any:
        return workers.submit(_passing, task, test, retries=retries, pure=False)

    running = _ending([send(task) for task in islice(tasks, ahead)])
    try:
        for future in running:
            yield future.result()
            for task in islice(tasks, 1):
                running.add(send(task))
    finally:
        workers.cancel(list(running.futures))


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """A part of a table, for an array of jobs: ``python -m misere.cluster RULES FILE UNIVERSE STORE
    PART PARTS`` computes every PARTS-th position of the file, one per line, from number PART on."""
    import sys

    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) != 6:
        print("usage: python -m misere.cluster RULES FILE UNIVERSE STORE PART PARTS", file=sys.stderr)
        return 2
    rules, file, universe, store, part, parts = given
    positions = Path(file).read_text(encoding="utf-8").split("\n")
    mine = [line for line in positions if line.strip()][int(part) :: int(parts)]
    for row in values(rules, mine, universe, store=store):
        print(json.dumps(row))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
