"""Batches of OpenAI's and Anthropic's interfaces: JSON Lines with a `custom_id` that is a task's, or begins with it."""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from tallybench.errors import InputError
from tallybench.samples.harnesses.whole_files import text_of
from tallybench.samples.reading import MAX_LINE, Sample, parse_object, unknown_sample_task
from tallybench.values.text import clean_text

_NO_NAME = re.compile(r"[^0-9a-z+]+")


def is_batch(source: str) -> bool:
    """Return whether a file holds the answers to a batch, or its requests, judging by its first line."""
    if not os.path.isfile(source):
        return False
    with open(source, "rb") as file:
        line = file.readline(MAX_LINE)
    if b'"custom_id"' not in line:
        return False
    try:
        return not {"response", "result", "body", "params"}.isdisjoint(parse_object(line, source))
    except InputError:
        return False


def read_batch(source: str, tasks: Collection[str]) -> Iterator[Sample]:
    """Read the answers to a batch. Each is a whole answer; a request that failed is a sample that failed.

    Raises:
        InputError: it holds requests, or a line is malformed or of an unknown task.
    """
    by_name = {_NO_NAME.sub("_", task_id.lower()): task_id for task_id in tasks}
    counts: Counter[str] = Counter()
    with Path(source).open("rb") as file:
        for number, line in enumerate(file, 1):
            where = f"{source}, line {number}"
            if not line.strip():
                continue
            record = parse_object(line, where)
            if "response" not in record and "result" not in record:
                raise InputError(f"{where}: is a request of a batch, not an answer; give the batch's output file")
            task_id = _task_id(str(record.get("custom_id")), by_name)
            if task_id is None:
                hint = unknown_sample_task(str(record.get("custom_id")), tasks)
                raise InputError(f"{where}: `custom_id`: {hint}; or write JSON Lines with `task_id` and `raw`")
            for text, tokens, failed in _answers(record, where):
                yield Sample(task_id, counts[task_id], "raw", text, tokens, failed)
                counts[task_id] += 1


def _task_id(custom_id: str, by_name: dict[str, str]) -> str | None:
    """Return the task of a request: its id is the task's, possibly followed by the number of the sample."""
    name = _NO_NAME.sub("_", custom_id.lower())
    return by_name.get(name) or by_name.get(re.sub(r"_(?:[a-z]+_?)?[0-9]+\Z", "", name))


def _answers(record: dict[str, Any], where: str) -> Iterator[tuple[str, tuple[int, int] | None, str | None]]:
    try:
        answered = record.get("response") or record.get("result") or {}
        body = answered.get("body") or answered.get("message") or {}
        error = record.get("error") or answered.get("error") or body.get("error")
        texts = [
            text_of(choice["message"]["content"]) if "message" in choice else str(choice["text"])
            for choice in body.get("choices") or []
        ]
        if not texts and isinstance(body.get("output"), list):  # of the Responses interface
            texts = ["".join(text_of(item.get("content")) for item in body["output"] if item.get("type") == "message")]
        if not texts and "content" in body:
            texts = [text_of(body["content"])]
        usage = body.get("usage") or {}
        numbers = [
            usage.get(name, usage.get(other))
            for name, other in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens"))
        ]
    except (AttributeError, KeyError, TypeError):
        raise InputError(f"{where}: is no answer of a batch as OpenAI or Anthropic writes it") from None
    if not texts:
        yield "", None, clean_text(str(error or answered.get("type") or "the answer is empty"))
    asked, answered_with = numbers
    tokens = None
    if len(texts) == 1 and isinstance(asked, int) and isinstance(answered_with, int) and min(asked, answered_with) >= 0:
        tokens = (asked, answered_with)
    for text in texts:
        yield text, tokens, None
