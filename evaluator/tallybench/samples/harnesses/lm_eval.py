"""Sample logs of lm-evaluation-harness (`--log_samples`, with `--predict_only` or without): JSON Lines.

A line is a problem: `doc` is the dataset's row, `resps` holds the answers, `arguments` what was asked. A task with
several filters writes each problem once per filter, always with the same answers.
"""

import json
import os
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from tallybench.errors import InputError
from tallybench.samples.reading import MAX_LINE, Field, Sample, parse_object, unknown_sample_task

_OF_A_LINE = {"doc", "doc_id", "resps"}


def is_sample_log(source: str) -> bool:
    """Return whether a file is such a log, judging by its first line."""
    if not (source.endswith(".jsonl") and os.path.isfile(source)):
        return False
    with open(source, "rb") as file:
        line = file.readline(MAX_LINE)
    try:
        return parse_object(line, source).keys() >= _OF_A_LINE
    except InputError:
        return False


def read_sample_log(source: str, tasks: Collection[str]) -> Iterator[Sample]:
    """Read the samples of a log, problem by problem.

    Raises:
        InputError: a line is malformed, or of an unknown task.
    """
    counts: Counter[str] = Counter()
    filters: dict[str, Any] = {}  # by problem, the filter whose line was read
    with Path(source).open("rb") as file:
        for number, line in enumerate(file, 1):
            where = f"{source}, line {number}"
            record = parse_object(line, where)
            doc = record.get("doc")
            if not isinstance(doc, dict) or not isinstance(record.get("resps"), list):
                raise InputError(f"{where}: has no `doc` and `resps`; it is no line of a sample log")
            if filters.setdefault(str(record.get("doc_id")), record.get("filter")) != record.get("filter"):
                continue
            task_id = _task_id(doc, tasks)
            if task_id not in tasks:
                raise InputError(f"{where}: {unknown_sample_task(task_id, tasks)}")
            for text in _answers(record["resps"], where):
                yield Sample(task_id, counts[task_id], _field(record, doc), text)
                counts[task_id] += 1


def _task_id(doc: dict[str, Any], tasks: Collection[str]) -> str:
    """Return the problem's id; MBPP's rows have only the number."""
    given = str(doc.get("task_id", ""))
    return next((task_id for task_id in (given, f"MBPP/{given}", f"Mbpp/{given}") if task_id in tasks), given)


def _answers(resps: list[Any], where: str) -> Iterator[str]:
    """Yield the answers: a list of them for each request of the problem."""
    for answers in resps:
        for text in answers if isinstance(answers, list) else [answers]:
            if not isinstance(text, str):
                raise InputError(f"{where}: an answer in `resps` is no text; is the task one that generates text?")
            yield text


def _field(record: dict[str, Any], doc: dict[str, Any]) -> Field:
    """Return `completion` if the question ends in the problem's own prompt, otherwise `raw`.

    The question to an instructed model may end in the beginning of an answer: a fence, and the prompt in it.
    """
    asked, prompt = _asked(record.get("arguments")).rstrip(), doc.get("prompt")
    continues = isinstance(prompt, str) and prompt.strip() and asked.endswith(prompt.strip())
    return "completion" if continues else "raw"


def _asked(arguments: Any) -> str:
    """Return the question, which in a chat is the last message; a chat may be written as JSON."""
    while arguments and not isinstance(arguments, str):
        if isinstance(arguments, dict):
            arguments = arguments.get("content") or next(iter(arguments.values()))
        elif isinstance(arguments, list):
            arguments = arguments[-1 if isinstance(arguments[0], dict) and "role" in arguments[0] else 0]
        else:
            return ""
    if not isinstance(arguments, str):
        return ""
    if arguments[:1] in ("[", "{"):
        try:
            return _asked(json.loads(arguments))
        except (ValueError, RecursionError):
            pass
    return arguments
