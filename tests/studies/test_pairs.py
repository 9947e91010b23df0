"""Pairs of a slow and a fast program that people wrote, and the programs to be made faster that they give."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.contest_pairs import Split, split_of, split_tests
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.problem import GIVEN, Case, Task, code_hash
from tallybench.samples.reading import Sample
from tests.benchmarks.coffe_data import MIDDLE_SORT, QUICK_SORT, SLOW_SORT, WRONG_SORT, write_data
from tests.conftest import CommandLine

# Of the test split, by problem: pairs, and private tests of each.
TESTED = {
    ("1da71844", 199): 19,
    ("236a05df", 198): 22,
    ("2575c1b9", 198): 8,
    ("6336af37", 198): 14,
    ("644e1ef0", 198): 8,
    ("8da9b134", 201): 27,
    ("9be68478", 198): 11,
    ("b316d578", 200): 20,
    ("c8f906b0", 200): 23,
    ("cf627376", 207): 17,
    ("e6b0f850", 200): 25,
    ("fafdb171", 198): 9,
}

EDIT = "coffe-code-contests-edit"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_data(tmp_path / "datasets")


@pytest.fixture
def made(data: Path, tallybench: CommandLine, tmp_path: Path) -> bytes:
    command = ("dev", "study", "humans", "--data", data, "--pairs", tmp_path / "pairs.json")
    done = tallybench(*command)
    assert done.returncode == 0, done.stderr
    first = (tmp_path / "pairs.json").read_bytes()
    assert "pairs, " in done.stdout and " of 1 problems" in done.stdout
    assert tallybench(*command).returncode == 0
    assert (tmp_path / "pairs.json").read_bytes() == first
    return first


def test_a_pair_is_of_correct_programs_of_which_one_needs_half_as_much_again(made: bytes) -> None:
    (problem,) = json.loads(made)["problems"].values()
    names = {
        code_hash(code): name for name, code in (("slow", SLOW_SORT), ("quick", QUICK_SORT), ("middle", MIDDLE_SORT))
    }
    pairs = [(names[pair["slow"]["sha256"]], names[pair["fast"]["sha256"]]) for pair in problem["pairs"]]
    assert {slow for slow, _ in pairs} == {"slow", "middle"} and ("middle", "quick") in pairs
    for pair in problem["pairs"]:
        assert pair["slow"]["instructions"] >= 1.5 * pair["fast"]["instructions"]


def test_nothing_that_people_wrote_is_in_the_file(made: bytes) -> None:
    for text in ("print", "input", "Sort the numbers", "10 9"):
        assert text.encode() not in made
    assert code_hash(WRONG_SORT).encode() not in made


def test_the_slow_side_is_a_program_to_be_made_faster(data: Path, made: bytes, session: Session) -> None:
    content = json.loads(made)
    ((task_id, problem),) = content["problems"].items()
    problem |= {"split": "test", "private": [1], "public": [0]}
    (data / "pairs.json").write_text(json.dumps(content))
    benchmark = load_benchmark(EDIT, data)
    slow = code_hash(SLOW_SORT)
    given = benchmark.by_id[f"{task_id.replace('/', 'Edit/')}-{slow[:8]}"]
    assert given.task is Task.EDIT and given.canonical.name == GIVEN and given.canonical.code == SLOW_SORT
    assert [case.arguments for case in given.cases] == [("10 9\n",)]
    samples = [Sample(given.task_id, 0, "solution", QUICK_SORT), Sample(given.task_id, 1, "solution", WRONG_SORT)]
    options = Options(benchmark=EDIT, data=data, ids=(given.task_id,))
    result = evaluate(samples, "a model", options, session=session)
    assert [sample.verdict.value for sample in result.samples] == ["passed", "wrong_output"]
    speedup = result.metrics["speedup"].value
    assert speedup is not None and speedup > 1.5


def test_the_pairs_that_come_along_are_of_coffes_public_data(shared_data: Path) -> None:
    benchmark = load_benchmark(EDIT, shared_data / "coffe/datasets")
    assert len(benchmark) == 203 and not benchmark.texts.shown
    assert {problem.task for problem in benchmark} == {Task.EDIT}
    names = [problem.task_id.removeprefix("CodeContestsEdit/").partition("-")[0] for problem in benchmark]
    assert Counter(zip(names, (len(problem.cases) for problem in benchmark), strict=True)) == TESTED


def test_programs_of_the_other_splits_are_not_asked_about(data: Path, made: bytes) -> None:
    content = json.loads(made)
    for problem in content["problems"].values():
        problem["split"] = "train"
    (data / "pairs.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match="holds no problems"):
        load_benchmark(EDIT, data)


def test_a_broken_file_of_pairs_is_refused_with_the_place(data: Path, made: bytes) -> None:
    content = json.loads(made)
    next(iter(content["problems"].values()))["split"] = "exam"
    (data / "pairs.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"pairs\.json: problems\.CodeContests/\w+\.split: .*humans --pairs"):
        load_benchmark(EDIT, data)


def test_no_test_is_both_public_and_private() -> None:
    cases = [Case((text,), "") for text in ("long", "a", "a", "bb", "ccc", "dd", *(["z" * 9] * 8))]
    public, private = split_tests(cases)
    assert public == (1, 3, 5)
    assert not set(public) & set(private)
    assert not {cases[number].arguments for number in public} & {cases[number].arguments for number in private}
    assert split_tests(cases[:3]) == ((), (0, 1, 2))


def test_six_of_ten_problems_are_for_training_and_three_for_the_test() -> None:
    splits = [split_of(f"CodeContests/{number}") for number in range(1000)]
    assert splits.count(Split.TRAINING) == pytest.approx(600, abs=45)
    assert splits.count(Split.TEST) == pytest.approx(300, abs=45)
