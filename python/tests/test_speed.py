"""A question costs little more in Python than in Rust."""

import time

import misere
from misere import E


def test_a_comparison_costs_microseconds() -> None:
    games = misere.days(2)
    pairs = [(g, h) for g in games for h in games][:20_000]
    for g, h in pairs:
        g.compare(h, E)
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for g, h in pairs:
            g.compare(h, E)
        best = min(best, (time.perf_counter() - began) / len(pairs))
    # About 1 µs where the machine is free, the work of the library included; a machine that is
    # not free must not fail, and a list of copies or a parsed text at each call must.
    assert best < 3e-5, f"{best * 1e6:.2f} µs"
