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
from tallybench.files import cache_folder, write_in_cache
from tallybench.generating.prompt import load_prompt
from tallybench.integrations import question_of, score_answer
from tallybench.samples.reading import Sample

_METRICS = ("pass", "score", "efficient")


class Tally(SampleLevelComputation):  # type: ignore[misc]
    """Scores the first answer to a problem; figures that it does not have are NaN, as without headroom."""

    def compute(self, model_response: Any, doc: Doc, **_: Any) -> dict[str, float]:
        sample = Sample(doc.specific["task_id"], 0, "raw", model_response.final_text[0])
        found = score_answer(Options(benchmark="humaneval"), sample)
        values = (float(value) if value is not None else math.nan for value in (found.score, found.efficient))
        return dict(zip(_METRICS, (float(found.passed), *values), strict=True))


def ask(line: dict[str, Any], task_name: str) -> Doc:
    """Return a row of the problems' file in lighteval's form."""
    known = {"task_id": line["task_id"]}
    return Doc(task_name=task_name, query=line["question"], choices=[""], gold_index=0, specific=known)


def problems_folder() -> str:
    """Write the problems into a cache folder that lighteval loads as a dataset, and return its path."""
    asked = load_prompt("instruct")
    path = cache_folder() / "lighteval" / f"humaneval-{asked.name}-{asked.version}" / "test.jsonl"
    rows = (
        {"task_id": problem.task_id, "question": question_of(problem, asked)} for problem in load_benchmark("humaneval")
    )
    write_in_cache(path, [orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows])
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
