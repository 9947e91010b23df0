"""The benchmark's problems, each held to what the format promises; and a reader that says what is wrong with a file."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tallybench import load_problems
from tallybench.benchmarks import load_benchmark, select
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.measured import load_measured
from tallybench.benchmarks.problem_reader import with_additions
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import build_input

WRITTEN = [problem for problem in load_benchmark() if problem.contract is not None]


def test_every_problem_is_written() -> None:
    assert [problem.task_id for problem in WRITTEN] == [f"HumanEval/{number}" for number in range(164)]


@pytest.mark.parametrize("problem", WRITTEN[::10], ids=lambda problem: problem.task_id)
def test_a_problem_keeps_what_the_format_promises(problem: Problem, native: Zygote) -> None:
    assert problem_faults(problem, native, patience=0, seeds=1) == []


def test_contract_tests_and_solutions_of_every_problem_fit_together(native: Zygote) -> None:
    """All that the format promises but for stressful inputs, of which the measured counts tell for every problem."""
    found = {problem.task_id: problem_faults(replace(problem, stressful=()), native) for problem in WRITTEN}
    without_inputs = ("has 0 stressful inputs", "only 0 of 0 stressful inputs")
    told = [(name, fault) for name, faults in found.items() for fault in faults if not fault.startswith(without_inputs)]
    assert told == []


@pytest.mark.parametrize("name", ["humaneval", "tally-classes"])
def test_every_stressful_input_is_built_as_it_was_measured(name: str, native: Zygote) -> None:
    measured = load_measured(name).problems
    for problem in load_benchmark(name):
        recipes = {given.name: given.recipe(problem.contract) for given in problem.stressful}
        built = {given: build_input(native, recipe).output or b"" for given, recipe in recipes.items()}
        known = {given: one.sha256 for given, one in measured[problem.task_id].inputs.items()}
        assert {given: sha256(output).hexdigest() for given, output in built.items()} == known, problem.task_id


def test_the_stressful_inputs_of_a_problem_are_of_different_kinds() -> None:
    for problem in WRITTEN:
        assert len(problem.stressful) >= 5, problem.task_id
        assert len({one.kind for one in problem.stressful}) >= 4, problem.task_id
        assert len({one.exposes for one in problem.stressful}) == len(problem.stressful), problem.task_id


GOOD = '''"""double: twice a number."""

BASE = 2


def contract(x):
    assert type(x) is int, "x must be an int"


INVALID = [("a float", (1.0,)), ("a string", ("1",)), ("nothing", (None,))]


def reference_multiply(x):
    """Multiplies."""
    return helper(x)


def helper(x):
    return x * BASE


def stress_large(rng):
    """long_value: a number of many digits."""
    return (1 << rng.randrange(900, 1_000),)


def unused():
    return None


EXPRESSIONS = {"small": ("boundary: the smallest one.", "-BASE")}
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "he_999.py"
    path.write_text(GOOD)
    return path


def added(file: Path) -> Problem:
    return with_additions(Problem("HumanEval/999", "double", "function", "", "", Solution("canonical", "")), file)


def test_a_solution_takes_with_it_what_it_uses_and_nothing_else(file: Path) -> None:
    (reference,) = added(file).references
    namespace: dict[str, object] = {}
    exec(reference.code, namespace)
    assert namespace["double"](21) == 42  # type: ignore[operator]
    assert "unused" not in reference.code and "contract" not in reference.code


def test_both_formats_of_stressful_inputs_are_read(file: Path) -> None:
    generator, expression = added(file).stressful
    assert (generator.name, generator.format, generator.kind) == ("large", "generator", "long_value")
    assert (expression.name, expression.format, expression.expressions) == ("small", "expression", ("-BASE",))
    assert expression.program.strip() == "BASE = 2"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("def contract(x):", "def agreement(x):", "contract is missing"),
        ("def reference_multiply", "def multiply", "reference_\\* is missing"),
        ("long_value: a number", "huge: a number", "KIND: what it exposes"),
        ('("a float", (1.0,))', '("a float", 1.0)', "INVALID must be a list"),
        ("BASE = 2\n", "BASE = 2\nHEADROOM = True\n", "HEADROOM must be"),
        ("def contract(x):", "def contract(x)", "expected .:."),
        ('{"small"', '{"large"', "has the name of a stress_ function"),
    ],
)
def test_a_file_that_is_not_in_the_format_is_refused_with_its_place(
    file: Path, before: str, after: str, says: str
) -> None:
    file.write_text(GOOD.replace(before, after))
    with pytest.raises(InputError, match=says) as caught:
        added(file)
    assert str(file) in str(caught.value)


def test_the_checker_finds_what_is_wrong(native: Zygote, file: Path) -> None:
    """A file with five faults, for a problem that it does not fit."""
    file.write_text(
        GOOD.replace("type(x) is int", "type(x) is not str").replace("x * BASE", "x * BASE if x < 9 else None")
    )
    program = "def factorial(x):\n    return x * 2\n"
    tests = "def check(candidate):\n    assert candidate(10) == 20\n    assert candidate('a') == 'aa'\n"
    problem = Problem("HumanEval/0", "factorial", "function", program, tests, Solution("canonical", program))
    faults = "\n".join(problem_faults(with_additions(problem, file), native))
    for fault in (
        "rejects an input of the correctness tests: factorial('a')",
        "accepts the invalid input: a float",
        "reference_multiply fails the correctness tests",
        "has 2 stressful inputs, at least 5",
        "has neither a slow_ solution nor HEADROOM",
        "stressful input large: canonical: it differs",
    ):
        assert fault in faults


def test_problems_have_hashes_of_their_own_that_stay(benchmark: Benchmark) -> None:
    hashes = [problem.hash for problem in load_problems()]
    assert len(set(hashes)) == len(hashes) == 164
    assert hashes == [problem.hash for problem in load_benchmark().problems]


@pytest.mark.parametrize(
    ("ids", "expected"),
    [(("3",), [3]), (("HumanEval/3", "3"), [3]), (("0-2", "163"), [0, 1, 2, 163])],
)
def test_ids_may_be_names_numbers_and_ranges(benchmark: Benchmark, ids: tuple[str, ...], expected: list[int]) -> None:
    chosen = select(benchmark, ids)
    assert [problem.task_id for problem in chosen] == [f"HumanEval/{number}" for number in expected]
    assert not chosen.whole


def test_an_unknown_id_is_refused_with_the_nearest_known_one(benchmark: Benchmark) -> None:
    with pytest.raises(InputError, match="did you mean HumanEval/16"):
        select(benchmark, ("HumanEvl/16",))
