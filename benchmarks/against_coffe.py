"""TallyBench's stressful inputs beside COFFE's, on HumanEval's 164 problems: the same solutions, the same counter.

    python benchmarks/against_coffe.py COFFE [--predictions FILE] [--rows FILE] [--ids 0-29]

COFFE is the folder of COFFE's public `datasets` (with `function/stressful_testcases.json` in it). The solutions are
HumanEval's canonical ones and the predictions that pass (by default GPT-4o's, in `examples/openai_humaneval` beside
that folder); our references and slow solutions are looked at apart.

RSD(+) compares what solutions spend, wherever they end: on COFFE's inputs to the last instruction; on ours up to 1
billion, so that ours is a lower bound; our slow solutions enter with 20 times the best known one at most, on both. It
is shown a second time with that budget for all. The cost of an evaluation is what its user pays: on COFFE's inputs all
that solutions spend, on ours up to where the evaluator gives them up. COFFE's seed (1024) is set before each of its
inputs is built.

It takes about an hour on two cores. With --rows each problem is noted when it is done (JSON Lines), and one that is
noted already is not measured again.
"""

import argparse
import json
import math
import os
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tallybench.authoring.audit import passes
from tallybench.authoring.audit.growth import measure_growth
from tallybench.authoring.audit.summary import HIGHER_ORDER, relative_deviation
from tallybench.authoring.audit.thoroughness import Coverage, measure_coverage
from tallybench.benchmarks import load_benchmark, select
from tallybench.counting.instructions import FIRST_EXTRA, FIRST_MARGIN, REFERENCE_CPU_SECONDS, Meter
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem, Solution
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.jobs import build_input, run_solution
from tallybench.sandbox.messages import WorkerSetting
from tallybench.sandbox.outputs import wrong_output
from tallybench.values.wire import decode

CANONICAL, PREDICTION, BEST, SLOW = "canonical", "prediction", "best", "slow"
POOL = (CANONICAL, PREDICTION)
RATE = 500_000_000  # instructions a second under emulation, a round figure
MOST = 1_000_000_000  # instructions; beyond, a count on our inputs enters RSD(+) as this
SLOW_MACHINE_RATE = 200_000_000  # the same on a slow machine
SETS = {"canonical, predictions": POOL, "these, our best and slow": (*POOL, BEST, SLOW)}


@dataclass
class OnInput:
    """An input of a suite.

    Attributes:
        builds: it can be built.
        within_contract: our contract accepts it.
        runs: the best known solution gives an answer.
        counts: instructions by solution, MOST where it did not end before; a solution that errs is missing.
        spent: instructions that its evaluation takes, by solution.
    """

    builds: bool = False
    within_contract: bool = False
    runs: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)


@dataclass
class Suite:
    """A suite on one problem; coverage is of the best known solution."""

    inputs: list[OnInput]
    coverage: Coverage


@dataclass
class Row:
    """One problem: both suites, and the growth exponents of the solutions that it is told by."""

    task_id: str
    hash: str
    ours: Suite
    coffe: Suite
    exponents: dict[str, float]


ROW = TypeAdapter(Row)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coffe", type=Path, help="COFFE's datasets folder")
    parser.add_argument("--predictions", type=Path, help="COFFE's predictions: raw outputs by prompt")
    parser.add_argument("--rows", type=Path, help="note every measurement here, and go on with what is there")
    parser.add_argument("--ids", help="only these problems, such as 0-29,31")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    predictions = options.predictions or options.coffe.parent / "examples/openai_humaneval/GPT-4o.json"
    benchmark = select(load_benchmark(), options.ids.split(",") if options.ids else None)
    theirs = by_task(benchmark, read_json(options.coffe / "function/stressful_testcases.json"))
    codes = prediction_codes(benchmark, read_json(predictions))
    noted = {row.task_id: row for row in read_rows(options.rows)} if options.rows else {}
    rows = [
        row for problem in benchmark if (row := noted.get(problem.task_id)) is not None and row.hash == problem.hash
    ]
    left = [problem for problem in benchmark if problem.task_id not in {row.task_id for row in rows}]
    with ProcessPoolExecutor(options.workers) as executor:
        jobs = [
            executor.submit(compare, problem.task_id, theirs.get(problem.task_id, []), codes.get(problem.task_id))
            for problem in left
        ]
        for job in as_completed(jobs):
            rows.append(job.result())
            print(f"{rows[-1].task_id}: done", flush=True)
            if options.rows:
                with options.rows.open("a") as file:
                    file.write(json.dumps(asdict(rows[-1])) + "\n")
    for line in report(rows):
        print(line)


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"against_coffe: {path}: {error}; give the `datasets` folder of COFFE's public data")


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows that were noted; a last line that was cut off is left out."""
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.endswith("}"):
            yield ROW.validate_json(line)


def by_task(benchmark: Benchmark, by_prompt: dict[str, Any]) -> dict[str, Any]:
    """COFFE's files are keyed by prompt."""
    stripped = {prompt.strip(): value for prompt, value in by_prompt.items()}
    return {
        problem.task_id: stripped[problem.prompt.strip()] for problem in benchmark if problem.prompt.strip() in stripped
    }


def prediction_codes(benchmark: Benchmark, by_prompt: dict[str, Any]) -> dict[str, str]:
    """Return the programs in a model's raw outputs, one a task."""
    samples = (Sample(task_id, 0, "raw", outputs[0][0]) for task_id, outputs in by_task(benchmark, by_prompt).items())
    attempts = read_attempts(samples, benchmark)
    return {attempt.task_id: attempt.code for attempt in attempts if attempt.code is not None}


def coffe_inputs(cases: Iterable[dict[str, str]]) -> Iterator[StressfulInput]:
    """COFFE's expressions, each a list of arguments, as generators."""
    for number, case in enumerate(cases):
        program = f"import random\n\ndef build(rng):\n    random.seed(1024)\n    return tuple({case['input']})\n"
        yield StressfulInput(f"coffe_{number}", Kind.LARGE_RANDOM, "", "generator", program, function="build", seed="")


def compare(task_id: str, cases: list[dict[str, str]], prediction: str | None) -> Row:
    """Measures one problem, in a process of its own."""
    worker = Worker(WorkerSetting(default_interpreter()))
    try:
        return compare_on(worker.meter, load_benchmark().by_id[task_id], list(coffe_inputs(cases)), prediction)
    finally:
        worker.close()


def compare_on(meter: Meter, problem: Problem, theirs: list[StressfulInput], prediction: str | None) -> Row:
    solutions = {BEST: problem.references[0]}
    if problem.corrected is None:  # else the canonical solution is wrong
        solutions[CANONICAL] = problem.canonical
    if prediction is not None and passes(meter, problem, Solution(PREDICTION, prediction)):
        solutions[PREDICTION] = Solution(PREDICTION, prediction)
    if problem.slow:
        solutions[SLOW] = problem.slow[0]
    named = [replace(solution, name=name) for name, solution in solutions.items()]
    grown = measure_growth(meter, problem, named)
    exponents = {name: growth.exponent for name, growth in grown.items() if growth.exponent is not None}
    suites = [
        run_suite(meter, problem, inputs, solutions, limited=inputs is problem.stressful)
        for inputs in (problem.stressful, theirs)
    ]
    return Row(problem.task_id, problem.hash, suites[0], suites[1], exponents)


def bytecode_of(meter: Meter, problem: Problem, solution: Solution) -> bytes:
    bytecode = meter.compile(problem, solution.code)
    assert isinstance(bytecode, bytes), f"{solution.name} does not compile"
    return bytecode


def run_suite(
    meter: Meter,
    problem: Problem,
    inputs: Sequence[StressfulInput],
    solutions: dict[str, Solution],
    limited: bool,
) -> Suite:
    bytecode = {name: bytecode_of(meter, problem, solution) for name, solution in solutions.items()}
    found, built = [], []
    for stressful_input in inputs:
        on = OnInput()
        found.append(on)
        free = build_input(meter.native, stressful_input.recipe(None))
        on.builds = free.output is not None
        if free.output is None:
            continue
        on.within_contract = build_input(meter.native, stressful_input.recipe(problem.contract)).output is not None
        on.runs = measure_input(meter, problem, bytecode, free.output, on, limited)
        if on.runs:
            built.append(free.output)
    coverage = measure_coverage(solutions[BEST].code, problem.entry_point, [decode(arguments) for arguments in built])
    return Suite(found, coverage)


def measure_input(
    meter: Meter, problem: Problem, bytecode: dict[str, bytes], arguments: bytes, on: OnInput, limited: bool
) -> bool:
    """Count the solutions on an input. Returns whether the best known one gives an answer."""
    truth = run_solution(meter.native, bytecode[BEST], problem.entry_point, arguments, REFERENCE_CPU_SECONDS)
    if truth.output is None:
        return False
    overhead = meter.overhead(problem, arguments, truth.output)
    for name, compiled in bytecode.items():
        most = BUDGET * on.counts[BEST] if name == SLOW else MOST if limited else REFERENCE_CPU_SECONDS * RATE
        answer = meter.run(problem, compiled, arguments, most / SLOW_MACHINE_RATE + FIRST_EXTRA)
        count = max((answer.count or 0) - overhead, 1)
        if answer.out_of_time or count > most:
            count = most
        elif answer.output is None or wrong_output(problem, arguments, truth.output, answer.output):
            on.spent[name] = answer.count or 0
            continue
        on.counts[name] = count
        given_up = int(BUDGET * on.counts[BEST] * FIRST_MARGIN + FIRST_EXTRA * RATE)
        on.spent[name] = min(count + overhead, given_up) if limited else count + overhead
    return True


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the comparison, a line a figure."""
    suites = ([row.ours for row in rows], [row.coffe for row in rows])
    inputs = tuple([measured for suite in side for measured in suite.inputs] for side in suites)
    yield f"{'':68}{'TallyBench':>16}{'COFFE':>16}"
    yield line("stressful inputs", [f"{len(side):,}" for side in inputs])
    yield line("  that can be built and solved", [share(measured.runs for measured in side) for side in inputs])
    yield line(
        "  and that keep our contract",
        [share(measured.runs and measured.within_contract for measured in side) for side in inputs],
    )
    yield line(
        "line coverage of the best known solutions", [covered([suite.coverage for suite in side]) for side in suites]
    )
    for capped in (False, True):
        for title, chosen in SETS.items():
            deviations = [[deviation(suite, chosen, capped) for suite in side] for side in suites]
            both = [pair for pair in zip(*deviations, strict=True) if None not in pair]
            means = [statistics.fmean(pair[index] or 0 for pair in both) for index in (0, 1)]
            what = "RSD(+), both capped" if capped else "RSD(+)"
            yield line(f"{what}: {title} ({len(both)} problems)", [f"{mean:.2f} %" for mean in means])
    for title, chosen in SETS.items():
        pairs = [pair for row in rows for pair in pairs_of_different_order(row, chosen)]
        separated = [sum(told[index] for told in pairs) for index in (0, 1)]
        yield line(f"pairs of different order told apart: {title}", [f"{count} of {len(pairs)}" for count in separated])
    for title, chosen in SETS.items():
        spent = [sum(measured.spent.get(name, 0) for measured in side for name in chosen) for side in inputs]
        yield line(f"billions of instructions: {title}", [f"{instructions / 1e9:,.1f}" for instructions in spent])
    runs = [sum(name in measured.spent for measured in side for name in POOL) for side in inputs]
    yield line("measurements of canonical and predictions", [f"{number:,}" for number in runs])


def line(what: str, values: Sequence[str]) -> str:
    return f"{what:68}" + "".join(f"{value:>16}" for value in values)


def share(holds: Iterable[bool]) -> str:
    told = list(holds)
    return f"{100 * sum(told) / max(len(told), 1):.2f} %"


def covered(coverages: Sequence[Coverage]) -> str:
    lines = sum(coverage.lines for coverage in coverages)
    return f"{100 * (1 - sum(len(coverage.missed_lines) for coverage in coverages) / max(lines, 1)):.2f} %"


def deviation(suite: Suite, chosen: Sequence[str], capped: bool) -> float | None:
    """RSD(+) of a suite on a problem: the mean over the inputs on which at least two of the solutions are right."""
    counts = []
    for measured in suite.inputs:
        most = {
            name: BUDGET * measured.counts.get(BEST, MOST) if capped or name == SLOW else math.inf for name in chosen
        }
        counts.append([min(measured.counts[name], most[name]) for name in chosen if name in measured.counts])
    found = [relative_deviation(of_input) for of_input in counts if len(of_input) > 1]
    return statistics.fmean(found) if found else None


def pairs_of_different_order(row: Row, chosen: Sequence[str]) -> Iterator[tuple[bool, bool]]:
    """Yield whether ours and COFFE's inputs separate, by a factor of 2 in total, the solutions whose orders differ."""
    names = [name for name in chosen if name in row.exponents]
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            if abs(row.exponents[first] - row.exponents[second]) >= HIGHER_ORDER:
                yield separated(row.ours, first, second), separated(row.coffe, first, second)


def separated(suite: Suite, first: str, second: str) -> bool:
    """Return whether one of two solutions spends at least twice as much as the other, over the inputs that both solve.

    Inputs on which both are beyond MOST are left out: of two lower bounds nothing is known.
    """
    both = [measured.counts for measured in suite.inputs if first in measured.counts and second in measured.counts]
    comparable = [counts for counts in both if min(counts[first], counts[second]) < MOST]
    totals = sorted(sum(counts[name] for counts in comparable) for name in (first, second))
    return bool(comparable) and totals[1] >= 2 * totals[0]


if __name__ == "__main__":
    main()
