"""Families of stressful inputs: other seeds give other inputs, and a problem has enough of them."""

from dataclasses import replace

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.check import problem_faults
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import build_input


def generator(body: str, name: str = "drawn") -> StressfulInput:
    program = f"def pairs(rng):\n    return rng.random()\n\n\ndef stress_{name}(rng):\n    {body}\n"
    return StressfulInput(
        name, Kind.LARGE_RANDOM, "Something.", "generator", program, function=f"stress_{name}", seed=f"f/{name}"
    )


FIXED = generator("return ([float(i) for i in range(9)], 0.5)", "fixed")
DRAWN = generator("return ([rng.random() for _ in range(9)], 0.5)")


def test_an_input_is_a_family_where_its_function_draws() -> None:
    assert DRAWN.is_family and not FIXED.is_family, "what another function of the file draws from does not count"
    assert not StressfulInput("one", Kind.SPARSE, "A one.", "expression", "", expressions=("1",)).is_family


def test_another_seed_gives_another_input_and_the_same_seed_the_same(native: Zygote) -> None:
    outputs = [build_input(native, given.recipe(None)).output for given in (DRAWN, *map(DRAWN.at_seed, "aab"))]
    assert outputs[1] == outputs[2] and len({*outputs}) == 3
    assert FIXED.at_seed("a") == FIXED


def test_a_benchmark_at_another_seed_has_other_hashes_where_it_has_families(benchmark: Benchmark) -> None:
    other = benchmark.at_seed("a")
    for problem, moved in zip(benchmark, other, strict=True):
        assert (problem.hash != moved.hash) == bool(problem.families), problem.task_id
        assert problem.ground_truth == moved.ground_truth and problem.contract == moved.contract
    assert benchmark.at_seed("a").hash == other.hash != benchmark.at_seed("b").hash


def test_most_problems_have_families() -> None:
    """At least three inputs and half of all, on at least 140 of the problems that count for efficiency."""
    counting = [problem for problem in load_benchmark() if problem.without_efficiency is None]
    enough = [one for one in counting if len(one.families) >= max(3, (len(one.stressful) + 1) // 2)]
    assert len(counting) == 154 and len(enough) >= 140
    assert all(one.few_families for one in counting if one not in enough)


@pytest.fixture
def problem(benchmark: Benchmark) -> Problem:
    return benchmark.by_id["HumanEval/0"]


def found(problem: Problem, native: Zygote, *inputs: StressfulInput) -> str:
    return "\n".join(problem_faults(replace(problem, stressful=inputs), native, patience=0))


def test_too_few_families_are_a_fault_unless_the_file_says_why(problem: Problem, native: Zygote) -> None:
    said = "only 1 of 2 stressful inputs use their seed"
    assert said in found(problem, native, DRAWN, FIXED)
    assert said not in found(replace(problem, few_families="there is no other"), native, DRAWN, FIXED)


def test_a_family_that_breaks_the_contract_at_another_seed_is_a_fault(problem: Problem, native: Zygote) -> None:
    finite = "def contract(numbers, threshold):\n    assert threshold == threshold\n"
    drawn = generator("return ([1.0, 2.0], rng.choice([0.5, float('nan')]))")

    def is_valid(given: StressfulInput) -> bool:
        return build_input(native, given.recipe(finite)).output is not None

    named = (replace(drawn, seed=str(number)) for number in range(50))
    good_at_home = next(given for given in named if is_valid(given) and not is_valid(given.at_seed("0")))
    told = found(problem, native, good_at_home)
    assert "drawn: at seed 0: cannot be built: AssertionError: threshold must be finite" in told


def test_what_is_drawn_has_to_matter(problem: Problem, native: Zygote) -> None:
    idle = generator("return ([1.0 * rng.randrange(1)], 0.5)")
    assert "drawn: is the same at every seed" in found(problem, native, idle)
