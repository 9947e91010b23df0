"""Files from other harnesses that hold one value: Inspect AI's logs, EvalPlus' results, bigcode's generations.

Generations of bigcode-evaluation-harness are one JSON array with an array of programs for each problem, in order. The
file names neither its problems nor where it begins (`--limit_start`). So its lists are matched with the problems in
their source's order, including those that the benchmark leaves out, and each must mention its function.
"""

import importlib.util
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.samples.harness_lines import Found, message_text
from tallybench.samples.reading import Field, Sample
from tallybench.values.text import clean_text, described

_NAME = re.compile(r"[^\W\d]\w*")
_DEFINED = re.compile(r"\b(?:def|class)\s+([^\W\d]\w*)")
_MBPP_TEST = range(11, 511)
_FITTING = 0.9  # of the lists must mention their problem's function, which the prompt in each program names
_NEAR = 10  # how many lists before and after a position are searched for the one missing there
_ADVICE = (
    "Choose the benchmark they belong to; or write JSON Lines, one object per line with the problem's `task_id` and "
    "the program as `solution`"
)


def is_inspect_log(source: str) -> bool:
    """Return whether a file is a log of Inspect AI in its own format, which is a zip archive."""
    path = Path(source)
    if path.suffix != ".eval" or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def inspect_log(source: str) -> Found:
    """Yield the samples of a log, in its order. Each epoch is a sample."""
    if importlib.util.find_spec("inspect_ai") is None:
        raise InputError(f"{source}: is a log of Inspect AI; to read it: pip install 'tallybench[inspect]'")
    from inspect_ai.log import read_eval_log_samples

    try:
        logged = read_eval_log_samples(Path(source), all_samples_required=False)
        yield from _inspect_samples(source, (sample.model_dump() for sample in logged))
    except InputError:
        raise
    except Exception as error:  # whatever a damaged archive makes it raise
        raise InputError(f"{source}: Inspect AI cannot read it ({clean_text(described(error))})") from None


def json_results(source: str, value: dict[str, Any]) -> Found:
    """Yield the samples in EvalPlus' results (`*_eval_results.json`), or in a log of Inspect AI as JSON."""
    if "samples" not in value and value["eval"].keys().isdisjoint({"model", "task"}):
        yield from _evalplus_results(source, value["eval"])
        return
    samples = value.get("samples")
    if not isinstance(samples, list) or not samples:
        raise InputError(
            f"{source}: is a log of Inspect AI without samples; write it with log_samples, or give the .eval"
        )
    yield from _inspect_samples(source, samples)


def _evalplus_results(source: str, results: Mapping[str, Any]) -> Found:
    """Yield the solutions in EvalPlus' results; its verdicts on them are ignored."""
    for task_id, found in results.items():
        for sample in found if isinstance(found, list) else [found]:
            solution = sample.get("solution") if isinstance(sample, dict) else None
            if not isinstance(solution, str):
                raise InputError(
                    f"{source}: {task_id}: is a result of EvalPlus without the solutions; give the samples that it was "
                    "made from"
                )
            yield f"{source}: eval", Sample(task_id, 0, "solution", solution)


def _inspect_samples(source: str, samples: Iterable[Any]) -> Found:
    for number, sample in enumerate(samples, 1):
        where = f"{source}, sample {number}"
        try:
            metadata, output = sample.get("metadata") or {}, sample.get("output") or {}
            task_id = str(metadata.get("task_id") or sample["id"])
            choices, error = output.get("choices") or [], sample.get("error") or {}
            text = message_text(choices[0]["message"]["content"]) if choices else ""
            failed = clean_text(str(error.get("message"))) if error and not text else None
        except (AttributeError, KeyError, TypeError, IndexError):
            raise InputError(f"{where}: is not in Inspect AI's format; was the log written to the end?") from None
        field: Field = "completion" if metadata.get("answer") == "completion" else "raw"
        yield where, Sample(task_id, 0, field, text, _tokens(sample), failed)


def _tokens(sample: dict[str, Any]) -> tuple[int, int] | None:
    """Return the tokens of all requests for a sample, to any model."""
    usages = sample.get("model_usage")
    if not isinstance(usages, dict) or not usages:
        return None
    asked = answered = 0
    for usage in usages.values():
        cached = ("input_tokens_cache_read", "input_tokens_cache_write")
        numbers = [usage.get(name) or 0 for name in ("output_tokens", "input_tokens", *cached)]
        if not all(type(number) is int and number >= 0 for number in numbers):
            return None
        answered, asked = answered + numbers[0], asked + sum(numbers[1:])
    return asked, answered


def generations(source: str, found: Any, benchmark: Benchmark) -> Iterator[Sample]:
    """Yield the programs in generations. Each is whole: the harness puts the prompt before the model's continuation."""
    for number, programs in enumerate(found):
        if not isinstance(programs, list) or not all(isinstance(program, str) for program in programs):
            where = f"{source}: list {number + 1} of {len(found)}"
            raise InputError(f"{where}: is not an array of programs; generations are an array of arrays of strings")
    for task_id, programs in zip(_task_ids(source, found, benchmark), found, strict=True):
        if task_id is not None:
            yield from (Sample(task_id, index, "solution", program) for index, program in enumerate(programs))


def _task_ids(source: str, found: list[list[str]], benchmark: Benchmark) -> Sequence[str | None]:
    """Return the problem of each list; None if the benchmark does not have it."""
    if not found:
        return []
    names = {problem.task_id: problem.entry_point for problem in benchmark}
    prompts = {problem.task_id: problem.prompt.strip() for problem in benchmark}
    mentioned = [set(_NAME.findall("\n".join(programs))) for programs in found]
    defined = [set(_DEFINED.findall("\n".join(programs))) for programs in found]
    begun = [(programs or [""])[0].lstrip() for programs in found]

    def fit(place: Sequence[str | None]) -> tuple[int, int, int]:
        """Return how many lists begin with the prompt of their problem, define its function, and mention it."""
        asked = [(prompts.get(task_id or ""), names.get(task_id or "")) for task_id in place]
        return (
            sum(bool(prompt) and text.startswith(prompt or "") for (prompt, _), text in zip(asked, begun, strict=True)),
            sum(name in words for (_, name), words in zip(asked, defined, strict=True)),
            sum(name in words for (_, name), words in zip(asked, mentioned, strict=True)),
        )

    orders = _orders(benchmark)
    places = dict.fromkeys(
        tuple(order[first : first + len(found)]) for order in orders for first in range(len(order) - len(found) + 1)
    )
    if not places:
        most = max(map(len, orders))
        raise InputError(f"{source}: has {len(found)} lists, but {benchmark.name} has {most} problems; choose another")
    scores = {place: fit(place) for place in places}
    best = max(scores, key=scores.__getitem__)
    fits, checked = scores[best][-1], 0
    for number, (task_id, words) in enumerate(zip(best, mentioned, strict=True)):
        name = names.get(task_id or "")
        if not name or not words:
            continue
        checked += 1
        near = [names.get(other or "") for other in best[max(number - _NEAR, 0) : number + _NEAR + 1]]
        if name not in words and (moved := [other for other in near if other in words]):
            raise InputError(
                f"{source}: list {number + 1} should be for {task_id} (`{name}`), but is for `{moved[0]}`: a list "
                f"is missing or extra. {_ADVICE}"
            )
    if fits < _FITTING * checked or (not checked and len(found) != len(orders[0])):
        raise InputError(
            f"{source}: its {len(found)} lists are not for the problems of {benchmark.name} in their order: "
            f"{fits} of {checked} mention the required function. {_ADVICE}"
        )
    if checked and sum(score == scores[best] for score in scores.values()) > 1:
        raise InputError(f"{source}: its {len(found)} lists fit several parts of {benchmark.name} equally. {_ADVICE}")
    return best


def _orders(benchmark: Benchmark) -> list[list[str | None]]:
    """Return the possible orders of the problems: by number; and MBPP's test split, which a benchmark has in part."""
    found = ((task_id, re.search(r"\d+\Z", task_id)) for task_id in [*benchmark.by_id, *dict(benchmark.exclusions)])
    every = {task_id: int(number[0]) if number else 0 for task_id, number in found}
    orders: list[list[str | None]] = [[*sorted(every, key=every.__getitem__)]]
    if all(task_id.lower().startswith("mbpp") for task_id in every):
        by_number = {number: task_id for task_id, number in every.items()}
        orders.append([by_number.get(number) for number in _MBPP_TEST])
    return orders
