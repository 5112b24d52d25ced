"""A question costs little more in Python than in Rust."""

import time

import misere
from misere import E


def test_a_comparison_costs_at_most_3_microseconds() -> None:
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
    # The work of the library is in this figure too.
    assert best < 3e-6, f"{best * 1e6:.2f} µs"
