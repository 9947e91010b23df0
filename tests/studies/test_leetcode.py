"""The LeetCode study's questions, asked of results: of published ones, and of one model at several temperatures."""

import json
import re
from pathlib import Path

import pytest

from tallybench.model.result import Result, dump_result
from tallybench.statistics.reading import load_result
from tests.conftest import ROOT, CommandLine

PUBLISHED = sorted(ROOT.glob("results/gpt-5.4*/humaneval-2026-11-24-????????.json"))


def figures(folder: Path) -> dict[str, dict[str, object]]:
    sections = json.loads((folder / "leetcode.json").read_bytes())["sections"]
    return {row["figure"]: row for section in sections.values() for row in section["rows"]}


def test_the_page_has_the_figures_of_the_published_results(tallybench: CommandLine, tmp_path: Path) -> None:
    done = tallybench("dev", "study", "leetcode", *PUBLISHED, "--output", tmp_path)
    assert done.returncode == 0 and "Section 5.3" in done.stdout, done.stderr
    found = figures(tmp_path)
    page = (ROOT / "site/pages/leetcode.md").read_text()
    for figure, name in (
        ("success and run time", "success and run time"),
        ("success and variation of run time", "success and variation of run time"),
        ("mean Cohen's d", "mean Cohen's d of two models' speed"),
    ):
        row = found[figure]
        [(paper, ours, of)] = re.findall(rf"^\| {name} \| (\S+) \| (\S+) \((.*)\) \|$", page, re.MULTILINE)
        assert float(paper) == row["paper"]["value"], figure  # type: ignore[index]
        assert (f"{row['ours']:.{row['digits']}f}", of) == (ours, row["ours_of"]), figure
    assert found["temperature and run time"]["ours"] is None, "one temperature tells nothing"


def at_temperature(result: Result, temperature: float, correct: int) -> Result:
    """Return a result with so many of each problem's samples, all from another temperature."""
    generation = {**result.model.generation, "temperature": temperature}
    samples = [sample for sample in result.samples if sample.index < 4]
    first = {sample.task_id: sample for sample in reversed(samples) if sample.verdict == "passed"}
    wrong = next(sample for sample in result.samples if sample.verdict == "wrong_output")
    drawn = [
        (first[sample.task_id] if sample.index < correct else wrong).model_copy(
            update={"task_id": sample.task_id, "index": sample.index}
        )
        for sample in samples
        if sample.task_id in first
    ]
    kept = {task_id: problem for task_id, problem in result.problems.items() if task_id in first}
    model = result.model.model_copy(update={"generation": generation})
    return result.model_copy(update={"model": model, "samples": tuple(drawn), "problems": kept})


def test_temperature_is_related_within_a_problem(tallybench: CommandLine, tmp_path: Path) -> None:
    """A model that solves everything less often the hotter it is, and always in the same way."""
    result = load_result(PUBLISHED[0])
    paths = []
    for temperature, correct in ((0.2, 3), (0.6, 2), (1.0, 1)):
        paths.append(tmp_path / f"t{temperature}.json")
        paths[-1].write_bytes(b"".join(dump_result(at_temperature(result, temperature, correct))))
    tallybench("dev", "study", "leetcode", *paths, "--output", tmp_path, code=0)
    found = figures(tmp_path)
    assert found["temperature and success"]["ours"] == pytest.approx(-1)
    assert found["temperature and run time"]["ours"] is None, "the time does not vary"
    assert found[f"{result.model.name}, pass@1"]["ours"] == pytest.approx(75), "that of the best temperature"
    assert "at temperature 0.2" in str(found[f"{result.model.name}, pass@1"]["why"])
    assert found[f"{result.model.name}, pass@10"]["ours"] is None, "four samples"


def test_results_that_cannot_be_compared_are_refused(tallybench: CommandLine, tmp_path: Path) -> None:
    done = tallybench("dev", "study", "leetcode", PUBLISHED[0], PUBLISHED[0], "--output", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and "rename one" in done.stderr
    other = sorted(ROOT.glob("results/canonical-samples/tally-classes*[0-9a-f].json")) or sorted(
        path for path in ROOT.glob("results/*/classeval-*.json") if "verified" not in path.name
    )
    done = tallybench("dev", "study", "leetcode", PUBLISHED[0], other[0], "--output", tmp_path)
    assert done.returncode == 2 and "on one benchmark" in done.stderr
    tallybench("dev", "study", "leetcode", tmp_path / "no.json", "--output", tmp_path, code=2, says="no such file")
