"""The reward of a solution, for training: a number from 0 to 1 that is the same on every machine like this one."""

from collections.abc import Sequence
from pathlib import Path

from evaluator.execution.session import Session, opened
from evaluator.problems.problem import Problem
from evaluator.run.options import Options
from evaluator.run.scoring import Scorer
from evaluator.samples.reading import Sample


def reward(
    problem: Problem | str,
    code: str,
    benchmark: str = "humaneval",
    data: Path | None = None,
    session: Session | None = None,
) -> float:
    """Return the reward of one solution: its score, from 0, where it is not correct, to 1, the best known one's.

    Correctness is decided by the tests, efficiency by counted instructions on the stressful inputs, both in the
    sandbox. A problem without headroom gives 1 where the solution is correct.

    Args:
        problem: a problem, or its task id.
        code: the whole program; an answer with code in a fenced block is taken as well.
        benchmark: the problem's.
        data: where the benchmark's files are, if it does not come with TallyBench.
        session: whose workers do it; None opens one for the call, which takes seconds. Threads may share a session,
            and what waits is scored together.

    Raises:
        InputError: there is no such benchmark or problem.
        MachineError: this machine cannot run or count solutions.
    """
    return rewards([(problem, code)], benchmark, data, session)[0]


def rewards(
    solutions: Sequence[tuple[Problem | str, str]],
    benchmark: str = "humaneval",
    data: Path | None = None,
    session: Session | None = None,
) -> list[float]:
    """Return the rewards of several solutions, in their order; quicker than one by one.

    Args:
        solutions: problem and program of each, as `reward` takes them.
        benchmark, data, session: as for `reward`.
    """
    samples = [_sample(problem, index, code) for index, (problem, code) in enumerate(solutions)]
    with opened(session) as own:
        return [score.reward for score in scorer_of(Options(benchmark=benchmark, data=data), own).score(samples)]


def _sample(problem: Problem | str, index: int, code: str) -> Sample:
    task_id = problem if isinstance(problem, str) else problem.task_id
    return Sample(task_id, index, "raw" if "```" in code else "solution", code)


def scorer_of(options: Options, session: Session) -> Scorer:
    """The scorer for these options: one in a session, which ends with it."""
    return session.hold(options, lambda: Scorer(options, session))
