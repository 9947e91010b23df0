"""The growth of published programs: each distinct one is measured once, and a file of it holds what is known."""

import json
from pathlib import Path

import pytest

from tallybench.authoring.audit import growth
from tallybench.authoring.audit.growth import form_of, measure_samples
from tallybench.authoring.running import Runner
from tallybench.benchmarks import load_benchmark, select
from tallybench.benchmarks.measured import load_measured
from tallybench.errors import InputError
from tallybench.model.problem import code_hash
from tallybench.statistics.orders import fit_growth, grows_faster
from tallybench.statistics.published.data_files import (
    GROWTH,
    BenchmarkGrowth,
    ProblemGrowth,
    merge_growth,
    read_growth,
    write_growth,
)

TASK = "HumanEval/5"  # intersperse: a list of any length
LINEAR = """def intersperse(numbers, delimeter):
    mixed = []
    for number in numbers:
        mixed.append(number)
        mixed.append(delimeter)
    return mixed[:-1]
"""
RENAMED = LINEAR.replace("mixed", "found").replace("    found = []", "    # others' names\n    found = []")
QUADRATIC = """def intersperse(numbers, delimeter):
    mixed = []
    for number in numbers:
        mixed = mixed + [number, delimeter]
    return mixed[:-1]
"""
PROGRAMS = {TASK: {code_hash(code): code for code in (LINEAR, RENAMED, QUADRATIC)}}
SHA = "0" * 64


def measured_again() -> BenchmarkGrowth:
    benchmark = select(load_benchmark(), [TASK])
    return measure_samples(benchmark, load_measured(), PROGRAMS, Runner())


def test_programs_are_grouped_measured_once_and_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))
    found = measured_again()
    problem = found.problems[TASK]
    points = {digest: group.points for group in problem.measured for digest in group.programs}
    assert set(points) == set(PROGRAMS[TASK]) and len(problem.measured) == 2
    best, linear, quadratic = (
        fit_growth(of) for of in (problem.best, points[code_hash(RENAMED)], points[code_hash(QUADRATIC)])
    )
    assert best is not None and linear is not None and quadratic is not None
    assert linear.order == "n" and not grows_faster(linear, best)
    assert quadratic.exponent > 1.5 and grows_faster(quadratic, best)

    monkeypatch.setattr(growth.GrowthTask, "run", None)  # nothing is left to run
    assert measured_again() == found


def test_names_and_comments_make_no_other_program_but_operators_do() -> None:
    assert form_of(LINEAR) == form_of(RENAMED) != form_of(QUADRATIC)
    assert form_of("x = (") == code_hash("x = (")


def some_growth(content: str = SHA, fingerprint: str = SHA) -> BenchmarkGrowth:
    problem = ProblemGrowth(content=content, best=((8, 100), (16, 200)), measured=())
    return BenchmarkGrowth(fingerprint=fingerprint, problems={TASK: problem})


def test_the_file_is_read_as_it_was_written_and_other_benchmarks_stay(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    assert read_growth(tmp_path) == {}
    path = write_growth(tmp_path, "humaneval", some_growth())
    written = path.read_bytes()
    write_growth(tmp_path, "another", some_growth("1" * 64))
    assert read_growth(tmp_path) == {"another": some_growth("1" * 64), "humaneval": some_growth()}
    assert json.loads(path.read_bytes())["benchmarks"]["humaneval"] == json.loads(written)["benchmarks"]["humaneval"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "Invalid JSON"),
        (b'{"benchmarks": {"x": {"fingerprint": "1", "problems": {}}}}', "benchmarks.x.fingerprint"),
        (b'{"benchmarks": {}, "more": 1}', "more"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / GROWTH).write_bytes(content)
    with pytest.raises(InputError, match="tallybench dev growth") as caught:
        read_growth(tmp_path)
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_other_problems_stay_unless_they_or_the_environment_have_changed() -> None:
    other = BenchmarkGrowth(fingerprint=SHA, problems={})
    assert merge_growth(some_growth(), other, {TASK: SHA}).problems == some_growth().problems
    assert merge_growth(some_growth(), other, {TASK: "1" * 64}).problems == {}
    assert merge_growth(some_growth(fingerprint="1" * 64), other, {TASK: SHA}).problems == {}
    assert merge_growth(None, some_growth(), {TASK: SHA}) == some_growth()
