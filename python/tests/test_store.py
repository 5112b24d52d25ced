"""Values that outlive the process."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import misere
from misere import E, Game, LimitReached, M, errors, limits, questions, ruleset, store

#: Keeps the value of a position in a file, and prints how many values were computed and recalled.
PROGRAM = """
import sys
from misere import *
with store(sys.argv[1], checkpoint=0.02) as kept:
    ruleset("domineering")(sys.argv[2]).value(E)
print(kept.computed, kept.recalled)
"""


def start(file: Path, board: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(file), board], stdout=subprocess.PIPE, text=True)


#: Holds the lock of a file until its input ends.
LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


def stored(file: Path) -> int:
    """How many values the file has. This process must not use it: its SQLite is not that of Python."""
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
            return int(connection.execute("SELECT count(*) FROM position_values").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_a_value_is_recalled_and_not_computed_again(tmp_path: Path) -> None:
    file, board = tmp_path / "values.db", ruleset("domineering")("2x6")
    expected = board.value(E)
    with store(file) as kept:
        assert board.value(E) == expected and kept.computed > 20
        computed = kept.computed
        assert questions.value(board, E).form == expected and kept.computed == computed
    assert stored(file) >= computed
    with store(str(file)) as again:
        # Games from before are the same games inside.
        assert ruleset("domineering")("2x6").value(E) == expected == Game(expected.text("ascii"))
        assert (again.computed, again.recalled) == (0, 1) and again.path == str(file)
        # A longer board begins with what is there.
        ruleset("domineering")("2x7").value(E)
        assert again.recalled > 20
    recalled = again.recalled
    assert board.value(E) == expected and again.recalled == recalled


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_after_a_kill_no_stored_value_is_computed_again(tmp_path: Path) -> None:
    file = tmp_path / "values.db"
    program = start(file, "2x15")
    while stored(file) < 500:
        assert program.poll() is None, "it ended before it was killed"
        time.sleep(0.005)
    program.send_signal(signal.SIGKILL)
    program.wait(60)
    program.stdout.close()
    then = stored(file)
    again = start(file, "2x15")
    computed, recalled = map(int, again.communicate(timeout=60)[0].split())
    # Every value that was computed is new. Values that only stored ones need are not recalled.
    assert then >= 500 and computed > 0 and stored(file) == then + computed
    assert then >= recalled > then // 2
    with store(file) as kept:
        assert ruleset("domineering")("2x15").value(E).rank > 0 and kept.computed == 0


def test_a_call_that_is_stopped_keeps_what_it_found(tmp_path: Path) -> None:
    with store(tmp_path / "values.db", checkpoint=1000) as kept:
        with limits(time=0.3), pytest.raises(LimitReached):
            ruleset("domineering")("2x16").value(E)
    assert stored(tmp_path / "values.db") == kept.computed > 0


def test_stores_are_restored_and_stay_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with store("outer.db") as outer:
        with store("inner.db") as inner:
            ruleset("clobber")("xoxo").value(E)
        assert inner.computed > 0 and outer.computed == 0
        monkeypatch.chdir(tmp_path / "elsewhere")
        ruleset("clobber")("xox").value(E)
        assert outer.computed > 0
    assert not list((tmp_path / "elsewhere").iterdir()) and repr(outer).startswith(f"<store {tmp_path}/outer.db")


def test_a_store_may_be_set_for_the_rest_of_the_process(tmp_path: Path) -> None:
    program = """
import sys
from misere import *
store(sys.argv[1])
ruleset("domineering")("2x4").value(E)
"""
    file = tmp_path / "values.db"
    subprocess.run([sys.executable, "-c", program, str(file)], check=True)
    log = tmp_path / "values.db-wal"
    assert not log.exists() or log.stat().st_size == 0
    assert stored(file) > 5


def test_a_file_that_cannot_be_used_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a store")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE something (id)")
    for path, message in (
        (text, "is not a store of values: it is no SQLite file"),
        (other, "it is an SQLite file of something else"),
        (tmp_path, "it is not an ordinary file"),
        (tmp_path / "missing" / "values.db", "its folder does not exist"),
    ):
        with pytest.raises(errors.StoreError, match=message) as caught:
            store(path)
        assert caught.value.code == "store" and str(path) in caught.value.message
    assert text.read_text() == "not a store"
    for wrong in (0, -1, float("nan")):
        with pytest.raises(errors.ArgumentError, match="number of seconds above 0"):
            store(tmp_path / "values.db", checkpoint=wrong)
    assert not (tmp_path / "values.db").exists()
    assert str(ruleset("domineering")("1x2").value(E)) == "-1"


@pytest.mark.skipif(os.name != "posix", reason="takes rights away")
def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    program = """
import os, sys
from misere import errors, store
if os.geteuid() == 0:
    os.setuid(65534)
try:
    store(sys.argv[1])
except errors.StoreError as error:
    print(error)
"""
    file = tmp_path / "values.db"
    with store(file):
        pass
    file.chmod(stat.S_IRUSR)
    run = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"the store {file} cannot be written: "), run


def test_a_file_that_another_process_has_locked_is_told(tmp_path: Path) -> None:
    file = tmp_path / "values.db"
    with store(file):
        pass
    other = subprocess.Popen(
        [sys.executable, "-c", LOCK, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout.readline() == "locked\n"
    with pytest.raises(errors.StoreError, match="another process has been writing to the store"):
        with store(file, checkpoint=0.1), pytest.warns(RuntimeWarning, match="the work goes on"):
            assert str(ruleset("domineering")("1x2").value(E)) == "-1"
    other.communicate("")
    # The store was left all the same.
    with store(file) as kept:
        assert str(ruleset("domineering")("1x2").value(E)) == "-1" and kept.computed == 1


def test_the_store_does_not_change_while_a_call_computes(tmp_path: Path) -> None:
    refused = []

    class Asks:
        def options(self, heap, player):
            with pytest.raises(errors.ArgumentError, match="while a call computes"):
                store(tmp_path / "values.db")
            refused.append(heap)
            return range(heap)

    assert ruleset(Asks())(2).value(M) == Game("*2").simplest(M) and refused


def test_threads_share_the_store(tmp_path: Path) -> None:
    boards = ["2x5", "3x4", "2x6", "3x3"]
    expected = [ruleset("domineering")(board).value(E) for board in boards]
    found = {}

    def ask(board: str) -> None:
        found[board] = ruleset("domineering")(board).value(E)

    with store(tmp_path / "values.db", checkpoint=0.01) as kept:
        threads = [threading.Thread(target=ask, args=(board,)) for board in boards]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [found[board] for board in boards] == expected and kept.computed > 0
    assert misere.memory_used() > 0
