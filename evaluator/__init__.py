"""TallyBench's offline evaluator: is code correct, and how many CPU instructions does it spend?

    from evaluator import evaluate, load_problems, load_result, read_samples

Names are loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evaluator.pipeline import Options, evaluate
    from evaluator.problems import load_problems
    from evaluator.result import Model, Result, load_result
    from evaluator.samples import Sample, read_samples

_HOME = {
    "evaluate": "evaluator.pipeline",
    "Options": "evaluator.pipeline",
    "load_problems": "evaluator.problems",
    "load_result": "evaluator.result",
    "Model": "evaluator.result",
    "Result": "evaluator.result",
    "read_samples": "evaluator.samples",
    "Sample": "evaluator.samples",
}

__all__ = [
    "Model",
    "Options",
    "Result",
    "Sample",
    "evaluate",
    "load_problems",
    "load_result",
    "read_samples",
    "version",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def version() -> str:
    """TallyBench's version."""
    from importlib.metadata import version as installed

    return installed("tallybench")
