"""Whole ways: ECCO from its files to its tables, `tallybench run` from a name to a result, a task of Inspect AI."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.samples.sources import open_samples
from tallybench.statistics.reading import load_result
from tallybench.statistics.spending import spent_by
from tests.benchmarks.ecco_data import write_whole
from tests.conftest import CommandLine
from tests.generating.conftest import ASKING, Generate, Running, StartServer
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
    generate(server, tmp_path / "shown.jsonl", *whole, "--prompt", prompt, "--examples", count, code=0)
    generation = json.loads((tmp_path / "shown.about.json").read_text())["model"]["generation"]
    assert len(generation["examples"].split()) == int(count) and f"Ecco{drawn}" in generation["examples"]
    asked = server.requests()
    assert all(len(request["request"]["messages"]) == 2 * int(count) + 1 for request in asked)

    first = tmp_path / "samples.jsonl"
    generate(server, first, *whole, "--prompt", prompt, "--refine", refinement, code=0)
    told = [request["request"]["messages"][-1]["content"] for request in server.requests()[len(asked) :]]
    assert sum("It passed 1 of 1 public tests." in text for text in told) == (3 if task == "edit" else 2)

    last = str(tmp_path / f"samples.{refinement.replace('+', '-')}.round-1.jsonl")
    named = ("evaluate", last, "--model", "a model", *whole)
    counted = tallybench(*named, "--rules", "ecco", "--memory", "-o", "result.json", code=0)
    found = "speedup" if task == "edit" else "runtime %"
    assert f"by ECCO's rule: {found}" in counted.stdout
    judged = tallybench(*named, "--judge0", start_judge0().url, "-o", "judged.json", code=0)
    assert "among ECCO's users, over 2 problems" in judged.stdout if task == "generate" else "speedup" in judged.stdout

    if task == "generate":
        tallybench("dev", "study", "humans", "result.json", *whole, code=0)
    for kind in ("pairs", "execution", "trajectory", "vanilla"):
        tallybench("dev", "export", "training", "--kind", kind, *whole, "-o", f"{kind}.jsonl", code=0)
        assert (tmp_path / f"{kind}.jsonl").read_text().count("\n") > 0


def run(
    tallybench: CommandLine, server: Running, folder: Path, environment: dict[str, str], *more: str, **given: int
) -> subprocess.CompletedProcess[str]:
    model = ("--model", "openai-api/local/recorded", "--base-url", server.url)
    options = ("--ids", "0-2", "--no-count", "--set", "price=1,2", "--set", "organization=Somebody")
    return tallybench("run", *model, "-o", folder, *options, *more, env=environment, **given)


def test_it_generates_evaluates_and_reports_and_goes_on_where_it_was_cut_off(
    start_server: Callable[..., Running], tmp_path: Path, environment: dict[str, str], tallybench: CommandLine
) -> None:
    server = start_server()
    folder = tmp_path / "run"
    ended = run(tallybench, server, folder, environment, code=0)
    content = (folder / "result.json").read_bytes()
    result = load_result(folder / "result.json")
    recorded = [json.loads(line) for line in (Path(__file__).parent / "recorded.jsonl").read_text().splitlines()][:3]
    spending, spent = result.spending, spent_by(result)
    assert spending is not None and spent is not None
    tokens_in, tokens_out = (sum(line[name] for line in recorded) for name in ("prompt_tokens", "completion_tokens"))
    assert (spending.answers, spending.tokens_in, spending.tokens_out) == (3, tokens_in, tokens_out)
    assert spent.dollars == (tokens_in + 2 * tokens_out) / 1e6
    assert spent.correct and spent.tokens_per_correct == (tokens_in + tokens_out) / spent.correct
    assert f"{tokens_in:,} tokens in and {tokens_out:,} out" in " ".join(ended.stdout.split())
    assert result.model.organization == "Somebody" and result.model.generation["prompt_version"] == "instruct@1"
    assert result.model.prompt is not None and "{prompt}" in result.model.prompt

    assert run(tallybench, server, folder, environment).returncode == 2  # it is there
    (folder / "result.json").unlink()  # as if it had been killed while it evaluated
    again = run(tallybench, server, folder, environment, "--resume", code=0)
    assert "nothing is asked" in again.stderr and len(server.requests()) == 3
    assert (folder / "result.json").read_bytes() == content

    priced = run(tallybench, server, folder, environment, "--resume", "--set", "price=3,4")
    assert priced.returncode == 0 and len(server.requests()) == 3
    spending = load_result(folder / "result.json").spending
    assert spending is not None and (spending.price_in, spending.price_out) == (3, 4)


def inspect(folder: Path, environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "-c", "from inspect_ai._cli.main import main; main()", *words, "--display", "plain"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def scored(log: Path) -> dict[str, Any]:
    from inspect_ai.log import read_eval_log

    read = read_eval_log(str(log))
    assert read.results is not None
    figures = {score.name: score.metrics["mean"].value for score in read.results.scores}
    return {"status": read.status, "figures": figures, "samples": len(read.samples or [])}


def test_a_task_is_evaluated_and_scored_and_its_log_is_read_as_samples(
    start_server: Callable[..., Running], tmp_path: Path, environment: dict[str, str]
) -> None:
    server = start_server()
    told = ["--model", "openai-api/local/recorded", "--model-base-url", server.url, "--sample-id", "HumanEval/14"]
    inspect(tmp_path, environment, "eval", "tallybench/humaneval", *told, "--log-dir", "logs", "-T", "counted=true")
    (log,) = (tmp_path / "logs").glob("*.eval")
    first = scored(log)
    assert (first["status"], first["samples"]) == ("success", 1)
    assert first["figures"]["pass"] == 1.0
    assert 0 < first["figures"]["score"] < 100

    (sample,) = open_samples(str(log), load_benchmark(), lambda line: None)
    said = json.loads((Path(__file__).parent / "recorded.jsonl").read_text().splitlines()[14])
    assert (sample.task_id, sample.field, sample.text) == (said["task_id"], "raw", said["raw"])
    assert sample.tokens == (said["prompt_tokens"], said["completion_tokens"])

    again = tmp_path / "again.eval"
    more = ["--scorer", "tallybench/tally", "--action", "overwrite", "-S", "counted=false", "--output-file", str(again)]
    inspect(tmp_path, environment, "score", str(log), *more)
    assert scored(again)["figures"]["pass"] == 1.0
