"""Files of other harnesses, as these write them: lm-eval 0.4.13, bigcode-evaluation-harness, EvalPlus."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from evaluator.benchmarks import load_benchmark
from evaluator.errors import InputError
from evaluator.samples.reading import Sample
from evaluator.samples.sources import open_samples


def opened(path: Path) -> list[Sample]:
    return list(open_samples(str(path), load_benchmark(), lambda line: None))


def log_line(number: int, answers: list[str], asked: str | None = None, **more: Any) -> dict[str, Any]:
    problem = load_benchmark().problems[number]
    doc = {"task_id": problem.task_id, "prompt": problem.prompt}
    arguments = {"gen_args_0": {"arg_0": asked or problem.prompt, "arg_1": {"until": []}}}
    return {"doc_id": number, "doc": doc, "target": "", "arguments": arguments, "resps": [answers], **more}


def write_lines(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_sample_log_of_lm_evaluation_harness_is_read(tmp_path: Path) -> None:
    lines = [
        log_line(0, ["    return 1\n", "    return 2\n"], filter="create_test", filtered_resps=[]),
        log_line(0, ["    return 1\n", "    return 2\n"], filter="another", filtered_resps=[]),
        log_line(1, ["```python\nx = 1\n```"], asked="Write this function: ...", filter="create_test"),
    ]
    assert opened(write_lines(tmp_path / "samples_humaneval_2026.jsonl", lines)) == [
        Sample("HumanEval/0", 0, "completion", "    return 1\n"),
        Sample("HumanEval/0", 1, "completion", "    return 2\n"),
        Sample("HumanEval/1", 0, "raw", "```python\nx = 1\n```"),
    ]


def test_a_log_of_another_task_is_refused_with_the_line(tmp_path: Path) -> None:
    line = log_line(0, ["x"]) | {"doc": {"question": "2 + 2"}}
    with pytest.raises(InputError, match="line 1: unknown task"):
        opened(write_lines(tmp_path / "log.jsonl", [line]))
    line = log_line(0, []) | {"resps": [[-1.5]]}
    with pytest.raises(InputError, match="line 1: an answer in `resps` is no text"):
        opened(write_lines(tmp_path / "log.jsonl", [line]))


def test_a_file_of_another_harness_without_an_answer_is_refused(tmp_path: Path) -> None:
    generations = tmp_path / "generations.json"
    generations.write_text("[]")
    for path in (generations, write_lines(tmp_path / "log.jsonl", [log_line(0, [])])):
        with pytest.raises(InputError, match="holds no samples"):
            opened(path)


def test_lines_of_a_log_are_told_apart_by_whatever_its_documents_are_numbered_with(tmp_path: Path) -> None:
    lines = [log_line(number, ["x"]) | {"doc_id": [number], "filter": str(number)} for number in (0, 1)]
    assert len(opened(write_lines(tmp_path / "log.jsonl", lines))) == 2


def test_generations_of_bigcode_evaluation_harness_are_read_in_the_order_of_the_problems(tmp_path: Path) -> None:
    path = tmp_path / "generations_humaneval.json"
    path.write_text(json.dumps([["def a(): pass", "def b(): pass"], ["def c(): pass"]]))
    assert opened(path) == [
        Sample("HumanEval/0", 0, "solution", "def a(): pass"),
        Sample("HumanEval/0", 1, "solution", "def b(): pass"),
        Sample("HumanEval/1", 0, "solution", "def c(): pass"),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([["x"]] * 165, "holds 165 problems, humaneval has 164"),
        ([[1]], "HumanEval/0: is no array of programs"),
    ],
)
def test_generations_that_are_of_no_use_are_refused(tmp_path: Path, content: Any, said: str) -> None:
    path = tmp_path / "generations.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match=said):
        opened(path)


def test_a_damaged_log_of_inspect_ai_is_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(InputError, match="Inspect AI cannot read it"):
        opened(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", "{}")
    with pytest.raises(InputError, match="Inspect AI cannot read it") as refused:
        opened(path)
    assert "\n" not in str(refused.value)


def test_the_tokens_of_a_line_are_read_and_a_failed_request_is_told_from_an_empty_answer(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"task_id": "HumanEval/0", "raw": "", "tokens_in": 10, "tokens_out": 0},
        {"task_id": "HumanEval/1", "error": "the server is gone", "tokens_in": None, "tokens_out": None},
        {"task_id": "HumanEval/2", "raw": "x", "prompt_tokens": 3, "completion_tokens": 4},
        {"task_id": "HumanEval/3", "raw": "x", "prompt_tokens": -3, "completion_tokens": True},
    ]
    assert opened(write_lines(tmp_path / "samples.jsonl", lines)) == [
        Sample("HumanEval/0", 0, "raw", "", (10, 0)),
        Sample("HumanEval/1", 0, "raw", "", None, "the server is gone"),
        Sample("HumanEval/2", 0, "raw", "x", (3, 4)),
        Sample("HumanEval/3", 0, "raw", "x"),
    ]


def test_answers_that_evalplus_has_not_sanitized_are_answers(tmp_path: Path) -> None:
    line = {"task_id": "HumanEval/0", "solution": "```python\nx = 1\n```"}
    assert [sample.field for sample in opened(write_lines(tmp_path / "model_temp_0.0.raw.jsonl", [line]))] == ["raw"]
    assert [sample.field for sample in opened(write_lines(tmp_path / "model_temp_0.0.jsonl", [line]))] == ["solution"]
    for name, field in (("model_temp_0.0.raw", "raw"), ("model_temp_0.0", "solution")):
        (tmp_path / name / "HumanEval_0").mkdir(parents=True)
        (tmp_path / name / "HumanEval_0/0.py").write_text(line["solution"])
        assert [sample.field for sample in opened(tmp_path / name)] == [field]
