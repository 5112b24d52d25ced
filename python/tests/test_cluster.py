"""Tables on Dask, also when a worker is killed."""

import itertools
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from misere import E, Game, cluster, days, progress
from misere.progress import Step

distributed = pytest.importorskip("distributed")


def boards(rows: int, columns: int) -> "list[str]":
    """All boards of a size, each cell empty or gone."""
    cells = ["".join(row) for row in itertools.product(".#", repeat=columns)]
    return ["/".join(board) for board in itertools.product(cells, repeat=rows)]


def positions(number: int) -> "list[str]":
    """All boards inside 3×4, then seeded ones inside 4×4."""
    inside = [board for rows in range(1, 4) for columns in range(1, 5) for board in boards(rows, columns)]
    chance = random.Random(1)
    while len(inside) < number:
        rows = ["".join(chance.choice("...#") for _ in range(4)) for _ in range(4)]
        inside.append("/".join(rows))
    return inside[:number]


def kill(victim: int, store: Path, files: "list[int]") -> None:
    """Kills a worker once half of the tasks have left a file, and notes how many have."""
    while len(list(store.glob("*/*.json"))) < 50:
        time.sleep(0.001)
    os.kill(victim, signal.SIGKILL)
    files.append(len(list(store.glob("*/*.json"))))


def test_5000_positions_of_domineering_on_two_workers(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table = positions(5_000)
    assert len(table) == 5_000 and len(set(boards(3, 4))) == 4096
    began = time.perf_counter()
    alone = cluster.values("domineering", table, "E")
    took_alone = time.perf_counter() - began
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as workers, distributed.Client(workers) as client:
        client.run(lambda: __import__("misere"))
        began = time.perf_counter()
        together = cluster.values("domineering", table, "E", client=client)
        took = time.perf_counter() - began
        assert together == alone
        then: "list[int]" = []
        victim = min(client.run(os.getpid).values())
        killer = threading.Thread(target=kill, args=(victim, tmp_path, then))
        killer.start()
        survived = cluster.values("domineering", table, "E", client=client, store=tmp_path, size=50)
        killer.join()
        assert survived == alone and then[0] >= 50
        # What is there is not computed again.
        files = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*.json")}
        assert len(files) == 100
        assert cluster.values("domineering", table, "E", client=client, store=tmp_path, size=7) == alone
        assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*.json")} == files
    with capsys.disabled():
        print(f"\none process {took_alone:.2f} s, two workers {took:.2f} s: {took_alone / took:.2f} times as fast")


def test_an_array_of_jobs_gives_the_same_table(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table = ["1x2", "2x2", "2x3", "3x3", "1x4"]
    (tmp_path / "positions").write_text("\n".join(table) + "\n")
    store = str(tmp_path / "store")
    rows = []
    for part in range(2):
        assert cluster.main(["domineering", str(tmp_path / "positions"), "E", store, str(part), "2"]) == 0
        rows += capsys.readouterr().out.splitlines()
    import json

    found = {json.loads(row)["position"]: json.loads(row) for row in rows}
    assert [found[text] for text in table] == cluster.values("domineering", table, "E")
    assert len(list(Path(store).glob("*/*.json"))) == 5 and cluster.main([]) == 2


def test_a_census_counts_the_positions_of_every_value() -> None:
    found = cluster.census("domineering", boards(2, 2), "E")
    table = cluster.values("domineering", boards(2, 2), "E")
    for row in found:
        having = [r for r in table if r["value"] == row["value"]]
        assert row["positions"] == len(having) and row["first"] == having[0]["position"]
        assert {r["outcome"] for r in having} == {row["outcome"]}
    assert sum(row["positions"] for row in found) == 16 and found[0]["value"] == "0"


def test_a_sample_is_repeatable_and_kept(tmp_path: Path) -> None:
    asked = cluster.sample("simplest", 200, "E", rank=3, seed=5, store=tmp_path)
    files = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*.json")}
    assert asked == cluster.sample("simplest", 200, E, rank=3, seed=5, store=tmp_path, size=3)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*.json")} == files
    for row in asked:
        assert Game(row["game"]) in E and Game(row["game"]).simplest(E) == Game(row["simplest"])
    assert asked != cluster.sample("simplest", 200, "E", rank=3, seed=6)
    strong = cluster.sample("strong", 5, "E", rank=2, modulo="M")
    assert set(strong[0]) == {"game", "strong_left", "strong_right"}
    with pytest.raises(ValueError, match="is not a question about one game: ask one of"):
        cluster.sample("compare", 5, "E")


def test_a_search_ends_when_enough_is_found() -> None:
    looked = []

    def is_p(game: Game) -> bool:
        looked.append(game)
        return game.outcome == "P"

    # The games never end; the search does.
    endless = itertools.cycle(days(2))
    found = cluster.search(is_p, endless, most=3, size=10)
    assert [g.outcome for g in found] == ["P"] * 3 and len(looked) % 10 == 0
    assert cluster.search(lambda g: g.rank > 2, days(2)) == []


def test_samples_and_searches_on_workers(tmp_path: Path) -> None:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as workers, distributed.Client(workers) as client:
        asked = cluster.sample("outcome", 300, "B", rank=3, client=client, store=tmp_path)
        assert asked == cluster.sample("outcome", 300, "B", rank=3)
        found = cluster.search(lambda g: g.outcome == "P", itertools.cycle(days(2)), most=4, client=client)
        assert [g.outcome for g in found] == ["P"] * 4
        told: "list[Step]" = []
        with progress(told.append):
            cluster.values("domineering", boards(2, 3), "E", client=client, size=10)
        assert [(step.done, step.total) for step in told[:-1]] == sorted((step.done, 64) for step in told[:-1])
        assert told[-1].is_over and told[-1].done == 64
