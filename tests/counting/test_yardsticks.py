"""A published count is taken for the input that it was published for, and for no other."""

from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.benchmarks.measured import Measured
from tallybench.counting.benchmark_counts import measure_benchmark
from tallybench.counting.session import Session
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardsticks import YardstickStore, take_yardsticks
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

TASK = "HumanEval/60"
BUILD = "def build(rng):\n    return (rng.randrange(900, 1000),)\n"
LOOP = "def sum_to_n(n):\n    total = 0\n    for i in range(n + 1):\n        total += i\n    return total\n"


def a_family(seed: str, program: str = BUILD) -> StressfulInput:
    return StressfulInput("large", Kind.BOUNDARY, "It is one.", "generator", program, function="build", seed=seed)


@pytest.fixture(scope="module")
def problem(benchmark: Benchmark) -> Problem:
    """The sum of 1 to n, on a fixed input and a family."""
    small = StressfulInput("small", Kind.BOUNDARY, "It is one.", "expression", "", expressions=("90",))
    references = (Solution("sum", "def sum_to_n(n):\n    return sum(range(n + 1))\n"), Solution("loop", LOOP))
    inputs = (small, a_family("1"))
    return replace(benchmark.by_id[TASK], contract=None, slow=(), stressful=inputs, references=references)


@pytest.fixture(scope="module")
def measured(
    benchmark: Benchmark, problem: Problem, session: Session, tmp_path_factory: pytest.TempPathFactory
) -> Measured:
    copied = Benchmark("copied", "1.0.0", (problem,), benchmark.texts, audited=True)
    return measure_benchmark(copied, tmp_path_factory.mktemp("measured") / "copied.json", session=session)


def edited(measured: Measured, problem: Problem, count: int | None = 123_456) -> Measured:
    """The same file with the hash of a problem, and one other count, which is not among those that are tried here."""
    known = measured.problems[TASK]
    large = known.inputs["large"]
    other = large.model_copy(update={"counts": large.counts | {"loop": count}})
    changed = known.model_copy(update={"hash": problem.hash, "inputs": known.inputs | {"large": other}})
    return measured.model_copy(update={"problems": {TASK: changed}})


def taken(problem: Problem, published: Measured | None, session: Session, folder: Path) -> Yardstick:
    steps: list[tuple[str, int, int]] = []
    with session.workers(WorkerSetting(default_interpreter())) as pool:
        store = YardstickStore(folder)
        found, _ = take_yardsticks(
            pool, [problem], store, lambda *step: steps.append(step), audited=True, published=published
        )
    assert steps == [("references", 0, 1), ("references", 1, 1)], "it is taken once"
    return found[TASK]


@pytest.mark.parametrize(
    ("family", "published"),
    [(a_family("1"), True), (a_family("2"), False), (a_family("1", BUILD.replace("900", "901")), False)],
    ids=["unchanged", "another seed", "another program"],
)
def test_a_published_count_is_taken_for_the_input_with_its_hash_alone(
    problem: Problem, measured: Measured, session: Session, tmp_path: Path, family: StressfulInput, published: bool
) -> None:
    """Even where the file names the hash of the changed problem, as if it had been edited by hand."""
    copy = replace(problem, stressful=(problem.stressful[0], family))
    file = edited(measured, copy)
    own, found = (taken(copy, given, session, tmp_path / name) for name, given in (("own", None), ("found", file)))
    known = file.problems[TASK].inputs
    assert (own.inputs["large"].sha256 == known["large"].sha256) is published
    counts = {name: known[name].counts["loop"] for name in known} if published else own.counts["loop"]
    assert found == replace(own, counts=own.counts | {"loop": counts})


def test_a_changed_problem_is_counted_whatever_the_file_holds(
    problem: Problem, measured: Measured, session: Session, tmp_path: Path
) -> None:
    copy, file = replace(problem, stressful=(problem.stressful[0], a_family("2"))), edited(measured, problem)
    own, found = (taken(copy, given, session, tmp_path / name) for name, given in (("own", None), ("found", file)))
    assert found == own


def test_what_is_published_as_over_the_budget_is_not_counted_and_is_never_the_best(
    problem: Problem, measured: Measured, session: Session, tmp_path: Path
) -> None:
    found = taken(problem, edited(measured, problem, None), session, tmp_path)
    assert found.counts["loop"] == {"small": measured.problems[TASK].inputs["small"].counts["loop"], "large": None}
    assert found.best == measured.problems[TASK].best_known
