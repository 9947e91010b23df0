"""Wrong programs that the generated tests of HumanEval find, beside those that HumanEval+ finds.

Usage: python -m benchmarks.beside_humaneval_plus TESTS DATA --samples DIR [--benchmark humaneval+mini] [--ids N,...]

TESTS is what `tallybench dev tests generate` wrote, or the reduced file in hf_dataset/extra_tests/; DATA has EvalPlus'
public file; DIR is what `tallybench dev samples fetch` made. The programs are those of all published results that pass
HumanEval's own tests, each distinct text once. Prints for each problem how many HumanEval+ finds, how many of them ours
find, and how many ours alone; and a call that shows each that one side alone finds, for a person to read against the
prompt.
"""

import argparse
from collections import Counter
from hashlib import sha256
from pathlib import Path

from benchmarks.extra_tests_read import ROOT, said
from tallybench.authoring.calls import OF_SAMPLES, call_all, find_wrong_calls
from tallybench.authoring.running import Runner
from tallybench.authoring.test_generation.checking import judge_published
from tallybench.benchmarks import load_benchmark, open_benchmark, select
from tallybench.benchmarks.extra_tests import GeneratedInputs, read_lines
from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.statistics.published.data_files import results_with_code
from tallybench.statistics.published.entries import read_entries
from tallybench.submissions.programs import correct_programs
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import encode


def shown(worker: Worker, problem: Problem, made: GeneratedInputs, program: str) -> str:
    """Return the shortest of our calls on which a program is wrong."""
    inputs = made.arguments()
    expected = call_all(worker.native, problem.ground_truth.code, problem.entry_point, inputs)
    wrong = find_wrong_calls(worker.native, problem, inputs, expected, program, OF_SAMPLES)
    number = min(wrong, key=lambda number: (len(encode(inputs[number])), number))
    call = shorten_call(problem.entry_point, inputs[number], {})
    return f"{call} is {said(expected[number])[:80]}, not {said(wrong[number])[:80]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--benchmark", default="humaneval+")
    parser.add_argument("--ids", type=lambda text: tuple(f"HumanEval/{number}" for number in text.split(",")))
    told = parser.parse_args()
    whole, plus = load_benchmark(), open_benchmark(told.benchmark, data=told.data).by_id
    made = read_lines(told.tests, whole)
    asked = [task_id for task_id in told.ids or whole.by_id if task_id in made and task_id in plus]
    entries = results_with_code(read_entries(ROOT, benchmark=whole.name), whole.name, whole.version)
    found = correct_programs(entries, told.samples)
    programs = {task_id: found.get(task_id, {}) for task_id in asked}
    digest = sha256(told.tests.read_bytes()).hexdigest()
    runner = Runner()
    ours = judge_published(
        select(whole, asked), {task_id: made[task_id] for task_id in asked}, digest, entries, programs, runner
    )
    tests = {task_id: Tests.of(plus[task_id]) for task_id in asked}
    tasks = {
        (task_id, one): CheckTask(tests[task_id], programs[task_id][one])
        for task_id in asked
        for one in programs[task_id]
    }
    outcomes = runner.finish("HumanEval+", tasks)
    worker = Worker(WorkerSetting(default_interpreter()))
    totals: Counter[str] = Counter()
    for task_id in asked:
        wrong = set(ours.problems[task_id].wrong)
        theirs = {one: outcomes[task_id, one] for one in programs[task_id] if (task_id, one) in outcomes}
        theirs = {one: outcome for one, outcome in theirs.items() if outcome.verdict is not Verdict.PASSED}
        counts = {"programs": len(programs[task_id]), "theirs": len(theirs)}
        counts |= {"both": len(wrong & theirs.keys()), "ours alone": len(wrong - theirs.keys())}
        totals.update(counts)
        lines = Counter(f"missed: {theirs[one].failure}" for one in theirs.keys() - wrong)
        lines.update(
            f"alone: {shown(worker, whole.by_id[task_id], made[task_id], programs[task_id][one])}"
            for one in sorted(wrong - theirs.keys())
        )
        if theirs or wrong:
            print(
                task_id,
                counts,
                *(f"  {line} ({number})" for line, number in sorted(lines.items())),
                sep="\n",
                flush=True,
            )
    print(dict(totals))
    worker.close()


if __name__ == "__main__":
    main()
