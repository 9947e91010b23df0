"""`tallybench problems`: the list, and one problem, found by its id, its number or its name."""

import json

import pytest

from tests.cli.test_cli import error_of
from tests.conftest import CommandLine


def test_problems_are_listed_and_shown(tallybench: CommandLine) -> None:
    listed = tallybench("problems")
    assert listed.returncode == 0 and "HumanEval/163" in listed.stdout
    shown = tallybench("problems", "0")
    assert shown.returncode == 0 and "stressful input" in shown.stdout
    assert json.loads(tallybench("problems", "HumanEval/0", "--json").stdout)[0]["entry_point"] == "has_close_elements"


@pytest.mark.parametrize(
    ("typed", "note", "shown"),
    [
        ("is_prime", "", "HumanEval/31  is_prime "),
        ("has_close", "", "HumanEval/0  has_close_elements "),
        (
            "has_close_elemnts",
            "note: nothing is called has_close_elemnts; these names are similar\n",
            "HumanEval/0  has_close_elements ",
        ),
    ],
)
def test_a_problem_is_found_by_its_function_a_part_of_it_or_what_comes_near(
    tallybench: CommandLine, typed: str, note: str, shown: str
) -> None:
    done = tallybench("problems", typed)
    assert (done.returncode, done.stderr) == (0, note)
    assert done.stdout.startswith(shown) and "stressful input" in done.stdout


def test_several_problems_of_a_name_are_listed(tallybench: CommandLine) -> None:
    done = tallybench("problems", "PRIME")
    names = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("HumanEval/")]
    assert len(names) > 2 and "is_prime" in names and "prime_fib" in names
    assert all("prime" in name for name in names)
    assert "stressful input " not in done.stdout


def test_what_is_not_there_gets_one_line_about_the_task(tallybench: CommandLine) -> None:
    for task in ("no_such_function_anywhere", "999", "HumanEval/999999"):
        line = error_of(tallybench("problems", task))
        assert line.startswith(f"tallybench: TASK {task}: humaneval has no task ")
        assert "--ids" not in line
