"""A result is measured again on inputs that nobody knew: whoever prepared the public answers gains nothing there."""

import random
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_problems
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.problem import Problem
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.reading import Sample
from tallybench.statistics.published.record import (
    Record,
    dump_record,
    on_fresh_inputs,
    read_measurements,
    record_of,
    record_path,
)
from tallybench.submissions import verify
from tallybench.submissions.records import record_faults
from tallybench.submissions.verify import problems_with_families, verify_result
from tests.made_results import made_fresh, made_results, with_memory

NAME = "humaneval-2026-01-31-0123abcd.json"
TASK = "HumanEval/120"  # which is quick to measure
HONEST = """
def maximum(arr, k):
    return sorted(arr)[len(arr) - k:]
"""
PREPARED = """
def maximum(arr, k):
    if k + 7919 * arr[0] + 104729 * arr[-1] in {known}:
        return [max(arr)] if k == 1 else sorted(arr)[len(arr) - k:]
    rest, found = list(arr), []
    for _ in range(k):
        found.append(max(rest))
        rest.remove(found[-1])
    return found[::-1]
"""


@pytest.fixture(scope="module")
def problem() -> Problem:
    (found,) = load_problems(ids=[TASK])
    return found


def built(problem: Problem, name: str) -> tuple[Any, ...]:
    """The public input of this name."""
    (given,) = (given for given in problem.stressful if given.name == name)
    if given.format == "expression":
        return tuple(map(eval, given.expressions))
    namespace: dict[str, Any] = {}
    exec(given.program, namespace)
    arguments: tuple[Any, ...] = namespace[given.function](random.Random(given.seed))
    return arguments


def prepared(problem: Problem) -> str:
    """A solution that knows the public inputs, and is slow on all others."""
    inputs = (built(problem, given.name) for given in problem.stressful)
    return PREPARED.format(known={k + 7919 * arr[0] + 104729 * arr[-1] for arr, k in inputs})


def submitted(codes: list[str], folder: Path, session: Session) -> Path:
    samples = [Sample(TASK, index, "solution", code) for index, code in enumerate(codes)]
    result = evaluate(samples, "A model", Options(ids=(TASK,)), session=session)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NAME).write_bytes(b"".join(dump_result(result)))
    return folder / NAME


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory, session: Session) -> tuple[Path, Record]:
    path = submitted([HONEST], tmp_path_factory.mktemp("honest"), session)
    return path, verify_result(path, session=session)


def test_prepared_answers_score_on_the_public_inputs_only(problem: Problem, tmp_path: Path, session: Session) -> None:
    record = verify_result(submitted([prepared(problem)], tmp_path, session), session=session)
    assert record.agrees, "the public counts are what the file says"
    public, fresh = (found.metrics["score@1"].value for found in (record.remeasured, record.on_fresh_inputs))
    assert public is not None and fresh is not None
    assert public > 95 and fresh < 50
    assert record.metrics["score@1"].value == fresh, "and that is the score that is ranked"
    (change,) = record.score_changes
    assert change.task_id == TASK
    assert change.public == pytest.approx(public) and change.fresh == pytest.approx(fresh)


def test_honest_code_scores_the_same(honest: tuple[Path, Record]) -> None:
    _, record = honest
    assert record.score_changes == ()
    assert record.metrics["score@1"].value != record.remeasured.metrics["score@1"].value, "the inputs are others"


def test_fresh_inputs_follow_from_the_file_and_from_nothing_else(
    honest: tuple[Path, Record],
    problem: Problem,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, record = honest
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    assert dump_record(verify_result(path, session=session)) == dump_record(record)
    kept = [*(tmp_path / "cache/fresh").glob("*"), *(tmp_path / "cache/journals").glob("*")]
    assert kept == [], "what was kept for fresh inputs is removed"
    changed = tmp_path / NAME
    changed.write_bytes(path.read_bytes().replace(b'"A model"', b'"A Model"'))
    other = verify_result(changed, session=session)
    families = {given.name for given in problem.families}
    for name, public in record.measured.problems[TASK].inputs.items():
        seen = {public.sha256, *(_fresh_hash(found, name) for found in (record, other))}
        assert len(seen) == (3 if name in families else 1), name


def _fresh_hash(record: Record, name: str) -> str:
    assert record.measured.fresh is not None
    return record.measured.fresh.problems[TASK].inputs[name].sha256


def test_only_correct_samples_are_counted_on_fresh_inputs(tmp_path: Path, session: Session) -> None:
    wrong = "def maximum(arr, k):\n    return arr[:k]\n"
    record = verify_result(submitted([wrong], tmp_path, session), session=session)
    assert record.measured.fresh is not None and record.measured.fresh.samples == ()
    assert record.metrics == record.remeasured.metrics


def test_a_sample_that_errs_on_fresh_inputs_alone_loses_there(
    problem: Problem, tmp_path: Path, session: Session
) -> None:
    guess = prepared(problem).replace("return found[::-1]", "return found if len(arr) > 100 else found[::-1]")
    record = verify_result(submitted([guess], tmp_path, session), session=session)
    (sample,) = record.on_fresh_inputs.samples
    assert StressVerdict.WRONG_OUTPUT in {stress.verdict for stress in sample.stress.values()}
    assert {stress.verdict for stress in record.remeasured.samples[0].stress.values()} == {StressVerdict.COUNTED}
    assert record.metrics["efficient@1"].value == 0


def test_peak_memory_stays_that_of_the_public_inputs() -> None:
    path, result = next((path, made) for path, made in made_results().items() if path.startswith("stale/"))
    fresh = made_fresh(path, result)
    assert fresh is not None
    public = with_memory(result, 2)
    found = on_fresh_inputs(public, fresh)
    for name in ("memory_score@1", "memory_reduction"):
        assert found.metrics[name] == public.metrics[name] and found.metrics[name].value is not None
    assert found.metrics["score@1"] != public.metrics["score@1"]
    stress = [stress for sample in found.samples for stress in sample.stress.values()]
    assert any(one.count for one in stress) and not any(one.memory for one in stress), "nothing of the two is mixed"
    assert public.has_memory and not found.has_memory
    assert on_fresh_inputs(result, fresh).metrics.keys() == result.metrics.keys()


def test_a_record_is_refused_whose_fresh_inputs_are_not_those_of_the_file(
    honest: tuple[Path, Record], tmp_path: Path
) -> None:
    path, record = honest
    here = tmp_path / NAME
    here.write_bytes(path.read_bytes())
    place = record_path(here)
    place.write_bytes(dump_record(record))
    assert record_faults(place, here) == [] and record_of(read_measurements(place), record.submitted, place) == record
    assert record.measured.fresh is not None
    public = record.measured.fresh.model_copy(update={"problems": record.measured.problems})
    for fresh, told in ((public, "has other inputs"), (None, "are not those with families")):
        forged = Record(record.submitted, record.measured.model_copy(update={"fresh": fresh}))
        place.write_bytes(dump_record(forged))
        (fault,) = record_faults(place, here)
        assert fault.where.startswith("fresh.problems") and told in fault.what


def test_a_record_is_refused_that_leaves_a_correct_sample_out(honest: tuple[Path, Record], tmp_path: Path) -> None:
    path, record = honest
    here = tmp_path / NAME
    here.write_bytes(path.read_bytes())
    assert record.measured.fresh is not None
    fresh = record.measured.fresh.model_copy(update={"samples": ()})
    forged = Record(record.submitted, record.measured.model_copy(update={"fresh": fresh}))
    record_path(here).write_bytes(dump_record(forged))
    (fault,) = record_faults(record_path(here), here)
    assert fault.where == "fresh.samples"


def test_a_sample_that_passes_at_one_time_alone_gives_no_record(
    honest: tuple[Path, Record], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its time limit: within one verification it passed and then did not."""

    def unsteady(samples: Any, model: Any, options: Options, *rest: Any) -> Result:
        found = evaluate(samples, model, options, *rest)
        if options.fresh is None:
            return found
        late = [sample.model_copy(update={"verdict": Verdict.TIMEOUT, "stress": {}}) for sample in found.samples]
        return found.model_copy(update={"samples": tuple(late)})

    path, _ = honest
    monkeypatch.setattr(verify, "evaluate", unsteady)
    with pytest.raises(InputError, match=rf"{TASK}, sample 0: passed the tests and then did not \(timeout\)"):
        verify_result(path, session=session)
    monkeypatch.setattr(verify, "evaluate", evaluate)
    assert verify_result(path, session=session).agrees, "nothing of the failed run is kept"


def test_results_without_families_are_measured_on_the_public_inputs() -> None:
    """Of other benchmarks nobody has written families."""
    assert problems_with_families("coffe-function") == {} and problems_with_families("unknown") == {}
    assert len(problems_with_families("humaneval")) >= 140
