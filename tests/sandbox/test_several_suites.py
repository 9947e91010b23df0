"""Suites of correctness tests: each has its verdict, no test runs twice, and pass@k follows by suite."""

from pathlib import Path

import pytest

from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import BASE, EXTRA, PLUS, Case
from tallybench.model.redaction import without_answers
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import Verdict
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.statistics.published.comparison import sample_misfits
from tallybench.statistics.published.data_files import extra_standing
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.published.record import FreshMeasurements, on_fresh_inputs
from tallybench.statistics.reading import load_result

CASES = tuple(
    Case((x,), 2 * x, suite=suite) for x, suite in ((1, BASE), (2, BASE), (3, PLUS), (4, PLUS), (5, EXTRA), (6, EXTRA))
)
SOURCE = "def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(2) == 4\n"
PASSED, WRONG, RAISES = Verdict.PASSED, Verdict.WRONG_OUTPUT, Verdict.EXCEPTION


def wrong_at(*inputs: int, instead: str = "0") -> str:
    return f"def f(x):\n    return {instead} if x in {inputs} else 2 * x\n"


@pytest.mark.parametrize(
    ("solution", "verdict", "by_suite"),
    [
        (wrong_at(), PASSED, (PASSED, PASSED, PASSED)),
        (wrong_at(1, 4), WRONG, (WRONG, WRONG, PASSED)),
        (wrong_at(2, instead="1 / 0"), RAISES, (RAISES, PASSED, PASSED)),
        (wrong_at(3, 5), WRONG, (PASSED, WRONG, WRONG)),
        (wrong_at(6), PASSED, (PASSED, PASSED, WRONG)),
        ("import os\n" + wrong_at(2, 4, instead="os._exit(0)"), RAISES, (RAISES, RAISES, PASSED)),
        ("raise ValueError", RAISES, (RAISES, RAISES, RAISES)),
        # With the calls before it in the same process a third one is wrong, and so is every test but the first two.
        ("calls = []\ndef f(x):\n    calls.append(x)\n    return 2 * x if len(calls) < 3 else 0\n", WRONG,
         (PASSED, WRONG, PASSED)),
    ],
)  # fmt: skip
def test_each_suite_has_its_verdict_and_the_last_one_decides_none(
    native: Zygote, solution: str, verdict: Verdict, by_suite: tuple[Verdict, ...]
) -> None:
    found = check_solution(native, Tests("Own/0", "f", "", "", cases=CASES), solution)
    assert (found.verdict, *(found.tests[suite].verdict for suite in (BASE, PLUS, EXTRA))) == (verdict, *by_suite)
    alone = check_solution(native, Tests("Own/0", "f", "", "", cases=CASES[:4]), solution)
    assert (alone.verdict, alone.failure) == (verdict, found.failure), "as without the generated tests"


def test_tests_that_are_a_program_are_run_once_before_the_generated_ones(native: Zygote) -> None:
    told = {}
    for name, solution in {"base": wrong_at(2), "extra": wrong_at(6), "fourth call": "n = 0\n" + FOURTH}.items():
        found = check_solution(native, Tests("Own/0", "f", "", SOURCE, cases=CASES[4:]), solution)
        told[name] = (found.verdict, found.tests[BASE].verdict, found.tests[EXTRA].verdict)
    assert told["base"] == (WRONG, WRONG, PASSED)
    assert told["extra"] == (PASSED, PASSED, WRONG)
    assert told["fourth call"] == (PASSED, PASSED, WRONG), "one process makes all four calls"


FOURTH = "def f(x):\n    global n\n    n += 1\n    return 2 * x if n < 4 else 0\n"


def test_generated_tests_that_need_more_than_the_limit_together_get_it_again(native: Zygote) -> None:
    slow = "def f(x):\n    for _ in range(10_000_000 if x > 4 else 0):\n        pass\n    return 2 * x\n"
    cases = (*CASES[:2], *(Case((x,), 2 * x, suite=EXTRA) for x in range(5, 15)))
    tests = Tests("Own/0", "f", "", "", cases=cases, cpu_seconds=1.0)
    assert check_solution(native, tests, slow).tests[EXTRA].verdict is PASSED
    never = "def f(x):\n    while x > 4:\n        pass\n    return 2 * x\n"
    found = check_solution(native, tests, never)
    assert (found.verdict, found.tests[EXTRA].verdict) == (PASSED, Verdict.TIMEOUT)


@pytest.fixture(scope="module")
def result(benchmark: Benchmark) -> Result:
    """Two samples of three problems: right, wrong by the generated tests alone, without code."""
    truth = {problem.task_id: problem.ground_truth.code for problem in benchmark}
    guess = truth["HumanEval/31"] + "\nis_prime_ = is_prime\ndef is_prime(n):\n    return n == 0 or is_prime_(n)\n"
    codes = [("HumanEval/31", truth["HumanEval/31"]), ("HumanEval/31", guess), ("HumanEval/0", truth["HumanEval/0"])]
    samples = [Sample(task, number % 2, "solution", code) for number, (task, code) in enumerate(codes)]
    samples += [Sample("HumanEval/0", 1, "raw", "I do not know.")]
    return evaluate(samples, "m", Options(ids=("0", "31"), counter="none", ks=(1, 2), extra_tests="embedded"))


def test_pass_at_k_is_there_by_suite_for_every_k_with_its_interval(result: Result, tmp_path: Path) -> None:
    values = {name: figure.value for name, figure in result.metrics.items()}
    assert values == {
        "pass@1": 0.75, "pass@1 (base)": 0.75, "pass@1 (base+extra)": 0.5,
        "pass@2": 1.0, "pass@2 (base)": 1.0, "pass@2 (base+extra)": 1.0,
    }  # fmt: skip
    assert all(figure.low is not None and figure.problems == 2 for figure in result.metrics.values())
    told = {(sample.task_id, sample.index): sample for sample in result.samples}
    assert told["HumanEval/31", 1].fails_only_extra and told["HumanEval/0", 1].tests[EXTRA].verdict is Verdict.NO_CODE
    assert list(result.to_pandas()["verdict_extra"]) == ["passed", "no_code", "passed", "wrong_output"]
    (tmp_path / "result.json").write_bytes(b"".join(dump_result(result)))
    again = load_result(tmp_path / "result.json")
    assert again == result and again.figures() == result.metrics


def test_the_board_and_fresh_inputs_keep_what_the_suites_say(result: Result) -> None:
    standing = extra_standing(Entry("m", "results/m/humaneval-2026-12-01-00000000.json", "2026-12-01", result), None)
    assert standing is not None and standing.wrong == ("HumanEval/31",) and standing.figures["pass@1"].value == 0.5
    problems = {name: problem.model_copy(update={"tests": {}}) for name, problem in result.problems.items()}
    fresh = on_fresh_inputs(result, FreshMeasurements(problems=problems, samples=()))
    assert fresh.metrics["pass@1 (base+extra)"] == result.metrics["pass@1 (base+extra)"]


def test_what_suites_say_is_checked_and_quotes_are_left_out(result: Result) -> None:
    sample = next(sample for sample in result.samples if sample.fails_only_extra)
    problem = result.problems[sample.task_id]
    assert not list(sample_misfits("here", sample, problem))
    changed = sample.model_copy(update={"verdict": Verdict.WRONG_OUTPUT})
    assert "here.tests" in dict(sample_misfits("here", changed, problem))
    bare = next(sample for sample in without_answers(result).samples if sample.fails_only_extra)
    failure = bare.tests[EXTRA].failure
    assert failure is not None and (failure.call, failure.reason) == (None, "wrong_output")
