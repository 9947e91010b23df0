"""What the reduced generated tests find, for a person to read against the prompts: call, right answer, wrong answers.

Usage: python -m benchmarks.extra_tests_read --samples DIR

The programs are those of the ranked results and the baselines that pass HumanEval's own tests; DIR is what
`tallybench dev samples fetch` made. Each is called once with each input in hf_dataset/extra_tests/humaneval.jsonl.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from tallybench.authoring.calls import Limits, call_all, find_wrong_calls
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.extra_tests import read_lines
from tallybench.counting.worker import Worker
from tallybench.model.problem import Problem
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.submissions.programs import ranked_programs
from tallybench.values.literals import LiteralError, write_literal
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import WireError, decode

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "hf_dataset/extra_tests/humaneval.jsonl"
CPU_SECONDS = 0.5  # for one call; the correctness tests have six, and programs that never end are many
SHOWN = 3  # wrong answers to a call


def said(output: Any) -> str:
    """Return what a program returned, or why it returned nothing."""
    if not isinstance(output, bytes):
        return str(output.reason)
    try:
        return write_literal(decode(output))
    except (WireError, LiteralError) as error:
        return str(error)


def read_problem(
    worker: Worker, problem: Problem, inputs: list[tuple[Any, ...]], programs: dict[str, str]
) -> tuple[int, list[str]]:
    """Return how many programs are wrong on a problem, and a line for each call that finds one."""
    expected = call_all(worker.native, problem.ground_truth.code, problem.entry_point, inputs)
    wrong: dict[int, Counter[str]] = defaultdict(Counter)
    alone: Counter[int] = Counter()
    programs_wrong = 0
    for code in programs.values():
        found = find_wrong_calls(worker.native, problem, inputs, expected, code, Limits(CPU_SECONDS))
        programs_wrong += bool(found)
        for number, output in found.items():
            wrong[number][said(output)] += 1
            alone[number] += len(found) == 1
    lines = []
    for number, answers in sorted(wrong.items()):
        call = shorten_call(problem.entry_point, inputs[number], {})
        told = "; ".join(f"{answer[:80]} ({count})" for answer, count in answers.most_common(SHOWN))
        lines.append(f"  {call} is {said(expected[number])[:80]}, not {told}; {alone[number]} are wrong on this alone")
    return programs_wrong, lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--samples", type=Path, required=True)
    benchmark = load_benchmark()
    programs = ranked_programs(ROOT, benchmark.name, parser.parse_args().samples)
    worker = Worker(WorkerSetting(default_interpreter()))
    total = problems = 0
    for task_id, made in read_lines(TESTS, benchmark).items():
        if not made.inputs:
            continue
        count, lines = read_problem(worker, benchmark.by_id[task_id], made.arguments(), programs.get(task_id, {}))
        total, problems = total + count, problems + bool(count)
        if lines:
            print(f"{task_id}: {count} programs", *lines, sep="\n", flush=True)
    print(f"{total} programs of {problems} problems")
    worker.close()


if __name__ == "__main__":
    main()
