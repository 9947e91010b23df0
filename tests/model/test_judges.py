"""Judges of programs: another right answer is accepted, a wrong one is not."""

from pathlib import Path

import pytest

from tallybench.benchmarks import read_benchmark
from tallybench.model.judges import JUDGED, answers, judged

BOARD = "1\n\n2 3\nRRD\nULL\n"
WELL = "5\n1 1 2 2 3\n0 0 1 0 0\n"

RIGHT = [
    pytest.param("8acd5703", "1\n3\n1 2 3\n", "3\n1 3\n2 3\n2 3", "3\n3 2\n3 2\n3 1\n", id="meeting: order"),
    pytest.param("8acd5703", "2\n2\n0 4\n2\n1 1", "0\n1\n1 2", "0\n\n1\n2 1", id="meeting: nobody"),
    pytest.param("494eaf29", "1\n3\n2 3 1\n010", "1 3 2", "2 3 1", id="ratings: the old ones"),
    pytest.param("494eaf29", "1\n4\n4 3 2 1\n0011", "2 1 4 3", "1 2 3 4", id="ratings: as near"),
    pytest.param("53d64323", WELL, "3\n2 1 0", "3\n2 1 0 ", id="well: the same"),
    pytest.param("53d64323", "3\n1 2 2\n0 0 0", "2\n1 0", "2\n2 0", id="well: another way"),
    pytest.param("53d64323", "2\n1 1\n1 0", "-1", "-1\n", id="well: no way"),
    pytest.param("a952c765", "1\n1 2 3 4 5 6 7", "1 2 4", "4 1 2", id="three numbers: order"),
    pytest.param("52771f7d", "1\n3\naa", "aaa", "baa", id="bigram: first missing"),
    pytest.param("52771f7d", "1\n3\naa", "aaa", "aab", id="bigram: last missing"),
    pytest.param("52771f7d", "1\n5\nbb ab bc", "bbabc", "bbabc ", id="bigram: a third letter"),
    pytest.param("6befe15e", "1\n3\n3 1 2", "1\n1 3 1", "2\n1 2 1\n2 3 1", id="shifts: more of them"),
    pytest.param("6befe15e", "1\n2\n1 2", "0", "2\n1 2 1\n1 2 1", id="shifts: of the sorted"),
    pytest.param("d3ce20d6", BOARD, "1 1 6", "2 2 6", id="robot: another start"),
    pytest.param("d3ce20d6", BOARD, "1 1 6", "1 3 6", id="robot: another corner"),
    pytest.param("2cb531d4", "2\n3\n6", "-2 3\n-5 6", "1 2\n1 3", id="range"),
    pytest.param("2accfa45", "1\n4\n2 8 3 4", "3 2\n4 2", "8 4\n8 2", id="remainders"),
    pytest.param("35833fb3", "2\nabbb\nb", "bbbb\nb", "abba\nb", id="balanced"),
    pytest.param("b316d578", "2\n2\n1 6\n2\n1 3", "6\n3", "2\n3", id="colouring"),
    pytest.param("35dc5981", "1\n4 8", "8", "4", id="equal remainders"),
    pytest.param("4a4036ee", "2\n...", "YES\nNO", "yes\nNo", id="any case"),
    pytest.param("fafdb171", "2\n...", "1 2 3\n", "1\n2\n3", id="any lines"),
]

WRONG = [
    pytest.param("8acd5703", "1\n3\n1 2 3", "3\n1 3\n2 3\n2 3", "3\n1 3\n1 3\n2 3", id="meeting: too often"),
    pytest.param("8acd5703", "1\n3\n1 2 3", "3\n1 3\n2 3\n2 3", "2\n2 3\n2 3", id="meeting: too few"),
    pytest.param("8acd5703", "1\n2\n2 2", "2\n1 2\n1 2", "2\n1 1\n2 2", id="meeting: with themselves"),
    pytest.param("8acd5703", "1\n2\n1 1", "1\n1 2", "1\n0 1", id="meeting: with nobody"),
    pytest.param("8acd5703", "1\n2\n1 1", "1\n1 2", "1\n1 2\n1 2", id="meeting: more than told"),
    pytest.param("494eaf29", "1\n3\n1 2 3\n100", "3 1 2", "2 1 3", id="ratings: a disliked one above"),
    pytest.param("494eaf29", "1\n3\n1 2 3\n000", "1 2 3", "2 1 3", id="ratings: farther"),
    pytest.param("494eaf29", "1\n3\n1 2 3\n000", "1 2 3", "1 2 2", id="ratings: no permutation"),
    pytest.param("53d64323", WELL, "3\n2 1 0", "3\n1 1 0", id="well: too far"),
    pytest.param("53d64323", WELL, "3\n2 1 0", "4\n4 2 1 0", id="well: a jump more"),
    pytest.param("53d64323", WELL, "3\n2 1 0", "-1", id="well: gives up"),
    pytest.param("53d64323", "2\n1 1\n1 0", "-1", "1\n0", id="well: no way"),
    pytest.param("53d64323", WELL, "3\n2 1 0", "3\n3 2 1", id="well: not at the top"),
    pytest.param("a952c765", "1\n1 2 3 4 5 6 7", "1 2 4", "1 2 3", id="three numbers"),
    pytest.param("52771f7d", "1\n4\nab ab", "abab", "abba", id="bigram: another word"),
    pytest.param("52771f7d", "1\n3\naa", "aaa", "aaaa", id="bigram: too long"),
    pytest.param("52771f7d", "1\n3\naa", "aaa", "aac", id="bigram: no such letter"),
    pytest.param("6befe15e", "1\n3\n3 1 2", "1\n1 3 1", "1\n1 3 2", id="shifts: not sorted"),
    pytest.param("6befe15e", "1\n2\n2 1", "1\n1 2 1", "3\n1 2 1\n1 2 1\n1 2 1", id="shifts: too many"),
    pytest.param("6befe15e", "1\n3\n3 1 2", "1\n1 3 1", "1\n1 3 4", id="shifts: by more than the segment"),
    pytest.param("d3ce20d6", BOARD, "1 1 6", "1 1 5", id="robot: fewer moves"),
    pytest.param("d3ce20d6", "1\n\n1 3\nRRR", "1 1 3", "1 2 3", id="robot: does not get as far"),
    pytest.param("d3ce20d6", BOARD, "1 1 6", "0 1 6", id="robot: off the board"),
    pytest.param("2cb531d4", "1\n3", "1 2", "3 3", id="range: of one number"),
    pytest.param("2cb531d4", "1\n3", "1 2", "1 3", id="range: another sum"),
    pytest.param("2accfa45", "1\n4\n2 8 3 4", "3 2\n4 2", "8 2\n8 2", id="remainders: twice the same"),
    pytest.param("2accfa45", "1\n4\n2 8 3 4", "3 2\n4 2", "2 8\n4 2", id="remainders: in the array"),
    pytest.param("2accfa45", "1\n4\n2 8 3 4", "3 2\n4 2", "8 1\n4 2", id="remainders: no member"),
    pytest.param("35833fb3", "1\nabbb", "bbbb", "bbba", id="balanced: not"),
    pytest.param("35833fb3", "1\nabbb", "bbbb", "aaaa", id="balanced: too many changes"),
    pytest.param("b316d578", "1\n2\n1 6", "6", "0", id="colouring: gives up"),
    pytest.param("b316d578", "1\n2\n1 6", "6", "1", id="colouring: all red"),
    pytest.param("b316d578", "1\n3\n10 5 15", "0", "2", id="colouring: none"),
    pytest.param("35dc5981", "1\n4 2", "10", "2", id="equal remainders"),
    pytest.param("35dc5981", "1\n4 2", "10", "0", id="equal remainders: of nothing"),
    pytest.param("4a4036ee", "2\n...", "YES\nNO", "yes", id="any case: a line less"),
    pytest.param("4a4036ee", "2\n...", "YES\nNO", "yes\u00a0no", id="any case: other white space"),
    pytest.param("fafdb171", "2\n...", "1 2 3\n", "1 23", id="any lines: another number"),
    pytest.param("35833fb3", "1\nacbb", "bcbb", "ccbb", id="balanced: a third letter elsewhere"),
    pytest.param("2accfa45", "1\n2\n0 3", "0 3", "3 0", id="remainders: of division by nothing"),
    pytest.param("53d64323", "2\n1 1\n-5 0", "-1", "2\n1 0", id="well: above the ground"),
]


@pytest.mark.parametrize(("name", "stdin", "expected", "output"), RIGHT)
def test_another_right_answer_is_accepted(name: str, stdin: str, expected: str, output: str) -> None:
    assert judged(name, output, expected, stdin)


@pytest.mark.parametrize(("name", "stdin", "expected", "output"), WRONG)
def test_a_wrong_answer_is_not(name: str, stdin: str, expected: str, output: str) -> None:
    assert not judged(name, output, expected, stdin)


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize(
    "output", ["", "1", "-1", "x", "9" * 5000, "1 " * 2000, "-", "1e3", "\u0661 \u0662", "\0", "0 0 0 0 0 0 0 0"]
)
def test_anything_may_be_printed(name: str, output: str) -> None:
    expected = "2\n3 2 1\n1 2"
    for stdin in ("1\n3\n1 2 3\n011", BOARD, WELL, "", "x", "1\n9\n", "-1", "1\n-3\n"):
        assert not judged(name, output, expected, stdin)


def test_real_expected_outputs_answer_by_the_judges_own_conditions(shared_data: Path) -> None:
    benchmark = read_benchmark("coffe-code-contests", shared_data / "coffe" / "datasets")
    found = {problem.task_id.removeprefix("CodeContests/"): problem for problem in benchmark if problem.accepts}
    assert set(found) == set(JUDGED)
    for name, problem in found.items():
        for case in problem.cases:
            assert answers(name, case.expected, case.expected, case.arguments[0]), (name, case)
