"""Wrong answers to MBPP+ that generated inputs find out, beside those that EvalPlus' inputs find out.

Usage: .venv/bin/python -m benchmarks.generated_tests DATA SAMPLES [--count N] [--every N [--after N]] [--ids ID,...]
           [--extremes] [--all-valid] [--read]

DATA has the public `MbppPlus.jsonl`, SAMPLES files of answers to MBPP. Inputs are generated from EvalPlus' base inputs
alone, `--count` a problem, for each problem or for one of `--every` four or ten, the first or one `--after` it; with
`--extremes` also those of this option of `tallybench dev tests generate`. Those whose answer a prompt leaves open
(`hf_dataset/extra_tests/mbpp+.toml`) are left out, but with `--all-valid`. Then each distinct program that passes the
base inputs is run on EvalPlus' plus inputs and on ours. A program is wrong on an input where it returns something else
than the canonical solution. Prints how many EvalPlus' inputs find out, how many of these ours find out, and how many
ours alone, with the problems. With `--read` also the shortest call that shows each that one side alone finds, for a
person to read against the prompt.
"""

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.extra_tests_read import said
from tallybench.authoring.audit import read_pool
from tallybench.authoring.calls import OF_SAMPLES, call_all, find_wrong_calls
from tallybench.authoring.test_generation.generate import GenerateTask
from tallybench.benchmarks import open_benchmark
from tallybench.benchmarks.extra_tests import contracts_of_tests
from tallybench.counting.pool import usable_processors
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Case, Problem, Solution
from tallybench.samples.sources import open_samples
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.jobs import Failure
from tallybench.sandbox.messages import WorkerSetting
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import encode

Inputs = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Found:
    """A program that passes the base inputs: how EvalPlus' inputs find it out, and how ours do, if they do."""

    by_plus: str | None
    by_ours: str | None


@dataclass(frozen=True)
class Compare:
    """Generate inputs for a problem from its base inputs, and run programs on all three sets.

    Attributes:
        problem: with the base inputs and the plus inputs as cases.
        base: how many of them are base inputs.
        programs: what to run.
        count: inputs to generate.
        contract: which inputs tests may have, a program; None: as the problem's own says.
        extremes: extreme inputs, too.
    """

    problem: Problem
    base: int
    programs: tuple[Solution, ...]
    count: int
    contract: str | None
    extremes: bool

    def run(self, worker: Worker) -> tuple[int, list[Found]]:
        """Return how many inputs were generated; for each program that passes the base inputs, what finds it out."""
        problem = self.problem
        given = replace(problem, cases=problem.cases[: self.base])
        made = GenerateTask(given, self.count, 0, contract=self.contract, extremes=self.extremes).run(worker)
        truth = call_all(worker.native, problem.canonical.code, problem.entry_point, made.arguments())
        base, plus = problem.cases[: self.base], problem.cases[self.base :]
        found = []
        for program in self.programs:
            if self._finds(worker, program, *_tests(base)) is None:
                by_plus = self._finds(worker, program, *_tests(plus))
                found.append(Found(by_plus, self._finds(worker, program, made.arguments(), truth)))
        return len(made.inputs), found

    def _finds(
        self, worker: Worker, program: Solution, inputs: Inputs, expected: list[bytes | Failure | None]
    ) -> str | None:
        """Return the shortest call that finds out a program.

        Each set has its own patience for calls that do not end.
        """
        wrong = find_wrong_calls(worker.native, self.problem, inputs, expected, program.code, OF_SAMPLES)
        if not wrong:
            return None
        number = min(wrong, key=lambda number: (len(encode(inputs[number])), number))
        call = shorten_call(self.problem.entry_point, inputs[number], {})
        return f"{call} is {said(expected[number])[:80]}, not {said(wrong[number])[:80]}"


def _tests(cases: tuple[Case, ...]) -> tuple[Inputs, list[bytes | Failure | None]]:
    return [case.arguments for case in cases], [encode(case.expected) for case in cases]


_WORKER: list[Worker] = []  # of this process


def _start_worker() -> None:
    _WORKER.append(Worker(WorkerSetting(default_interpreter())))


def _run(task: tuple[str, Compare]) -> tuple[str, tuple[int, list[Found]]]:
    return task[0], task[1].run(_WORKER[0])


def in_benchmark(path: Path, benchmark: Benchmark) -> Iterator[str]:
    """Yield the lines of a file whose problems are in MBPP+, by the ids that those have there."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        record = json.loads(line) if line.strip() else {}
        number = re.search(r"\d+", str(record.get("task_id")))
        if number is not None and (task_id := f"Mbpp/{int(number[0])}") in benchmark.by_id:
            yield json.dumps(record | {"task_id": task_id}) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="inputs to generate for a problem")
    parser.add_argument("--every", type=int, default=1, help="take only each N-th problem")
    parser.add_argument("--after", type=int, default=0, help="leave out so many problems at the start")
    parser.add_argument("--ids", type=lambda text: text.split(","), help="take only these problems")
    parser.add_argument(
        "--extremes", action="store_true", help="also inputs with numbers beyond a billion, or all zero"
    )
    parser.add_argument("--all-valid", action="store_true", help="also inputs whose answer the prompt leaves open")
    parser.add_argument("--read", action="store_true", help="show what ours alone find")
    told = parser.parse_args()
    data, samples = told.data, told.samples
    benchmark = open_benchmark("mbpp+", data=data)
    lines = (data / "MbppPlus.jsonl").read_bytes().splitlines()
    base = {(row := json.loads(line))["task_id"]: len(row["base_input"]) for line in lines}
    pool: dict[str, dict[str, Solution]] = {}
    for path in sorted(samples.glob("*.jsonl")):
        with tempfile.TemporaryDirectory() as folder:
            ours = Path(folder) / path.name
            ours.write_text("".join(in_benchmark(path, benchmark)), encoding="utf-8")
            try:
                read = read_pool([(path.stem, open_samples(str(ours), benchmark, lambda _: None))], benchmark)
            except InputError as error:
                print(f"not read: {path.name}: {error}")
                continue
        for task_id, solutions in read.items():
            pool.setdefault(task_id, {}).update({solution.code: solution for solution in solutions})
    asked = set(told.ids or benchmark.by_id)
    contracts = {} if told.all_valid else contracts_of_tests(benchmark)
    tasks = [
        (key, Compare(problem, base[key], tuple(pool[key].values()), told.count, contracts.get(key), told.extremes))
        for key, problem in benchmark.by_id.items()
        if problem.contract is not None and pool.get(key) and key in asked
    ][told.after :: told.every]
    inputs = programs = 0
    totals: Counter[tuple[bool, bool]] = Counter()
    missed, beyond = Counter[str](), Counter[str]()
    with ProcessPoolExecutor(usable_processors(), initializer=_start_worker) as executor:
        for done, (task_id, (made, found)) in enumerate(executor.map(_run, tasks), 1):
            inputs, programs = inputs + made, programs + len(found)
            totals.update((one.by_plus is not None, one.by_ours is not None) for one in found)
            theirs = Counter(one.by_plus for one in found if one.by_plus is not None and one.by_ours is None)
            alone = Counter(one.by_ours for one in found if one.by_ours is not None and one.by_plus is None)
            missed[task_id] += theirs.total()
            beyond[task_id] += alone.total()
            for who, calls in (("missed", theirs), ("beyond", alone)) if told.read else ():
                for line, number in calls.most_common():
                    print(f"{task_id}: {who}: {line} ({number})", flush=True)
            if done % 20 == 0:
                found_out = f"{totals[True, True]} of {totals[True, True] + totals[True, False]} found out"
                print(f"{done} of {len(tasks)} problems: {found_out}", flush=True)
    both, missing, more = totals[True, True], totals[True, False], totals[False, True]
    print(f"problems: {len(tasks)}; inputs generated: {inputs:,}; programs that pass the base inputs: {programs:,}")
    print(f"EvalPlus' inputs find out {both + missing} programs; ours find out {both} of them, and {more} more")
    print("missed:", ", ".join(f"{task_id} ({number})" for task_id, number in missed.most_common(25) if number))
    print("beyond:", ", ".join(f"{task_id} ({number})" for task_id, number in beyond.most_common(25) if number))


if __name__ == "__main__":
    main()
