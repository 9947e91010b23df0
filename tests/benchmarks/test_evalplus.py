"""HumanEval+ and MBPP+: EvalPlus' format, outputs found out in the sandbox, and how its outputs are judged."""

import copy
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import BENCHMARKS, read_benchmark
from tallybench.benchmarks.sources.evalplus import FILES
from tallybench.benchmarks.sources.evalplus_types import restored
from tallybench.errors import InputError
from tallybench.model.evalplus_judge import agrees
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote

SHARED = {"humaneval+": "evalplus", "humaneval+mini": "evalplus", "humaneval+noextreme": "evalplus", "mbpp+": "mbpp"}


@pytest.mark.parametrize(("name", "folder"), SHARED.items())
def test_inputs_as_published_meet_their_contracts_with_the_types_that_json_lost(
    name: str, folder: str, shared_data: Path
) -> None:
    listed = BENCHMARKS[name].read(shared_data / folder, listed=True)
    assert (len(listed), listed.exclusions) == ({"mbpp+": 378}.get(name, 164), ())
    path = shared_data / folder / FILES[name]
    text = path.read_bytes() if path.is_file() else gzip.decompress(Path(f"{path}.gz").read_bytes())
    refused = set()
    for row in map(json.loads, text.splitlines()):
        contract = listed[row["task_id"]].contract
        if contract is not None:
            namespace: dict[str, Any] = {}
            exec(contract, namespace)
            for given in row["base_input"]:
                try:
                    namespace["contract"](*copy.deepcopy(restored(row["task_id"], given)))
                except AssertionError:
                    refused.add(row["task_id"])
    assert refused == (set() if name == "mbpp+" else {"HumanEval/116"}), "there, HumanEval has negative numbers"


@pytest.mark.parametrize(
    ("task_id", "given", "expected"),
    [
        ("Mbpp/2", [[3, [4]], [5]], ((3, [4]), (5,))),
        ("Mbpp/3", [[3], 4], ([3], 4)),
        ("Mbpp/63", [[[1, 2], [3, 4]]], ([(1, 2), (3, 4)],)),
        ("Mbpp/75", [[[1, 2]], [3]], ([(1, 2)], [3])),
        ("Mbpp/106", [[1], [2]], ([1], (2,))),
        ("Mbpp/115", [[[1, 1], []]], ([{1}, {}],)),
        ("Mbpp/124", ["1e-3", "2j"], (0.001, 2j)),
        ("Mbpp/252", ["1"], (1 + 0j,)),
        ("Mbpp/259", [[[1, 2]], [[3]]], (((1, 2),), ((3,),))),
        ("Mbpp/278", [[1, [2, [3]]]], ((1, (2, [3])),)),
        ("Mbpp/307", [[1], 2, [3]], ((1,), 2, [3])),
        ("Mbpp/580", [[1, [2, [3]]]], ((1, (2, (3,))),)),
        ("Mbpp/722", [{"a": [1, 2]}, 3, 4], ({"a": (1, 2)}, 3, 4)),
        ("HumanEval/2", [[3]], ([3],)),
    ],
)
def test_inputs_get_the_types_that_evalplus_gives_them(
    task_id: str, given: list[Any], expected: tuple[Any, ...]
) -> None:
    assert repr(restored(task_id, given)) == repr(expected)


PI = 3.141592653589793


@pytest.mark.parametrize(
    ("source", "name", "tolerance", "output", "expected", "arguments", "right"),
    [
        ("Mbpp", "lateralsuface_cylinder", 1e-4, 2 * 3.1415 * 50, 2 * PI * 50, (10, 5), False),
        ("Mbpp", "lateralsuface_cylinder", 1e-4, 2 * PI * 50 + 9e-5, 2 * PI * 50, (10, 5), True),
        ("Mbpp", "square_Sum", 1e-6, 20, 20.0, (2,), True),
        ("Mbpp", "square_Sum", 1e-6, 10**17 + 2, 1e17, (2,), False),
        ("Mbpp", "square_Sum", 1e-6, 1e17 + 32, 1e17, (2,), True),
        ("Mbpp", "f", 1e-6, [1.0, 2.0], [1.0, 2.0000001], (), True),
        ("Mbpp", "f", 1e-6, [1.0], [1.0, 2.0], (), False),
        ("Mbpp", "f", 1e-6, (1.0,), [1.0], (), False),
        ("Mbpp", "f", 1e-6, {"a": 1.0}, {"a": 1.0}, (), True),
        ("Mbpp", "f", 0.0, 1.0000000001, 1.0, (), False),
        ("Mbpp", "similar_elements", 0.0, [5, 4, 4], (4, 5), (), True),
        ("Mbpp", "similar_elements", 0.0, [5], (4, 5), (), False),
        ("HumanEval", "similar_elements", 0.0, [5, 4], (4, 5), (), False),
        ("HumanEval", "find_zero", 1e-4, 1.0000001, 2.0, ([-6, 11, -6, 1],), True),
        ("HumanEval", "find_zero", 1e-4, 1.01, 2.0, ([-6, 11, -6, 1],), False),
        ("Mbpp", "check_str", 0.0, ..., True, ("annie",), True),
        ("Mbpp", "check_str", 0.0, ..., False, ("dog",), False),
        ("Mbpp", "check_str", 0.0, None, False, ("dog",), True),
        ("Mbpp", "check_str", 0.0, "", True, ("annie",), True),
        ("Mbpp", "check_str", 0.0, False, True, ("annie",), False),
        ("Mbpp", "are_equivalent", 0.0, False, True, (36, 57), True),
        ("Mbpp", "sum_div", 0.0, 0, 7, (8,), True),
        ("Mbpp", "sum_div", 0.0, 6, 7, (8,), False),
        ("Mbpp", "digit_distance_nums", 0.0, 9, 1, (9, 10), False),
        ("Mbpp", "digit_distance_nums", 0.0, 10, 1, (9, 10), True),
        ("Mbpp", "surface_Area", 0.0, 35, 33, (3, 4), True),
        ("Mbpp", "surface_Area", 0.0, 34, 33, (3, 4), False),
    ],
)
def test_an_output_is_judged_by_the_rules_of_evalplus(
    source: str, name: str, tolerance: float, output: Any, expected: Any, arguments: tuple[Any, ...], right: bool
) -> None:
    assert agrees(source, name, tolerance, output, expected, arguments) is right


UNUSABLE = {"Mbpp/255"}  # one of its outputs has a gigabyte
OBJECTS = {"Mbpp/737", "Mbpp/787", "Mbpp/794"}


def test_outputs_of_mbpp_plus_are_found_where_its_solutions_return_data(shared_data: Path, tmp_path: Path) -> None:
    """Those that do not, and a few of the others."""
    rows = [json.loads(line) for line in (shared_data / "mbpp/MbppPlus.jsonl").read_text().splitlines()]
    some = [row for number, row in enumerate(rows) if number % 30 == 0 or row["task_id"] in UNUSABLE | OBJECTS]
    (tmp_path / "MbppPlus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in some))
    loaded = read_benchmark("mbpp+", tmp_path)
    reasons = dict(loaded.exclusions)
    assert reasons.keys() == UNUSABLE and len(loaded) == len(some) - len(UNUSABLE) > 10
    assert {type(case.expected) for task_id in OBJECTS for case in loaded[task_id].cases} == {bool}
    inputs = {row["task_id"]: len(row["base_input"] + row["plus_input"]) for row in some}
    assert {problem.task_id: len(problem.cases) for problem in loaded}.items() <= inputs.items()


PLUS = {
    "task_id": "Mbpp/1",
    "prompt": '"""\nHalve both.\nassert halve([2, 4]) == (1.0, 2.0)\n"""\n',
    "entry_point": "halve",
    "canonical_solution": "\ndef halve(pair):\n  return tuple(x / 2 for x in pair)\n",
    "base_input": [[[2, 4]]],
    "plus_input": [[[6, 9]]],
    "atol": 0,
    "contract": "\n  assert isinstance(pair, list), 'invalid inputs'\n",
}


def _plus(tmp_path: Path, **changes: Any) -> Path:
    (tmp_path / "MbppPlus.jsonl").write_text(json.dumps(PLUS | changes) + "\n")
    return tmp_path


def test_expected_outputs_are_those_of_the_canonical_solution(tmp_path: Path, native: Zygote) -> None:
    (problem,) = read_benchmark("mbpp+", _plus(tmp_path))
    assert [(case.arguments, case.expected) for case in problem.cases] == [
        (([2, 4],), (1.0, 2.0)),
        (([6, 9],), (3.0, 4.5)),
    ]
    assert problem.tolerance is None and problem.accepts is not None and "1e-06" in problem.accepts
    namespace: dict[str, Any] = {}
    exec(problem.contract or "", namespace)
    with pytest.raises(AssertionError):
        namespace["contract"]((2, 4))
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


def _row(task_id: str, entry_point: str, code: str, *inputs: list[Any], atol: float = 0) -> dict[str, Any]:
    return PLUS | {
        "task_id": task_id,
        "prompt": f"def {entry_point}(x):\n",
        "entry_point": entry_point,
        "canonical_solution": code,
        "contract": "",
        "base_input": list(inputs),
        "plus_input": [],
        "atol": atol,
    }


ROWS = [
    _row("Mbpp/737", "check_str", "    import re\n    return re.match('a', x)\n", ["annie"], ["dog"]),
    _row("Mbpp/88", "freq_count", "    from collections import Counter\n    return Counter(x)\n", [[1, 1, 2]]),
    _row("Mbpp/287", "square_Sum", "    return 2 * x * (x + 1) * (2 * x + 1) / 3\n", [2], [10**9]),
    _row("HumanEval/32", "find_zero", "    return 2.0\n", [[-6, 11, -6, 1]], atol=1e-4),
]


@pytest.mark.parametrize(
    ("number", "code", "passes"),
    [
        (0, "import re\ndef check_str(x):\n    return re.search('^a', x)\n", True),
        (0, "def check_str(x):\n    return x[0] == 'a'\n", True),
        (0, "def check_str(x):\n    return 'a' if x[0] == 'a' else None\n", True),
        (0, "def check_str(x):\n    return object()\n", False),
        (1, "def freq_count(x):\n    return {item: x.count(item) for item in x}\n", True),
        (1, "def freq_count(x):\n    return object()\n", False),
        (2, "def square_Sum(x):\n    return 2 * x * (x + 1) * (2 * x + 1) / 3.0\n", True),
        (2, "def square_Sum(x):\n    return 2 * x * (x + 1) * (2 * x + 1) // 3\n", False),
        (3, "def find_zero(x):\n    return 1\n", True),
        (3, "def find_zero(x):\n    return 1.5\n", False),
    ],
)
def test_several_right_outputs_pass_where_evalplus_lets_them(
    number: int, code: str, passes: bool, tmp_path: Path, native: Zygote
) -> None:
    (tmp_path / "MbppPlus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    problem = read_benchmark("mbpp+", tmp_path).problems[number]
    for solution, right in ((problem.canonical.code, True), (code, passes)):
        assert (check_solution(native, Tests.of(problem), solution).verdict is Verdict.PASSED) is right


@pytest.mark.parametrize(
    ("benchmark", "name", "other"),
    [
        ("humaneval+", "HumanEvalPlus-Mini.jsonl", "humaneval+mini"),
        ("humaneval+mini", "HumanEvalPlus-v0.1.10.jsonl.gz", "humaneval+"),
        ("humaneval+", "MbppPlus-v0.2.0.jsonl", "mbpp+"),
    ],
)
def test_the_file_of_another_benchmark_is_refused(benchmark: str, name: str, other: str, tmp_path: Path) -> None:
    line = (json.dumps(PLUS) + "\n").encode()
    (tmp_path / name).write_bytes(gzip.compress(line) if name.endswith(".gz") else line)
    with pytest.raises(InputError, match=f"is the file of the benchmark {re.escape(other)}, not of"):
        read_benchmark(benchmark, tmp_path / name)


def test_a_gzipped_file_is_the_same_benchmark_and_a_cut_one_is_refused(tmp_path: Path) -> None:
    plain, packed = _plus(tmp_path), tmp_path / "packed"
    packed.mkdir()
    path = packed / "MbppPlus.jsonl.gz"
    path.write_bytes(gzip.compress((plain / "MbppPlus.jsonl").read_bytes()))
    found = [read_benchmark("mbpp+", data) for data in (plain, packed, path)]
    assert len({(one.hash, tuple(one.files.items())) for one in found}) == 1
    for content in (path.read_bytes()[:-9], b"{}", b"\x1f\x8b\x08\x00"):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"MbppPlus\.jsonl\.gz: is not a complete gzip file; get"):
            read_benchmark("mbpp+", packed)
