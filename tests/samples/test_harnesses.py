"""Files of other harnesses, as these write them: lm-eval 0.4.13, bigcode-evaluation-harness, EvalPlus."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.errors import InputError
from tallybench.samples.reading import Sample
from tallybench.samples.sources import open_samples


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
    # Documents may be numbered with anything.
    lines = [log_line(number, ["x"]) | {"doc_id": [number], "filter": str(number)} for number in (0, 1)]
    assert len(opened(write_lines(tmp_path / "log.jsonl", lines))) == 2


def test_a_log_of_another_task_is_refused_with_the_line(tmp_path: Path) -> None:
    line = log_line(0, ["x"]) | {"doc": {"question": "2 + 2"}}
    with pytest.raises(InputError, match="line 1: unknown task"):
        opened(write_lines(tmp_path / "log.jsonl", [line]))
    line = log_line(0, []) | {"resps": [[-1.5]]}
    with pytest.raises(InputError, match="line 1: an answer in `resps` is not text"):
        opened(write_lines(tmp_path / "log.jsonl", [line]))


def test_a_file_of_another_harness_without_an_answer_is_refused(tmp_path: Path) -> None:
    generations = tmp_path / "generations.json"
    generations.write_text("[]")
    for path in (generations, write_lines(tmp_path / "log.jsonl", [log_line(0, [])])):
        with pytest.raises(InputError, match="holds no samples"):
            opened(path)


def generations(first: int, count: int) -> list[list[str]]:
    """As the harness writes them: each begins with its prompt."""
    return [[problem.prompt + "    pass\n"] for problem in load_benchmark().problems[first : first + count]]


@pytest.mark.parametrize(("first", "count"), [(0, 164), (0, 3), (10, 1), (10, 100), (163, 1)])
def test_generations_of_bigcode_evaluation_harness_begin_where_their_functions_are(
    tmp_path: Path, first: int, count: int
) -> None:
    path = tmp_path / "generations_humaneval.json"
    path.write_text(json.dumps(generations(first, count)))
    found = [f"HumanEval/{number}" for number in range(first, first + count)]
    assert [sample.task_id for sample in opened(path)] == found
    several = generations(first, count)
    several[0] *= 2
    path.write_text(json.dumps(several))
    assert [(sample.task_id, sample.index) for sample in opened(path)][:2] == [(found[0], 0), (found[0], 1)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([["x"]] * 165, "has 165 lists, but humaneval has 164 problems; choose another"),
        ([[1]], "list 1 of 1: is not an array of programs"),
        ([["def other(): pass"]] * 20, "its 20 lists are not for the problems of humaneval in their order: 0 of 20"),
        (generations(0, 50) + generations(51, 113), "a list is missing or extra"),
        (generations(0, 163)[::-1], "are not for the problems|a list is missing"),
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


def chat(content: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": content}}], "usage": USAGE}


USAGE = {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12}


def test_the_answers_of_a_batch_are_read(tmp_path: Path) -> None:
    parts = [{"type": "thinking", "thinking": "x = 2"}, {"type": "text", "text": "x = 1"}]
    lines: list[dict[str, Any]] = [
        {"id": "1", "custom_id": "HumanEval/0", "response": {"status_code": 200, "body": chat("x = 1")}, "error": None},
        {"id": "2", "custom_id": "HumanEval_0-1", "response": {"status_code": 200, "body": chat(parts)}},
        {"id": "3", "custom_id": "HumanEval/1", "response": None, "error": {"message": "rate limit"}},
        {
            "custom_id": "HumanEval/2",
            "response": {
                "body": {
                    "output": [
                        {"type": "reasoning"},
                        {"type": "message", "content": [{"type": "output_text", "text": "x"}]},
                    ]
                }
            },
        },
        {"custom_id": "HumanEval-3", "result": {"type": "succeeded", "message": {"content": parts}}},
    ]
    assert [
        (sample.task_id, sample.index, sample.field, sample.text, sample.tokens)
        for sample in opened(write_lines(tmp_path / "batch.jsonl", lines))
    ] == [
        ("HumanEval/0", 0, "raw", "x = 1", (5, 7)),
        ("HumanEval/0", 1, "raw", "x = 1", (5, 7)),
        ("HumanEval/1", 0, "raw", "", None),
        ("HumanEval/2", 0, "raw", "x", None),
        ("HumanEval/3", 0, "raw", "x = 1", None),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            {"custom_id": "HumanEval/0", "method": "POST", "body": {"messages": []}},
            "is a batch request, not an answer",
        ),
        ({"custom_id": "request-7", "response": {"body": chat("x")}}, "`custom_id`: unknown task request-7"),
        ({"custom_id": "HumanEval/0", "response": {"body": {"choices": [{}]}}}, "is not a batch answer"),
    ],
)
def test_a_batch_that_cannot_be_used_is_refused(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        opened(write_lines(tmp_path / "batch.jsonl", [line]))


def test_the_solutions_in_results_of_evalplus_are_read(tmp_path: Path) -> None:
    path = tmp_path / "model_eval_results.json"
    found = {"task_id": "HumanEval/0", "solution": "x = 1", "base_status": "pass", "plus_status": "fail"}
    path.write_text(json.dumps({"date": "2025-01-01", "hash": "x", "eval": {"HumanEval/0": [found, found]}}, indent=1))
    assert opened(path) == [Sample("HumanEval/0", index, "solution", "x = 1") for index in (0, 1)]
    path.write_text(json.dumps({"eval": {"HumanEval/0": {"base": [["success", []]], "plus": []}}}))
    with pytest.raises(InputError, match="is a result of EvalPlus without the solutions"):
        opened(path)


def test_a_log_of_inspect_ai_as_json_without_samples_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"version": 2, "status": "started", "eval": {"task": "humaneval", "model": "m"}}))
    with pytest.raises(InputError, match="is a log of Inspect AI without samples"):
        opened(path)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_chat_that_ends_in_an_answer_that_is_begun_is_continued(tmp_path: Path, as_json: bool) -> None:
    problem = load_benchmark().problems[0]
    chat = [
        {"role": "user", "content": f"Write a solution:\n```python\n{problem.prompt}```"},
        {"role": "assistant", "content": f"Here is the completed function:\n```python\n{problem.prompt}"},
    ]
    line = log_line(0, ["    return 1\n```\nDone."])
    line["arguments"] = [[json.dumps(chat) if as_json else chat, {"until": []}]]
    (sample,) = opened(write_lines(tmp_path / "log.jsonl", [line]))
    assert sample.field == "completion"
    line["arguments"] = [[json.dumps(chat[:1]) if as_json else chat[:1], {"until": []}]]
    (sample,) = opened(write_lines(tmp_path / "log.jsonl", [line]))
    assert sample.field == "raw"
