"""Reads predictions as COFFE writes them: one JSON object, `{prompt: [[raw output, ...], valid]}`."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.samples.reading import MAX_LINE, Field, Sample
from tallybench.values.text import clean_text

MAX_FILE = 1 << 30  # bytes
_PROMPT_CHARACTERS = 60  # the most of a prompt that a message shows
_NAMED = 3  # the most prompts or tasks that a note names
_FORMAT = "[[raw output, ...], valid]"


@dataclass(frozen=True)
class Predictions:
    """The predictions in a file for a benchmark.

    Attributes:
        benchmark: the benchmark's name.
        samples: the outputs as raw samples, in the file's order.
        missing: the tasks that the file has no outputs for: each counts as failed.
        invalid: the tasks whose outputs the file itself calls invalid; like COFFE, we skip these outputs.
        surplus: the prompts that are not the benchmark's; they are not scored.
    """

    benchmark: str
    samples: tuple[Sample, ...]
    missing: tuple[str, ...]
    invalid: tuple[str, ...]
    surplus: tuple[str, ...]

    def notes(self, missing: bool = True) -> list[str]:
        """Return notes for the evaluation, one line each.

        Args:
            missing: also name the tasks without outputs.
        """
        answered = len({sample.task_id for sample in self.samples})
        lines = [f"predictions: {len(self.samples)} outputs for {answered} problems of {self.benchmark}"]
        exceptions = (
            ("have no output and count as failed", "problems", self.missing if missing else ()),
            ("have outputs that the file calls invalid, and count as failed", "problems", self.invalid),
            (f"are not of {self.benchmark} and are not scored", "prompts", self.surplus),
        )
        for what, of, names in exceptions:
            if names:
                first = ", ".join(f"`{_shorten(name)}`" for name in names[:_NAMED])
                more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
                lines.append(f"predictions: {len(names)} {of} {what}: {first}{more}")
        return lines


def is_predictions(source: str | Path) -> bool:
    """Return whether a file has the shape of predictions: one JSON object by prompt, not one sample per line."""
    path = Path(source)
    if not os.path.isfile(path) or path.stat().st_size > MAX_FILE:
        return False
    with path.open("rb") as file:
        first = file.readline(MAX_LINE)
        if not first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return False
        if file.read(1) and _is_sample(first):
            return False
    try:
        value = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return False  # JSON Lines, or something that the reader of JSON Lines reports
    if not (isinstance(value, dict) and value and value.keys().isdisjoint({"task_id", *get_args(Field)})):
        return False
    return any(isinstance(entry, list) for entry in value.values())


def read_predictions(source: str | Path, benchmark: Benchmark) -> Predictions:
    """Read predictions for a benchmark whose prompts they are keyed by.

    Args:
        source: the file.
        benchmark: the benchmark. White space around prompts does not matter.

    Raises:
        InputError: it cannot be read, an entry is not in the format, or no prompt is one of the benchmark's.
    """
    path = Path(source)
    value = load_json(path, f"an object, {_FORMAT} by prompt")
    if not isinstance(value, dict):
        raise InputError(f"{path}: is not an object; expected {_FORMAT} by prompt")
    tasks = {problem.prompt.strip(): problem.task_id for problem in benchmark}
    samples: list[Sample] = []
    invalid, surplus, seen = [], [], set()
    for prompt, entry in value.items():
        outputs, valid = _entry(path, prompt, entry)
        task_id = tasks.get(prompt.strip())
        if task_id is None:
            surplus.append(prompt)
            continue
        if task_id in seen:
            raise InputError(f"{path}: at `{_shorten(prompt)}`: the prompt is there twice, but for white space")
        seen.add(task_id)
        if not valid:
            invalid.append(task_id)
            continue
        for index, text in enumerate(outputs):
            samples.append(Sample(task_id, index, "raw", text))
    if not seen:
        raise InputError(
            f"{path}: none of its {len(value)} prompts is one of {benchmark.name}; choose the benchmark it is of"
        )
    answered = {sample.task_id for sample in samples} | set(invalid)
    return Predictions(
        benchmark.name,
        tuple(samples),
        tuple(problem.task_id for problem in benchmark if problem.task_id not in answered),
        tuple(invalid),
        tuple(surplus),
    )


def load_json(path: Path, expected: str) -> Any:
    """Load a file that is one JSON value.

    Raises:
        InputError: it cannot be read or is not JSON; `expected` says what it should be.
    """
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON ({error}); expected {expected}") from None


def _entry(path: Path, prompt: str, entry: Any) -> tuple[list[str], bool]:
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], bool):
        outputs = [entry[0]] if isinstance(entry[0], str) else entry[0]
        if isinstance(outputs, list) and all(isinstance(output, str) for output in outputs):
            return outputs, entry[1]
    raise InputError(f"{path}: at `{_shorten(prompt)}`: is not in the format, expected {_FORMAT}")


def _is_sample(line: bytes) -> bool:
    """Return whether a line is a whole object by itself, as in JSON Lines."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _shorten(prompt: str) -> str:
    """Return the end of a prompt: they all begin alike."""
    text = clean_text(prompt[-4 * _PROMPT_CHARACTERS :], 4 * _PROMPT_CHARACTERS)
    return text if len(text) <= _PROMPT_CHARACTERS else "..." + text[3 - _PROMPT_CHARACTERS :]
