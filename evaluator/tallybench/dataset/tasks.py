"""Each benchmark's dataset on the Hub, and a result in the form that the Hub reads from a model's own repository.

The Hub shows `.eval_results/*.yaml` on the model's page and in the leaderboard of the dataset whose `eval.yaml` names
the tasks.
"""

from dataclasses import dataclass

import yaml
from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml

from tallybench.benchmarks.user_benchmark import UserBenchmark
from tallybench.errors import InputError
from tallybench.model.metrics import Unit, metric_of
from tallybench.model.result import Result

FOLDER = ".eval_results"
# The Hub's task ids, each with the figure of a result.
TASKS = {"score_at_1": "score@1", "pass_at_1": "pass@1", "efficient_at_1": "efficient@1"}


@dataclass(frozen=True)
class HubDataset:
    """The dataset of a benchmark."""

    hub_id: str  # the id in examples, `ORG/NAME`; no two benchmarks share one, or one would overwrite the other
    title: str  # the title that the Hub shows
    description: str  # what the benchmark is, in a sentence or two


DATASETS = {
    "humaneval": HubDataset(
        "tallybench/tallybench",
        "TallyBench",
        "Is code that language models write correct and efficient? HumanEval's problems with contracts, stressful "
        "inputs and references; what solutions spend is counted in CPU instructions, which anyone can count again.",
    ),
    "tally-classes": HubDataset(
        "tallybench/tally-classes",
        "TallyBench: tally-classes",
        "Are classes that language models write correct and efficient? Classes of our own, with tests and "
        "stressful call scripts; what solutions spend is counted in CPU instructions, which anyone can count again.",
    ),
    "humaneval-edit": HubDataset(
        "tallybench/humaneval-edit",
        "TallyBench: HumanEval, editing",
        "Can language models make slow code faster and keep it correct? Slow solutions of our own to HumanEval's "
        "problems; what the edited ones spend is counted in CPU instructions, which anyone can count again.",
    ),
    "classes-edit": HubDataset(
        "tallybench/classes-edit",
        "TallyBench: tally-classes, editing",
        "Can language models make slow classes faster and keep them correct? Slow classes of our own; what the edited "
        "ones spend is counted in CPU instructions, which anyone can count again.",
    ),
}


def hub_dataset(benchmark: str) -> HubDataset:
    """Return the dataset of a benchmark that comes with TallyBench.

    Raises:
        InputError: this benchmark has no dataset.
    """
    if (found := DATASETS.get(benchmark)) is None:
        raise InputError(
            f"--benchmark {benchmark}: has no dataset; must be one of {', '.join(DATASETS)}, or the folder of your own "
            "benchmark"
        )
    return found


def own_dataset(own: UserBenchmark) -> HubDataset:
    """Return the dataset of a user's own benchmark."""
    title = own.manifest.title
    return HubDataset(
        f"ORG/{own.manifest.name}",
        title,
        f"{title}: problems to measure how correct and efficient code is that language models write; what solutions "
        "spend is counted in CPU instructions, by TallyBench.",
    )


def eval_results_yaml(result: Result, dataset: str, source: str | None = None) -> str:
    """Return the content of a file for `.eval_results/`. Values are out of 100, as on the leaderboard.

    `dataset` is the benchmark's on the Hub, `ORG/NAME`; `source` is the address where the result can be viewed.

    Raises:
        InputError: the result is partial, is not from the ranked environment, or lacks the figures.
    """
    if result.benchmark.partial:
        raise InputError("benchmark.partial: is true; only a run over all problems can be exported")
    if not result.environment.ranked:
        raise InputError(
            "environment: is not the ranked one, so its counts match no one else's; evaluate without --python, "
            "--counter and --unsafe-no-sandbox"
        )
    entries = []
    for task, name in TASKS.items():
        figure = result.metrics.get(name)
        if figure is None or figure.value is None or figure.low is None or figure.high is None:
            continue
        metric = metric_of(name)
        scale = 1 if metric is not None and metric.unit is Unit.POINTS else 100
        interval = f"95 % interval {scale * figure.low:.1f} to {scale * figure.high:.1f}, {figure.problems} problems"
        entries.append(
            EvalResultEntry(
                dataset_id=dataset,
                task_id=task,
                value=round(scale * figure.value, 2),
                source_url=source,
                source_name=None if source is None else "TallyBench",
                notes=f"{name}, {result.benchmark.name} {result.benchmark.version}, {interval}",
            )
        )
    if not entries:
        raise InputError(f"metrics: none of {', '.join(TASKS.values())} has a value")
    return yaml.safe_dump(eval_result_entries_to_yaml(entries), sort_keys=False, width=120)
