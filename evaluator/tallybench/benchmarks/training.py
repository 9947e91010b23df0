"""The training split of a benchmark: problems that models are never evaluated on."""

from pathlib import Path
from pkgutil import resolve_name

from tallybench.benchmarks import BENCHMARKS, in_training, load_benchmark
from tallybench.benchmarks.measured import costed_solutions
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.training import Training, TrainingProblem, falling

_LEAST_RATIO = 1.5  # in our own pairs, the slow program needs at least this many times what the fast one does


def load_training(name: str, data: Path | None) -> Training:
    """Load the part of a benchmark that models may be shown.

    Raises:
        InputError: it has no training split, or its data are not given, missing, or in the wrong layout.
    """
    row = BENCHMARKS.get(name)
    if row is None or not (row.embedded or row.training):
        known = ", ".join(row.name for row in BENCHMARKS.values() if row.embedded or row.training)
        raise InputError(f"--benchmark {name}: has no training split; choose one of {known}")
    if row.training:
        if data is None:
            raise InputError(f"benchmark {name}: does not come with TallyBench; give `data`, {row.data}")
        training: Training = resolve_name(f"tallybench.benchmarks.sources.{row.training}")(row.empty, data)
    else:
        training = _of_ours(load_benchmark(name, data))
    if not training.problems:
        raise InputError(f"data {data}: holds no training split of {name}; get the public files again")
    return training


def _of_ours(whole: Benchmark) -> Training:
    found = []
    for task_id, costed in costed_solutions(whole).items():
        if in_training(task_id):
            fast = costed[0]
            pairs = tuple((slow, fast) for slow in costed[1:] if slow.cost >= _LEAST_RATIO * fast.cost)
            found.append(TrainingProblem(whole.by_id[task_id], "train", pairs, falling(costed)))
    return Training(whole, tuple(found))
