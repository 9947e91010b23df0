"""Fine-tuning data: how slow programs become fast ones (ECCO, EMNLP 2024, section 4.3), of the training split alone.

A row is a conversation in the form that TRL calls conversational prompt-completion: `prompt` and `completion` are lists
of messages with `role` and `content`. Programs are our own: ground truth, references and slow solutions, ordered by
their counted instructions on the stressful inputs. No input is in a row, and no expected output.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, get_args

import orjson

from tallybench.benchmarks import in_training, load_benchmark, select
from tallybench.benchmarks.measured import Costed, costed_solutions
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, lend_workers
from tallybench.errors import InputError
from tallybench.generating.prompt import load_prompt, training_prompt
from tallybench.generating.public_tests import make_public_tests, run_public_tests
from tallybench.generating.refining import feedback_text
from tallybench.generating.strategies import in_a_block
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

Kind = Literal["pairs", "execution", "trajectory"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SOURCES = ("humaneval", "tally-classes")
_LEAST_RATIO = 1.5  # the slow program of a pair needs at least this many times what the fast one does
_PERCENTILES = (0.0, 0.33, 0.66)  # of a problem's programs, the slowest first


def training_rows(kind: Kind, source: str, progress: Progress, session: Session | None = None) -> Iterator[bytes]:
    """Return the lines of a file for a trainer, made of a benchmark's training split.

    Args:
        kind: `pairs`, a slow program and the fastest; `execution`, the same with what the slow one did on public tests;
            `trajectory`, programs of a problem at percentiles of cost and the fastest.
        source: the benchmark.
        progress: called as programs are run.
        session: the session whose workers run programs; None opens one for the call.

    Raises:
        InputError: there is nothing of this benchmark.
        MachineError: programs have to be run, and this machine cannot run them.
    """
    if source not in SOURCES:
        raise InputError(f"--benchmark {source}: has no solutions of ours; there is {', '.join(SOURCES)}")
    whole = load_benchmark(source)
    found = {task_id: costed for task_id, costed in costed_solutions(whole).items() if in_training(task_id)}
    if kind == "trajectory":
        rows = (_trajectory(whole.by_id[task_id], costed) for task_id, costed in found.items())
        return (row for row in rows if row is not None)
    pairs = [
        (whole.by_id[task_id], slow, costed[0])
        for task_id, costed in found.items()
        for slow in costed[1:]
        if slow.cost >= _LEAST_RATIO * costed[0].cost
    ]
    feedback = _executed(whole, pairs, progress, session) if kind == "execution" else [None] * len(pairs)
    return (_pair(*pair, told) for pair, told in zip(pairs, feedback, strict=True))


def _pair(problem: Problem, slow: Costed, fast: Costed, feedback: str | None) -> bytes:
    asked = load_prompt("edit").fill(problem.level, {"program": slow.code.rstrip()})
    if feedback is not None:
        asked = training_prompt("execution").fill("execution", {"question": asked, "feedback": feedback})
    return _line(problem, asked, fast, (slow,))


def _executed(
    benchmark: Benchmark, pairs: Sequence[tuple[Problem, Costed, Costed]], progress: Progress, session: Session | None
) -> list[str]:
    """Return the feedback on the slow programs of pairs, run on the public tests of their problems."""
    check_platform()
    find_bubblewrap()
    with lend_workers(session, WorkerSetting(default_interpreter())) as pool:
        part = select(benchmark, tuple(dict.fromkeys(problem.task_id for problem, _, _ in pairs)))
        tests = make_public_tests(part, pool, progress)
        programs = [(problem.task_id, slow.code) for problem, slow, _ in pairs]
        done = run_public_tests(part, programs, tests, pool, progress)
    return [feedback_text(done.get((problem.task_id, slow.code), ())) for problem, slow, _ in pairs]


def _trajectory(problem: Problem, costed: list[Costed]) -> bytes | None:
    """Return a row of programs that get faster step by step; None if fewer than two steps are left.

    Percentiles that fall on the same program make one step. After the slowest come only those whose cost is exact:
    which of two over the budget is slower is unknown.
    """
    fast, slowest = costed[0], costed[-1]
    falling = [slowest, *(step for step in costed[-2::-1] if step.exact)]
    places = sorted({int(percentile * len(falling)) for percentile in _PERCENTILES})
    steps = [falling[place] for place in places if falling[place].cost > fast.cost]
    if len(steps) < 2 or any(later.cost >= earlier.cost for earlier, later in pairwise(steps)):
        return None
    prompt = training_prompt("trajectory")
    shown = [
        prompt.fill("step", {"number": str(number), "program": step.code.strip("\n")})
        for number, step in enumerate(steps, 1)
    ]
    return _line(problem, prompt.fill("trajectory", {"steps": "\n\n".join(shown)}), fast, tuple(steps))


def _line(problem: Problem, asked: str, fast: Costed, slow: tuple[Costed, ...]) -> bytes:
    row = {
        "prompt": [{"role": "user", "content": asked}],
        "completion": [{"role": "assistant", "content": in_a_block(fast.code)}],
        "task_id": problem.task_id,
        "from": [step.name for step in slow],
        "to": fast.name,
        "at_least_times": round(slow[0].cost / fast.cost, 2),
    }
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
