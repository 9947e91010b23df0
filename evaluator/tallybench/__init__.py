"""TallyBench: is code correct, and how many CPU instructions does it spend?

    from tallybench import evaluate

    result = evaluate("samples.jsonl", model="NAME")
    print(result)

Names are loaded on first use.
"""

TYPE_CHECKING = False  # not from `typing`: until the command is isolated, PYTHONPATH could replace that module
if TYPE_CHECKING:
    from typing import Any

    from tallybench import errors as errors
    from tallybench.api import Session as Session
    from tallybench.api import evaluate as evaluate
    from tallybench.api import load_benchmark as load_benchmark
    from tallybench.api import reward as reward
    from tallybench.api import rewards as rewards
    from tallybench.benchmarks import load_problems as load_problems
    from tallybench.evaluation.options import Options as Options
    from tallybench.model.benchmark import Benchmark as Benchmark
    from tallybench.model.counts import ProblemCounts as ProblemCounts
    from tallybench.model.metrics import Metric as Metric
    from tallybench.model.metrics import Unit as Unit
    from tallybench.model.metrics import mean_metric as mean_metric
    from tallybench.model.problem import Problem as Problem
    from tallybench.model.result import Model as Model
    from tallybench.model.result import Result as Result
    from tallybench.samples.reading import Sample as Sample
    from tallybench.samples.reading import read_samples as read_samples
    from tallybench.statistics.reading import load_result as load_result

    __version__: str

_HOMES = {
    "api": ("Session", "evaluate", "load_benchmark", "reward", "rewards"),
    "benchmarks": ("load_problems",),
    "model.benchmark": ("Benchmark",),
    "model.problem": ("Problem",),
    "model.counts": ("ProblemCounts",),
    "model.metrics": ("Metric", "Unit", "mean_metric"),
    "statistics.reading": ("load_result",),
    "model.result": ("Model", "Result"),
    "evaluation.options": ("Options",),
    "samples.reading": ("Sample", "read_samples"),
}
_HOME = {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}
__all__ = ["__version__", "errors", *_HOME]


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    if name == "errors":
        return import_module(f"{__name__}.errors")
    if name == "__version__":
        from importlib.metadata import version as installed

        return installed("tallybench")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def version() -> str:
    """Return TallyBench's release: the installed one, or the one it was developed from.

    Results, shards and journals name only the release, so that they do not change from commit to commit.
    """
    from importlib.metadata import version as installed
    from re import match

    release = match(r"\d+(\.\d+)*((a|b|rc)\d+)?", installed("tallybench"))
    assert release is not None, "a version starts with its release"
    return release.group()
