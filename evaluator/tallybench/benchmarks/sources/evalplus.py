"""EvalPlus' HumanEval+ and MBPP+, from their public files, which have inputs without outputs.

The expected outputs are what the canonical solution returns; it is run once in the sandbox, and they are cached.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field

from tallybench.benchmarks.expected import Inputs, expected_outputs
from tallybench.benchmarks.sources.data_files import (
    DataFile,
    Excluded,
    Found,
    Record,
    read_problems,
    read_rows,
    with_problems,
)
from tallybench.benchmarks.sources.evalplus_types import restored
from tallybench.benchmarks.trees import parse_quietly
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.evalplus_judge import LEAST_TOLERANCE, accepts_of, is_floats, only_whether_any
from tallybench.model.problem import BASE, PLUS, Case, Problem, Solution

FILES = {
    "humaneval+": "HumanEvalPlus.jsonl",
    "humaneval+mini": "HumanEvalPlus-Mini.jsonl",
    "humaneval+noextreme": "HumanEvalPlus-NoExtreme.jsonl",
    "mbpp+": "MbppPlus.jsonl",
    "mbpp+noextreme": "MbppPlus-NoExtreme.jsonl",
}
# CPU seconds for all of a sample's tests together: four times what the ground truth takes on an ordinary machine, if
# that is more than USUAL_SECONDS. They are fixed, not measured at run time, so that a verdict is the same on every
# machine. `benchmarks/against_evalplus.py seconds` prints what ground truths take.
USUAL_SECONDS = 4.0
LONGER_SECONDS = {
    "HumanEval/15": 10.0,
    "HumanEval/36": 4.5,
    "HumanEval/59": 6.5,
    "HumanEval/83": 5.0,
    "HumanEval/130": 5.0,
    "HumanEval/139": 13.0,
    "Mbpp/599": 32.0,
    "Mbpp/392": 12.0,
    "Mbpp/123": 9.0,
    "Mbpp/271": 9.0,
    "Mbpp/603": 7.0,
    "Mbpp/592": 7.0,
    "Mbpp/389": 5.0,
}


class _Line(Record):
    task_id: str = Field(description="such as HumanEval/2 or Mbpp/2")
    prompt: str = Field(description="a string")
    entry_point: str = Field(description="a string")
    canonical_solution: str = Field(description="a string")
    contract: str = Field(description="a string")
    base_input: list[list[Any]] = Field(description="a list of inputs, each a list of arguments")
    plus_input: Any  # one problem of MBPP+ has {} for none
    atol: float = Field(description="a number")


@dataclass(frozen=True)
class _Inputs:
    """A problem whose expected outputs are still to be computed; the first `base` inputs are HumanEval's or MBPP's."""

    problem: Problem
    arguments: list[tuple[Any, ...]]
    base: int
    tolerance: float

    @property
    def source(self) -> str:
        """The part of the task id before the number."""
        return self.problem.task_id.rpartition("/")[0]

    @property
    def inputs(self) -> Inputs:
        """What its canonical solution is run on."""
        return Inputs(self.problem, self.arguments, only_whether_any(self.source, self.problem.entry_point))


def load_evalplus(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load one of these benchmarks from the folder with its file, gzipped or not, or from the file."""
    file = _read(benchmark, data)
    readable, unreadable = read_rows(_rows(file))
    # Since version 3, some problems keep only whether there is an output; version 4 begins with a hash of the rest.
    expected = expected_outputs([row.inputs for row in readable], "evalplus-4")
    rows = ((row.problem.task_id, partial(_with_outputs, row, *expected[row.problem.task_id])) for row in readable)
    found = with_problems(benchmark, data, [file], rows)
    usual = frozenset(task_id for task_id, (*_, is_usual) in expected.items() if is_usual)
    return replace(found, exclusions=(*unreadable, *found.exclusions), truths_run=usual)


def list_evalplus(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load one of these benchmarks without expected outputs, which take long to compute."""
    file = _read(benchmark, data)
    readable, unreadable = read_rows(_rows(file))
    rows = ((row.problem.task_id, partial(Found, row.problem, (row.problem.canonical,))) for row in readable)
    found = with_problems(benchmark, data, [file], rows)
    return replace(found, exclusions=(*unreadable, *found.exclusions))


def _read(benchmark: Benchmark, data: Path) -> DataFile:
    """Read the file of one of these benchmarks; refuse another one's file."""
    file = read_problems(data, FILES[benchmark.name])
    stems = {Path(name).stem: other for other, name in FILES.items()}
    longest = max((stem for stem in stems if file.path.name.startswith(stem)), key=len, default="")
    if (other := stems.get(longest, benchmark.name)) != benchmark.name:
        raise InputError(f"{file.path}: is the file of the benchmark {other}, not of {benchmark.name}; give {other}")
    return file


def _rows(file: DataFile) -> Iterator[tuple[str, partial[_Inputs]]]:
    for where, line in file.records(_Line, "a problem: an object"):
        more = file.expect(
            line.plus_input or [], list[list[Any]], f"{where} plus_input", "a list of lists of arguments"
        )
        yield line.task_id, partial(_inputs, line, [*line.base_input, *more])


def _inputs(line: _Line, listed: list[list[Any]]) -> _Inputs:
    if not listed:
        raise Excluded("it has no inputs")
    try:
        arguments = [restored(line.task_id, given) for given in listed]
    except (TypeError, ValueError, AttributeError) as error:
        raise Excluded(f"an input has not the types that this problem's have: {error}") from None
    code = line.prompt + line.canonical_solution
    problem = Problem(
        task_id=line.task_id,
        entry_point=line.entry_point,
        level="function",
        prompt=line.prompt,
        tests="",
        canonical=Solution("canonical", code),
        contract=_contract(code, line.entry_point, line.contract),
        test_seconds=LONGER_SECONDS.get(line.task_id, USUAL_SECONDS),
    )
    return _Inputs(problem, arguments, len(line.base_input), line.atol)


def _contract(code: str, entry_point: str, body: str) -> str | None:
    """Return a contract program made of the start of the canonical function's body; None if that is not Python."""
    try:
        tree = parse_quietly(code)
    except ValueError:
        raise Excluded("its canonical solution is not Python") from None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == entry_point]
    if not functions:
        raise Excluded(f"its canonical solution does not define {entry_point}")
    used = (ast.Import, ast.ImportFrom, ast.FunctionDef)
    before = [ast.unparse(node) for node in tree.body if isinstance(node, used) and node not in functions]
    head = f"def contract({ast.unparse(functions[0].args)}):"
    program = "\n".join([*before, head, body.rstrip() or "  pass"]) + "\n"
    try:
        parse_quietly(program)
    except ValueError:
        return None
    return program


def _with_outputs(row: _Inputs, fault: str | None, outputs: list[Any], _is_usual: bool) -> Found:
    if fault is not None:
        raise Excluded(fault)
    suites = (BASE if number < row.base else PLUS for number in range(len(outputs)))
    cases = tuple(
        Case(given, output, suite=suite) for given, output, suite in zip(row.arguments, outputs, suites, strict=True)
    )
    tolerance = row.tolerance or (LEAST_TOLERANCE if any(map(is_floats, outputs)) else 0.0)
    accepts = accepts_of(row.source, row.problem.entry_point, tolerance)
    problem = replace(row.problem, cases=cases, accepts=accepts)
    return Found(problem, (problem.canonical,))
