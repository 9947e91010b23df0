"""Each benchmark's dataset on the Hub, and the tasks that results are filed under."""

from dataclasses import dataclass

from tallybench.benchmarks.user_benchmark import UserBenchmark
from tallybench.errors import InputError

# The Hub's task ids, and the figure of a result that each stands for.
TASKS = {"score_at_1": "score@1", "pass_at_1": "pass@1", "efficient_at_1": "efficient@1"}


@dataclass(frozen=True)
class HubDataset:
    """The dataset of a benchmark.

    Attributes:
        hub_id: the id in examples, `ORG/NAME`; no two benchmarks share one, or one would overwrite the other.
        title: the title that the Hub shows.
        description: what the benchmark is, in a sentence or two.
    """

    hub_id: str
    title: str
    description: str


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
            f"--benchmark {benchmark}: there is no dataset of it; there is: {', '.join(DATASETS)}; and the folder of a "
            "benchmark of your own"
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
