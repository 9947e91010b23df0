"""Run programs on generated tests: samples that pass the source's tests, and the programs of published results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tallybench.authoring.calls import OF_SAMPLES, call_all, find_wrong_calls
from tallybench.authoring.running import Runner, in_batches
from tallybench.authoring.test_generation.requirements import mean_share
from tallybench.benchmarks.extra_tests import GeneratedInputs
from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt
from tallybench.sandbox.correctness import Tests
from tallybench.statistics.published.data_files import BenchmarkExtra, ProblemExtra
from tallybench.statistics.published.entries import Entry
from tallybench.values.wire import decode

Programs = Mapping[tuple[str, str], str]  # by task id and SHA-256


@dataclass(frozen=True)
class CasesTask:
    """Find the expected outputs of a problem's generated inputs: the ground truth's."""

    problem: Problem
    made: GeneratedInputs

    def run(self, worker: Worker) -> tuple[Case, ...]:
        truth, inputs = self.problem.ground_truth.code, self.made.arguments()
        outputs = call_all(worker.native, truth, self.problem.entry_point, inputs)
        return tuple(
            Case(arguments, decode(output))
            for arguments, output in zip(inputs, outputs, strict=True)
            if isinstance(output, bytes)
        )


@dataclass(frozen=True)
class Checked:
    """What became of a sample.

    Attributes:
        index: its number among the samples of the problem.
        base: the outcome of the source's tests; NO_CODE if the answer has no code.
        extra: that of the generated tests; None if the base tests failed, or the problem has no generated ones.
    """

    task_id: str
    index: int
    base: CheckOutcome
    extra: CheckOutcome | None

    @property
    def passes_both(self) -> bool:
        """Whether it passes all tests of its problem."""
        passed = self.base.verdict is Verdict.PASSED
        return passed and (self.extra is None or self.extra.verdict is Verdict.PASSED)


def check_samples(
    benchmark: Benchmark, made: Mapping[str, GeneratedInputs], attempts: Sequence[Attempt], runner: Runner
) -> list[Checked]:
    """Run samples on the source's tests, and those that pass on the generated tests, too.

    Returns:
        What became of each sample, in the order of the attempts.

    Raises:
        InputError: the ground truth has no output for a generated input.
    """

    def check(step: str, problems: Mapping[str, Problem], programs: Programs) -> dict[tuple[str, str], CheckOutcome]:
        tests = {task_id: Tests.of(problem) for task_id, problem in problems.items()}
        tasks = {key: CheckTask(tests[key[0]], code) for key, code in programs.items()}
        return runner.finish(step, tasks, lost=lambda _, lost: CheckOutcome.failed(lost.verdict, lost.reason))

    programs = {(one.task_id, one.code_hash): one.code for one in attempts if one.code_hash and one.code is not None}
    base = check("correctness tests", benchmark.by_id, programs)
    passed = {
        key: programs[key]
        for key, outcome in base.items()
        if outcome.verdict is Verdict.PASSED and key[0] in made and made[key[0]].inputs
    }
    wanted = sorted({task_id for task_id, _ in passed})
    cases = runner.finish(
        "expected outputs", {task_id: CasesTask(benchmark.by_id[task_id], made[task_id]) for task_id in wanted}
    )
    for task_id in wanted:
        if len(cases.get(task_id, ())) != len(made[task_id].inputs):
            raise InputError(
                f"{task_id}: the ground truth has no output for one of the generated inputs; generate them again"
            )
    further = {
        task_id: replace(benchmark.by_id[task_id], tests="", cases=cases[task_id], test_seconds=None)
        for task_id in wanted
    }
    extra = check("generated tests", further, passed)
    nothing = CheckOutcome.failed(Verdict.NO_CODE, "no code was found in the answer")
    checked = []
    for one in attempts:
        key = (one.task_id, one.code_hash or "")
        checked.append(Checked(one.task_id, one.index, base.get(key, nothing), extra.get(key)))
    return checked


def pass_at_1(benchmark: Benchmark, checked: Sequence[Checked]) -> tuple[float, float]:
    """Return pass@1 with the base tests, and with the generated ones, too; a problem without samples is failed."""
    outcomes: dict[str, list[tuple[bool, bool]]] = {problem.task_id: [] for problem in benchmark}
    for found in checked:
        outcomes[found.task_id].append((found.base.verdict is Verdict.PASSED, found.passes_both))
    return mean_share(outcomes.values(), 0), mean_share(outcomes.values(), 1)


@dataclass(frozen=True)
class JudgeTask:
    """Find which programs are wrong on some generated input of a problem, by the SHA-256 of their texts."""

    problem: Problem
    made: GeneratedInputs
    programs: tuple[Solution, ...]

    def run(self, worker: Worker) -> dict[str, bool]:
        problem, native, inputs = self.problem, worker.native, self.made.arguments()
        expected = call_all(native, problem.ground_truth.code, problem.entry_point, inputs)
        return {
            program.name: bool(find_wrong_calls(native, problem, inputs, expected, program.code, OF_SAMPLES))
            for program in self.programs
        }


def judge_published(
    benchmark: Benchmark,
    made: Mapping[str, GeneratedInputs],
    tests_sha256: str,
    entries: Sequence[Entry],
    programs: Mapping[str, Mapping[str, str]],
    runner: Runner,
) -> BenchmarkExtra:
    """Run the programs of published results on generated inputs, except what earlier runs have judged.

    The programs pass the base tests; they are given by task id and the SHA-256 of their texts. Results with a program
    that ended the sandbox or its worker are left out.
    """
    judged = {task_id: programs.get(task_id, {}) if one.inputs else {} for task_id, one in made.items()}
    tasks = {key: JudgeTask(benchmark.by_id[key[0]], made[key[0]], batch) for key, batch in in_batches(judged).items()}
    found: dict[str, dict[str, bool]] = {task_id: {} for task_id in made}
    for (task_id, _), wrong in runner.finish("programs judged", tasks, kept=dict[str, bool]).items():
        found[task_id] |= wrong

    def is_judged(entry: Entry) -> bool:
        return all(
            sample.code_sha256 in found[sample.task_id]
            for sample in entry.submitted.samples
            if sample.verdict is Verdict.PASSED and sample.task_id in made and made[sample.task_id].inputs
        )

    return BenchmarkExtra(
        tests_sha256=tests_sha256,
        results=tuple(sorted(entry.path for entry in entries if is_judged(entry))),
        problems={
            task_id: ProblemExtra(
                content=one.content,
                inputs=len(one.inputs),
                wrong=tuple(sorted(digest for digest, wrong in found[task_id].items() if wrong)),
            )
            for task_id, one in made.items()
        },
    )
