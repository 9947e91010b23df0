"""The audit: it finds what it has to find, and its figures are those of known cases."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallybench.authoring import audit
from tallybench.authoring.audit.coverage import measure_coverage
from tallybench.authoring.audit.families import audit_families, family_faults
from tallybench.authoring.audit.growth import Growth, fit_exponent, measure_growth
from tallybench.authoring.audit.mutation import Mutation
from tallybench.authoring.audit.problem import AuditTask, InputAudit, ProblemAudit, audit_problem
from tallybench.authoring.audit.store import AuditStore
from tallybench.authoring.audit.summary import Finding, problem_deviation, relative_deviation, summarize
from tallybench.counting.instructions import Meter
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Growing, Kind, StressfulInput
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.host import Zygote
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
def meter(native: Zygote, emulated: Zygote) -> Meter:
    return Meter("valgrind", native, emulated, rate=300e6)


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
    assert fit_exponent([(size, 3 * size**2) for size in (8, 16, 64)]) == pytest.approx(2)
    assert fit_exponent([(size, 7) for size in (8, 16, 64)]) == pytest.approx(0)


def test_growth_tells_orders_apart_and_repeats_exactly(meter: Meter, sum_to_n: Problem) -> None:
    solutions = (*sum_to_n.references, *sum_to_n.slow)
    growth = measure_growth(meter, sum_to_n, solutions)
    assert growth["reference"].exponent == pytest.approx(1, abs=0.01)
    assert growth["slow"].exponent == pytest.approx(2, abs=0.03)  # its loop over rows is linear
    assert growth["reference"].points[-1][0] <= 100_000, "the contract ends the growth"
    assert measure_growth(meter, sum_to_n, sum_to_n.references) == {"reference": growth["reference"]}


def test_a_solution_that_fails_on_the_way_has_no_exponent(meter: Meter, sum_to_n: Problem) -> None:
    failing = Solution("failing", "def sum_to_n(n):\n    return n if n < 9 else 1 / 0\n")
    assert measure_growth(meter, sum_to_n, [failing])["failing"].exponent is None


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
    assert part.missed_lines == (7, 8, 10, 11, 13)
    assert part.missed_branches == 3


@pytest.fixture
def parse_music(benchmark: Benchmark) -> Problem:
    """HumanEval/17 with two of its inputs, and small ones to grow on, so that an audit of it is quick."""
    problem = benchmark.by_id["HumanEval/17"]
    small = Growing("Notes.", "def growing(rng, size):\n    assert size < 999\n    return ('o ' * size + 'o',)\n")
    return replace(problem, stressful=problem.stressful[:2], growing=small, few_families="few inputs")


def without_depth(faults: tuple[str, ...]) -> list[str]:
    """Faults but for the one that `parse_music` has by design: too few inputs."""
    return [fault for fault in faults if "at least 5 are needed" not in fault]


def test_an_audit_of_a_good_problem(meter: Meter, parse_music: Problem) -> None:
    problem = parse_music
    mirror = Solution("mirror", problem.canonical.code + "\n# the same again\n")
    wrong = Solution("wrong", "def parse_music(music_string):\n    return []\n")
    found = audit_problem(meter, problem, [mirror, wrong], seeds=2)
    assert without_depth(found.faults) == []
    assert found.pool == ("canonical", "mirror"), "a wrong solution is left out"
    assert [one.name for one in found.inputs] == [one.name for one in problem.stressful]
    assert found.coverage is not None and found.coverage.missed_lines == ()
    assert found.growth.keys() == {found.best, *found.slow}
    assert found.total("mirror") == pytest.approx(found.total("canonical"), rel=0.03)
    assert found.total(found.slow[0]) > 10 * found.total(found.best)
    assert all(0 < one.memory < 64 << 20 and one.build_seconds < 1 for one in found.inputs)


def test_an_audit_finds_an_input_that_breaks_the_contract(meter: Meter, parse_music: Problem) -> None:
    problem = parse_music
    first, *others = problem.stressful
    broken = replace(first, format="expression", program="", function="", expressions=("'o,o' * 9",))
    found = audit_problem(meter, replace(problem, stressful=(broken, *others)), seeds=2)
    assert any(first.name in fault and "notes and spaces" in fault for fault in found.faults)
    accuracy = summarize([found], inputs=len(problem.stressful))[0]
    assert accuracy.missed == ("HumanEval/17",)
    assert accuracy.value == f"{len(others)} of {len(problem.stressful)} stressful inputs"


def test_an_audit_finds_references_that_disagree(meter: Meter, parse_music: Problem) -> None:
    problem = parse_music
    longer = "def parse_music(music_string):\n    return [{'o': 4, 'o|': 2, '.|': 1}[n] for n in music_string.split()]"
    errs = Solution("reference_errs", longer + "[:10_000]\n")
    found = audit_problem(meter, replace(problem, references=(*problem.references, errs)), seeds=2)
    assert any("reference_errs" in fault for fault in found.faults)


def test_a_slow_solution_that_is_wrong_under_stress_is_a_fault(meter: Meter, parse_music: Problem) -> None:
    problem = parse_music
    code = "def parse_music(music_string):\n    return [{'o': 4, 'o|': 2, '.|': 1}[n] for n in music_string.split()]"
    wrong = Solution("slow_and_wrong", code + "[:100]\n")
    found = audit_problem(meter, replace(problem, slow=(wrong,)), seeds=2)
    assert any("slow_and_wrong is wrong_output" in fault for fault in found.faults)


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


def test_a_family_whose_cost_varies_is_a_fault_unless_its_file_says_why(meter: Meter, parse_music: Problem) -> None:
    uneven = families_of(parse_music, "'o ' * rng.choice([3_000, 4_000]) + 'o'")
    found = list(audit_families(meter, uneven, {"canonical": {}, CUT_OFF: {}}, seeds=10))
    (fault,) = family_faults(uneven, found)
    assert "stressful input drawn: over 10 seeds the count of" in fault and "varies by 3" in fault
    assert list(family_faults(replace(uneven, cost_varies={"drawn": "two sizes"}), found)) == []


def test_an_audit_holds_families_to_their_cost(meter: Meter, parse_music: Problem) -> None:
    uneven = families_of(parse_music, "'o ' * rng.choice([3_000, 4_000]) + 'o'")
    found = audit_problem(meter, uneven)
    assert any("varies by" in fault for fault in found.faults)


def audited(**changes: Any) -> ProblemAudit:
    """An audit without faults, of a problem with one input."""
    counts = {"best": 10_000_000, "canonical": 30_000_000, "slow": None, "other": 10_000_000}
    one = InputAudit("large", "large_random", 1 << 20, 0.1, 200_000_000, counts)
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
        "inputs": (one,),
        "coverage": measure_coverage("def f():\n    return 1\n", "f", [()]),
    }
    if one_changes := changes.pop("one", None):
        values["inputs"] = (replace(one, **one_changes),)
    return ProblemAudit(**values | changes)


def missed(findings: list[Finding]) -> set[str]:
    return {one.what for one in findings if one.missed}


def test_rsd_is_the_standard_deviation_over_the_mean() -> None:
    assert relative_deviation([1, 3]) == pytest.approx(50)
    assert problem_deviation(audited().inputs, ("canonical", "other")) == pytest.approx(50)
    assert problem_deviation(audited().inputs, ("best", "slow")) == pytest.approx(100 * 95 / 105), "with the budget"
    assert problem_deviation(audited().inputs, ("canonical",)) is None


def test_a_good_benchmark_misses_no_bar() -> None:
    findings = summarize([audited()], inputs=1)
    assert missed(findings) == set()
    told = {one.what: one.value for one in findings}
    assert told["headroom, slow / best"].startswith("at least 20.0")
    assert told["ground truth beaten"] == "1 of 1 problems, by 3.0 in the geometric mean"
    assert told["RSD(+), solutions from elsewhere"] == "50.0 % over 1 problems"


@pytest.mark.parametrize(
    ("changes", "bar"),
    [
        ({"faults": ("stressful input large: is not the same when it is built again",)}, {"accuracy", "faults"}),
        ({"faults": ("has no tests",)}, {"faults"}),
        (
            {"coverage": measure_coverage("def f(x):\n    if x:\n        return 1\n    return 2\n", "f", [(1,)])},
            {"line coverage", "branch coverage"},
        ),
        ({"one": {"counts": {"best": 10, "canonical": 10, "slow": 19, "other": 10}}}, {"headroom, slow / best"}),
        ({"slow": ()}, {"headroom, slow / best"}),
        ({"one": {"build_seconds": 1.5}}, {"time to build an input"}),
        ({"one": {"memory": 65 << 20}}, {"memory of an input"}),
        (
            {"one": {"counts": {"best": 300_000_000, "canonical": 1, "slow": None, "other": 1}, "budget": 6 * 10**9}},
            {"cost of the best known"},
        ),
    ],
)
def test_each_bar_can_be_missed(changes: dict[str, Any], bar: set[str]) -> None:
    assert missed(summarize([audited(**changes)], inputs=1)) == bar


def class_audit(slow: int = 50_000_000, order: float = 2.0, survivors: int = 0) -> ProblemAudit:
    """An audit of a class: what the slow solution spends on the one script, its exponent, mutants that live of 20."""
    counts = {"best": 10_000_000, "canonical": 30_000_000, "slow": slow, "other": 10_000_000}

    def growing(exponent: float) -> Growth:
        return Growth(tuple((size, round(10**6 * size**exponent)) for size in (8, 16, 64)))

    growth = {"best": growing(1.0), "slow": growing(order)}
    mutation = Mutation(20, ("a line as another",) * survivors)
    return audited(level="class", growth=growth, mutation=mutation, one={"counts": counts})


@pytest.mark.parametrize(
    ("good", "bad", "bar"),
    [
        ({"slow": 50_000_000}, {"slow": 49_900_000}, "slow / best, worst script"),
        ({"order": 1.26}, {"order": 1.24}, "slow of a higher order"),
        ({"survivors": 2}, {"survivors": 3}, "mutation score of the tests"),
    ],
)
def test_each_bar_of_classes_holds_to_its_figure(good: dict[str, Any], bad: dict[str, Any], bar: str) -> None:
    assert missed(summarize([class_audit(**good)], inputs=1)) == set()
    (finding,) = (one for one in summarize([class_audit(**bad)], inputs=1) if one.missed)
    assert (finding.what, finding.missed) == (bar, ("HumanEval/0",)) and finding.bar


def test_one_class_in_ten_may_lack_a_slow_solution_of_a_higher_order() -> None:
    def classes(lower: int) -> list[ProblemAudit]:
        return [class_audit(order=1.0)] * lower + [class_audit()] * (20 - lower)

    assert missed(summarize(classes(2), inputs=20)) == set()
    assert missed(summarize(classes(3), inputs=20)) == {"slow of a higher order"}
    assert missed(summarize([replace(class_audit(), growth={})], inputs=1)) == {"slow of a higher order"}


def test_functions_are_not_held_to_the_bars_of_classes() -> None:
    counts = {"best": 10_000_000, "canonical": 30_000_000, "slow": 40_000_000, "other": 10_000_000}
    found = summarize([audited(growth={}, one={"counts": counts})], inputs=1)
    assert missed(found) == set()
    assert not {one.what for one in found} & {"slow / best, worst script", "mutation score of the tests"}


def test_the_bars_of_coverage_are_for_the_whole_benchmark() -> None:
    half = measure_coverage("def f(x):\n    if x:\n        return 1\n    return 2\n", "f", [(1,)])
    poor = [audited(coverage=half)]
    assert missed(summarize(poor, inputs=1)) == {"line coverage", "branch coverage"}
    assert missed(summarize(poor, inputs=1, whole=False)) == set()


def test_too_many_problems_without_headroom_are_a_miss() -> None:
    def benchmark(without: int) -> list[ProblemAudit]:
        return [audited(no_headroom="it is an addition", slow=())] * without + [audited()] * (164 - without)

    assert missed(summarize(benchmark(25), inputs=164)) == set()
    assert missed(summarize(benchmark(26), inputs=164)) == {"without headroom"}


def test_a_reference_that_is_beaten_may_not_stand_first() -> None:
    counts = {"best": 10_000_000, "canonical": 30_000_000, "slow": None, "other": 10_000_000, "worse": 11_000_000}
    assert missed(summarize([audited(references=("worse", "best"), one={"counts": counts})], inputs=1)) == {
        "best reference is the first"
    }


def test_only_what_differs_from_a_revision_is_audited(
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


def test_growth_ends_where_the_contract_sets_no_end(meter: Meter, sum_to_n: Problem) -> None:
    formula = Solution("formula", "def sum_to_n(n):\n    return n * (n + 1) // 2\n")
    points = measure_growth(meter, replace(sum_to_n, contract=None), [formula])["formula"].points
    assert len(points) == 4 and points[-1][0] < 2**63, "sizes fit into JSON"


def test_an_audit_is_kept_and_one_that_is_damaged_or_of_other_content_is_not(
    meter: Meter, benchmark: Benchmark, tmp_path: Path
) -> None:
    problem = benchmark.by_id["HumanEval/2"]
    task = AuditTask(problem, seeds=2)
    store = AuditStore(tmp_path / "audits")
    assert store.load(task) is None
    done = audit_problem(meter, problem, seeds=2)
    store.keep(task, done)
    assert store.load(task) == done
    assert store.load(replace(task, pool=(Solution("other", "x = 1"),))) is None
    assert store.load(replace(task, seeds=3)) is None
    assert store.load(AuditTask(replace(problem, slow=(Solution("slow", "x = 1"),)), seeds=2)) is None
    (kept,) = (tmp_path / "audits").iterdir()
    kept.write_bytes(kept.read_bytes()[:-9])
    assert store.load(task) is None


def test_the_command_writes_json_and_a_table(tallybench: CommandLine, tmp_path: Path) -> None:
    done = tallybench("dev", "audit", "--ids", "2", "--pool", "embedded:references", "--seeds", "2", "-o", "audit.json")
    assert done.returncode == 0, done.stderr
    assert "HumanEval/2" in done.stdout and "accuracy" in done.stdout and "miss" not in done.stdout
    written = json.loads((tmp_path / "audit.json").read_bytes())
    (problem,) = written["problems"]
    assert problem["pool"] == ["canonical", "references/0"]
    assert problem["best"] and problem["headroom"] is None
    assert {one["what"] for one in written["findings"]} >= {"accuracy", "line coverage", "headroom, slow / best"}


def test_bad_options_of_the_command_get_one_message(tallybench: CommandLine) -> None:
    for options, says in (
        (["--format", "yaml"], "--format yaml: there is table, json"),
        (["--ids", "999"], "ids 999: humaneval has no task"),
        (["--pool", "absent.jsonl"], "absent.jsonl"),
        (["--pool", "embedded:absent"], "there is no such sample set"),
        (["--since", "no-such-revision"], "--since"),
    ):
        done = tallybench("dev", "audit", *options)
        assert done.returncode == 2, done.stderr
        assert says in done.stderr and "Traceback" not in done.stderr
