"""What a model's stressful inputs are worth beside those of COFFE and of TallyBench, on the same problems of HumanEval.

    python -m benchmarks.stress_generation MADE COFFE --samples DIR [--ids 1,13]

MADE is a folder of `tallybench dev stress generate`, COFFE that of COFFE's public `datasets`, DIR one of fetched
samples. An input is usable where it is built and keeps the contract that TallyBench has for the problem. Coverage is of
the lines of the best known solution, RSD(+) over the pool of `benchmarks.pool_deviation`: the first sample of each
ranked model. A problem without inputs reaches no line and has no RSD(+).

`benchmarks/stress_generation/` has the answers of a small model. Copied to MADE as `answers.jsonl`, they let the
command that is written beside the results (`site/pages/stress-generation.md`) ask nobody.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.against_coffe import by_task, coffe_inputs, read_json
from benchmarks.pool_deviation import Counts, counts_here, measure, of_models, pool_of
from tallybench.authoring.audit.summary import relative_deviation
from tallybench.authoring.audit.thoroughness import measure_coverage
from tallybench.authoring.stress_generation.problem_file import file_name
from tallybench.benchmarks import load_benchmark, select
from tallybench.benchmarks.problem_reader import with_additions
from tallybench.counting.worker import Worker
from tallybench.model.inputs import StressfulInput
from tallybench.model.problem import Problem
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.messages import WorkerSetting
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.entries import read_entries
from tallybench.submissions.programs import correct_programs
from tallybench.values.wire import decode

ROOT = Path(__file__).parent.parent
MADE, COFFE, OURS = "made", "COFFE", "TallyBench"


@dataclass(frozen=True)
class Suite:
    """The inputs of a problem from one side.

    Attributes:
        given: how many there are.
        usable: how many of them are built and keep the contract.
        reached: lines of the best known solution that those reach.
        lines: how many it has.
        counts: of the pool, by input.
    """

    given: int
    usable: int
    reached: int
    lines: int
    counts: Sequence[Counts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("made", type=Path, help="a folder that `tallybench dev stress generate` wrote")
    parser.add_argument("coffe", type=Path, help="COFFE's datasets folder")
    parser.add_argument("--samples", type=Path, required=True, help="public samples, as `samples fetch` puts them")
    parser.add_argument("--ids", help="only these problems of the report, such as 0-9,13")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    report = read_json(options.made / "report.json")
    made = select(load_benchmark(), [told["task_id"] for told in report["problems"]])
    benchmark = select(made, options.ids.split(",") if options.ids else None)
    ids = [problem.task_id for problem in benchmark]
    theirs = by_task(load_benchmark(), read_json(options.coffe / "function/stressful_testcases.json"))
    (board,) = make_boards(read_entries(ROOT, benchmark=benchmark.name))
    entries = [row.entry for row in board.rows]
    programs = correct_programs(entries, options.samples)
    pools = {task_id: pool_of(entries, task_id) for task_id in ids}
    with ProcessPoolExecutor(options.workers) as executor:
        jobs = {}
        for problem in benchmark:
            task_id = problem.task_id
            pool = {digest: programs[task_id][digest] for digest in sorted(set(pools[task_id].values()))}
            sides = {MADE: made_inputs(options.made, problem), COFFE: list(coffe_inputs(theirs.get(task_id, ())))}
            for side, inputs in sides.items():
                jobs[side, task_id] = executor.submit(suite_of, task_id, inputs, pool)
            counts = counts_here(entries, task_id)
            jobs[OURS, task_id] = executor.submit(suite_of, task_id, list(problem.stressful), {}, counts)
        suites = {}
        for done, (key, job) in enumerate(jobs.items(), 1):
            suites[key] = job.result()
            print(f"{done} of {len(jobs)} suites", file=sys.stderr)
    total = report["total"]
    print(f"{len(ids)} of {len(report['problems'])} problems. By the model: {total['requests']:,} requests,", end=" ")
    print(f"{total['tokens_in']:,} tokens in, {total['tokens_out']:,} out;", end=" ")
    print(f"{total['valid']} of {total['proposed']} proposed inputs valid by its own contracts,", end=" ")
    print("{} of {} by those of TallyBench".format(*total["own_contract"]))
    print("| | problems with inputs | inputs | usable | line coverage | RSD(+) | of problems |")
    print("|---|---|---|---|---|---|---|")
    for side in (MADE, COFFE, OURS):
        print(row(side, {task_id: suites[side, task_id] for task_id in ids}, pools))
    for task_id in ids:
        print(
            f"{task_id}:",
            "; ".join(f"{side} {told(suites[side, task_id], pools[task_id])}" for side in (MADE, COFFE, OURS)),
        )


def made_inputs(folder: Path, problem: Problem) -> list[StressfulInput]:
    """Return the inputs of the file that was made of a problem; none where there is no file."""
    path = folder / file_name(load_benchmark(), problem.task_id)
    return list(with_additions(problem, path).stressful) if path.is_file() else []


def suite_of(
    task_id: str, given: list[StressfulInput], programs: Mapping[str, str], counts: Sequence[Counts] | None = None
) -> Suite:
    """Measures the inputs of a problem, in a process of its own; `counts` where they are known already."""
    problem = load_benchmark().by_id[task_id]
    worker = Worker(WorkerSetting(default_interpreter()))
    try:
        answers = [build_input(worker.meter.native, one.recipe(problem.contract)).output for one in given]
    finally:
        worker.close()
    usable = [one for one, built in zip(given, answers, strict=True) if built is not None]
    arguments = [decode(built) for built in answers if built is not None]
    covered = measure_coverage(problem.references[0].code, problem.entry_point, arguments)
    if counts is None:
        counts = measure(task_id, usable, programs).inputs
    return Suite(len(given), len(usable), covered.lines - len(covered.missed_lines), covered.lines, counts)


def deviations(suite: Suite, pool: Mapping[str, str]) -> list[float]:
    """RSD(+) of each input on which two programs have a count."""
    return [relative_deviation(counts) for counts in of_models(suite.counts, pool)]


def row(side: str, suites: Mapping[str, Suite], pools: Mapping[str, Any]) -> str:
    """Return a side's figures over all problems, as a row of a table."""
    found = [statistics.fmean(each) for task_id, suite in suites.items() if (each := deviations(suite, pools[task_id]))]
    given, usable, reached, lines = (
        sum(getattr(suite, name) for suite in suites.values()) for name in ("given", "usable", "reached", "lines")
    )
    cells = [
        side,
        str(sum(suite.usable > 0 for suite in suites.values())),
        str(given),
        f"{100 * usable / given:.1f} %" if given else "-",
        f"{100 * reached / lines:.1f} %",
        f"{statistics.fmean(found):.1f} %" if found else "-",
        str(len(found)),
    ]
    return f"| {' | '.join(cells)} |"


def told(suite: Suite, pool: Mapping[str, str]) -> str:
    """Return a problem's figures from one side."""
    found = deviations(suite, pool)
    spread = f"{statistics.fmean(found):.1f} %" if found else "-"
    return f"{suite.usable} of {suite.given}, RSD(+) {spread}"


if __name__ == "__main__":
    main()
