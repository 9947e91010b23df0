"""Samples that have the answers written down: values of the public stressful inputs that stand in their code.

A finding, no fault: what a sample knows by heart helps it on the public inputs only, and it is measured on fresh ones.
"""

from collections import defaultdict
from collections.abc import Iterator

from evaluator.execution.counting import BytecodeCache
from evaluator.execution.jobs import build_input
from evaluator.execution.levels import LEVELS
from evaluator.execution.sandbox.bubblewrap import Setting
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem
from evaluator.results.result import Result
from evaluator.results.verdicts import Verdict
from evaluator.submissions.code.literals import literals_of, marks_of
from evaluator.submissions.unusual_code import own_texts
from evaluator.values.wire import WireError, decode

ANSWER_SECONDS = 30.0  # CPU time of one of our solutions on one input


def find_lookups(result: Result, benchmark: Benchmark, python: str | None = None) -> list[str]:
    """The samples whose code has values of public inputs or of their outputs, in words.

    Args:
        result: its code must not be withheld.
        benchmark: that it is of.
        python: the interpreter in which inputs are built; None is the ranked one where it is present.

    Raises:
        MachineError: this machine has no sandbox.
    """
    written: defaultdict[str, list[tuple[int, set[bytes]]]] = defaultdict(list)
    for number, sample in enumerate(result.samples):
        problem = benchmark.by_id.get(sample.task_id)
        if problem is None or sample.code is None or sample.verdict is not Verdict.PASSED or not problem.stressful:
            continue
        if marks := literals_of(sample.code).difference(*map(literals_of, own_texts(problem))):
            written[sample.task_id].append((number, marks))
    if not written:
        return []
    found = []
    native = Zygote(Setting(probe_interpreter(python or default_interpreter())))
    try:
        for task_id, samples in written.items():
            for what, known in _known_values(benchmark.by_id[task_id], native):
                for number, marks in samples:
                    if same := len(marks & known):
                        values = "a value" if same == 1 else f"{same:,} values"
                        found.append(f"samples[{number}].code: {task_id} has {values} of {what} written down")
    finally:
        native.close()
    return found


def _known_values(problem: Problem, native: Zygote) -> Iterator[tuple[str, set[bytes]]]:
    """What is public of a problem's stressful inputs: the arguments of each, and the output where it can be had."""
    best = problem.references[0] if problem.references else problem.ground_truth
    level = LEVELS[problem.level]
    bytecode = BytecodeCache().compile(native, level.program(problem, best.code))
    for given in problem.stressful:
        built = build_input(native, given.recipe(problem.contract)).output
        if built is None:
            continue
        yield f"input {given.name}", marks_of(decode(built))
        if problem.level == "file" or not isinstance(bytecode, bytes):
            continue
        answer = level.run(native, problem, bytecode, built, ANSWER_SECONDS).output
        if answer is not None:
            try:
                yield f"the output for {given.name}", marks_of(decode(answer))
            except WireError:
                continue
