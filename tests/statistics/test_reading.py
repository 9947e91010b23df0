"""Results of older formats: read with today's figures, their verdicts and counts as they were."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.model.metrics import METRICS_VERSION
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.statistics.published.record import VERIFIED, record_path
from tallybench.statistics.reading import ResultFaults, is_canonical, load_result, parse_as_written, parse_result
from tests.made_results import kept_result

CANONICAL = "humaneval-canonical"


def as_schema_1(result: Result) -> bytes:
    """A result as version 1 wrote it: without what came later, with figures of its time."""
    data = result.model_dump(mode="json")
    del data["metrics_version"], data["model"]["baseline"]
    for later in ("revision", "prompt", "answers_sha256", "submitter", "released", "pipeline"):
        del data["model"][later]
    del data["source"]
    data["schema_version"] = 1
    figures = data["metrics"]
    figures["efficient@1(2)"] = figures.pop("within@1(2)")
    del figures["score@1"]
    figures["efficient@1"]["value"] = 0.454545
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


@pytest.fixture(scope="module")
def result() -> Result:
    return load_result(kept_result(CANONICAL))


def test_a_result_of_schema_1_has_todays_figures_from_its_own_counts(result: Result) -> None:
    content = as_schema_1(result)
    assert parse_result(content, "old.json") == result
    assert is_canonical(content)
    assert not is_canonical(content.replace(b"  ", b"   ", 1))


def test_what_is_read_as_written_keeps_the_figures_of_its_time(result: Result) -> None:
    written = parse_as_written(as_schema_1(result), "old.json")
    assert written.metrics_version == 1
    assert written.metrics["efficient@1"].value == 0.454545
    assert "score@1" not in written.metrics


def test_only_the_sets_of_the_benchmark_itself_were_baselines(result: Result) -> None:
    others = result.model_copy(update={"model": result.model.model_copy(update={"name": "GPT-4o"})})
    assert parse_result(as_schema_1(result), "old.json").model.baseline
    assert not parse_result(as_schema_1(others), "old.json").model.baseline


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        (lambda data: data.update(schema_version=8), "schema_version", "reads 1 to 7"),
        (lambda data: data.update(schema_version=0), "schema_version", "reads 1 to 7"),
        (lambda data: data.update(schema_version=True), "schema_version", "reads 1 to 7"),
        (lambda data: data.update(schema_version="1"), "schema_version", "reads 1 to 7"),
        (lambda data: data.update(metrics_version=METRICS_VERSION + 1), "metrics_version", "update TallyBench"),
        (lambda data: data.update(schema_version=1, model=7), "model", "dictionary"),
    ],
)
def test_a_file_of_no_version_that_is_read_here_says_so(
    result: Result, change: Callable[[dict[str, Any]], None], where: str, what: str
) -> None:
    data = orjson.loads(b"".join(dump_result(result)))
    change(data)
    with pytest.raises(ResultFaults) as caught:
        parse_result(orjson.dumps(data), "result.json")
    assert caught.value.faults[0][0].startswith(where)
    assert what in str(caught.value)


def test_figures_by_old_definitions_that_would_take_hours_are_refused(result: Result) -> None:
    data = orjson.loads(b"".join(dump_result(result)))
    data["metrics_version"] = 1
    data["metrics"] = {f"pass@{k}": data["metrics"]["pass@1"] for k in range(1, 200)}
    with pytest.raises(ResultFaults, match="199 different k"):
        parse_result(orjson.dumps(data), "result.json")


def test_every_published_result_is_of_todays_format() -> None:
    for path in Path(kept_result(CANONICAL)).parents[1].glob("*/*.json"):
        if path.name.endswith(VERIFIED) or record_path(path).exists():  # a record, or what stays for it is of its bytes
            continue
        assert path.read_bytes() == b"".join(dump_result(parse_as_written(path.read_bytes(), path))), path


def test_the_canonical_solutions_tie_with_themselves_wherever_they_are_right(result: Result) -> None:
    """By definition: efficient@1 is all problems whose canonical solution is right, and the strict one none of them."""
    from tallybench.model.budget import TIE
    from tallybench.model.counts import is_efficient

    problems = load_benchmark().by_id
    counts = dict(zip(sorted(result.problems), result.counts(), strict=True))
    right = [task_id for task_id, found in counts.items() if found.efficiency and problems[task_id].corrected is None]
    assert len(right) > 100
    for task_id in right:
        found = counts[task_id]
        assert is_efficient(found, found.samples[0], TIE), task_id
        assert not is_efficient(found, found.samples[0], None), task_id


def test_what_can_be_said_of_a_failed_sample_can_be_said_of_it_under_stress() -> None:
    assert {verdict.value for verdict in Verdict} - {"passed"} <= {verdict.value for verdict in StressVerdict}


def test_scores_lie_in_the_order_that_a_reader_expects() -> None:
    slugs = ("tallybench-references", "gpt-4o", CANONICAL, "gemma-3-270m", "adversarial-samples")
    scores = [load_result(kept_result(slug)).metrics["score@1"].value or 0 for slug in slugs]
    assert scores == sorted(scores, reverse=True)
    assert 99 < scores[0] <= 100
