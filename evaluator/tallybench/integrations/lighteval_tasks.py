"""TallyBench within lighteval: `lighteval ... "tallybench:humaneval" --custom-tasks FILE`.

Answers are tested, and their instructions counted, in TallyBench's own sandbox.
"""

import math
from typing import Any

import numpy as np
import orjson
from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetricGrouping
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc, SamplingMethod

from tallybench.benchmarks import load_benchmark
from tallybench.evaluation.options import Options
from tallybench.evaluation.scoring import scorer_of
from tallybench.files import cache_folder, write_in_cache
from tallybench.generating.prompt import load_prompt
from tallybench.generating.strategies import strategy_of
from tallybench.integrations.lasting import lasting_session
from tallybench.samples.reading import Sample

_PROMPT = "instruct"
_METRICS = ("pass", "score", "efficient")


class Tally(SampleLevelComputation):  # type: ignore[misc]
    """Scores the first answer to a problem; figures that it does not have are NaN, as without headroom."""

    def compute(self, model_response: Any, doc: Doc, **_: Any) -> dict[str, float]:
        sample = Sample(doc.specific["task_id"], 0, "raw", model_response.final_text[0])
        (found,) = scorer_of(Options(benchmark="humaneval"), lasting_session()).score([sample])
        counted = (found.score, None if found.efficient is None else float(found.efficient))
        values = (float(found.passed), *(math.nan if value is None else value for value in counted))
        return dict(zip(_METRICS, values, strict=True))


def ask(line: dict[str, Any], task_name: str) -> Doc:
    """Return a row of the problems' file in lighteval's form."""
    return Doc(
        task_name=task_name,
        query=line["question"],
        choices=[""],
        gold_index=0,
        specific={"task_id": line["task_id"]},
    )


def problems_folder() -> str:
    """Write the problems into a cache folder that lighteval loads as a dataset, and return its path."""
    asked = load_prompt(_PROMPT)
    path = cache_folder() / "lighteval" / f"humaneval-{asked.name}-{asked.version}" / "test.jsonl"
    rows = []
    for problem in load_benchmark("humaneval"):
        (message,) = next(strategy_of(asked)(problem, asked))
        row = {"task_id": problem.task_id, "question": message.text}
        rows.append(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
    write_in_cache(path, rows)
    return str(path.parent)


TASKS_TABLE = [
    LightevalTaskConfig(
        name="tallybench:humaneval",
        prompt_function=ask,
        hf_repo=problems_folder(),
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        few_shots_split=None,
        few_shots_select=None,
        generation_size=2048,
        stop_sequence=[],
        metrics=[
            SampleLevelMetricGrouping(
                metric_name=list(_METRICS),
                higher_is_better=dict.fromkeys(_METRICS, True),
                category=SamplingMethod.GENERATIVE,
                sample_level_fn=Tally(),
                corpus_level_fn=dict.fromkeys(_METRICS, np.nanmean),
            )
        ],
        version=1,
    )
]
