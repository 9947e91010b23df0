"""Published programs on generated inputs: each distinct one that passes the base tests is run once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tallybench.authoring.test_generation.calls import call_all
from tallybench.authoring.test_generation.generate import GeneratedInputs
from tallybench.authoring.test_generation.requirements import OF_SAMPLES, calls_found_wrong
from tallybench.authoring.test_generation.run import RULES, digest_of
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import outcome_store
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.messages import Lost, WorkerSetting
from tallybench.statistics.published.data_files import BenchmarkExtra, ProblemExtra
from tallybench.statistics.published.entries import Entry

BATCH = 8  # programs per task: they share the expected outputs, and a killed run loses little
STEP = "batches of programs on generated inputs"

Key = tuple[str, int]
Judged = dict[str, bool]


@dataclass(frozen=True)
class JudgeTask:
    """Find which programs are wrong on some generated input of a problem.

    Attributes:
        problem: of level `function`.
        inputs: the arguments of each call.
        programs: programs that pass the base tests, by the SHA-256 of their texts.
    """

    problem: Problem
    inputs: tuple[tuple[Any, ...], ...]
    programs: Mapping[str, str]

    def run(self, worker: Worker) -> Judged:
        problem, native = self.problem, worker.native
        expected = call_all(native, problem.ground_truth.code, problem.entry_point, self.inputs)
        return {
            digest: bool(calls_found_wrong(native, problem, self.inputs, expected, program, OF_SAMPLES))
            for digest, program in sorted(self.programs.items())
        }


def judge_published(
    benchmark: Benchmark,
    made: Mapping[str, GeneratedInputs],
    tests_sha256: str,
    entries: Sequence[Entry],
    programs: Mapping[str, Mapping[str, str]],
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> BenchmarkExtra:
    """Run the programs of published results on generated inputs, except what earlier runs have judged.

    Args:
        benchmark: the problems.
        made: generated inputs, by task id.
        tests_sha256: the hash of the file that they are from.
        entries: the results that the programs are from.
        programs: by task id, their programs that pass the base tests, by the SHA-256 of their texts.
        python: the interpreter that runs them; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Returns:
        What was found. Results with a program that ended the sandbox or its worker are left out.

    Raises:
        MachineError: this machine lacks what it needs.
    """
    python, fingerprint = ready_to_count(python)
    stores = {task_id: outcome_store("judged", benchmark.by_id[task_id], fingerprint) for task_id in made}
    inputs = {task_id: digest_of(generated.inputs) for task_id, generated in made.items()}
    known: dict[str, Judged] = {}
    tasks: dict[Key, JudgeTask] = {}
    for task_id, generated in made.items():
        given = dict(sorted(programs.get(task_id, {}).items()))
        kept = {digest: stores[task_id].get(bool, RULES, inputs[task_id], digest) for digest in given}
        known[task_id] = {digest: wrong for digest, wrong in kept.items() if wrong is not None}
        missing = [digest for digest in given if kept[digest] is None] if generated.inputs else []
        for first in range(0, len(missing), BATCH):
            some = {digest: given[digest] for digest in missing[first : first + BATCH]}
            tasks[task_id, first] = JudgeTask(benchmark.by_id[task_id], tuple(generated.arguments()), some)

    def note(key: Key, judged: Judged) -> None:
        for digest, wrong in judged.items():
            stores[key[0]].note(wrong, RULES, inputs[key[0]], digest)

    with lend_workers(session, WorkerSetting(python)) as pool:
        found = finish_tasks(
            pool,
            tasks,
            recall=lambda _: None,
            note=note,
            lost=_nothing,
            step=STEP,
            progress=progress or (lambda *_: None),
        )
    for (task_id, _), judged in found.items():
        known[task_id].update(judged)
    return BenchmarkExtra(
        tests_sha256=tests_sha256,
        results=tuple(sorted(entry.path for entry in entries if _is_judged(entry, made, known))),
        problems={
            task_id: ProblemExtra(
                content=generated.content,
                inputs=len(generated.inputs),
                wrong=tuple(sorted(digest for digest, wrong in known[task_id].items() if wrong)),
            )
            for task_id, generated in made.items()
        },
    )


def _is_judged(entry: Entry, made: Mapping[str, GeneratedInputs], known: Mapping[str, Judged]) -> bool:
    """Return whether each program of a result that passes the base tests was judged on the generated ones."""
    return all(
        sample.code_sha256 in known[sample.task_id]
        for sample in entry.submitted.samples
        if sample.verdict is Verdict.PASSED and sample.task_id in made and made[sample.task_id].inputs
    )


def _nothing(_: Lost) -> Judged:
    return {}
