"""APPS in the layout of its page on the Hub: JSON within JSON Lines; and COFFE's stressful inputs for its programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark, read_benchmark, select
from tallybench.benchmarks.sources.apps import ACCEPTS
from tallybench.benchmarks.sources.coffe_files import text_of
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.levels import LEVELS
from tests.conftest import CommandLine

SORT = "Sort the numbers.\n\n-----Input-----\nOne line.\n\n-----Examples-----\nInput\n2 1\n\nOutput\n1 2\n"
SLOW_SORT = "numbers = list(map(int, input().split()))\nfor _ in range(100):\n    numbers.sort()\nprint(*numbers)\n"
QUICK_SORT = "print(*sorted(map(int, input().split())))\n"
GENERATOR = (
    "import random\ndef generate_input():\n    return ' '.join(str(random.randint(1, 99)) for _ in range(300))\n"
)
FRAME = (
    "You are an expert Python programmer, and here is your task:\n{}\n"
    "Do not give explanations, only give the Python code.\nPython Solution:\n```python"
)


def record(number: int, solutions: Any, tests: Any, **changes: Any) -> dict[str, Any]:
    """A line of the file, in which what is given as a string stays as it is."""
    within = {"solutions": solutions, "input_output": tests}
    return {
        "problem_id": number,
        "question": f"Question {number}.\n",
        **{key: value if isinstance(value, str) else json.dumps(value) for key, value in within.items()},
        "difficulty": "interview",
        "url": f"https://contests.example/{number}",
        "starter_code": "",
    } | changes


def cases(*pairs: tuple[Any, Any], **more: str) -> dict[str, Any]:
    return {"inputs": [given for given, _ in pairs], "outputs": [wanted for _, wanted in pairs], **more}


PROGRAM = record(0, [SLOW_SORT, QUICK_SORT], cases(("2 1\n", "1 2\n"), ("10 9\n", "9 10\n")), question=SORT)
LINES = record(1, ["print(input() + input())"], cases((["a", "b"], ["ab"])))
HALF = record(2, ["print(int(input()) / 3)"], cases(("1\n", "0.3333333\n")))
SWAP = record(
    3,
    ["def swap(pair):\n    return pair[1], pair[0]\n"],
    cases(([[1, 2]], [[2, 1]]), ([[3, 4]], [[4, 3]]), fn_name="swap"),
    starter_code="def swap(pair):\n\t",
)
METHOD = record(
    4,
    ["class Solution:\n    def one(self):\n        return 1\n"],
    cases(([], 1), fn_name="one"),
    starter_code="class Solution:\n    def one(self) -> int:\n        ",
)
UNUSABLE = {
    "it asks for a method of a class": METHOD,
    "it has no solution": record(5, "", cases(("1", "1"))),
    "it has no tests": record(6, ["print(1)"], ""),
    "not an output for each input": record(7, ["print(1)"], {"inputs": ["1", "2"], "outputs": ["1"]}),
    "its input_output cannot be read as JSON": record(8, ["print(1)"], '{"inputs": ["1", '),
    "its solutions cannot be read": record(9, "[", cases(("1", "1"))),
    "no list of arguments": record(10, ["def f(x):\n    return x"], cases(("1", 1), fn_name="f")),
}


def write(folder: Path, *records: dict[str, Any], name: str = "test.jsonl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in records))
    return folder


def write_coffe(folder: Path) -> Path:
    """COFFE's `file`, in which the sorting is one of its problems."""
    prompt = FRAME.format(SORT.rstrip())
    for name, value in (("stressful_testcases", [GENERATOR, "1 +"]), ("best_solutions", [QUICK_SORT, True])):
        (folder / "file").mkdir(parents=True, exist_ok=True)
        (folder / "file" / f"{name}.json").write_text(json.dumps({prompt: value, FRAME.format("Another."): value}))
    return folder


@pytest.fixture
def apps(tmp_path: Path) -> Path:
    return write(tmp_path / "apps", PROGRAM, LINES, HALF, SWAP, *UNUSABLE.values())


def passes(native: Zygote, problem: Problem, code: str) -> bool:
    return LEVELS[problem.level].check(native, Tests.of(problem), code).verdict is Verdict.PASSED


def test_programs_and_functions_are_read_and_their_solutions_pass(apps: Path, native: Zygote) -> None:
    benchmark = load_benchmark("apps", apps)
    levels = {problem.task_id: (problem.level, problem.entry_point) for problem in benchmark}
    assert levels == {
        "APPS/0": ("file", ""),
        "APPS/1": ("file", ""),
        "APPS/2": ("file", ""),
        "APPS/3": ("function", "swap"),
    }
    for problem in benchmark:
        assert passes(native, problem, problem.canonical.code), problem.task_id
        assert problem.without_efficiency == "no stressful inputs yet"
    wrong = {"APPS/0": "print(input())\n", "APPS/2": "print('0.334')\n", "APPS/3": "def swap(pair):\n    return pair\n"}
    for task_id, code in wrong.items():
        assert not passes(native, benchmark.by_id[task_id], code)
    assert passes(native, benchmark.by_id["APPS/2"], "print('0.33333332')\n"), "fractions may differ in the last digits"
    assert benchmark.by_id["APPS/0"].prompt == SORT
    assert benchmark.by_id["APPS/3"].prompt == "Question 3.\n\ndef swap(pair):\n"
    assert [solution.code for solution in benchmark.human_solutions["APPS/0"]] == [SLOW_SORT, QUICK_SORT]
    assert benchmark.urls["APPS/1"] == "https://contests.example/1"
    assert not benchmark.texts.shown and not benchmark.audited and benchmark.version.startswith("data-")


def test_an_output_may_stand_in_a_list_of_its_own() -> None:
    namespace: dict[str, Any] = {}
    exec(ACCEPTS, namespace)
    accepts = namespace["accepts"]
    assert accepts(3, [3]) and accepts((1, 2), [[1, 2]]) and accepts([3], [3]) and accepts(3, 3)
    assert not accepts(3, [4]) and not accepts(3, [3, 3]) and not accepts([3], 3)


def test_what_cannot_be_used_is_left_out_by_name(apps: Path) -> None:
    reasons = dict(load_benchmark("apps", apps).exclusions)
    assert len(reasons) == len(UNUSABLE)
    for reason, record in UNUSABLE.items():
        assert reason in reasons[f"APPS/{record['problem_id']}"]


def test_both_splits_number_from_0_and_have_ids_of_their_own(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SWAP)
    write(tmp_path, LINES | {"problem_id": 0}, HALF, name="train.jsonl")
    both = read_benchmark("apps", tmp_path)
    assert list(both.by_id) == ["APPS/0", "APPS/3", "APPS-train/0", "APPS-train/2"]
    assert set(both.files) == {"test.jsonl", "train.jsonl"}
    assert list(select(both, ("0", "2-3")).by_id) == ["APPS/0", "APPS/3", "APPS-train/2"]
    assert list(select(both, ("APPS-train/0",)).by_id) == ["APPS-train/0"]
    alone = read_benchmark("apps", tmp_path / "train.jsonl")
    assert list(alone.by_id) == ["APPS-train/0", "APPS-train/2"] and set(alone.files) == {"train.jsonl"}


def test_coffes_inputs_are_taken_for_the_programs_that_it_names(tmp_path: Path) -> None:
    alone = read_benchmark("apps", write(tmp_path, PROGRAM, LINES))
    both = read_benchmark("apps", write_coffe(tmp_path))
    problem = both.by_id["APPS/0"]
    assert [given.name for given in problem.stressful] == ["stress_1"]
    assert [(given.name, reason) for given, reason in problem.left_out] == [("stress_2", "is not a Python program")]
    assert (problem.canonical.code, problem.references[0].code) == (QUICK_SORT, QUICK_SORT)
    assert len(both.human_solutions["APPS/0"]) == 2
    assert problem.without_efficiency is None and both.by_id["APPS/1"].stressful == ()
    assert problem.hash != alone.by_id["APPS/0"].hash and both.version != alone.version
    assert set(both.files) == {"test.jsonl", "file/stressful_testcases.json", "file/best_solutions.json"}


def test_a_statement_is_found_within_each_of_coffes_prompts(shared_data: Path) -> None:
    listed = json.loads((shared_data / "coffe/datasets/file/data.json").read_text())
    texts = {text_of(one["final_prompt"]) for one in listed if one["dataset"] == "codeparrot/apps"}
    assert len(texts) == 300
    assert not [text for text in texts if "expert Python programmer" in text or "```python" in text[-20:]]


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (PROGRAM | {"solutions": "{}"}, "at line 1 solutions is an object"),
        (METHOD, "none of the 1 problems of apps can be used: it asks for a method"),
    ],
)
def test_a_malformed_file_is_named_with_what_was_expected(tmp_path: Path, record: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_benchmark("apps", write(tmp_path, record))


def test_samples_are_evaluated_and_data_that_fails_its_own_tests_is_left_out(
    apps: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    with (apps / "test.jsonl").open("a") as file:
        file.write(json.dumps(record(11, ["print(2)"], cases(("", "1\n")))) + "\n")
    answers = {"APPS/0": QUICK_SORT, "APPS/1": "print(1)\n", "APPS/3": SWAP_ANSWER}
    lines = [json.dumps({"task_id": task_id, "raw": f"```python\n{code}```"}) for task_id, code in answers.items()]
    (tmp_path / "samples.jsonl").write_text("\n".join(lines))
    given = ("--benchmark", "apps", "--data", apps, "--model", "A model")
    done = tallybench("evaluate", "samples.jsonl", *given, "--no-count")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "result.json").read_bytes())
    assert {sample["task_id"]: sample["verdict"] for sample in result["samples"]} == {
        "APPS/0": "passed",
        "APPS/1": "wrong_output",
        "APPS/3": "passed",
    }
    left_out = {exclusion["task_id"]: exclusion["reason"] for exclusion in result["exclusions"]}
    assert len(left_out) == len(UNUSABLE) + 1 and left_out["APPS/11"].startswith("its own best solution fails")


SWAP_ANSWER = "def swap(pair):\n    first, second = pair\n    return [second, first]\n"


def test_programs_are_counted_on_coffes_inputs(tallybench: CommandLine, tmp_path: Path) -> None:
    data = write_coffe(write(tmp_path / "apps", PROGRAM, SWAP))
    samples = [{"task_id": "APPS/0", "solution": SLOW_SORT}, {"task_id": "APPS/3", "solution": SWAP_ANSWER}]
    (tmp_path / "samples.jsonl").write_text("\n".join(map(json.dumps, samples)))
    done = tallybench("evaluate", "samples.jsonl", "--benchmark", "apps", "--data", data, "--model", "A model")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "result.json").read_bytes())
    slow, swap = result["samples"]
    stress = slow["stress"]["stress_1"]
    assert stress["verdict"] == "counted"
    assert stress["count"] > result["problems"]["APPS/0"]["inputs"]["stress_1"]["best_known"] > 0
    assert swap["verdict"] == "passed" and swap["stress"] == {}
    assert result["problems"]["APPS/3"]["without_efficiency"] == "no stressful inputs yet"
