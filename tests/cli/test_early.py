"""Wrong options are refused before anything is opened or run, and nothing is written into an installed package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evaluator import cli
from tests.benchmarks.test_mbpp import PLUS
from tests.conftest import ROOT

# A benchmark that cannot be opened: what is said of it would come first, were it opened before the options are checked.
CLOSED = ("--benchmark", "mbpp+", "--data", "nowhere")
NO_SUCH = ("--benchmark", "nowhere")
MODEL = "mockllm/model"
EVALUATE = ("evaluate", "samples.jsonl", "--model", "Tiny")
RUN = ("run", "--model", MODEL)
GENERATE = ("generate", "--model", MODEL)
STRESS = ("stress", "generate", "--model", MODEL, "-o", "made")
SEARCH = ("stress", "search")
TESTS = ("tests", "generate", "-o", "tests.jsonl")
REDUCE = ("tests", "reduce", "tests.jsonl", "-o", "few.jsonl")
CHECK = ("tests", "check", "samples.jsonl")
REPRODUCE = ("reproduce", "coffe", "--data", ".")
PYTHON = ("--python", "/nowhere/python")
NOT_PYTHON = "--python /nowhere/python: cannot be run as an interpreter"
UNWRITABLE = ("-o", "nowhere/x")

WRONG: list[tuple[tuple[str, ...], str]] = [
    ((*EVALUATE, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*EVALUATE, *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*EVALUATE, *CLOSED, "-o", "there.json"), "there.json: is there already"),
    ((*EVALUATE, *CLOSED, "--k", "0"), "--k 0: every k must be at least 1"),
    ((*EVALUATE, *CLOSED, "--counter", "x"), "counter x: choose one of"),
    ((*EVALUATE, *CLOSED, "--rules", "x"), "rules x: choose one of"),
    ((*EVALUATE, *CLOSED, "--shard", "9/3"), "--shard 9/3: must be"),
    ((*EVALUATE, *CLOSED, "--generation", "x"), "--generation x: must be NAME=VALUE"),
    ((*EVALUATE, *CLOSED, "--engine", "x"), "--engine x: there is own and judge0"),
    ((*EVALUATE, *CLOSED, "--about", "nowhere.json"), "--about nowhere.json: cannot be read"),
    (("evaluate", "samples.jsonl", *CLOSED), "--model: is missing"),
    (("evaluate", "none.jsonl", "--model", "Tiny", *CLOSED), "none.jsonl: there is no such file"),
    (("evaluate", "embedded:none", "--model", "Tiny", *CLOSED), "embedded:none"),
    (
        (*EVALUATE, *CLOSED, "--engine", "judge0", "--url", "http://127.0.0.1:9", "--memory"),
        "--memory: does not go with --engine judge0",
    ),
    ((*RUN, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*RUN, *CLOSED, "--k", "x"), "--k x: must be whole numbers"),
    ((*RUN, *CLOSED, "-o", "there.json"), "--output there.json: is no folder"),
    ((*GENERATE, *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*GENERATE, *CLOSED, "--temperature", "x"), "--temperature x: must be numbers"),
    ((*STRESS, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*STRESS, *CLOSED, "--method", "x"), "--method x: there is"),
    ((*STRESS, *CLOSED, "--pool", "none.jsonl"), "none.jsonl: there is no such file"),
    ((*SEARCH, *NO_SUCH, *PYTHON), NOT_PYTHON),
    ((*SEARCH, *NO_SUCH, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*TESTS, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*TESTS, *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*REDUCE, *NO_SUCH, *PYTHON), "tests.jsonl: there is no such file"),
    ((*CHECK, *CLOSED, "--tests", "none.jsonl"), "none.jsonl: there is no such file"),
    ((*CHECK, *CLOSED, *PYTHON), NOT_PYTHON),
    (("tests", "check", "none.jsonl", *CLOSED), "none.jsonl: there is no such file"),
    (("audit", *NO_SUCH, "--format", "x"), "--format x: there is table, json"),
    (("audit", *NO_SUCH, *UNWRITABLE), "nowhere/x: cannot be written"),
    (("audit", *NO_SUCH, *PYTHON), NOT_PYTHON),
    (("audit", *NO_SUCH, "--pool", "none.jsonl"), "none.jsonl: there is no such file"),
    (("measure", "nowhere", *PYTHON), NOT_PYTHON),
    (("catalogue", "mbpp+", "--data", "nowhere", *PYTHON), NOT_PYTHON),
    (("catalogue", "mbpp+", "--data", "nowhere", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("catalogue", "mbpp+", "--data", "nowhere", "--result", "none.json"), "none.json: cannot be read"),
    (("stability", *CLOSED, *PYTHON), NOT_PYTHON),
    (("stability", *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    (("stability", *CLOSED, "--runs", "3"), "--runs"),
    (("humans", *CLOSED, *PYTHON), NOT_PYTHON),
    (("humans", *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    (("humans", *CLOSED, "--pairs", "nowhere/x"), "nowhere/x: cannot be written"),
    ((*REPRODUCE, *PYTHON), NOT_PYTHON),
    ((*REPRODUCE, "-o", "there.json"), "--output there.json: is no folder"),
    ((*REPRODUCE, "--predictions", "none.json"), "none.json: there is no such file"),
    ((*REPRODUCE, "--tables", "99"), "--tables"),
    (("merge", "none.jsonl", *CLOSED), "none.jsonl: there is no such file"),
    (("merge", "samples.jsonl", *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    (("verify", "none.json", *PYTHON), NOT_PYTHON),
    (("verify", "none.json", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("export", "training", "--kind", "x"), "--kind x: there is"),
    (("export", "training", "--kind", "pairs", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("demo", *PYTHON), NOT_PYTHON),
]
MISSING: list[tuple[tuple[str, ...], str, str]] = [
    (("audit", *NO_SUCH), "coverage", "audit"),
    (("audit", *NO_SUCH), "mutmut", "audit"),
    (("problems", "--check", *NO_SUCH), "coverage", "audit"),
    ((*REDUCE, *NO_SUCH), "mutmut", "audit"),
    (("reproduce", "classeval", "--data", "."), "coverage", "audit"),
    ((*RUN, *CLOSED), "inspect_ai", "generate"),
    ((*GENERATE, *CLOSED), "openai", "generate"),
    ((*STRESS, *CLOSED), "inspect_ai", "generate"),
    ((*TESTS, "--model", MODEL, *CLOSED), "inspect_ai", "generate"),
    ((*EVALUATE, "--engine", "judge0", "--url", "http://127.0.0.1:9", *CLOSED), "httpx", "judge0"),
    ((*EVALUATE, "--ray", "auto", *CLOSED), "ray", "ray"),
    (("report", "--format", "parquet"), "pyarrow", "statistics"),
    (("growth", *NO_SUCH), "scipy", "statistics"),
    (("dataset", "build", "out"), "datasets", "dataset"),
    (("dataset", "push", "--repo", "a/b"), "huggingface_hub", "dataset"),
    (("export", "hf", "none.json"), "yaml", "dataset"),
    (("site",), "mkdocs", "site"),
    (("site",), "mkdocstrings", "site"),
]


def refused(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command line says as it refuses a command."""
    monkeypatch.setattr(sys, "argv", ["tallybench", *arguments])
    with pytest.raises(SystemExit) as end:
        cli.main()
    said = capsys.readouterr().err
    assert end.value.code == 2, said
    return said


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: with samples, and a file that no result may replace."""
    (tmp_path / "samples.jsonl").write_text('{"task_id": "Mbpp/2", "solution": ""}\n')
    (tmp_path / "there.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(case) for case, _ in WRONG])
def test_a_wrong_option_is_refused_before_a_benchmark_is_opened(
    arguments: tuple[str, ...],
    said: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = sorted(folder.iterdir())
    assert said in refused(arguments, monkeypatch, capsys)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(("arguments", "package", "extra"), MISSING, ids=[f"{case[0]}, {p}" for case, p, _ in MISSING])
def test_a_missing_package_is_named_before_any_work(
    arguments: tuple[str, ...],
    package: str,
    extra: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if arguments[0] in ("dataset", "site"):
        monkeypatch.chdir(ROOT)
    monkeypatch.setitem(sys.modules, package, None)
    said = refused(arguments, monkeypatch, capsys)
    assert said.endswith(f"{package} is missing; pip install 'tallybench[{extra}]'\n") and said.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        (*EVALUATE, "-o", "result.json"),
        GENERATE,
        TESTS,
        STRESS,
        RUN,
        CHECK,
        ("stability",),
        ("humans",),
    ],
    ids=" ".join,
)
def test_an_unknown_id_is_refused_before_expected_outputs_are_made(
    command: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = folder / "cache"
    monkeypatch.setenv("TALLYBENCH_CACHE", str(cache))
    (folder / "MbppPlus.jsonl").write_text(json.dumps(PLUS) + "\n")
    benchmark = ("--benchmark", "mbpp+", "--data", str(folder))
    said = refused((*command, *benchmark, "--ids", "0-60"), monkeypatch, capsys)
    assert "ids 0-60: mbpp+ has no task 'Mbpp/0'" in said
    assert not (cache / "expected").exists()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages as a wheel holds them, with no checkout around."""
    there = tmp_path_factory.mktemp("installed") / "site-packages"
    for package in ("evaluator", "hf_dataset", "tallybench"):
        shutil.copytree(ROOT / package, there / package, ignore=shutil.ignore_patterns("__pycache__", "samples"))
    return there


@pytest.mark.parametrize(
    ("arguments", "file"),
    [(("measure",), "humaneval.json"), (("catalogue", "mbpp+", "--data", "."), "mbpp+.json")],
    ids=["measure", "catalogue"],
)
def test_nothing_is_written_into_an_installed_package(
    arguments: tuple[str, ...], file: str, installed: Path, tmp_path: Path
) -> None:
    program = f"import sys; sys.path.insert(0, {str(installed)!r}); from evaluator.cli import main; main()"
    command = [sys.executable, "-I", "-B", "-c", program, *arguments]
    before = {path: path.stat().st_mtime_ns for path in installed.rglob("*")}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, env=dict(os.environ))
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"tallybench: {arguments[0]}: would write {installed}/hf_dataset/" in done.stderr and file in done.stderr
    assert "give --output FILE" in done.stderr and done.stderr.count("\n") == 1
    assert {path: path.stat().st_mtime_ns for path in installed.rglob("*")} == before
