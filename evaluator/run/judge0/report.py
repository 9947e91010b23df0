"""From what came of the runs on a Judge0 server to the report: nothing is run here."""

from collections.abc import Mapping, Sequence
from statistics import median

from evaluator import version
from evaluator.execution.judge0.server import Server
from evaluator.problems.benchmark import Benchmark
from evaluator.results.budget import BUDGET, TIE
from evaluator.results.counts import problem_counts
from evaluator.results.estimators import REPLICATES, SEED
from evaluator.results.judge0_report import (
    Engine,
    EngineLimits,
    Judge0Problem,
    Judge0Report,
    Judge0Sample,
    Medians,
)
from evaluator.results.metrics import compute_metrics
from evaluator.results.result import BenchmarkFacts, Bootstrap, Exclusion, Model
from evaluator.results.verdicts import Verdict
from evaluator.run.assemble import problem_result, sample_result
from evaluator.run.judge0.programs import ProgramKey, ProgramOutcome
from evaluator.run.options import Options
from evaluator.run.outcomes import Outcomes
from evaluator.samples.attempts import Attempt
from evaluator.values.text import clean_text

_NOTHING = ProgramOutcome(None)


def make_report(
    model: Model,
    options: Options,
    benchmark: Benchmark,
    server: Server,
    attempts: Sequence[Attempt],
    own: Mapping[str, ProgramOutcome],
    outcomes: Mapping[ProgramKey, ProgramOutcome],
) -> Judge0Report:
    """Puts a report together.

    Args:
        model: who wrote the samples.
        options: how the run was done.
        benchmark: what of it can be used on the server.
        server: the server.
        attempts: the samples' programs, in their order.
        own: what the problems' own solutions came to, by task id.
        outcomes: what the programs came to.
    """
    undecided = _undecided(attempts, outcomes)
    usable = {problem.task_id: problem for problem in benchmark if problem.task_id not in undecided}
    checks = Outcomes({key: outcome.checked for key, outcome in outcomes.items() if outcome.checked is not None})
    judged = [attempt for attempt in attempts if attempt.task_id in usable]
    results = [sample_result(attempt, usable[attempt.task_id], checks, options.withhold_code) for attempt in judged]
    samples = []
    for attempt, result in zip(judged, results, strict=True):
        ran = outcomes.get((attempt.task_id, attempt.code_hash or ""), _NOTHING)
        samples.append(
            Judge0Sample(
                **result.model_dump(
                    include={"task_id", "index", "code_sha256", "code", "sanitized", "verdict", "failure"}
                ),
                tests=ran.tests,
                seconds=ran.seconds,
                kilobytes=ran.kilobytes,
            )
        )
    problems = {task_id: problem_result(problem, Outcomes()) for task_id, problem in usable.items()}
    limits = server.limits
    return Judge0Report(
        model=model,
        evaluator_version=version(),
        benchmark=BenchmarkFacts(
            name=benchmark.name, version=benchmark.version, hash=benchmark.hash, partial=not benchmark.whole
        ),
        engine=Engine(
            host=server.host,
            version=server.version,
            language_id=server.language_id,
            language=server.language,
            limits=EngineLimits(**vars(limits)),
        ),
        code_withheld=options.withhold_code,
        problems={
            task_id: Judge0Problem(
                hash=problem.hash,
                tests=own[task_id].tests,
                seconds=own[task_id].seconds,
                kilobytes=own[task_id].kilobytes,
            )
            for task_id, problem in usable.items()
        },
        samples=tuple(samples),
        exclusions=tuple(
            Exclusion(task_id=task_id, excluded_from="benchmark", reason=clean_text(reason))
            for task_id, reason in (*benchmark.exclusions, *undecided.items())
        ),
        metrics=compute_metrics(problem_counts(problems, results, BUDGET), options.ks, TIE, counted=False),
        medians=_medians(samples, own),
        bootstrap=Bootstrap(replicates=REPLICATES, seed=SEED),
    )


def _undecided(attempts: Sequence[Attempt], outcomes: Mapping[ProgramKey, ProgramOutcome]) -> dict[str, str]:
    """By task id, why a sample of a problem could not be decided: the problem is left out with all its samples."""
    found: dict[str, str] = {}
    for attempt in attempts:
        outcome = outcomes.get((attempt.task_id, attempt.code_hash or ""))
        if outcome is not None and outcome.checked is None:
            found.setdefault(attempt.task_id, f"sample {attempt.index} is not decided: {outcome.undecided}")
    return found


def _medians(samples: Sequence[Judge0Sample], own: Mapping[str, ProgramOutcome]) -> Medians | None:
    found = [
        (sample.seconds, truth.seconds, sample.kilobytes, truth.kilobytes)
        for sample in samples
        if sample.verdict is Verdict.PASSED
        and (truth := own[sample.task_id])
        and sample.seconds is not None
        and truth.seconds is not None
        and sample.kilobytes is not None
        and truth.kilobytes is not None
    ]
    if not found:
        return None
    seconds, own_seconds, kilobytes, own_kilobytes = (round(median(figures), 6) for figures in zip(*found, strict=True))
    return Medians(
        samples=len(found),
        seconds=seconds,
        own_seconds=own_seconds,
        kilobytes=kilobytes,
        own_kilobytes=own_kilobytes,
    )
