"""The dataset's card and `eval.yaml`, which the Hub reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow  # type: ignore[import-untyped]
import yaml
from datasets import DatasetInfo, Features
from datasets.info import DatasetInfosDict
from datasets.splits import SplitDict, SplitInfo
from huggingface_hub import DatasetCardData
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tallybench.benchmarks.measured import Measured
from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.benchmarks.user_benchmark import Manifest, UserBenchmark
from tallybench.dataset.rows import RESULTS, SPLIT
from tallybench.dataset.tasks import TASKS, HubDataset, hub_dataset, own_dataset
from tallybench.model.benchmark import Benchmark
from tallybench.statistics.published.entries import Entry

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


@dataclass(frozen=True)
class Config:
    """What a config holds."""

    path: str  # the path of its file in the dataset's folder
    features: Features  # its columns
    rows: int  # the number of its rows
    size: int  # the size of the table in memory, in bytes
    file_size: int  # the size of its file, in bytes


@dataclass(frozen=True)
class Sources:
    """What the dataset is made from; `entries` are the benchmark's results; `own` is set if it is the user's own."""

    benchmark: Benchmark
    measured: Measured
    entries: Sequence[Entry]
    own: UserBenchmark | None = None

    @property
    def dataset(self) -> HubDataset:
        """Its id, title and description on the Hub."""
        return hub_dataset(self.benchmark.name) if self.own is None else own_dataset(self.own)


def render_card(templates: Path, sources: Sources, content_hash: str, configs: Mapping[str, Config]) -> str:
    """Return the card, Markdown below a YAML front matter; `content_hash` is that of all rows."""
    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=False,  # it is Markdown, and nothing in it comes from elsewhere
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    benchmark, dataset, measured = sources.benchmark, sources.dataset, sources.measured
    own = None if sources.own is None else sources.own.manifest
    template = "dataset_card.md" if own is None else "own_dataset_card.md"
    text: str = environment.get_template(template).render(
        front_matter=_card_data(sources, own, content_hash, configs).to_yaml().strip(),
        title=dataset.title,
        description=dataset.description,
        hub_id=dataset.hub_id,
        benchmark=benchmark,
        edits=BENCHMARKS[benchmark.name].edits if own is None else "",
        own=own,
        ours=all(problem.written is not None for problem in benchmark),
        environment=measured.environment,
        measured_in=_measured_in(measured.environment.facts),
        budget=measured.budget,
        without_headroom=sum(problem.no_headroom is not None for problem in benchmark),
        corrected=sum(problem.corrected is not None for problem in benchmark),
        configs=configs,
        result_columns=RESULTS,
        content_hash=content_hash,
        pyarrow=pyarrow.__version__,
    )
    return text


def _measured_in(facts: Mapping[str, str]) -> str:
    """Name what solutions ran in: the environment, and the interpreter if it was the machine's own."""
    named = [facts[name] for name in ("interpreter", "valgrind") if name in facts]
    environment = [f"environment `{facts['environment'][:16]}`"] if "environment" in facts else []
    return ", ".join(environment + named)


def eval_yaml(dataset: HubDataset) -> str:
    """Return the `eval.yaml` that makes the Hub list a dataset as a benchmark."""
    tasks = [{"id": task, "config": "problems", "split": SPLIT} for task in TASKS]
    content = {
        "name": dataset.title,
        "description": dataset.description,
        "evaluation_framework": "tallybench",
        "tasks": tasks,
    }
    return yaml.safe_dump(content, sort_keys=False, width=120)


def _card_data(
    sources: Sources, own: Manifest | None, content_hash: str, configs: Mapping[str, Config]
) -> DatasetCardData:
    benchmark = sources.benchmark
    rows = sum(config.rows for config in configs.values())
    data = DatasetCardData(
        pretty_name=sources.dataset.title,
        license="mit" if own is None else "other",
        license_name=None if own is None else own.licence,
        language=["en"],
        task_categories=["text-generation"],
        size_categories=[next((name for limit, name in _SIZES if rows < limit), "n>1M")],
        tags=["code", "code-generation", "efficiency", "benchmark", "python", benchmark.name],
        configs=[
            {
                "config_name": name,
                **({"default": True} if name == "problems" else {}),
                "data_files": [{"split": SPLIT, "path": config.path}],
            }
            for name, config in configs.items()
        ],
        tallybench={
            "benchmark": benchmark.name,
            "version": benchmark.version,
            "problems_hash": benchmark.hash,
            "content_hash": content_hash,
            "pyarrow": pyarrow.__version__,
            **({"private": True} if own is not None and own.private else {}),
        },
    )
    infos = {}
    for name, config in configs.items():
        splits = SplitDict()
        splits.add(SplitInfo(SPLIT, num_bytes=config.size, num_examples=config.rows))
        infos[name] = DatasetInfo(
            features=config.features, splits=splits, download_size=config.file_size, dataset_size=config.size
        )
    DatasetInfosDict(infos).to_dataset_card_data(data)
    return data
