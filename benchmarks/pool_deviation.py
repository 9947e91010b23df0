"""How far stressful inputs tell models apart: TallyBench's beside COFFE's, over the programs of all ranked models.

    python -m benchmarks.pool_deviation COFFE --samples DIR [--ids 0-29] [--rows FILE] [--found FILE]

COFFE is the folder of COFFE's public `datasets` (with `function/stressful_testcases.json` in it), DIR one of fetched
samples. The pool of a problem is the first sample of each ranked model, where it is correct. What it spends on our
inputs stands in `results/`; on COFFE's it is counted here, each distinct program once, by the same rules: no more than
20 times the best known solution. RSD(+) of an input is the standard deviation of the counts over their mean; of a
problem the mean over its inputs. Only problems with at least two programs on all sides count.

--found adds what `tallybench dev stress search --published` wrote as a third side. It counts programs that differ in
comments, names and form alone once, and so what one spends stands for all.

With --rows each problem is noted when it is done (JSON Lines), and one that is noted already is not measured again.
"""

import argparse
import json
import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.against_coffe import by_task, coffe_inputs, line, read_json
from tallybench.authoring.audit.summary import relative_deviation
from tallybench.benchmarks import load_benchmark, select
from tallybench.benchmarks.measured import load_measured
from tallybench.benchmarks.trees import program_tree
from tallybench.counting.instructions import REFERENCE_CPU_SECONDS, PreparedInput, count_solution
from tallybench.counting.worker import Worker
from tallybench.model.budget import BUDGET
from tallybench.model.inputs import StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Solution
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.jobs import build_input, run_solution
from tallybench.sandbox.messages import WorkerSetting
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.entries import Entry, read_entries
from tallybench.submissions.programs import correct_programs

ROOT = Path(__file__).parent.parent
MOST_SHOWN = 30  # problems that have a line of their own

# Of an input: what each program spends of which a count or the bound is known, by the SHA-256 of its text.
Counts = dict[str, int]


@dataclass(frozen=True)
class Row:
    """What the pool of a problem spends on other inputs than its own, one dict an input that can be used."""

    task_id: str
    inputs: list[Counts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coffe", type=Path, help="COFFE's datasets folder")
    parser.add_argument("--samples", type=Path, required=True, help="public samples, as `samples fetch` puts them")
    parser.add_argument("--rows", type=Path, help="note every measurement here, and go on with what is there")
    parser.add_argument("--found", type=Path, help="what a search found, as `stress search -o` writes it")
    parser.add_argument("--ids", help="only these problems, such as 0-29,31")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    benchmark = select(load_benchmark(), options.ids.split(",") if options.ids else None)
    theirs = by_task(load_benchmark(), read_json(options.coffe / "function/stressful_testcases.json"))
    (board,) = make_boards(read_entries(ROOT, benchmark=benchmark.name))
    entries = [row.entry for row in board.rows]
    programs = correct_programs(entries, options.samples)
    pools = {problem.task_id: pool_of(entries, problem.task_id) for problem in benchmark}
    rows = {row.task_id: row for row in read_rows(options.rows)} if options.rows else {}
    left = [problem.task_id for problem in benchmark if problem.task_id in theirs and problem.task_id not in rows]
    with ProcessPoolExecutor(options.workers) as executor:
        jobs = [
            executor.submit(
                measure,
                task_id,
                list(coffe_inputs(theirs[task_id])),
                {digest: programs[task_id][digest] for digest in sorted(set(pools[task_id].values()))},
            )
            for task_id in left
        ]
        for job in as_completed(jobs):
            row = job.result()
            rows[row.task_id] = row
            print(f"{row.task_id}: done", flush=True)
            if options.rows:
                with options.rows.open("a") as file:
                    file.write(json.dumps(asdict(row)) + "\n")
    ours = {problem.task_id: counts_here(entries, problem.task_id) for problem in benchmark}
    sides = {"TallyBench": ours, "COFFE": {task_id: rows[task_id].inputs for task_id in ours if task_id in rows}}
    if options.found:
        sides["found"] = counts_of_search(read_json(options.found), programs)
    for told in report(sides, pools):
        print(told)


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows that were noted; a last line that was cut off is left out."""
    for text in path.read_text().splitlines() if path.exists() else []:
        if text.endswith("}"):
            yield Row(**json.loads(text))


def first_sample(entry: Entry, task_id: str) -> SampleResult | None:
    """Return a model's first sample of a problem, where it is correct."""
    first = min(entry.samples.get(task_id, ()), key=lambda sample: sample.index, default=None)
    return first if first is not None and first.verdict is Verdict.PASSED else None


def pool_of(entries: Sequence[Entry], task_id: str) -> dict[str, str]:
    """Return the SHA-256 of each model's program of a problem, by the model's folder."""
    samples = {entry.slug: first_sample(entry, task_id) for entry in entries}
    return {slug: sample.code_sha256 for slug, sample in samples.items() if sample and sample.code_sha256}


def counts_here(entries: Sequence[Entry], task_id: str) -> list[Counts]:
    """Return what the pool spends on our inputs, as `results/` has it."""
    found: dict[str, Counts] = {}
    for entry in entries:
        sample = first_sample(entry, task_id)
        if sample is None or sample.code_sha256 is None:
            continue
        for name, given in entry.result.problems[task_id].inputs.items():
            outcome = sample.stress.get(name)
            if outcome is not None and outcome.verdict.bounded:
                count = BUDGET * given.best_known if outcome.count is None else outcome.count
                found.setdefault(name, {})[sample.code_sha256] = count
    return list(found.values())


def counts_of_search(found: Mapping[str, Any], programs: Mapping[str, Mapping[str, str]]) -> dict[str, list[Counts]]:
    """Return what each program spends on the inputs that a search found, by task id."""
    counted: dict[str, list[Counts]] = {}
    for task_id, searched in found.items():
        trees = {digest: program_tree(code) or digest for digest, code in programs[task_id].items()}
        counted[task_id] = []
        for candidate in searched["found"]:
            by_tree = {trees[digest]: count for digest, count in candidate["counts"].items() if digest in trees}
            counted[task_id].append({digest: by_tree[tree] for digest, tree in trees.items() if tree in by_tree})
    return counted


def measure(task_id: str, given: Sequence[StressfulInput], programs: Mapping[str, str]) -> Row:
    """Count programs on other inputs of a problem that keep its contract, in a process of its own."""
    worker = Worker(WorkerSetting(default_interpreter()))
    problem = load_benchmark().by_id[task_id]
    best = load_measured().problems[task_id].best_known
    truth = next(solution for solution in (*problem.references, problem.ground_truth) if solution.name == best)
    inputs = []
    try:
        for one in given:
            built = build_input(worker.meter.native, one.recipe(problem.contract)).output
            prepared = None if built is None else prepare(worker, task_id, truth, built)
            if prepared is None:
                continue
            known = count_solution(worker.meter, problem, truth.code, prepared, None).count
            if known is None:
                continue
            budget = BUDGET * known
            outcomes = {
                digest: count_solution(worker.meter, problem, code, prepared, budget)
                for digest, code in programs.items()
            }
            inputs.append({digest: spent_of(outcome, budget) for digest, outcome in outcomes.items()})
    finally:
        worker.close()
    return Row(task_id, [{digest: spent for digest, spent in counts.items() if spent is not None} for counts in inputs])


def prepare(worker: Worker, task_id: str, truth: Solution, arguments: bytes) -> PreparedInput | None:
    """Return an input with the output that is expected; None where the best known solution has none."""
    problem = load_benchmark().by_id[task_id]
    bytecode = worker.meter.compile(problem, truth.code)
    assert isinstance(bytecode, bytes)
    native = worker.meter.native
    output = run_solution(native, bytecode, problem.entry_point, arguments, REFERENCE_CPU_SECONDS).output
    if output is None:
        return None
    return PreparedInput(arguments, output, worker.meter.overhead(problem, arguments, output))


def spent_of(outcome: StressResult, budget: int) -> int | None:
    """Return a count, or the budget where it is more; None where the program failed."""
    return budget if outcome.verdict is StressVerdict.OVER_BUDGET else outcome.count


def of_models(inputs: Sequence[Counts], pool: Mapping[str, str]) -> list[list[int]]:
    """By input, the counts of the models' programs; inputs with fewer than two are left out."""
    counts = [[given[digest] for _, digest in sorted(pool.items()) if digest in given] for given in inputs]
    return [of_input for of_input in counts if len(of_input) > 1]


def report(
    sides: Mapping[str, Mapping[str, Sequence[Counts]]], pools: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Yield the comparison, a line a figure.

    Args:
        sides: by name, what was counted on its inputs, by task id.
        pools: by task id.
    """
    counted = [
        {task_id: of_models(side.get(task_id, ()), pools[task_id]) for task_id in pools} for side in sides.values()
    ]
    shared = [task_id for task_id in pools if all(side[task_id] for side in counted)]
    if not shared:
        yield "no problem has two programs on all sides"
        return
    models = statistics.fmean(len(pools[task_id]) for task_id in shared)
    distinct = statistics.fmean(len(set(pools[task_id].values())) for task_id in shared)
    yield f"{len(shared)} problems; {models:.1f} models with a correct program each, {distinct:.1f} distinct ones"
    yield line("", list(sides))
    yield line("inputs", [f"{sum(len(side[task_id]) for task_id in shared):,}" for side in counted])
    deviations = [
        {task_id: statistics.fmean(map(relative_deviation, side[task_id])) for task_id in shared} for side in counted
    ]
    yield line("RSD(+)", [f"{statistics.fmean(found.values()):.2f} %" for found in deviations])
    yield line("RSD(+), median problem", [f"{statistics.median(found.values()):.2f} %" for found in deviations])
    best = [{task_id: max(map(relative_deviation, side[task_id])) for task_id in shared} for side in counted]
    yield line("RSD(+) of the input that tells most", [f"{statistics.fmean(found.values()):.2f} %" for found in best])
    highest = {task_id: max(found[task_id] for found in deviations) for task_id in shared}
    ahead = [sum(found[task_id] == highest[task_id] for task_id in shared) for found in deviations]
    yield line("problems on which it is the highest", [str(number) for number in ahead])
    spent = [
        {task_id: statistics.fmean(map(statistics.fmean, side[task_id])) * len(side[task_id]) for task_id in shared}
        for side in counted
    ]
    told = [f"{statistics.fmean(costs.values()) / 1e6:,.1f}" for costs in spent]
    yield line("million instructions a program and problem", told)
    for task_id in shared if len(shared) <= MOST_SHOWN else ():
        of_task = zip(deviations, spent, strict=True)
        yield line(task_id, [f"{found[task_id]:.1f} %, {costs[task_id] / 1e6:,.1f}" for found, costs in of_task])


if __name__ == "__main__":
    main()
