"""Editing tasks: made of our slow solutions, judged as the problems that these solve."""

import ast
from collections.abc import Iterator

import pytest

from tallybench.benchmarks import BENCHMARKS, load_benchmark, problem_file
from tallybench.benchmarks.measured import board_file, read_measured
from tallybench.benchmarks.sources.embedded import BEST_IS_TRUTH, edit_id, under_its_name
from tallybench.generating.prompt import load_prompt
from tallybench.generating.strategies import strategy_of
from tallybench.model.problem import GIVEN, Problem, Solution, Task

SAME = ("entry_point", "level", "prompt", "tests", "cases", "contract", "stressful", "tolerance", "accepts")
EDITING = [row for row in BENCHMARKS.values() if row.edits]


def pairs() -> Iterator[tuple[Problem, Problem]]:
    """Each editing task with the problem that its program solves."""
    for row in EDITING:
        edited = load_benchmark(row.name).by_id
        for problem in load_benchmark(row.edits):
            if edit_id(problem.task_id) in edited:
                yield edited[edit_id(problem.task_id)], problem


def test_every_problem_with_headroom_and_a_slow_solution_is_an_editing_task() -> None:
    for row in EDITING:
        wanted = [p for p in load_benchmark(row.edits) if p.slow and p.without_efficiency is None]
        assert [problem.task_id for problem in load_benchmark(row.name)] == [edit_id(p.task_id) for p in wanted]
    assert [len(load_benchmark(row.name)) for row in EDITING] == [154, 40]


def test_tests_inputs_and_references_are_those_of_the_problem_that_is_solved() -> None:
    for edited, problem in pairs():
        assert edited.task is Task.EDIT and problem.task is Task.WRITE
        assert edited.hash != problem.hash
        for field in (
            "entry_point",
            "level",
            *["prompt", "tests", "cases", "contract", "stressful", "tolerance", "accepts"],
        ):
            assert getattr(edited, field) == getattr(problem, field), (edited.task_id, field)
        assert edited.references[: len(problem.references)] == problem.references
        assert edited.ground_truth.name == GIVEN and edited.without_efficiency is None
        assert problem_file("humaneval", "HumanEval/0") == problem_file("humaneval-edit", "HumanEvalEdit/0")


def test_the_program_says_nowhere_that_it_is_slow() -> None:
    for edited, problem in pairs():
        slow, program = problem.slow[0], edited.canonical.code
        assert slow.name not in program
        defined = [node.name for node in ast.parse(program).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        assert problem.entry_point in defined


def test_a_program_gets_its_name_wherever_it_names_itself_and_in_no_text() -> None:
    code = 'def slow_it(n):\n    """slow_it"""\n    return n and slow_it(n - 1)  # slow_it\n\n\nit = slow_it\n'
    renamed = under_its_name(Solution("slow_it", code), "it")
    assert renamed == 'def it(n):\n    """slow_it"""\n    return n and it(n - 1)  # slow_it\n'


def test_the_best_known_solution_is_the_one_of_the_problem_that_is_solved() -> None:
    """The ground truth is a reference exactly where it is the best known one."""
    for row in EDITING:
        edited, solved = (read_measured(board_file(name)).problems for name in (row.name, row.edits))
        for problem in load_benchmark(row.edits):
            if (task_id := edit_id(problem.task_id)) not in edited:
                continue
            best, known = edited[task_id], solved[problem.task_id]
            of_truth = known.best_known == known.ground_truth
            assert of_truth == (problem.task_id in BEST_IS_TRUTH)
            for name, given in best.inputs.items():
                assert given.counts[best.best_known] == known.inputs[name].counts[known.best_known]
                assert given.sha256 == known.inputs[name].sha256


@pytest.mark.parametrize("number", ["HumanEvalEdit/0", "TallyClassesEdit/1"])
def test_a_model_is_asked_with_the_program_and_nothing_else(number: str) -> None:
    problem = next(edited for edited, _ in pairs() if edited.task_id == number)
    prompt = load_prompt("edit")
    (message,) = next(strategy_of(prompt)(problem, prompt))
    assert problem.canonical.code.strip() in message.text
    docstring = ast.get_docstring(
        next(n for n in ast.parse(problem.prompt).body if isinstance(n, ast.FunctionDef | ast.ClassDef))
    )
    assert docstring is not None and docstring.splitlines()[0] not in message.text
    assert not any(reference.code.strip() in message.text for reference in problem.references)
