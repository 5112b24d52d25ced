"""Many positions on a cluster: short tasks that can be repeated, on Dask.

The client is the user's: a laptop (``distributed.LocalCluster``), Slurm (``dask_jobqueue``) or a
cloud. A task is a few positions; its results are a file, named by what was asked, so that what
is there is not computed again and a worker that dies loses one task.

>>> from misere import cluster
>>> table = cluster.values("domineering", ["1x2", "2x2", "2x3"], "E")
>>> [row["value"] for row in table]
['-1', '+-1', '{2,+-1||-1|0,#}']
"""

import hashlib
import json
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Union

from ._misere import Ruleset, Universe, __version__
from .rulesets import ruleset

if TYPE_CHECKING:
    import distributed

__all__ = ["Store", "values"]

Row = Dict[str, Any]


class Store:
    """A folder with the results of tasks: a file for each, written aside and renamed, so that no
    file is ever half written."""

    def __init__(self, folder: Union[str, Path]) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, task: Row) -> Path:
        """The file of a task: named by what is asked, and by the version that answers."""
        asked = json.dumps([__version__, task], sort_keys=True)
        return self.folder / (hashlib.sha256(asked.encode()).hexdigest()[:32] + ".json")

    def read(self, task: Row) -> Optional[List[Row]]:
        """The results of a task, if they are there."""
        try:
            rows: List[Row] = json.loads(self.path(task).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return rows

    def write(self, task: Row, rows: List[Row]) -> None:
        """Keeps the results of a task."""
        handle, aside = tempfile.mkstemp(dir=self.folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(rows, file)
        os.replace(aside, self.path(task))

    def __len__(self) -> int:
        return sum(1 for _ in self.folder.glob("*.json"))


def compute(task: Row, folder: Optional[str] = None) -> List[Row]:
    """The rows of one task: what a worker does."""
    store = Store(folder) if folder is not None else None
    rows = store.read(task) if store is not None else None
    if rows is None:
        rules, universe = _known(task["rules"]), Universe(task["modulo"])
        rows = []
        for text in task["positions"]:
            position = rules(text)
            value = position.value(universe)
            rows.append({"position": text, "value": value.text("ascii"), "outcome": str(position.outcome)})
        if store is not None:
            store.write(task, rows)
    return rows


@lru_cache(maxsize=None)
def _known(rules: str) -> Ruleset:
    """The ruleset, once for each worker: it remembers the positions that it explored."""
    return ruleset(rules)


def values(
    rules: str,
    positions: Iterable[str],
    modulo: Union[Universe, str],
    *,
    client: "Optional[distributed.Client]" = None,
    store: Union[str, Path, None] = None,
    size: int = 50,
    retries: int = 5,
) -> List[Row]:
    """The values of positions of a ruleset modulo a universe, in the order of the positions.

    ``rules`` is the name of a ruleset or the text of a rules file. With a ``client`` the tasks run
    on its workers, ``size`` positions each; without one they run here. A task whose worker died
    is tried again, up to ``retries`` times. With a ``store``, a folder that all workers see, what
    is there is not computed again.
    """
    name = repr(modulo)[3:-2] if isinstance(modulo, Universe) else modulo
    all_positions = list(positions)
    tasks = [
        {"rules": rules, "modulo": name, "positions": all_positions[at : at + size]}
        for at in range(0, len(all_positions), size)
    ]
    folder = None if store is None else str(Path(store).resolve())
    if client is None:
        return [row for task in tasks for row in compute(task, folder)]
    # A task has no effect but its file, so that it may be run twice.
    workers: Any = client
    futures = workers.map(compute, tasks, folder=folder, retries=retries, pure=False)
    return [row for rows in workers.gather(futures) for row in rows]


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
    rows = values(rules, mine, universe, store=store)
    for row in rows:
        print(json.dumps(row))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
