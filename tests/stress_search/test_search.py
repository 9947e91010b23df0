"""A search finds the input that tells two programs apart, keeps to the contract, and finds the same again."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from pydantic import TypeAdapter

from tallybench.authoring import stress_search as search
from tallybench.authoring.audit.growth import best_known
from tallybench.authoring.stress_search import CLIMBERS, STRIDE, Searched, SearchTask, recipes, spread_out
from tallybench.authoring.stress_search.recipes import Recipe, Scale, Type
from tallybench.counting.worker import Worker
from tallybench.model.inputs import Growing, Kind, StressfulInput
from tallybench.model.problem import Problem, Solution
from tests.conftest import CommandLine

LEAST = (
    "def least_gap(values):\n    values = sorted(values)\n    return min(b - a for a, b in zip(values, values[1:]))\n"
)
# Ends early where two neighbours are equal, which inputs drawn at random never have: all the work is in the sorting.
EARLY = """def least_gap(values):
    least = None
    values = sorted(values)
    for place, value in enumerate(values[1:]):
        gap = value - values[place]
        if gap == 0:
            return 0
        least = gap if least is None or gap < least else least
    return least
"""
CONTRACT = """def contract(values):
    assert type(values) is list and 2 <= len(values) <= 100_000, "values must be a list of 2 to 100,000"
    assert all(type(value) is int and 0 <= value < 10**12 for value in values), "values must be ints"
"""
GROWING = "def growing(rng, size):\n    return (rng.sample(range(10**9), max(size, 2)),)\n"
CHECK = "def check(candidate):\n    assert candidate([1, 4, 9]) == 3\n"


@pytest.fixture(scope="module")
def problem() -> Problem:
    written = StressfulInput(
        name="random",
        kind=Kind.LARGE_RANDOM,
        exposes="values at random",
        format="generator",
        program="def stress_random(rng):\n    return (rng.sample(range(10**9), 8_000),)\n",
        function="stress_random",
        seed="least_gap/random",
    )
    return Problem(
        task_id="Own/0",
        entry_point="least_gap",
        level="function",
        prompt="def least_gap(values):\n    ...\n",
        tests=CHECK,
        canonical=Solution("canonical", LEAST),
        contract=CONTRACT,
        stressful=(written,),
        growing=Growing("The number of values.", GROWING),
    )


POOL = (Solution("all", LEAST), Solution("early", EARLY), Solution("wrong", "def least_gap(values):\n    return 3\n"))


@pytest.fixture(scope="module")
def task(problem: Problem) -> SearchTask:
    """A search for inputs that cost a tenth of those that are there."""
    return SearchTask(problem, LEAST, POOL, 6, 0, most=100_000, least=40_000)


@pytest.fixture(scope="module")
def searched(worker: Worker, task: SearchTask) -> Searched:
    return task.run(worker)


def test_what_tells_programs_apart_is_found(searched: Searched) -> None:
    [written] = searched.written.values()
    best, *_ = search.better_than_written(searched)
    assert best is searched.found[0] and best.deviation > written.deviation + 10
    assert set(best.counts) == {"all", "early"}  # the wrong one is in no comparison
    assert best.counts["all"] > 1.5 * best.counts["early"]
    spent = [(candidate.best, tuple(sorted(candidate.counts.items()))) for candidate in searched.found]
    assert len(set(spent)) == len(spent)  # no input is there twice in other words
    ideas = [candidate.recipe.idea for candidate in searched.found]
    assert len(set(ideas)) == len(ideas)  # nor at another size or seed
    assert searched.programs == 3 and 2 < searched.tried <= 8


def test_a_seed_finds_the_same_again_and_it_can_be_shown(worker: Worker, task: SearchTask, searched: Searched) -> None:
    again = task.run(worker)
    assert [candidate.recipe for candidate in again.found] == [candidate.recipe for candidate in searched.found]
    assert search.as_json([again]) == search.as_json([searched])
    adapter = TypeAdapter(Searched)
    assert adapter.validate_json(adapter.dump_json(searched)) == searched
    text = search.as_function(searched.found[0], "found_1")
    compile(text, "problem", "exec")
    assert text.startswith('def stress_found_1(rng):\n    """worst_of_slow: found by search, RSD(+) ')
    assert all(len(line) <= 120 for line in text.splitlines())
    [row] = search.rows([searched])
    assert row[0] == "Own/0" and row[-1] == str(len(search.better_than_written(searched)))


def test_found_inputs_cost_what_is_asked_for(worker: Worker, problem: Problem, searched: Searched) -> None:
    assert len(searched.found) > 1 and all(20_000 <= candidate.best <= 100_000 for candidate in searched.found)
    assert searched.found[0].deviation > 30
    dearer = SearchTask(problem, LEAST, POOL, 1, 0, most=2_000_000, kept=1).run(worker)
    [best] = dearer.found
    assert 1_000_000 <= best.best <= 2_000_000
    [written] = searched.written.values()
    assert dearer.written == searched.written and written.best > 2_000_000  # what is there is counted in full


def test_growing_inputs_each_cost_three_times_the_last(worker: Worker, problem: Problem) -> None:
    scale = Scale(worker.meter, problem, LEAST, POOL, 10_000)
    task = SearchTask(problem, LEAST, POOL, 1, 0, most=2_000_000, least=20_000)
    spent = [scale.cost(recipe, task.most) or 0 for recipe in task.growing_sizes(scale)]
    assert len(spent) > 2 and 20_000 <= spent[0] < 60_000 and spent[-1] <= 2_000_000
    assert all(STRIDE * before <= after for before, after in pairwise(spent))


def test_where_nothing_so_cheap_is_valid_what_is_there_is_counted(worker: Worker, problem: Problem) -> None:
    [given] = problem.stressful
    large = replace(given, program=given.program.replace("8_000", "80_000"))
    long_alone = (problem.contract or "").replace("2 <= len", "80_000 <= len")
    alone = replace(problem, stressful=(large,), growing=None, contract=long_alone)
    found = SearchTask(alone, LEAST, POOL, 5, 0, most=2_000_000).run(worker)
    assert found.found == () and [candidate.best > 2_000_000 for candidate in found.written.values()] == [True]
    closed = replace(problem, contract="def contract(values):\n    assert False, 'nothing is valid'\n")
    found = SearchTask(closed, LEAST, POOL, 5, 0).run(worker)
    assert found.found == () and found.written == {}


def test_a_written_input_that_costs_too_much_is_cut(worker: Worker, problem: Problem) -> None:
    [given] = problem.stressful
    large = replace(given, program=given.program.replace("8_000", "80_000"))
    costly = replace(problem, stressful=(large,), growing=None)
    found = SearchTask(costly, LEAST, POOL, 1, 0, most=2_000_000).run(worker)
    assert found.found and all(500_000 <= candidate.best <= 2_000_000 for candidate in found.found)
    assert all(candidate.recipe.steps[0] == (0, "x[: len(x) // 64]") for candidate in found.found)
    growing = Growing("Its cube.", GROWING.replace("max(size, 2)", "max(size**3 // 64, 2)"))  # too large, too small
    steep = replace(problem, stressful=(), growing=growing)
    met = SearchTask(steep, LEAST, POOL, 1, 0, most=2_000_000).run(worker).found
    assert met and all(1_000_000 <= candidate.best <= 2_000_000 for candidate in met)


def test_every_change_is_an_expression_that_keeps_the_type() -> None:
    values = {"list": [3, 1, 2], "str": "aAb", "int": 6, "float": 1.5}
    for kind, expressions in recipes.CHANGES.items():
        for expression in expressions:
            assert type(eval(expression, {"x": values[kind]})).__name__ == kind, expression
    for kind, expressions in recipes.CHANGES_OF_ITEMS.items():
        for expression in expressions:
            changed = eval(expression, {"x": [values[kind]] * 3})
            assert type(changed) is list and type(changed[0]).__name__ == kind, expression
    for kinds, expressions in recipes.CHANGES_BY_ANOTHER.items():
        kind, other = kinds.split("-")
        for expression in expressions:
            names = {"x": values[kind], "arguments": [values[kind], values[other]]}
            assert type(eval(expression.format(1), names)).__name__ == kind, expression


def test_an_argument_is_changed_by_its_items_and_by_the_others_and_cut() -> None:
    types = recipes.types_of((["ab"], [], 3, None))
    assert types == (Type("list", "str"), Type("list"), Type("int"), Type("NoneType"))
    assert set(recipes.CHANGES_OF_ITEMS["str"]) < set(
        recipes.changes(types, 0)
    ) and "arguments[1][:]" in recipes.changes(types, 0)
    assert not set(recipes.CHANGES_OF_ITEMS["str"]) & set(recipes.changes(types, 1))
    of_number = recipes.changes(types, 2)
    assert "len(arguments[0])" in of_number and "len(arguments[1])" in of_number and "arguments[2]" not in of_number
    assert recipes.cuts(recipes.types_of((7, 0.5))) == []
    (of_text,) = recipes.cuts(recipes.types_of((7, "text", [1])))
    assert of_text[0] == (1, "x[: len(x) // 4]") and len(of_text) == len(recipes.CUTS)
    whole, items = recipes.cuts(recipes.types_of((["one", "two"],)))
    assert whole[1] == (0, "x[: len(x) // 16]") and items[1] == (0, "[item[: len(item) // 16] for item in x]")


def test_a_recipe_takes_few_steps_and_keeps_its_base() -> None:
    recipe, rng = Recipe("growing", GROWING, 100), random.Random(0)
    for _ in range(200):
        recipe = recipe.other(rng, (Type("list", "int"), Type("int")))
        assert len(recipe.steps) <= recipes.MOST_STEPS and recipe.base == "growing" and (recipe.size or 0) > 0


def test_pools_are_of_distinct_programs_and_climbers_spread_over_them(problem: Problem) -> None:
    renamed = LEAST.replace("values", "numbers") + "# the same\n"
    pools = search.distinct_programs({"Own/0": {"1" * 64: LEAST, "2" * 64: renamed, "3" * 64: EARLY}})
    assert [solution.name for solution in pools["Own/0"]] == ["1" * 64, "3" * 64]
    assert best_known(problem, None) == LEAST
    chosen = spread_out({f"p{number}": number * number for number in range(20)})
    assert len(chosen) == CLIMBERS and chosen[0] == "p0" and chosen[-1] == "p19"
    assert spread_out({"b": 1, "a": 1}) == ["a", "b"]


def test_what_cannot_be_searched_is_said(problem: Problem, tallybench: CommandLine) -> None:
    assert search.without_search(problem) is None
    assert search.without_search(replace(problem, contract=None)) == "it has no contract"
    assert search.without_search(replace(problem, level="class")) == "it is of level class"
    says = "tallybench: --min-cost 1: is more than half of --max-cost 0.5; give less\n"
    tallybench("dev", "stress", "search", "--ids", "0", "--max-cost", "0.5", code=2, says=says)
