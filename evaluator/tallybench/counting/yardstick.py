"""What a problem's samples are measured against: built inputs, expected outputs, the counts of its solutions.

A yardstick costs as much as several samples and depends only on the problem and the fingerprint, so it is cached.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import PositiveInt

from tallybench.counting.instructions import REFERENCE_CPU_SECONDS, Meter, PreparedInput, count_solution
from tallybench.errors import InputError
from tallybench.model.budget import BUDGET
from tallybench.model.counts import cost_order
from tallybench.model.inputs import StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.levels import LEVELS

Counts = dict[str, PositiveInt | None]
"""Counts by stressful input. None: over the budget."""

Published = Mapping[str, Mapping[str, int | None]]
"""Published counts, by solution and by the input's SHA-256, so that a count is never used for a different input. None:
over the budget. Either all of a problem's solutions have counts, or none do."""

NOT_PUBLISHED: Published = {}


@dataclass(frozen=True)
class BuiltInput:
    """A stressful input as it was built, with its expected output."""

    sha256: str  # of the encoded arguments
    size: int  # of the encoded arguments, in bytes
    expected_sha256: str  # of the encoded output
    # what is subtracted from a child's count: the encoding of the expected output, and whatever else the child does
    # that is not the solution's own work
    overhead: int

    def prepared(self, name: str, folder: Path) -> PreparedInput:
        """Return the input with its contents, read from `folder`."""
        arguments, expected = (folder / f"{name}.in").read_bytes(), (folder / f"{name}.out").read_bytes()
        return PreparedInput(arguments, expected, self.overhead)


@dataclass(frozen=True)
class Yardstick:
    """What a problem's samples are measured against."""

    inputs: dict[str, BuiltInput]  # by name
    # counts of each reference and of the ground truth, by name and input; None means over the budget. (A reference that
    # was counted here has its count even over the budget.)
    counts: dict[str, Counts]
    best: str  # the name of the best known solution: the lowest total
    code_hashes: dict[str, str] = field(default_factory=dict)  # SHA-256 of each solution's code, by name

    def budget(self, name: str) -> int:
        """Return the most that a solution may spend on an input."""
        return BUDGET * (self.counts[self.best][name] or 0)

    @property
    def budgets(self) -> dict[str, int]:
        """The most that a solution may spend, by input."""
        return {name: self.budget(name) for name in self.inputs}


def take_yardstick(meter: Meter, problem: Problem, folder: Path, published: Published = NOT_PUBLISHED) -> Yardstick:
    """Build a problem's inputs, and count its references and its ground truth on them.

    Args:
        meter: how counts are taken.
        problem: one with stressful inputs.
        folder: where the encoded inputs and expected outputs are written, as NAME.in and NAME.out.
        published: counts of the same programs in the same environment. Programs are not recounted on these inputs,
            except for the cheapest count; if that differs here, everything is recounted.

    Raises:
        InputError: the problem is at fault: an input breaks the contract, a reference fails, or references disagree.
    """
    inputs = {given.name: _build(meter, problem, given, folder) for given in problem.stressful}
    unlimited = dict.fromkeys(inputs)
    if not _holds(meter, problem, inputs, folder, published):
        published = NOT_PUBLISHED

    def count(solution: Solution, budgets: Mapping[str, int | None]) -> Counts:
        known = published.get(solution.name, {})
        if all(built.sha256 in known for built in inputs.values()):
            return {name: known[built.sha256] for name, built in inputs.items()}
        return count_own(meter, problem, solution, inputs, folder, budgets)

    counts = {reference.name: count(reference, unlimited) for reference in problem.references}
    truth, code_hashes = problem.ground_truth, {one.name: code_hash(one.code) for one in problem.references}
    best = min(counts, key=lambda name: _order(counts[name]))
    budgets = Yardstick(inputs, counts, best).budgets
    same = next((reference.name for reference in problem.references if reference.code == truth.code), None)
    if same is None:
        counts[truth.name] = count(truth, budgets)
    else:  # the same program spends the same amount, up to the budget
        counts[truth.name] = {
            name: None if (count or 0) > budgets[name] else count for name, count in counts[same].items()
        }
    if None not in counts[truth.name].values():
        best = min(best, truth.name, key=lambda name: _order(counts[name]))
    return Yardstick(inputs, counts, best, code_hashes | {truth.name: code_hash(truth.code)})


def _holds(
    meter: Meter,
    problem: Problem,
    inputs: Mapping[str, BuiltInput],
    folder: Path,
    published: Published,
) -> bool:
    """Repeat the cheapest of the published counts, and return whether it is the same here."""
    solutions = {solution.name: solution for solution in (*problem.references, problem.ground_truth)}
    known = [
        (count, solution, name)
        for solution, counts in published.items()
        for name, built in inputs.items()
        if (count := counts.get(built.sha256)) is not None
    ]
    if not known:
        return False
    count, solution, name = min(known)
    counted = count_own(meter, problem, solutions[solution], {name: inputs[name]}, folder, {name: None})
    return counted[name] == count


def measure_solution(
    meter: Meter, problem: Problem, source: str, name: str, yardstick: Yardstick, folder: Path
) -> StressResult:
    """Count a solution on one stressful input, whose contents are in `folder`, within its budget."""
    prepared = yardstick.inputs[name].prepared(name, folder)
    return count_solution(meter, problem, source, prepared, yardstick.budget(name))


def count_own(
    meter: Meter,
    problem: Problem,
    solution: Solution,
    inputs: Mapping[str, BuiltInput],
    folder: Path,
    budgets: Mapping[str, int | None],
) -> Counts:
    """Count one of the benchmark's own solutions on all inputs, whose contents are in `folder`.

    The budgets are the most that it may spend, by input; None sets no limit. If it fails, this raises InputError.
    """
    counts: Counts = {}
    for name, built in inputs.items():
        outcome = count_solution(meter, problem, solution.code, built.prepared(name, folder), budgets[name])
        if not outcome.verdict.bounded:
            raise _at_fault(problem, name, f"{solution.name} is {outcome.verdict}: {outcome.reason}")
        counts[name] = outcome.count
    return counts


def _build(meter: Meter, problem: Problem, given: StressfulInput, folder: Path) -> BuiltInput:
    name, answer = given.name, build_input(meter.native, given.recipe(problem.contract))
    arguments = answer.output
    if arguments is None:
        raise _at_fault(problem, name, f"cannot be built: {answer.failure.reason if answer.failure else ''}")
    if (fault := LEVELS[problem.level].fault(arguments)) is not None:
        raise _at_fault(problem, name, fault)
    expected = _expected(meter, problem, name, arguments)
    (folder / f"{name}.in").write_bytes(arguments)
    (folder / f"{name}.out").write_bytes(expected)
    hashes = [hashlib.sha256(content).hexdigest() for content in (arguments, expected)]
    return BuiltInput(hashes[0], len(arguments), hashes[1], meter.overhead(problem, arguments, expected))


def _expected(meter: Meter, problem: Problem, name: str, arguments: bytes) -> bytes:
    """Return the output on which all references agree."""
    level = LEVELS[problem.level]
    expected: bytes | None = None
    for reference in problem.references:
        bytecode = meter.compile(problem, reference.code)
        if isinstance(bytecode, StressResult):
            raise _at_fault(problem, name, f"{reference.name} does not compile: {bytecode.reason}")
        answer = level.run(meter.native, problem, bytecode, arguments, REFERENCE_CPU_SECONDS)
        if answer.output is None:
            raise _at_fault(problem, name, f"{reference.name} fails: {answer.failure.reason if answer.failure else ''}")
        if expected is None:
            expected = answer.output
        elif level.wrong(problem, arguments, expected, answer.output):
            raise _at_fault(problem, name, f"{reference.name} disagrees with {problem.references[0].name}")
    assert expected is not None
    return expected


def _order(counts: Counts) -> tuple[bool, float]:
    return cost_order(sum(count or 0 for count in counts.values()), None in counts.values())


def _at_fault(problem: Problem, name: str, what: str) -> InputError:
    return InputError(f"the benchmark is at fault: {problem.task_id}, stressful input {name}: {what}")
