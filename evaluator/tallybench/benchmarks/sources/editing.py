"""Editing: each of our problems' slow solutions is a program to be made faster without changing what it does.

The paradigm is history-based editing (ECCO, Waghjale et al., EMNLP 2024, section 3.3). Contract, tests, stressful
inputs and references are those of the problem that asks to write the solution, so that editing and writing are compared
with the same best known solution.
"""

import io
import tokenize
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tallybench.benchmarks.sources.humaneval import load_humaneval
from tallybench.benchmarks.sources.source_data import SourceData
from tallybench.benchmarks.sources.tally_classes import load_tally_classes
from tallybench.model.problem import GIVEN, Problem, Solution, Task

TRUTH = "ground_truth"  # the name that the writing problem's ground truth has among the references

# Problems whose ground truth is better than every reference. For others it is not made a reference: references are
# counted without a budget, and it may be very slow.
BEST_IS_TRUTH = frozenset({"HumanEval/77", "HumanEval/97", "HumanEval/162"})


def load_humaneval_edit(folder: Path) -> SourceData:
    """Return HumanEval's problems as editing tasks; arguments and errors are those of `load_humaneval`."""
    return _editing(load_humaneval, folder)


def load_classes_edit(folder: Path) -> SourceData:
    """Return tally-classes' problems as editing tasks; arguments and errors are those of `load_tally_classes`."""
    return _editing(load_tally_classes, folder)


def _editing(load: Callable[[Path], SourceData], folder: Path) -> SourceData:
    written = load(folder)
    problems = [edit_of(problem) for problem in written.problems if problem.slow and not problem.without_efficiency]
    return SourceData(version=written.version, problems=tuple(problems), files=written.files)


def edit_of(problem: Problem) -> Problem:
    """Return the editing task made from a problem's first slow solution."""
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
    """Return the id of a problem's editing task, such as `HumanEvalEdit/0` for `HumanEval/0`."""
    source, _, number = task_id.rpartition("/")
    return f"{source}Edit/{number}"


def under_its_name(solution: Solution, entry_point: str) -> str:
    """Return a solution's program under the entry point's name, since its own name would give it away.

    Args:
        solution: defines a function or class under its own name, then assigns it to the entry point's name.
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
