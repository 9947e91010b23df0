"""TallyBench's offline evaluator: is code correct, and how many CPU instructions does it spend?

    from evaluator import evaluate, load_problems, load_result, read_samples

Names are loaded when they are first used.
"""

TYPE_CHECKING = False  # without `typing`: before the command is isolated, a PYTHONPATH decides what is imported
if TYPE_CHECKING:
    from typing import Any

    from evaluator.benchmarks import load_problems
    from evaluator.execution.session import Session
    from evaluator.results.reading import load_result
    from evaluator.results.result import Model, Result
    from evaluator.run.options import Options
    from evaluator.run.pipeline import evaluate
    from evaluator.run.reward import reward, rewards
    from evaluator.samples.reading import Sample, read_samples

_HOME = {
    "evaluate": "evaluator.run.pipeline",
    "Options": "evaluator.run.options",
    "load_problems": "evaluator.benchmarks",
    "load_result": "evaluator.results.reading",
    "Model": "evaluator.results.result",
    "Result": "evaluator.results.result",
    "read_samples": "evaluator.samples.reading",
    "Sample": "evaluator.samples.reading",
    "Session": "evaluator.execution.session",
    "reward": "evaluator.run.reward",
    "rewards": "evaluator.run.reward",
}

__all__ = [
    "Model",
    "Options",
    "Result",
    "Sample",
    "Session",
    "evaluate",
    "load_problems",
    "load_result",
    "read_samples",
    "reward",
    "rewards",
    "version",
]


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    if name == "__version__":
        return version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, "__version__"})


def version() -> str:
    """Return TallyBench's release: what is installed, or what it was developed from.

    Results, shards and journals name the release alone, so that they are the same from commit to commit.
    """
    from importlib.metadata import version as installed
    from re import match

    release = match(r"\d+(\.\d+)*((a|b|rc)\d+)?", installed("tallybench"))
    assert release is not None, "a version starts with its release"
    return release.group()
