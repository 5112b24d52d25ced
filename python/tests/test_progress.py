"""How far long calls are."""

import io
import sys
from typing import List

import pytest

from misere import E, LimitReached, limits, progress, ruleset
from misere.progress import Step, _Line, _line


def test_a_long_call_tells_how_far_it_is() -> None:
    told: List[Step] = []
    with progress(told.append), limits(time=1.5), pytest.raises(LimitReached):
        ruleset("domineering")("6x7").value(E)
    assert told[0].what == "domineering " + "/".join(["......."] * 6) and told[0].seconds > 0.5
    assert [step.is_over for step in told] == [False] * (len(told) - 1) + [True]
    assert all(a.seconds <= b.seconds for a, b in zip(told, told[1:]))
    assert any(step.done > 0 for step in told)


def test_nothing_is_told_outside_the_block_nor_of_short_calls() -> None:
    told: List[Step] = []
    with progress(told.append):
        ruleset("domineering")("2x3").value(E)
    with limits(time=0.8), pytest.raises(LimitReached):
        ruleset("domineering")("6x7").value(E)
    assert told == []


def test_an_exception_of_whoever_shows_ends_the_call() -> None:
    def show(step: Step) -> None:
        raise RuntimeError("seen enough")

    with progress(show), pytest.raises(RuntimeError, match="seen enough"):
        ruleset("domineering")("6x7").value(E)
    assert str(ruleset("domineering")("1x2").value(E)) == "-1"


def test_the_bar_is_that_of_tqdm(capsys: pytest.CaptureFixture) -> None:
    pytest.importorskip("tqdm")
    with progress(), limits(time=1.5), pytest.raises(LimitReached):
        ruleset("domineering")("6x7").value(E)
    shown = capsys.readouterr().err
    assert "domineering ......./" in shown and "comparisons" in shown


def test_without_tqdm_a_line_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    step = Step("domineering 6x7", 12_345, 40_000, 61.2, 99, 1_000, 5 << 20, False)
    assert _line(step) == "domineering 6x7; 12,345 of 40,000; 61 s; 99 values, 1,000 comparisons, 5 MiB"

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, file = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    _Line()(step)
    _Line()(step._replace(is_over=True))
    assert terminal.getvalue() == f"\r\x1b[K{_line(step)}\r\x1b[K"
    monkeypatch.setattr(sys, "stderr", file)
    _Line()(step)
    assert file.getvalue() == ""
