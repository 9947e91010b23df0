"""Files from other harnesses with one line per problem or answer: lm-evaluation-harness, batches, ECCO.

- Sample logs of lm-evaluation-harness (`--log_samples`, with `--predict_only` or without): `doc` is the dataset's row,
  `resps` holds the answers, `arguments` what was asked. A task with several filters writes each problem once per
  filter, always with the same answers.
- Batches of OpenAI's and Anthropic's interfaces: each line's `custom_id` is, or begins with, a task's id.
- Predictions as ECCO writes them: `problem_id`, `generated_codes`, and the slow program as `input`. From a file with
  rounds of refinement (`generated_codes_0`, `generated_codes_1` ...) the last round is read, unless a study asks for a
  different one.
"""

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources.ecco import edit_task, generate_task
from tallybench.errors import InputError
from tallybench.samples.lines import first_record, json_lines
from tallybench.samples.reading import Field, Sample, numbered, unknown_sample_task
from tallybench.values.text import clean_text

Found = Iterator[tuple[str, Sample]]  # each sample with its place in the file; its index is ignored

_NOT_IN_NAMES = re.compile(r"[^0-9a-z+]+")
_ROUND = re.compile(r"generated_codes(?:_(\d+))?")


def open_lines(source: str, tasks: Collection[str]) -> Iterator[Sample] | None:
    """Open a file in one of these formats, recognized by its first line; None for any other file."""
    first = first_record(source)
    if source.endswith(".jsonl") and first.keys() >= {"doc", "doc_id", "resps"}:
        return numbered(_log(source, tasks), tasks)
    if "problem_id" in first and any(map(_ROUND.match, first)):
        return numbered(_codes(source), tasks)
    if "custom_id" in first and not first.keys().isdisjoint({"response", "result", "body", "params"}):
        return numbered(_batch(source, tasks), tasks)
    return None


def is_editing(source: str) -> bool:
    """Return whether predictions in ECCO's format are for the editing task."""
    return "input" in first_record(source)


def rounds_of(source: str) -> list[int | None]:
    """Return the numbers of the rounds of refinement in ECCO's predictions, from 0; one None if there are no rounds.

    A file without such predictions raises InputError.
    """
    first = first_record(source)
    found = [match for match in map(_ROUND.fullmatch, first) if match]
    if "problem_id" not in first or not found:
        raise InputError(f"{source}: holds no ECCO predictions; give JSON Lines with problem_id and generated_codes")
    rounds = sorted(int(match[1]) for match in found if match[1])
    return list(rounds) or [None]


def open_round(source: str, tasks: Collection[str], number: int | None) -> Iterator[Sample]:
    """Open one round of ECCO's predictions, the last one if there is no number."""
    return numbered(_codes(source, number), tasks)


def _log(source: str, tasks: Collection[str]) -> Found:
    filters: dict[str, Any] = {}  # by problem, the filter whose line was read
    for where, record in json_lines(Path(source)):
        doc, answers = record.get("doc"), record.get("resps")
        if not isinstance(doc, dict) or not isinstance(answers, list):
            raise InputError(f"{where}: has no `doc` or no `resps`, so it is not a line of a sample log")
        if filters.setdefault(str(record.get("doc_id")), record.get("filter")) != record.get("filter"):
            continue
        given = str(doc.get("task_id", ""))  # MBPP's rows have only the number
        task_id = next((name for name in (given, f"MBPP/{given}", f"Mbpp/{given}") if name in tasks), given)
        # A list for each request for the problem.
        for text in (text for one in answers for text in (one if isinstance(one, list) else [one])):
            if not isinstance(text, str):
                raise InputError(f"{where}: an answer in `resps` is not text; does the task generate text?")
            yield where, Sample(task_id, 0, _field(record, doc), text)


def _field(record: dict[str, Any], doc: dict[str, Any]) -> Field:
    """Return `completion` if the question ends in the problem's own prompt, otherwise `raw`.

    A chat prompt may end with the start of the answer: an open fence with the problem's prompt in it.
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


def _codes(source: str, number: int | None = None) -> Found:
    for where, record in json_lines(Path(source)):
        problem_id, slow = record.get("problem_id"), record.get("input")
        if not isinstance(problem_id, str):
            raise InputError(
                f"{where}: `problem_id` is not a string; expected a row with problem_id and generated_codes"
            )
        task_id = edit_task(problem_id, slow) if isinstance(slow, str) else generate_task(problem_id)
        rounds = {int(found[1] or 0): record[key] for key in record if (found := _ROUND.fullmatch(key))}
        codes = rounds.get(max(rounds) if number is None else number) if rounds else None
        if isinstance(codes, str):
            codes = [codes]
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise InputError(f"{where}: `generated_codes` is neither a program nor a list of programs")
        for code in codes:
            yield where, Sample(task_id, 0, "solution", code)


def _batch(source: str, tasks: Collection[str]) -> Found:
    """Yield whole answers; a request that failed is a sample that failed."""
    by_name = {_NOT_IN_NAMES.sub("_", task_id.lower()): task_id for task_id in tasks}
    for where, record in json_lines(Path(source)):
        if "response" not in record and "result" not in record:
            raise InputError(f"{where}: is a batch request, not an answer; give the batch's output file")
        custom_id = str(record.get("custom_id"))
        name = _NOT_IN_NAMES.sub("_", custom_id.lower())
        # The id is the task's, possibly followed by the number of the sample.
        task_id = by_name.get(name) or by_name.get(re.sub(r"_(?:[a-z]+_?)?[0-9]+\Z", "", name))
        if task_id is None:
            hint = unknown_sample_task(custom_id, tasks)
            raise InputError(f"{where}: `custom_id`: {hint}; or write JSON Lines with `task_id` and `raw`")
        try:
            texts, tokens, failed = _answers(record)
        except (AttributeError, KeyError, TypeError):
            raise InputError(f"{where}: is not a batch answer in OpenAI's or Anthropic's format") from None
        for text in texts:
            yield where, Sample(task_id, 0, "raw", text, tokens, failed)


def _answers(record: dict[str, Any]) -> tuple[list[str], tuple[int, int] | None, str | None]:
    """Return the texts of a batch's line, the tokens they took, and why the request failed."""
    answered = record.get("response") or record.get("result") or {}
    body = answered.get("body") or answered.get("message") or {}
    texts = [
        message_text(choice["message"]["content"]) if "message" in choice else str(choice["text"])
        for choice in body.get("choices") or []
    ]
    if not texts and isinstance(body.get("output"), list):  # from the Responses interface
        texts = ["".join(message_text(item.get("content")) for item in body["output"] if item.get("type") == "message")]
    if not texts and "content" in body:
        texts = [message_text(body["content"])]
    if not texts:
        error = record.get("error") or answered.get("error") or body.get("error")
        return [""], None, clean_text(str(error or answered.get("type") or "the answer is empty"))
    usage: dict[str, Any] = body.get("usage") or {}
    asked: Any = usage.get("prompt_tokens", usage.get("input_tokens"))
    written: Any = usage.get("completion_tokens", usage.get("output_tokens"))
    known = len(texts) == 1 and isinstance(asked, int) and isinstance(written, int) and min(asked, written) >= 0
    return texts, ((asked, written) if known else None), None


def message_text(content: Any) -> str:
    """Return the text of a message, skipping parts that are reasoning or not text."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        raise TypeError("no message")
    parts = [part for part in content if isinstance(part, dict) and part.get("type") in ("text", "output_text")]
    return "".join(str(part.get("text") or "") for part in parts)
