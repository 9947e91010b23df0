"""Wrong programs that the generated tests of HumanEval find, beside those that HumanEval+ finds.

Usage: python -m benchmarks.beside_humaneval_plus TESTS DATA SAMPLES [--benchmark humaneval+mini] [--ids N,...]
           [--add-to FEW]

TESTS is what `tallybench dev tests generate` wrote; DATA has EvalPlus' public file; SAMPLES files of answers. Each
distinct program that passes HumanEval's own tests is run on both. Prints for each problem how many HumanEval+ finds,
how many of them ours find, and how many ours alone, with a call that shows each that one side alone finds, for a person
to read against the prompt. With `--add-to` the tests that are needed to find them are added to a file of few tests.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.extra_tests_read import said
from tallybench.authoring.audit import read_pool
from tallybench.authoring.calls import Limits, Output, call_all, find_wrong_calls
from tallybench.authoring.test_generation.requirements import cover
from tallybench.benchmarks import load_benchmark, open_benchmark
from tallybench.benchmarks.extra_tests import GeneratedInputs, read_lines, write_lines
from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.files import write_atomically
from tallybench.model.verdicts import Verdict
from tallybench.samples.sources import open_samples
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import encode

LIMITS = Limits(1.5, 1, 2)  # of our calls: fifty times what the ground truth may spend on one


def added(few: GeneratedInputs, made: GeneratedInputs, wrong: Sequence[Mapping[int, Output]]) -> GeneratedInputs:
    """Return few tests with those of all that find the wrong programs which the few do not find, greedily chosen."""
    given = [number for number, text in enumerate(made.inputs) if text in few.inputs]
    chosen = cover([frozenset(one) for one in wrong], given)
    return replace(few, inputs=(*few.inputs, *(made.inputs[number] for number in sorted(chosen))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--benchmark", default="humaneval+")
    parser.add_argument("--ids", type=lambda text: [f"HumanEval/{number}" for number in text.split(",")])
    parser.add_argument("--add-to", type=Path, help="a file of few tests, which is written anew")
    told = parser.parse_args()
    whole, plus = load_benchmark(), open_benchmark(told.benchmark, data=told.data).by_id
    made = read_lines(told.tests, whole)
    few = {} if told.add_to is None else read_lines(told.add_to, whole)
    paths = sorted(told.samples.glob("*.jsonl"))
    pool = read_pool([(path.stem, open_samples(str(path), whole, lambda _: None)) for path in paths], whole)
    worker = Worker(WorkerSetting(default_interpreter()))
    totals: Counter[str] = Counter()
    for task_id in told.ids or whole.by_id:
        if task_id not in made or task_id not in plus:
            continue
        problem, inputs = whole.by_id[task_id], made[task_id].arguments()
        expected = call_all(worker.native, problem.ground_truth.code, problem.entry_point, inputs)
        counts, lines, found = Counter[str](), Counter[str](), []
        for solution in pool.get(task_id, ()):
            if CheckTask(Tests.of(problem), solution.code).run(worker).verdict is not Verdict.PASSED:
                continue
            theirs = CheckTask(Tests.of(plus[task_id]), solution.code).run(worker)
            wrong = find_wrong_calls(worker.native, problem, inputs, expected, solution.code, LIMITS)
            by_plus = theirs.verdict is not Verdict.PASSED
            by_ours = bool(wrong)
            counts.update({"programs": 1, "HumanEval+": int(by_plus), "both": int(by_plus and by_ours)})
            counts["ours alone"] += by_ours and not by_plus
            if by_plus and not wrong and (why := theirs.failure) is not None:
                lines[f"missed: {why.call} is {why.expected}, not {why.got or why.reason}"] += 1
            elif wrong and not by_plus:
                number = min(wrong, key=lambda number: (len(encode(inputs[number])), number))
                call = shorten_call(problem.entry_point, inputs[number], {})
                lines[f"alone: {call} is {said(expected[number])[:80]}, not {said(wrong[number])[:80]}"] += 1
            found.append(wrong)
        totals.update(counts)
        print(task_id, dict(counts), *(f"  {line} ({number})" for line, number in lines.most_common()), sep="\n")
        if task_id in few:
            few[task_id] = added(few[task_id], made[task_id], found)
    print(dict(totals))
    worker.close()
    if told.add_to is not None:
        write_atomically(told.add_to, write_lines(few.values()))


if __name__ == "__main__":
    main()
