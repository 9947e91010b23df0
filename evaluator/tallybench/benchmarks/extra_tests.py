"""Generated correctness tests: inputs that catch wrong programs which pass a benchmark's own tests.

Each line of a file is a problem. `hf_dataset/extra_tests/BENCHMARK.jsonl` has the few that come with TallyBench, as
`tallybench dev tests reduce` wrote them. The expected outputs are what the problems' ground truths return.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.benchmarks.expected import Inputs, expected_outputs
from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import EXTRA, Case
from tallybench.values.literals import read_literal

EMBEDDED = "embedded"  # the tests that come with TallyBench, not a file's
_ASSERTING = """def contract(*arguments):
    assert ({condition})(*arguments), "{reason}"
"""


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


def contracts_of_tests(benchmark: Benchmark) -> dict[str, str]:
    """Return, by task id, the contract that the inputs of tests must keep: a program, which is untrusted code.

    A problem's own contract says what stress may use. `hf_dataset/extra_tests/BENCHMARK.toml` names, by task id, other
    ranges for tests, each as the source of a function of the arguments: `allowed` replaces the contract, since the
    prompt allows more; inputs that are not `decided` are left out, since the prompt leaves their answers open.
    """
    file = extra_tests(benchmark.name).with_suffix(".toml")
    tables = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    contracts = {}
    for problem in benchmark:
        if problem.contract is not None:
            table = tables.get(problem.task_id, {})
            contract = problem.contract
            if "allowed" in table:
                contract = _ASSERTING.format(condition=table["allowed"], reason="no test may have this")
            if "decided" in table:
                reason = "the prompt leaves the answer open"
                contract = f"{contract}\n\n_CONTRACT = contract\n\n\n" + _ASSERTING.format(
                    condition=table["decided"], reason=reason
                )
                contract += "    _CONTRACT(*arguments)\n"
            contracts[problem.task_id] = contract
    return contracts


def with_extra_tests(benchmark: Benchmark, given: str) -> Benchmark:
    """Return a benchmark whose problems have generated tests as their suite `extra`.

    Args:
        benchmark: one whose problems are functions.
        given: a file of generated inputs, or EMBEDDED.

    Raises:
        InputError: the file cannot be used, or a ground truth has no output for one of its inputs.
        MachineError: the sandbox for the ground truths is missing.
    """
    file = extra_tests(benchmark.name) if given == EMBEDDED else Path(given)
    if given == EMBEDDED and not file.exists():
        raise InputError(
            f"extra_tests {given}: none come with {benchmark.name}; generate some (`dev tests generate`) and "
            "give their file"
        )
    made = {task_id: one for task_id, one in read_lines(file, benchmark).items() if one.inputs}
    if given != EMBEDDED and not made:
        raise InputError(f"{file}: has no inputs for these problems of {benchmark.name}")
    rows = [Inputs(benchmark.by_id[task_id], one.arguments()) for task_id, one in made.items()]
    found = expected_outputs(rows, "extra-1")
    problems = []
    for problem in benchmark:
        fault, outputs, _ = found.get(problem.task_id, (None, [], True))
        if fault is not None or problem.level != "function":
            raise InputError(
                f"{file}: {problem.task_id}: the ground truth has no output for an input; generate them again"
            )
        given_inputs = made[problem.task_id].arguments() if outputs else []
        pairs = zip(given_inputs, outputs, strict=True)
        cases = tuple(Case(arguments, output, suite=EXTRA) for arguments, output in pairs)
        problems.append(replace(problem, extra=cases))
    return replace(benchmark, problems=tuple(problems))


def write_lines(made: Iterable[GeneratedInputs]) -> Iterator[bytes]:
    """Yield the lines of a file of generated inputs: one per problem."""
    for generated in made:
        yield orjson.dumps(asdict(generated), option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS)


def read_lines(path: Path, benchmark: Benchmark) -> dict[str, GeneratedInputs]:
    """Read a file of generated inputs, by task id; problems that are not in the benchmark are skipped.

    Raises:
        InputError: it cannot be read, or has inputs for a different version of a problem.
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
                f"{path}:{number}: {made.task_id}: inputs for a different version of the problem; generate again"
            )
        found[made.task_id] = made
    return found
