"""Inputs after public reports of users of other harnesses, in `reported/`: what each must give."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.model.benchmark import Benchmark
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Sanitizer, read_attempts
from tallybench.samples.sources import open_samples
from tallybench.sandbox import correctness
from tallybench.sandbox.host import Zygote

REPORTED = Path(__file__).parent.parent / "reported"
Verdicts = Callable[[str], dict[str, Verdict]]


def rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def sanitizer() -> Iterator[Sanitizer]:
    with Sanitizer() as process:
        yield process


@pytest.fixture
def verdicts(benchmark: Benchmark, native: Zygote) -> Verdicts:
    """The verdict on the one sample of each problem in a file."""

    def of(name: str) -> dict[str, Verdict]:
        attempts = read_attempts(open_samples(str(REPORTED / name), benchmark, print), benchmark)
        return {
            attempt.task_id: Verdict.NO_CODE
            if attempt.code is None
            else correctness.check_solution(
                native, correctness.Tests.of(benchmark.by_id[attempt.task_id]), attempt.code
            ).verdict
            for attempt in attempts
        }

    return of


def test_what_follows_a_thought_is_judged_whatever_marks_the_thought(verdicts: Verdicts) -> None:
    found = verdicts("thinking.jsonl")
    notes = {row["task_id"]: row["note"] for row in rows(REPORTED / "thinking.jsonl")}
    for task_id, verdict in found.items():
        expected = {"b": Verdict.NO_CODE, "k": Verdict.NO_CODE, "h": Verdict.WRONG_OUTPUT}
        assert verdict is expected.get(notes[task_id].split()[0], Verdict.PASSED), notes[task_id]


@pytest.mark.parametrize(
    "name",
    [
        "fenced-solutions.jsonl",
        "special-tokens.jsonl",
        "lm-eval-samples_humaneval_instruct.jsonl",
        "lm-eval-b_closed.jsonl",
        "lm-eval-d_closed_and_example.jsonl",
    ],
)
def test_every_sample_passes_that_is_right_but_for_its_form(verdicts: Verdicts, name: str) -> None:
    found = verdicts(name)
    assert len(found) >= 7
    assert set(found.values()) == {Verdict.PASSED}


def test_programs_that_read_standard_input_are_run_as_they_are(sanitizer: Sanitizer) -> None:
    programs = rows(REPORTED / "stdin-idioms.jsonl")
    assert programs
    for row in programs:
        assert sanitizer.sanitize("solution", row["solution"], "Read, and print.", "").code == row["solution"]
        answer = f"Here it is:\n```python\n{row['solution']}```\nIt reads its input."
        assert sanitizer.sanitize("raw", answer, "Read, and print.", "").code == row["solution"]


def test_a_log_of_inspect_ai_that_is_json_is_read(benchmark: Benchmark) -> None:
    (sample,) = open_samples(str(REPORTED / "inspect-log.json"), benchmark, print)
    assert (sample.task_id, sample.field, "return False" in sample.text) == ("HumanEval/0", "raw", True)


def test_generations_that_begin_elsewhere_are_matched_by_their_functions(verdicts: Verdicts) -> None:
    assert verdicts("bigcode-generations_humaneval.json") == {
        f"HumanEval/{number}": Verdict.PASSED for number in range(10, 15)
    }


def test_generations_in_the_order_of_the_source_skip_what_the_benchmark_leaves_out(
    benchmark: Benchmark, shared_data: Path
) -> None:
    found = rows(shared_data / "mbpp" / "MbppPlus.jsonl")
    problem, left_out = benchmark.problems[0], {4, 150}
    made = replace(
        benchmark,
        name="mbpp+",
        problems=tuple(
            replace(problem, task_id=row["task_id"], entry_point=row["entry_point"])
            for number, row in enumerate(found)
            if number not in left_out
        ),
        exclusions=tuple((found[number]["task_id"], "no tests") for number in left_out),
    )
    samples = list(open_samples(str(REPORTED / "bigcode-generations_limit200.json"), made, print))
    assert [sample.task_id for sample in samples] == [row["task_id"] for row in found[:200]]
