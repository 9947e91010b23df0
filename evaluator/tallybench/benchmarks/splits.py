"""The training and test splits: problems whose solutions a model may be shown, and those whose may not.

About half of the problems are in each. The rule uses only a problem's id, so it is the same for everyone, forever: a
problem is for training if the first bit of the SHA-256 of `tallybench split TASK_ID` is 0. An editing task is in the
same split as the problem that asks to write the solution: HumanEvalEdit/7 goes with HumanEval/7.
"""

from hashlib import sha256

from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem

_MADE_OF = {"humaneval-edit": "humaneval", "classes-edit": "tally-classes"}
_EDIT = "Edit/"  # see `sources.editing.edit_id`


def written_id(task_id: str) -> str:
    """Return the id of the problem that an editing task was made from; any other id is returned unchanged."""
    return task_id.replace(_EDIT, "/")


def written_benchmark(name: str) -> str:
    """Return the name of the benchmark that an editing one was made from; any other name is returned unchanged."""
    return _MADE_OF.get(name, name)


def in_training(task_id: str) -> bool:
    """Return whether a problem is in the training split; otherwise it is in the test split."""
    return sha256(f"tallybench split {written_id(task_id)}".encode()).digest()[0] < 0x80


def training_problems(benchmark: Benchmark) -> list[Problem]:
    """Return the problems of the training split, in the benchmark's order."""
    return [problem for problem in benchmark if in_training(problem.task_id)]
