"""Audits a benchmark: what its inputs, references and slow solutions are worth, by problem and in total."""

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from tallybench.authoring.audit.families import SEEDS
from tallybench.authoring.audit.problem import AuditTask, ProblemAudit
from tallybench.authoring.audit.store import AuditStore
from tallybench.authoring.audit.summary import Finding, summarize
from tallybench.benchmarks import files_folder, problem_file
from tallybench.benchmarks.user_benchmark import UserBenchmark
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, lend_workers
from tallybench.errors import InputError
from tallybench.files import cache_folder
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Solution
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample
from tallybench.sandbox.messages import Lost, WorkerSetting

__all__ = ["Finding", "ProblemAudit", "audit_benchmark", "changed_since", "read_pool", "summarize"]


def audit_benchmark(
    benchmark: Benchmark,
    pool: dict[str, list[Solution]] | None = None,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    seeds: int = SEEDS,
) -> list[ProblemAudit]:
    """Audit the problems whose contract, stressful inputs and references are written.

    Args:
        benchmark: the problems.
        pool: solutions from elsewhere, by task id.
        python: the measuring interpreter; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.
        seeds: the number of seeds at which families are built and counted.

    Returns:
        The audits, in the benchmark's order.

    Raises:
        MachineError: this machine lacks what the audit needs.
    """
    progress = progress or (lambda *_: None)
    pool = pool or {}
    python, fingerprint = ready_to_count(python)
    store = AuditStore(cache_folder() / "audits" / fingerprint.hash[:16])
    written = [problem for problem in benchmark if problem.is_complete]
    tasks = {problem.task_id: AuditTask(problem, tuple(pool.get(problem.task_id, ())), seeds) for problem in written}
    audits = {task_id: audit for task_id, task in tasks.items() if (audit := store.load(task)) is not None}
    progress("audit", len(audits), len(written))
    missing = [(task_id, task) for task_id, task in tasks.items() if task_id not in audits]
    with lend_workers(session, WorkerSetting(python)) as workers_pool:
        for task_id, outcome in workers_pool.run(missing):
            problem = tasks[task_id].problem
            if isinstance(outcome, Lost):  # not kept: it may finish another time
                audits[task_id] = ProblemAudit(task_id, problem.hash, (outcome.reason,), problem.no_headroom)
            else:
                store.keep(tasks[task_id], outcome)
                audits[task_id] = outcome
            progress("audit", len(audits), len(written))
    return [audits[problem.task_id] for problem in written]


def read_pool(named: Iterable[tuple[str, Iterable[Sample]]], benchmark: Benchmark) -> dict[str, list[Solution]]:
    """Return the distinct programs of sample sets, by task id.

    Args:
        named: names of sample sets, and their samples.
        benchmark: the problems that they are for.
    """
    pool: dict[str, list[Solution]] = {}
    seen = {(problem.task_id, problem.canonical.code) for problem in benchmark}
    for name, samples in named:
        for attempt in read_attempts(samples, benchmark):
            if attempt.code is not None and (attempt.task_id, attempt.code) not in seen:
                seen.add((attempt.task_id, attempt.code))
                pool.setdefault(attempt.task_id, []).append(Solution(f"{name}/{attempt.index}", attempt.code))
    return pool


def changed_since(benchmark: Benchmark, revision: str, own: UserBenchmark | None = None) -> Sequence[str]:
    """Return the ids of the problems whose files differ from those at a git revision.

    Args:
        benchmark: the problems.
        revision: a revision of the repository that has their files.
        own: the files, if the benchmark is the user's own; None if it comes with TallyBench.

    Raises:
        InputError: git does not know the revision, or the benchmark is not in a git repository.
    """
    folder = files_folder(benchmark.name) if own is None else own.folder
    command = ["git", "diff", "--name-only", "--relative", revision, "--", "."]
    try:
        changed_files = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
        new = subprocess.run(
            ["git", "ls-files", "--others", "--exclude-standard"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except FileNotFoundError:
        raise InputError("--since: git is not installed") from None
    except subprocess.CalledProcessError as error:
        raise InputError(f"--since {revision}: {error.stderr.strip()}") from None
    changed = {Path(name) for name in (changed_files + new).splitlines()}
    if own is not None:
        return [problem.task_id for problem in benchmark if own.paths[problem.task_id] in changed]
    return [
        problem.task_id
        for problem in benchmark
        if problem_file(benchmark.name, problem.task_id).relative_to(folder) in changed
    ]
