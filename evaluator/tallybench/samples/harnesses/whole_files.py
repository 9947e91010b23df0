"""Files that are one JSON object: EvalPlus' results (`*_eval_results.json`), and Inspect AI's logs as JSON."""

import json
import os
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from tallybench.errors import InputError
from tallybench.samples.predictions import MAX_FILE
from tallybench.samples.reading import Field, Sample, unknown_sample_task
from tallybench.values.text import clean_text

_BEGINNING = 1 << 16  # bytes within which the first keys are


def read_whole_file(source: str, tasks: Collection[str]) -> Iterator[Sample] | None:
    """Read such a file; None if it has another form.

    Raises:
        InputError: it is such a file, but holds no readable answers.
    """
    value = _object(source)
    if value is None:
        return None
    if (
        isinstance(results := value.get("eval"), dict)
        and "samples" not in value
        and not {"model", "task"} & results.keys()
    ):
        return _evalplus(source, results, tasks)
    if isinstance(value.get("eval"), dict):
        return _inspect(source, value, tasks)
    return None


def _object(source: str) -> dict[str, Any] | None:
    if not (os.path.isfile(source) and os.path.getsize(source) <= MAX_FILE):
        return None
    with open(source, "rb") as file:
        beginning = file.read(_BEGINNING).lstrip(b"\xef\xbb\xbf \t\r\n")
        if not beginning.startswith(b"{") or (b'"eval"' not in beginning and not source.endswith(".json")):
            return None
        file.seek(0)
        try:
            value = json.loads(file.read())
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def _evalplus(source: str, results: dict[str, Any], tasks: Collection[str]) -> Iterator[Sample]:
    """Yield the solutions in EvalPlus' results; its verdicts on them do not matter."""
    for task_id, found in results.items():
        if task_id not in tasks:
            raise InputError(f"{source}: eval: {unknown_sample_task(task_id, tasks)}")
        for index, sample in enumerate(found if isinstance(found, list) else [found]):
            solution = sample.get("solution") if isinstance(sample, dict) else None
            if not isinstance(solution, str):
                raise InputError(
                    f"{source}: {task_id}: is a result of EvalPlus without the solutions; give the samples that it was "
                    "made from"
                )
            yield Sample(task_id, index, "solution", solution)


def _inspect(source: str, log: dict[str, Any], tasks: Collection[str]) -> Iterator[Sample]:
    """Yield the samples of a log, in its order. An epoch is a sample."""
    samples = log.get("samples")
    if not isinstance(samples, list) or not samples:
        raise InputError(
            f"{source}: is a log of Inspect AI without samples; write it with log_samples, or give the .eval"
        )
    counts: Counter[str] = Counter()
    for number, sample in enumerate(samples, 1):
        where = f"{source}, sample {number}"
        try:
            metadata, output = sample.get("metadata") or {}, sample.get("output") or {}
            task_id = str(metadata.get("task_id") or sample["id"])
            choices, error = output.get("choices") or [], sample.get("error") or {}
            text = text_of(choices[0]["message"]["content"]) if choices else ""
            failed = clean_text(str(error.get("message"))) if error and not text else None
        except (AttributeError, KeyError, TypeError, IndexError):
            raise InputError(f"{where}: is not as Inspect AI writes samples; was the log written to the end?") from None
        if task_id not in tasks:
            raise InputError(f"{where}: {unknown_sample_task(task_id, tasks)}")
        field: Field = "completion" if metadata.get("answer") == "completion" else "raw"
        yield Sample(task_id, counts[task_id], field, text, _tokens(sample), failed)
        counts[task_id] += 1


def text_of(content: Any) -> str:
    """Return the text of a message, which may have parts that are thoughts or not text.

    Raises:
        TypeError: it is not a message.
    """
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        raise TypeError("no message")
    parts = [part for part in content if isinstance(part, dict) and part.get("type") in ("text", "output_text")]
    return "".join(str(part.get("text") or "") for part in parts)


def _tokens(sample: dict[str, Any]) -> tuple[int, int] | None:
    """Return the tokens of all requests that a sample took."""
    usages = sample.get("model_usage")
    if not isinstance(usages, dict) or not usages:
        return None
    asked = answered = 0
    for usage in usages.values():
        numbers = [
            usage.get(name) or 0 for name in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
        ]
        out = usage.get("output_tokens") or 0
        if not all(type(number) is int and number >= 0 for number in (*numbers, out)):
            return None
        asked, answered = asked + sum(numbers), answered + out
    return asked, answered
