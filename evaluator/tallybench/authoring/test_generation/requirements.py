"""What tests achieve, the few tests that achieve it, and what these change for models (EvalPlus, section 2.2).

Tests take branches, and detect mutants and wrong programs. A requirement is represented by the non-empty set of the
tests that meet it, by number. A few tests that meet all requirements are chosen by greedy set cover.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer

from tallybench.authoring.audit.thoroughness import mutants_of
from tallybench.authoring.calls import (
    OF_MUTANTS,
    OF_SAMPLES,
    TRACED,
    Limits,
    call_all,
    find_wrong_calls,
    inputs_of_tests,
)
from tallybench.authoring.running import Runner
from tallybench.benchmarks.extra_tests import GeneratedInputs
from tallybench.counting.covering import ENTRY, arcs_of, arcs_program
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.statistics.published.entries import Entry
from tallybench.values.literals import read_literal

LONGEST_TASK = 3600.0  # seconds: hundreds of programs, each on a thousand inputs
CRITERIA = ("branches", "mutants", "samples")
SUITES = {**{criterion: (criterion,) for criterion in CRITERIA}, "all together": CRITERIA}


def _as_bits(tests: frozenset[int]) -> str:
    return f"{sum(1 << number for number in tests):x}"


def _of_bits(bits: str) -> frozenset[int]:
    return frozenset(number for number, bit in enumerate(reversed(f"{int(bits, 16):b}")) if bit == "1")


Met = Annotated[frozenset[int], BeforeValidator(_of_bits), PlainSerializer(_as_bits)]
"""Numbers of tests. Stored as the set bits of a hexadecimal number, because there are thousands."""


@dataclass(frozen=True)
class Requirements:
    """The requirements that the tests of a problem meet.

    Attributes:
        base: how many tests the problem has; they come first, followed by the generated ones.
        tests: how many tests there are in all.
        branches: for each way from one line to another, the tests that take it.
        mutants: for each mutant of the ground truth, the tests that detect it.
        samples: for each wrong program, by its SHA-256, the generated tests that detect it.
    """

    base: int
    tests: int
    branches: tuple[Met, ...]
    mutants: tuple[Met, ...]
    samples: Mapping[str, Met]


@dataclass(frozen=True)
class RequirementsTask:
    """Find which tests of a problem meet which requirements.

    Attributes:
        problem: of level `function`.
        generated: arguments of its generated inputs, as literals.
        samples: programs that pass the base tests, by the SHA-256 of their text.
    """

    problem: Problem
    generated: tuple[str, ...]
    samples: Mapping[str, str]

    def run(self, worker: Worker) -> Requirements:
        problem, native = self.problem, worker.native
        base = inputs_of_tests(native, problem)
        inputs = [*base, *(tuple(read_literal(text)) for text in self.generated)]
        truth = problem.ground_truth.code
        expected = call_all(native, truth, problem.entry_point, inputs)

        def finds(program: str, limits: Limits) -> frozenset[int]:
            return frozenset(find_wrong_calls(native, problem, inputs, expected, program, limits))

        answered = {number: inputs[number] for number, output in enumerate(expected) if isinstance(output, bytes)}
        mutants = [finds(mutant, OF_MUTANTS) for mutant in dict.fromkeys(mutants_of(truth))]
        passing = frozenset(range(len(base)))  # the samples pass these, whatever a comparison of outputs says
        samples = {digest: finds(text, OF_SAMPLES) - passing for digest, text in sorted(self.samples.items())}
        return Requirements(
            base=len(base),
            tests=len(inputs),
            branches=tuple(branches_taken(native, truth, problem.entry_point, answered)),
            mutants=tuple(found for found in mutants if found),
            samples={digest: found for digest, found in samples.items() if found},
        )


def branches_taken(
    native: Zygote, code: str, entry_point: str, inputs: Mapping[int, tuple[Any, ...]]
) -> list[frozenset[int]]:
    """Return, for each way from one line to another, the numbers of the inputs that take it; the program may raise."""
    taken: dict[tuple[int, int], set[int]] = {}
    outputs = call_all(native, arcs_program(code, entry_point), ENTRY, list(inputs.values()), TRACED)
    for number, output in zip(inputs, outputs, strict=True):
        for arc in arcs_of(output) if isinstance(output, bytes) else ():
            taken.setdefault(arc, set()).add(number)
    return [frozenset(numbers) for _, numbers in sorted(taken.items())]


def find_requirements(
    benchmark: Benchmark,
    made: Mapping[str, GeneratedInputs],
    programs: Mapping[str, Mapping[str, str]],
    runner: Runner,
) -> dict[str, Requirements]:
    """Find which tests of each problem meet which requirements; a problem that crashed the sandbox is left out.

    The programs pass the base tests; they are given by task id and the SHA-256 of their text.
    """
    tasks = {
        task_id: RequirementsTask(benchmark.by_id[task_id], generated.inputs, dict(programs.get(task_id, {})))
        for task_id, generated in made.items()
    }
    return runner.finish("requirements", tasks, kept=Requirements, seconds=LONGEST_TASK)


def cover(requirements: Iterable[frozenset[int]], given: Sequence[int] = ()) -> list[int]:
    """Choose tests that meet every requirement, greedily: next the one that meets most, the first in a tie.

    Args:
        requirements: for each requirement, the tests that meet it.
        given: tests that are included in any case.

    Returns:
        The numbers of the tests to add, in the order in which they were chosen.
    """
    there = frozenset(given)
    open_ = [tests for tests in requirements if tests and not tests & there]
    chosen = []
    while open_:
        met = Counter(chain.from_iterable(open_))
        best = min(met, key=lambda test: (-met[test], test))
        chosen.append(best)
        open_ = [tests for tests in open_ if best not in tests]
    return chosen


def reduce_tests(
    found: Requirements, criteria: Iterable[str] = CRITERIA, without: Container[str] = frozenset()
) -> list[int]:
    """Return the numbers of the generated tests that are needed in addition to the base tests, ascending.

    Args:
        found: what the tests meet.
        criteria: which of CRITERIA to meet.
        without: SHA-256 of wrong programs that may not affect the choice: the evaluated model's (leave-one-out).
    """
    samples = [tests for digest, tests in found.samples.items() if digest not in without]
    of = {"branches": found.branches, "mutants": found.mutants, "samples": samples}
    wanted = chain.from_iterable(of[criterion] for criterion in criteria)
    return sorted(cover(wanted, range(found.base)))


def keep_tests(generated: GeneratedInputs, found: Requirements) -> GeneratedInputs:
    """Return a problem's generated inputs, reduced to those that are needed in addition to the base tests."""
    return replace(generated, inputs=tuple(generated.inputs[number - found.base] for number in reduce_tests(found)))


def suite_rows(found: Mapping[str, Requirements]) -> Iterator[tuple[str, ...]]:
    """Yield the size of the suite for each criterion, and for all together (EvalPlus, table 4).

    The columns: its name; generated tests per problem, on average and at most; how many wrong programs that pass the
    base tests fail this suite; how many of them fail the suite of all generated inputs.
    """
    wrong = [(task_id, tests) for task_id, met in found.items() for tests in met.samples.values()]
    for suite, criteria in SUITES.items():
        chosen = {task_id: set(reduce_tests(met, criteria)) for task_id, met in found.items()}
        caught = sum(bool(tests & chosen[task_id]) for task_id, tests in wrong)
        counts = [len(tests) for tests in chosen.values()]
        yield suite, f"{sum(counts) / len(counts):.1f}", str(max(counts)), str(caught), str(len(wrong))


def drop_rows(entries: Sequence[Entry], found: Mapping[str, Requirements]) -> list[tuple[str, ...]]:
    """Return pass@1 of results over the problems that have generated inputs, in percent (EvalPlus, table 3).

    The columns: the model's name on the board; pass@1 with the base tests, the highest first; with all generated inputs
    added; with a suite that was reduced without the programs that only this result has; the drop with all inputs.
    """
    writers: dict[str | None, set[str]] = {}
    for entry in entries:
        for sample in entry.submitted.samples:
            writers.setdefault(sample.code_sha256, set()).add(entry.slug)
    whole = {task_id: set(reduce_tests(met)) for task_id, met in found.items()}
    drops = []
    for entry in entries:
        own = {digest for digest, slugs in writers.items() if slugs == {entry.slug} and digest is not None}
        affected = {task_id: met for task_id, met in found.items() if own & met.samples.keys()}
        suites = whole | {task_id: set(reduce_tests(met, without=own)) for task_id, met in affected.items()}
        outcomes: dict[str, list[tuple[bool, bool, bool]]] = {task_id: [] for task_id in found}
        for sample in entry.submitted.samples:
            if sample.task_id in found:
                passed = sample.verdict is Verdict.PASSED
                caught_by = found[sample.task_id].samples.get(sample.code_sha256 or "", frozenset())
                reduced = passed and not caught_by & suites[sample.task_id]
                outcomes[sample.task_id].append((passed, passed and not caught_by, reduced))
        base, full, few = (100 * mean_share(outcomes.values(), kind) for kind in range(3))
        drops.append((-base, entry.name, (base, full, few, base - full)))
    return [(name, *(f"{share:.1f}" for share in shares)) for _, name, shares in sorted(drops)]


def mean_share(outcomes: Iterable[Sequence[Sequence[bool]]], kind: int) -> float:
    """Return the mean over problems of the share of samples with an outcome; it is 0 for a problem without samples."""
    shares = [sum(sample[kind] for sample in samples) / max(len(samples), 1) for samples in outcomes]
    return sum(shares) / len(shares)
