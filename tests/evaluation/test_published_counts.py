"""Results that are published are had again: a few problems of each, evaluated anew, to the instruction.

It holds a change to the counts that are on the leaderboard. Whoever moves them raises PROTOCOL and measures anew.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tallybench import Options, load_result
from tallybench.benchmarks import load_benchmark, select
from tallybench.benchmarks.measured import load_measured
from tallybench.counting.benchmark_counts import measure_benchmark
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.session import Session
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.redaction import bare_sample
from tallybench.model.result import Result
from tallybench.samples.embedded import SAMPLE_SETS
from tallybench.samples.predictions import read_predictions
from tallybench.samples.reading import Sample
from tests.conftest import ROOT
from tests.once import Once

# Quick ones, among which every stress verdict occurs that the published results have in numbers.
HUMANEVAL = ("23", "97", "103", "138", "144")
COFFE = {
    "coffe-function": ("Mbpp/72", "Mbpp/77", "Mbpp/89"),
    "coffe-code-contests": ("CodeContests/4a4036ee", "CodeContests/6b6301a6", "CodeContests/660ac1d1"),
}
EXAMPLES = {
    "coffe-function": "function",
    "coffe-code-contests": "deepmind_code_contests",
    "humaneval": "openai_humaneval",
}
FOLDERS = {
    "canonical": "humaneval-canonical",
    "references": "tallybench-references",
    "gemma-3-270m": "gemma-3-270m",
    "adversarial": "adversarial-samples",
}


@pytest.fixture(scope="module", autouse=True)
def ranked() -> None:
    _, fingerprint = ready_to_count(None)
    if not fingerprint.ranked:
        pytest.skip("the published counts are of the ranked environment, and this is another")


@pytest.fixture(scope="module", autouse=True)
def counted_anew(once: Once) -> Iterable[None]:
    """A cache without references that other tests counted."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TALLYBENCH_CACHE", str(once("published-counts", Path.mkdir)))
        yield


def published(folder: str, benchmark: str) -> Result:
    (path,) = (path for path in (ROOT / "results" / folder).glob(f"{benchmark}-2*.json") if "verified" not in path.name)
    return load_result(path)


def assert_had_again(old: Result, samples: Iterable[Sample], options: Options, session: Session) -> None:
    new = evaluate(samples, old.model, options, session=session)
    assert len(new.problems) == len(options.ids or ())
    if new.environment != old.environment:
        assert_alike(old, new)
        return
    assert new.problems == {task_id: old.problems[task_id] for task_id in new.problems}
    before = {(sample.task_id, sample.index): sample for sample in old.samples}
    for sample in new.samples:
        earlier = before[sample.task_id, sample.index]
        tree = earlier.tree_sha256 or sample.tree_sha256  # old results have none
        earlier = earlier.model_copy(update={"tree_sha256": tree})
        # With the code, what quotes it or the benchmark is withheld.
        if old.code_withheld:
            sample, earlier = bare_sample(sample), bare_sample(earlier)
        assert sample == earlier


def assert_alike(old: Result, new: Result) -> None:
    """Compare with a result of an earlier environment: the same verdicts, and counts that differ little."""
    outcomes = {(sample.task_id, sample.index): sample for sample in old.samples}
    for sample in new.samples:
        before = outcomes[sample.task_id, sample.index]
        assert (sample.verdict, sample.code_sha256) == (before.verdict, before.code_sha256)
        assert sample.stress.keys() == before.stress.keys()
        for name, stress in sample.stress.items():
            assert stress.verdict == before.stress[name].verdict
            if stress.count is not None:  # within the budget
                assert stress.count == pytest.approx(before.stress[name].count or 0, rel=0.2)


@pytest.mark.parametrize("name", [name for name, of in SAMPLE_SETS.items() if of.benchmark == "humaneval"])
def test_the_sets_that_come_along_have_their_published_counts(name: str, session: Session) -> None:
    old = published(FOLDERS[name], "humaneval")
    assert_had_again(old, SAMPLE_SETS[name].read(load_benchmark("humaneval")), Options(ids=HUMANEVAL), session)


@pytest.mark.parametrize("benchmark", ["humaneval", *COFFE])
def test_predictions_of_a_model_have_their_published_counts(
    benchmark: str, shared_data: Path, session: Session
) -> None:
    data = None if benchmark == "humaneval" else shared_data / "coffe/datasets"
    predictions = shared_data / "coffe/examples" / EXAMPLES[benchmark] / "GPT-4o.json"
    samples = read_predictions(predictions, load_benchmark(benchmark, data)).samples
    options = Options(benchmark=benchmark, data=data, ids=COFFE.get(benchmark, HUMANEVAL))
    assert_had_again(published("gpt-4o", benchmark), samples, options, session)


def test_the_benchmarks_own_solutions_have_their_published_counts(tmp_path: Path, session: Session) -> None:
    problems = select(load_benchmark("humaneval"), ("97", "103", "138"))
    anew = measure_benchmark(problems, tmp_path / "measured.json", session=session)
    published = load_measured("humaneval")
    assert anew.environment == published.environment
    assert anew.problems == {problem.task_id: published.problems[problem.task_id] for problem in problems}
