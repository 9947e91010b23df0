"""Wrong options are refused before anything is opened or run, and nothing is written into an installed package."""

import json
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tallybench import cli
from tests.benchmarks.test_evalplus import PLUS
from tests.conftest import ROOT

# A benchmark that cannot be opened: what is said of it would come first, were it opened before the options are checked.
CLOSED = ("--benchmark", "mbpp+", "--data", "nowhere")
NO_SUCH = ("--benchmark", "nowhere")
MODEL = "mockllm/model"
EVALUATE = ("evaluate", "samples.jsonl", "--model", "Tiny")
RUN = ("run", "--model", MODEL)
GENERATE = ("generate", "--model", MODEL)
STRESS = ("dev", "stress", "generate", "--model", MODEL, "-o", "made")
SEARCH = ("dev", "stress", "search")
TESTS = ("dev", "tests", "generate", "-o", "tests.jsonl")
REDUCE = ("dev", "tests", "reduce", "tests.jsonl", "-o", "few.jsonl")
EXTRA = ("evaluate", "samples.jsonl", "--model", "m", "-o", "result.json", "--extra-tests")
STUDY = ("dev", "study")
COFFE = (*STUDY, "coffe", "--data", ".")
PYTHON = ("--python", "/nowhere/python")
NOT_PYTHON = "--python /nowhere/python: cannot be run as an interpreter"
UNWRITABLE = ("-o", "nowhere/x")
JUDGE0 = ("--judge0", "http://127.0.0.1:9")

WRONG: list[tuple[tuple[str, ...], str]] = [
    ((*EVALUATE, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*EVALUATE, *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*EVALUATE, *CLOSED, "-o", "there.json"), "there.json: already exists"),
    ((*EVALUATE, *CLOSED, "--k", "0"), "--k 0: every k must be at least 1"),
    ((*EVALUATE, *CLOSED, "--counter", "x"), "counter x: choose one of"),
    ((*EVALUATE, *CLOSED, "--rules", "x"), "rules x: choose one of"),
    ((*EVALUATE, *CLOSED, "--shard", "9/3"), "--shard 9/3: must be"),
    ((*EVALUATE, *CLOSED, "--set", "x"), "--set x: must be KEY=VALUE"),
    ((*EVALUATE, *CLOSED, "--judge0", "x"), "--judge0: is not the address of a server"),
    ((*EVALUATE, *CLOSED, "--language", "71"), "--language: is only for a Judge0 server"),
    ((*EVALUATE, *CLOSED, "--about", "nowhere.json"), "--about nowhere.json: cannot be read"),
    ((*EVALUATE, *CLOSED, "--set", "colour=red"), "--set colour: must be one of name, organization"),
    ((*EVALUATE, *CLOSED, "--set", "parameters=-1"), "--set parameters: "),
    ((*EVALUATE, *CLOSED, "--set", "parameters=7B"), "--set parameters: "),
    ((*EVALUATE, *CLOSED, "--set", "price=1"), "--set price=1: must be IN,OUT"),
    ((*EVALUATE, *CLOSED, "--python", "/bin/true"), "/bin/true"),
    ((*EVALUATE, *CLOSED, "-o", "/proc/x.json"), "/proc/x.json: cannot be written ("),
    ((*EVALUATE, *CLOSED, "--fast"), "--fast"),
    ((*EVALUATE, *CLOSED, "--set", "prompt=@nowhere.txt"), "--set prompt=@nowhere.txt: cannot be read"),
    ((*EVALUATE, "--benchmark", "none"), "humaneval"),
    ((*EVALUATE, "--benchmark", "."), "benchmark .: has neither benchmark.toml"),
    ((*EVALUATE, "--ids", "HumanEval/777"), "HumanEval/777"),
    (("evaluate", "samples.jsonl", *CLOSED, "--model", "M" * 101), "--model: "),
    (("evaluate", "samples.jsonl", *CLOSED), "--model: is missing"),
    (("evaluate", "none.jsonl", "--model", "Tiny", *CLOSED), "none.jsonl: there is no such file"),
    (("evaluate", "embedded:none", "--model", "Tiny", *CLOSED), "embedded:none"),
    ((*EVALUATE, *CLOSED, *JUDGE0, "--memory"), "--memory: does not go with --judge0"),
    ((*EVALUATE, *CLOSED, *JUDGE0, "--counter", "cputime"), "--counter: does not go with --judge0"),
    ((*EVALUATE, *CLOSED, *JUDGE0, "--shard", "1/2"), "--shard: does not go with --judge0"),
    ((*RUN, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*RUN, *CLOSED, "--k", "x"), "--k x: must be whole numbers"),
    ((*RUN, *CLOSED, "-o", "there.json"), "--output there.json: is not a folder"),
    ((*GENERATE, *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*GENERATE, *CLOSED, "--temperature", "x"), "--temperature x: must be numbers"),
    ((*STRESS, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*STRESS, *CLOSED, "--method", "x"), "--method x: must be one of"),
    ((*STRESS, *CLOSED, "--pool", "none.jsonl"), "none.jsonl: there is no such file"),
    ((*SEARCH, *NO_SUCH, *PYTHON), NOT_PYTHON),
    ((*SEARCH, *NO_SUCH, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*TESTS, *CLOSED, *PYTHON), NOT_PYTHON),
    ((*TESTS, *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*REDUCE, *NO_SUCH, *PYTHON), "tests.jsonl: there is no such file"),
    ((*EXTRA, "none.jsonl", *CLOSED), "none.jsonl: there is no such file"),
    (("dev", "audit", *NO_SUCH, "--format", "x"), "--format x: must be table or json"),
    (("dev", "audit", *NO_SUCH, *UNWRITABLE), "nowhere/x: cannot be written"),
    (("dev", "audit", *NO_SUCH, *PYTHON), NOT_PYTHON),
    (("dev", "audit", *NO_SUCH, "--pool", "none.jsonl"), "none.jsonl: there is no such file"),
    (("dev", "measure", "nowhere", *PYTHON), NOT_PYTHON),
    (("dev", "catalogue", "mbpp+", "--data", "nowhere", *PYTHON), NOT_PYTHON),
    (("dev", "catalogue", "mbpp+", "--data", "nowhere", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("dev", "catalogue", "mbpp+", "--data", "nowhere", "--result", "none.json"), "none.json: cannot be read"),
    ((*STUDY, "stability", *CLOSED, *PYTHON), NOT_PYTHON),
    ((*STUDY, "stability", *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*STUDY, "stability", *CLOSED, "--runs", "3"), "--runs"),
    ((*STUDY, "humans", *CLOSED, *PYTHON), NOT_PYTHON),
    ((*STUDY, "humans", *CLOSED, *UNWRITABLE), "nowhere/x: cannot be written"),
    ((*STUDY, "humans", *CLOSED, "--pairs", "nowhere/x"), "nowhere/x: cannot be written"),
    ((*COFFE, *PYTHON), NOT_PYTHON),
    ((*COFFE, "-o", "there.json"), "--output there.json: is not a folder"),
    ((*COFFE, "--predictions", "none.json"), "none.json: there is no such file"),
    ((*COFFE, "--tables", "99"), "--tables"),
    (("merge", "none.jsonl"), "none.jsonl: there is no such file"),
    (("merge", "samples.jsonl", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("dev", "verify", "none.json", *PYTHON), NOT_PYTHON),
    (("dev", "verify", "none.json", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("dev", "verify", "a.json", "b.json", "-o", "x"), "--output x: is one record's file, and there are 2 results"),
    (("report", "none.json", "--format", "xml"), "--format xml: must be one of table, md, csv, json, parquet"),
    (("dev", "export", "training", "--kind", "x"), "--kind x: must be one of"),
    (("dev", "export", "training", "--kind", "pairs", *UNWRITABLE), "nowhere/x: cannot be written"),
    (("dev", "demo", *PYTHON), NOT_PYTHON),
]
MISSING: list[tuple[tuple[str, ...], str, str]] = [
    (("dev", "audit", *NO_SUCH), "coverage", "audit"),
    (("dev", "audit", *NO_SUCH), "mutmut", "audit"),
    (("problems", "--check", *NO_SUCH), "coverage", "audit"),
    ((*REDUCE, *NO_SUCH), "mutmut", "audit"),
    ((*STUDY, "classeval", "--data", "."), "coverage", "audit"),
    ((*RUN, *CLOSED), "inspect_ai", "generate"),
    ((*GENERATE, *CLOSED), "openai", "generate"),
    ((*STRESS, *CLOSED), "inspect_ai", "generate"),
    ((*TESTS, "--model", MODEL, *CLOSED), "inspect_ai", "generate"),
    ((*EVALUATE, *JUDGE0, *CLOSED), "httpx", "judge0"),
    ((*EVALUATE, "--ray", "auto", *CLOSED), "ray", "ray"),
    (("report", "--format", "parquet"), "pyarrow", "statistics"),
    (("dev", "growth", *NO_SUCH), "scipy", "statistics"),
    (("dev", "dataset", "build", "out"), "datasets", "dataset"),
    (("dev", "dataset", "push", "--repo", "a/b"), "huggingface_hub", "dataset"),
    (("dev", "export", "hf", "none.json"), "yaml", "dataset"),
    (("site",), "mkdocs", "site"),
    (("site",), "mkdocstrings", "site"),
]


Refused = Callable[[tuple[str, ...]], str]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """What the command line says as it refuses a command."""

    def run(arguments: tuple[str, ...]) -> str:
        monkeypatch.setattr(sys, "argv", ["tallybench", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        said = capsys.readouterr().err
        assert end.value.code == 2 and "Traceback" not in said, said
        return said

    return run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: with samples, and a file that no result may replace."""
    (tmp_path / "samples.jsonl").write_text('{"task_id": "Mbpp/2", "solution": ""}\n')
    (tmp_path / "there.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(case) for case, _ in WRONG])
def test_a_wrong_option_is_refused_before_a_benchmark_is_opened(
    arguments: tuple[str, ...], said: str, folder: Path, refused: Refused
) -> None:
    before = sorted(folder.iterdir())
    assert said in refused(arguments)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(("arguments", "package", "extra"), MISSING, ids=[f"{case[0]}, {p}" for case, p, _ in MISSING])
@pytest.mark.usefixtures("folder")
def test_a_missing_package_is_named_before_any_work(
    arguments: tuple[str, ...], package: str, extra: str, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    if {"dataset", "site"} & set(arguments):
        monkeypatch.chdir(ROOT)
    monkeypatch.setitem(sys.modules, package, None)
    said = refused(arguments)
    assert said.endswith(f"{package} is missing; pip install 'tallybench[{extra}]'\n") and said.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [EVALUATE, GENERATE, TESTS, STRESS, RUN, (*STUDY, "stability"), (*STUDY, "humans")],
    ids=" ".join,
)
def test_an_unknown_id_is_refused_before_expected_outputs_are_made(
    command: tuple[str, ...], folder: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = folder / "cache"
    monkeypatch.setenv("TALLYBENCH_CACHE", str(cache))
    (folder / "MbppPlus.jsonl").write_text(json.dumps(PLUS) + "\n")
    benchmark = ("--benchmark", "mbpp+", "--data", str(folder))
    said = refused((*command, *benchmark, "--ids", "0-60"))
    assert "ids 0-60: mbpp+ has no task 'Mbpp/0'" in said
    assert not (cache / "expected").exists()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel holds, where it puts it, with no checkout around."""
    there = tmp_path_factory.mktemp("installed") / "site-packages"
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    places = {package: Path(package).name for package in wheel["packages"]}
    places |= runpy.run_path(str(ROOT / wheel["hooks"]["custom"]["path"]))["PLACES"]
    for source, place in places.items():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, there / place, ignore=shutil.ignore_patterns("__pycache__", "samples"))
        else:
            (there / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, there / place)
    return there


@pytest.mark.parametrize(
    ("arguments", "file"),
    [(("dev", "measure"), "humaneval.json"), (("dev", "catalogue", "mbpp+", "--data", "."), "mbpp+.json")],
    ids=["measure", "catalogue"],
)
def test_nothing_is_written_into_an_installed_package(
    arguments: tuple[str, ...], file: str, installed: Path, tmp_path: Path
) -> None:
    program = f"import sys; sys.path.insert(0, {str(installed)!r}); from tallybench.cli import main; main()"
    command = [sys.executable, "-I", "-B", "-c", program, *arguments]
    before = {path: path.stat().st_mtime_ns for path in installed.rglob("*")}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, env=dict(os.environ))
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"tallybench: {arguments[1]}: would write {installed}/" in done.stderr and file in done.stderr
    assert "give --output FILE" in done.stderr and done.stderr.count("\n") == 1
    assert {path: path.stat().st_mtime_ns for path in installed.rglob("*")} == before
