"""Reads predictions as ClassEval writes them: one JSON array, `[{task_id, predict: [...]}, ...]`.

An item of `predict` is an answer (holistic), or the list of the answers for the class's methods, in their order: these
are put into the skeleton (incremental and compositional), see `assembling.py`. If an answer repeats what the model
was asked, only the part behind the mark of its response counts.

If an entry has `raw_output`, the answers for the methods, then `predict` is what ClassEval's code assembled from them:
the class as it grew, or one without its decorators. The answers are then read instead, as one sample.
"""

import json
import os
from pathlib import Path
from typing import Any

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.samples.assembling import assemble_class, method_names
from tallybench.samples.predictions import MAX_FILE, Predictions, load_json
from tallybench.samples.reading import Sample, as_file_name

_FORMAT = "[{task_id: ClassEval_0, predict: [answer, ...]}, ...]"
# A class that had one more method (`print_board`) when ClassEval's answers were written; the place of its answer.
_GONE = {"ClassEval/54": 1}
_RESPONSES = ("### Response:", "@@ Response:", "[/INST]")


def is_class_predictions(source: str | Path) -> bool:
    """Return whether a file has the shape of such predictions: an array of objects with `predict`."""
    path = Path(source)
    if not os.path.isfile(path) or path.stat().st_size > MAX_FILE:
        return False
    with path.open("rb") as file:
        if not file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
            return False
    try:
        value = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return False
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "predict" in value[0]


def read_class_predictions(source: str | Path, benchmark: Benchmark) -> Predictions:
    """Read predictions for a benchmark of classes.

    Args:
        source: the file.
        benchmark: the benchmark, whose task ids end in the numbers that ClassEval's end in.

    Raises:
        InputError: it cannot be read, an entry is not in the format, or no entry is of the benchmark.
    """
    path = Path(source)
    value = load_json(path, _FORMAT)
    if not isinstance(value, list):
        raise InputError(f"{path}: is not an array; expected {_FORMAT}")
    names = {as_file_name(task_id): task_id for task_id in [*benchmark.by_id, *dict(benchmark.exclusions)]}
    samples: list[Sample] = []
    surplus: list[str] = []
    seen: set[str] = set()
    for number, entry in enumerate(value):
        name, answers = _entry(path, number, entry)
        task_id = names.get(as_file_name(name))
        if task_id is None:
            surplus.append(name)
            continue
        if task_id in seen:
            raise InputError(f"{path}: [{number}]: {name} is there twice; leave one out")
        seen.add(task_id)
        problem = benchmark.by_id.get(task_id)
        for index, answer in enumerate(answers):
            if isinstance(answer, str):
                samples.append(Sample(task_id, index, "raw", response(answer)))
            elif problem is not None:
                if task_id in _GONE and len(answer) == len(method_names(problem)) + 1:
                    answer = [text for place, text in enumerate(answer) if place != _GONE[task_id]]
                samples.append(Sample(task_id, index, "solution", assemble_class(problem, map(response, answer))))
    if not seen:
        raise InputError(f"{path}: none of its {len(value)} entries is one of {benchmark.name}; choose another")
    missing = tuple(problem.task_id for problem in benchmark if problem.task_id not in seen)
    return Predictions(benchmark.name, tuple(samples), missing, (), tuple(surplus))


def response(text: str) -> str:
    """Return an answer without the question that it may repeat."""
    for mark in _RESPONSES:
        if mark in text:
            return text.split(mark, 1)[1]
    return text


def _entry(path: Path, number: int, entry: Any) -> tuple[str, list[Any]]:
    if isinstance(entry, dict) and isinstance(name := entry.get("task_id"), str):
        raw = entry.get("raw_output")
        answers = [raw] if isinstance(raw, list) else entry.get("predict")
        if isinstance(answers, list) and all(
            isinstance(answer, str) or (isinstance(answer, list) and all(isinstance(text, str) for text in answer))
            for answer in answers
        ):
            return name, answers
    raise InputError(f"{path}: [{number}]: is not in the format; expected {_FORMAT}")
