"""The reward of a solution, for training: a number from 0 to 1 that is the same on every machine like this one."""

import atexit
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from evaluator.problems.problem import Problem
from evaluator.run.options import Options
from evaluator.run.scoring import Scorer
from evaluator.samples.reading import Sample

_scorers: dict[Options, Scorer] = {}
_opening = Lock()


def reward(problem: Problem | str, code: str, benchmark: str = "humaneval", data: Path | None = None) -> float:
    """The reward of one solution: its score, from 0, where it is not correct, to 1, as good as the best known one.

    Correctness is decided by the tests, efficiency by counted instructions on the stressful inputs, both in the
    sandbox. A problem without headroom gives 1 where the solution is correct. Workers start with the first call and
    stay until the process ends; threads may call it, and what waits is scored together.

    Args:
        problem: a problem, or its task id.
        code: the whole program; an answer with code in a fenced block is taken as well.
        benchmark: the problem's.
        data: where the benchmark's files are, if it does not come with TallyBench.

    Raises:
        InputError: there is no such benchmark or problem.
        MachineError: this machine cannot run or count solutions.
    """
    return rewards([(problem, code)], benchmark, data)[0]


def rewards(
    solutions: Sequence[tuple[Problem | str, str]], benchmark: str = "humaneval", data: Path | None = None
) -> list[float]:
    """The rewards of several solutions, in their order; quicker than one by one.

    Args:
        solutions: problem and program of each, as `reward` takes them.
        benchmark: the problems'.
        data: likewise.
    """
    samples = [_sample(problem, index, code) for index, (problem, code) in enumerate(solutions)]
    return [score.reward for score in scorer_of(Options(benchmark=benchmark, data=data)).score(samples)]


def _sample(problem: Problem | str, index: int, code: str) -> Sample:
    task_id = problem if isinstance(problem, str) else problem.task_id
    return Sample(task_id, index, "raw" if "```" in code else "solution", code)


def scorer_of(options: Options) -> Scorer:
    """The scorer for these options: one in a process, closed when it ends."""
    with _opening:
        if options not in _scorers:
            scorer = Scorer(options)
            atexit.register(scorer.close)
            _scorers[options] = scorer
        return _scorers[options]
