"""The type stubs are complete, and those of the table."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_written_from_the_table() -> None:
    run("python/tools/stubs.py", "--check")


def test_the_stubs_name_all_that_is_there_and_nothing_else() -> None:
    pytest.importorskip("mypy")
    run("-m", "mypy.stubtest", "--mypy-config-file", "pyproject.toml", "misere._misere", "misere.questions")


def test_the_package_and_a_sample_are_strictly_typed() -> None:
    pytest.importorskip("mypy")
    run("-m", "mypy", "--strict", "-p", "misere")
    run("-m", "mypy", "--strict", "python/tests/typed_sample.py")


def test_the_sample_runs() -> None:
    run("python/tests/typed_sample.py")
