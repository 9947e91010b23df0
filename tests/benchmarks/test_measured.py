"""What is measured of problems: right, the same every time, measured again only where something changed."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.measured import (
    described_solutions,
    load_measured,
    read_measured,
    stale,
)
from tallybench.counting.benchmark_counts import measure_benchmark
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET
from tallybench.model.environment import Fingerprint, is_ranked
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.values.wire import encode
from tests.conftest import CommandLine

TRIANGLE = """def contract(n):
    assert type(n) is int, "n must be an int"
    assert 0 <= n <= 100_000, "n must be between 0 and 100,000"
"""
PAIRS = "def sum_to_n(n):\n    return sum(1 for row in range(n + 1) for _ in range(row))\n"


def stressful(name: str, expression: str) -> StressfulInput:
    return StressfulInput(name, Kind.BOUNDARY, "It is one.", "expression", "", expressions=(expression,))


@pytest.fixture(scope="module")
def two(benchmark: Benchmark) -> Benchmark:
    """Two problems that are quick to measure: the sum of 1 to n, twice, the second without headroom."""
    first = replace(
        benchmark.by_id["HumanEval/60"],
        contract=TRIANGLE,
        stressful=(stressful("small", "90"), stressful("large", "5_000")),
        references=(
            Solution("formula", "def sum_to_n(n):\n    return n * (n + 1) // 2\n"),
            Solution(
                "loop",
                "def sum_to_n(n):\n    total = 0\n    for i in range(n + 1):\n        total += i\n    return total\n",
            ),
        ),
        slow=(Solution("pairs", PAIRS),),
    )
    second = replace(
        first,
        task_id="HumanEval/61",
        stressful=first.stressful[:1],
        references=first.references[1:],
        slow=(),
        no_headroom="it is an addition",
    )
    return Benchmark("humaneval", "1.0.0", (first, second), benchmark.texts, audited=True)


@pytest.fixture(scope="module")
def taken(two: Benchmark, session: Session, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of the file of the two problems."""
    path = tmp_path_factory.mktemp("measured") / "folder/humaneval.json"
    measure_benchmark(two, path, session=session)
    return path.read_bytes()


@pytest.fixture
def path(taken: bytes, tmp_path: Path) -> Path:
    """The file of the two problems."""
    path = tmp_path / "humaneval.json"
    path.write_bytes(taken)
    return path


def rewrite(path: Path, change: Any) -> None:
    """Changes a file's data in place."""
    data = orjson.loads(path.read_bytes())
    change(data)
    path.write_bytes(orjson.dumps(data))


def mark_first(path: Path) -> None:
    """Changes what is shown of the first problem, so that it would be seen if it were measured again."""
    rewrite(path, lambda data: data["problems"]["HumanEval/60"]["inputs"]["small"].update(preview="kept"))


def first_is_kept(path: Path) -> bool:
    return read_measured(path).problems["HumanEval/60"].inputs["small"].preview == "kept"


def with_second(two: Benchmark, **changes: Any) -> Benchmark:
    return replace(two, problems=(two.problems[0], replace(two.problems[1], **changes)))


def test_the_file_tells_what_was_built_and_counted(two: Benchmark, path: Path) -> None:
    measured = read_measured(path)
    problem = measured.problems["HumanEval/60"]
    assert problem.hash == two.problems[0].hash
    assert (problem.best_known, problem.ground_truth) == ("formula", "canonical")
    roles = {name: one.role for name, one in problem.solutions.items()}
    assert roles == {"canonical": "canonical", "formula": "reference", "loop": "reference", "pairs": "slow"}
    assert problem.solutions["pairs"].sha256 == code_hash(PAIRS)
    small, large = problem.inputs["small"], problem.inputs["large"]
    assert small.sha256 == sha256(encode((90,))).hexdigest() and small.size == len(encode((90,)))
    assert (large.shape, large.preview) == (("int",), "5000")
    least = large.counts["formula"]
    assert least is not None and 0 < least < 10_000
    assert large.counts["pairs"] is None, "over the budget"
    assert large.counts["loop"] is None, "a reference is held to the budget too"
    assert measured.budget == BUDGET
    assert all(count is None or count <= BUDGET * least for count in large.counts.values())
    assert measured.problems["HumanEval/61"].best_known in ("canonical", "loop"), "without headroom, and measured too"


def test_the_same_bytes_when_everything_is_counted_again(
    two: Benchmark, session: Session, taken: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    measure_benchmark(two, tmp_path / "again.json", session=session)
    assert (tmp_path / "again.json").read_bytes() == taken


def test_what_is_unchanged_keeps_its_bytes_and_is_not_measured(
    two: Benchmark, session: Session, path: Path, taken: bytes
) -> None:
    measure_benchmark(two, path, session=session)
    assert path.read_bytes() == taken
    mark_first(path)
    measure_benchmark(two, path, session=session)
    assert first_is_kept(path)


def test_only_the_problem_that_changed_is_measured(two: Benchmark, session: Session, path: Path) -> None:
    mark_first(path)
    changed = with_second(two, slow=(Solution("pairs", PAIRS),))
    assert stale(read_measured(path), changed) == ["HumanEval/61: its solutions were changed since they were counted"]
    measure_benchmark(changed, path, session=session)
    measured = read_measured(path)
    assert measured.problems["HumanEval/61"].solutions["pairs"].role == "slow"
    assert stale(measured, changed) == []
    assert first_is_kept(path)


def test_a_reference_that_was_renamed_is_measured_under_its_new_name(
    two: Benchmark, session: Session, path: Path
) -> None:
    (loop,) = two.problems[1].references
    renamed = with_second(two, references=(Solution("one_by_one", loop.code),))
    assert renamed.problems[1].hash == two.problems[1].hash
    measured = measure_benchmark(renamed, path, session=session)
    assert measured.problems["HumanEval/61"].inputs["small"].counts.keys() == {"canonical", "one_by_one"}


def test_what_was_measured_before_a_run_ended_badly_is_kept(
    two: Benchmark, session: Session, other_session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "humaneval.json"
    wrong = with_second(two, slow=(Solution("wrong", "def sum_to_n(n):\n    return 0\n"),))
    one_after_another = session if session.size == 1 else other_session
    with pytest.raises(InputError, match="HumanEval/61, stressful input small: wrong is wrong_output"):
        measure_benchmark(wrong, path, session=one_after_another)
    assert list(read_measured(path).problems) == ["HumanEval/60"]
    mark_first(path)
    measure_benchmark(two, path, session=session)
    assert first_is_kept(path) and stale(read_measured(path), two) == []


def test_a_part_leaves_the_rest_as_it_is_and_the_whole_drops_what_is_gone(
    two: Benchmark, session: Session, path: Path
) -> None:
    taken = path.read_bytes()
    part = replace(two, problems=two.problems[:1], whole=False)
    assert stale(read_measured(path), part) == []
    measure_benchmark(part, path, session=session)
    assert path.read_bytes() == taken
    whole = replace(part, whole=True)
    assert stale(read_measured(path), whole) == ["HumanEval/61: is not in humaneval"]
    measure_benchmark(whole, path, session=session)
    assert list(read_measured(path).problems) == ["HumanEval/60"]


def test_a_file_of_another_environment_is_refused_and_left_alone(two: Benchmark, session: Session, path: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        environment = data["environment"]
        environment["facts"]["libc"] = "glibc 1.0"
        environment["fingerprint"] = Fingerprint(environment["facts"]).hash

    rewrite(path, change)
    content = path.read_bytes()
    with pytest.raises(InputError, match=r"different environment \(libc differ\).*--output.*remove the file"):
        measure_benchmark(two, path, session=session)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        ({}, []),
        ({"tests": "def check(candidate):\n    pass\n"}, ["HumanEval/61: was changed since it was measured"]),
        ({"slow": (Solution("pairs", PAIRS),)}, ["HumanEval/61: its solutions were changed since they were counted"]),
        ({"stressful": ()}, ["HumanEval/61: has no stressful inputs any more"]),
        ({"task_id": "HumanEval/62"}, ["HumanEval/62: is missing", "HumanEval/61: is not in humaneval"]),
        ({"notes": "another note"}, []),
    ],
)
def test_what_is_stale_is_named_with_the_reason(
    two: Benchmark, path: Path, change: dict[str, Any], lines: list[str]
) -> None:
    assert stale(read_measured(path), with_second(two, **change)) == lines


def test_another_budget_or_benchmark_makes_the_file_stale(two: Benchmark, path: Path) -> None:
    budget, benchmark = stale(read_measured(path).model_copy(update={"budget": 7, "benchmark": "other"}), two)[::-1]
    assert benchmark == "benchmark: is other, not humaneval"
    assert budget == f"budget: is 7 times the best known count, now it is {BUDGET}"


def test_a_problem_without_stressful_inputs_is_left_out(two: Benchmark, tmp_path: Path) -> None:
    bare = replace(two, problems=(replace(two.problems[0], stressful=()),))
    measured = measure_benchmark(bare, tmp_path / "none.json")
    assert measured.problems == {} and stale(measured, bare) == []
    assert read_measured(tmp_path / "none.json") == measured


def test_where_the_canonical_solution_is_wrong_the_corrected_one_stands_for_it(two: Benchmark) -> None:
    problem: Problem = replace(two.problems[0], corrected=Solution("ground_truth_formula", "x = 1"))
    roles = {name: one.role for name, one in described_solutions(problem).items()}
    assert "canonical" not in roles and roles["ground_truth_formula"] == "ground_truth"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.update(schema_version=9), "schema_version is 9, this version of TallyBench reads 1"),
        (lambda data: data.update(date="today"), "date: Extra inputs are not permitted"),
        (lambda data: data["environment"]["facts"].update(libc="x"), "environment: .*is not the hash of the facts"),
        (lambda data: data["problems"]["HumanEval/60"].update(best_known="x"), "x is not among the solutions"),
        (
            lambda data: data["problems"]["HumanEval/60"]["inputs"]["small"]["counts"].pop("loop"),
            "problems.HumanEval/60: .*input small: the counts are not those of the solutions",
        ),
        (
            lambda data: data["problems"]["HumanEval/60"]["inputs"]["small"]["counts"].update(loop=0),
            r"inputs.small.counts.loop: .*greater than 0",
        ),
    ],
)
def test_a_broken_file_gets_one_message_that_names_the_place(path: Path, change: Any, says: str) -> None:
    rewrite(path, change)
    with pytest.raises(InputError, match=says) as raised:
        read_measured(path)
    assert str(path) in str(raised.value) and "remove it" in str(raised.value)


def test_a_file_that_is_missing_or_no_json_gets_one_message(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match=r"humaneval.json:\d+: is not JSON"):
        read_measured(path)
    path.write_bytes(b"[]")
    with pytest.raises(InputError, match="schema_version is None"):
        read_measured(path)
    with pytest.raises(InputError, match=r"absent.json: cannot be read.*tallybench dev measure makes it"):
        load_measured("absent")


def test_the_command_measures_a_problem_and_its_check_tells_current_stale_and_broken_apart(
    tallybench: CommandLine, benchmark: Benchmark, tmp_path: Path
) -> None:
    path = tmp_path / "folder/measured.json"
    done = tallybench("dev", "measure", "--ids", "2", "-o", path)
    assert done.returncode == 0, done.stderr
    assert "measure: 1 of 1" in done.stderr
    content, measured = path.read_bytes(), read_measured(path)
    problem = benchmark.by_id["HumanEval/2"]
    assert measured.problems.keys() == {problem.task_id}
    assert measured.problems[problem.task_id].inputs.keys() == {one.name for one in problem.stressful}
    current = tallybench("dev", "measure", "--check", "--ids", "2", "-o", path)
    assert current.returncode == 0, current.stderr
    old = tallybench("dev", "measure", "humaneval", "--check", "--ids", "2,3", "-o", path)
    assert old.returncode == 1 and old.stdout == "HumanEval/3: is missing\n"
    assert "run tallybench dev measure" in old.stderr and path.read_bytes() == content
    path.write_bytes(content[:-9])
    for options in (["--check"], []):
        broken = tallybench("dev", "measure", *options, "--ids", "2", "-o", path)
        assert broken.returncode == 2 and "is not JSON" in broken.stderr and "Traceback" not in broken.stderr


@pytest.mark.parametrize("name", [row.name for row in BENCHMARKS.values() if row.embedded])
def test_the_file_that_comes_with_tallybench_is_current_and_of_a_ranked_environment(name: str) -> None:
    measured = load_measured(name)
    assert stale(measured, load_benchmark(name)) == []
    assert is_ranked(measured.environment.facts)
