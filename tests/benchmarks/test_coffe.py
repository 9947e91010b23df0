"""COFFE's public files, read as they are; and what is said where they are not."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark, read_benchmark, select
from tallybench.benchmarks.sources.coffe_files import ACCEPTS, text_of
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


def layout() -> dict[str, Any]:
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


Edit = Callable[..., None]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    for name, content in layout().items():
        path = tmp_path / "datasets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    return tmp_path / "datasets"


@pytest.fixture
def edit(small: Path) -> Edit:
    """Replaces what a file holds at some keys; without a value, it is removed."""

    def at(name: str, *keys: str | int, value: Any = None) -> None:
        content = holder = json.loads((small / name).read_text())
        for key in keys[:-1]:
            holder = holder[key]
        if value is None:
            del holder[keys[-1]]
        elif keys:
            holder[keys[-1]] = value
        else:
            content = value
        (small / name).write_text(json.dumps(content))

    return at


@pytest.fixture(scope="session")
def datasets(shared_data: Path) -> Path:
    return shared_data / "coffe" / "datasets"


def inputs(*texts: str) -> list[dict[str, Any]]:
    return [{"input": text, "output": None} for text in texts]


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


def test_large_ints_in_the_tests_stay_exact(small: Path, edit: Edit) -> None:
    edit("function/testcases.json", ADD, 0, "output", value=[123456789012345678901234567890])
    (case,) = read_benchmark("coffe-function", small).by_id["HumanEval/900"].cases
    assert case.expected == 123456789012345678901234567890


def test_arguments_of_a_stressful_input_are_expressions_and_may_draw(small: Path) -> None:
    by_id = read_benchmark("coffe-function", small).by_id
    (one,) = by_id["HumanEval/900"].stressful
    assert (one.format, one.expressions, one.program) == ("expression", ("10 ** 50", "len([0] * 7)"), "")
    (drawn,) = by_id["Mbpp/7"].stressful
    assert (drawn.program, drawn.seed) == ("import random\n", "1024")


def test_mbpps_laxer_assertions_count(small: Path, edit: Edit) -> None:
    edit("function/data.json", 1, "test_list", value=["assert set(drop([1])) == set([])"])
    by_id = read_benchmark("coffe-function", small).by_id
    assert "set(output) == set(expected)" in (by_id["Mbpp/7"].accepts or "")
    assert by_id["HumanEval/900"].accepts == ACCEPTS


def test_a_program_keeps_its_id_in_whatever_order_the_files_are(small: Path, edit: Edit) -> None:
    before = read_benchmark("coffe-file", small)
    edit("file/data.json", value=layout()["file/data.json"][::-1])
    after = read_benchmark("coffe-file", small)
    assert before.by_id.keys() == after.by_id.keys() and before.version != after.version


def test_tests_that_are_given_for_all_programs_are_used(small: Path) -> None:
    tests = {SUM: [{"input": ["1 2\n"], "output": ["3\n"]}]}
    (small / "file/testcases.json").write_text(json.dumps(tests))
    loaded = read_benchmark("coffe-file", small)
    assert [problem.task_id.partition("/")[0] for problem in loaded] == ["CodeContests", "APPS"]
    assert loaded.exclusions == ()


@pytest.mark.parametrize("layout_of", ["COFFE", "APPS"])
def test_the_programs_of_apps_are_joined_with_their_tests(small: Path, layout_of: str) -> None:
    folder = small / "codeparrot_apps"
    folder.mkdir()
    program = "a, b = input().split()\nprint(int(a) + int(b))\n"
    if layout_of == "COFFE":
        (folder / "testcases.json").write_text(json.dumps({SUM: [{"input": ["1 2\n"], "output": ["3\n"]}]}))
        (folder / "solutions.json").write_text(json.dumps({"prompt2groundtruth": {SUM: [[program, True]]}}))
    else:
        tests = json.dumps({"inputs": ["1 2\n"], "outputs": ["3\n"]})
        known = {"problem_id": 7, "starter_code": "", "url": "", "difficulty": "interview"}
        lines = [
            known | {"question": f" {text_of(SUM)}\n", "input_output": tests, "solutions": json.dumps([program])},
            known | {"question": "Another.", "input_output": "{", "solutions": ""},
        ]
        (folder / "test.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    loaded = read_benchmark("coffe-file", small)
    apps = next(problem for problem in loaded if problem.task_id.startswith("APPS/"))
    assert [(case.arguments, case.expected) for case in apps.cases] == [(("1 2\n",), "3\n")]
    assert [one.code for one in loaded.human_solutions[apps.task_id]] == [program] and apps.stressful
    assert loaded.exclusions == () and any(path.startswith("codeparrot_apps/") for path in loaded.files)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("function/best_solutions.json", "no best solution"),
        ("function/testcases.json", "no correctness tests"),
    ],
)
def test_a_problem_that_lacks_something_is_excluded_with_the_reason(
    small: Path, edit: Edit, name: str, reason: str
) -> None:
    edit(name, ADD)
    loaded = read_benchmark("coffe-function", small)
    ((task_id, why),) = loaded.exclusions
    assert task_id == "HumanEval/900" and why.startswith(reason)
    assert list(loaded.by_id) == ["Mbpp/7"]


@pytest.mark.parametrize("given", ["[1, 2", "f(1)", "[*range(3)]"])
def test_a_stressful_input_that_is_no_list_of_arguments_is_left_out(small: Path, edit: Edit, given: str) -> None:
    edit("function/stressful_testcases.json", ADD, value=inputs("[1, 2]", given))
    problem = read_benchmark("coffe-function", small).by_id["HumanEval/900"]
    assert [one.name for one in problem.stressful] == ["stress_1"]
    left_out = [(one.name, why) for one, why in problem.left_out]
    assert left_out == [("stress_2", "is not the source of a list of arguments")]


def test_a_generator_that_defines_nothing_is_left_out(small: Path, edit: Edit) -> None:
    edit("file/stressful_testcases.json", ECHO, value=["def generate_input(:", "x = 1\n", GENERATOR])
    (problem,) = read_benchmark("coffe-file", small)
    assert [why for _, why in problem.left_out] == ["is not a Python program", "does not define generate_input()"]
    assert [one.name for one in problem.stressful] == ["stress_3"]


@pytest.mark.parametrize(
    ("name", "keys", "value", "said"),
    [
        ("testcases", (), [], "is an array, expected an object"),
        ("testcases", (ADD,), 3, "is a number, expected a list of"),
        ("testcases", (ADD, 0, "output"), None, "[0] has no `output`"),
        ("testcases", (ADD, 0, "output"), [1, 2], "[0].output has 2 items"),
        ("best_solutions", (ADD,), "def solution(): pass", "is a string, expected [code, reads"),
        ("data", (0, "final_prompt"), None, "at [0] has no `final_prompt`"),
        ("data", (), [], "holds no problems"),
        ("solutions", (), {}, "has no `prompt2groundtruth`"),
    ],
)
def test_a_malformed_file_is_named_with_what_was_expected(
    small: Path, edit: Edit, name: str, keys: tuple[str | int, ...], value: Any, said: str
) -> None:
    edit(f"function/{name}.json", *keys, value=value)
    with pytest.raises(InputError) as caught:
        read_benchmark("coffe-function", small)
    assert f"function/{name}.json: " in str(caught.value) and said in str(caught.value)


def test_data_that_is_missing_or_no_json_is_named(small: Path) -> None:
    (small / "function/testcases.json").write_text('{"a": [}')
    with pytest.raises(InputError, match=r"function/testcases\.json: is not JSON"):
        read_benchmark("coffe-function", small)
    (small / "function/testcases.json").unlink()
    with pytest.raises(InputError, match=r"testcases\.json: there is no such file.*lists of {input, output}"):
        read_benchmark("coffe-function", small)
    with pytest.raises(InputError, match="is not a folder; give COFFE's `datasets`"):
        read_benchmark("coffe-function", small / "nowhere")


def test_an_excluded_problem_cannot_be_selected(datasets: Path) -> None:
    benchmark = load_benchmark("coffe-file", datasets)
    with pytest.raises(InputError, match="cannot be used: no correctness tests"):
        select(benchmark, [benchmark.exclusions[0][0]])


def vetted(folder: Path, session: Session) -> Benchmark:
    with session.workers(WorkerSetting(default_interpreter())) as pool:
        return vet_benchmark(read_benchmark("coffe-function", folder), pool, folder / "kept", lambda *_: None)


def test_bad_data_is_left_out_with_its_reason(small: Path, edit: Edit, session: Session) -> None:
    bad = ("['x', 1]", "[nothing, 1]", "[[0] * 10**10, 1]", "['x' * 2 * 10**8, 'y']")
    edit("function/stressful_testcases.json", ADD, value=inputs("[1, 2]", *bad, "[[1] * 3, [2]]"))
    problem = vetted(small, session).by_id["HumanEval/900"]
    assert [one.name for one in problem.stressful] == ["stress_1", "stress_6"]
    for (_, reason), words in zip(
        problem.left_out, ("TypeError", "NameError", "MemoryError", "takes more than"), strict=True
    ):
        assert words in reason
    assert problem.hash == read_benchmark("coffe-function", small).by_id["HumanEval/900"].hash


def test_generators_that_raise_or_never_end_are_left_out(
    small: Path, edit: Edit, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "BUILD_SECONDS", 2)  # seconds of the test, too
    bodies = ("    while True: pass\n", "    return 1 / 0\n", "    return [1]\n")
    generators = [GENERATOR, *(f"def generate_input():\n{body}" for body in bodies)]
    edit("deepmind_code_contests/stressful_testcases.json", ECHO, value=generators)
    (problem,) = read_benchmark("coffe-code-contests", small)
    left_out = VetTask(problem, True).run(worker).inputs
    assert left_out is not None and list(left_out) == ["stress_2", "stress_3", "stress_4"]
    assert "CPU time limit" in left_out["stress_2"]
    assert "ZeroDivisionError" in left_out["stress_3"]


def test_a_problem_whose_best_solution_fails_its_tests_is_left_out_and_that_is_remembered(
    small: Path, edit: Edit, session: Session
) -> None:
    edit("function/testcases.json", ADD, 0, "output", value=[4])
    for _ in range(2):
        benchmark = vetted(small, session)
        assert list(benchmark.by_id) == ["Mbpp/7"]
        reason = "its own best solution fails: wrong_output: test 1 of 1: the output differs"
        assert benchmark.exclusions == (("HumanEval/900", reason),)
    assert len(list((small / "kept").iterdir())) == 2


def test_a_solution_that_needs_a_package_excludes_its_problem(small: Path, edit: Edit, session: Session) -> None:
    code = ["import numpy\ndef solution(a, b):\n    return a + b", False]
    edit("function/best_solutions.json", value={ADD: code, DROP: ["solution = None", False]})
    with pytest.raises(InputError, match="none of the 2 problems of coffe-function can be used"):
        vetted(small, session)


@pytest.fixture
def samples(edit: Edit) -> list[Sample]:
    """Samples of two problems: the tests of one are wrong, an input of the other cannot be built."""
    edit("function/testcases.json", ADD, 0, "output", value=[4])
    drawn = "[[random.randint(0, 9) for _ in range(5)]]"
    edit("function/stressful_testcases.json", DROP, value=inputs(drawn, "[1 / 0]"))
    return [
        Sample("HumanEval/900", 0, "raw", "```python\ndef add(a, b):\n    return a + b\n```"),
        Sample("Mbpp/7", 0, "raw", "```python\ndef dropped(x):\n    return tuple(x[1:])\n```"),
    ]


def test_what_cannot_be_used_is_in_the_result(small: Path, session: Session, samples: list[Sample]) -> None:
    options = Options(benchmark="coffe-function", data=small)
    result = evaluate(samples, "A model", options, session=session)
    assert list(result.problems) == ["Mbpp/7"]
    assert [sample.verdict for sample in result.samples] == [Verdict.PASSED]
    assert result.samples[0].stress.keys() == {"stress_1"}
    excluded = [(one.task_id, one.excluded_from) for one in result.exclusions]
    assert excluded == [("HumanEval/900", "benchmark"), ("Mbpp/7", "inputs")]
    assert "ZeroDivisionError" in result.exclusions[1].reason
    assert result.metrics["pass@1"].value == 1
    shards = {
        str(number): evaluate(samples, "A model", options, session=session, shard=Shard(number, 2)) for number in (1, 2)
    }
    assert [len(shard.problems) for shard in shards.values()] in ([0, 1], [1, 0])
    assert merge_results(shards) == result


def test_without_counts_no_input_is_left_out_whatever_an_earlier_run_found(
    small: Path, session: Session, samples: list[Sample]
) -> None:
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
