"""Fine-tuning data: how slow programs become fast ones (ECCO, EMNLP 2024, section 4.3), from the training split only.

A row is a conversation in the form that TRL calls conversational prompt-completion: `prompt` and `completion` are lists
of messages with `role` and `content`. Programs come from `benchmarks.training`: our own, people's for Code Contests
(both ordered by their counted instructions), and those of ECCO's pairs. Rows have no inputs and no expected outputs.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

import orjson

from tallybench.benchmarks import select
from tallybench.benchmarks.training import load_training
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, lend_workers
from tallybench.errors import InputError
from tallybench.generating.prompt import load_prompt, training_prompt
from tallybench.generating.public_tests import has_public_tests, make_public_tests, run_public_tests
from tallybench.generating.refining import feedback_text
from tallybench.generating.strategies import in_a_block, question_of
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Task
from tallybench.model.training import Costed, TrainingProblem
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

Kind = Literal["pairs", "execution", "trajectory", "vanilla"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_PERCENTILES = (0.0, 0.33, 0.66)  # of a problem's programs, the slowest first
_Pair = tuple[TrainingProblem, Costed, Costed]


def training_rows(
    kind: Kind, source: str, progress: Progress, session: Session | None = None, data: Path | None = None
) -> Iterator[bytes]:
    """Return the lines of a file for a trainer, made from a benchmark's training split.

    There are four kinds: `pairs`, a slow program and a fast one; `execution`, the same with what the slow one did on
    public tests; `trajectory`, programs of a problem at percentiles of cost and the fastest; `vanilla`, a problem's
    text and its fastest program.

    Raises:
        InputError: there is no such data for this benchmark.
        MachineError: programs have to be run, and this machine cannot run them.
    """
    training = load_training(source, data)
    if kind == "trajectory":
        rows = map(_trajectory, training.problems)
        return (row for row in rows if row is not None)
    if kind == "vanilla":
        written = (one for one in training.problems if one.problem.task is Task.WRITE)
        if not (described := [one for one in written if one.problem.prompt]):
            raise InputError(f"--kind vanilla: the data have no problem texts for {source}; choose another kind")
        return map(_vanilla, described)
    pairs = [(one, slow, fast) for one in training.problems for slow, fast in one.pairs]
    if kind == "pairs":
        return (_pair(*pair, None) for pair in pairs)
    if not has_public_tests(training.benchmark):
        raise InputError(f"--kind execution: the data have no public tests for {source}; choose another kind")
    feedback = _executed(training.benchmark, pairs, progress, session)
    return (_pair(*pair, told) for pair, told in zip(pairs, feedback, strict=True))


def _vanilla(one: TrainingProblem) -> bytes:
    return _line(one, question_of(one.problem, load_prompt("instruct-efficient")), one.fastest, ())


def _pair(one: TrainingProblem, slow: Costed, fast: Costed, feedback: str | None) -> bytes:
    asked = load_prompt("edit").fill(one.problem.level, {"program": slow.code.rstrip()})
    if feedback is not None:
        asked = training_prompt("execution").fill("execution", {"question": asked, "feedback": feedback})
    return _line(one, asked, fast, (slow,))


def _executed(benchmark: Benchmark, pairs: Sequence[_Pair], progress: Progress, session: Session | None) -> list[str]:
    """Return the feedback on the slow programs of pairs, run on the public tests of their problems."""
    check_platform()
    find_bubblewrap()
    with lend_workers(session, WorkerSetting(default_interpreter())) as pool:
        part = select(benchmark, tuple(dict.fromkeys(one.problem.task_id for one, _, _ in pairs)))
        tests = make_public_tests(part, pool, progress)
        programs = [(one.problem.task_id, slow.code) for one, slow, _ in pairs]
        done = run_public_tests(part, programs, tests, pool, progress)
    return [feedback_text(done.get((one.problem.task_id, slow.code), ())) for one, slow, _ in pairs]


def _trajectory(one: TrainingProblem) -> bytes | None:
    """Return a row of programs that get faster step by step; None if fewer than two steps are left.

    Percentiles that fall on the same program make one step.
    """
    fast, count = one.fastest, len(one.steps)
    places = sorted({int(percentile * count) for percentile in _PERCENTILES})
    steps = [one.steps[place] for place in places if place < count - 1 and _is_faster(fast, one.steps[place])]
    if len(steps) < 2 or not all(_is_faster(later, earlier) for earlier, later in pairwise(steps)):
        return None
    prompt = training_prompt("trajectory")
    shown = [
        prompt.fill("step", {"number": str(number), "program": step.code.strip("\n")})
        for number, step in enumerate(steps, 1)
    ]
    text = "file" if one.problem.level == "file" else "trajectory"
    return _line(one, prompt.fill(text, {"steps": "\n\n".join(shown)}), fast, tuple(steps))


def _is_faster(one: Costed, other: Costed) -> bool:
    """Return whether a later step is faster; programs that were not counted are in that order already."""
    return not other.cost or one.cost < other.cost


def _line(one: TrainingProblem, asked: str, fast: Costed, slow: tuple[Costed, ...]) -> bytes:
    row = {
        "prompt": [{"role": "user", "content": asked}],
        "completion": [{"role": "assistant", "content": in_a_block(fast.code)}],
        "task_id": one.problem.task_id,
        "split": one.split,
        "from": [step.name for step in slow],
        "to": fast.name,
        "at_least_times": round(slow[0].cost / fast.cost, 2) if slow and fast.cost else None,
    }
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
