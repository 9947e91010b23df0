"""Predictions as ECCO writes them: JSON Lines with `problem_id`, `generated_codes`, and the slow program as `input`.

From a file with rounds of refinement (`generated_codes_0`, `generated_codes_1` ...) the last round is read.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources.data_files import stream_json_lines
from tallybench.benchmarks.sources.ecco import edit_task, generate_task
from tallybench.errors import InputError
from tallybench.samples.reading import Sample, unknown_sample_task

_CODES = "generated_codes"
_ROUND = re.compile(rf"{_CODES}(?:_(\d+))?")
_WHAT = "a row with problem_id and generated_codes"


def is_generated_codes(source: str) -> bool:
    """Return whether a file holds such predictions, judging by its first line."""
    path = Path(source)
    if not path.is_file() or path.suffix not in (".jsonl", ".json"):
        return False
    with path.open("rb") as file:
        first = file.readline(1 << 22)
    return b'"problem_id"' in first and f'"{_CODES}'.encode() in first


def read_generated_codes(source: str, tasks: Collection[str]) -> Iterator[Sample]:
    """Read the predictions, one by one.

    Raises:
        InputError: a row is malformed, or of an unknown task.
    """
    file = stream_json_lines(Path(source), _WHAT)
    seen: Counter[str] = Counter()
    for number, value in enumerate(file.value, 1):
        where = f"line {number}"
        record = file.expect(value, dict, where, _WHAT)
        problem_id = file.expect(record.get("problem_id"), str, f"{where} problem_id", "a text")
        slow = record.get("input")
        task_id = edit_task(problem_id, slow) if isinstance(slow, str) else generate_task(problem_id)
        if task_id not in tasks:
            raise InputError(f"{source}: line {number}: {unknown_sample_task(task_id, tasks)}")
        for code in _codes(source, number, record):
            yield Sample(task_id, seen[task_id], "solution", code)
            seen[task_id] += 1


def _codes(source: str, number: int, record: dict[str, Any]) -> list[str]:
    rounds = {int(found[1] or 0): key for key in record if (found := _ROUND.fullmatch(key))}
    value = record[rounds[max(rounds)]] if rounds else None
    codes = [value] if isinstance(value, str) else value
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise InputError(f"{source}: line {number}: `{_CODES}` is no program and no list of programs")
    return codes
