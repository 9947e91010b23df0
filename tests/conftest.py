"""Fixtures: real zygotes, the real command line, the shared data where it is."""

import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from evaluator.benchmarks import load_benchmark
from evaluator.execution.counters.valgrind import find_valgrind
from evaluator.execution.sandbox.bubblewrap import Setting
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.problems.benchmark import Benchmark
from tests.site.sites import built_site as built_site  # a fixture; here, so that a session builds the site once

ROOT = Path(__file__).parent.parent

# Each file is run by one process, and a file that starts last and takes minutes keeps all others waiting: those that
# take longest come first, as `pytest --durations=0` shows them.
LONGEST_FIRST = (
    "site/test_site_every_page.py",
    "run/test_cluster_commands.py",
    "run/test_cluster.py",
    "run/test_pipeline.py",
    "samples/test_embedded.py",
    "run/test_published_counts.py",
    "site/test_site_build.py",
    "cli/test_cli.py",
    "run/test_sharding.py",
    "benchmarks/test_published.py",
    "benchmarks/test_mbpp.py",
    "submissions/test_review.py",
    "submissions/test_verify.py",
    "benchmarks/test_coffe.py",
    "site/test_site_pages.py",
    "execution/test_programs.py",
    "benchmarks/test_measured.py",
    "audit/test_audit.py",
    "hf_dataset/test_push.py",
    "site/test_site_in_browser.py",
    "samples/test_sanitize.py",
)

CommandLine = Callable[..., subprocess.CompletedProcess[str]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts files, not the tests in them."""
    place = {ROOT / "tests" / file: number for number, file in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: place.get(item.path, len(place)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With TALLYBENCH_NO_SKIPS=1 a skipped test is a failed one: for machines that have every tool and all data."""
    report = yield
    if os.environ.get("TALLYBENCH_NO_SKIPS") == "1" and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped in spite of TALLYBENCH_NO_SKIPS: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of its own for this process, so that a user's is neither used nor touched.

    Processes side by side share what is known of the references alone.
    """
    folder = tmp_path_factory.mktemp("cache")
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = tmp_path_factory.getbasetemp().parent / "yardsticks"
        shared.mkdir(exist_ok=True)
        (folder / "yardsticks").symlink_to(shared)
    os.environ["TALLYBENCH_CACHE"] = str(folder)
    yield folder


@pytest.fixture(scope="session", autouse=True)
def one_processor() -> None:
    """With processes side by side each stays on one processor, so that a run starts one worker where it asks for none.

    A worker's emulated zygote takes seconds to start, and a second one helps nobody where all processors are busy.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if number.isdigit():
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {processors[int(number) % len(processors)]})


@pytest.fixture(scope="session")
def benchmark() -> Benchmark:
    return load_benchmark("humaneval")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Public data of other projects, which is not part of this one."""
    folder = Path(os.environ.get("TALLYBENCH_DATA", ROOT / "../shared/data")).resolve()
    if not folder.is_dir():
        pytest.skip(f"no shared data at {folder}; set TALLYBENCH_DATA")
    return folder


@pytest.fixture(scope="session")
def native() -> Iterator[Zygote]:
    zygote = Zygote(Setting(probe_interpreter(default_interpreter())))
    yield zygote
    zygote.close()


@pytest.fixture(scope="session")
def emulated() -> Iterator[Zygote]:
    zygote = Zygote(Setting(probe_interpreter(default_interpreter()), find_valgrind()))
    yield zygote
    zygote.close()


@pytest.fixture
def tallybench(tmp_path: Path) -> CommandLine:
    """Runs the command line in a folder of its own, as a user would; the timeout only ends what hangs."""

    def run(*arguments: str | Path, timeout: float = 900, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from evaluator.cli import main; main()", *map(str, arguments)]
        settings: dict[str, object] = {"cwd": tmp_path, "text": True, "capture_output": True, "timeout": timeout}
        return subprocess.run(command, **(settings | options))  # type: ignore[call-overload, no-any-return]

    return run
