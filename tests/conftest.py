"""Fixtures: real zygotes, the real command line, the shared data where it is."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from tallybench import errors
from tallybench.benchmarks import load_benchmark
from tallybench.cli import main
from tallybench.counting.session import Session
from tallybench.counting.worker import Worker
from tallybench.environment.store import environment_folder
from tallybench.model.benchmark import Benchmark
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tests.few_results import checkout as checkout  # a fixture
from tests.once import once as once  # a fixture
from tests.site.sites import built_site as built_site  # a fixture; here, so that a session builds the site once

ROOT = Path(__file__).parent.parent
SOURCE = Path(errors.__file__).parents[1]  # the folder in which Python finds the package

CommandLine = Callable[..., subprocess.CompletedProcess[str]]


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


def lend_environment(cache: Path) -> None:
    """Put the installed measuring environment into a cache of a user whose home folder is another."""
    cache.mkdir(parents=True, exist_ok=True)
    if not (link := cache / "environments").exists():
        link.symlink_to(environment_folder().parent)


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
def worker() -> Iterator[Worker]:
    """A worker within this process, for tests of single tasks."""
    worker = Worker(WorkerSetting(default_interpreter()))
    yield worker
    worker.close()


@pytest.fixture(scope="session")
def native(worker: Worker) -> Zygote:
    return worker.native


@pytest.fixture(scope="session")
def emulated(worker: Worker) -> Zygote:
    assert worker.emulated is not None
    return worker.emulated


@pytest.fixture(scope="session")
def session() -> Iterator[Session]:
    """The workers that the tests of this process share."""
    with Session() as session:
        yield session


@pytest.fixture(scope="session")
def other_session(session: Session) -> Iterator[Session]:
    """Workers of another number, on which no result may depend."""
    with Session(1 if session.size > 1 else 2) as other:
        yield other


def run_command(
    session: Session, *arguments: str | Path, cwd: Path, env: Mapping[str, str] | None = None, input: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the command line within this process, with the workers of a session."""
    typed = io.BufferedReader(cast(io.RawIOBase, io.BytesIO(input.encode())))  # a terminal's is buffered, too
    streams = [io.TextIOWrapper(stream, encoding="utf-8") for stream in (typed, io.BytesIO(), io.BytesIO())]
    words = ["tallybench", *map(str, arguments)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        if env is not None:
            for name in os.environ.keys() - env.keys():
                patch.delenv(name)
            for name, value in env.items():
                patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main(words[1:], session)
    for stream in streams[1:]:
        stream.flush()
        stream.seek(0)
    return subprocess.CompletedProcess(words, int(ended.value.code or 0), *(stream.read() for stream in streams[1:]))


@pytest.fixture
def tallybench(tmp_path: Path, session: Session) -> CommandLine:
    """Runs the command line in a folder of its own, within this process and with the workers that tests share.

    With `code`, it must exit with that, and without a traceback; with `says`, its error output must hold that. A test
    of what only a process of its own shows (its start, signals, exit) takes `tallybench_process`.
    """

    def run(
        *arguments: str | Path, cwd: Path = tmp_path, code: int | None = None, says: str = "", **given: Any
    ) -> subprocess.CompletedProcess[str]:
        done = run_command(session, *arguments, cwd=cwd, **given)
        if code is not None:
            assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
        assert says in done.stderr, done.stderr
        return done

    return run


@pytest.fixture
def tallybench_process(tmp_path: Path) -> CommandLine:
    """Runs the command line as a user would, in a process of its own; the timeout only ends what hangs."""

    def run(*arguments: str | Path, timeout: float = 900, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from tallybench.cli import main; main()", *map(str, arguments)]
        settings: dict[str, object] = {"cwd": tmp_path, "text": True, "capture_output": True, "timeout": timeout}
        return subprocess.run(command, **(settings | options))  # type: ignore[call-overload, no-any-return]

    return run
