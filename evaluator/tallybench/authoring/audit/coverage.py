"""Which lines and branches of a solution its stressful inputs reach, by Coverage.py."""

import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import orjson

from tallybench.errors import MachineError
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.scripts import ENTRY, driver_of
from tallybench.values.wire import decode, encode


@dataclass(frozen=True)
class Coverage:
    """Lines and branches inside a solution's functions; the lines that only define these always run.

    Attributes:
        lines: how many there are.
        missed_lines: the numbers of the lines that no input reaches.
        branches: how many branches there are: the ways out of lines that have several.
        missed_branches: how many branches no input takes.
    """

    lines: int
    missed_lines: tuple[int, ...]
    branches: int
    missed_branches: int


def cover(problem: Problem, solution: Solution, inputs: Iterable[tuple[Any, ...]]) -> Coverage:
    """Return the coverage of one of a problem's own solutions by inputs."""
    if problem.level == "class":
        scripts = (*inputs, *_raising_constructors(problem))
        return measure_coverage(solution.code, ENTRY, scripts, driver_of(problem.entry_point))
    return measure_coverage(solution.code, problem.entry_point, inputs)


def _raising_constructors(problem: Problem) -> Iterator[tuple[Any, ...]]:
    """Yield the tests whose constructor raises; no stressful script can cover that, because it would end there."""
    for case in problem.cases:
        if 0 in case.expected[1]:
            yield decode(encode(case.arguments))


def unreached(problem: Problem, solution: Solution, inputs: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return a fault for each line of a class that the stressful scripts do not reach."""
    found = cover(problem, solution, inputs)
    lines = solution.code.split("\n")
    return [
        f"the stressful scripts do not reach `{lines[line - 1].strip()}` of {solution.name} (calls may raise)"
        for line in found.missed_lines
    ]


def untested(problem: Problem) -> list[str]:
    """Return what a class's tests do not reach in its canonical solution, as faults; nothing at other levels."""
    if problem.level != "class":
        return []
    arguments = [decode(encode(case.arguments)) for case in problem.cases]  # copies: a solution may change them
    found = cover(problem, problem.canonical, arguments)
    lines = problem.canonical.code.split("\n")
    faults = [f"TESTS do not reach `{lines[line - 1].strip()}` of the canonical one" for line in found.missed_lines]
    if found.missed_branches:
        faults.append(f"TESTS miss {found.missed_branches} of {found.branches} branches of the canonical solution")
    return faults


def measure_coverage(code: str, entry_point: str, inputs: Iterable[tuple[Any, ...]], driver: str = "") -> Coverage:
    """Run a trusted solution under Coverage.py, in this process.

    Args:
        code: the program. It must come from the benchmark, for it is not isolated.
        entry_point: the function to call.
        inputs: the arguments of each call; they are changed if the solution changes them.
        driver: code that is executed after the program, to call it; its lines do not count.

    Raises:
        MachineError: Coverage.py is not installed.
    """
    try:
        from coverage import Coverage as Collector
    except ImportError:
        raise MachineError("the audit needs Coverage.py: pip install 'tallybench[audit]'") from None
    with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
        path = Path(folder).resolve() / "solution.py"
        path.write_text(code, encoding="utf-8")
        collector = Collector(data_file=None, branch=True, config_file=False, include=[str(path)])
        namespace: dict[str, Any] = {"__name__": "solution"}
        limit = sys.get_int_max_str_digits()
        collector.start()
        try:
            exec(compile(code, str(path), "exec", dont_inherit=True, optimize=0), namespace)
            exec(compile(driver, "driver.py", "exec", dont_inherit=True, optimize=0), namespace)
            for arguments in inputs:
                namespace[entry_point](*arguments)
        finally:
            collector.stop()
            sys.set_int_max_str_digits(limit)
        report = Path(folder) / "report.json"
        collector.json_report([str(path)], outfile=str(report))
        (found,) = orjson.loads(report.read_bytes())["files"].values()
    inside = _lines_of_functions(compile(code, str(path), "exec", dont_inherit=True, optimize=0))
    missed = [line for line in found["missing_lines"] if line in inside]
    reached = [line for line in found["executed_lines"] if line in inside]
    missed_branches = [branch for branch in found["missing_branches"] if branch[0] in inside]
    taken = [branch for branch in found["executed_branches"] if branch[0] in inside]
    return Coverage(len(missed) + len(reached), tuple(missed), len(missed_branches) + len(taken), len(missed_branches))


def _lines_of_functions(code: CodeType, inside: bool = False) -> set[int]:
    lines = {line for *_, line in code.co_lines() if line} - {code.co_firstlineno} if inside else set()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            lines |= _lines_of_functions(constant, inside=True)
    return lines
