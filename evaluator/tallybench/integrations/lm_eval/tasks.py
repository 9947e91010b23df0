"""What the YAML files in this folder refer to: the problems, and how an answer is scored."""

from typing import Any

# lm-evaluation-harness loads this file by its path, with its own packages.
from datasets import Dataset

from tallybench.benchmarks import load_benchmark
from tallybench.evaluation.options import Options
from tallybench.generating.prompt import load_prompt
from tallybench.integrations import question_of, score_answer
from tallybench.samples.reading import Sample


def humaneval(metadata: dict[str, Any] | None = None, **_: Any) -> dict[str, Dataset]:
    """Return HumanEval's problems, asked as the task's `prompt` says."""
    asked = load_prompt((metadata or {}).get("prompt", "instruct"))
    rows = [
        {
            "task_id": problem.task_id,
            "question": question_of(problem, asked),
            "prompt": problem.prompt,
            "answer": asked.answer,
        }
        for problem in load_benchmark("humaneval")
    ]
    return {"test": Dataset.from_list(rows)}


def tally(doc: dict[str, Any], results: list[Any]) -> dict[str, float]:
    """Score the first answer to a problem. A problem without headroom has only `pass`."""
    text = results[0][0] if isinstance(results[0], list) else results[0]
    sample = Sample(doc["task_id"], 0, "completion" if doc["answer"] == "completion" else "raw", text)
    found = score_answer(Options(benchmark="humaneval"), sample)
    scored = {"pass": float(found.passed)}
    if found.score is not None and found.efficient is not None:
        scored |= {"score": found.score, "efficient": float(found.efficient)}
    return scored
