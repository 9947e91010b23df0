"""Inputs that a model writes: read as literals, judged like mutants, asked for once."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.authoring.asking import authoring_prompt
from tallybench.authoring.test_generation.asked_seeds import PROMPTS, ShownTestsTask, read_seeds
from tallybench.authoring.test_generation.generate import GenerateTask
from tallybench.counting.worker import Worker
from tallybench.model.problem import Problem
from tests.conftest import CommandLine
from tests.generating.conftest import ASKING
from tests.stress_generation.conftest import StartServer, block, start_server
from tests.test_generation.conftest import WRONG_FROM_TEN

__all__ = ["start_server"]  # a fixture


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (block("add(1, 2)\nadd(3, -4)"), ["(1, 2)", "(3, -4)"]),
        (block("assert add(1, 2) == 3\nprint(add(1, 2))"), ["(1, 2)"]),
        ("add([], {'a': (1.5, None)})", ["([], {'a': (1.5, None)})"]),
        (block("add(x, 2)\nadd(*[1, 2])\nadd(a=1, b=2)\nadd()\nadd(9, 9)"), ["(9, 9)"]),
        (block("add(__import__('os').system('true'), 1)\nother(1, 2)"), []),
        (block("add(10 ** 10 ** 10, 1)"), []),
        (block("add(" + "[" * 5000 + "]" * 5000 + ", 1)"), []),
        (block("add('" + "x" * 200_000 + "', 1)"), []),
        ("I cannot do that (", []),
        ("", []),
    ],
    ids=range(10),
)
def test_only_calls_with_plain_values_are_read(text: str, found: list[str]) -> None:
    assert read_seeds(text, "add") == found


def test_three_prompts_show_the_program_and_its_tests(worker: Worker, problem: Problem) -> None:
    assert ShownTestsTask(problem).run(worker) == ("add(1, 2)", "add(5, 7)")
    fields = {"program": "PROGRAM", "tests": "TESTS", "count": "10", "entry_point": "add"}
    texts = {authoring_prompt(name).fill("seeds", fields) for name in PROMPTS}
    assert len(texts) == 3
    for text in texts:
        assert all(part in text for part in ("PROGRAM", "TESTS", " 10 ", "`add`")) and "{" not in text


def test_what_a_model_wrote_is_judged_and_mutated_like_any_other(worker: Worker, problem: Problem) -> None:
    task = GenerateTask(problem, 60, 0, ("(400, 1)", "(400, 900)", "('a', 'b')", "(1, 2)", "(7,)"))
    made = task.run(worker)
    assert made.inputs[0] == "(400, 1)", "the one that is new and keeps the contract"
    assert len(made.inputs) == 60
    assert {"(400, 900)", "('a', 'b')", "(1, 2)", "(7,)"}.isdisjoint(made.inputs)
    assert task.run(worker) == made
    torn = replace(task.problem, references=(replace(task.problem.references[0], code=WRONG_FROM_TEN),))
    assert "(400, 1)" in [disputed.arguments for disputed in replace(task, problem=torn).run(worker).disputed]


@ASKING
def test_a_model_is_asked_three_times_a_problem_and_never_again(
    start_server: StartServer, tallybench: CommandLine, tmp_path: Path
) -> None:
    answer = block("has_close_elements([7.5, 7.25], 0.3)\nhas_close_elements([1.0, 2.0, 1e300], 2.0)")
    server = start_server(
        [{"name": "all", "in": ["has_close_elements"], "answers": [answer, "I do not know.", answer]}]
    )
    command = ("dev", "tests", "generate", "--ids", "0", "--count", "20", "-o", str(tmp_path / "tests.jsonl"))
    asking = ("--model", "openai-api/local/m", "--base-url", server.url, "--connections", "1")
    done = tallybench(*command, *asking)
    assert done.returncode == 0, done.stderr
    assert "inputs that the model wrote: 2, in 2 of 3 answers; 2 are new and valid" in done.stdout
    questions = server.questions()
    assert len(set(questions)) == 3
    for question in questions:
        assert "for idx" in question and "has_close_elements([1.0, 2.0" in question
    written = (tmp_path / "tests.jsonl").read_bytes()
    inputs = json.loads(written)["inputs"]
    assert inputs[:2] == ["([7.5, 7.25], 0.3)", "([1.0, 2.0, 1e+300], 2.0)"] and len(inputs) == 20
    server.end()
    again = tallybench(*command, *asking)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "tests.jsonl").read_bytes() == written
    without = tallybench(*command[:-1], str(tmp_path / "without.jsonl"))
    assert without.returncode == 0, without.stderr
    assert inputs[0] not in json.loads((tmp_path / "without.jsonl").read_bytes())["inputs"]


def test_a_server_that_is_not_there_is_reported(tallybench: CommandLine, tmp_path: Path) -> None:
    command = ("dev", "tests", "generate", "--ids", "0", "-o", str(tmp_path / "tests.jsonl"))
    done = tallybench(*command, "--model", "openai-api/local/m", "--base-url", "http://127.0.0.1:9/v1")
    assert done.returncode == 2 and "nothing answers" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "tests.jsonl").exists()
    alone = tallybench(*command, "--answers", str(tmp_path / "answers.jsonl"))
    assert alone.returncode == 2 and "give --model as well" in alone.stderr


@ASKING
def test_where_requests_fail_the_rest_is_written_and_the_command_says_so(
    start_server: StartServer, tallybench: CommandLine, tmp_path: Path
) -> None:
    answer = block("has_close_elements([7.5, 7.25], 0.3)")
    server = start_server([{"name": "first", "in": ["has_close_elements"], "answers": [answer]}])
    asking = ("--model", "openai-api/local/m", "--base-url", server.url, "--retries", "0")
    done = tallybench(
        "dev", "tests", "generate", "--ids", "0,1", "--count", "5", "-o", str(tmp_path / "t.jsonl"), *asking
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "HumanEval/1: a request failed" in done.stderr and "HumanEval/0: a request" not in done.stderr
    first, second = (json.loads(line) for line in (tmp_path / "t.jsonl").read_bytes().splitlines())
    assert first["inputs"][0] == "([7.5, 7.25], 0.3)" and len(second["inputs"]) == 5
