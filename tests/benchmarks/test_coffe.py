"""COFFE's public files, read as they are; and what is said where they are not."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark, read_benchmark, select
from tallybench.benchmarks.sources.coffe import ACCEPTS
from tallybench.counting import vetting
from tallybench.counting.session import Session
from tallybench.counting.vetting import VetTask, vet_benchmark
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.evaluation.merge import merge_results
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.evaluation.shards import Shard
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Solution
from tallybench.model.verdicts import Verdict
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tests.conftest import CommandLine

ADD = "def add(a, b):\n    '''Adds.'''"
DROP = "You are an expert Python programmer, and here is your task: Drop it. Please write a Python function drop(x)"
ECHO = "You are an expert Python programmer, and here is your task:\nEcho it.\nPython Solution:\n```python"
SUM = "You are an expert Python programmer, and here is your task:\nSum them up.\nPython Solution:\n```python"
GENERATOR = "import random\ndef generate_input():\n    return str(random.randint(10, 99)) + '\\n'\n"

Change = Callable[[dict[str, Any]], None]


def _layout() -> dict[str, Any]:
    """A small data set in COFFE's layout: the content of each file by path."""
    adding, dropping = ["def solution(a, b):\n    return a + b", False], ["def solution(x):\n    return x[1:]", False]
    echo = ["print(input())", True]
    return {
        "function/data.json": [
            {"dataset": "openai_humaneval", "task_id": "HumanEval/900", "entry_point": "add", "final_prompt": ADD},
            {"dataset": "mbpp", "task_id": 7, "entry_point": "drop", "final_prompt": DROP},
        ],
        "function/testcases.json": {
            ADD: [{"input": [1, 2], "output": [3]}],
            DROP: [{"input": [[1, 2]], "output": [[2]]}],
        },
        "function/stressful_testcases.json": {
            ADD: [{"input": "[10**50, len([0] * 7)]", "output": None}],
            DROP: [{"input": "[[random.randint(0, 9) for _ in range(5)]]", "output": None}],
        },
        "function/best_solutions.json": {ADD: adding, DROP: dropping},
        "function/solutions.json": {"prompt2groundtruth": {ADD: [adding], DROP: [dropping, dropping]}, "prompt2io": {}},
        "file/data.json": [
            {"dataset": "deepmind/code_contests", "final_prompt": ECHO},
            {"dataset": "codeparrot/apps", "final_prompt": SUM},
        ],
        "file/stressful_testcases.json": {ECHO: [GENERATOR], SUM: [GENERATOR]},
        "file/best_solutions.json": {ECHO: echo, SUM: ["print(sum(map(int, input().split())))", True]},
        "deepmind_code_contests/testcases.json": {ECHO: [{"input": ["5\n"], "output": ["5\n"]}]},
        "deepmind_code_contests/stressful_testcases.json": {ECHO: [GENERATOR]},
        "deepmind_code_contests/best_solutions.json": {ECHO: echo},
        "deepmind_code_contests/solutions.json": {"prompt2groundtruth": {ECHO: [echo]}, "prompt2io": {ECHO: True}},
    }


def _write(folder: Path, layout: dict[str, Any]) -> Path:
    for name, content in layout.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return _write(tmp_path / "datasets", _layout())


@pytest.fixture(scope="session")
def datasets(shared_data: Path) -> Path:
    return shared_data / "coffe" / "datasets"


def test_the_function_split_is_read_whole(datasets: Path) -> None:
    loaded = load_benchmark("coffe-function", datasets)
    problems = loaded.problems
    assert (len(problems), loaded.exclusions) == (398, ())
    assert Counter(problem.task_id.partition("/")[0] for problem in problems) == {"HumanEval": 164, "Mbpp": 234}
    assert sum(len(problem.cases) for problem in problems) == 2277
    assert sum(len(problem.stressful) for problem in problems) == 1986
    assert {name: len(found) for name, found in loaded.human_solutions.items() if len(found) != 1} == {}
    assert len(loaded.files) == 5


def test_the_code_contests_are_read_whole(datasets: Path) -> None:
    loaded = load_benchmark("coffe-code-contests", datasets)
    assert (len(loaded), loaded.exclusions) == (58, ())
    assert sum(len(problem.cases) for problem in loaded) == 11457
    assert sum(map(len, loaded.human_solutions.values())) == 4655
    assert {(problem.level, problem.entry_point) for problem in loaded} == {("file", "")}


def test_problems_whose_tests_are_not_public_are_excluded_by_name(datasets: Path) -> None:
    loaded = load_benchmark("coffe-file", datasets)
    contests = load_benchmark("coffe-code-contests", datasets)
    assert loaded.by_id.keys() == contests.by_id.keys()
    assert {problem.hash for problem in loaded} == {problem.hash for problem in contests}
    assert len(loaded.exclusions) == 300
    assert {task_id.partition("/")[0] for task_id, _ in loaded.exclusions} == {"APPS"}
    assert {reason for _, reason in loaded.exclusions} == {
        "no correctness tests: file/testcases.json is not among the data"
    }


def test_the_prompts_name_stays_the_entry_point(small: Path, native: Zygote) -> None:
    problem = read_benchmark("coffe-function", small).by_id["HumanEval/900"]
    assert problem.entry_point == "add"
    assert check_solution(native, Tests.of(problem), problem.canonical.code).verdict is Verdict.PASSED
    assert problem.references == (Solution("best", problem.canonical.code),)


def test_lists_stand_for_tuples_and_floats_may_differ_in_the_last_digits() -> None:
    namespace: dict[str, Any] = {}
    exec(ACCEPTS, namespace)
    accepts = namespace["accepts"]
    assert accepts((1, (2, "a")), [1, [2, "a"]])
    assert accepts({1: (2,)}, {"1": [2]})
    assert accepts([0.1 + 0.2], [0.3])
    assert not accepts(0.30001, 0.3)
    assert not accepts([1, 2], [2, 1])
    assert not accepts("1", 1)
    assert not accepts([1], [1, 2])
    assert not accepts(10**30 + 1, 10**30)
    assert accepts(float("nan"), float("nan"))


def test_large_ints_in_the_tests_stay_exact(small: Path) -> None:
    path = small / "function/testcases.json"
    path.write_text(path.read_text().replace('"output": [3]', '"output": [123456789012345678901234567890]'))
    (case,) = read_benchmark("coffe-function", small).by_id["HumanEval/900"].cases
    assert case.expected == 123456789012345678901234567890


def test_arguments_of_a_stressful_input_are_expressions_and_may_draw(small: Path) -> None:
    by_id = read_benchmark("coffe-function", small).by_id
    (one,) = by_id["HumanEval/900"].stressful
    assert (one.format, one.expressions, one.program) == ("expression", ("10 ** 50", "len([0] * 7)"), "")
    (drawn,) = by_id["Mbpp/7"].stressful
    assert (drawn.program, drawn.seed) == ("import random\n", "1024")


def test_mbpps_laxer_assertions_count(small: Path) -> None:
    path = small / "function/data.json"
    records = json.loads(path.read_text())
    records[1]["test_list"] = ["assert set(drop([1])) == set([])"]
    path.write_text(json.dumps(records))
    by_id = read_benchmark("coffe-function", small).by_id
    assert "set(output) == set(expected)" in (by_id["Mbpp/7"].accepts or "")
    assert by_id["HumanEval/900"].accepts == ACCEPTS


def test_a_program_keeps_its_id_in_whatever_order_the_files_are(small: Path) -> None:
    before = read_benchmark("coffe-file", small)
    path = small / "file/data.json"
    path.write_text(json.dumps(json.loads(path.read_text())[::-1]))
    after = read_benchmark("coffe-file", small)
    assert before.by_id.keys() == after.by_id.keys()
    assert before.version != after.version


def test_tests_that_are_given_for_all_programs_are_used(small: Path) -> None:
    tests = {SUM: [{"input": ["1 2\n"], "output": ["3\n"]}]}
    (small / "file/testcases.json").write_text(json.dumps(tests))
    loaded = read_benchmark("coffe-file", small)
    assert [problem.task_id.partition("/")[0] for problem in loaded] == ["CodeContests", "APPS"]
    assert loaded.exclusions == ()


@pytest.mark.parametrize(
    ("name", "prompt", "reason"),
    [
        ("function/best_solutions.json", ADD, "no best solution"),
        ("function/testcases.json", ADD, "no correctness tests"),
    ],
)
def test_a_problem_that_lacks_something_is_excluded_with_the_reason(
    small: Path, name: str, prompt: str, reason: str
) -> None:
    path = small / name
    content = json.loads(path.read_text())
    del content[prompt]
    path.write_text(json.dumps(content))
    loaded = read_benchmark("coffe-function", small)
    assert [task_id for task_id, _ in loaded.exclusions] == ["HumanEval/900"]
    assert loaded.exclusions[0][1].startswith(reason)
    assert list(loaded.by_id) == ["Mbpp/7"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("[1, 2", "is not the source of a list of arguments"),
        ("f(1)", "is not the source of a list of arguments"),
        ("[*range(3)]", "is not the source of a list of arguments"),
    ],
)
def test_a_stressful_input_that_is_no_list_of_arguments_is_left_out(small: Path, given: str, reason: str) -> None:
    path = small / "function/stressful_testcases.json"
    content = json.loads(path.read_text())
    content[ADD].append({"input": given, "output": None})
    path.write_text(json.dumps(content))
    problem = read_benchmark("coffe-function", small).by_id["HumanEval/900"]
    assert [one.name for one in problem.stressful] == ["stress_1"]
    assert [(one.name, why) for one, why in problem.left_out] == [("stress_2", reason)]


def test_a_generator_that_defines_nothing_is_left_out(small: Path) -> None:
    path = small / "file/stressful_testcases.json"
    path.write_text(json.dumps({ECHO: ["def generate_input(:", "x = 1\n", GENERATOR]}))
    (problem,) = read_benchmark("coffe-file", small)
    assert [why for _, why in problem.left_out] == ["is not a Python program", "does not define generate_input()"]
    assert [one.name for one in problem.stressful] == ["stress_3"]


def _nothing(layout: dict[str, Any]) -> None:
    del layout["function/testcases.json"]


def _not_json(layout: dict[str, Any]) -> None:
    layout["function/testcases.json"] = '{"a": [}'


def _list_of_tests(layout: dict[str, Any]) -> None:
    layout["function/testcases.json"] = []


def _number_for_tests(layout: dict[str, Any]) -> None:
    layout["function/testcases.json"][ADD] = 3


def _test_without_output(layout: dict[str, Any]) -> None:
    del layout["function/testcases.json"][ADD][0]["output"]


def _two_outputs(layout: dict[str, Any]) -> None:
    layout["function/testcases.json"][ADD][0]["output"] = [1, 2]


def _code_alone(layout: dict[str, Any]) -> None:
    layout["function/best_solutions.json"][ADD] = "def solution(): pass"


def _no_prompt(layout: dict[str, Any]) -> None:
    del layout["function/data.json"][0]["final_prompt"]


def _no_problems(layout: dict[str, Any]) -> None:
    layout["function/data.json"] = []


def _bare_solutions(layout: dict[str, Any]) -> None:
    layout["function/solutions.json"] = {}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_nothing, ("function/testcases.json: there is no such file", "lists of {input, output}")),
        (_not_json, ("function/testcases.json: is not JSON",)),
        (_list_of_tests, ("function/testcases.json: is an array, expected an object",)),
        (_number_for_tests, ("function/testcases.json: at def add(a, b)", "is a number, expected a list of")),
        (_test_without_output, ("function/testcases.json: at def add", "[0] has no `output`")),
        (_two_outputs, ("function/testcases.json: at def add", "[0].output has 2 items")),
        (_code_alone, ("function/best_solutions.json: at def add", "is a string, expected [code, reads")),
        (_no_prompt, ("function/data.json: at [0] has no `final_prompt`",)),
        (_no_problems, ("function/data.json: holds no problems",)),
        (_bare_solutions, ("function/solutions.json: has no `prompt2groundtruth`",)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_malformed_file_is_named_with_what_was_expected(
    tmp_path: Path, change: Change, told: tuple[str, ...]
) -> None:
    layout = _layout()
    change(layout)
    with pytest.raises(InputError) as caught:
        read_benchmark("coffe-function", _write(tmp_path, layout))
    for part in told:
        assert part in str(caught.value)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no folder; give COFFE's `datasets`"):
        read_benchmark("coffe-function", tmp_path / "nowhere")


def test_data_has_to_be_given_and_only_where_it_is_needed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="coffe-function: does not come with TallyBench; give `data`"):
        load_benchmark("coffe-function")
    with pytest.raises(InputError, match=r"^data .*: is only for coffe-function"):
        load_benchmark("humaneval", tmp_path)


def test_an_excluded_problem_cannot_be_selected(datasets: Path) -> None:
    benchmark = load_benchmark("coffe-file", datasets)
    with pytest.raises(InputError, match="cannot be used: no correctness tests"):
        select(benchmark, [benchmark.exclusions[0][0]])


def _vetted(folder: Path, session: Session) -> Benchmark:
    with session.workers(WorkerSetting(default_interpreter())) as pool:
        return vet_benchmark(read_benchmark("coffe-function", folder), pool, folder / "kept", lambda *_: None)


def test_bad_data_is_left_out_with_its_reason(small: Path, session: Session) -> None:
    path = small / "function/stressful_testcases.json"
    content = json.loads(path.read_text())
    content[ADD] += [
        {"input": text, "output": None}
        for text in ("['x', 1]", "[nothing, 1]", "[[0] * 10**10, 1]", "['x' * 2 * 10**8, 'y']", "[[1] * 3, [2]]")
    ]
    path.write_text(json.dumps(content))
    problem = _vetted(small, session).by_id["HumanEval/900"]
    assert [one.name for one in problem.stressful] == ["stress_1", "stress_6"]
    reasons = {one.name: reason for one, reason in problem.left_out}
    assert "TypeError" in reasons["stress_2"]
    assert "NameError" in reasons["stress_3"]
    assert "MemoryError" in reasons["stress_4"]
    assert "takes more than" in reasons["stress_5"]
    assert problem.hash == read_benchmark("coffe-function", small).by_id["HumanEval/900"].hash


def test_generators_that_raise_or_never_end_are_left_out(
    small: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "BUILD_SECONDS", 2)  # seconds of the test, too
    path = small / "deepmind_code_contests/stressful_testcases.json"
    generators = ["def generate_input():\n    while True: pass\n", "def generate_input():\n    return 1 / 0\n"]
    path.write_text(json.dumps({ECHO: [GENERATOR, *generators, "def generate_input():\n    return [1]\n"]}))
    (problem,) = read_benchmark("coffe-code-contests", small)
    left_out = VetTask(problem, True).run(worker).inputs
    assert left_out is not None and list(left_out) == ["stress_2", "stress_3", "stress_4"]
    assert "CPU time limit" in left_out["stress_2"]
    assert "ZeroDivisionError" in left_out["stress_3"]


def test_a_problem_whose_best_solution_fails_its_tests_is_left_out_and_that_is_remembered(
    small: Path, session: Session
) -> None:
    path = small / "function/testcases.json"
    path.write_text(path.read_text().replace('"output": [3]', '"output": [4]'))
    for _ in range(2):
        benchmark = _vetted(small, session)
        assert list(benchmark.by_id) == ["Mbpp/7"]
        ((task_id, reason),) = benchmark.exclusions
        assert task_id == "HumanEval/900"
        assert reason == "its own best solution fails: wrong_output: test 1 of 1: the output differs"
    assert len(list((small / "kept").iterdir())) == 2


def test_a_solution_that_needs_a_package_excludes_its_problem(small: Path, session: Session) -> None:
    code = ["import numpy\ndef solution(a, b):\n    return a + b", False]
    (small / "function/best_solutions.json").write_text(json.dumps({ADD: code, DROP: ["solution = None", False]}))
    with pytest.raises(InputError, match="none of the 2 problems of coffe-function can be used"):
        _vetted(small, session)


def _with_faults(small: Path) -> list[Sample]:
    """Samples of two problems: the tests of one are wrong, an input of the other cannot be built."""
    path = small / "function/testcases.json"
    path.write_text(path.read_text().replace('"output": [3]', '"output": [4]'))
    inputs = small / "function/stressful_testcases.json"
    content = json.loads(inputs.read_text())
    content[DROP].append({"input": "[1 / 0]", "output": None})
    inputs.write_text(json.dumps(content))
    return [
        Sample("HumanEval/900", 0, "raw", "```python\ndef add(a, b):\n    return a + b\n```"),
        Sample("Mbpp/7", 0, "raw", "```python\ndef dropped(x):\n    return tuple(x[1:])\n```"),
    ]


def test_what_cannot_be_used_stands_in_the_result(small: Path, session: Session) -> None:
    samples = _with_faults(small)
    result = evaluate(samples, "A model", Options(benchmark="coffe-function", data=small), session=session)
    assert list(result.problems) == ["Mbpp/7"]
    assert [sample.verdict for sample in result.samples] == [Verdict.PASSED]
    assert result.samples[0].stress.keys() == {"stress_1"}
    excluded = [(one.task_id, one.excluded_from) for one in result.exclusions]
    assert excluded == [("HumanEval/900", "benchmark"), ("Mbpp/7", "inputs")]
    assert "ZeroDivisionError" in result.exclusions[1].reason
    assert result.metrics["pass@1"].value == 1


def test_what_cannot_be_used_stands_in_the_result_of_shards_too(small: Path, session: Session) -> None:
    samples = _with_faults(small)
    options = Options(benchmark="coffe-function", data=small)
    shards = {
        str(number): evaluate(samples, "A model", options, session=session, shard=Shard(number, 2)) for number in (1, 2)
    }
    assert [len(shard.problems) for shard in shards.values()] in ([0, 1], [1, 0])
    assert merge_results(shards) == evaluate(samples, "A model", options, session=session)


def test_without_counts_no_input_is_left_out_whatever_an_earlier_run_found(small: Path, session: Session) -> None:
    samples = _with_faults(small)
    options = Options(benchmark="coffe-function", data=small, counter="none")
    first = evaluate(samples, "A model", options, session=session)
    evaluate(samples, "A model", replace(options, counter="valgrind"), session=session)
    assert [one.excluded_from for one in first.exclusions] == ["benchmark"]
    assert evaluate(samples, "A model", options, session=session) == first


def test_the_exclusions_are_listed(small: Path, tallybench: CommandLine) -> None:
    done = tallybench("problems", "--benchmark", "coffe-file", "--data", small)
    assert done.returncode == 0
    assert "coffe-file data-" in done.stdout
    assert "left out: APPS/" in done.stdout
    listed = tallybench("problems", "--benchmark", "coffe-file", "--data", small, "--json")
    assert json.loads(listed.stdout)[0]["level"] == "file"


def test_predictions_become_a_result(small: Path, tallybench: CommandLine) -> None:
    predictions = small / "predictions.json"
    predictions.write_text(json.dumps({ADD: [["```python\ndef add(a, b):\n    return a + b\n```"], True]}))
    given = ("--benchmark", "coffe-function", "--data", small)
    done = tallybench("evaluate", predictions, *given, "--model", "A model", "--no-count")
    assert done.returncode == 0, done.stderr
    assert "warning: 1 of 2 tasks has no sample and counts as failed: Mbpp/7" in done.stderr
    result = json.loads((small.parent / "result.json").read_bytes())
    assert {sample["verdict"] for sample in result["samples"]} == {"passed"}


def test_a_catalogue_has_what_a_run_found_and_no_text(small: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    predictions = small / "predictions.json"
    answers = {ADD: "def add(a, b):\n    return a + b", DROP: "def drop(x):\n    return x[1:]"}
    predictions.write_text(
        json.dumps({prompt: [[f"```python\n{code}\n```"], True] for prompt, code in answers.items()})
    )
    given = ("--data", small)
    done = tallybench("evaluate", predictions, "--benchmark", "coffe-function", *given, "--model", "A model")
    assert done.returncode == 0, done.stderr
    done = tallybench("dev", "catalogue", "coffe-function", *given, "--result", "result.json", "-o", "catalogue.json")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "catalogue.json").read_text()
    made, result = json.loads(text), json.loads((tmp_path / "result.json").read_bytes())
    assert made["hash"] == result["benchmark"]["hash"] and made["version"] == result["benchmark"]["version"]
    assert {task_id: one["hash"] for task_id, one in made["problems"].items()} == {
        task_id: one["hash"] for task_id, one in result["problems"].items()
    }
    assert made["problems"]["Mbpp/7"]["human_solutions"] == 2
    for secret in ("Adds", "Drop it", "return", "expert"):
        assert secret not in text
    other = tallybench("dev", "catalogue", "humaneval")
    assert other.returncode == 2 and "comes with TallyBench" in other.stderr
