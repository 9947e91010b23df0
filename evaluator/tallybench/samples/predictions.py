"""Read predictions in papers' formats: one JSON value, from which nothing is dropped silently.

COFFE's are an object, `{prompt: [[raw output, ...], valid]}`.

ClassEval's are an array, `[{task_id, predict: [...]}, ...]`. An item of `predict` is an answer (holistic), or the list
of the answers for the class's methods, in their order, which are put into the skeleton (incremental, compositional). If
an answer repeats what the model was asked, only the part after the response mark counts. If an entry has
`raw_output`, the answers for the methods, then `predict` is what ClassEval's code assembled from them: the class after
each method was added, or the class without its decorators. The answers are then read instead. In the files of 2023
`raw_output` is the list of one sample's answers, and `predict` may be the class after each method; since 2024 both have
one item per sample.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import orjson

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.samples.assembling import assemble_class, method_names
from tallybench.samples.attempts import Sanitizer
from tallybench.samples.lines import MAX_LINE
from tallybench.samples.reading import Field, Sample, as_file_name
from tallybench.values.text import clean_text

_MAX_FILE = 1 << 30  # bytes
_PROMPT_CHARACTERS = 60  # the most of a prompt that a message shows
_NAMED = 3  # the most prompts or tasks that a note names
_COFFE = "[[raw output, ...], valid]"
_CLASSEVAL = "[{task_id: ClassEval_0, predict: [answer, ...]}, ...], each answer a string or a list of strings"
# A class that had one more method (`print_board`) when ClassEval's answers were written; the place of its answer.
_GONE = {"ClassEval/54": 1}
# What separates an answer from a question that it repeats.
RESPONSES = ("### Response:", "@@ Response:", "[/INST]")


@dataclass(frozen=True)
class Predictions:
    """The predictions in a file for a benchmark."""

    benchmark: str  # the benchmark's name
    samples: tuple[Sample, ...]  # the outputs as samples, in the file's order
    missing: tuple[str, ...]  # the tasks that the file has no outputs for: each counts as failed
    invalid: tuple[str, ...]  # the tasks whose outputs the file itself calls invalid; like COFFE, we skip these outputs
    surplus: tuple[str, ...]  # the prompts or tasks that are not the benchmark's; they are not scored
    # what ClassEval's own code tests, by task id and sample: an answer, or the class that it assembled
    tested: Mapping[tuple[str, int], str] = field(default_factory=dict)

    def notes(self, missing: bool = True) -> list[str]:
        """Return notes for the evaluation, one line each; with `missing`, also on the tasks without outputs."""
        answered = len({sample.task_id for sample in self.samples})
        lines = [f"predictions: {len(self.samples)} outputs for {answered} problems of {self.benchmark}"]
        exceptions = (
            ("have no output and count as failed", "problems", self.missing if missing else ()),
            ("have outputs that the file calls invalid, and count as failed", "problems", self.invalid),
            (f"do not belong to {self.benchmark} and are not scored", "prompts", self.surplus),
        )
        for what, of, names in exceptions:
            if names:
                first = ", ".join(f"`{_shorten(name)}`" for name in names[:_NAMED])
                more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
                lines.append(f"predictions: {len(names)} {of} {what}: {first}{more}")
        return lines


def whole_value(source: Path | str) -> Any:
    """Return the value of a file that is one JSON array or object; None for any other file, such as JSON Lines."""
    path = Path(source)
    try:
        if not path.is_file() or path.stat().st_size > _MAX_FILE:
            return None
        with path.open("rb") as file:
            first = file.readline(MAX_LINE)
            if not first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
                return None
            if file.read(1) and _is_value(first):
                return None  # each line is a value
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None  # something that the reader of JSON Lines reports


def _is_value(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def is_predictions(value: Any) -> bool:
    """Return whether a file's value has the shape of COFFE's predictions."""
    if not (isinstance(value, dict) and value and value.keys().isdisjoint({"task_id", *get_args(Field)})):
        return False
    return any(isinstance(entry, list) for entry in value.values())


def is_class_predictions(value: Any) -> bool:
    """Return whether a file's value has the shape of ClassEval's predictions."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "predict" in value[0]


def read_predictions(source: str | Path, benchmark: Benchmark) -> Predictions:
    """Read COFFE's predictions, keyed by a benchmark's prompts; white space around them does not matter."""
    path = Path(source)
    value = _load(path, dict, f"an object, {_COFFE} by prompt")
    tasks = {problem.prompt.strip(): problem.task_id for problem in benchmark}
    samples: list[Sample] = []
    invalid: list[str] = []
    surplus: list[str] = []
    seen: set[str] = set()
    for prompt, entry in value.items():
        match entry:
            case [str(output), bool(valid)]:
                outputs = [output]
            case [list(outputs), bool(valid)] if _are_texts(outputs):
                pass
            case _:
                raise InputError(f"{path}: at `{_shorten(prompt)}`: is not in the format, expected {_COFFE}")
        task_id = tasks.get(prompt.strip())
        if task_id is None:
            surplus.append(prompt)
            continue
        if task_id in seen:
            raise InputError(f"{path}: at `{_shorten(prompt)}`: the prompt appears twice, apart from white space")
        seen.add(task_id)
        if valid:
            samples += [Sample(task_id, index, "raw", text) for index, text in enumerate(outputs)]
        else:
            invalid.append(task_id)
    if not seen:
        raise InputError(
            f"{path}: none of its {len(value)} prompts is from {benchmark.name}; choose the benchmark they belong to"
        )
    answered = {sample.task_id for sample in samples} | set(invalid)
    missing = tuple(problem.task_id for problem in benchmark if problem.task_id not in answered)
    return Predictions(benchmark.name, tuple(samples), missing, tuple(invalid), tuple(surplus))


def read_class_predictions(source: str | Path, benchmark: Benchmark) -> Predictions:
    """Read ClassEval's predictions for a benchmark whose task ids end in ClassEval's numbers."""
    path = Path(source)
    value = _load(path, list, _CLASSEVAL)
    names = {as_file_name(task_id): task_id for task_id in [*benchmark.by_id, *dict(benchmark.exclusions)]}
    samples: list[Sample] = []
    surplus: list[str] = []
    seen: set[str] = set()
    tested: dict[tuple[str, int], str] = {}
    with Sanitizer() as sanitizer:
        for number, entry in enumerate(value):
            name, answers, assembled = _class_entry(path, number, entry)
            task_id = names.get(as_file_name(name))
            if task_id is None:
                surplus.append(name)
                continue
            if task_id in seen:
                raise InputError(f"{path}: [{number}]: {name} appears twice; leave one out")
            seen.add(task_id)
            problem = benchmark.by_id.get(task_id)
            tested |= {(task_id, index): text for index, text in enumerate(assembled)}
            for index, answer in enumerate(answers):
                if isinstance(answer, str):
                    samples.append(Sample(task_id, index, "raw", _response(answer)))
                elif problem is not None:
                    if task_id in _GONE and len(answer) == len(method_names(problem)) + 1:
                        answer = [text for place, text in enumerate(answer) if place != _GONE[task_id]]
                    code = assemble_class(problem, map(_response, answer), sanitizer)
                    samples.append(Sample(task_id, index, "solution", code))
    if not seen:
        raise InputError(
            f"{path}: none of its {len(value)} entries is from {benchmark.name}; choose the benchmark they belong to"
        )
    missing = tuple(problem.task_id for problem in benchmark if problem.task_id not in seen)
    return Predictions(benchmark.name, tuple(samples), missing, (), tuple(surplus), tested)


def _load(path: Path, kind: type[dict[str, Any]] | type[list[Any]], expected: str) -> Any:
    try:
        value = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON ({error}); expected {expected}") from None
    if not isinstance(value, kind):
        raise InputError(f"{path}: is not {'an object' if kind is dict else 'an array'}; expected {expected}")
    return value


def _class_entry(path: Path, number: int, entry: Any) -> tuple[str, list[Any], list[str]]:
    """Return an entry's name, its answers by sample, and the texts that ClassEval's code tests."""
    match entry:
        case {"task_id": str(name), "predict": list(predict), "raw_output": list(raw)} if _are_answers(predict):
            of_one = bool(raw) and _are_texts(raw)
            if of_one or all(map(_are_texts, raw)):
                made = ["".join(text[-1:]) if isinstance(text, list) else text for text in predict]
                return name, [raw] if of_one else raw, made[-1:] if of_one else made
        case {"task_id": str(name), "predict": list(predict)} if "raw_output" not in entry and _are_answers(predict):
            return name, predict, predict if _are_texts(predict) else []
    raise InputError(f"{path}: [{number}]: is not in the format; expected {_CLASSEVAL}")


def _are_answers(value: list[Any]) -> bool:
    return all(isinstance(answer, str) or _are_texts(answer) for answer in value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _response(text: str) -> str:
    """Return an answer without the question that it may repeat."""
    return next((text.split(mark, 1)[1] for mark in RESPONSES if mark in text), text)


def _shorten(prompt: str) -> str:
    """Return the end of a prompt: they all begin alike."""
    text = clean_text(prompt[-4 * _PROMPT_CHARACTERS :], 4 * _PROMPT_CHARACTERS)
    return text if len(text) <= _PROMPT_CHARACTERS else "..." + text[3 - _PROMPT_CHARACTERS :]
