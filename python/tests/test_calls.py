"""Calls: limits, interruption, threads."""

import signal
import subprocess
import sys
import threading
import time

import pytest

import misere
from misere import E, LimitReached, M, count, limits, ruleset

#: Work that takes long on one thread, and on many.
LONG = {
    "on this thread": "ruleset('domineering')('6x6').value(M)",
    "shared between threads": "count(3, E)",
    "in custom rules": "ruleset(Slow())(10_000).value(M)",
}

#: A process that was started in the background may ignore Ctrl-C: this one does not.
PROGRAM = """
import signal, time
from misere import *
signal.signal(signal.SIGINT, signal.default_int_handler)
class Slow:
    def options(self, heap, player):
        time.sleep(0.01)
        return [heap - 1] if heap else []
print("ready", flush=True)
try:
    {work}
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(Game("{{0,*|*}}").simplest(D), flush=True)
"""


@pytest.mark.parametrize("work", LONG.values(), ids=LONG.keys())
def test_control_c_stops_a_long_call_within_half_a_second(work: str) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(work=work)], stdout=subprocess.PIPE, text=True, encoding="utf-8",
        env={**__import__("os").environ, "PYTHONIOENCODING": "utf-8"},
    )
    # Work that is not interrupted must not keep the tests.
    last_resort = threading.Timer(60, program.kill)
    last_resort.start()
    assert program.stdout.readline() == "ready\n"
    time.sleep(0.7)
    sent = time.monotonic()
    program.send_signal(signal.SIGINT)
    assert program.stdout.readline() == "interrupted\n"
    took = time.monotonic() - sent
    # The next question is answered as if nothing had happened.
    assert program.stdout.readline() == "{0,■|*}\n"
    assert program.wait(10) == 0
    last_resort.cancel()
    # Within half a second where the machine is free.
    assert took < 2, f"it took {took:.2f} s"


def test_a_call_stops_at_its_time_limit() -> None:
    for work in (lambda: ruleset("domineering")("6x6").value(M), lambda: count(3, E)):
        began = time.monotonic()
        with limits(time=0.3), pytest.raises(LimitReached, match="time limit of 0.3 s") as caught:
            work()
        assert caught.value.code == "limit"
        assert 0.25 < time.monotonic() - began < 5


def test_a_call_stops_at_the_memory_limit() -> None:
    with limits(memory=misere.memory_used() + 2_000_000), pytest.raises(LimitReached, match="memory limit"):
        ruleset("domineering")("6x6").value(M)
    assert ruleset("domineering")("2x2").value(E) == misere.Game("domineering(2x2)").simplest(E)


def test_limits_are_restored_and_read() -> None:
    before = repr(limits())
    with limits(memory="1.5 GB", time=2):
        assert repr(limits()) == "limits(memory=1500000000, time=2.0)"
        with limits(time=None):
            assert repr(limits()) == "limits(memory=1500000000, time=None)"
    assert repr(limits()) == before
    for wrong in ({"memory": "much"}, {"memory": -1}, {"time": 0}, {"time": -2}):
        with pytest.raises(misere.errors.ArgumentError):
            limits(**wrong)
    assert repr(limits()) == before


def test_other_threads_run_while_a_call_computes() -> None:
    def compute() -> None:
        with pytest.raises(LimitReached):
            ruleset("domineering")("6x6").value(M)

    with limits(time=1):
        thread = threading.Thread(target=compute)
        thread.start()
        steps, last, longest = 0, time.monotonic(), 0.0
        while thread.is_alive():
            steps += 1
            now = time.monotonic()
            last, longest = now, max(longest, now - last)
        thread.join()
    assert steps > 1_000 and longest < 2


def test_threads_get_the_answers_of_one_thread() -> None:
    games = misere.days(2)
    expected = [g.simplest(E) for g in games]
    found = {}

    def ask(number: int) -> None:
        order = sorted(range(len(games)), key=lambda i: (i * 7919 + number * 104729) % 257)
        found[number] = {i: games[i].simplest(E) for i in order}
        assert sum(g.compare(h, M) == ">" for g in games[::16] for h in games) > 0

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all([found[number][i] for i in range(len(games))] == expected for number in range(8))
