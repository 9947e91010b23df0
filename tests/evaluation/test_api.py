"""The public API: samples in any form, results that are used from Python, and errors that name parameters."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pandas as pd
import pytest

import tallybench as package
from tallybench import Model, Sample, Session, errors, evaluate, load_benchmark, load_result
from tallybench.counting import session as execution
from tallybench.evaluation import pipeline
from tallybench.model.result import Result
from tallybench.model.sample_rows import SAMPLE_COLUMNS
from tests.conftest import ROOT, CommandLine
from tests.made_results import kept_result

ROWS: list[dict[str, Any]] = [
    {"task_id": "HumanEval/23", "completion": "    return len(string)\n"},
    {"task_id": "HumanEval/45", "solution": "def triangle_area(a, h):\n    return a * h\n"},
    {"task_id": "HumanEval/45", "raw": "So:\n```python\ndef triangle_area(a, h):\n    return a * h / 2\n```\n"},
]
CHECKED: dict[str, Any] = {"model": "m", "ids": ["23", "45"], "counter": "none"}


@pytest.fixture(scope="module")
def checked(session: Session) -> Result:
    return evaluate(ROWS, session=session, **CHECKED)


def test_samples_may_be_dictionaries_samples_a_frame_or_a_path(
    checked: Result, session: Session, tmp_path: Path
) -> None:
    assert [str(sample.verdict) for sample in checked.samples] == ["passed", "wrong_output", "passed"]
    assert [sample.index for sample in checked.samples] == [0, 0, 1]
    lines = tmp_path / "samples.jsonl"
    lines.write_bytes(b"\n".join(map(orjson.dumps, ROWS)))
    made: list[Any] = [Sample("HumanEval/23", 0, "completion", ROWS[0]["completion"]), *ROWS[1:]]
    forms: list[Any] = [iter(ROWS), made, pd.DataFrame(ROWS)]
    for samples in forms:
        assert evaluate(samples, session=session, **CHECKED) == checked
    for path in (lines, str(lines)):
        found = evaluate(path, session=session, **CHECKED)
        assert found.model.answers_sha256 == sha256(lines.read_bytes()).hexdigest()
        assert found.model_copy(update={"model": checked.model}) == checked


def test_pandas_is_imported_for_nothing_but_data_frames() -> None:
    code = "import sys; from tallybench.api import evaluate; assert 'pandas' not in sys.modules and evaluate"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_the_public_functions_are_those_of_the_pipeline_to_the_byte(checked: Result, session: Session) -> None:
    samples = [Sample("HumanEval/23", 0, "completion", ROWS[0]["completion"])]
    samples += [Sample("HumanEval/45", 0, "solution", ROWS[1]["solution"])]
    samples += [Sample("HumanEval/45", 1, "raw", ROWS[2]["raw"])]
    options = package.Options(ids=("23", "45"), counter="none")
    assert checked == pipeline.evaluate(samples, Model(name="m"), options, session=session)


@pytest.mark.parametrize(
    ("samples", "says"),
    [
        ([{"completion": "x"}], "^samples, row 0: has no `task_id`"),
        ([ROWS[0], {"task_id": "HumanEval/0"}], "^samples, row 1: has none of `solution`, `completion`, `raw`"),
        ([{"task_id": "HumanEval/0", "raw": 5}], "^samples, row 0: `raw` is a number"),
        ([{"task_id": "HumanEval/0", "raw": b"x"}], "^samples, row 0: `raw` is of type bytes"),
        ([{"task_id": "HumanEval/999", "raw": "x"}], "^samples, row 0: unknown task HumanEval/999"),
        ([Sample("None/0", 0, "raw", "x")], "^samples, row 0: unknown task None/0"),
        ([Sample("HumanEval/0", 0, "raw", "x")] * 2, "^samples, row 1: `index` 0 of HumanEval/0 appears twice"),
        (["x"], "^samples, row 0: is a string; give dictionaries"),
        ([], "^samples: empty"),
        (pd.DataFrame([ROWS[0], {"task_id": "HumanEval/0"}]), "^samples, row 1: has none of"),
        (5, "^samples: is of type int; give a path, a DataFrame or an iterable"),
        ("nowhere.jsonl", "^nowhere.jsonl: there is no such file"),
    ],
)
def test_a_sample_that_cannot_be_used_is_named_by_row_and_field(samples: Any, says: str, session: Session) -> None:
    with pytest.raises(errors.InputError, match=says):
        evaluate(samples, model="m", session=session)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"memroy": True}, r"^option memroy: unknown; did you mean memory\? Options are data, rules, ids,"),
        ({"workers": 2}, r"^option workers: unknown; give it to Session\(workers=...\)"),
        ({"counter": "abacus"}, "^counter abacus: choose one of valgrind, perf, cputime, none$"),
        ({"ks": 0}, "^ks 0: every k must be at least 1"),
        ({"ks": ()}, "^ks : every k must be at least 1"),
        ({"ks": (1, 0)}, "^ks 1,0: every k must be at least 1"),
        ({"rules": "mine"}, "^rules mine: choose one of own, coffe"),
        ({"hash_seed": -1}, "^hash_seed -1: choose one from 0 to 4294967295"),
        ({"hash_seed": 2**32}, "^hash_seed 4294967296"),
        ({"rate": 0.0}, "^rate 0: "),
        ({"rate": float("nan")}, "^rate nan: "),
        ({"memory": True, "counter": "none"}, "^memory: needs the counter valgrind and the sandbox"),
        ({"memory": True, "counter": "cputime"}, "^memory: needs"),
        ({"memory": True, "sandbox": False}, "^memory: needs"),
        ({"ids": "999"}, "^ids 999: humaneval has no task 'HumanEval/999'"),
        ({"model": ""}, "^model '': String should have at least 1 character"),
        ({"benchmark": "none"}, "^benchmark none: there is no such benchmark; choose one of humaneval"),
        ({"benchmark": "mbpp"}, "^benchmark mbpp: does not come with TallyBench; give `data`"),
    ],
)
def test_an_option_that_cannot_be_used_is_named(options: dict[str, Any], says: str, session: Session) -> None:
    given: dict[str, Any] = {"model": "m", "session": session} | options
    with pytest.raises(errors.InputError, match=says) as caught:
        evaluate(ROWS, **given)
    assert "--" not in str(caught.value)


def test_problems_without_a_sample_are_warned_of(session: Session) -> None:
    with pytest.warns(UserWarning, match="^1 of 2 tasks has no sample and counts as failed: HumanEval/45"):
        evaluate(ROWS[:1], session=session, **CHECKED)


def test_a_session_has_the_calls_as_methods() -> None:
    with Session(workers=1) as session:
        assert isinstance(session, execution.Session)
        found = session.evaluate(ROWS[:1], model="m", ids="23", counter="none")
        assert found.metrics["pass@1"].value == 1
        wrong = "def strlen(string):\n    return -1\n"
        assert session.reward("HumanEval/23", wrong) == 0
        assert session.rewards([("HumanEval/23", wrong)], benchmark="humaneval") == [0]


def test_a_benchmark_gives_its_problems_by_id_and_by_number() -> None:
    benchmark = load_benchmark("humaneval")
    assert benchmark["HumanEval/23"] is benchmark["23"] is benchmark[23] is benchmark.by_id["HumanEval/23"]
    with pytest.raises(errors.InputError, match="humaneval has no task 'HumanEval/999'"):
        benchmark["999"]
    with pytest.raises(errors.InputError, match=r"humaneval has no task 'HumanEva/3' .*; did you mean HumanEval/3"):
        benchmark["HumanEva/3"]


def test_a_result_has_its_score_a_row_a_sample_and_a_short_text() -> None:
    result = load_result(kept_result("gpt-4o"))
    assert result.score == result.metrics["score@1"].value
    frame = result.to_pandas()
    assert list(frame.columns) == list(SAMPLE_COLUMNS)
    assert len(frame) == len(result.samples)
    assert frame["correct"].sum() == sum(sample.verdict == "passed" for sample in result.samples)
    counted = frame[frame["counts_for_efficiency"]]
    assert counted["score"].mean() == pytest.approx(result.score)
    assert len(repr(result).splitlines()) == 5 and repr(result) == str(result)
    assert result.model.name in repr(result) and f"score@1: {result.score:.4g} [" in repr(result)
    hostile = result.model_copy(update={"model": Model.model_construct(name="one\ntwo\x1b[31m")})
    assert len(repr(hostile).splitlines()) == 5 and "\x1b" not in repr(hostile)
    assert all(f"`{column}`" in (Result.to_pandas.__doc__ or "") for column in SAMPLE_COLUMNS)


def test_a_result_without_counts_has_no_score(checked: Result) -> None:
    assert checked.score is None
    assert "score@1: not counted" in repr(checked) and len(repr(checked).splitlines()) == 5
    assert checked.to_pandas()["instructions"].isna().all()


def test_a_saved_result_has_the_bytes_of_the_command_line(
    tallybench: CommandLine, session: Session, tmp_path: Path
) -> None:
    (tmp_path / "samples.jsonl").write_bytes(b"\n".join(map(orjson.dumps, ROWS)))
    command = ("evaluate", "samples.jsonl", "--model", "m", "--ids", "23,45", "--no-count", "-o", "typed.json")
    done = tallybench(*command)
    assert done.returncode == 0, done.stderr
    result = evaluate(tmp_path / "samples.jsonl", session=session, **CHECKED)
    result.save(tmp_path / "saved.json")
    assert (tmp_path / "saved.json").read_bytes() == (tmp_path / "typed.json").read_bytes()
    assert load_result(tmp_path / "saved.json") == result
    with pytest.raises(errors.InputError, match=r"saved\.json"):
        result.save(tmp_path / "none" / "saved.json")


def test_a_missing_pandas_is_named_with_what_installs_it(checked: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(errors.InputError, match=r"pandas is not installed; pip install 'tallybench\[statistics\]'"):
        checked.to_pandas()


def test_all_public_names_are_there_and_listed() -> None:
    assert dir(package) == sorted(package.__all__) and "Options" in package.__all__
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert package.__version__.startswith(package.version())
    with pytest.raises(AttributeError, match="no attribute 'evalute'"):
        package.evalute  # noqa: B018
