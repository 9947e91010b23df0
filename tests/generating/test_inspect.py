"""Within Inspect AI itself: its own commands, against a server process on the loopback."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tallybench.benchmarks import load_benchmark
from tallybench.samples.sources import open_samples
from tests.generating.conftest import Running


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
