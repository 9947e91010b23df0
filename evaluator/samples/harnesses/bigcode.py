"""Generations of bigcode-evaluation-harness: one JSON array with an array of programs for each problem, in order."""

import os
from collections.abc import Iterator

import orjson

from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.samples.reading import Sample, check_text

_MAX_FILE = 1 << 30  # bytes


def is_generations(source: str) -> bool:
    """Whether a file is generations, by its first characters."""
    if not (os.path.isfile(source) and os.path.getsize(source) <= _MAX_FILE):
        return False
    with open(source, "rb") as file:
        return b"".join(file.read(64).split()).startswith((b"[[", b"[]"))


def read_generations(source: str, benchmark: Benchmark) -> Iterator[Sample]:
    """Reads generations. A program is whole: the harness puts the prompt before what the model went on with.

    The file names no problems: its first list is of the benchmark's first problem, and a run with `--limit` has fewer.

    Raises:
        InputError: it is not in the form, or holds more problems than the benchmark has.
    """
    with open(source, "rb") as file:
        try:
            found = orjson.loads(file.read())
        except orjson.JSONDecodeError as error:
            raise InputError(f"{source}: is not JSON: {error}") from None
    problems = benchmark.problems
    if len(found) > len(problems):
        raise InputError(f"{source}: holds {len(found)} problems, {benchmark.name} has {len(problems)}; choose another")
    for problem, programs in zip(problems, found, strict=False):
        where = f"{source}: {problem.task_id}"
        if not isinstance(programs, list) or not all(isinstance(program, str) for program in programs):
            raise InputError(f"{where}: is no array of programs; generations are an array of arrays of texts")
        for index, program in enumerate(programs):
            check_text(program, where)
            yield Sample(problem.task_id, index, "solution", program)
