"""The audit: it finds what it has to find, and its figures are those of known cases."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallybench.authoring import audit
from tallybench.authoring.audit import AuditTask, ProblemAudit
from tallybench.authoring.audit.growth import Growth, measure_growth
from tallybench.authoring.audit.inputs import InputAudit, audit_families, family_faults
from tallybench.authoring.audit.summary import problem_deviation, relative_deviation, summarize
from tallybench.authoring.audit.thoroughness import Mutation, measure_coverage
from tallybench.authoring.running import Runner
from tallybench.counting.instructions import Meter
from tallybench.counting.session import Session
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Growing, Kind, StressfulInput
from tallybench.model.problem import Problem, Solution
from tests.conftest import CommandLine

TRIANGLE = """def contract(n):
    assert type(n) is int, "n must be an int"
    assert 0 <= n <= 100_000, "n must be between 0 and 100,000"
"""

# Numbers above 256 are objects that a loop makes; this one makes none, so that its cost is quadratic to the per cent.
SLOW = """from itertools import repeat
def sum_to_n(n):
    return sum(1 for row in range(n + 1) for _ in repeat(None, row))
"""


@pytest.fixture
def meter(worker: Worker) -> Meter:
    return worker.meter


@pytest.fixture
def sum_to_n(benchmark: Benchmark) -> Problem:
    """HumanEval/60, the sum of 1 to n, with solutions whose orders are known."""
    problem = benchmark.by_id["HumanEval/60"]
    return replace(
        problem,
        contract=TRIANGLE,
        growing=Growing("n.", "def growing(rng, size):\n    return (size,)\n"),
        references=(Solution("reference", "def sum_to_n(n):\n    return sum(range(n + 1))\n"),),
        slow=(Solution("slow", SLOW),),
    )


def test_an_exponent_is_the_slope_of_the_logarithms() -> None:
    assert Growth(tuple((size, 3 * size**2) for size in (8, 16, 64))).exponent == pytest.approx(2)
    assert Growth(tuple((size, 7) for size in (8, 16, 64))).exponent == pytest.approx(0)
    assert Growth(((8, 1), (16, 2))).exponent is None


def test_growth_tells_orders_apart_and_repeats_exactly(meter: Meter, sum_to_n: Problem) -> None:
    solutions = (*sum_to_n.references, *sum_to_n.slow)
    growth = measure_growth(meter, sum_to_n, solutions)
    assert growth["reference"].exponent == pytest.approx(1, abs=0.01)
    assert growth["slow"].exponent == pytest.approx(2, abs=0.03)  # its loop over rows is linear
    assert growth["reference"].points[-1][0] <= 100_000, "the contract ends the growth"
    assert measure_growth(meter, sum_to_n, sum_to_n.references) == {"reference": growth["reference"]}


def test_growth_ends_where_a_solution_fails_or_sizes_no_longer_fit_into_json(meter: Meter, sum_to_n: Problem) -> None:
    failing = Solution("failing", "def sum_to_n(n):\n    return n if n < 9 else 1 / 0\n")
    assert measure_growth(meter, sum_to_n, [failing])["failing"].exponent is None
    formula = Solution("formula", "def sum_to_n(n):\n    return n * (n + 1) // 2\n")
    points = measure_growth(meter, replace(sum_to_n, contract=None), [formula])["formula"].points
    assert len(points) == 4 and points[-1][0] < 2**63


def test_coverage_names_the_lines_and_branches_that_are_missed() -> None:
    code = """import math


def sign(x):
    if x > 0:
        return 1
    if x < 0:
        return -1

    def zero():
        return 0

    return zero()


solution = sign
"""
    whole = measure_coverage(code, "solution", [(1,), (-1,), (0,)])
    assert (whole.lines, whole.missed_lines, whole.branches, whole.missed_branches) == (7, (), 4, 0)
    part = measure_coverage(code, "solution", [(1,)])
    assert (part.missed_lines, part.missed_branches) == ((7, 8, 10, 11, 13), 3)


@pytest.fixture
def parse_music(benchmark: Benchmark) -> Problem:
    """HumanEval/17 with two of its inputs, and small ones to grow on, so that an audit of it is quick."""
    problem = benchmark.by_id["HumanEval/17"]
    small = Growing("Notes.", "def growing(rng, size):\n    assert size < 999\n    return ('o ' * size + 'o',)\n")
    return replace(problem, stressful=problem.stressful[:2], growing=small, few_families="few inputs")


def test_an_audit_of_a_good_problem(worker: Worker, parse_music: Problem) -> None:
    problem = parse_music
    mirror = Solution("mirror", problem.canonical.code + "\n# the same again\n")
    wrong = Solution("wrong", "def parse_music(music_string):\n    return []\n")
    found = AuditTask(problem, (mirror, wrong), seeds=2).run(worker)
    assert [fault for fault in found.faults if "at least 5 are needed" not in fault] == []
    assert found.pool == ("canonical", "mirror"), "a wrong solution is left out"
    assert [one.name for one in found.inputs] == [one.name for one in problem.stressful]
    assert found.coverage is not None and found.coverage.missed_lines == ()
    assert found.growth.keys() == {found.best, *found.slow}
    assert found.total("mirror") == pytest.approx(found.total("canonical"), rel=0.03)
    assert found.total(found.slow[0]) > 10 * found.total(found.best)
    assert all(0 < one.memory < 64 << 20 and one.build_seconds < 1 for one in found.inputs)


def test_an_audit_finds_an_input_that_breaks_the_contract(worker: Worker, parse_music: Problem) -> None:
    problem = parse_music
    first, *others = problem.stressful
    broken = replace(first, format="expression", program="", function="", expressions=("'o,o' * 9",))
    found = AuditTask(replace(problem, stressful=(broken, *others)), seeds=2).run(worker)
    assert any(first.name in fault and "notes and spaces" in fault for fault in found.faults)
    accuracy = summarize([found], inputs=len(problem.stressful))[0]
    assert accuracy.missed == ("HumanEval/17",)
    assert accuracy.value == f"{len(others)} of {len(problem.stressful)} stressful inputs"


def test_an_audit_finds_solutions_that_are_wrong_under_stress(worker: Worker, parse_music: Problem) -> None:
    cut = (
        "def parse_music(music_string):\n    return [{'o': 4, 'o|': 2, '.|': 1}[n] for n in music_string.split()][:100]"
    )
    slow = replace(parse_music, slow=(Solution("slow_and_wrong", cut),))
    assert any("slow_and_wrong is wrong_output" in fault for fault in AuditTask(slow, seeds=2).run(worker).faults)
    torn = replace(parse_music, references=(*parse_music.references, Solution("reference_errs", cut)))
    assert any("reference_errs" in fault for fault in AuditTask(torn, seeds=2).run(worker).faults)


CUT_OFF = "slow_cut_off_the_first_note"


def families_of(problem: Problem, expression: str) -> Problem:
    """The problem with one family, whose argument is this expression in `rng`."""
    program = f"def stress_drawn(rng):\n    return ({expression},)\n"
    drawn = StressfulInput(
        "drawn", Kind.LARGE_RANDOM, "Notes.", "generator", program, function="stress_drawn", seed="s"
    )
    return replace(problem, stressful=(drawn,))


def test_a_family_costs_about_the_same_at_each_seed(meter: Meter, parse_music: Problem) -> None:
    even = families_of(parse_music, "' '.join(rng.choices(['o', 'o|', '.|'], k=3_000))")
    (family,) = audit_families(meter, even, {"canonical": {"drawn": 1}, CUT_OFF: {}}, seeds=3)
    assert family.spread.keys() == {*(reference.name for reference in even.references), "canonical"}
    assert family.widest < 0.05 and list(family_faults(even, [family])) == []


def test_a_family_whose_cost_varies_is_a_fault_unless_its_file_says_why(worker: Worker, parse_music: Problem) -> None:
    uneven = families_of(parse_music, "'o ' * rng.choice([3_000, 4_000]) + 'o'")
    found = AuditTask(uneven).run(worker)
    (fault,) = (fault for fault in found.faults if "varies by" in fault)
    assert "stressful input drawn: over 10 seeds the count of" in fault and "varies by 3" in fault
    assert list(family_faults(replace(uneven, cost_varies={"drawn": "two sizes"}), found.families)) == []


COUNTS = {"best": 10_000_000, "canonical": 30_000_000, "slow": None, "other": 10_000_000}
HALF = measure_coverage("def f(x):\n    if x:\n        return 1\n    return 2\n", "f", [(1,)])


def audited(counts: dict[str, int | None] | None = None, **changes: Any) -> ProblemAudit:
    """An audit without faults, of a problem with one input; the counts, and other changes of input or audit."""
    of_input = {name: changes.pop(name) for name in ("memory", "build_seconds", "budget") if name in changes}
    one = InputAudit("large", "large_random", 1 << 20, 0.1, 200_000_000, COUNTS | (counts or {}))
    values: dict[str, Any] = {
        "task_id": "HumanEval/0",
        "content": "0" * 64,
        "faults": (),
        "no_headroom": None,
        "best": "best",
        "ground_truth": "canonical",
        "slow": ("slow",),
        "references": ("best",),
        "pool": ("canonical", "other"),
        "inputs": (replace(one, **of_input),),
        "coverage": measure_coverage("def f():\n    return 1\n", "f", [()]),
    }
    return ProblemAudit(**values | changes)


def class_audit(slow: int = 50_000_000, order: float = 2.0, survivors: int = 0) -> ProblemAudit:
    """An audit of a class: what the slow solution spends on the one script, its exponent, mutants that live of 20."""
    growth = {
        name: Growth(tuple((size, round(10**6 * size**exponent)) for size in (8, 16, 64)))
        for name, exponent in (("best", 1.0), ("slow", order))
    }
    mutation = Mutation(20, ("a line as another",) * survivors)
    return audited({"slow": slow}, level="class", growth=growth, mutation=mutation)


def missed(audits: list[ProblemAudit], whole: bool = True) -> set[str]:
    return {one.what for one in summarize(audits, len(audits), whole) if one.missed}


def test_rsd_is_the_standard_deviation_over_the_mean() -> None:
    assert relative_deviation([1, 3]) == pytest.approx(50)
    assert problem_deviation(audited().inputs, ("canonical", "other")) == pytest.approx(50)
    assert problem_deviation(audited().inputs, ("best", "slow")) == pytest.approx(100 * 95 / 105), "with the budget"
    assert problem_deviation(audited().inputs, ("canonical",)) is None


def test_a_good_benchmark_misses_no_bar() -> None:
    assert missed([audited()]) == set()
    said = {one.what: one.value for one in summarize([audited()], inputs=1)}
    assert said["headroom, slow / best"].startswith("at least 20.0")
    assert said["ground truth beaten"] == "1 of 1 problems, by 3.0 in the geometric mean"
    assert said["RSD(+), solutions from elsewhere"] == "50.0 % over 1 problems"


@pytest.mark.parametrize(
    ("audit", "bar"),
    [
        (audited(faults=("stressful input large: is not the same when it is built again",)), {"accuracy", "faults"}),
        (audited(faults=("has no tests",)), {"faults"}),
        (audited(coverage=HALF), {"line coverage", "branch coverage"}),
        (audited({"slow": 19_999_999}), {"headroom, slow / best"}),
        (audited(slow=()), {"headroom, slow / best"}),
        (audited(build_seconds=1.5), {"time to build an input"}),
        (audited(memory=65 << 20), {"memory of an input"}),
        (audited({"best": 300_000_000}, budget=6 * 10**9), {"cost of the best known"}),
        (audited({"worse": 11_000_000}, references=("worse", "best")), {"best reference is the first"}),
        (class_audit(slow=49_900_000), {"slow / best, worst script"}),
        (class_audit(order=1.24), {"slow of a higher order"}),
        (replace(class_audit(), growth={}), {"slow of a higher order"}),
        (class_audit(survivors=3), {"mutation score of the tests"}),
        (class_audit(slow=50_000_000, order=1.26, survivors=2), set()),
        (audited({"slow": 40_000_000}, growth={}), set()),  # a function is not held to the bars of classes
    ],
    ids=range(15),
)
def test_each_bar_can_be_missed(audit: ProblemAudit, bar: set[str]) -> None:
    assert missed([audit]) == bar
    assert all(one.missed == ("HumanEval/0",) and one.bar for one in summarize([audit], inputs=1) if one.missed)


def test_some_bars_are_for_all_problems_together() -> None:
    assert missed([audited(coverage=HALF)], whole=False) == set()
    for audits, lacking, most, bar in (
        (20 * [class_audit()], class_audit(order=1.0), 2, "slow of a higher order"),
        (164 * [audited()], audited(no_headroom="it is an addition", slow=()), 25, "without headroom"),
    ):
        assert missed([lacking] * most + audits[most:]) == set()
        assert missed([lacking] * (most + 1) + audits[most + 1 :]) == {bar}


def test_only_changed_problems_are_audited(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "problems" / benchmark.name
    folder.mkdir(parents=True)
    for number in range(3):
        (folder / f"he_{number:03d}.py").write_text("x = 1\n")

    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    monkeypatch.setattr("tallybench.benchmarks.problems_folder", lambda: tmp_path / "problems")
    assert audit.changed_since(benchmark, "HEAD") == []
    (folder / "he_001.py").write_text("x = 2\n")
    (folder / "he_003.py").write_text("x = 3\n")
    assert audit.changed_since(benchmark, "HEAD") == ["HumanEval/1", "HumanEval/3"]
    with pytest.raises(InputError, match="--since nowhere"):
        audit.changed_since(benchmark, "nowhere")


def test_an_audit_is_kept_and_one_that_is_damaged_or_of_other_content_is_not(
    benchmark: Benchmark, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))
    problem = benchmark.by_id["HumanEval/2"]
    task, runner = AuditTask(problem, seeds=2), Runner(session=session)
    done = runner.finish("audit", {"": task}, kept=ProblemAudit)[""]

    def recalled(task: AuditTask) -> ProblemAudit | None:
        found: ProblemAudit | None = runner.place("audit", task, ProblemAudit).recall()
        return found

    assert recalled(task) == done
    assert recalled(replace(task, pool=(Solution("other", "x = 1"),))) is None
    assert recalled(replace(task, seeds=3)) is None
    assert recalled(AuditTask(replace(problem, slow=(Solution("slow", "x = 1"),)), seeds=2)) is None
    (kept,) = (tmp_path / "audit").rglob("*.jsonl")
    kept.write_bytes(kept.read_bytes()[:-9])
    assert recalled(task) is None


def test_the_command_writes_json_and_a_table(tallybench: CommandLine, tmp_path: Path) -> None:
    done = tallybench(
        "dev", "audit", "--ids", "2", "--pool", "embedded:references", "--seeds", "2", "-o", "audit.json", code=0
    )
    assert "HumanEval/2" in done.stdout and "accuracy" in done.stdout and "miss" not in done.stdout
    written = json.loads((tmp_path / "audit.json").read_bytes())
    (problem,) = written["problems"]
    assert problem["pool"] == ["canonical", "references/0"]
    assert problem["best"] and problem["headroom"] is None
    assert {one["what"] for one in written["findings"]} >= {"accuracy", "line coverage", "headroom, slow / best"}


def test_bad_options_of_the_command_get_one_message(tallybench: CommandLine) -> None:
    for options, says in (
        (["--format", "yaml"], "--format yaml: must be table or json"),
        (["--ids", "999"], "ids 999: humaneval has no task"),
        (["--pool", "absent.jsonl"], "absent.jsonl"),
        (["--pool", "embedded:absent"], "there is no such sample set"),
        (["--since", "no-such-revision"], "--since"),
    ):
        done = tallybench("dev", "audit", *options, code=2)
        assert says in done.stderr and "Traceback" not in done.stderr
