"""MBPP: assertions read as data."""

import json
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark, read_benchmark
from tallybench.benchmarks.sources.mbpp import Asserted, Unreadable, read_asserts
from tallybench.errors import InputError
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote


@pytest.mark.parametrize(
    ("source", "asserted"),
    [
        ("assert f(1, (2, 'a')) == [3]", Asserted("f", (1, (2, "a")), [3])),
        ("assert f(-1) == 5j", Asserted("f", (-1,), 5j)),
        ("assert set(f([1])) == set([2, 1])", Asserted("f", ([1],), {1, 2}, "set")),
        ("assert f([1]) == set([2, 1])", Asserted("f", ([1],), {1, 2})),
        ("assert math.isclose(f(2), 1.5, rel_tol=0.001)", Asserted("f", (2,), 1.5, "close", 0.001)),
        ("assert f('x')", Asserted("f", ("x",), True, "truth")),
        ("import math\nassert not f(14 * 14)", Asserted("f", (196,), False, "truth")),
    ],
)
def test_an_assertion_is_read(source: str, asserted: Asserted) -> None:
    assert read_asserts(source) == [asserted]


@pytest.mark.parametrize(
    "source",
    [
        "assert f(g(1)) == 2",
        "assert f(1) == g(2)",
        "assert f(1) > 2",
        "assert f(x=1) == 2",
        "print(f(1))",
        "assert f(1) ==",
        "assert f(" + "(" * 5000 + ")" * 5000 + ")",
        "assert f(1) == __import__('os').system('true')",
    ],
)
def test_what_is_no_call_compared_with_a_value_is_not_read(source: str) -> None:
    with pytest.raises(Unreadable):
        read_asserts(source)


def test_all_of_mbpp_is_read_as_data(shared_data: Path, native: Zygote) -> None:
    loaded = load_benchmark("mbpp", shared_data / "mbpp")
    assert (len(loaded), loaded.exclusions) == (234, ())
    assert sum(len(problem.cases) for problem in loaded) == 707
    assert {problem.tests for problem in loaded} == {""}
    for problem in loaded.problems[::10]:
        checked = check_solution(native, Tests.of(problem), problem.canonical.code)
        assert checked.verdict is Verdict.PASSED, (problem.task_id, checked)


@pytest.mark.parametrize(
    ("tests", "reason"),
    [
        (["assert f(g(1)) == 2"], "cannot be read as data"),
        ([], "it has no tests"),
        (["assert f(1) == 2", "assert g(1) == 2"], "several functions"),
        (["assert f(1) == 2", "assert set(f(1)) == {2}"], "several ways"),
    ],
)
def test_assertions_that_are_no_data_exclude_their_problem(tmp_path: Path, tests: list[str], reason: str) -> None:
    good = {"task_id": 1, "prompt": "Do.", "code": "def f(x):\n    return 2", "test_list": ["assert f(1) == 2"]}
    rows = [good, good | {"task_id": 2, "test_list": tests}]
    (tmp_path / "data.jsonl").write_text("\n".join(map(json.dumps, rows)))
    loaded = read_benchmark("mbpp", tmp_path)
    assert list(loaded.by_id) == ["Mbpp/1"]
    assert reason in dict(loaded.exclusions)["Mbpp/2"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "data.jsonl: there is no such file"),
        ("", "holds no problems"),
        ('{"task_id": 1}\n{', "data.jsonl:2: is not JSON"),
        ("[1]", "at line 1 is an array, expected a problem"),
        ('{"task_id": "1"}', "at line 1 task_id is a string, expected a number"),
        ('{"task_id": 1, "prompt": "", "code": ""}', "at line 1 has no `test_list`"),
    ],
)
def test_a_malformed_file_is_named_with_what_was_expected(tmp_path: Path, content: str | None, told: str) -> None:
    if content is not None:
        (tmp_path / "data.jsonl").write_text(content)
    with pytest.raises(InputError) as caught:
        read_benchmark("mbpp", tmp_path)
    assert told in str(caught.value)
