"""Table 4 of COFFE's paper: how stable counts are beside execution times, and how they correlate."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from evaluator.benchmarks import select
from evaluator.errors import InputError
from evaluator.files import cache_folder, write_atomically
from evaluator.measuring.stability import RUNS, Spread, Stability, measure_stability
from evaluator.problems.benchmark import Benchmark
from evaluator.reproduce.paper import Paper
from evaluator.reproduce.report import Listing, Row, Section
from evaluator.results.environment import Fingerprint

EACH = 10  # problems of each part that are measured, unless all are asked for
PARTS = {"HumanEval": "coffe-function", "Mbpp": "coffe-function", "CodeContests": "coffe-code-contests"}
NAMES = {"HumanEval": "HumanEval", "Mbpp": "MBPP", "CodeContests": "Code Contests"}
_COUNTS = (
    "in kind: both drop the highest and the lowest of 12 runs; there a hardware counter, with the kernel's and the "
    "machine's noise, here the emulator, which has none"
)
_SECONDS = "not in size: execution time is of the machine; in kind, for it is the reason to count instructions"
_PEARSON = "in kind: over problems here, one input each, over all inputs there"


def part_of(benchmark: Benchmark, source: str, *, whole: bool) -> Benchmark | None:
    """The problems of one source that table 4 is measured on: by default every n-th, so that EACH are left.

    Args:
        benchmark: without what cannot be used.
        source: the start of the task ids.
        whole: take all.

    Returns:
        None where fewer than three can be measured.
    """
    ids = [problem.task_id for problem in benchmark if problem.task_id.startswith(f"{source}/") and problem.stressful]
    if not whole and len(ids) > EACH:
        ids = ids[:: len(ids) // EACH][:EACH]
    return select(benchmark, ids) if len(ids) >= 3 else None


def measure_repeats(
    part: Benchmark, python: str, fingerprint: Fingerprint, progress: Callable[[str, int, int], None]
) -> Stability | str:
    """Stability of a part, or why there is none. What was measured once is kept: execution times do not repeat."""
    identity = "\n".join([fingerprint.hash, str(RUNS), *(problem.hash for problem in part)])
    path = cache_folder() / "repeats" / f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}.json"
    try:
        return _revive(orjson.loads(path.read_bytes()))
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError):
        pass
    try:
        found = measure_stability(part, python, RUNS, progress)
    except InputError as error:
        return str(error)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2)])
    return found


def _revive(record: dict[str, Any]) -> Stability:
    problems = tuple(
        Spread(
            spread["task_id"],
            spread["input_name"],
            tuple(spread["counts"]),
            tuple(spread["seconds"]),
            tuple(spread["seeded"]),
        )
        for spread in record["problems"]
    )
    left_out = tuple((task_id, reason) for task_id, reason in record["left_out"])
    return Stability(**record | {"problems": problems, "left_out": left_out})


def repeats_section(measured: Sequence[tuple[str, Stability | str]], paper: Paper, *, whole: bool) -> Section:
    """Table 4.

    Args:
        measured: by source: what was measured, or why nothing was.
        paper: what is published.
        whole: whether all problems were measured.
    """
    rows = []
    left_out: list[tuple[str, str]] = []
    for source, found in measured:
        name = NAMES[source]
        if isinstance(found, str):
            left_out.append((name, found))
            continue
        left_out += found.left_out
        of = f"{len(found.problems)} problems, {found.runs} runs each"
        figures = (
            ("RSD of counts", found.rsd_counts, "%", 4, _COUNTS),
            ("RSD of counts, worst problem", found.rsd_counts_worst, "%", 4, _COUNTS),
            ("RSD of execution time", found.rsd_seconds, "%", 2, _SECONDS),
            ("Pearson of count and time", found.pearson, "", 4, _PEARSON),
            ("Pearson of their logarithms", found.pearson_log, "", 4, "ours only: no single heavy problem decides"),
        )
        for what, value, unit, digits, why in figures:
            rows.append(Row(f"{name}: {what}", paper.figure(f"4/{name}/{what}"), value, of, why, unit, digits=digits))
    counts = [found.rsd_counts for _, found in measured if not isinstance(found, str)]
    if counts:
        for which, value in (("lowest", min(counts)), ("highest", max(counts))):
            key = f"RSD of counts, {which}"
            of = f"of {len(counts)} parts"
            rows.append(Row(f"all: {key}", paper.figure(f"4/all/{key}"), value, of, _COUNTS, "%", digits=4))
    taken = "All problems" if whole else f"Every n-th problem of each part, so that {EACH} are left (--all takes all)"
    notes = (
        f"{taken}; of each the stressful input on which its best solution spends least.",
        "Measured once in an environment and kept: another run of this report shows the same times.",
    )
    listing = Listing("Not measured", ("what", "reason"), tuple(left_out))
    return Section("4", "Table 4: stability and correlation", tuple(rows), notes, (listing,))
