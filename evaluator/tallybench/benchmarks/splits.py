"""Training and test: which problems a model may be shown solutions of, and which are kept from it.

A half of each. The rule looks at a problem's name alone, so that it is the same for everyone and for good: a problem is
for training where the SHA-256 of `tallybench split TASK_ID` begins with a bit 0. An editing task stands where the
problem stands that asks to write the same: HumanEvalEdit/7 with HumanEval/7.
"""

from hashlib import sha256

from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem

_MADE_OF = {"humaneval-edit": "humaneval", "classes-edit": "tally-classes"}
_EDIT = "Edit/"  # see `sources.editing.edit_id`


def written_id(task_id: str) -> str:
    """Return the task id of the problem that an editing task was made of; that of another problem is its own."""
    return task_id.replace(_EDIT, "/")


def written_benchmark(name: str) -> str:
    """Return the benchmark that an editing one was made of; of another one its own name."""
    return _MADE_OF.get(name, name)


def in_training(task_id: str) -> bool:
    """Return whether a problem is of the training split; else it is of the test split."""
    return sha256(f"tallybench split {written_id(task_id)}".encode()).digest()[0] < 0x80


def training_problems(benchmark: Benchmark) -> list[Problem]:
    """Return the problems of the training split, in the benchmark's order."""
    return [problem for problem in benchmark if in_training(problem.task_id)]
