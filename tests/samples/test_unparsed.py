"""A run in which most samples are no Python says so, and shows one."""

import json
from pathlib import Path

from tests.conftest import CommandLine


def evaluated(tallybench: CommandLine, tmp_path: Path, texts: list[str]) -> tuple[int, str]:
    path = tmp_path / "samples.jsonl"
    path.write_text("".join(json.dumps({"task_id": "HumanEval/2", "solution": text}) + "\n" for text in texts))
    done = tallybench("evaluate", path, "--model", "Model", "--ids", "2", "--no-count", "--force")
    return done.returncode, done.stderr


def test_a_run_in_which_most_samples_do_not_parse_says_so_once_and_shows_one(
    tallybench: CommandLine, tmp_path: Path
) -> None:
    right = "def truncate_number(number):\n    return number % 1.0\n"
    prose = ["The function takes the number,\nand truncates it.", right + "Here it is:", "\0"]
    code, said = evaluated(tallybench, tmp_path, [*prose, right, right])
    assert code == 0
    (line,) = [line for line in said.splitlines() if "hold no code" in line]
    assert line.startswith("warning: 3 of 5 samples hold no code that parses; is their form right? ")
    assert "One is HumanEval/2, sample 0 (SyntaxError: " in line
    assert line.endswith(": The function takes the number, and truncates it.")
    code, said = evaluated(tallybench, tmp_path, [*prose, right, right, right])
    assert (code, "hold no code" in said) == (0, False)
