"""The public functions of TallyBench for Python, as the package exports them."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from tallybench.benchmarks import open_benchmark, select
from tallybench.counting import session as execution
from tallybench.counting.pool import Progress
from tallybench.errors import InputError
from tallybench.evaluation import pipeline
from tallybench.evaluation.options import Options
from tallybench.evaluation.scoring import scorer_of
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.model.result import Model, Result
from tallybench.samples.reading import Sample, read_records
from tallybench.samples.sources import answers_digest, open_samples, warn_of_gaps

if TYPE_CHECKING:
    import pandas as pd

    Samples = str | Path | Iterable[Mapping[str, Any] | Sample] | pd.DataFrame


class Session(execution.Session):
    """Keeps the processes that run samples from call to call, until it is closed.

    Workers start when they are first needed, which takes seconds; one that dies is replaced. Any number of calls on any
    benchmark use the same ones. Calls from several threads take turns.

    Args:
        workers: number of parallel processes; None: one for each processor.

    Raises:
        InputError: `workers` is below 1.
    """

    def evaluate(
        self,
        samples: "Samples",
        *,
        model: Model | str,
        benchmark: str | Path = "humaneval",
        progress: Progress | None = None,
        **options: Any,
    ) -> Result:
        """Evaluate a model's samples with the workers of this session; see the function `evaluate`."""
        return evaluate(samples, model=model, benchmark=benchmark, session=self, progress=progress, **options)

    def reward(
        self, problem: Problem | str, code: str, *, benchmark: str | Path = "humaneval", data: str | Path | None = None
    ) -> float:
        """Score one solution, from 0 to 1, with the workers of this session; see the function `reward`."""
        return reward(problem, code, benchmark=benchmark, data=data, session=self)

    def rewards(
        self,
        solutions: Sequence[tuple[Problem | str, str]],
        *,
        benchmark: str | Path = "humaneval",
        data: str | Path | None = None,
    ) -> list[float]:
        """Score several solutions with the workers of this session; see the function `rewards`."""
        return rewards(solutions, benchmark=benchmark, data=data, session=self)


def evaluate(
    samples: "Samples",
    *,
    model: Model | str,
    benchmark: str | Path = "humaneval",
    session: execution.Session | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """Evaluate a model's samples: run the tests, count instructions, compute the figures.

    Args:
        samples: a path to samples in any form that the command line reads (JSON Lines, a folder of programs, a log of
            another harness, `embedded:NAME`); or an iterable of dictionaries or of `Sample`; or a pandas DataFrame
            with one row per sample. A dictionary or row has `task_id` and one of `completion` (continues the prompt),
            `solution` (a whole program) or `raw` (an answer with code in it).
        model: the name of the model, or a `Model` with more facts about it.
        benchmark: the name of a benchmark, the folder of your own, or ORG/NAME on the Hugging Face Hub.
        session: the session whose workers run the samples; None starts workers for this call, which takes seconds.
        progress: called as `progress(step, done, total)` during the work.
        **options: fields of `Options`, such as `ids=["0", "3-9"]`, `counter="none"`, `ks=(1, 10)` or `memory=True`.

    Returns:
        The result; the same for the same samples and options, with any number of workers. For samples at a path it
        has their SHA-256, as on the command line.

    Raises:
        InputError: the samples or an option cannot be used; the message names the row and field, or the option.
        MachineError: this machine lacks what is needed, such as the measuring environment or user namespaces.

    Warns:
        UserWarning: a problem has no sample, which counts as a failure; or samples are skipped.
    """
    chosen = _options(benchmark, options)
    whole = open_benchmark(chosen.benchmark, () if chosen.trust_tests else None, chosen.data, chosen.ids)
    read = _read(samples, whole)
    given = warn_of_gaps(read, select(whole, chosen.ids), dict(whole.exclusions), _warn)
    who = _model(model)
    if isinstance(samples, str | Path):
        who = who.model_copy(update={"answers_sha256": answers_digest(str(samples))})
    return pipeline.evaluate(given, who, chosen, progress, session=session)


def load_benchmark(name: str | Path = "humaneval", *, data: str | Path | None = None) -> Benchmark:
    """Load a benchmark with all of its problems.

    Args:
        name: the name of a benchmark, the folder of your own, or ORG/NAME on the Hugging Face Hub.
        data: the folder of its files, for a benchmark that does not come with TallyBench.

    Returns:
        The benchmark, an iterable of problems; `benchmark["HumanEval/0"]` is one of them.

    Raises:
        InputError: there is no such benchmark, or its data are missing or malformed.
    """
    return open_benchmark(str(name), data=_path(data))


def reward(
    problem: Problem | str,
    code: str,
    *,
    benchmark: str | Path = "humaneval",
    data: str | Path | None = None,
    session: execution.Session | None = None,
) -> float:
    """Score one solution, from 0 (not correct) to 1 (as few instructions as the best known one).

    Tests decide whether it is correct. The rest is the mean over the stressful inputs of the best known count divided
    by the count of the solution. Both are determined in the sandbox, and are the same every time. A problem that counts
    only for pass@k gives 1 if the tests pass.

    Args:
        problem: a problem, or its task id.
        code: a whole program, or an answer with the program in a fenced block.
        benchmark: the name of the benchmark that has the problem, or as for `evaluate`.
        data: the folder of its files, for a benchmark that does not come with TallyBench.
        session: the session whose workers run it; None starts workers for this call, which takes seconds. Threads may
            share a session; solutions that are waiting are scored together.

    Returns:
        The reward, from 0 to 1.

    Raises:
        InputError: there is no such benchmark or problem.
        MachineError: this machine cannot run or count solutions.
    """
    return rewards([(problem, code)], benchmark=benchmark, data=data, session=session)[0]


def rewards(
    solutions: Sequence[tuple[Problem | str, str]],
    *,
    benchmark: str | Path = "humaneval",
    data: str | Path | None = None,
    session: execution.Session | None = None,
) -> list[float]:
    """Score several solutions at once, which is quicker than one by one.

    Args:
        solutions: the problem and code of each, as for `reward`.
        benchmark: as for `reward`.
        data: as for `reward`.
        session: as for `reward`.

    Returns:
        One reward per solution, from 0 to 1, in the order of the solutions.

    Raises:
        InputError: there is no such benchmark or problem.
        MachineError: this machine cannot run or count solutions.
    """
    samples = [
        Sample(
            problem if isinstance(problem, str) else problem.task_id,
            number,
            "raw" if "```" in code else "solution",
            code,
        )
        for number, (problem, code) in enumerate(solutions)
    ]
    with execution.opened(session) as own:
        scorer = scorer_of(Options(benchmark=str(benchmark), data=_path(data)), own)
        return [score.reward for score in scorer.score(samples)]


def _options(benchmark: str | Path, options: dict[str, Any]) -> Options:
    """Build the options of a run from a caller's keyword arguments, converted to their types.

    Raises:
        InputError: an option is unknown, or its value cannot be used.
    """
    known = [field.name for field in fields(Options) if field.name != "benchmark"]
    for name in options:
        if name not in known:
            nearest = get_close_matches(name, known, n=1, cutoff=0.0)[0]
            hint = "give it to Session(workers=...)" if name == "workers" else f"did you mean {nearest}?"
            raise InputError(f"option {name}: unknown; {hint} Options are {', '.join(known)}")
    given = {"benchmark": str(benchmark)} | options
    given["data"] = _path(given.get("data"))
    for name, single in (("ids", str), ("ks", int)):
        value = given.get(name)
        if isinstance(value, single):
            given[name] = (value,)
        elif isinstance(value, Iterable):
            given[name] = tuple(value)
    return Options(**given)


def _model(model: Model | str) -> Model:
    try:
        return model if isinstance(model, Model) else Model(name=model)
    except ValidationError as error:
        raise InputError(f"model {model!r}: {error.errors()[0]['msg']}") from None


def _read(samples: Any, benchmark: Benchmark) -> Iterable[Sample]:
    """Read samples in any form that `evaluate` takes."""
    if isinstance(samples, str | Path):
        return open_samples(str(samples), benchmark, _warn)
    if hasattr(samples, "notna") and hasattr(samples, "to_dict"):  # a DataFrame, recognized without importing pandas
        samples = samples.astype(object).where(samples.notna(), None).to_dict("records")
    if not isinstance(samples, Iterable):
        raise InputError(f"samples: is of type {type(samples).__name__}; give a path, a DataFrame or an iterable")
    tasks = benchmark.by_id.keys() | {task_id for task_id, _ in benchmark.exclusions}
    return read_records(samples, tasks)


def _path(data: str | Path | None) -> Path | None:
    return None if data is None else Path(data)


def _warn(line: str) -> None:
    warnings.warn(line.removeprefix("warning: "), stacklevel=2)
