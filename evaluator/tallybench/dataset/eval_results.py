"""A result in the form that the Hub reads from a model's own repository: `.eval_results/*.yaml`.

The Hub shows these on the model's page and in the leaderboard of the dataset whose `eval.yaml` names the tasks.
"""

import yaml
from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml

from tallybench.dataset.tasks import TASKS
from tallybench.errors import InputError
from tallybench.model.metrics import Unit, metric_of
from tallybench.model.result import Result

FOLDER = ".eval_results"


def eval_results_yaml(result: Result, dataset: str, source: str | None = None) -> str:
    """Return the content of a file for `.eval_results/`. Values are out of 100, as on the leaderboard.

    Args:
        result: the result of a complete run in the ranked environment.
        dataset: the benchmark's dataset on the Hub, `ORG/NAME`.
        source: the address at which the result can be viewed.

    Raises:
        InputError: the result covers only a part of the benchmark, is not from the ranked environment, or has none of
            the figures.
    """
    if result.benchmark.partial:
        raise InputError("benchmark.partial: is true; only a run over all problems can be exported")
    if not result.environment.ranked:
        raise InputError(
            "environment: is not the ranked one, so its counts are no one else's; evaluate without --python, "
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
