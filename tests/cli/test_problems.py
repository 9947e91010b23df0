"""`tallybench problems`: the list, and one problem, found by its id, its number or its name."""

import json

from tests.cli.test_cli import error_of
from tests.conftest import CommandLine


def test_problems_are_listed_and_shown(tallybench: CommandLine) -> None:
    listed = tallybench("problems")
    assert listed.returncode == 0 and "HumanEval/163" in listed.stdout
    shown = tallybench("problems", "0")
    assert shown.returncode == 0 and "stressful input" in shown.stdout
    assert json.loads(tallybench("problems", "HumanEval/0", "--json").stdout)[0]["entry_point"] == "has_close_elements"


def test_a_problem_is_found_by_its_function(tallybench: CommandLine) -> None:
    done = tallybench("problems", "is_prime")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("HumanEval/31  is_prime ")
    assert "stressful input" in done.stdout


def test_a_part_of_a_name_that_only_one_problem_has_shows_it(tallybench: CommandLine) -> None:
    assert tallybench("problems", "has_close").stdout.startswith("HumanEval/0  has_close_elements ")


def test_several_problems_of_a_name_are_listed(tallybench: CommandLine) -> None:
    done = tallybench("problems", "PRIME")
    names = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("HumanEval/")]
    assert len(names) > 2 and "is_prime" in names and "prime_fib" in names
    assert all("prime" in name for name in names)
    assert "stressful input " not in done.stdout


def test_a_misspelled_name_finds_what_comes_near(tallybench: CommandLine) -> None:
    done = tallybench("problems", "has_close_elemnts")
    assert done.returncode == 0
    assert done.stderr == "note: nothing is called has_close_elemnts; this comes near\n"
    assert done.stdout.startswith("HumanEval/0  has_close_elements ")


def test_what_is_not_there_gets_one_line_about_the_task(tallybench: CommandLine) -> None:
    for task in ("no_such_function_anywhere", "999", "HumanEval/999999"):
        line = error_of(tallybench("problems", task))
        assert line.startswith(f"tallybench: TASK {task}: humaneval has no task ")
        assert "--ids" not in line
