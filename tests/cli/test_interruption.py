"""Ctrl-C: the exit code, what is said to be kept, and that it is."""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallybench.samples.embedded import SAMPLE_SETS
from tests.conftest import CommandLine

QUICK = 4  # samples that are done before the endless one
ENDLESS = "    while True:\n        pass\n"


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """Samples of which the last keeps a worker busy until its time is over."""
    rows = [{"task_id": f"HumanEval/{number}", "completion": "    return 1\n"} for number in range(QUICK)]
    rows.append({"task_id": f"HumanEval/{QUICK}", "completion": ENDLESS})
    path = tmp_path / "samples.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that there is no journal but those of the test."""
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))


def journals() -> list[Path]:
    """Those that there are, the one last written last."""
    found = Path(os.environ["TALLYBENCH_CACHE"]).glob("journals/*")
    return sorted(found, key=lambda journal: journal.stat().st_mtime_ns)


def interrupt(*arguments: str, cwd: Path, when: Callable[[], bool], stdin: int | None = None) -> tuple[int, str]:
    """Runs a command, presses Ctrl-C in its terminal as soon as something is so, and returns the exit code and stderr.

    As in a terminal, the signal goes to all processes of the command.
    """
    command = [sys.executable, "-c", "from tallybench.cli import main; main()", *arguments]
    pipes: dict[str, Any] = {"stdin": stdin, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, cwd=cwd, text=True, start_new_session=True, **pipes)
    deadline = time.monotonic() + 120
    while not when():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    return process.returncode, stderr


def test_evaluate_keeps_what_was_done_and_resume_goes_on(
    tallybench: CommandLine, samples: Path, tmp_path: Path
) -> None:
    arguments = ("evaluate", "samples.jsonl", "--model", "x", "--ids", f"0-{QUICK}", "--no-count", "--workers", "1")

    def quick_ones_are_done() -> bool:
        return any(len(journal.read_bytes().splitlines()) == 1 + QUICK for journal in journals())

    code, stderr = interrupt(*arguments, cwd=tmp_path, when=quick_ones_are_done)
    assert code == 130
    assert "Traceback" not in stderr
    assert stderr.splitlines()[-1] == (
        f"tallybench: interrupted; what was done is kept in {journals()[0]}: "
        "the same command with --resume continues with it"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["samples.jsonl"]
    resumed = tallybench(*arguments, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stderr.startswith(f"correctness tests: {QUICK} of {QUICK + 1}\n")
    assert journals() == []
    again = tallybench(*arguments, "--force", "-o", "again.json")
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "result.json").read_bytes()


def has_loading_worker(folder: Path) -> bool:
    """Whether a command that was started in a folder has a worker whose Python runs, be it only since a moment ago."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            if b"tallybench.counting.worker" in command and (process / "cwd").samefile(folder):
                (caught,) = re.findall(r"^SigCgt:\s*(\w+)$", (process / "status").read_text(), re.MULTILINE)
                return bool(int(caught, 16) & 1 << (signal.SIGINT - 1))
        except OSError:  # it has ended meanwhile
            continue
    return False


def test_a_worker_that_only_begins_to_run_says_nothing(samples: Path, tmp_path: Path) -> None:
    arguments = ("evaluate", "samples.jsonl", "--model", "x", "--ids", f"0-{QUICK}", "--no-count", "--workers", "1")
    code, stderr = interrupt(*arguments, cwd=tmp_path, when=lambda: has_loading_worker(tmp_path))
    assert code == 130
    assert stderr.splitlines()[:-1] == [f"correctness tests: 0 of {QUICK + 1}"]


def test_the_demonstration_goes_on_where_it_was_and_shows_its_results(
    tallybench: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what it had done of the sample set that it was at, and of those before."""
    arguments = ("dev", "demo", "--ids", "23", "--workers", "1")  # whose scripts of classes cost the least
    code, stderr = interrupt(*arguments, cwd=tmp_path, when=lambda: len(journals()) == 2)
    assert code == 130 and "Traceback" not in stderr
    assert stderr.splitlines()[-1] == (
        f"tallybench: interrupted; what was done is kept in {journals()[-1]}: the same command continues with it"
    )
    monkeypatch.delitem(SAMPLE_SETS, "classes-slow")  # which is counted up to the budget
    done = tallybench(*arguments[:-2])
    assert done.returncode == 0, done.stderr
    shown = [embedded for embedded in SAMPLE_SETS.values() if embedded.shown]
    first, _ = done.stderr.split(f"[2/{len(shown)}]")
    assert first.splitlines()[1] == "correctness tests: 1 of 1"
    assert journals() == []
    results = {path.name: path.read_bytes() for path in (tmp_path / "demo-results").iterdir()}
    assert results.keys() == {f"{embedded.name}.json" for embedded in shown}
    for embedded in shown:
        assert embedded.model.name in " ".join(done.stdout.split())
        assert f"demo-results/{embedded.name}.json" in done.stdout
        assert json.loads(results[f"{embedded.name}.json"])["model"]["name"] == embedded.model.name
    again = tallybench("dev", "demo", "--ids", "HumanEval/23")  # without the classes
    assert again.returncode == 0, again.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "demo-results").iterdir()} == results


def test_a_command_that_keeps_nothing_says_so(samples: Path, tmp_path: Path) -> None:
    """It waits for more samples, since its standard input stays open."""
    read, write = os.pipe()
    os.write(write, samples.read_bytes() + b"\n")

    def samples_are_read() -> bool:
        return int.from_bytes(fcntl.ioctl(read, termios.FIONREAD, bytes(4)), sys.byteorder) == 0

    try:
        arguments = ("evaluate", "-", "--model", "x", "--plan")
        code, stderr = interrupt(*arguments, cwd=tmp_path, when=samples_are_read, stdin=read)
    finally:
        os.close(write)
        os.close(read)
    assert (code, stderr) == (130, "tallybench: interrupted; nothing is left half-done\n")
    assert [path.name for path in tmp_path.iterdir()] == ["samples.jsonl"]


def test_an_interrupt_while_the_command_line_loads_is_no_traceback(tmp_path: Path) -> None:
    code = (
        "import signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from tallybench.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, "dev", "schema"], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "tallybench: interrupted; nothing was begun\n"
