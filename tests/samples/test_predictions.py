"""COFFE's predictions: recognised by their shape, matched by prompt, nothing dropped in silence."""

import json
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.problem import Case, Problem, Solution
from tallybench.samples.attempts import read_attempts
from tallybench.samples.predictions import is_predictions, read_predictions, whole_value
from tallybench.statistics.reading import load_result
from tests.conftest import CommandLine
from tests.made_results import kept_result
from tests.sanitizing import sanitize


def _problem(name: str) -> Problem:
    solution = Solution("canonical", f"def {name}(x):\n    return x\n")
    return Problem(
        f"T/{name}", name, "function", f"Write {name}.\n", "", solution, cases=(Case((1,), 1),), any_name=True
    )


BENCHMARK = Benchmark(
    "made", "1", (_problem("one"), _problem("two"), _problem("three")), Texts(False, "MIT", "https://tests.example")
)


def _file(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "predictions.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=4))
    return path


def test_outputs_become_raw_samples_and_the_rest_is_named(tmp_path: Path) -> None:
    content = {
        "Write one.": [["first", "second"], True],
        "Write two.\n": [["refused"], False],
        "Write four.": [["surplus"], True],
    }
    found = read_predictions(_file(tmp_path, content), BENCHMARK)
    assert [(sample.task_id, sample.index, sample.field, sample.text) for sample in found.samples] == [
        ("T/one", 0, "raw", "first"),
        ("T/one", 1, "raw", "second"),
    ]
    assert found.missing == ("T/three",)
    assert found.invalid == ("T/two",)
    assert found.surplus == ("Write four.",)
    assert found.notes() == [
        "predictions: 2 outputs for 1 problems of made",
        "predictions: 1 problems have no output and count as failed: `T/three`",
        "predictions: 1 problems have outputs that the file calls invalid, and count as failed: `T/two`",
        "predictions: 1 prompts do not belong to made and are not scored: `Write four.`",
    ]


def test_a_single_output_may_stand_without_a_list(tmp_path: Path) -> None:
    found = read_predictions(_file(tmp_path, {"Write one.": ["alone", True]}), BENCHMARK)
    assert [sample.text for sample in found.samples] == ["alone"]
    assert found.notes(missing=False) == found.notes()[:1]  # tasks without output are named for all samples elsewhere


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"a prompt": [["out"], True]}, True),
        ('{"a prompt": [["out"], true]}', True),
        ('{"task_id": "T/1", "solution": ""}', False),
        ('{"solution": ""}', False),
        ({"completion": [["out"], True]}, False),
        ({}, False),
        ('{"task_id": "T/1", "solution": ""}\n{"task_id": "T/2", "solution": ""}\n', False),
        ("[1]", False),
        ('{"broken": ', False),
        ("", False),
    ],
)
def test_predictions_are_told_from_json_lines_by_their_shape(tmp_path: Path, content: Any, expected: bool) -> None:
    assert is_predictions(whole_value(_file(tmp_path, content))) is expected
    assert not is_predictions(whole_value(tmp_path)) and not is_predictions(whole_value("-"))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"Write one.": "code"}, "at `Write one.`: is not in the format, expected [[raw output, ...], valid]"),
        ({"Write one.": [["code"]]}, "at `Write one.`"),
        ({"Write one.": [[1], True]}, "at `Write one.`"),
        ({"Write one.": [["code"], 1]}, "at `Write one.`"),
        ({"Write one.": [["a"], True], "Write one.\n": [["b"], True]}, "appears twice"),
        ({"Write four.": [["code"], True]}, "none of its 1 prompts is from made"),
        ("[]", "is not an object"),
        ("{", "is not JSON"),
    ],
)
def test_a_malformed_file_is_named_with_what_was_expected(tmp_path: Path, content: Any, told: str) -> None:
    path = _file(tmp_path, content)
    with pytest.raises(InputError) as caught:
        read_predictions(path, BENCHMARK)
    assert str(caught.value).startswith(str(path))
    assert told in str(caught.value)


def test_predictions_for_humaneval_are_evaluated(tallybench: CommandLine, benchmark: Benchmark, tmp_path: Path) -> None:
    """Their prompts are HumanEval's, with other white space around them, and of another benchmark besides."""
    fenced = "Here it is:\n```python\n{}```\nIt works."
    first, second = (benchmark.by_id[f"HumanEval/{number}"] for number in (27, 28))
    content = {
        first.prompt.strip(): [[fenced.format(first.canonical.code)], True],
        f"\n{second.prompt}": [["I cannot do that."], True],
        "Write a program that sorts its input.": [["print()"], True],
    }
    path = _file(tmp_path, content)
    done = tallybench("evaluate", path, "--model", "GPT-4o", "--ids", "27-29", "--no-count")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[:3] == [
        "predictions: 2 outputs for 2 problems of humaneval",
        "predictions: 1 prompts do not belong to humaneval and are not scored: `Write a program that sorts its input.`",
        "warning: 1 of 3 tasks has no sample and counts as failed: HumanEval/29",
    ]
    result = json.loads((tmp_path / "result.json").read_bytes())
    assert [(row["task_id"], row["verdict"]) for row in result["samples"]] == [
        (first.task_id, "passed"),
        (second.task_id, "no_code"),
    ]


def test_gpt_4os_predictions_for_humaneval_are_what_its_published_result_was_made_of(
    shared_data: Path, benchmark: Benchmark
) -> None:
    path = shared_data / "coffe/examples/openai_humaneval/GPT-4o.json"
    assert is_predictions(whole_value(path))
    found = read_predictions(path, benchmark)
    assert (len(found.samples), found.missing, found.invalid, found.surplus) == (164, (), (), ())
    published = load_result(kept_result("gpt-4o"))
    attempts = read_attempts(found.samples, benchmark)
    assert {(attempt.task_id, attempt.code_hash) for attempt in attempts} == {
        (sample.task_id, sample.code_sha256) for sample in published.samples
    }


def test_gpt_4os_predictions_match_their_splits(shared_data: Path) -> None:
    data = shared_data / "coffe"
    for folder, name, problems, surplus in (
        ("function", "coffe-function", 398, 23),
        ("deepmind_code_contests", "coffe-code-contests", 58, 48),
    ):
        path = data / "examples" / folder / "GPT-4o.json"
        assert is_predictions(whole_value(path))
        benchmark = load_benchmark(name, data / "datasets")
        found = read_predictions(path, benchmark)
        assert (len(found.samples), len(found.surplus), found.missing, found.invalid) == (problems, surplus, (), ())
        attempts = read_attempts(found.samples, benchmark)
        assert all(attempt.code is not None for attempt in attempts)


RENAMED = "Sure:\n```python\ndef helper(x):\n    return x\n\ndef won(x):\n    return helper(x)\n\nprint(won(1))\n```\n"


def test_a_function_of_another_name_is_taken_only_where_names_are_free_and_none_has_the_right_one() -> None:
    taken = sanitize("raw", RENAMED, "Write one.", "one", any_name=True)
    namespace: dict[str, Any] = {}
    exec(taken.code or "", namespace)
    assert namespace["one"](5) == 5
    assert "print" not in (taken.code or "")
    assert "other_name" in taken.rules
    assert sanitize("raw", RENAMED, "Write one.", "one").code is None
    right = "or\n```python\ndef one(x):\n    return x\n```"
    taken = sanitize("raw", RENAMED + right, "Write one.", "one", any_name=True)
    assert "won" not in (taken.code or "") and "other_name" not in taken.rules


PROGRAM = "import sys\n\n\ndef main():\n    print(sum(map(int, sys.stdin.read().split())))\n\n\nmain()\n"
EXAMPLE = "x = 1\n"


@pytest.mark.parametrize(
    ("text", "code", "rules"),
    [
        (f"```python\n{PROGRAM}```", PROGRAM, ("fenced_block",)),
        (f"First\n```\n{EXAMPLE}```\nthen\n```python\n{PROGRAM}```\n", PROGRAM, ("fenced_block",)),
        (f"```\nprint(1)\n```\n```python\n{PROGRAM}", PROGRAM, ("fenced_block",)),
        (f"```\nn = int(input())\n```\n```\n{PROGRAM}```\n```\n{PROGRAM}# again\n```", PROGRAM, ("fenced_block",)),
        (PROGRAM, PROGRAM, ()),
        (f"{PROGRAM}```\nIt sums them up.\n", PROGRAM, ("fenced_block",)),
        (f"Here it is:\n\n{PROGRAM}", PROGRAM, ("unfenced_lines",)),
        ("```python\nprint(1\n```", "print(1\n", ("fenced_block",)),
        (f"<think>```\nprint(2)\n```</think>```\n{PROGRAM}```", PROGRAM, ("dropped_reasoning", "fenced_block")),
        ("I cannot do that.", None, ()),
        ("```python\nx = 1\n```", None, ()),
        ("", None, ()),
    ],
)
def test_a_program_is_taken_whole(text: str, code: str | None, rules: tuple[str, ...]) -> None:
    taken = sanitize("raw", text, "Sum them up.\n```python", "")
    assert (taken.code, taken.rules) == (code, rules)
    assert sanitize("solution", "anything (", "", "").code == "anything ("
