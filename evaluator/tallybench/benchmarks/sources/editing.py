"""Editing: the slow solution of each problem of ours is a program to be made faster, without a change of what it does.

The paradigm is history-based editing (ECCO, Waghjale et al., EMNLP 2024, section 3.3). Contract, tests, stressful
inputs and references are those of the problem that asks to write the solution, so that editing and writing
are compared with the same best known one.
"""

import io
import tokenize
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tallybench.benchmarks.sources.humaneval import load_humaneval
from tallybench.benchmarks.sources.source_data import SourceData
from tallybench.benchmarks.sources.tally_classes import load_tally_classes
from tallybench.model.problem import Problem, Solution
from tallybench.model.task import GIVEN, Task

TRUTH = "ground_truth"  # the name of the ground truth of the problem that is solved, among the references

# Where the ground truth is better than every reference. Elsewhere it is no reference here: those are counted without a
# budget, and it may be very slow.
BEST_IS_TRUTH = frozenset({"HumanEval/77", "HumanEval/97", "HumanEval/162"})


def load_humaneval_edit(folder: Path) -> SourceData:
    """Return the programs to be edited of HumanEval's problems; arguments and errors are those of `load_humaneval`."""
    return _editing(load_humaneval, folder)


def load_classes_edit(folder: Path) -> SourceData:
    """Return the classes to be edited of tally-classes; arguments and errors are those of `load_tally_classes`."""
    return _editing(load_tally_classes, folder)


def _editing(load: Callable[[Path], SourceData], folder: Path) -> SourceData:
    written = load(folder)
    problems = [edit_of(problem) for problem in written.problems if problem.slow and not problem.without_efficiency]
    return SourceData(version=written.version, problems=tuple(problems), files=written.files)


def edit_of(problem: Problem) -> Problem:
    """Return the editing task that a problem's first slow solution makes."""
    given = Solution(GIVEN, under_its_name(problem.slow[0], problem.entry_point))
    best = (Solution(TRUTH, problem.ground_truth.code),) if problem.task_id in BEST_IS_TRUTH else ()
    return replace(
        problem,
        task_id=edit_id(problem.task_id),
        task=Task.EDIT,
        canonical=given,
        corrected=None,
        canonical_wrong=None,
        references=(*problem.references, *best),
        slow=(),
        growing=None,
    )


def edit_id(task_id: str) -> str:
    """Return the task id of the editing task of a problem, such as `HumanEvalEdit/0` of `HumanEval/0`."""
    source, _, number = task_id.rpartition("/")
    return f"{source}Edit/{number}"


def under_its_name(solution: Solution, entry_point: str) -> str:
    """Return a solution whose function or class has the entry point's name, not its own, which would give it away.

    Args:
        solution: defines a function of its own name, then gives it the entry point's.
        entry_point: the name that is asked for.
    """
    program = solution.code.removesuffix(f"\n\n{entry_point} = {solution.name}\n")
    tokens = tokenize.generate_tokens(io.StringIO(program).readline)
    found = [token.start for token in tokens if token.type == tokenize.NAME and token.string == solution.name]
    lines = program.splitlines(keepends=True)
    for row, column in reversed(found):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + entry_point + line[column + len(solution.name) :]
    return "".join(lines).rstrip() + "\n"
