"""What inputs and tests reach and detect: lines and branches, by Coverage.py, and mutants, by mutmut's operators.

A mutant is a solution with one small change (a boundary moved by one, a comparison reversed). One that passes all tests
is a survivor: either it does the same as the original, or a test is missing.
"""

import difflib
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
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.scripts import ENTRY, check_class, driver_of
from tallybench.values.wire import decode, encode

LEAST_MUTATION_SCORE = 0.9  # the least share of mutants that the tests have to find wrong
MUTANT_CPU_SECONDS = 1  # for all tests of a mutant: many mutants never end


@dataclass(frozen=True)
class Coverage:
    """Lines and branches inside a solution's functions; the lines that only define these always run."""

    lines: int  # how many there are
    missed_lines: tuple[int, ...]  # the numbers of the lines that no input reaches
    branches: int  # the number of ways out of lines that have more than one
    missed_branches: int  # how many of them no input takes


@dataclass(frozen=True)
class Mutation:
    """How many mutants a solution has, and for each survivor the lines before and after the change."""

    mutants: int
    survivors: tuple[str, ...]

    @property
    def score(self) -> float:
        """The share of mutants that do not pass."""
        return 1 - len(self.survivors) / max(self.mutants, 1)


def cover(problem: Problem, solution: Solution, inputs: Iterable[tuple[Any, ...]]) -> Coverage:
    """Return how much of one of a problem's own solutions the inputs cover."""
    if problem.level != "class":
        return measure_coverage(solution.code, problem.entry_point, inputs)
    # A stressful script would end at a constructor that raises, so the tests cover these.
    raising = [decode(encode(case.arguments)) for case in problem.cases if 0 in case.expected[1]]
    return measure_coverage(solution.code, ENTRY, (*inputs, *raising), driver_of(problem.entry_point))


def unreached(problem: Problem, solution: Solution, inputs: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return a fault for each line of a class that the stressful scripts do not reach."""
    missed = _missed(solution, cover(problem, solution, inputs))
    return [f"the stressful scripts do not reach `{line}` of {solution.name} (calls may raise)" for line in missed]


def untested(problem: Problem) -> list[str]:
    """Return a fault for each part of a class's canonical solution that its tests miss; none at other levels."""
    if problem.level != "class":
        return []
    found = cover(problem, problem.canonical, [decode(encode(case.arguments)) for case in problem.cases])
    missed = _missed(problem.canonical, found)
    faults = [f"TESTS do not reach `{line}` of the canonical solution" for line in missed]
    if found.missed_branches:
        faults.append(f"TESTS miss {found.missed_branches} of {found.branches} branches of the canonical solution")
    return faults


def _missed(solution: Solution, found: Coverage) -> list[str]:
    lines = solution.code.split("\n")
    return [lines[number - 1].strip() for number in found.missed_lines]


def measure_coverage(code: str, entry_point: str, inputs: Iterable[tuple[Any, ...]], driver: str = "") -> Coverage:
    """Run a trusted solution under Coverage.py, in this process; it may change the inputs.

    The `driver` is executed after the program, to call it; its own lines do not count.

    Raises:
        MachineError: Coverage.py is not installed.
    """
    found = _trace(code, entry_point, inputs, driver)
    inside = _lines_of_functions(compile(code, "solution.py", "exec", dont_inherit=True, optimize=0))
    missed, reached = ([n for n in found[f"{kind}_lines"] if n in inside] for kind in ("missing", "executed"))
    left, taken = ([arc for arc in found[f"{kind}_branches"] if arc[0] in inside] for kind in ("missing", "executed"))
    return Coverage(len(missed) + len(reached), tuple(missed), len(left) + len(taken), len(left))


def _trace(code: str, entry_point: str, inputs: Iterable[tuple[Any, ...]], driver: str) -> dict[str, Any]:
    """Return what Coverage.py reports about a program."""
    try:
        from coverage import Coverage as Collector
    except ImportError:
        raise MachineError("coverage needs Coverage.py: pip install 'tallybench[audit]'") from None
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
    return dict(found)


def _lines_of_functions(code: CodeType, inside: bool = False) -> set[int]:
    lines = {line for *_, line in code.co_lines() if line} - {code.co_firstlineno} if inside else set()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            lines |= _lines_of_functions(constant, inside=True)
    return lines


def try_mutants(native: Zygote, problem: Problem) -> Mutation:
    """Run the correctness tests of a class on all mutants of its canonical solution, in the sandbox.

    Raises:
        MachineError: mutmut is not installed.
    """
    tests, code = Tests.of(problem), problem.canonical.code
    mutants = dict.fromkeys(mutants_of(code))
    survivors = [
        _difference(code, mutant)
        for mutant in mutants
        if check_class(native, tests, mutant, MUTANT_CPU_SECONDS).verdict is Verdict.PASSED
    ]
    return Mutation(len(mutants), tuple(survivors))


def mutants_of(code: str) -> Iterator[str]:
    """Yield every mutant of a program, each with one change.

    `raise` statements are left as they are, because no test may depend on an exception's message.

    Raises:
        MachineError: mutmut is not installed.
    """
    try:
        from libcst import CSTNode, MetadataWrapper, Module, Raise, parse_module
        from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
        from mutmut.mutation.mutators import mutation_operators
        from mutmut.mutation.pragma_handling import IgnoredCode
    except ImportError:
        raise MachineError("mutants need mutmut: pip install 'tallybench[audit]'") from None

    def below(node: CSTNode) -> Iterator[CSTNode]:
        yield node
        for child in node.children:
            yield from below(child)

    # `create_mutations` is not used: it looks for a project with settings in the current folder.
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    module = MetadataWrapper(parse_module(code)).visit(visitor)
    messages = {id(part) for node in below(module) if isinstance(node, Raise) for part in below(node)}
    for mutation in visitor.mutations:
        if id(mutation.original_node) not in messages:
            mutant = deep_replace(module, mutation.original_node, mutation.mutated_node)
            if isinstance(mutant, Module) and mutant.code != code:
                yield mutant.code


def _difference(code: str, mutant: str) -> str:
    changed = [line for line in difflib.ndiff(code.splitlines(), mutant.splitlines()) if line[:2] in ("- ", "+ ")]
    before, after = ("; ".join(line[2:].strip() for line in changed if line[0] == mark) for mark in "-+")
    return f"`{before}` as `{after}`"
