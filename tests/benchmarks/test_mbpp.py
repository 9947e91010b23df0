"""MBPP and MBPP+: assertions read as data, inputs with the types that JSON lost, outputs found out in the sandbox."""

import json
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark, read_benchmark
from tallybench.benchmarks.sources.mbpp import Asserted, Shape, Unreadable, read_asserts, read_calls
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


def test_calls_are_read_whatever_is_asserted_of_them() -> None:
    assert read_calls("assert f((1,)) == g(2)\nassert f(h(1)) == 2\nassert set(f((3,)))", "f") == [((1,),), ((3,),)]


@pytest.mark.parametrize(
    ("examples", "value", "restored"),
    [
        ([(1, 2)], [3, 4], (3, 4)),
        ([[(1, 2)], []], [[3, 4], [5]], [(3, 4), (5,)]),
        ([((1, 2), (3, 4))], [[5, 6]], ((5, 6),)),
        ([[{1}, {2}]], [[3, 3], []], [{3}, set()]),
        ([{"a": (1, 2)}], {"b": [3]}, {"b": (3,)}),
        ([[1], (2,)], [[3]], [[3]]),
        (["text"], "7", "7"),
        ([(4, (5, (6, 7)))], [1, [2, [3, [4]]]], (1, (2, (3, (4,))))),
        ([1j], "2j", 2j),  # JSON holds such numbers as strings
        ([0, 2], "1e-3", 0.001),
        ([1], "(1+2j)", 1 + 2j),
        ([1j], "j", "j"),
    ],
)
def test_lost_types_are_restored_after_examples(examples: list[Any], value: Any, restored: Any) -> None:
    got = Shape.of(examples).restore_argument(value)
    assert repr(got) == repr(restored)


def test_all_of_mbpp_is_read_as_data(shared_data: Path, native: Zygote) -> None:
    loaded = load_benchmark("mbpp", shared_data / "mbpp")
    assert (len(loaded), loaded.exclusions) == (234, ())
    assert sum(len(problem.cases) for problem in loaded) == 707
    assert {problem.tests for problem in loaded} == {""}
    for problem in loaded.problems[::10]:
        checked = check_solution(native, Tests.of(problem), problem.canonical.code)
        assert checked.verdict is Verdict.PASSED, (problem.task_id, checked)


UNUSABLE = {"Mbpp/255", "Mbpp/737", "Mbpp/787", "Mbpp/794"}


def test_outputs_of_mbpp_plus_are_found_where_its_solutions_return_data(shared_data: Path, tmp_path: Path) -> None:
    """Those that do not, and a few of the others."""
    rows = [json.loads(line) for line in (shared_data / "mbpp/MbppPlus.jsonl").read_text().splitlines()]
    some = [row for number, row in enumerate(rows) if number % 30 == 0 or row["task_id"] in UNUSABLE]
    (tmp_path / "MbppPlus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in some))
    loaded = load_benchmark("mbpp+", tmp_path)
    reasons = dict(loaded.exclusions)
    assert reasons.keys() == UNUSABLE and len(loaded) == len(some) - len(UNUSABLE) > 10
    assert reasons["Mbpp/737"] == "its canonical solution fails: for input 1: it returned a value of type Match"
    assert "MemoryError" in reasons["Mbpp/255"]
    inputs = {row["task_id"]: len(row["base_input"] + row["plus_input"]) for row in some}
    assert {problem.task_id: len(problem.cases) for problem in loaded}.items() <= inputs.items()


PLUS = {
    "task_id": "Mbpp/1",
    "prompt": '"""\nHalve both.\nassert halve((2, 4)) == (1.0, 2.0)\n"""\n',
    "entry_point": "halve",
    "canonical_solution": "\ndef halve(pair):\n  return tuple(x / 2 for x in pair)\n",
    "base_input": [[[2, 4]]],
    "plus_input": [[[6, 9]]],
    "atol": 0,
    "contract": "\n  assert isinstance(pair, tuple), 'invalid inputs'\n",
    "assertion": "\nassert halve((2, 4)) == (1.0, 2.0)\n",
}


def _plus(tmp_path: Path, **changes: Any) -> Path:
    (tmp_path / "MbppPlus.jsonl").write_text(json.dumps(PLUS | changes) + "\n")
    return tmp_path


def test_expected_outputs_are_those_of_the_canonical_solution(tmp_path: Path, native: Zygote) -> None:
    (problem,) = read_benchmark("mbpp+", _plus(tmp_path))
    assert [(case.arguments, case.expected) for case in problem.cases] == [
        (((2, 4),), (1.0, 2.0)),
        (((6, 9),), (3.0, 4.5)),
    ]
    assert problem.tolerance == 1e-6
    namespace: dict[str, Any] = {}
    exec(problem.contract or "", namespace)
    with pytest.raises(AssertionError):
        namespace["contract"]([2, 4])
    wrong = "def halve(pair):\n    return tuple(x // 2 for x in pair)\n"
    assert check_solution(native, Tests.of(problem), wrong).verdict is Verdict.WRONG_OUTPUT
    near = "def halve(pair):\n    return tuple(x * 0.5000000001 for x in pair)\n"
    assert check_solution(native, Tests.of(problem), near).verdict is Verdict.PASSED


def test_expected_outputs_are_kept_and_asked_for_anew_when_the_solution_changes(tmp_path: Path, cache: Path) -> None:
    def kept() -> set[Path]:
        return set((cache / "expected").glob("*"))

    data = _plus(tmp_path)
    read_benchmark("mbpp+", data)
    before = kept()
    read_benchmark("mbpp+", data)
    assert kept() == before
    changed = PLUS["canonical_solution"].replace("/ 2", "/ 4")  # type: ignore[attr-defined]
    (problem,) = read_benchmark("mbpp+", _plus(tmp_path, canonical_solution=changed))
    assert len(kept()) == len(before) + 1
    assert problem.cases[0].expected == (0.5, 1.0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"base_input": [], "plus_input": {}}, "it has no inputs"),
        ({"canonical_solution": "def other(): pass"}, "does not define halve"),
        ({"canonical_solution": "def halve(:"}, "is not Python"),
        ({"canonical_solution": "def halve(pair):\n  return open\n"}, "returned a value of type builtin_function"),
        ({"canonical_solution": "def halve(pair):\n  return 1 / 0\n"}, "for input 1: ZeroDivisionError"),
        ({"assertion": "assert ("}, "cannot be read"),
    ],
)
def test_a_problem_that_cannot_be_used_is_named_with_the_reason(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    path = _plus(tmp_path, **changes) / "MbppPlus.jsonl"
    path.write_text(path.read_text() + json.dumps(PLUS | {"task_id": "Mbpp/2"}) + "\n")
    loaded = read_benchmark("mbpp+", tmp_path)
    assert list(loaded.by_id) == ["Mbpp/2"]
    ((task_id, told),) = loaded.exclusions
    assert task_id == "Mbpp/1"
    assert reason in told


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
