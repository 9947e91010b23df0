"""A package that extends TallyBench, as the page "Extensions" shows it: built, installed, and found by entry points."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from tallybench import Session, errors, evaluate, extensions, load_benchmark, load_result
from tallybench.benchmarks import forget_benchmarks
from tallybench.model.metrics import metric_of
from tallybench.model.result import dump_result
from tallybench.statistics.report import as_csv, as_json, as_markdown
from tests.conftest import ROOT, run_command
from tests.made_results import kept_result
from tests.once import Once

PAGE = (ROOT / "site/pages/reference/extensions.md").read_text()


def forget() -> None:
    extensions._installed.cache_clear()
    extensions.load_extension.cache_clear()
    forget_benchmarks()


def install(package: Path, target: Path) -> None:
    offline = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    command = [sys.executable, "-m", "pip", "install", *offline, str(package)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def target(once: Once, session: Session) -> Path:
    """A folder into which the package of the page is installed."""
    ((project,), (module,)) = (re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S) for kind in ("toml", "python"))

    def make(folder: Path) -> None:
        package = folder / "source"
        (package / "house_problems").mkdir(parents=True)
        (package / "pyproject.toml").write_text(project)
        (package / "house_problems/__init__.py").write_text(module)
        made = run_command(session, "new", "house", cwd=package / "house_problems")
        assert made.returncode == 0, made.stderr
        install(package, folder / "target")

    return once("extension", make) / "target"


@pytest.fixture
def installed(target: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(target)
    forget()
    yield
    monkeypatch.undo()
    sys.modules.pop("house_problems", None)
    forget()


@pytest.mark.usefixtures("installed")
def test_an_installed_benchmark_is_known_by_its_name(session: Session, tmp_path: Path) -> None:
    house = load_benchmark("house")
    assert [problem.task_id for problem in house] == ["House/1"]
    best = house["House/1"].references[0].code
    samples = tmp_path / "samples.jsonl"
    samples.write_bytes(orjson.dumps({"task_id": "House/1", "solution": best}))
    result = evaluate(samples, model="m", benchmark="house", session=session)
    assert result.benchmark.name == "house" and result.score is not None and result.score > 90
    listed = run_command(session, "problems", "--benchmark", "house", cwd=tmp_path)
    assert listed.returncode == 0 and "House/1" in listed.stdout
    (tmp_path / "house").mkdir()  # not that folder
    result.save(tmp_path / "python.json")
    command = ("evaluate", "samples.jsonl", "--model", "m", "--benchmark", "house", "-o", "typed.json")
    typed = run_command(session, *command, cwd=tmp_path)
    assert typed.returncode == 0, typed.stderr
    assert (tmp_path / "typed.json").read_bytes() == (tmp_path / "python.json").read_bytes()


@pytest.mark.usefixtures("installed")
def test_an_installed_metric_is_shown_and_never_written() -> None:
    result = load_result(kept_result("gpt-4o"))
    before = b"".join(dump_result(result))
    figures = result.installed_metrics()
    assert list(figures) == ["over_budget"] and figures["over_budget"].value is not None
    frame = result.to_pandas()
    counted = frame[frame["counts_for_efficiency"]]
    assert figures["over_budget"].value == pytest.approx(counted.groupby("task_id")["censored"].mean().mean(), abs=1e-5)
    metric = metric_of("over_budget")
    assert metric is not None and metric.describes == "over the budget on a stressful input"
    assert "over_budget" in as_markdown([result]) and "over_budget,share" in as_csv([result])
    (shown,) = orjson.loads(as_json([result]))
    assert shown["metrics"]["over_budget"]["value"] == figures["over_budget"].value
    assert "over_budget" not in result.metrics and b"".join(dump_result(result)) == before


def test_without_the_package_nothing_of_it_is_known() -> None:
    forget()
    result = load_result(kept_result("gpt-4o"))
    assert result.installed_metrics() == {} and "over_budget" not in as_csv([result])
    with pytest.raises(errors.InputError, match=r"^benchmark house: there is no such benchmark"):
        load_benchmark("house")


@pytest.mark.parametrize(
    ("module", "says"),
    [
        ("raise ValueError('broken')", "house_problems:load of house-problems cannot be loaded .ValueError: broken"),
        ("from tallybench import load_benchmark as load", "must return a Benchmark of this name"),
        ("OVER_BUDGET = load = lambda: 1", "must return a Benchmark of this name"),
    ],
)
@pytest.mark.usefixtures("installed")
def test_an_extension_that_cannot_be_used_is_named(
    module: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house_problems.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(errors.InputError, match=says):
        load_benchmark("house")
    if "OVER_BUDGET" in module:
        with pytest.raises(errors.InputError, match="metric over_budget: the installed extension must give a Metric"):
            load_result(kept_result("gpt-4o")).installed_metrics()
    sys.modules.pop("house_problems", None)


@pytest.mark.usefixtures("installed")
def test_an_extension_cannot_replace_a_benchmark_of_tallybench(monkeypatch: pytest.MonkeyPatch, target: Path) -> None:
    ours = load_benchmark("humaneval")
    entries = next(target.glob("house_problems-*.dist-info")) / "entry_points.txt"
    content = entries.read_text()
    assert "house = house_problems:load" in content
    try:
        entries.write_text(content.replace("house = ", "humaneval = "))
        forget()
        assert extensions.extension_names("benchmarks") == ["humaneval"]
        assert load_benchmark("humaneval").hash == ours.hash
    finally:
        entries.write_text(content)
