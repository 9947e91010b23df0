"""What is read is never replaced by what is written, and a message names the option that was given."""

import os
from pathlib import Path

import pytest

from tests.conftest import CommandLine

SAMPLE = '{"task_id": "HumanEval/28", "solution": "def concatenate(strings): return str().join(strings)"}\n'


@pytest.mark.parametrize("output", ["samples.jsonl", "./folder/../samples.jsonl", "link.jsonl", "hard.jsonl"])
def test_force_never_replaces_the_samples(tallybench: CommandLine, tmp_path: Path, output: str) -> None:
    samples = tmp_path / "samples.jsonl"
    samples.write_text(SAMPLE)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.jsonl").symlink_to(samples)
    os.link(samples, tmp_path / "hard.jsonl")
    done = tallybench("evaluate", samples, "--model", "M", "--force", "-o", tmp_path / output)
    assert done.returncode == 2 and "is what is read" in done.stderr
    assert samples.read_text() == SAMPLE


def test_a_name_that_is_too_long_is_told_by_its_option(tallybench: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "samples.jsonl").write_text(SAMPLE)
    done = tallybench("evaluate", tmp_path / "samples.jsonl", "--model", "M" * 101)
    assert done.returncode == 2 and done.stderr.startswith("tallybench: --model: ")
