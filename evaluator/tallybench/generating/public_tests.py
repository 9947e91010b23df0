"""Public tests: inputs that show a refining model what its program did.

If the source has public tests, these are used. Otherwise they are drawn from a problem's `growing`, at small sizes,
with a seed of their own; any that equals an input of a correctness test or a released stressful input is dropped, and
the expected output is the ground truth's. The expected output stays with the judge, and enters neither the sandbox nor
a prompt.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from tallybench.benchmarks import BENCHMARKS, load_benchmark, written_id
from tallybench.benchmarks.check import test_inputs
from tallybench.benchmarks.measured import load_measured, measured_file
from tallybench.counting.instructions import PreparedInput, count_solution
from tallybench.counting.pool import Pool, Progress, finish_tasks
from tallybench.counting.tasks import measure_peak
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET
from tallybench.model.inputs import Growing, StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Case, Problem
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.messages import Lost
from tallybench.sandbox.programs import as_bytes
from tallybench.values.wire import encode

MOST = 3
_SIZES = (512, 64, 24, 16, 8, 4)  # the first MOST usable ones are taken
_LARGEST_INPUT = 1 << 20  # bytes
_CPU_SECONDS = 2.0  # native time limit for the problem's own solutions on an input
_LEAST_BUDGET = 50_000_000  # instructions, however few the best known solution needs on a small input


@dataclass(frozen=True)
class PublicTest:
    """One public test."""

    size: int  # of the input
    size_of: str  # what the size counts
    prepared: PreparedInput  # input and expected output, for the judge
    budget: int  # instructions at which a program is stopped


@dataclass(frozen=True)
class Execution:
    """What a program did on a public test."""

    size: int  # of the input
    size_of: str  # what the size counts
    budget: int  # instructions at which it was stopped
    outcome: StressResult  # its count, or why it was not counted
    memory: int | None  # peak memory in bytes; None if it did not pass


@dataclass(frozen=True)
class BuildPublicTests:
    """A worker's task: build the public tests of a problem."""

    problem: Problem  # what is asked for
    growing: Growing  # its `growing`, or that of the problem that it was made from
    # SHA-256 of each encoded input of the correctness tests, and of the stressful inputs that were measured
    taken: frozenset[str]
    released: tuple[StressfulInput, ...]  # the other stressful inputs

    def run(self, worker: Worker) -> tuple[PublicTest, ...]:
        recipes = (given.recipe(self.problem.contract) for given in self.released)
        built = (build_input(worker.native, recipe).output for recipe in recipes)
        taken = self.taken | {_digest(arguments) for arguments in built if arguments is not None}
        tests = (test for size in _SIZES if (test := self._test(worker, size, taken)) is not None)
        return tuple(islice(tests, MOST))[::-1]

    def _test(self, worker: Worker, size: int, taken: frozenset[str]) -> PublicTest | None:
        problem, level = self.problem, LEVELS[self.problem.level]
        recipe = self.growing.recipe(size, problem.contract, seed=f"public/{size}")
        arguments = build_input(worker.native, recipe).output
        if arguments is None or len(arguments) > _LARGEST_INPUT or level.fault(arguments) is not None:
            return None
        if _digest(arguments) in taken:
            return None
        outputs: list[bytes] = []
        for solution in (problem.ground_truth, problem.references[0]):
            bytecode = worker.compile(level.program(problem, solution.code))
            assert isinstance(bytecode, bytes)
            answer = level.run(worker.native, problem, bytecode, arguments, _CPU_SECONDS)
            if answer.output is not None:
                outputs.append(answer.output)
            elif not answer.out_of_time:  # an editing task's ground truth may be slow
                return None
        if not outputs or any(level.wrong(problem, arguments, outputs[0], output) for output in outputs[1:]):
            return None
        return _public_test(worker, problem, arguments, outputs[0], size, self.growing.size_of)


@dataclass(frozen=True)
class BuildGivenTests:
    """A worker's task: build the source's public tests, except any that the reference fails."""

    problem: Problem  # what is asked for
    cases: tuple[Case, ...]  # the tests

    def run(self, worker: Worker) -> tuple[PublicTest, ...]:
        found = []
        for case in self.cases:
            arguments, size = encode(case.arguments), len(case.arguments[0].split()) or 1
            expected = as_bytes(case.expected)
            found.append(_public_test(worker, self.problem, arguments, expected, size, "words on standard input"))
        return tuple(test for test in found if test is not None)


def _public_test(
    worker: Worker, problem: Problem, arguments: bytes, expected: bytes, size: int, size_of: str
) -> PublicTest | None:
    """Return a test with its budget; None if the reference fails on it."""
    prepared = PreparedInput(arguments, expected, worker.meter.overhead(problem, arguments, expected))
    best = count_solution(worker.meter, problem, problem.references[0].code, prepared, None).count
    return None if best is None else PublicTest(size, size_of, prepared, max(BUDGET * best, _LEAST_BUDGET))


@dataclass(frozen=True)
class RunPublicTests:
    """A worker's task: run a program on the public tests of its problem."""

    problem: Problem
    source: str
    tests: tuple[PublicTest, ...]

    def run(self, worker: Worker) -> tuple[Execution, ...]:
        done = []
        for test in self.tests:
            outcome = count_solution(worker.meter, self.problem, self.source, test.prepared, test.budget)
            memory = None
            if outcome.verdict is StressVerdict.COUNTED:
                memory = measure_peak(worker, self.problem, self.source, test.prepared).count
            done.append(Execution(test.size, test.size_of, test.budget, outcome, memory))
        return tuple(done)


def _digest(arguments: bytes) -> str:
    return hashlib.sha256(arguments).hexdigest()


def make_public_tests(benchmark: Benchmark, pool: Pool, progress: Progress) -> dict[str, tuple[PublicTest, ...]]:
    """Build the public tests of problems, by task id; there are none without `growing` or a usable input.

    Problems without public tests from their source have none either if they do not come unchanged with TallyBench,
    since finding a test's inputs means running it outside the sandbox.
    """
    given = {task_id: cases for task_id, cases in benchmark.public.items() if task_id in benchmark.by_id}
    growing = growing_of(benchmark)
    measured = load_measured(benchmark.name).problems if growing and measured_file(benchmark.name).exists() else {}
    tasks: dict[str, BuildPublicTests | BuildGivenTests] = {
        task_id: BuildGivenTests(benchmark.by_id[task_id], cases) for task_id, cases in given.items()
    }
    for task_id, grows in growing.items():
        problem, known = benchmark.by_id[task_id], measured.get(task_id)
        taken, released = {_digest(encode(arguments)) for arguments in test_inputs(problem)}, problem.stressful
        if known is not None and known.hash == problem.hash:
            taken, released = taken | {given.sha256 for given in known.inputs.values()}, ()
        tasks[task_id] = BuildPublicTests(problem, grows, frozenset(taken), released)
    found = finish_tasks(pool, tasks, lost=lambda _: (), step="public tests", progress=progress)
    return {problem.task_id: found.get(problem.task_id, ()) for problem in benchmark}


def run_public_tests(
    benchmark: Benchmark,
    programs: Iterable[tuple[str, str]],
    tests: Mapping[str, tuple[PublicTest, ...]],
    pool: Pool,
    progress: Progress,
) -> dict[tuple[str, str], tuple[Execution, ...]]:
    """Run programs on the public tests of their problems; a program that occurs twice is run once."""
    tasks = {
        (task_id, code): RunPublicTests(benchmark.by_id[task_id], code, tests[task_id])
        for task_id, code in programs
        if tests[task_id]
    }
    return finish_tasks(pool, tasks, lost=_lost, step="executing", progress=progress)


def _lost(lost: Lost) -> tuple[Execution, ...]:
    """Return the feedback for a program that crashed the process that ran it: one failed test."""
    return (Execution(0, "", 0, StressResult.failed(lost.verdict, lost.reason), None),)


def has_public_tests(benchmark: Benchmark) -> bool:
    """Return whether any of the problems has public tests."""
    return not benchmark.public.keys().isdisjoint(benchmark.by_id) or bool(growing_of(benchmark))


def growing_of(benchmark: Benchmark) -> dict[str, Growing]:
    """Return what public tests are drawn from, by task id; empty if the benchmark does not come with TallyBench."""
    if (row := BENCHMARKS.get(benchmark.name)) is None or not row.embedded:
        return {}
    ours = load_benchmark(benchmark.name).by_id
    written = load_benchmark(row.edits or row.name).by_id
    return {
        problem.task_id: growing
        for problem in benchmark
        if (own := ours.get(problem.task_id)) is not None
        and own.hash == problem.hash
        and (growing := written[written_id(problem.task_id)].growing) is not None
    }
