"""TallyBench within Inspect AI: `inspect eval tallybench/humaneval`, `inspect score LOG --scorer tallybench/tally`.

Inspect AI finds this module by its entry point. Solutions run in TallyBench's own sandbox, not in Inspect AI's.
"""

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from anyio import to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.scorer import Scorer as InspectScorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.generating.answers import chat_messages
from tallybench.generating.prompt import load_prompt
from tallybench.generating.strategies import strategy_of
from tallybench.integrations import score_answer

if TYPE_CHECKING:
    from tallybench.model.benchmark import Benchmark


@task(name="given")
def given(benchmark: str, data: str | None = None, prompt: str = "instruct", counted: bool = True) -> Task:
    """Return the task of any benchmark: `inspect eval tallybench/given -T benchmark=mbpp+ -T data=DIR`.

    Args:
        benchmark: its name, as for `tallybench problems`.
        data: where its files are.
        prompt: the name of a prompt, or its file, NAME.toml.
        counted: count instructions; if False, only correctness is scored.
    """
    return make_task(benchmark, data, prompt, counted)


def _task_of(name: str) -> Callable[..., Task]:
    asked = "edit" if BENCHMARKS[name].edits else "instruct"

    def embedded(prompt: str = asked, counted: bool = True) -> Task:
        return make_task(name, None, prompt, counted)

    embedded.__doc__ = BENCHMARKS[name].title
    return task(name=name)(embedded)


# A task for each benchmark that comes with TallyBench.
EMBEDDED = {name: _task_of(name) for name, row in BENCHMARKS.items() if row.embedded}


def make_task(benchmark: str, data: str | None, prompt: str, counted: bool) -> Task:
    """Return a benchmark as a task of Inspect AI."""
    opened = _opened(benchmark, data)
    asked = load_prompt(prompt)
    samples = [
        Sample(
            id=problem.task_id,
            input=chat_messages(next(strategy_of(asked)(problem, asked))),
            metadata={"answer": asked.answer, "prompt": asked.label, "prompt_sha256": asked.sha256},
        )
        for problem in opened
    ]
    return Task(
        dataset=MemoryDataset(samples, name=benchmark),
        solver=ask(benchmark, data, prompt),
        scorer=tally(benchmark, data, counted),
        version=opened.version,
    )


@solver
def ask(benchmark: str, data: str | None, prompt: str) -> Solver:
    """Ask a model as the prompt's file says: once, or in several steps."""
    asked = load_prompt(prompt)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        conversation = strategy_of(asked)(_opened(benchmark, data).by_id[str(state.sample_id)], asked)
        messages = next(conversation)
        try:
            while True:
                state.messages = chat_messages(messages)
                state = await generate(state)
                messages = conversation.send(state.output.completion)
        except StopIteration as end:
            if end.value != state.output.completion:
                state.output = ModelOutput.from_content(str(state.model), end.value)
            return state

    return solve


@scorer(metrics={"pass": [mean(), stderr()], "score": [mean(), stderr()], "efficient": [mean(), stderr()]})
def tally(benchmark: str = "humaneval", data: str | None = None, counted: bool = True) -> InspectScorer:
    """Test each solution and count its instructions.

    `pass` is 1 if the tests pass; `score`, from 0 to 100, says how close the counts come to the best known ones;
    `efficient` is 1 if they are at most the ground truth's. Problems without headroom have only `pass`.

    Args:
        benchmark: the benchmark that the samples' ids belong to.
        data: where its files are, if it does not come with TallyBench.
        counted: count instructions; if False, there is only `pass`.
    """

    async def score(state: TaskState, target: Target) -> Score:
        return await to_thread.run_sync(_score, benchmark, data, counted, state)

    return score


def _score(benchmark: str, data: str | None, counted: bool, state: TaskState) -> Score:
    from tallybench.errors import TallyBenchError
    from tallybench.evaluation.options import Options
    from tallybench.samples.reading import Field
    from tallybench.samples.reading import Sample as Answer

    # Several epochs may be scored at once; each is a sample of its own.
    field: Field = "completion" if state.metadata.get("answer") == "completion" else "raw"
    answer = Answer(str(state.sample_id), state.epoch - 1, field, state.output.completion)
    options = Options(
        benchmark=benchmark, data=None if data is None else Path(data), counter="valgrind" if counted else "none"
    )
    try:
        found = score_answer(options, answer)
    except TallyBenchError as error:
        # Inspect AI shows this text as it is; a traceback would add nothing.
        return Score.unscored(explanation=str(error))
    return Score(
        value={
            "pass": float(found.passed),
            "score": math.nan if found.score is None else found.score,
            "efficient": math.nan if found.efficient is None else float(found.efficient),
        },
        answer=found.code,
        explanation=found.reason or str(found.verdict),
        metadata={"verdict": str(found.verdict)},
    )


@cache
def _opened(benchmark: str, data: str | None) -> "Benchmark":
    """Return a benchmark, cached: otherwise a dataset would be read for each sample."""
    from tallybench.benchmarks import open_benchmark

    return open_benchmark(benchmark, None, None if data is None else Path(data))
