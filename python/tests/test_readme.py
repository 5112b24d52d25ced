"""The snippet of the README runs as it stands."""

import textwrap
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_snippet_of_the_readme_runs_as_it_stands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    snippets = README.read_text(encoding="utf-8").split("```python\n")[1:]
    assert len(snippets) == 1
    source = textwrap.dedent(snippets[0].split("```")[0])
    exec(compile(source, str(README), "exec"), {})
    assert "checked; relies on" in capsys.readouterr().out
