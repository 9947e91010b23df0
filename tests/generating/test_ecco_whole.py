"""ECCO from end to end on files in its layout: asked, refined, evaluated by its rules and on a server, exported."""

import json
from pathlib import Path

import pytest

from tests.benchmarks.ecco_data import write_whole
from tests.conftest import CommandLine
from tests.generating.conftest import ASKING, Generate, StartServer
from tests.judge0.test_judge0 import Start, start_judge0

pytestmark = ASKING
__all__ = ["start_judge0"]  # a fixture

ANSWER = """```python
def solve():
    numbers = list(map(int, input().split()))
    print(*([sum(range(numbers[0] + 1))] if len(numbers) == 1 else sorted(numbers)))


solve()
```"""


@pytest.mark.parametrize(
    ("task", "prompt", "refinement", "examples"),
    [("edit", "ecco-edit", "exec", ("2", "Edit/p0000")), ("generate", "ecco-generate", "nl+exec", ("1", "/p00007"))],
)
def test_every_command_runs_on_eccos_files(
    task: str,
    prompt: str,
    refinement: str,
    examples: tuple[str, str],
    tallybench: CommandLine,
    generate: Generate,
    start_server: StartServer,
    start_judge0: Start,
    tmp_path: Path,
) -> None:
    data, benchmark = write_whole(tmp_path / "ecco"), f"ecco-{task}"
    whole = ("--benchmark", benchmark, "--data", str(data))
    record = {"task_id": "any", "raw": ANSWER, "finish_reason": "stop", "prompt_tokens": 1, "completion_tokens": 1}
    (tmp_path / "answers.jsonl").write_text(json.dumps(record) + "\n")
    server = start_server(answers=tmp_path / "answers.jsonl", any_prompt=True)
    count, drawn = examples
    shown = generate(server, tmp_path / "shown.jsonl", *whole, "--prompt", prompt, "--examples", count)
    assert shown.returncode == 0, shown.stderr
    generation = json.loads((tmp_path / "shown.about.json").read_text())["model"]["generation"]
    assert len(generation["examples"].split()) == int(count) and f"Ecco{drawn}" in generation["examples"]
    asked = server.requests()
    assert all(len(request["request"]["messages"]) == 2 * int(count) + 1 for request in asked)

    first = tmp_path / "samples.jsonl"
    refined = generate(server, first, *whole, "--prompt", prompt, "--refine", refinement)
    assert refined.returncode == 0, refined.stderr
    told = [request["request"]["messages"][-1]["content"] for request in server.requests()[len(asked) :]]
    assert sum("It passed 1 of 1 public tests." in text for text in told) == (3 if task == "edit" else 2)

    last = str(tmp_path / f"samples.{refinement.replace('+', '-')}.round-1.jsonl")
    named = ("evaluate", last, "--model", "a model", *whole)
    counted = tallybench(*named, "--rules", "ecco", "--memory", "-o", "result.json")
    assert counted.returncode == 0, counted.stderr
    found = "speedup" if task == "edit" else "runtime %"
    assert f"by ECCO's rule: {found}" in counted.stdout
    judged = tallybench(*named, "--judge0", start_judge0().url, "-o", "judged.json")
    assert judged.returncode == 0, judged.stderr
    assert "among ECCO's users, over 2 problems" in judged.stdout if task == "generate" else "speedup" in judged.stdout

    if task == "generate":
        placed = tallybench("dev", "study", "humans", "result.json", *whole)
        assert placed.returncode == 0, placed.stderr
    for kind in ("pairs", "execution", "trajectory", "vanilla"):
        exported = tallybench("dev", "export", "training", "--kind", kind, *whole, "-o", f"{kind}.jsonl")
        assert exported.returncode == 0, exported.stderr
        assert (tmp_path / f"{kind}.jsonl").read_text().count("\n") > 0
