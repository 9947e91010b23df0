"""Generations of bigcode-evaluation-harness: one JSON array with an array of programs for each problem, in order.

The file names neither its problems nor where it begins (`--limit_start`). So its lists are matched with the problems in
their source's order, including those that the benchmark leaves out, and each must mention its function.
"""

import os
import re
from collections.abc import Container, Iterator, Mapping, Sequence

import orjson

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.samples.reading import Sample

_MAX_FILE = 1 << 30  # bytes
_NAME = re.compile(r"[^\W\d]\w*")
_DEFINED = re.compile(r"\b(?:def|class)\s+([^\W\d]\w*)")
_MBPP_TEST = range(11, 511)
_FITTING = 0.9  # of the lists have to mention their problem's function, which the prompt in each program names
_NEAR = 10  # how many lists before and after a place are searched for the one missing there
_ADVICE = (
    "Choose the benchmark they are of; or write JSON Lines, one object a line with the problem's `task_id` and the "
    "program as `solution`"
)


def is_generations(source: str) -> bool:
    """Return whether a file holds generations, judging by its first characters."""
    if not (os.path.isfile(source) and os.path.getsize(source) <= _MAX_FILE):
        return False
    with open(source, "rb") as file:
        return b"".join(file.read(64).split()).startswith((b"[[", b"[]"))


def read_generations(source: str, benchmark: Benchmark) -> Iterator[Sample]:
    """Read generations. A program is whole: the harness puts the prompt before the model's continuation.

    Raises:
        InputError: it is malformed, or its lists cannot be those of the benchmark's problems.
    """
    with open(source, "rb") as file:
        try:
            found = orjson.loads(file.read())
        except orjson.JSONDecodeError as error:
            raise InputError(f"{source}: is not JSON: {error}") from None
    for number, programs in enumerate(found):
        if not isinstance(programs, list) or not all(isinstance(program, str) for program in programs):
            where = f"{source}: list {number + 1} of {len(found)}"
            raise InputError(f"{where}: is no array of programs; generations are an array of arrays of texts")
    for task_id, programs in zip(_task_ids(source, found, benchmark), found, strict=True):
        if task_id is not None:
            yield from (Sample(task_id, index, "solution", program) for index, program in enumerate(programs))


def _task_ids(source: str, found: list[list[str]], benchmark: Benchmark) -> Sequence[str | None]:
    """Return the problem of each list; None if the benchmark does not have it."""
    if not found:
        return []
    names = {problem.task_id: problem.entry_point for problem in benchmark}
    mentioned = [set(_NAME.findall("\n".join(programs))) for programs in found]
    defined = [set(_DEFINED.findall("\n".join(programs))) for programs in found]
    prompts = {problem.task_id: problem.prompt.strip() for problem in benchmark}
    begun = [_Beginning((programs or [""])[0].lstrip()) for programs in found]
    orders = _orders(benchmark)
    places = dict.fromkeys(
        tuple(order[first : first + len(found)]) for order in orders for first in range(len(order) - len(found) + 1)
    )
    if not places:
        most = max(map(len, orders))
        raise InputError(f"{source}: holds {len(found)} lists, {benchmark.name} has {most} problems; choose another")
    scores = {
        place: (_fit(place, prompts, begun), _fit(place, names, defined), _fit(place, names, mentioned))
        for place in places
    }
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
                f"{source}: list {number + 1} should be of {task_id} (`{name}`), and is of `{moved[0]}`: a list is "
                f"missing or too many. {_ADVICE}"
            )
    if fits < _FITTING * checked or (not checked and len(found) != len(orders[0])):
        raise InputError(
            f"{source}: its {len(found)} lists are not of the problems of {benchmark.name} in their order: "
            f"{fits} of {checked} mention the function that is asked for. {_ADVICE}"
        )
    if checked and sum(score == scores[best] for score in scores.values()) > 1:
        raise InputError(f"{source}: its {len(found)} lists fit several places of {benchmark.name} alike. {_ADVICE}")
    return best


class _Beginning(str):
    """A program that contains, in the sense of `in`, the prompt that it begins with."""

    def __contains__(self, prompt: object) -> bool:
        return isinstance(prompt, str) and prompt != "" and self.startswith(prompt)


def _fit(place: Sequence[str | None], names: Mapping[str, str], words: Sequence[Container[str | None]]) -> int:
    """Return how many lists hold the name, or the prompt, of the problem whose place they take."""
    return sum(names.get(task_id or "") in found for task_id, found in zip(place, words, strict=True))


def _orders(benchmark: Benchmark) -> list[list[str | None]]:
    """Return the possible orders of the problems in a source.

    By number; and MBPP's test split, of which the benchmark has a part.
    """
    every = {task_id: _number(task_id) for task_id in [*benchmark.by_id, *dict(benchmark.exclusions)]}
    orders: list[list[str | None]] = [[*sorted(every, key=every.__getitem__)]]
    if all(task_id.lower().startswith("mbpp") for task_id in every):
        by_number = {number: task_id for task_id, number in every.items()}
        orders.append([by_number.get(number) for number in _MBPP_TEST])
    return orders


def _number(task_id: str) -> int:
    digits = re.search(r"(\d+)\Z", task_id)
    return int(digits[1]) if digits else 0
