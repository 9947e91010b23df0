"""A few of the published results, of models and sets of each kind, and a checkout that has no others."""

from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

from tallybench.statistics.published.entries import Entry, read_entries
from tests.made_results import ROOT

# Of HumanEval: one model asked in three ways with 10 samples, claims, pipelines, baselines, models of several sizes,
# years and organisations. Of other benchmarks: models that are on two, one that is on another alone, our own sets.
MODELS = (
    "adversarial-samples",
    "claude-opus-4",
    "codegen-mono-350m",
    "deepseek-v3",
    "gemma-3-270m",
    "gpt-4",
    "gpt-4-1106-mapcoder",
    "gpt-4-turbo",
    "gpt-4o",
    "gpt-5.4",
    "gpt-5.4-performance",
    "gpt-5.4-performance-structured",
    "humaneval-canonical",
    "llama-3.1-8b",
    "o4-mini-high",
    "phi-4",
    "qwen2.5-32b",
    "qwen2.5-coder-0.5b",
    "santacoder",
    "starcoder-15b",
    "tallybench-best-known",
    "tallybench-canonical",
    "tallybench-references",
)
# The fewest that a dataset is made of: with code and without, on both benchmarks, and a set of our own.
FEWEST = ("adversarial-samples", "gemma-3-270m", "phi-4", "tallybench-canonical", "tallybench-references")


def link_checkout(folder: Path, models: Collection[str] = MODELS) -> Path:
    """Make a checkout whose `results/` has a few models, and link the rest. Return the folder."""
    (folder / "results").mkdir(parents=True)
    for source in sorted(ROOT.iterdir()):
        if source.name not in ("results", "public") and not source.name.startswith("."):
            (folder / source.name).symlink_to(source)
    for source in sorted((ROOT / "results").iterdir()):
        if source.is_file() or source.name in models:
            (folder / "results" / source.name).symlink_to(source)
    return folder


@cache
def few_entries(models: Collection[str] = MODELS, benchmark: str | None = None) -> tuple[Entry, ...]:
    """Return the results of a few models, on one benchmark or on all, which are read once a process."""
    paths = (path.relative_to(ROOT).as_posix() for path in (ROOT / "results").glob("*/*.json"))
    others = [path for path in paths if path.split("/")[1] not in models]
    return tuple(read_entries(ROOT, without=others, benchmark=benchmark))


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the few results; nothing in it may be changed."""
    return link_checkout(tmp_path_factory.mktemp("checkout") / "tallybench")
