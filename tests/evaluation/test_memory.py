"""Runs that measure peak memory: the same bytes whatever ran before, figures that are checked and measured again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench import Options, load_result
from tallybench.benchmarks.measured import load_measured
from tallybench.counting.session import Session
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import same_peak
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import StressVerdict
from tallybench.samples.reading import Sample
from tallybench.statistics.published.comparison import differences
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.verify import compare
from tests.conftest import CommandLine

IDS = ("27", "33")
# Twice the memory of a list: one more is built beside it.
WASTES = (
    "def sort_third(l):\n    held = [n for n in l] + [n for n in l]\n    l = held[: len(l)]\n"
    "    l[::3] = sorted(l[::3])\n    return l\n"
)


@pytest.fixture(scope="module")
def samples(benchmark: Benchmark) -> list[Sample]:
    first, second = (benchmark.by_id[f"HumanEval/{number}"] for number in IDS)
    return [
        Sample(first.task_id, 0, "solution", first.canonical.code + "# the same\n"),
        Sample(first.task_id, 1, "solution", "def flip_case(string):\n    return string\n"),
        Sample(second.task_id, 0, "solution", WASTES),
    ]


@pytest.fixture(scope="module")
def result(samples: list[Sample], session: Session) -> Result:
    return evaluate(samples, "two tasks", Options(ids=IDS, memory=True), session=session)


def as_bytes(result: Result) -> bytes:
    return b"".join(dump_result(result))


def peaks(result: Result) -> dict[tuple[str, int, str], int | None]:
    return {
        (sample.task_id, sample.index, name): outcome.memory
        for sample in result.samples
        for name, outcome in sample.stress.items()
    }


def test_what_was_counted_has_its_peak_and_nothing_else_has(result: Result) -> None:
    assert result.has_memory
    for sample in result.samples:
        for outcome in sample.stress.values():
            assert (outcome.memory is not None) == (outcome.verdict is StressVerdict.COUNTED)
            assert outcome.memory_reason is None
    assert any(peaks(result).values())


def test_samples_are_compared_with_the_solution_that_takes_the_least(result: Result) -> None:
    measured = load_measured()
    for task_id, problem in result.problems.items():
        known = measured.problems[task_id]
        assert problem.least_memory == known.least_memory()
        for name, given in problem.inputs.items():
            memory = known.inputs[name].memory
            assert memory is not None
            assert given.memory is not None
            assert same_peak(given.memory.least, memory[problem.least_memory or ""])
            assert same_peak(given.memory.ground_truth, memory[known.ground_truth])


def test_a_comment_takes_no_memory_and_waste_is_seen(result: Result) -> None:
    wasted = []
    for (task_id, index, name), peak in peaks(result).items():
        memory = load_measured().problems[task_id].inputs[name].memory
        assert memory is not None
        if (task_id, index) == ("HumanEval/27", 0):
            assert same_peak(peak, memory["canonical"])
        if task_id == "HumanEval/33" and peak:
            wasted.append((memory["canonical"] or 0) < peak)
    assert wasted and all(wasted)
    assert (result.metrics["memory_score@1"].value or 0) < 100


def test_earlier_runs_change_nothing(result: Result, samples: list[Sample], session: Session) -> None:
    options = Options(ids=IDS, memory=True, recount=True)
    assert_same(evaluate(samples, "two tasks", options, session=session), result)


def assert_same(found: Result, result: Result) -> None:
    """Two runs gave the same; peaks may differ as the method page says."""
    assert peaks(found).keys() == peaks(result).keys()
    assert all(same_peak(peak, peaks(result)[key]) for key, peak in peaks(found).items())
    bare = [one.model_dump(exclude={"samples": {"__all__": {"stress"}}, "metrics": True}) for one in (found, result)]
    assert bare[0]["samples"] == bare[1]["samples"]
    counts = [[one.stress[name].count for one in run.samples for name in one.stress] for run in (found, result)]
    assert counts[0] == counts[1]


def test_a_run_that_was_cut_off_goes_on(
    result: Result, samples: list[Sample], tmp_path: Path, session: Session
) -> None:
    class CutOff(Exception):
        pass

    def cut_off(step: str, done: int, _total: int) -> None:
        if step == "memory" and done > 2:
            raise CutOff

    options = Options(ids=IDS, memory=True, recount=True)
    with pytest.raises(CutOff):
        evaluate(samples, "two tasks", options, cut_off, Journal("memory", resume=False), session=session)
    journal = Journal("memory", resume=True)
    again = evaluate(samples, "two tasks", options, None, journal, session=session)
    journal.remove()
    assert_same(again, result)


def test_without_it_a_result_says_nothing_of_memory(result: Result, samples: list[Sample], session: Session) -> None:
    without = evaluate(samples, "two tasks", Options(ids=IDS), session=session)
    assert b"memory" not in as_bytes(without)
    assert {name: figure for name, figure in result.metrics.items() if "memory" not in name} == without.metrics
    assert differences(without, result) == (), "it agrees with one that has it"


def first(data: dict[str, Any]) -> dict[str, Any]:
    """The first problem that has peaks."""
    return next(problem for problem in data["problems"].values() if problem.get("least_memory"))


def other_least(data: dict[str, Any]) -> None:
    first(data)["least_memory"] = "canonical"


def other_bytes(data: dict[str, Any]) -> None:
    next(iter(first(data)["inputs"].values()))["memory"]["least"] += 2_000


def other_figure(data: dict[str, Any]) -> None:
    data["metrics"]["memory_score@1"]["value"] = 100.0


@pytest.mark.parametrize(
    ("invents", "where"), [(other_least, "least_memory"), (other_bytes, ".memory"), (other_figure, "memory_score@1")]
)
def test_invented_memory_is_a_fault(
    result: Result, tmp_path: Path, invents: Callable[[dict[str, Any]], None], where: str
) -> None:
    path = tmp_path / "result.json"
    path.write_bytes(as_bytes(result))
    assert result_faults(load_result(path)) == []
    data = orjson.loads(as_bytes(result))
    invents(data)
    path.write_bytes(orjson.dumps(data))
    assert any(where in fault.where for fault in result_faults(load_result(path)))


def test_a_smaller_peak_than_is_measured_again_does_not_agree(result: Result) -> None:
    (sample, *others) = result.samples
    stress = {name: told.model_copy(update={"memory": 70_000}) for name, told in sample.stress.items()}
    claimed = result.model_copy(update={"samples": (sample.model_copy(update={"stress": stress}), *others)})
    found = differences(claimed, result)
    assert {difference.what for difference in found} == {"memory"}
    assert all(difference.beyond_a_tie for difference in found)
    assert not compare(claimed, result, "0" * 64).agrees


def test_a_command_measures_it_and_another_verifies_it(
    tallybench: CommandLine, benchmark: Benchmark, tmp_path: Path
) -> None:
    line = {"task_id": "HumanEval/33", "solution": benchmark.by_id["HumanEval/33"].canonical.code}
    (tmp_path / "samples.jsonl").write_bytes(orjson.dumps(line))
    ran = tallybench("evaluate", "samples.jsonl", "--model", "m", "--ids", "33", "--memory", "-o", "r.json")
    assert ran.returncode == 0, ran.stderr
    assert load_result(tmp_path / "r.json").has_memory
    verified = tallybench("dev", "verify", "r.json")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert load_result(tmp_path / "r.json").metrics["memory_score@1"].value is not None
    refused = tallybench("evaluate", "samples.jsonl", "--model", "m", "--no-count", "--memory", "-o", "n.json")
    assert refused.returncode == 2
    assert "memory: needs the counter valgrind and the sandbox" in refused.stderr
