"""Tables 4 and 5 of COFFE's paper: how stable counts and times are, and what the published stressful inputs reach."""

import hashlib
import statistics
from collections.abc import Sequence
from dataclasses import asdict

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.benchmarks import select
from tallybench.counting.covering import Covered, CoverTask
from tallybench.counting.pool import Pool, Progress, finish_tasks
from tallybench.counting.store import outcome_store
from tallybench.errors import InputError
from tallybench.files import cache_folder, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.studies.report import Listing, Paper, Row, Section
from tallybench.studies.stability import RUNS, Stability, measure_stability

EACH = 10  # problems of each part that are measured, unless all are asked for
PARTS = {"HumanEval": "coffe-function", "Mbpp": "coffe-function", "CodeContests": "coffe-code-contests"}
_NAMES = {"HumanEval": "HumanEval", "Mbpp": "MBPP", "CodeContests": "Code Contests"}
_LEVELS = {"coffe-function": "function", "coffe-code-contests": "file"}
_STABILITY, _COVERED = TypeAdapter(Stability), TypeAdapter(Covered)
_COUNTS = (
    "in kind: both drop the highest and the lowest of 12 runs; there a hardware counter, with the kernel's and the "
    "machine's noise, here the emulator, which has none"
)
_SECONDS = "not in size: execution time is of the machine; in kind, for it is the reason to count instructions"
_PEARSON = "in kind: over problems here, one input each, over all inputs there"
_ACCURACY = (
    "not like with like: the paper's is of all inputs that an approach generated, ours of those that were published, "
    "which passed the same test there; ours fail by our limits of time and size"
)
_COVERAGE = (
    "nearly: Coverage.py's statements there, the interpreter's own line events here; our mean is over the problems "
    "that could be traced"
)


def measure_part(
    benchmark: Benchmark, source: str, python: str, fingerprint: Fingerprint, progress: Progress, *, whole: bool
) -> Stability | str:
    """Measure the stability of one source's problems, only once per environment, as execution times do not repeat.

    Args:
        benchmark: the benchmark, without what cannot be used.
        source: the start of the task ids.
        python: the measuring interpreter.
        fingerprint: the fingerprint of the environment.
        progress: called with a step's name, how much is done, and how much there is.
        whole: whether to measure all problems, not every n-th so that EACH are left.

    Returns:
        The stability, or why it cannot be measured.
    """
    ids = [problem.task_id for problem in benchmark if problem.task_id.startswith(f"{source}/") and problem.stressful]
    if not whole and len(ids) > EACH:
        ids = ids[:: len(ids) // EACH][:EACH]
    if len(ids) < 3:
        return "fewer than three problems"
    part = select(benchmark, ids)
    identity = "\n".join([fingerprint.hash, str(RUNS), *(problem.hash for problem in part)])
    path = cache_folder() / "repeats" / f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}.json"
    try:
        return _STABILITY.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        pass
    try:
        found = measure_stability(part, python, RUNS, progress)
    except InputError as error:
        return str(error)
    write_in_cache(path, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2)])
    return found


def stability_section(measured: dict[str, Stability | str], paper: Paper, *, whole: bool) -> Section:
    """Return table 4, from what was measured by source; `whole` says whether all problems were."""
    rows = []
    unmeasured: list[tuple[str, str]] = []
    for source, found in measured.items():
        name = _NAMES[source]
        if isinstance(found, str):
            unmeasured.append((name, found))
            continue
        unmeasured += found.left_out
        of = f"{len(found.problems)} problems, {found.runs} runs each"
        for what, value, unit, digits, why in (
            ("RSD of counts", found.rsd_counts, "%", 4, _COUNTS),
            ("RSD of counts, worst problem", found.rsd_counts_worst, "%", 4, _COUNTS),
            ("RSD of execution time", found.rsd_seconds, "%", 2, _SECONDS),
            ("Pearson of count and time", found.pearson, "", 4, _PEARSON),
            ("Pearson of their logarithms", found.pearson_log, "", 4, "ours only: no single heavy problem decides"),
        ):
            rows.append(Row(f"{name}: {what}", paper[f"4/{name}/{what}"], value, of, why, unit, digits=digits))
    counts = [found.rsd_counts for found in measured.values() if not isinstance(found, str)]
    for which, choose in (("lowest", min), ("highest", max)):
        if counts:
            key, of = f"RSD of counts, {which}", f"of {len(counts)} parts"
            rows.append(Row(f"all: {key}", paper[f"4/all/{key}"], choose(counts), of, _COUNTS, "%", digits=4))
    taken = "All problems" if whole else f"Every n-th problem of each part, so that {EACH} are left (--all takes all)"
    notes = (
        f"{taken}; of each the stressful input on which its best solution spends least.",
        "Measured once in an environment and kept: another run of this report shows the same times.",
    )
    listing = Listing("Not measured", ("what", "reason"), tuple(unmeasured))
    return Section("4", "Table 4: stability and correlation", tuple(rows), notes, (listing,))


def measure_coverage(
    benchmark: Benchmark, pool: Pool, fingerprint: Fingerprint, progress: Progress
) -> dict[str, Covered]:
    """Measure how much of each best solution the usable stressful inputs reach, by task id."""
    tasks = {problem.task_id: CoverTask(problem) for problem in benchmark if problem.stressful}
    stores = {task_id: outcome_store("covered", task.problem, fingerprint) for task_id, task in tasks.items()}
    names = {task_id: ",".join(given.name for given in task.problem.stressful) for task_id, task in tasks.items()}
    return finish_tasks(
        pool,
        tasks,
        recall=lambda task_id: stores[task_id].get(_COVERED.validate_python, "covered", names[task_id]),
        note=lambda task_id, covered: stores[task_id].note(asdict(covered), "covered", names[task_id]),
        lost=lambda lost: Covered(0, 0, 0, lost.reason),
        step="coverage",
        progress=progress,
    )


def inputs_section(measured: Sequence[tuple[Benchmark, dict[str, Covered]]], paper: Paper) -> Section:
    """Return table 5, from benchmarks without what cannot be used, each with its coverage."""
    rows, faults, untraced = [], [], []
    for benchmark, covered in measured:
        level = _LEVELS[benchmark.name]
        given = sum(len(problem.given_inputs) for problem in benchmark)
        usable = sum(len(problem.stressful) for problem in benchmark)
        of = f"{usable:,} of {given:,} inputs of {len(benchmark)} problems"
        accuracy = 100 * usable / given if given else None
        rows.append(Row(f"{level}: accuracy", paper[f"5/{level}/accuracy"], accuracy, of, _ACCURACY, "%"))
        shares = [100 * one.reached / one.lines for one in covered.values() if one.fault is None and one.lines]
        mean, of = statistics.fmean(shares) if shares else None, f"mean over {len(shares)} problems"
        rows.append(Row(f"{level}: line coverage", paper[f"5/{level}/line coverage"], mean, of, _COVERAGE, "%"))
        faults += [(problem.task_id, one.name, reason) for problem in benchmark for one, reason in problem.left_out]
        untraced += [(task_id, one.fault) for task_id, one in covered.items() if one.fault is not None]
    note = "File level is the part from Code Contests: what APPS' part holds cannot be judged without its tests."
    notes = (note,) if any(_LEVELS[benchmark.name] == "file" for benchmark, _ in measured) else ()
    listings = (
        Listing("Stressful inputs that cannot be used", ("problem", "input", "reason"), tuple(sorted(faults))),
        Listing("Best solutions that could not be traced", ("problem", "reason"), tuple(sorted(untraced))),
    )
    return Section("5", "Table 5: the published stressful inputs", tuple(rows), notes, listings)
