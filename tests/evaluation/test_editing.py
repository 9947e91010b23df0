"""Runs on editing tasks: what is wrong is counted too, and the result says of it what can be checked."""

from pathlib import Path

import orjson
import pytest

from tallybench import Options
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.measured import load_measured
from tallybench.counting.session import Session
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.reading import Sample
from tallybench.statistics.published.record import FreshMeasurements, Record, record_misfits
from tallybench.statistics.reading import load_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.verify import compare
from tests.conftest import CommandLine

IDS = ("97", "122")  # two that are quick to measure
FAST = "def add_elements(arr, k):\n    return sum([x for x in arr[:k] if -100 < x < 100])\n"
# Right on the small tests, wrong on many lists of a hundred elements, which stressful inputs are.
CARELESS = FAST.replace("\n    return", "\n    return 0 if len(arr) == 100 else")


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    given = load_benchmark("humaneval-edit").by_id
    product, total = "HumanEvalEdit/97", "HumanEvalEdit/122"
    return [
        Sample(product, 0, "solution", "def multiply(a, b):\n    return -1\n"),
        Sample(product, 1, "solution", "def multiply(a, b):\n    return 1 / 0\n"),
        Sample(product, 2, "raw", "It is as fast as can be."),
        Sample(total, 0, "solution", given[total].canonical.code),
        Sample(total, 1, "solution", FAST),
        Sample(total, 2, "solution", CARELESS),
    ]


@pytest.fixture(scope="module")
def result(samples: list[Sample], session: Session) -> Result:
    return evaluate(samples, "an editor", Options(benchmark="humaneval-edit", ids=IDS), session=session)


def test_the_given_program_is_what_edits_are_compared_with(result: Result) -> None:
    measured = load_measured("humaneval-edit").problems
    for task_id, problem in result.problems.items():
        assert problem.task == "edit" and problem.ground_truth == "given"
        for name, given in problem.inputs.items():
            # Measured in an earlier environment, whose counts differ by a few percent.
            known = measured[task_id].inputs[name].counts["given"]
            assert (given.ground_truth is None) == (known is None)
            assert (given.ground_truth or 0) == pytest.approx(known or 0, rel=0.1)
    unchanged = result.samples[3]
    assert unchanged.verdict is Verdict.PASSED and not unchanged.spent


def test_what_ran_and_is_wrong_has_counts_that_no_other_figure_uses(result: Result) -> None:
    constant, failing, silent, _, fast, careless = result.samples
    inputs = set(result.problems["HumanEvalEdit/97"].inputs)
    assert constant.verdict is Verdict.WRONG_OUTPUT and not constant.stress and set(constant.spent) == inputs
    assert failing.verdict is Verdict.EXCEPTION and not failing.spent  # it raises on each input: it never ended
    assert silent.verdict is Verdict.NO_CODE and not silent.spent
    assert fast.verdict is Verdict.PASSED and not fast.spent
    wrong = {name for name, told in careless.stress.items() if told.verdict is StressVerdict.WRONG_OUTPUT}
    assert careless.verdict is Verdict.PASSED and wrong and set(careless.spent) == wrong
    figures = result.metrics
    assert figures["pass@1"].value == pytest.approx((0 + 3 / 3) / 2)
    assert figures["optimized@1"].value == pytest.approx((0 + 1 / 3) / 2, abs=1e-6)
    assert figures["spurious"].value == pytest.approx((1 / 3 + 1 / 3) / 2, abs=1e-6)


def test_the_result_is_sound_is_read_back_and_comes_again(
    result: Result, samples: list[Sample], tmp_path: Path, session: Session
) -> None:
    path = tmp_path / "result.json"
    path.write_bytes(b"".join(dump_result(result)))
    assert result_faults(result) == []
    assert load_result(path) == result
    journal = Journal("editing", resume=True)
    options = Options(benchmark="humaneval-edit", ids=IDS, recount=True)
    again = evaluate(samples, "an editor", options, journal=journal, session=session)
    told: list[tuple[str, int, int]] = []
    going_on = Journal("editing", resume=True)
    resumed = evaluate(samples, "an editor", options, lambda *step: told.append(step), going_on, session=session)
    journal.remove()
    done = [step for step in told if step[0] == "wrong solutions"]
    assert len(done) == 1 and done[0][1] == done[0][2] > 6, "nothing of it is counted twice"
    assert b"".join(dump_result(again)) == b"".join(dump_result(resumed)) == path.read_bytes()


def test_counts_of_what_is_not_wrong_and_of_other_inputs_are_faults(result: Result) -> None:
    def changed(number: int, spent: dict[str, int]) -> list[str]:
        samples = list(result.samples)
        samples[number] = samples[number].model_copy(update={"spent": spent})
        return [str(fault) for fault in result_faults(result.model_copy(update={"samples": tuple(samples)}))]

    right = next(name for name, told in result.samples[5].stress.items() if told.verdict is StressVerdict.COUNTED)
    best = result.problems["HumanEvalEdit/97"].inputs["negative"].best_known
    assert any("samples[4].spent" in fault for fault in changed(4, {"rising": 5}))
    assert any(f"samples[5].spent.{right}" in fault for fault in changed(5, {right: 5}))
    assert any("samples[0].spent.no_input" in fault for fault in changed(0, {"no_input": 5}))
    assert any("is over the budget" in fault for fault in changed(0, {"negative": 20 * best + 1}))
    assert any("metrics.spurious" in fault for fault in changed(0, {}))
    problems = {name: given.model_copy(update={"task": "write"}) for name, given in result.problems.items()}
    faults = [str(fault) for fault in result_faults(result.model_copy(update={"problems": problems}))]
    assert any("HumanEvalEdit/97.task" in fault for fault in faults)


def test_spending_that_is_told_otherwise_than_it_is_measured_does_not_agree(result: Result) -> None:
    def claiming(spent: dict[str, int]) -> Record:
        """The record of a result that claims this of its first sample."""
        first = result.samples[0].model_copy(update={"spent": spent})
        claimed = result.model_copy(update={"samples": (first, *result.samples[1:])})
        return compare(claimed, result, "0" * 64)

    true = result.samples[0].spent
    assert claiming(true).agrees
    hidden, dearer = claiming({}), claiming(true | {"negative": 100 * true["negative"]})
    assert not hidden.agrees and not dearer.agrees
    assert hidden.metrics["spurious"] == result.metrics["spurious"], "what is shown is what was measured"


def test_on_fresh_inputs_what_is_wrong_stays_as_it_is_on_the_public_ones(
    result: Result, samples: list[Sample], session: Session
) -> None:
    chosen = [sample for sample in samples if sample.task_id == "HumanEvalEdit/122"]
    options = Options(benchmark="humaneval-edit", ids=("122",), fresh="another seed")
    again = evaluate(chosen, "an editor", options, session=session)
    bare = tuple(sample.model_copy(update={"code": None, "sanitized": ()}) for sample in again.samples)
    record = compare(result, result, "0" * 64, FreshMeasurements(problems=again.problems, samples=bare))
    assert list(record_misfits(record)) == []
    fresh = record.on_fresh_inputs
    assert fresh.problems["HumanEvalEdit/122"].inputs != result.problems["HumanEvalEdit/122"].inputs
    assert fresh.metrics["spurious"] == result.metrics["spurious"] and result.metrics["spurious"].value
    assert not any(sample.spent for sample in fresh.samples)


def test_a_command_shows_the_figures_of_editing(tallybench: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "samples.jsonl").write_bytes(
        orjson.dumps({"task_id": "HumanEvalEdit/122", "solution": FAST}, option=orjson.OPT_APPEND_NEWLINE)
    )
    done = tallybench(
        "evaluate", "samples.jsonl", "--benchmark", "humaneval-edit", "--ids", "122", "--model", "an editor"
    )
    assert done.returncode == 0, done.stderr
    assert "optimized@1 100.0 [100.0, 100.0] of 1" in " ".join(done.stdout.split())
    assert "spurious 0.0 [0.0, 0.0] of 1" in " ".join(done.stdout.split())
