"""Table 4: how many tests there are, what they cover, and how many changes of the canonical classes they notice."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.audit.mutation import mutants_of
from evaluator.execution.messages import Lost
from evaluator.execution.pool import Progress, Workers
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.suites.plain_run import Covered, cover_class, passes_plainly
from evaluator.execution.worker import Worker
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem
from evaluator.reproduce.paper import Paper
from evaluator.reproduce.report import Listing, Row, Section

SAMPLED = 12  # changes of a class, where not all are asked for
_SECONDS = 2.0  # of CPU time, for the tests of a changed class


@dataclass(frozen=True)
class Quality:
    """What the tests of a class are worth.

    Attributes:
        covered: by Coverage.py; None where that breaks off.
        changes: how many changes of the class were tried.
        noticed: of how many a test fails, or does not end.
    """

    covered: Covered | None
    changes: int
    noticed: int


@dataclass(frozen=True)
class QualityTask:
    """Run the tests of a class under Coverage.py, and on changes of it: on all, or on some at equal distances."""

    problem: Problem
    whole: bool

    def run(self, worker: Worker) -> Quality:
        changes, noticed = try_changes(worker.native, self.problem, whole=self.whole)
        return Quality(cover_class(worker.native, self.problem), changes, noticed)


def try_changes(native: Zygote, problem: Problem, *, whole: bool) -> tuple[int, int]:
    """How many changes of a canonical class were tried, and of how many a test fails, or does not end.

    Args:
        native: a zygote to run the tests in.
        problem: of level `class`.
        whole: try all changes, not some at equal distances.

    Raises:
        MachineError: mutmut is not installed.
    """
    changed = list(dict.fromkeys(mutants_of(problem.canonical.code)))
    if not whole and len(changed) > SAMPLED:
        changed = [changed[place * len(changed) // SAMPLED] for place in range(SAMPLED)]
    return len(changed), sum(not passes_plainly(native, problem, code, _SECONDS) for code in changed)


def measure_tests(benchmark: Benchmark, pool: Workers, progress: Progress, *, whole: bool) -> dict[str, Quality]:
    """What the tests of each class are worth, by task id."""
    found: dict[str, Quality] = {}
    progress("coverage and mutation", 0, len(benchmark))
    for task_id, quality in pool.run((problem.task_id, QualityTask(problem, whole)) for problem in benchmark):
        found[task_id] = Quality(None, 0, 0) if isinstance(quality, Lost) else quality
        progress("coverage and mutation", len(found), len(benchmark))
    return found


def tests_section(benchmark: Benchmark, found: dict[str, Quality], paper: Paper, *, whole: bool) -> Section:
    """Table 4.

    Args:
        benchmark: the classes that can be used.
        found: what their tests are worth.
        paper: what is published.
        whole: all changes were tried.
    """
    covered = [quality.covered for quality in found.values() if quality.covered is not None]
    tests = sum(problem.test_count for problem in benchmark)
    methods = [name for problem in benchmark if problem.suites for _, name in problem.suites.methods if name]
    own = _own_tests(benchmark)
    changes, noticed = (sum(getattr(quality, name) for quality in found.values()) for name in ("changes", "noticed"))
    of = f"over {len(covered)} classes"
    tried = "all of them" if whole else f"at most {SAMPLED} a class, at equal distances; --all tries all"
    rows = (
        Row(
            "statement coverage",
            paper.figure("4/statement coverage"),
            _percent([item.reached for item in covered], [item.statements for item in covered]),
            of,
            "Coverage.py, in the sandbox; the paper's is a mean, ours a sum over all classes",
            "%",
        ),
        Row(
            "branch coverage",
            paper.figure("4/branch coverage"),
            _percent([item.taken for item in covered], [item.branches for item in covered]),
            of,
            "likewise",
            "%",
        ),
        Row(
            "mutation score",
            paper.figure("4/mutation score"),
            _percent([noticed], [changes]),
            f"of {changes:,} changes",
            f"made by mutmut; what an exception says is not changed; {tried}",
            "%",
        ),
        Row(
            "tests a method",
            paper.figure("4/tests a method"),
            own / len(methods) if methods else None,
            f"over {len(methods)} test classes of methods",
            "test methods, those of whole classes left out; the paper's is all assertions over 412 methods",
        ),
        Row(
            "tests a class",
            paper.figure("4/tests a class"),
            tests / len(benchmark),
            f"over {len(benchmark)} classes",
            f"test methods; of assertions there are {_assertions(benchmark) / len(benchmark):.1f}, "
            "what the paper seems to count",
        ),
    )
    unnoticed = sorted(
        ((task_id, str(quality.changes - quality.noticed), str(quality.changes)) for task_id, quality in found.items()),
        key=lambda row: (-int(row[1]), row[0]),
    )
    listing = Listing("Classes whose tests miss most changes", ("class", "missed", "of"), tuple(unnoticed[:10]))
    return Section("4", "Table 4: what the tests are worth", rows, (), (listing,))


def _assertions(benchmark: Benchmark) -> int:
    """How many assertions the tests hold."""
    return sum(problem.tests.count("self.assert") for problem in benchmark)


def _own_tests(benchmark: Benchmark) -> int:
    """The tests of methods alone."""
    total = 0
    for problem in benchmark:
        assert problem.suites is not None
        of_methods = tuple(pair for pair in problem.suites.methods if pair[1])
        total += problem.suites.only(of_methods).count_tests(problem.tests)
    return total


def _percent(some: Sequence[int], of: Sequence[int]) -> float | None:
    return 100 * sum(some) / sum(of) if sum(of) else None
