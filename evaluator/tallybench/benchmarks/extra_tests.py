"""Generated correctness tests: inputs on which wrong programs fail that pass a benchmark's own tests.

Each line of a file is a problem. `hf_dataset/extra_tests/BENCHMARK.jsonl` has the few that come with TallyBench, as
`tallybench dev tests reduce` wrote them.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.values.literals import read_literal


def extra_tests(benchmark: str) -> Path:
    """Return the path of the file for a benchmark that comes with TallyBench, whether it exists or not."""
    return data_folder() / "extra_tests" / f"{benchmark}.jsonl"


@dataclass(frozen=True)
class Disputed:
    """An input on which ground truths disagree.

    Attributes:
        arguments: as a literal.
        outputs: by solution, what it returns as a literal, or why it returns nothing.
    """

    arguments: str
    outputs: dict[str, str]


@dataclass(frozen=True)
class GeneratedInputs:
    """What was generated for a problem.

    Attributes:
        content: the problem's hash.
        truths: the solutions that agree on each input.
        tried: how many distinct new inputs were tried.
        invalid: how many of them break the contract, or have an answer that the prompt leaves open.
        failed: on how many the ground truth returns nothing that can be a test's expected output.
        inputs: the arguments of each input, as a literal.
        canonical_wrong: inputs on which the source's canonical solution is wrong, if that is not the ground truth.
    """

    task_id: str
    content: str
    truths: tuple[str, ...]
    tried: int
    invalid: int
    failed: int
    inputs: tuple[str, ...]
    disputed: tuple[Disputed, ...]
    canonical_wrong: tuple[Disputed, ...]

    def arguments(self) -> list[tuple[Any, ...]]:
        """Return the arguments of each input."""
        return [tuple(read_literal(text)) for text in self.inputs]


def read_decided(benchmark: Benchmark) -> dict[str, str]:
    """Return, by task id, the source of a function of the arguments that says whether the prompt decides the answer.

    No test has an input whose answer is left open, since right programs differ on it. Problems without a table in
    `hf_dataset/extra_tests/BENCHMARK.toml` leave nothing open, as far as is known.
    """
    file = extra_tests(benchmark.name).with_suffix(".toml")
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {task_id: table["decided"] for task_id, table in tables.items() if task_id in benchmark.by_id}


def write_lines(made: Iterable[GeneratedInputs]) -> Iterator[bytes]:
    """Yield the lines of a file of generated inputs: one per problem."""
    for generated in made:
        yield orjson.dumps(asdict(generated), option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS)


def read_lines(path: Path, benchmark: Benchmark) -> dict[str, GeneratedInputs]:
    """Read a file of generated inputs, by task id; problems that are not in the benchmark are skipped.

    Raises:
        InputError: it cannot be read, or has inputs of another version of a problem.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    adapter = TypeAdapter(GeneratedInputs)
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            made = adapter.validate_json(line)
            made.arguments()
        except ValueError as error:
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise InputError(f"{path}:{number}: not a line of generated inputs ({why}); generate them again") from None
        problem = benchmark.by_id.get(made.task_id)
        if problem is None:
            continue
        if problem.hash != made.content:
            raise InputError(
                f"{path}:{number}: {made.task_id}: these inputs are of another version of the problem; generate again"
            )
        found[made.task_id] = made
    return found
