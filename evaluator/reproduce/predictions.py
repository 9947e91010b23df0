"""One file of predictions, evaluated by our rules and by COFFE's. Everything is kept, so that a second time is free."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.rules import COFFE, OWN
from evaluator.errors import InputError
from evaluator.execution.pool import Progress
from evaluator.execution.session import Session
from evaluator.journal import Journal
from evaluator.reproduce.figures import CoffeFigures, coffe_figures, figures_over
from evaluator.results.result import ProblemResult, Result, SampleResult
from evaluator.results.verdicts import Verdict
from evaluator.run.options import Options
from evaluator.run.pipeline import evaluate
from evaluator.samples.predictions import Predictions, read_predictions

# In this order: the programs of Code Contests are in the file split as well.
BENCHMARKS = ("coffe-function", "coffe-code-contests", "coffe-file")


@dataclass(frozen=True)
class Evaluated:
    """What was measured of a model.

    Attributes:
        model: its name.
        benchmark: what its predictions are of.
        predictions: as they were read.
        sha256: of their file.
        own: the result by our rules.
        coffe: the verdicts by COFFE's comparison; nothing is counted in it.
        extra: the counts of what passes by COFFE's comparison only; None where nothing does.
    """

    model: str
    benchmark: str
    predictions: Predictions
    sha256: str
    own: Result
    coffe: Result
    extra: Result | None

    def figures_by_own(self) -> CoffeFigures:
        """COFFE's figures over what passes by our rules."""
        return coffe_figures(self.own)

    def figures_by_coffe(self) -> CoffeFigures:
        """COFFE's figures over what passes by its comparison."""
        problems: dict[str, ProblemResult] = dict(self.own.problems)
        stress = {
            (sample.task_id, sample.index): sample.stress
            for sample in self.own.samples
            if sample.verdict is Verdict.PASSED
        }
        if self.extra is not None:
            for task_id, problem in self.extra.problems.items():
                problems[task_id] = problem if problem.inputs else problems[task_id]
            stress |= {(sample.task_id, sample.index): sample.stress for sample in self.extra.samples}
        samples: list[SampleResult] = [
            sample.model_copy(update={"stress": stress.get((sample.task_id, sample.index), {})})
            for sample in self.coffe.samples
        ]
        lost = sum(exclusion.excluded_from == "benchmark" for exclusion in self.coffe.exclusions)
        return figures_over(problems, samples, self.own.budget, len(self.coffe.problems) + lost)


def find_benchmark(path: Path, data: Path) -> str:
    """The benchmark that a file of predictions is of: the one with the most of its prompts.

    Raises:
        InputError: it is of none of COFFE's.
    """
    found: dict[str, int] = {}
    for name in BENCHMARKS:
        try:
            predictions = read_predictions(path, load_benchmark(name, data))
        except InputError as error:
            last = error
            continue
        found[name] = len({sample.task_id for sample in predictions.samples})
    if not found:
        raise last
    return max(found, key=lambda name: found[name])


def options_of(benchmark: str, data: Path, python: str | None) -> Options:
    """How predictions are evaluated."""
    return Options(benchmark=benchmark, data=data, python=python)


def evaluate_predictions(
    path: Path, model: str, options: Options, progress: Progress, session: Session | None = None
) -> Evaluated:
    """Evaluates a file of predictions by both rules.

    Args:
        path: the file.
        model: whose they are.
        options: with the benchmark they are of.
        progress: called with a step's name, how much is done, and how much there is.
        session: whose workers do it; None opens one for each evaluation run.

    Raises:
        InputError: the file or the data cannot be used.
        MachineError: this machine lacks what it needs.
    """
    content = hashlib.sha256(path.read_bytes()).hexdigest()
    predictions = read_predictions(path, load_benchmark(options.benchmark, options.data))

    def run(rules: str, counter: str, ids: tuple[str, ...] | None = None) -> Result:
        chosen = replace(options, rules=rules, counter=counter, ids=ids)
        return evaluate(
            predictions.samples, model, chosen, progress, Journal("reproduce", resume=True), session=session
        )

    own = run(OWN, "valgrind")
    coffe = run(COFFE, "none")
    passed = {(sample.task_id, sample.index) for sample in own.samples if sample.verdict is Verdict.PASSED}
    more = tuple(
        sample.task_id
        for sample in coffe.samples
        if sample.verdict is Verdict.PASSED and (sample.task_id, sample.index) not in passed
    )
    extra = run(COFFE, "valgrind", more) if more else None
    return Evaluated(model, options.benchmark, predictions, content, own, coffe, extra)
