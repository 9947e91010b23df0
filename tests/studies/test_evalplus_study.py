"""EvalPlus' study on two problems in its format: pass@k by suite, the best temperature, and reduced suites."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CommandLine

ADD = {
    "task_id": "HumanEval/0",
    "prompt": "def larger(a, b):\n    ...\n",
    "entry_point": "larger",
    "canonical_solution": "\ndef larger(a, b):\n    if a > b:\n        return a\n    return b\n",
    "base_input": [[1, 2]],
    "plus_input": [[2, 1], [3, 3], [5, 4], [-1, -2]],
    "atol": 0,
    "contract": "",
}
SECOND = ADD | {"task_id": "HumanEval/1", "base_input": [[1, 2], [2, 1]], "plus_input": [[0, -1], [7, 7]]}
RIGHT, LAST = "def larger(a, b):\n    return max(a, b)\n", "def larger(a, b):\n    return b\n"
WRONG_BELOW_ZERO = "def larger(a, b):\n    return max(a, b) if a > -1 else b\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "HumanEvalPlus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in (ADD, SECOND)))
    return tmp_path


def written(path: Path, *codes: tuple[str, ...]) -> Path:
    """A file with these samples of both problems."""
    lines = [
        json.dumps({"task_id": f"HumanEval/{number}", "solution": code}) + "\n"
        for number, own in enumerate(codes)
        for code in own
    ]
    path.write_text("".join(lines))
    return path


def test_tables_have_ours_beside_the_paper(tallybench: CommandLine, data: Path, tmp_path: Path) -> None:
    files = {
        "CodeGen 16B": written(tmp_path / "greedy.jsonl", (LAST,), (RIGHT,)),
        "CodeGen 16B@0.2": written(tmp_path / "low.jsonl", (RIGHT,), (RIGHT,)),
        "CodeGen 16B@0.8": written(tmp_path / "high.jsonl", (LAST,) * 10, (RIGHT,) * 10),
        "GPT-4": written(tmp_path / "other.jsonl", (WRONG_BELOW_ZERO,), (LAST,)),
    }
    given = [part for name, path in files.items() for part in ("--predictions", str(path), "--model", name)]
    folder = tmp_path / "report"
    done = tallybench("dev", "study", "evalplus", "--data", str(data), *given, "--output", str(folder))
    assert done.returncode == 0, done.stderr
    sections = json.loads((folder / "evalplus.json").read_bytes())["sections"]
    found: dict[str, Any] = {row["figure"]: row for section in sections.values() for row in section["rows"]}

    def both(figure: str) -> tuple[float, float]:
        return found[figure]["paper"]["value"], found[figure]["ours"]

    assert both("HumanEval: mean") == (9.6, 1.5) and both("HumanEval+: mean") == (764.1, 4.5)
    assert both("CodeGen 16B, base: greedy pass@1") == (32.9, 100)
    assert both("CodeGen 16B, base+plus: greedy pass@1") == (26.8, 50)
    assert both("CodeGen 16B: drop") == (18.5, 50)
    assert both("CodeGen 16B, base+plus: pass@1") == (27.2, 100)
    assert both("CodeGen 16B, base+plus: best temperature for pass@1") == (0.2, 0.2)
    assert both("CodeGen 16B, base+plus: best temperature for pass@10") == (0.6, 0.8), "the only one with ten samples"
    # LAST is wrong by the added tests; GPT-4's own wrong program of problem 0 chooses no test for it.
    assert both("GPT-4, samples: pass@1") == (78.7, 50) and both("GPT-4, samples: tests") == (13.8, 2.0)
    assert found["mean pass rate, base"]["ours"] == 87.5 and found["mean pass rate, base+plus"]["ours"] == 50
    mutations = {row["type"]: row["here"] for row in sections["1"]["listings"][0]["rows"]}
    assert " 4" in mutations["int"] and " 6" in mutations["int"] and "[5]" in mutations["list"]
    assert (
        json.loads((folder / "CodeGen-16B@0.8-humaneval+.json").read_bytes())["metrics"]["pass@10 (base)"]["value"] == 1
    )

    results = [part for path in sorted(folder.glob("*+.json")) for part in ("--results", str(path))]
    few = tmp_path / "few.jsonl"
    command = ("dev", "tests", "reduce", "--benchmark", "humaneval+", "--data", str(data), "-o", str(few))
    done = tallybench(*command, *results)
    assert done.returncode == 0, done.stderr
    kept = {line["task_id"]: line["inputs"] for line in map(json.loads, few.read_text().splitlines())}
    assert "(-1, -2)" in kept["HumanEval/0"] and len(kept["HumanEval/0"]) < 4
    assert "pass@1 of GPT-4, by what the suite is reduced by: branches" in done.stdout


def test_what_cannot_be_used_is_named(tallybench: CommandLine, data: Path, tmp_path: Path) -> None:
    samples = str(written(tmp_path / "samples.jsonl", (RIGHT,), (RIGHT,)))
    for options, said in (
        (("--data", str(tmp_path / "report")), "report"),
        (("--data", str(data), "--predictions", samples, "--model", "GPT-4@warm"), "followed by a temperature"),
    ):
        done = tallybench("dev", "study", "evalplus", *options, "--tables", "3", "--output", str(tmp_path / "out"))
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr
