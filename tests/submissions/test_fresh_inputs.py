"""A result is measured again on inputs or call scripts that were not known: prepared answers gain nothing there."""

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark, load_problems
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
from tallybench.submissions.folder import record_faults
from tallybench.submissions.verify import Work, problems_with_families, verify_result
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


CLASS_TASK = "TallyClasses/18"
PREPARED_CLASS = """
{fast}


class Slow:
    def __init__(self, levels):
        self.houses = [Fast(levels) for _ in range(3)]

    def __getattr__(self, name):
        methods = [getattr(house, name) for house in self.houses]
        return lambda *arguments: [method(*arguments) for method in methods][-1]


KNOWN = {known}


class ParkHouse:
    def __init__(self, levels):
        self.house = (Fast if repr(levels) in KNOWN else Slow)(levels)

{methods}
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
    return path, verify_result(path, Work(session=session))


def test_prepared_answers_score_on_the_public_inputs_only(problem: Problem, tmp_path: Path, session: Session) -> None:
    record = verify_result(submitted([prepared(problem)], tmp_path, session), Work(session=session))
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
    assert dump_record(verify_result(path, Work(session=session))) == dump_record(record)
    kept = [*(tmp_path / "cache/fresh").glob("*"), *(tmp_path / "cache/journals").glob("*")]
    assert kept == [], "what was kept for fresh inputs is removed"
    changed = tmp_path / NAME
    changed.write_bytes(path.read_bytes().replace(b'"A model"', b'"A Model"'))
    other = verify_result(changed, Work(session=session))
    families = {given.name for given in problem.families}
    for name, public in record.measured.problems[TASK].inputs.items():
        seen = {public.sha256, *(_fresh_hash(found, name) for found in (record, other))}
        assert len(seen) == (3 if name in families else 1), name


def _fresh_hash(record: Record, name: str) -> str:
    assert record.measured.fresh is not None
    return record.measured.fresh.problems[TASK].inputs[name].sha256


def test_only_correct_samples_are_counted_on_fresh_inputs(tmp_path: Path, session: Session) -> None:
    wrong = "def maximum(arr, k):\n    return arr[:k]\n"
    record = verify_result(submitted([wrong], tmp_path, session), Work(session=session))
    assert record.measured.fresh is not None and record.measured.fresh.samples == ()
    assert record.metrics == record.remeasured.metrics


def test_a_sample_that_errs_on_fresh_inputs_loses_there(problem: Problem, tmp_path: Path, session: Session) -> None:
    guess = prepared(problem).replace("return found[::-1]", "return found if len(arr) > 100 else found[::-1]")
    record = verify_result(submitted([guess], tmp_path, session), Work(session=session))
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


def test_a_record_with_other_fresh_inputs_is_refused(honest: tuple[Path, Record], tmp_path: Path) -> None:
    path, record = honest
    here = tmp_path / NAME
    here.write_bytes(path.read_bytes())
    place = record_path(here)
    place.write_bytes(dump_record(record))
    assert record_faults(place, here) == [] and record_of(read_measurements(place), record.submitted, place) == record
    assert record.measured.fresh is not None
    public = record.measured.fresh.model_copy(update={"problems": record.measured.problems})
    fewer = record.measured.fresh.model_copy(update={"samples": ()})
    for fresh, where, says in (
        (public, "fresh.problems", "has inputs other than"),
        (None, "fresh.problems", "are not those with families"),
        (fewer, "fresh.samples", ""),
    ):
        forged = Record(record.submitted, record.measured.model_copy(update={"fresh": fresh}))
        place.write_bytes(dump_record(forged))
        (fault,) = record_faults(place, here)
        assert fault.where.startswith(where) and says in fault.what


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
        verify_result(path, Work(session=session))
    monkeypatch.setattr(verify, "evaluate", evaluate)
    assert verify_result(path, Work(session=session)).agrees, "nothing of the failed run is kept"


def prepared_class(problem: Problem) -> str:
    """A class that knows the houses of the public scripts, and does everything three times in all others."""
    known = set()
    for script in problem.stressful:
        namespace: dict[str, Any] = {}
        exec(script.program, namespace)
        (((_, levels), *_),) = namespace[script.function](random.Random(script.seed))
        known.add(repr(levels))
    fast = problem.references[0].code.replace("\nParkHouse = ", "\nFast = ")
    methods = "\n".join(
        f"    def {node.name}(self, *arguments):\n        return self.house.{node.name}(*arguments)\n"
        for node in ast.walk(ast.parse(problem.prompt))
        if isinstance(node, ast.FunctionDef) and node.name != "__init__"
    )
    return PREPARED_CLASS.format(fast=fast, known=known, methods=methods)


def test_a_class_that_knows_the_public_scripts_is_ranked_by_others(tmp_path: Path, session: Session) -> None:
    problem = load_benchmark("tally-classes").by_id[CLASS_TASK]
    samples = [Sample(CLASS_TASK, 0, "solution", prepared_class(problem))]
    result = evaluate(samples, "A model", Options(benchmark="tally-classes", ids=(CLASS_TASK,)), session=session)
    path = tmp_path / "tally-classes-2026-01-31-0123abcd.json"
    path.write_bytes(b"".join(dump_result(result)))
    record = verify_result(path, Work(session=session))
    assert record.agrees, "the public counts are what the file says"
    (known,) = record.remeasured.samples
    assert known.verdict is Verdict.PASSED, known
    assert {stress.verdict for stress in known.stress.values()} == {StressVerdict.COUNTED}
    (knowing,) = record.on_fresh_inputs.samples
    best = record.on_fresh_inputs.problems[CLASS_TASK].inputs
    dearer = 0
    for name, stress in knowing.stress.items():
        dearer += stress.verdict is StressVerdict.OVER_BUDGET or (stress.count or 0) > 2 * best[name].best_known
    assert dearer >= 5


def test_functions_and_classes_that_are_written_here_have_families() -> None:
    found = {name: len(problems_with_families(name)) for name in ("coffe-function", "unknown", "tally-classes")}
    assert found == {"coffe-function": 0, "unknown": 0, "tally-classes": 40}
    assert len(problems_with_families("humaneval")) >= 140
